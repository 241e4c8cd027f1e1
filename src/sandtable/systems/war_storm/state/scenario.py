"""Maps and scenarios as they are read from files. Never changed in play.

A map sheet is a rectangle of 16 columns by 13 rows; a place on it is (column, row) as printed: A1005 is (10, 5). A
scenario lays sheets side by side (`Placement`), and `board.compose` makes one board of them. Hexes of a scenario
(areas, objectives, entries) are indices on that board, sets of hexes are bitboards.
"""

from sandtable.systems.war_storm.state.board import Board
from sandtable.systems.war_storm.state.book import Counter, OfficerType, Rulebook

EDGES = ("north", "east", "south", "west")
RIVERS = ("minor", "major", "dry")  # 5.1.11.a


class PlatoonSpec:
    """A platoon of a company. `hex`: where it stands at the start; -1: its player deploys it, or it enters."""

    __slots__ = ("counter", "hex", "id", "lost", "name", "quality", "reaction")

    def __init__(self, id: str, name: str, counter: Counter, quality: int) -> None:
        self.id = id  # "us-a-1"
        self.name = name  # "US infantry A1"
        self.counter = counter
        self.quality = quality
        self.hex = -1
        self.lost = 0  # steps lost before the start
        self.reaction = False  # 8.l starts with a Reaction marker


class Entry:
    """10.b Reinforcements: from which turn, by which hexes; by road they come in a column (10.1.e)."""

    __slots__ = ("hexes", "road", "turn")

    def __init__(self, turn: int, hexes: int, road: int) -> None:
        self.turn = turn
        self.hexes = hexes  # bitboard
        self.road = road  # bitboard of those entered along a road, in column


class CompanySpec:
    """3.e, 10.1.a A company: its officer and platoons. A high-ranking officer or commissar has none."""

    __slots__ = ("area", "away", "entry", "hex", "key", "kind", "name", "officer", "officer_id", "platoons", "side")

    def __init__(self, key: str, name: str, side: int) -> None:
        self.key = key  # "us-a"
        self.name = name  # "Company A"
        self.side = side
        self.officer: OfficerType | None = None  # None: drawn at random (10.1.b)
        self.officer_id = ""  # the piece: "us-a-officer"
        self.kind = "infantry"  # of the officers to draw from
        self.hex = -1  # where the officer stands at the start; -1: deployed or entering
        self.platoons: list[PlatoonSpec] = []
        self.area = 0  # 10.1.c bitboard: where it deploys; 0: it enters, or all is placed
        self.away = 0  # at least so far from every enemy platoon when deployed
        self.entry: Entry | None = None


class SideSpec:
    """10.b A side: its baseline, its initiative, its markers at the start, its replacements."""

    __slots__ = (
        "attacker",
        "baseline",
        "colour",
        "exits",
        "improved",
        "initiative",
        "key",
        "marked",
        "markers",
        "name",
        "nation",
        "replacements",
    )

    def __init__(self, key: str, name: str, colour: str, nation: str) -> None:
        self.key = key
        self.name = name
        self.colour = colour
        self.nation = nation  # `side` of its counters
        self.attacker = False  # 4.2.b
        self.initiative = 0  # 4.2.b +/-n
        self.baseline = "west"  # one of EDGES
        self.markers = 0  # 8.l so many Reaction markers may be placed at deployment ...
        self.marked: tuple[str, ...] = ()  # ... on platoons of these companies (keys); empty: on any
        self.improved = 0  # 21 bitboard: its improved positions
        self.exits = 0  # bitboard: hexes from which it may leave the board for 1 MP
        self.replacements: list[OfficerType] = []  # 7.4.4, in order


class Objective:
    """A hex that is controlled by the last side to have an unrouted platoon in it."""

    __slots__ = ("hex", "holder", "name")

    def __init__(self, name: str, hex: int, holder: int) -> None:
        self.name = name
        self.hex = hex
        self.holder = holder  # at the start; -1 nobody


# Kinds of award (10.c). `hexes` is the area or the controlled hex.
AWARDS = ("control", "eliminated", "steps", "exited", "delay", "presence")


class Award:
    """10.c Victory points for a side.

    control: for holding each of `hexes` at the end · eliminated: for each enemy platoon eliminated · steps: for each
    enemy step lost since the start · exited: for each own platoon that has left by an exit · delay: at the end of a
    turn from `turn` on in which no unrouted enemy platoon is in `hexes` or has exited · presence: for having an
    unrouted platoon in `hexes` at the end.
    """

    __slots__ = ("hexes", "kind", "points", "side", "text", "turn")

    def __init__(self, kind: str, side: int, points: int, text: str) -> None:
        self.kind = kind
        self.side = side
        self.points = points
        self.text = text  # a sentence for the goals
        self.hexes = 0
        self.turn = 0


class Grade:
    """10.c A net result of `least` or more (points of side 0 less those of side 1): who wins, and how high."""

    __slots__ = ("least", "name", "winner")

    def __init__(self, least: int, winner: int, name: str) -> None:
        self.least = least
        self.winner = winner  # -1 draw
        self.name = name  # "American decisive victory"


class Scenario:
    """10 A battle to be fought."""

    __slots__ = (
        "awards",
        "background",
        "board",
        "boats",
        "companies",
        "date",
        "deploy",
        "digest",
        "ditches",
        "file",
        "fire_modifier",
        "foot_pontoons",
        "fords",
        "grades",
        "id",
        "name",
        "objectives",
        "outcome",
        "pontoons",
        "river",
        "roadblocks",
        "rule",
        "rulebook",
        "sides",
        "special",
        "spotting",
        "turns",
        "wire",
    )

    def __init__(self, id: str, name: str, rulebook: Rulebook, board: Board) -> None:
        self.id = id
        self.name = name
        self.rulebook = rulebook
        self.board = board
        self.digest = ""
        self.file = ""
        self.date = ""
        self.background = ""
        self.outcome = ""  # 10.f
        self.rule = "10.c"  # the rule that tells this scenario
        self.special: list[str] = []  # 10.e special rules, a sentence each
        self.turns = 1
        self.sides: list[SideSpec] = []  # two
        self.deploy: list[int] = []  # the sides in the order they deploy
        self.companies: list[CompanySpec] = []
        self.objectives: list[Objective] = []
        self.awards: list[Award] = []
        self.grades: list[Grade] = []  # from the highest `least` down; empty: more points win
        self.river = "minor"
        self.fords = 0  # bitboards: 5.1.11.2.d
        self.pontoons = 0  # 5.1.11.2.e
        self.foot_pontoons = 0  # 5.1.11.2.g built by engineers
        self.boats = False  # 5.1.11.2.f
        self.spotting = 0  # 5.2.h added to every spotting range
        self.fire_modifier = 0  # added to every fire roll (fog)
        # 21 terrain markers
        self.wire = 0
        self.roadblocks = 0
        self.ditches = 0
