"""Chapter 2: what is printed on the counters. Read from data/units.toml, never changed in play."""

OPERATORS = ("infantry", "armored_infantry")  # 2.5.2.b the kinds of unit that may have a Support Weapon


class Weapon:
    """2.4 One group of a counter: Firepower, range and To-Hit number."""

    __slots__ = ("augmented", "firepower", "range", "to_hit", "underlined")

    def __init__(self, firepower: int, range: int, to_hit: int, underlined: bool, augmented: bool) -> None:
        self.firepower = firepower
        self.range = range
        self.to_hit = to_hit
        self.underlined = underlined  # 2.4.i: no Extended and no Reduced Range
        self.augmented = augmented  # 5.1.7: one die may be re-rolled


class Face:
    """One side of a counter: full or reduced, on foot or in its transport (2.4, 2.5)."""

    __slots__ = (
        "aa",
        "ap",
        "armor",
        "armor_augmented",
        "assault",
        "assault_augmented",
        "assault_to_hit",
        "circled",
        "farthest",
        "foot",
        "half_mf",
        "hard",
        "he",
        "mf",
        "mf_asterisk",
        "name",
        "save",
        "starts_assault",
        "symbol",
    )

    def __init__(
        self,
        name: str,
        symbol: str,
        ap: Weapon | None,
        he: Weapon | None,
        aa: Weapon | None,
        armor: int,
        save: int,
        armor_augmented: bool,
        assault: int,
        assault_to_hit: int,
        assault_augmented: bool,
        starts_assault: bool,
        mf: int,
        mf_asterisk: bool,
        circled: bool,
    ) -> None:
        self.name = name
        self.symbol = symbol  # 2.2: infantry, engineer, armored_infantry, gun, mortar, truck; "" when hard
        self.ap = ap
        self.he = he
        self.aa = aa
        self.armor = armor  # 2.4.j: 0 is a soft target
        self.save = save
        self.armor_augmented = armor_augmented
        self.assault = assault  # 2.4.p: 0 is no Assault Factor
        self.assault_to_hit = assault_to_hit
        self.assault_augmented = assault_augmented
        self.starts_assault = starts_assault  # 5.4.r: no asterisk on the Assault To-Hit
        self.mf = mf
        self.half_mf = mf // 2  # 4.1.c
        self.mf_asterisk = mf_asterisk  # 4.3.3
        self.circled = circled  # 2.4.o: carries infantry
        self.farthest = 0  # no ranged attack reaches beyond, Support Weapons aside: a quick first look
        self.hard = armor > 0  # 2.5
        self.foot = symbol in ("infantry", "engineer", "armored_infantry")  # 5.4.b ruling: infantry on foot


class UnitType:
    """A kind of platoon with its two steps and, for some, a transport side (2.4, 2.5, 4.3)."""

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


class HqType:
    """2.5.6 A headquarters: Morale, and Leadership and Command Range full and reduced."""

    __slots__ = ("command", "key", "leadership", "morale", "name", "sub", "unit_type", "vehicle")

    def __init__(
        self,
        key: str,
        name: str,
        unit_type: str,
        vehicle: bool,
        sub: bool,
        morale: int,
        leadership: tuple[int, int],
        command: tuple[int, int],
    ) -> None:
        self.key = key
        self.name = name
        self.unit_type = unit_type  # 2.5.6.3: the key of the unit type it returns with
        self.vehicle = vehicle  # 2.5.6.2.f: leaves a Wreck
        self.sub = sub  # 2.5.6.1
        self.morale = morale
        self.leadership = leadership  # (reduced, full): indexed by steps - 1
        self.command = command  # (reduced, full)


class SupportWeapon:
    """2.7 What a support weapon adds to the platoon that owns it."""

    __slots__ = ("ap_firepower", "ap_plus", "ap_range", "he_firepower", "he_plus", "he_range", "key", "name")

    def __init__(
        self,
        key: str,
        name: str,
        ap_firepower: int,
        ap_range: int,
        ap_plus: bool,
        he_firepower: int,
        he_range: int,
        he_plus: bool,
    ) -> None:
        self.key = key
        self.name = name
        self.ap_firepower = ap_firepower
        self.ap_range = ap_range
        self.ap_plus = ap_plus  # 2.7.3.b
        self.he_firepower = he_firepower
        self.he_range = he_range
        self.he_plus = he_plus


class AircraftType:
    """10.1, RP An aircraft: recon planes spot, the others attack with their GA Firepower."""

    __slots__ = ("firepower", "key", "name", "recon", "to_hit")

    def __init__(self, key: str, name: str, recon: bool, firepower: int, to_hit: int) -> None:
        self.key = key
        self.name = name
        self.recon = recon
        self.firepower = firepower
        self.to_hit = to_hit


class Terrain:
    """One row of the Terrain Effects Chart (TEC) or of the counter chart (CTEC)."""

    __slots__ = (
        "blocks",
        "conceals_hard",
        "conceals_soft",
        "cost_hard",
        "cost_soft",
        "degrades",
        "dice_hard",
        "dice_soft",
        "hill",
        "hill_dice",
        "key",
        "letter",
        "name",
        "passable",
        "rule",
    )

    def __init__(
        self,
        key: str,
        name: str,
        rule: str,
        letter: str,
        dice_soft: int,
        dice_hard: int,
        hill_dice: int,
        cost_soft: int,
        cost_hard: int,
        passable: bool,
        conceals_soft: bool,
        conceals_hard: bool,
        hill: bool,
        blocks: bool,
        degrades: bool,
    ) -> None:
        self.key = key
        self.name = name
        self.rule = rule
        self.letter = letter  # its sign in the text grid of a map
        self.dice_soft = dice_soft  # Defensive Bonus
        self.dice_hard = dice_hard
        self.hill_dice = hill_dice  # added when attacked from ground level (TEC.note1)
        self.cost_soft = cost_soft
        self.cost_hard = cost_hard
        self.passable = passable
        self.conceals_soft = conceals_soft
        self.conceals_hard = conceals_hard
        self.hill = hill
        self.blocks = blocks  # 6.1.1: Woods, City, Wooded Hill (a plain Hill blocks by its level)
        self.degrades = degrades  # 6.1.1.c
