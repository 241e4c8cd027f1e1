"""What is printed: counters, officers, terrain, the charts and the numbers. Read from data/, never changed."""

import msgspec

from sandtable.table.battle import Printed, TerrainKind

FOOT, WHEELED, TRACKED = range(3)  # 6.1.a movement types
MOVES = ("foot", "wheeled", "tracked")
SMALL, MEDIUM, LARGE = range(3)  # 5.2.c sizes
SIZES = ("small", "medium", "large")
NO = 99  # 6.5.a: prohibited; more than any unit can pay

# What an officer is there for (3.2.a, 3.2.b, 7.4.4, 9.4.b).
COMPANY, REPLACEMENT, HIGH, COMMISSAR = range(4)
ROLES = ("company", "replacement", "high-ranking", "commissar")

GREEN, STANDARD, VETERAN = -1, 0, 1  # 3.f
QUALITIES = {"green": GREEN, "standard": STANDARD, "veteran": VETERAN}


class Counter(Printed):
    """3.1.d A platoon's counter. `ff` and `av` are by steps lost: 0, 1, 2."""

    key: str
    name: str
    side: str  # a nationality: american, german, french
    kind: str  # INF, MG, MTR, CAV, REC ...
    short: str = ""  # up to four characters, for small drawings
    art: str = ""  # the symbol to draw
    also: tuple[str, ...] = ()  # other names in orders of battle (10.1.a)
    ff: tuple[int, int, int] = (0, 0, 0)  # 7.4.2 AP fire factor
    range: int = 0
    red: bool = False  # 3.1.1.a semi-automatic
    av: tuple[int, int, int] = (0, 0, 0)
    mp: int = 0
    move: int = FOOT
    size: int = SMALL
    recon: bool = False  # 5.2.g
    transport: bool = False  # 3.1.c intrinsic transport: never flipped, -2 marker
    armoured: bool = False  # 7.4.a: anti-personnel fire does nothing to it
    art_only: bool = False  # 8.p: has only an ART fire factor, which the basic game does not fire


class OfficerType(Printed):
    """3.2.d An officer's counter."""

    key: str
    name: str  # "Lt. Jones"
    side: str
    role: int
    rank: str = ""
    kind: str = "infantry"  # 3.a infantry, heavy weapons, cavalry, armour
    letter: str = ""  # of the company he leads
    morale: int = 0
    leadership: int = 0
    command: int = 0  # 4.1.b command range
    mp: int = 0


class Terrain(TerrainKind):
    """5.1 A row of the Terrain Effects Chart and of the Spotting Chart."""

    costs: tuple[int, int, int] = (1, 1, 1)  # by movement type; NO where prohibited
    divisor: int = 2  # 7.3.h
    assault: int = 0  # 15.1 for the defender in hand-to-hand combat
    blocks: bool = False  # level 1: blocks flat sight (5.3.1.a)
    low: bool = False  # level 0.5: three of them block (5.1.4.b)
    hinders: bool = False  # 5.1.4.c: fire through it gets +1 (rough, fields, orchard; not marsh)
    # 5.2.e by size: (stationary, moving)
    spotting: tuple[tuple[int, int], tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0), (0, 0))


class CombatChart(Printed):
    """7.3.d, 7.3.g FF columns against the modified roll. rows[0] is a roll of 0 or less, the last 14 or more."""

    columns: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


class Rulebook(Printed):
    """Everything that is printed. `numbers` holds every single number by its name in data/tables.toml."""

    counters: dict[str, Counter] = {}
    officers: dict[str, OfficerType] = {}
    terrain: dict[str, Terrain] = {}
    chart: CombatChart = msgspec.field(default_factory=lambda: CombatChart((), ()))
    crest_spotting: tuple[tuple[int, int], ...] = ()  # 5.2.f by size: (stationary, moving) a level
    recon_spotting: tuple[tuple[int, int], ...] = ()  # 5.2.g by size
    numbers: dict[str, int] = {}
    steps: dict[str, tuple[int, int, int]] = {}  # 6.4 "road", "trail": cost of a step by movement type
    extra: dict[str, tuple[int, int, int]] = {}  # 6.2.e "minor-river", "uphill", "bocage": added
    first_loss: tuple[tuple[int, int], ...] = ()  # 7.4.2.a from which FF on, how much less
    hand_to_hand: tuple[tuple[int, int, int], ...] = ()  # 15.2 from which difference, lower, higher loses
