"""A scenario as it is written down: the table, the companies, the objectives. Never changed in play."""

from sandtable.content.header import Header
from sandtable.systems.miniatures.state.book import Rulebook, TeamType, Terrain, Training
from sandtable.table.battle import Printed

Point = tuple[int, int]

TEAM, PL, CC, FO = range(4)  # roles: an ordinary Team, Platoon Leader, Company Commander, Forward Observer
ROLES = ("", "PL", "CC", "FO")


class PieceOfTerrain(Printed):
    """One wood, wall or hill on the table."""

    id: str
    name: str
    terrain: Terrain
    points: tuple[Point, ...]  # corners of an area, or of a line from end to end


class TeamSpec(Printed):
    """A Team and where it starts."""

    id: str
    name: str
    type: TeamType
    at: Point
    role: int = TEAM
    suppressed: int = 0  # 11.3: markers at the start
    facing: Point | None = None  # of a gun or vehicle; None: as its side


class UnitSpec(Printed):
    """A Unit: its Teams, the PL first, or the CC alone."""

    key: str
    name: str
    side: int
    training: Training
    teams: list[TeamSpec] = []
    dug_in: bool = False  # starts dug in


class SideSpec(Printed):
    """A side: a company."""

    key: str
    name: str
    colour: str
    facing: Point = (0, 1)  # where guns and vehicles look at the start
    zone: tuple[Point, ...] = ()  # corners of its deployment zone
    commander: UnitSpec | None = None  # the CC, a Unit of one that is no Unit (14.1)


class Objective(Printed):
    """A point that counts."""

    key: str
    name: str
    at: Point
    points: int
    holder: int  # side that controls it at the start; -1: nobody


class Scenario(Header):
    """A battle to be fought. At its end each side counts its objectives and `unit_points` a destroyed enemy Unit."""

    rulebook: Rulebook
    width: int
    height: int
    goals: tuple[str, ...] = ()  # how it is won, a sentence each
    rule: str = "END"  # which says how it is won
    rounds: int = 1
    unit_points: int = 0
    pieces: list[PieceOfTerrain] = []
    sides: list[SideSpec] = []
    units: list[UnitSpec] = []
    objectives: list[Objective] = []

    @property
    def turns(self) -> int:
        return self.rounds
