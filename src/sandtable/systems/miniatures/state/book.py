"""What is printed: training, weapons, vehicles, terrain and numbers. Read from data/, never changed in play.

Every length is an integer in hundredths of an inch.
"""

from sandtable.table.battle import Printed, TerrainKind
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


class Training(Printed):
    """3.2 A row of the training table."""

    key: str
    name: str
    check: int  # what its own die must reach
    to_hit: int  # what the enemy's dice must reach


class Weapon(Printed):
    """16 A row of the weapons table."""

    key: str
    name: str
    kind: int  # 2.2: the kind of Team that carries it
    range: int
    fp: int
    ta: int  # 13.19; 0: none (16.7)
    at: bool
    rule: str
    barrage: bool = False  # 3.3.g: it can fire barrages and smoke
    barrage_fp: int = 0  # 16.4
    as_infantry: bool = False  # 16.1
    over_friends: bool = False  # 16.2
    shield: bool = False  # 16.3
    rerolls_range_in: bool = False  # 16.5


class Mount(Printed):
    """A weapon of a Team and where it is mounted."""

    weapon: Weapon
    place: int


class TeamType(Printed):
    """2.1, 17 A kind of stand or vehicle. Stands are called after their weapon."""

    key: str
    name: str
    code: str  # up to four characters for small drawings
    kind: int
    radius: int
    move: int
    rule: str
    mounts: tuple[Mount, ...] = ()
    as_infantry: bool = False  # 4.2, 16.1: passes terrain and friends freely
    armored: bool = False  # 9.1
    soft_skinned: bool = False
    front: int = 0  # 9.4: armour saves of armored Teams, NO_SAVE where there is none
    flank: int = 0
    turret: bool = False  # 6.7
    skirts: bool = False  # 17.2
    wide_tracks: bool = False  # 17.3

    @property
    def turns(self) -> bool:
        """6.4, 6.5 Whether it has a facing at all."""
        return self.kind != INFANTRY

    @property
    def weapon(self) -> Weapon | None:
        """The first weapon: of a stand the only one, of a tank the main gun."""
        return self.mounts[0].weapon if self.mounts else None


class Terrain(TerrainKind):
    """A row of the terrain catalogue."""

    text: str = ""  # its effects in words
    line: bool = False  # 10.7: a line, not an area
    area: bool = False  # 10.5: sight goes in, not past
    tall: bool = False  # 10.8: no sight across
    hill: bool = False
    cover: int = OPEN  # within it, or touching it if it is a line
    going: int = CLEAR  # 4.4, 4.5: for Tank Teams
    closed_to_guns: bool = False  # 4.3
    height: int = 0  # 15.2


class Save(Printed):
    """8.2, 8.3 A row of the save table: what a die must reach."""

    open: int  # in the open or in soft cover
    hard: int
    rule: str


class Rulebook(Printed):
    """Everything that is printed."""

    training: dict[str, Training] = {}
    weapons: dict[str, Weapon] = {}
    types: dict[str, TeamType] = {}
    terrain: dict[str, Terrain] = {}
    numbers: dict[str, int] = {}  # counts, faces of dice, per cent; and distances in hundredths of an inch
    modifiers: dict[str, Modifier] = {}  # 6.12
    saves: dict[str, Save] = {}
    suppression: list[tuple[int, int]] = []  # 11.4: from so many per cent on, so much
    second_wind: list[tuple[int, int, str]] = []  # 3.5: up to so many Units, the second roll (0: none), rule
