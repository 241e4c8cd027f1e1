"""Chapter 13: what a scenario says. Read from data/scenarios/*.toml or from a user's folder."""

import msgspec

from sandtable.content.header import Header
from sandtable.content.hex_names import HexMap
from sandtable.systems.nations_at_war.state.counters import AircraftType, HqType, SupportWeapon, Terrain, UnitType
from sandtable.table.battle import Printed


class Rulebook(Printed):
    """Everything printed once for all scenarios: counters, charts, numbers (data/*.toml)."""

    units: dict[str, UnitType] = {}
    hqs: dict[str, HqType] = {}
    weapons: dict[str, SupportWeapon] = {}
    aircraft: dict[str, AircraftType] = {}
    terrain: dict[str, Terrain] = {}  # by key: clear, hill, woods, wooded_hill, city, ...
    markers: dict[str, Terrain] = {}  # CTEC: wreck, wire, ditch, improved, mines
    numbers: dict[str, int] = {}  # tables.toml: every other number the rules name


class Map(HexMap):
    """A map as printed: terrain and lines by hex index (column by column, see geometry.hexes)."""

    terrain: list[Terrain] = []  # a bridge hex has the terrain "bridge"
    road: list[bool] = []  # bridges are road
    railroad: list[bool] = []


class UnitSpec(Printed):
    """One counter of an order of battle."""

    id: str  # "t34-76-3", unique in the scenario
    name: str  # "T-34/76 #3"
    type: UnitType
    reduced: bool = False
    mounted: bool = False
    attached: bool = False  # 2.4.r
    places_smoke: bool = False  # UPS
    weapon: SupportWeapon | None = None
    leader: tuple[int, int] | None = None  # 10.5: (Leadership, Morale)


class FormationSpec(Printed):
    """2.10 A Formation: HQ, optional sub-HQs, units; where and when it sets up or enters."""

    key: str
    name: str
    side: int
    hq: HqType | None
    sub_hqs: list[HqType] = []
    units: list[UnitSpec] = []
    commissar: bool = False  # CM: assigned to a platoon at setup
    free_weapons: list[SupportWeapon] = []  # 2.7.1: assigned to a platoon at setup
    entry_turn: int = 0  # 0: sets up on the map
    zone: list[int] = []  # set-up hexes
    edges: list[list[int]] = []  # entry hexes; more than one group: a choice of edges
    one_edge: bool = False  # S1.sov2: the whole Formation enters by one group


class Mission(Printed):
    """10.2.a An artillery fire mission: dice and To-Hit; HE only missions cannot fire smoke."""

    name: str  # "34"
    firepower: int
    to_hit: int
    he_only: bool


class SideSpec(Printed):
    """One side's support and its defensive measures to place (13.1.b)."""

    key: str  # "german"
    name: str  # "German"
    fate: int = 0
    missions: list[Mission] = []
    designated: int = 0  # DF: markers in the cup
    aircraft: list[AircraftType] = []
    defences: dict[str, int] = {}  # improved, mines, wire, ditch: how many to place


class Victory(Printed):
    """13.1.e What must be true at the end for the side that attacks to win."""

    kind: str
    side: int  # who wins when it is true; the other side wins when not
    rule: str
    count: int = 0
    bridge: list[int] = []
    hexes: list[int] = []
    edge: list[int] = []  # where units of the side may leave the map; none: nobody may
    # Victory Points, for "points" only:
    points: dict[int, int] = {}  # for control of each of `hexes`
    step_points: int = 0  # for each enemy step eliminated
    hq_points: int = 0  # for each enemy HQ out of play for good
    exit_points: int = 0  # for each own unit exited at full strength
    reason_won: str = ""
    reason_lost: str = ""


class Scenario(Header):
    """A battle to play (3.0.b)."""

    rulebook: Rulebook
    map: Map
    turns: int = 0  # 13.1.d
    end_turn_markers: int = 2  # 2.12.2, or three (3.2.c)
    sides: list[SideSpec] = []  # two
    axis: int = 0  # 3.2.a ruling: the side that draws first on odd turns
    formations: list[FormationSpec] = []
    setup_order: list[int] = []  # sides in the order they set up
    chaos: int = 0  # 8.0: markers in the cup
    # Special scenario rules: named switches that a chapter reads.
    smoke_allowed: bool = True  # S1.ssr1
    mortar_smoke: int = 1  # 2.5.5.2.a: the level that mortars fire
    water_is_clear: bool = False  # S1.area
    may_go_first: list[str] = []  # S1.ssr2: Formation keys
    first_formations: list[str] = []  # S2.ssr1: these all activate before the first draw of turn 1
    plane_roll: int = 0  # S2.ssr2: 1d6 + turn at or above this removes the recon plane; 0: never
    victory: Victory = msgspec.field(default_factory=lambda: Victory("control", 0, ""))
    # id of a unit, HQ key or "improved"/"mines"... -> where; used for automatic set-up and tests
    default_setup: list[tuple[str, str]] = []
