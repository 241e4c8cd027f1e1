"""What is printed: counters, officers, terrain, the charts and the numbers. Read from data/, never changed."""

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


class Counter:
    """3.1.d A platoon's counter. `ff` and `av` are by steps lost: 0, 1, 2."""

    __slots__ = (
        "also",
        "armoured",
        "art",
        "art_only",
        "av",
        "ff",
        "key",
        "kind",
        "move",
        "mp",
        "name",
        "range",
        "recon",
        "red",
        "short",
        "side",
        "size",
        "transport",
    )

    def __init__(self, key: str, name: str, side: str, kind: str) -> None:
        self.key = key
        self.name = name
        self.side = side  # a nationality: american, german, french
        self.kind = kind  # INF, MG, MTR, CAV, REC ...
        self.short = ""  # up to four characters, for small drawings
        self.art = ""  # the symbol to draw
        self.also: tuple[str, ...] = ()  # other names in orders of battle (10.1.a)
        self.ff: tuple[int, int, int] = (0, 0, 0)  # 7.4.2 AP fire factor
        self.range = 0
        self.red = False  # 3.1.1.a semi-automatic
        self.av: tuple[int, int, int] = (0, 0, 0)
        self.mp = 0
        self.move = FOOT
        self.size = SMALL
        self.recon = False  # 5.2.g
        self.transport = False  # 3.1.c intrinsic transport: never flipped, -2 marker
        self.armoured = False  # 7.4.a: anti-personnel fire does nothing to it
        self.art_only = False  # 8.p: has only an ART fire factor, which the basic game does not fire


class OfficerType:
    """3.2.d An officer's counter."""

    __slots__ = ("command", "key", "kind", "leadership", "letter", "morale", "mp", "name", "rank", "role", "side")

    def __init__(self, key: str, name: str, side: str, role: int) -> None:
        self.key = key
        self.name = name  # "Lt. Jones"
        self.side = side
        self.role = role
        self.rank = ""
        self.kind = "infantry"  # 3.a infantry, heavy weapons, cavalry, armour
        self.letter = ""  # of the company he leads
        self.morale = 0
        self.leadership = 0
        self.command = 0  # 4.1.b command range
        self.mp = 0


class Terrain:
    """5.1 A row of the Terrain Effects Chart and of the Spotting Chart."""

    __slots__ = (
        "assault",
        "blocks",
        "colour",
        "costs",
        "divisor",
        "hinders",
        "key",
        "letter",
        "low",
        "name",
        "rule",
        "spotting",
    )

    def __init__(self, key: str, name: str, letter: str, colour: str, rule: str) -> None:
        self.key = key
        self.name = name
        self.letter = letter  # in map grids
        self.colour = colour
        self.rule = rule
        self.costs: tuple[int, int, int] = (1, 1, 1)  # by movement type; NO where prohibited
        self.divisor = 2  # 7.3.h
        self.assault = 0  # 15.1 for the defender in hand-to-hand combat
        self.blocks = False  # level 1: blocks flat sight (5.3.1.a)
        self.low = False  # level 0.5: three of them block (5.1.4.b)
        self.hinders = False  # 5.1.4.c: fire through it gets +1 (rough, fields, orchard; not marsh)
        # 5.2.e by size: (stationary, moving)
        self.spotting: tuple[tuple[int, int], tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0), (0, 0))


class CombatChart:
    """7.3.d, 7.3.g FF columns against the modified roll. rows[0] is a roll of 0 or less, the last 14 or more."""

    __slots__ = ("columns", "rows")

    def __init__(self, columns: tuple[int, ...], rows: tuple[tuple[int, ...], ...]) -> None:
        self.columns = columns
        self.rows = rows


class Rulebook:
    """Everything that is printed. `numbers` holds every single number by its name in data/tables.toml."""

    __slots__ = (
        "chart",
        "counters",
        "crest_spotting",
        "extra",
        "first_loss",
        "hand_to_hand",
        "numbers",
        "officers",
        "recon_spotting",
        "steps",
        "terrain",
    )

    def __init__(self) -> None:
        self.counters: dict[str, Counter] = {}
        self.officers: dict[str, OfficerType] = {}
        self.terrain: dict[str, Terrain] = {}
        self.chart = CombatChart((), ())
        self.crest_spotting: tuple[tuple[int, int], ...] = ()  # 5.2.f by size: (stationary, moving) a level
        self.recon_spotting: tuple[tuple[int, int], ...] = ()  # 5.2.g by size
        self.numbers: dict[str, int] = {}
        self.steps: dict[str, tuple[int, int, int]] = {}  # 6.4 "road", "trail": cost of a step by movement type
        self.extra: dict[str, tuple[int, int, int]] = {}  # 6.2.e "minor-river", "uphill", "bocage": added
        self.first_loss: tuple[tuple[int, int], ...] = ()  # 7.4.2.a from which FF on, how much less
        self.hand_to_hand: tuple[tuple[int, int, int], ...] = ()  # 15.2 from which difference, lower, higher loses
