"""A battle from a few lines of text, as a FEN string is for chess: for tests, for `sandtable odds`, for puzzles.

    .. W. .r
    .. H. .r
    german tiger-i T1 at A1
    german hq 505th-hvy-pz-hq at A1
    soviet t-34-76 S1 at C2 disrupted reduced
    marker wreck C2

First the map, two signs a hex as in data/maps; then, in any order and each on its own line:

    SIDE TYPE ID at HEX [words]     a unit; HEX may be `off` (waiting to enter), `eliminated` or `exited`
    SIDE hq KEY at HEX [words]      the HQ of the Formation (`sub-hq` for a sub-HQ)
    marker KIND HEX ...             wreck, improved, mines, wire, ditch, bridge-out, smoke1, smoke2
    fate SIDE N · mission SIDE NAME [smoke] · aircraft SIDE KEY · plane HEX · barrage SIDE HEX [turn=N]
    control SIDE HEX ... · edge SIDE HEX ... [in FORMATION] · defence SIDE KIND N · zone SIDE HEX ...
    turn N · turns N · end-turns N · active SIDE [FORMATION] · phase NAME · cup MARKER ... · drawer SIDE
    no-smoke · mortar-smoke LEVEL · designated SIDE N · chaos N · morale N
    win SIDE HEX ...                victory by control of all these hexes
    exit SIDE N by HEX ...          victory by N units that leave the map by these hexes
    points SIDE N [HEX=N ...] [step=N] [hq=N] [exit=N by HEX ...]

Words of a unit: reduced, disrupted, ops (Ops Complete), ooc (Out of Command), overwatch, mounted, smoke (may place
smoke), attached, in=FORMATION, weapon=KEY, leader=LEADERSHIP/MORALE, commissar, acquired=ID, spent=N, aboard=ID.
"""

from sandtable.content.problems import Problems
from sandtable.content.scenes import Words, known, read_scene, split_map, value
from sandtable.systems.nations_at_war.reading.book import rulebook
from sandtable.systems.nations_at_war.reading.maps import BRIDGE, LINES, RAILROAD, ROAD
from sandtable.systems.nations_at_war.state.counters import Terrain
from sandtable.systems.nations_at_war.state.ground import Ground
from sandtable.systems.nations_at_war.state.pieces import (
    CARRIED,
    COMMAND,
    DRAW,
    ELIMINATED,
    EXITED,
    MISSIONS,
    OFF_MAP,
    OPERATIONS,
    RALLY,
    REMOVAL,
    SETUP,
    TURN_START,
    Battle,
    Unit,
    empty_battle,
    new_formation,
    new_hq,
    new_unit,
)
from sandtable.systems.nations_at_war.state.scenario import (
    FormationSpec,
    Map,
    Mission,
    Scenario,
    SideSpec,
    UnitSpec,
    Victory,
)

SIDES = ("german", "soviet")
PHASES = {
    "setup": SETUP,
    "start": TURN_START,
    "draw": DRAW,
    "command": COMMAND,
    "rally": RALLY,
    "missions": MISSIONS,
    "operations": OPERATIONS,
    "removal": REMOVAL,
}
ELSEWHERE = {"off": OFF_MAP, "eliminated": ELIMINATED, "exited": EXITED}
MARKERS = ("wreck", "improved", "mines", "wire", "ditch", "bridge-out", "smoke1", "smoke2")


def scene(text: str) -> Battle:
    """A battle from its text; raises ContentError with everything that is wrong with it."""
    return read_scene(text, build)


def build(lines: list[Words], problems: Problems) -> Battle:
    rows, rest = split_map(lines, 2, problems)
    scenario = Scenario("nations_at_war/scene", "Scene", rulebook(), read_rows(rows, problems))
    scenario.turns = 8
    scenario.sides = [SideSpec(key, key.capitalize()) for key in SIDES]
    scenario.setup_order = [0, 1]
    scenario.victory = Victory("control", 0, "13.1.e")
    scenario.victory.count = 1
    scenario.victory.reason_won, scenario.victory.reason_lost = "the hexes are held", "the hexes are not held"
    problems.check()
    return Builder(scenario, problems).build(rest)


def read_rows(rows: list[Words], problems: Problems) -> Map:
    """The little map: base terrain and line sign of each hex."""
    book = rulebook()
    map = Map("scene", "Scene", len(rows[0]), len(rows), "")
    letters: dict[str, Terrain] = {kind.letter: kind for kind in book.terrain.values() if kind.letter}
    for q in range(map.columns):
        for r, row in enumerate(rows):
            base, line = row[q][0], row[q][1]
            if base not in letters or line not in LINES:
                problems.add(f"map row {r + 1}, hex {q + 1}", f"no terrain is written {row[q]!r}")
                base = "."
            map.terrain.append(book.terrain["bridge"] if line == BRIDGE else letters[base])
            map.road.append(line in ROAD)
            map.railroad.append(line in RAILROAD)
    return map


