"""A scenario as it is written down: the table, the companies, the objectives. Never changed in play."""

from sandtable.systems.miniatures.state.book import Rulebook, TeamType, Terrain, Training

Point = tuple[int, int]

TEAM, PL, CC, FO = range(4)  # roles: an ordinary Team, Platoon Leader, Company Commander, Forward Observer
ROLES = ("", "PL", "CC", "FO")


class PieceOfTerrain:
    """One wood, wall or hill on the table."""

    __slots__ = ("id", "name", "points", "terrain")

    def __init__(self, id: str, name: str, terrain: Terrain, points: tuple[Point, ...]) -> None:
        self.id = id
        self.name = name
        self.terrain = terrain
        self.points = points  # corners of an area, or of a line from end to end


class TeamSpec:
    """A Team and where it starts."""

    __slots__ = ("at", "id", "name", "role", "type")

    def __init__(self, id: str, name: str, type: TeamType, at: Point, role: int = TEAM) -> None:
        self.id = id
        self.name = name
        self.type = type
        self.at = at
        self.role = role


class UnitSpec:
    """A Unit: its Teams, the PL first, or the CC alone."""

    __slots__ = ("dug_in", "key", "name", "side", "teams", "training")

    def __init__(self, key: str, name: str, side: int, training: Training) -> None:
        self.key = key
        self.name = name
        self.side = side
        self.training = training
        self.teams: list[TeamSpec] = []
        self.dug_in = False  # starts dug in


class SideSpec:
    """A side: a company."""

    __slots__ = ("colour", "commander", "facing", "key", "name", "zone")

    def __init__(self, key: str, name: str, colour: str) -> None:
        self.key = key
        self.name = name
        self.colour = colour
        self.facing: Point = (0, 1)  # where guns and vehicles look at the start
        self.zone: tuple[Point, ...] = ()  # corners of its deployment zone
        self.commander: UnitSpec | None = None  # the CC, a Unit of one that is no Unit (14.1)


class Objective:
    """A point that counts."""

    __slots__ = ("at", "holder", "key", "name", "points")

    def __init__(self, key: str, name: str, at: Point, points: int, holder: int) -> None:
        self.key = key
        self.name = name
        self.at = at
        self.points = points
        self.holder = holder  # side that controls it at the start; -1: nobody


class Scenario:
    """A battle to be fought. At its end each side counts its objectives and `unit_points` a destroyed enemy Unit."""

    __slots__ = (
        "background",
        "date",
        "digest",
        "goals",
        "height",
        "id",
        "name",
        "objectives",
        "pieces",
        "rounds",
        "rule",
        "rulebook",
        "sides",
        "unit_points",
        "units",
        "width",
    )

    def __init__(self, id: str, name: str, rulebook: Rulebook, width: int, height: int) -> None:
        self.id = id
        self.name = name
        self.rulebook = rulebook
        self.width = width
        self.height = height
        self.digest = ""
        self.date = ""
        self.background = ""
        self.goals: tuple[str, ...] = ()  # how it is won, a sentence each
        self.rule = "END"  # which says how it is won
        self.rounds = 1
        self.unit_points = 0
        self.pieces: list[PieceOfTerrain] = []
        self.sides: list[SideSpec] = []
        self.units: list[UnitSpec] = []
        self.objectives: list[Objective] = []

    @property
    def turns(self) -> int:
        return self.rounds
