"""Chapter 11: maps and scenarios as they are read from files. Never changed in play."""

import msgspec

from sandtable.content.header import Header
from sandtable.content.hex_names import HexMap, HexNames
from sandtable.systems.regimental.state.book import CompanyType, Rate, Rulebook, StandType, Terrain
from sandtable.table.battle import Printed


class Map(HexMap):
    """Rows of hexes; every second row is shifted half a hex to the east."""

    terrain: list[Terrain] = []  # row by row

    def hex_names(self) -> HexNames:
        """The index of each hex by its name, 0101 to 1612; row by row."""
        return HexNames(self.columns, self.rows, lettered=False)


class SideSpec(Printed):
    """A side: its aircraft and supply."""

    key: str
    name: str
    colour: str = ""
    air: int = 0  # 9.a points a day
    air_from_day: int = 1
    supply: str = "average"  # 8.b


class StandSpec(Printed):
    """A core stand or battery and the hex it starts in."""

    id: str
    name: str
    type: StandType
    hex: int
    rate: Rate
    superior_gun: bool = False  # 3.7.b
    company: CompanyType | None = None
    shots: int = 0  # 5.c, of a battery
    sp: int = 0  # 1.3.a: that it begins with; 0: all of its type

    @property
    def company_id(self) -> str:
        """The id of the company it starts with; empty without one."""
        return f"{self.id}-{self.company.key}" if self.company is not None else ""


class RegimentSpec(Printed):
    """1.a A regiment: its HQ first, then its battalions."""

    key: str
    name: str
    side: int
    stands: list[StandSpec] = []


class Objective(Printed):
    """11.a A target hex."""

    name: str
    hex: int
    points: int
    holder: int  # the side that holds it at first; -1 nobody


class Restriction(Printed):
    """A special rule: some regiments get only some orders, for a time or until the alarm."""

    regiments: list[str]
    orders: list[str]
    last_day: int
    last_round: int
    alarm_row: int  # an enemy stand that ends a move in this row or farther north ends it; 0: none


class Victory(Printed):
    """11.b What one side must hold at the end."""

    side: int
    win: int  # points
    draw: int
    all: bool  # holding everything ends the battle at once


class Scenario(Header):
    """A battle to be fought."""

    rulebook: Rulebook
    map: Map
    rule: str = "11.b"
    days: int = 1
    sides: list[SideSpec] = []
    regiments: list[RegimentSpec] = []
    batteries: list[tuple[int, StandSpec]] = []  # side, battery
    objectives: list[Objective] = []
    restrictions: list[Restriction] = []
    victory: Victory = msgspec.field(default_factory=lambda: Victory(0, 1, 1, False))

    @property
    def turns(self) -> int:
        """All rounds of the battle."""
        return self.days * self.rulebook.numbers["rounds_per_day"]