class Builder:
    """Turns the lines of a scene into a battle."""

    def __init__(self, scenario: Scenario, problems: Problems) -> None:
        self.scenario = scenario
        self.problems = problems
        self.ground = Ground(scenario.map, scenario.rulebook, False)
        self.specs: dict[str, FormationSpec] = {}
        self.units: list[tuple[FormationSpec, UnitSpec, Words]] = []
        self.hqs: list[tuple[FormationSpec, Words]] = []
        self.rest: list[Words] = []
        self.morale = 7

    def hex(self, name: str) -> int:
        if name in ELSEWHERE:
            return ELSEWHERE[name]
        if name not in self.ground.index:
            self.problems.add("", f"there is no hex {name} on this map")
        return self.ground.index[name]

    def formation(self, side: str, words: Words) -> FormationSpec:
        key = value(words, "in", side)
        if key not in self.specs:
            self.specs[key] = FormationSpec(key, key.capitalize(), SIDES.index(side), None)
        return self.specs[key]

    def build(self, lines: list[Words]) -> Battle:
        for words in lines:
            self.read(words)
        self.problems.check()
        self.scenario.formations = list(self.specs.values())
        battle = empty_battle(self.scenario, self.ground)
        self.place_units(battle)
        self.place_hqs(battle)
        battle.phase = OPERATIONS
        for words in self.rest:
            self.place(battle, words)
        if battle.active < 0 and battle.phase in (COMMAND, RALLY, MISSIONS, OPERATIONS) and battle.formations:
            battle.active = 0
        self.problems.check()
        return battle

    def read(self, words: Words) -> None:
        """One line: units and HQs are noted first, the rest is read when they stand."""
        book = self.scenario.rulebook
        if words[0] in SIDES and words[1] in ("hq", "sub-hq"):
            key = words[2]
            if not known(key, book.hqs, "HQ", self.problems):
                return
            spec = self.formation(words[0], words)
            if words[1] == "hq":
                spec.hq = book.hqs[key]
            else:
                spec.sub_hqs.append(book.hqs[key])
            self.hqs.append((spec, words))
        elif words[0] in SIDES:
            type = words[1]
            if not known(type, book.units, "unit type", self.problems):
                return
            spec = self.formation(words[0], words)
            unit = UnitSpec(words[2], words[2], book.units[type])
            spec.units.append(unit)
            self.units.append((spec, unit, words))
        elif words[0] == "no-smoke":
            self.scenario.smoke_allowed = False
        elif words[0] == "mortar-smoke":
            self.scenario.mortar_smoke = int(words[1])
        elif words[0] == "morale":
            self.morale = int(words[1])
        elif words[0] == "turns":
            self.scenario.turns = int(words[1])
        elif words[0] == "end-turns":
            self.scenario.end_turn_markers = int(words[1])
        elif words[0] == "chaos":
            self.scenario.chaos = int(words[1])
        elif words[0] == "designated":
            self.side(words[1]).designated = int(words[2])
        elif words[0] == "aircraft":
            self.side(words[1]).aircraft.append(book.aircraft[words[2]])
        elif words[0] == "mission":
            digits = words[2]
            mission = Mission(digits, int(digits[0]), int(digits[1]), "smoke" not in words)
            self.side(words[1]).missions.append(mission)
        elif words[0] == "fate":
            self.side(words[1]).fate = int(words[2])
        elif words[0] == "defence":
            self.side(words[1]).defences[words[2]] = int(words[3])
        elif words[0] == "plane-roll":
            self.scenario.plane_roll = int(words[1])
        else:
            self.rest.append(words)

    def side(self, key: str) -> SideSpec:
        known(key, SIDES, "side", self.problems)
        return self.scenario.sides[SIDES.index(key)]

    def place_units(self, b: Battle) -> None:
        specs = self.scenario.formations
        self.units.sort(key=lambda entry: (entry[0].side, specs.index(entry[0])))
        for spec, counter, words in self.units:
            unit = new_unit(len(b.units), counter.id, counter.name, spec.side, specs.index(spec), counter.type)
            b.units.append(unit)
            self.dress(unit, words)
        cut = sum(1 for unit in b.units if unit.side == 0)
        b.units_of = (b.units[:cut], b.units[cut:])
        for spec in specs:
            b.formations.append(new_formation(len(b.formations), spec, b.units, self.morale))
        for unit, (_, _, words) in zip(b.units, self.units, strict=True):
            for word in words:
                other = next((u for u in b.units if word in (f"acquired={u.id}", f"aboard={u.id}")), None)
                if other is not None and word.startswith("acquired="):
                    unit.acquired = other.index
                elif other is not None:
                    unit.hex, unit.carrier = CARRIED, other.index
                elif word == "commissar":
                    b.formations[unit.formation].commissar = unit.index
            if unit.hex >= 0:
                b.control[unit.side] |= 1 << unit.hex

    def dress(self, unit: Unit, words: Words) -> None:
        """The states of a unit."""
        unit.hex = self.hex(words[words.index("at") + 1])
        unit.began = unit.hex
        unit.steps = 0 if unit.hex == ELIMINATED else 1 if "reduced" in words else unit.type.steps
        unit.mounted = "mounted" in words
        unit.disrupted = "disrupted" in words
        unit.ops_complete = "ops" in words
        unit.out_of_command = "ooc" in words
        unit.overwatch = "overwatch" in words
        unit.places_smoke = "smoke" in words
        for word in words:
            name, _, what = word.partition("=")
            if name == "weapon":
                unit.weapon = self.scenario.rulebook.weapons[what]
            elif name == "leader":
                unit.leader = (int(what.split("/")[0]), int(what.split("/")[1]))
            elif name == "spent":
                unit.spent = int(what)
            elif name == "demolition":
                unit.demolition = int(what)
                unit.ops_complete = True
        unit.show()

    def place_hqs(self, b: Battle) -> None:
        for spec, words in self.hqs:
            type = self.scenario.rulebook.hqs[words[2]]
            hq = new_hq(len(b.hqs), spec.side, self.scenario.formations.index(spec), type)
            where = words[words.index("at") + 1]
            hq.hex = self.hex(where)
            if "reduced" in words:
                hq.steps = 1
            if hq.hex == ELIMINATED:
                hq.steps = 0
            hq.led = "led" in words
            hq.moved = "moved" in words
            hq.halved = "halved" in words
            b.hqs.append(hq)

    def place(self, b: Battle, words: Words) -> None:
        """Markers and the state of the turn."""
        kind = words[0]
        if kind == "marker":
            for name in words[2:]:
                self.mark(b, words[1], self.hex(name))
        elif kind == "turn":
            b.turn = int(words[1])
        elif kind == "active":
            key = words[2] if len(words) > 2 else words[1]
            b.active = [formation.key for formation in b.formations].index(key)
        elif kind == "phase":
            b.phase = PHASES[words[1]]
        elif kind == "cup":
            b.cup = sorted(words[1:])
        elif kind == "plane":
            b.plane = self.hex(words[1])
            b.plane_active = True
        elif kind == "barrage":
            turn = int(value(words, "turn", str(b.turn)))
            b.barrages.append((SIDES.index(words[1]), self.hex(words[2]), turn))
        elif kind == "drawer":
            b.drawer = SIDES.index(words[1])
        elif kind == "control":
            for name in words[2:]:
                b.control[SIDES.index(words[1])] |= 1 << self.hex(name)
                b.control[1 - SIDES.index(words[1])] &= ~(1 << self.hex(name))
        elif kind in ("edge", "zone"):
            names = [word for word in words[2:] if "=" not in word]
            places = [self.hex(name) for name in names]
            spec = self.formation(words[1], words)
            if kind == "edge":
                spec.edges.append(places)
                spec.entry_turn = spec.entry_turn or 1
            else:
                spec.zone += places
        elif kind == "held":
            b.held[SIDES.index(words[1])] = int(words[2])
        elif kind == "missed":
            for key in words[1:]:
                b.formations[[f.key for f in b.formations].index(key)].missed = True
        elif kind == "win":  # win SIDE HEX ...: hexes whose control wins
            self.scenario.victory.side = SIDES.index(words[1])
            self.scenario.victory.hexes = [self.hex(name) for name in words[2:]]
            self.scenario.victory.count = len(words) - 2
        elif kind in ("exit", "points"):
            self.win_otherwise(words)
        else:
            self.problems.add("", f"a scene has no line {' '.join(words)!r}")

    def win_otherwise(self, words: Words) -> None:
        """13.1.e Victory by exits or by points: "points german 4 B1=2 step=1 exit=2 by E1 E2"."""
        victory = self.scenario.victory
        victory.kind, victory.side, victory.count = words[0], SIDES.index(words[1]), int(words[2])
        edge = words.index("by") if "by" in words else len(words)
        victory.edge = [self.hex(name) for name in words[edge + 1 :]]
        for word in words[3:edge]:
            name, _, points = word.partition("=")
            if name == "step":
                victory.step_points = int(points)
            elif name == "hq":
                victory.hq_points = int(points)
            elif name == "exit":
                victory.exit_points = int(points)
            else:
                victory.points[self.hex(name)] = int(points)
        victory.hexes = list(victory.points)
        victory.reason_won, victory.reason_lost = "the attacker has enough", "the attacker has not enough"

    def mark(self, b: Battle, kind: str, place: int) -> None:
        bit = 1 << place
        if kind == "wreck":
            b.wrecks |= bit
        elif kind == "improved":
            b.improved |= bit
        elif kind == "mines":
            b.mines |= bit
        elif kind == "wire":
            b.wire |= bit
        elif kind == "ditch":
            b.ditches |= bit
        elif kind == "bridge-out":
            b.bridge_out |= bit
        elif kind in ("smoke1", "smoke2"):
            b.set_smoke(place, int(kind[-1]))
        else:
            self.problems.unknown("", "marker", kind, MARKERS)
