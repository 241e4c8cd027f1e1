"""What is printed: unit table, terrain, charts and numbers. Read from data/, never changed in play."""

ORDERS = ("M", "H", "D", "R")  # 1.5.a
ORDER_NAMES = {"M": "Move", "H": "Hold", "D": "Dig in", "R": "Retreat"}

KINDS = ("hq", "infantry", "tank", "artillery")


class Rate:
    """2.a Hexes a move."""

    __slots__ = ("key", "normal", "strategic")

    def __init__(self, key: str, normal: int, strategic: int) -> None:
        self.key = key
        self.normal = normal
        self.strategic = strategic


class StandType:
    """3.1 A row of the unit table for core stands and batteries."""

    __slots__ = (
        "armoured",
        "artillery",
        "dice",
        "foot_soldiers",
        "hq",
        "infantry",
        "key",
        "kind",
        "name",
        "rate",
        "rule",
        "sp",
        "tank",
    )

    def __init__(self, key: str, name: str, kind: str, sp: int, dice: int, rate: Rate, armoured: bool, rule: str):
        self.key = key
        self.name = name
        self.kind = kind
        self.sp = sp
        self.dice = dice  # battle strength
        self.rate = rate
        self.armoured = armoured
        self.rule = rule
        self.hq = kind == "hq"
        self.tank = kind == "tank"
        self.artillery = kind == "artillery"
        self.infantry = kind in ("infantry", "hq")  # 3.7.a ruling: HQs count as non-armoured infantry
        self.foot_soldiers = not armoured and kind != "tank"  # non-armoured infantry or artillery


class CompanyType:
    """3.1.e-j, 3.7 A kind of support company."""

    __slots__ = (
        "anti_aircraft",
        "close_only",
        "defence_only",
        "dice",
        "dice_armoured",
        "dice_special",
        "engineers",
        "fire_support",
        "key",
        "name",
        "rate",
        "rule",
        "rule_armoured",
        "short",
    )

    def __init__(self, key: str, name: str, short: str, dice: int, rate: Rate, rule: str) -> None:
        self.key = key
        self.name = name
        self.short = short
        self.dice = dice
        self.dice_armoured = dice  # against armoured stands
        self.dice_special = dice  # 3.7.f: with infantry in close combat with soft stands in the open
        self.rate = rate
        self.rule = rule
        self.rule_armoured = rule
        self.close_only = False
        self.defence_only = False
        self.engineers = False
        self.fire_support = False
        self.anti_aircraft = False


class Terrain:
    """TER A row of the terrain table."""

    __slots__ = (
        "blocks",
        "colour",
        "cover",
        "die_less",
        "halts",
        "hill",
        "key",
        "letter",
        "name",
        "river",
        "rule",
        "strategic",
    )

    def __init__(self, key: str, name: str, letter: str, colour: str, rule: str) -> None:
        self.key = key
        self.name = name
        self.letter = letter
        self.colour = colour
        self.rule = rule
        self.halts = False
        self.strategic = True
        self.river = False
        self.cover = False
        self.blocks = False
        self.hill = False
        self.die_less = False


class Row:
    """3.2 A row of the combat status chart: a die of `hits` or more hits, and every pair of `pair` (3.2.h)."""

    __slots__ = ("hits", "pair", "rule")

    def __init__(self, hits: int, pair: int, rule: str) -> None:
        self.hits = hits
        self.pair = pair
        self.rule = rule

    def count(self, dice: tuple[int, ...]) -> int:
        """3.2.h One hit for each die that reaches `hits`, one more for each complete pair.

        >>> Row(6, 5, "").count((6, 5, 5, 2))
        2
        """
        hits = 0
        for face in dice:
            if face >= self.hits:
                hits += 1
        return hits + dice.count(self.pair) // 2 if self.pair else hits

    @property
    def words(self) -> str:
        """On what the dice hit: "5, 6 or a pair of 4"."""
        singles = ", ".join(str(face) for face in range(self.hits, 7))
        return f"{singles} or a pair of {self.pair}" if self.pair else singles


class Rulebook:
    """Everything that is printed."""

    __slots__ = ("chart", "companies", "numbers", "orders", "rates", "stands", "supply", "terrain")

    def __init__(self) -> None:
        self.rates: dict[str, Rate] = {}
        self.stands: dict[str, StandType] = {}
        self.companies: dict[str, CompanyType] = {}
        self.terrain: dict[str, Terrain] = {}
        self.numbers: dict[str, int] = {}
        self.chart: dict[str, Row] = {}
        self.orders: dict[str, tuple[str, ...]] = {}  # 1.5.e: which may follow which
        self.supply: dict[str, tuple[int, int]] = {}  # strength and support points for every two regiments
