"""Chapter 11: maps and scenarios as they are read from files. Never changed in play."""

from sandtable.content.hex_names import HexNames
from sandtable.systems.regimental.state.book import CompanyType, Rate, Rulebook, StandType, Terrain


class Map:
    """Rows of hexes; every second row is shifted half a hex to the east."""

    __slots__ = ("columns", "digest", "key", "name", "rows", "terrain")

    def __init__(self, key: str, name: str, columns: int, rows: int, digest: str) -> None:
        self.key = key
        self.name = name
        self.columns = columns
        self.rows = rows
        self.digest = digest
        self.terrain: list[Terrain] = []  # row by row

    def hex_names(self) -> HexNames:
        """The index of each hex by its name, 0101 to 1612; row by row."""
        return HexNames(self.columns, self.rows, lettered=False)


class SideSpec:
    """A side: its aircraft and supply."""

    __slots__ = ("air", "air_from_day", "colour", "key", "name", "supply")

    def __init__(self, key: str, name: str, colour: str = "") -> None:
        self.key = key
        self.name = name
        self.colour = colour
        self.air = 0  # 9.a points a day
        self.air_from_day = 1
        self.supply = "average"  # 8.b


class StandSpec:
    """A core stand or battery and the hex it starts in."""

    __slots__ = ("company", "hex", "id", "name", "rate", "shots", "superior_gun", "type")

    def __init__(self, id: str, name: str, type: StandType, hex: int) -> None:
        self.id = id
        self.name = name
        self.type = type
        self.hex = hex
        self.rate: Rate = type.rate
        self.superior_gun = False  # 3.7.b
        self.company: CompanyType | None = None
        self.shots = 0  # 5.c, of a battery

    @property
    def company_id(self) -> str:
        """The id of the company it starts with; empty without one."""
        return f"{self.id}-{self.company.key}" if self.company is not None else ""


class RegimentSpec:
    """1.a A regiment: its HQ first, then its battalions."""

    __slots__ = ("key", "name", "side", "stands")

    def __init__(self, key: str, name: str, side: int) -> None:
        self.key = key
        self.name = name
        self.side = side
        self.stands: list[StandSpec] = []


class Objective:
    """11.a A target hex."""

    __slots__ = ("hex", "holder", "name", "points")

    def __init__(self, name: str, hex: int, points: int, holder: int) -> None:
        self.name = name
        self.hex = hex
        self.points = points
        self.holder = holder  # the side that holds it at first; -1 nobody


class Restriction:
    """A special rule: some regiments get only some orders, for a time or until the alarm."""

    __slots__ = ("alarm_row", "last_day", "last_round", "orders", "regiments")

    def __init__(
        self, regiments: list[str], orders: list[str], last_day: int, last_round: int, alarm_row: int
    ) -> None:
        self.regiments = regiments
        self.orders = orders
        self.last_day = last_day
        self.last_round = last_round
        self.alarm_row = alarm_row  # an enemy stand that ends a move in this row or farther north ends it; 0: none


class Victory:
    """11.b What one side must hold at the end."""

    __slots__ = ("all", "draw", "side", "win")

    def __init__(self, side: int, win: int, draw: int, all: bool) -> None:
        self.side = side
        self.win = win  # points
        self.draw = draw
        self.all = all  # holding everything ends the battle at once


class Scenario:
    """A battle to be fought."""

    __slots__ = (
        "background",
        "batteries",
        "date",
        "days",
        "digest",
        "id",
        "map",
        "name",
        "objectives",
        "regiments",
        "restrictions",
        "rule",
        "rulebook",
        "sides",
        "victory",
    )

    def __init__(self, id: str, name: str, rulebook: Rulebook, map: Map) -> None:
        self.id = id
        self.name = name
        self.rulebook = rulebook
        self.map = map
        self.digest = ""
        self.date = ""
        self.background = ""
        self.rule = "11.b"
        self.days = 1
        self.sides: list[SideSpec] = []
        self.regiments: list[RegimentSpec] = []
        self.batteries: list[tuple[int, StandSpec]] = []  # side, battery
        self.objectives: list[Objective] = []
        self.restrictions: list[Restriction] = []
        self.victory = Victory(0, 1, 1, False)

    @property
    def turns(self) -> int:
        """All rounds of the battle."""
        return self.days * self.rulebook.numbers["rounds_per_day"]
