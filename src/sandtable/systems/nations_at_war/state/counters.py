"""Chapter 2: what is printed on the counters. Read from data/units.toml, never changed in play.

See also 2.3.b, GL.a-c.
"""

from sandtable.table.battle import Printed

OPERATORS = ("infantry", "armored_infantry")  # 2.5.2.b the kinds of unit that may have a Support Weapon


class Weapon(Printed):
    """2.4 One group of a counter: Firepower, range and To-Hit number."""

    firepower: int
    range: int  # 2.4.h
    to_hit: int  # 2.4.g
    underlined: bool  # 2.4.i: no Extended and no Reduced Range
    augmented: bool  # 2.4.q, 5.1.7.b: a plus beside either number; one die may be re-rolled


class Face(Printed):
    """One side of a counter: full or reduced (2.4.a-b), on foot or in its transport (2.5, 2.5.3.a)."""

    name: str
    symbol: str  # 2.2.a: infantry, engineer, armored_infantry, gun, mortar, truck; "" when hard (2.2.b)
    ap: Weapon | None
    he: Weapon | None
    aa: Weapon | None
    armor: int  # 2.4.j: 0 is a soft target, a truck with a symbol too (2.6.b)
    save: int
    armor_augmented: bool
    assault: int  # 2.4.p: 0 is no Assault Factor
    assault_to_hit: int
    assault_augmented: bool
    starts_assault: bool  # 5.4.r: no asterisk on the Assault To-Hit
    mf: int
    mf_asterisk: bool  # 4.3.3
    circled: bool  # 2.4.o: carries infantry
    half_mf: int = 0  # 4.1.c
    farthest: int = 0  # no ranged attack reaches beyond, Support Weapons aside: a quick first look
    hard: bool = False  # 2.5.a, 2.6.1
    foot: bool = False  # 5.4.b ruling: infantry on foot

    def __post_init__(self) -> None:
        self.half_mf = self.mf // 2
        self.hard = self.armor > 0
        self.foot = self.symbol in ("infantry", "engineer", "armored_infantry")


class UnitType:
    """A kind of platoon with its two steps and, for some, a transport side (2.4, 2.5.3.b, 4.3).

    `kind` is what the symbol tells: infantry (2.5.2.a), a gun (2.5.4), a mortar (2.5.5) and so on.
    """

    __slots__ = (
        "engineer",
        "key",
        "kind",
        "mortar",
        "name",
        "recon",
        "sides",
        "smoke_level",
        "steps",
        "transport",
    )

    def __init__(
        self,
        key: str,
        name: str,
        kind: str,
        steps: int,
        recon: bool,
        smoke_level: int,
        full: Face,
        reduced: Face,
        transport_full: Face | None,
        transport_reduced: Face | None,
    ) -> None:
        self.key = key
        self.name = name
        self.kind = kind  # afv, infantry, armored_infantry, engineer, gun, mortar, truck
        self.steps = steps
        self.recon = recon  # 2.6.2
        self.mortar = kind == "mortar"
        self.engineer = kind == "engineer"  # 10.4.c: Pioneers too
        self.smoke_level = smoke_level  # 2.5.5.2.a, mortars only
        self.transport = transport_full is not None
        # sides[mounted][steps]: the face shown; index 0 of the inner row is never shown.
        self.sides: tuple[tuple[Face, Face, Face], ...] = (
            (reduced, reduced, full),
            (
                transport_reduced or reduced,
                transport_reduced or reduced,
                transport_full or full,
            ),
        )


class HqType(Printed):
    """2.5.6 A headquarters: Morale, and Leadership and Command Range full and reduced."""

    key: str
    name: str
    unit_type: str  # 2.5.6.3: the key of the unit type it returns with
    vehicle: bool  # 2.5.6.2.f: leaves a Wreck
    sub: bool  # 2.5.6.1
    morale: int
    leadership: tuple[int, int]  # (reduced, full): indexed by steps - 1
    command: tuple[int, int]  # (reduced, full)


class SupportWeapon(Printed):
    """2.7.a What a support weapon adds to the platoon that owns it, when that fires (2.7.2.b)."""

    key: str
    name: str
    ap_firepower: int
    ap_range: int
    ap_plus: bool  # 2.7.3.b
    he_firepower: int
    he_range: int
    he_plus: bool


class AircraftType(Printed):
    """10.1, RP An aircraft: recon planes spot, the others attack with their GA Firepower."""

    key: str
    name: str
    recon: bool
    firepower: int
    to_hit: int


class Terrain(Printed):
    """One row of the Terrain Effects Chart (TEC) or of the counter chart (CTEC)."""

    key: str
    name: str
    rule: str
    letter: str  # its sign in the text grid of a map
    dice_soft: int  # Defensive Bonus
    dice_hard: int
    hill_dice: int  # added when attacked from ground level (TEC.note1)
    cost_soft: int
    cost_hard: int
    passable: bool
    conceals_soft: bool
    conceals_hard: bool
    hill: bool
    blocks: bool  # 6.1.1: Woods, City, Wooded Hill (a plain Hill blocks by its level)
    degrades: bool  # 6.1.1.c
