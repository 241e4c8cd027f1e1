"""What is printed: unit table, terrain, charts and numbers. Read from data/, never changed in play."""

from sandtable.table.battle import Printed, TerrainKind

ORDERS = ("M", "H", "D", "R")  # 1.5.a
ORDER_NAMES = {"M": "Move", "H": "Hold", "D": "Dig in", "R": "Retreat"}

KINDS = ("hq", "infantry", "tank", "artillery")


class Rate(Printed):
    """2.a Hexes a move."""

    key: str
    normal: int
    strategic: int


class StandType(Printed):
    """3.1 A row of the unit table for core stands and batteries."""

    key: str
    name: str
    kind: str  # one of KINDS
    sp: int
    dice: int  # battle strength
    rate: Rate
    armoured: bool
    rule: str
    hq: bool = False
    tank: bool = False
    artillery: bool = False
    infantry: bool = False  # 3.7.a ruling: HQs count as non-armoured infantry
    foot_soldiers: bool = False  # non-armoured infantry or artillery

    def __post_init__(self) -> None:
        self.hq = self.kind == "hq"
        self.tank = self.kind == "tank"
        self.artillery = self.kind == "artillery"
        self.infantry = self.kind in ("infantry", "hq")
        self.foot_soldiers = not self.armoured and self.kind != "tank"


class CompanyType(Printed):
    """3.1.e-j, 3.7 A kind of support company."""

    key: str
    name: str
    short: str
    dice: int
    rate: Rate
    rule: str
    dice_armoured: int  # against armoured stands
    dice_special: int  # 3.7.f: with infantry in close combat with soft stands in the open
    rule_armoured: str
    close_only: bool
    defence_only: bool
    engineers: bool
    fire_support: bool
    anti_aircraft: bool


class Terrain(TerrainKind):
    """TER A row of the terrain table."""

    halts: bool = False
    strategic: bool = True
    river: bool = False
    cover: bool = False
    blocks: bool = False
    hill: bool = False
    die_less: bool = False


class Row(Printed):
    """3.2 A row of the combat status chart: a die of `hits` or more hits, and every pair of `pair` (3.2.h)."""

    hits: int
    pair: int
    rule: str

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


class Rulebook(Printed):
    """Everything that is printed."""

    rates: dict[str, Rate] = {}
    stands: dict[str, StandType] = {}
    companies: dict[str, CompanyType] = {}
    terrain: dict[str, Terrain] = {}
    numbers: dict[str, int] = {}
    chart: dict[str, Row] = {}
    orders: dict[str, tuple[str, ...]] = {}  # 1.5.e: which may follow which
    supply: dict[str, tuple[int, int]] = {}  # strength and support points for every two regiments
