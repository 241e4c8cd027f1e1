"""Chapter 13: what a scenario says. Read from data/scenarios/*.toml or from a user's folder."""

from sandtable.systems.nations_at_war.state.counters import (
    AircraftType,
    HqType,
    SupportWeapon,
    Terrain,
    UnitType,
)


class Rulebook:
    """Everything printed once for all scenarios: counters, charts, numbers (data/*.toml)."""

    __slots__ = ("aircraft", "hqs", "markers", "numbers", "terrain", "units", "weapons")

    def __init__(self) -> None:
        self.units: dict[str, UnitType] = {}
        self.hqs: dict[str, HqType] = {}
        self.weapons: dict[str, SupportWeapon] = {}
        self.aircraft: dict[str, AircraftType] = {}
        self.terrain: dict[str, Terrain] = {}  # by key: clear, hill, woods, wooded_hill, city, ...
        self.markers: dict[str, Terrain] = {}  # CTEC: wreck, wire, ditch, improved, mines
        self.numbers: dict[str, int] = {}  # tables.toml: every other number the rules name


class Map:
    """A map as printed: terrain and lines by hex index (column by column, see geometry.hexes)."""

    __slots__ = ("columns", "digest", "key", "name", "railroad", "road", "rows", "terrain")

    def __init__(self, key: str, name: str, columns: int, rows: int, digest: str) -> None:
        self.key = key
        self.name = name
        self.columns = columns
        self.rows = rows
        self.digest = digest
        self.terrain: list[Terrain] = []  # a bridge hex has the terrain "bridge"
        self.road: list[bool] = []  # bridges are road
        self.railroad: list[bool] = []


class UnitSpec:
    """One counter of an order of battle."""

    __slots__ = ("attached", "id", "leader", "mounted", "name", "places_smoke", "reduced", "type", "weapon")

    def __init__(self, id: str, name: str, type: UnitType) -> None:
        self.id = id  # "t34-76-3", unique in the scenario
        self.name = name  # "T-34/76 #3"
        self.type = type
        self.reduced = False
        self.mounted = False
        self.attached = False  # 2.4.r
        self.places_smoke = False  # UPS
        self.weapon: SupportWeapon | None = None
        self.leader: tuple[int, int] | None = None  # 10.5: (Leadership, Morale)


class FormationSpec:
    """2.10 A Formation: HQ, optional sub-HQs, units; where and when it sets up or enters."""

    __slots__ = (
        "commissar",
        "edges",
        "entry_turn",
        "free_weapons",
        "hq",
        "key",
        "name",
        "one_edge",
        "side",
        "sub_hqs",
        "units",
        "zone",
    )

    def __init__(self, key: str, name: str, side: int, hq: HqType | None) -> None:
        self.key = key
        self.name = name
        self.side = side
        self.hq = hq
        self.sub_hqs: list[HqType] = []
        self.units: list[UnitSpec] = []
        self.commissar = False  # CM: assigned to a platoon at setup
        self.free_weapons: list[SupportWeapon] = []  # 2.7.1: assigned to a platoon at setup
        self.entry_turn = 0  # 0: sets up on the map
        self.zone: list[int] = []  # set-up hexes
        self.edges: list[list[int]] = []  # entry hexes; more than one group: a choice of edges
        self.one_edge = False  # S1.sov2: the whole Formation enters by one group


class Mission:
    """10.2.a An artillery fire mission: dice and To-Hit; HE only missions cannot fire smoke."""

    __slots__ = ("firepower", "he_only", "name", "to_hit")

    def __init__(self, name: str, firepower: int, to_hit: int, he_only: bool) -> None:
        self.name = name  # "34"
        self.firepower = firepower
        self.to_hit = to_hit
        self.he_only = he_only


class SideSpec:
    """One side's support and its defensive measures to place (13.1.b)."""

    __slots__ = ("aircraft", "defences", "designated", "fate", "key", "missions", "name")

    def __init__(self, key: str, name: str) -> None:
        self.key = key  # "german"
        self.name = name  # "German"
        self.fate = 0
        self.missions: list[Mission] = []
        self.designated = 0  # DF: markers in the cup
        self.aircraft: list[AircraftType] = []
        self.defences: dict[str, int] = {}  # improved, mines, wire, ditch: how many to place


class Victory:
    """13.1.e What must be true at the end for the side that attacks to win."""

    __slots__ = (
        "bridge",
        "count",
        "edge",
        "exit_points",
        "hexes",
        "hq_points",
        "kind",
        "points",
        "reason_lost",
        "reason_won",
        "rule",
        "side",
        "step_points",
    )

    def __init__(self, kind: str, side: int, rule: str) -> None:
        # "railroad_chain": `count` joined hexes; "control": all of `bridge` and `count` of `hexes`;
        # "exit": `count` units through `edge`; "points": `count` Victory Points
        self.kind = kind
        self.side = side  # who wins when it is true; the other side wins when not
        self.rule = rule
        self.count = 0
        self.bridge: list[int] = []
        self.hexes: list[int] = []
        self.edge: list[int] = []  # where units of the side may leave the map; none: nobody may
        # Victory Points, for "points" only:
        self.points: dict[int, int] = {}  # for control of each of `hexes`
        self.step_points = 0  # for each enemy step eliminated
        self.hq_points = 0  # for each enemy HQ out of play for good
        self.exit_points = 0  # for each own unit exited at full strength
        self.reason_won = ""
        self.reason_lost = ""


class Scenario:
    """A battle to play."""

    __slots__ = (
        "axis",
        "background",
        "chaos",
        "date",
        "default_setup",
        "digest",
        "end_turn_markers",
        "first_formations",
        "formations",
        "id",
        "map",
        "may_go_first",
        "mortar_smoke",
        "name",
        "plane_roll",
        "rulebook",
        "setup_order",
        "sides",
        "smoke_allowed",
        "turns",
        "victory",
        "water_is_clear",
    )

    def __init__(self, id: str, name: str, rulebook: Rulebook, map: Map) -> None:
        self.id = id  # "nations_at_war/cats-in-the-mist"
        self.name = name
        self.rulebook = rulebook
        self.map = map
        self.digest = ""  # of the scenario file, the map and the data it rests on
        self.date = ""
        self.background = ""
        self.turns = 0
        self.end_turn_markers = 2
        self.sides: list[SideSpec] = []  # two
        self.axis = 0  # 3.2.a ruling: the side that draws first on odd turns
        self.formations: list[FormationSpec] = []
        self.setup_order: list[int] = []  # sides in the order they set up
        self.chaos = 0  # 8.0: markers in the cup
        # Special scenario rules: named switches that a chapter reads.
        self.smoke_allowed = True  # S1.ssr1
        self.mortar_smoke = 1  # 2.5.5.2.a: the level that mortars fire
        self.water_is_clear = False  # S1.area
        self.may_go_first: list[str] = []  # S1.ssr2: Formation keys
        self.first_formations: list[str] = []  # S2.ssr1: these all activate before the first draw of turn 1
        self.plane_roll = 0  # S2.ssr2: 1d6 + turn at or above this removes the recon plane; 0: never
        self.victory = Victory("control", 0, "")
        # id of a unit, HQ key or "improved"/"mines"... -> where; used for automatic set-up and tests
        self.default_setup: list[tuple[str, str]] = []
