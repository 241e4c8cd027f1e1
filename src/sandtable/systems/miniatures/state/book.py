"""What is printed: training, weapons, vehicles, terrain and numbers. Read from data/, never changed in play.

Every length is an integer in hundredths of an inch.
"""

from sandtable.table.event import Modifier

INFANTRY, GUN, TANK = range(3)  # 2.2
KINDS = ("infantry", "gun", "tank")

OPEN, SOFT, HARD = range(3)  # 6.20: cover
COVERS = ("open", "soft", "hard")

CLEAR, DIFFICULT, VERY_DIFFICULT = range(3)  # 4.3-4.5: going
GOINGS = ("clear", "difficult", "very difficult")

OWN, MAIN, COAX, HULL = range(4)  # where a weapon is mounted: carried, main gun, coaxial, hull
MOUNTS = ("own", "main", "coax", "hull")

NO_SAVE = 7  # an armour save that no die reaches


class Training:
    """3.2 A row of the training table."""

    __slots__ = ("check", "key", "name", "to_hit")

    def __init__(self, key: str, name: str, check: int, to_hit: int) -> None:
        self.key = key
        self.name = name
        self.check = check  # what its own die must reach
        self.to_hit = to_hit  # what the enemy's dice must reach


class Weapon:
    """16 A row of the weapons table."""

    __slots__ = (
        "as_infantry",
        "at",
        "barrage",
        "barrage_fp",
        "fp",
        "key",
        "kind",
        "name",
        "over_friends",
        "range",
        "rerolls_range_in",
        "rule",
        "shield",
        "ta",
    )

    def __init__(self, key: str, name: str, kind: int, range: int, fp: int, ta: int, at: bool, rule: str) -> None:
        self.key = key
        self.name = name
        self.kind = kind  # 2.2: the kind of Team that carries it
        self.range = range
        self.fp = fp
        self.ta = ta  # 13.19; 0: none (16.7)
        self.at = at
        self.rule = rule
        self.barrage = False  # 3.3.g: it can fire barrages and smoke
        self.barrage_fp = 0  # 16.4
        self.as_infantry = False  # 16.1
        self.over_friends = False  # 16.2
        self.shield = False  # 16.3
        self.rerolls_range_in = False  # 16.5


class Mount:
    """A weapon of a Team and where it is mounted."""

    __slots__ = ("place", "weapon")

    def __init__(self, weapon: Weapon, place: int) -> None:
        self.weapon = weapon
        self.place = place


class TeamType:
    """2.1, 17 A kind of stand or vehicle. Stands are called after their weapon."""

    __slots__ = (
        "armored",
        "as_infantry",
        "code",
        "flank",
        "front",
        "key",
        "kind",
        "mounts",
        "move",
        "name",
        "radius",
        "rule",
        "skirts",
        "soft_skinned",
        "turret",
        "wide_tracks",
    )

    def __init__(self, key: str, name: str, code: str, kind: int, radius: int, move: int, rule: str) -> None:
        self.key = key
        self.name = name
        self.code = code  # up to four characters for small drawings
        self.kind = kind
        self.radius = radius
        self.move = move
        self.rule = rule
        self.mounts: tuple[Mount, ...] = ()
        self.as_infantry = kind == INFANTRY  # 4.2, 16.1: passes terrain and friends freely
        self.armored = False  # 9.1
        self.soft_skinned = False
        self.front = 0  # 9.4: armour saves of armored Teams, NO_SAVE where there is none
        self.flank = 0
        self.turret = False  # 6.7
        self.skirts = False  # 17.2
        self.wide_tracks = False  # 17.3

    @property
    def turns(self) -> bool:
        """6.4, 6.5 Whether it has a facing at all."""
        return self.kind != INFANTRY

    @property
    def weapon(self) -> Weapon | None:
        """The first weapon: of a stand the only one, of a tank the main gun."""
        return self.mounts[0].weapon if self.mounts else None


class Terrain:
    """A row of the terrain catalogue."""

    __slots__ = (
        "area",
        "closed_to_guns",
        "colour",
        "cover",
        "going",
        "height",
        "hill",
        "key",
        "letter",
        "line",
        "name",
        "rule",
        "tall",
        "text",
    )

    def __init__(self, key: str, name: str, letter: str, colour: str, rule: str) -> None:
        self.key = key
        self.name = name
        self.letter = letter
        self.colour = colour
        self.rule = rule
        self.text = ""  # its effects in words
        self.line = False  # 10.7: a line, not an area
        self.area = False  # 10.5: sight goes in, not past
        self.tall = False  # 10.8: no sight across
        self.hill = False
        self.cover = OPEN  # within it, or touching it if it is a line
        self.going = CLEAR  # 4.4, 4.5: for Tank Teams
        self.closed_to_guns = False  # 4.3
        self.height = 0  # 15.2


class Save:
    """8.2, 8.3 A row of the save table: what a die must reach."""

    __slots__ = ("hard", "open", "rule")

    def __init__(self, open: int, hard: int, rule: str) -> None:
        self.open = open  # in the open or in soft cover
        self.hard = hard
        self.rule = rule


class Rulebook:
    """Everything that is printed."""

    __slots__ = (
        "modifiers",
        "numbers",
        "saves",
        "second_wind",
        "suppression",
        "terrain",
        "training",
        "types",
        "weapons",
    )

    def __init__(self) -> None:
        self.training: dict[str, Training] = {}
        self.weapons: dict[str, Weapon] = {}
        self.types: dict[str, TeamType] = {}
        self.terrain: dict[str, Terrain] = {}
        self.numbers: dict[str, int] = {}  # counts, faces of dice, per cent; and distances in hundredths of an inch
        self.modifiers: dict[str, Modifier] = {}  # 6.12
        self.saves: dict[str, Save] = {}
        self.suppression: list[tuple[int, int]] = []  # 11.4: from so many per cent on, so much
        self.second_wind: list[tuple[int, int, str]] = []  # 3.5: up to so many Units, the second roll (0: none), rule
