"""Maps and scenarios as they are read from files. Never changed in play.

A map sheet is a rectangle of 16 columns by 13 rows; a place on it is (column, row) as printed: A1005 is (10, 5). A
scenario lays sheets side by side (`Placement`), and `board.compose` makes one board of them. Hexes of a scenario
(areas, objectives, entries) are indices on that board, sets of hexes are bitboards.
"""

from sandtable.content.header import Header
from sandtable.systems.war_storm.state.board import Board
from sandtable.systems.war_storm.state.book import Counter, OfficerType, Rulebook
from sandtable.table.battle import Printed


class PlatoonSpec(Printed):
    """A platoon of a company. `hex`: where it stands at the start; -1: its player deploys it, or it enters."""

    id: str  # "us-a-1"
    name: str  # "US infantry A1"
    counter: Counter
    quality: int
    hex: int = -1
    lost: int = 0  # steps lost before the start
    reaction: bool = False  # 8.l starts with a Reaction marker


class Entry(Printed):
    """10.b Reinforcements: from which turn, by which hexes; by road they come in a column (10.1.e)."""

    turn: int
    hexes: int  # bitboard
    road: int  # bitboard of those entered along a road, in column


class CompanySpec(Printed):
    """3.e, 10.1.a A company: its officer and platoons. A high-ranking officer or commissar has none."""

    key: str  # "us-a"
    name: str  # "Company A"
    side: int
    officer: OfficerType | None = None  # None: drawn at random (10.1.b)
    officer_id: str = ""  # the piece: "us-a-officer"
    kind: str = "infantry"  # of the officers to draw from
    hex: int = -1  # where the officer stands at the start; -1: deployed or entering
    platoons: list[PlatoonSpec] = []
    area: int = 0  # 10.1.c bitboard: where it deploys; 0: it enters, or all is placed
    away: int = 0  # at least so far from every enemy platoon when deployed
    entry: Entry | None = None


class SideSpec(Printed):
    """10.b A side: its baseline, its initiative, its markers at the start, its replacements."""

    key: str
    name: str
    colour: str
    nation: str  # `side` of its counters
    attacker: bool = False  # 4.2.b
    initiative: int = 0  # 4.2.b +/-n
    baseline: str = "west"  # north, east, south or west
    markers: int = 0  # 8.l so many Reaction markers may be placed at deployment ...
    marked: tuple[str, ...] = ()  # ... on platoons of these companies (keys); empty: on any
    improved: int = 0  # 21 bitboard: its improved positions
    exits: int = 0  # bitboard: hexes from which it may leave the board for 1 MP
    replacements: list[OfficerType] = []  # 7.4.4, in order


class Objective(Printed):
    """A hex that is controlled by the last side to have an unrouted platoon in it."""

    name: str
    hex: int
    holder: int  # at the start; -1 nobody


class Award(Printed):
    """10.c Victory points for a side.

    control: for holding each of `hexes` at the end · eliminated: for each enemy platoon eliminated · steps: for each
    enemy step lost since the start · exited: for each own platoon that has left by an exit · delay: at the end of a
    turn from `turn` on in which no unrouted enemy platoon is in `hexes` or has exited · presence: for having an
    unrouted platoon in `hexes` at the end.
    """

    kind: str
    side: int
    points: int
    text: str  # a sentence for the goals
    hexes: int = 0  # the area, or the hexes to control
    turn: int = 0


class Grade(Printed):
    """10.c A net result of `least` or more (points of side 0 less those of side 1): who wins, and how high."""

    least: int
    winner: int  # -1 draw
    name: str  # "American decisive victory"


class Scenario(Header):
    """10 A battle to be fought."""

    rulebook: Rulebook
    board: Board
    file: str = ""
    outcome: str = ""  # 10.f
    rule: str = "10.c"  # the rule that tells this scenario
    special: list[str] = []  # 10.e special rules, a sentence each
    turns: int = 1
    sides: list[SideSpec] = []  # two
    deploy: list[int] = []  # the sides in the order they deploy
    companies: list[CompanySpec] = []
    objectives: list[Objective] = []
    awards: list[Award] = []
    grades: list[Grade] = []  # from the highest `least` down; empty: more points win
    river: str = "minor"
    fords: int = 0  # bitboards: 5.1.11.2.d
    pontoons: int = 0  # 5.1.11.2.e
    foot_pontoons: int = 0  # 5.1.11.2.g built by engineers
    boats: bool = False  # 5.1.11.2.f
    spotting: int = 0  # 5.2.h added to every spotting range
    fire_modifier: int = 0  # added to every fire roll (fog)
    # 21 terrain markers
    wire: int = 0
    roadblocks: int = 0
    ditches: int = 0
