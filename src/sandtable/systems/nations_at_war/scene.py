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

from collections.abc import Callable

from sandtable.content.problems import Problems
from sandtable.content.scenes import Words, hex_called, known, read_scene, split_map, value
from sandtable.systems.nations_at_war.reading.book import rulebook
from sandtable.systems.nations_at_war.reading.maps import BRIDGE, LINES, RAILROAD, ROAD
from sandtable.systems.nations_at_war.state import pieces
from sandtable.systems.nations_at_war.state import scenario as scenarios
from sandtable.systems.nations_at_war.state.counters import Terrain
from sandtable.systems.nations_at_war.state.ground import Ground
from sandtable.systems.nations_at_war.state.pieces import Battle, Unit, empty_battle, new_formation, new_hq, new_unit

SIDES = ("german", "soviet")
PHASES = {
    "setup": pieces.SETUP,
    "start": pieces.TURN_START,
    "draw": pieces.DRAW,
    "command": pieces.COMMAND,
    "rally": pieces.RALLY,
    "missions": pieces.MISSIONS,
    "operations": pieces.OPERATIONS,
    "removal": pieces.REMOVAL,
}
ELSEWHERE = {"off": pieces.OFF_MAP, "eliminated": pieces.ELIMINATED, "exited": pieces.EXITED}

# Words and the fields they set: masks of the battle, smoke, flags of units and HQs, numbers of the scenario.
MARKERS = {
    "wreck": "wrecks",
    "improved": "improved",
    "mines": "mines",
    "wire": "wire",
    "ditch": "ditches",
    "bridge-out": "bridge_out",
}
SMOKE = {"smoke1": 1, "smoke2": 2}
UNIT_WORDS = {
    "mounted": "mounted",
    "disrupted": "disrupted",
    "ops": "ops_complete",
    "ooc": "out_of_command",
    "overwatch": "overwatch",
    "smoke": "places_smoke",
}
HQ_WORDS = ("led", "moved", "halved")
NUMBERS = {
    "mortar-smoke": "mortar_smoke",
    "turns": "turns",
    "end-turns": "end_turn_markers",
    "chaos": "chaos",
    "plane-roll": "plane_roll",
}


def scene(text: str) -> Battle:
    """A battle from its text; raises ContentError with everything that is wrong with it."""
    return read_scene(text, build)


def build(lines: list[Words], problems: Problems) -> Battle:
    rows, rest = split_map(lines, 2, problems)
    scenario = scenarios.Scenario("nations_at_war/scene", "Scene", rulebook(), read_rows(rows, problems))
    scenario.turns = 8
    scenario.sides = [scenarios.SideSpec(key, key.capitalize()) for key in SIDES]
    scenario.setup_order = [0, 1]
    scenario.victory = scenarios.Victory("control", 0, "13.1.e")
    scenario.victory.count = 1
    scenario.victory.reason_won, scenario.victory.reason_lost = "the hexes are held", "the hexes are not held"
    problems.check()
    return Builder(scenario, problems).build(rest)


def read_rows(rows: list[Words], problems: Problems) -> scenarios.Map:
    """The little map: base terrain and line sign of each hex."""
    book = rulebook()
    map = scenarios.Map("scene", "Scene", len(rows[0]), len(rows), "")
    letters: dict[str, Terrain] = {kind.letter: kind for kind in book.terrain.values() if kind.letter}
    for q in range(map.columns):
        for r, row in enumerate(rows):
            base, line = row[q][0], row[q][1]
            if base not in letters or line not in LINES:
                problems.add(f"map row {r + 1}, hex {q + 1}", f"{row[q]!r} is not a terrain")
                base = "."
            map.terrain.append(book.terrain["bridge"] if line == BRIDGE else letters[base])
            map.road.append(line in ROAD)
            map.railroad.append(line in RAILROAD)
    return map


class Builder:
    """Turns the lines of a scene into a battle."""

    def __init__(self, scenario: scenarios.Scenario, problems: Problems) -> None:
        self.scenario = scenario
        self.problems = problems
        self.ground = Ground(scenario.map, scenario.rulebook, False)
        self.specs: dict[str, scenarios.FormationSpec] = {}
        self.units: list[tuple[scenarios.FormationSpec, scenarios.UnitSpec, Words]] = []
        self.hqs: list[tuple[scenarios.FormationSpec, Words]] = []
        self.rest: list[Words] = []
        self.morale = 7

    def hex(self, name: str) -> int:
        if name in ELSEWHERE:
            return ELSEWHERE[name]
        return hex_called(name, self.ground.index, self.problems)

    def formation(self, side: str, words: Words) -> scenarios.FormationSpec:
        key = value(words, "in", side)
        if key not in self.specs:
            self.specs[key] = scenarios.FormationSpec(key, key.capitalize(), SIDES.index(side), None)
        return self.specs[key]

    def build(self, lines: list[Words]) -> Battle:
        for words in lines:
            self.read(words)
        self.problems.check()
        self.scenario.formations = list(self.specs.values())
        battle = empty_battle(self.scenario, self.ground)
        self.place_units(battle)
        self.place_hqs(battle)
        battle.phase = pieces.OPERATIONS
        for words in self.rest:
            self.place(battle, words)
        if (
            battle.active < 0
            and battle.phase in (pieces.COMMAND, pieces.RALLY, pieces.MISSIONS, pieces.OPERATIONS)
            and battle.formations
        ):
            battle.active = 0
        self.problems.check()
        return battle

    def read(self, words: Words) -> None:
        """One line: pieces and what the scenario says are noted first, the rest is read when they stand."""
        word = words[0]
        if word in SIDES and words[1] in ("hq", "sub-hq"):
            self.note_hq(words)
        elif word in SIDES:
            self.note_unit(words)
        elif word in NUMBERS:
            setattr(self.scenario, NUMBERS[word], int(words[1]))
        elif word in SETTINGS:
            SETTINGS[word](self, words)
        else:
            self.rest.append(words)

    # Pieces --------------------------------------------------------------------------------------

    def note_hq(self, words: Words) -> None:
        book = self.scenario.rulebook
        if known(words[2], book.hqs, "HQ", self.problems):
            spec = self.formation(words[0], words)
            if words[1] == "hq":
                spec.hq = book.hqs[words[2]]
            else:
                spec.sub_hqs.append(book.hqs[words[2]])
            self.hqs.append((spec, words))

    def note_unit(self, words: Words) -> None:
        book = self.scenario.rulebook
        if known(words[1], book.units, "unit type", self.problems):
            spec = self.formation(words[0], words)
            unit = scenarios.UnitSpec(words[2], words[2], book.units[words[1]])
            spec.units.append(unit)
            self.units.append((spec, unit, words))

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
                    unit.hex, unit.carrier = pieces.CARRIED, other.index
                elif word == "commissar":
                    b.formations[unit.formation].commissar = unit.index
            if unit.hex >= 0:
                b.control[unit.side] |= 1 << unit.hex

    def dress(self, unit: Unit, words: Words) -> None:
        """The states of a unit."""
        unit.hex = self.hex(words[words.index("at") + 1])
        unit.began = unit.hex
        unit.steps = 0 if unit.hex == pieces.ELIMINATED else 1 if "reduced" in words else unit.type.steps
        for word, flag in UNIT_WORDS.items():
            setattr(unit, flag, word in words)
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
            if hq.hex == pieces.ELIMINATED:
                hq.steps = 0
            for word in HQ_WORDS:
                setattr(hq, word, word in words)
            b.hqs.append(hq)

    # What the scenario says ----------------------------------------------------------------------

    def side(self, key: str) -> scenarios.SideSpec:
        known(key, SIDES, "side", self.problems)
        return self.scenario.sides[SIDES.index(key)]

    def no_smoke(self, words: Words) -> None:
        self.scenario.smoke_allowed = False

    def set_morale(self, words: Words) -> None:
        self.morale = int(words[1])

    def designated(self, words: Words) -> None:
        self.side(words[1]).designated = int(words[2])

    def aircraft(self, words: Words) -> None:
        self.side(words[1]).aircraft.append(self.scenario.rulebook.aircraft[words[2]])

    def mission(self, words: Words) -> None:
        digits = words[2]
        mission = scenarios.Mission(digits, int(digits[0]), int(digits[1]), "smoke" not in words)
        self.side(words[1]).missions.append(mission)

    def fate(self, words: Words) -> None:
        self.side(words[1]).fate = int(words[2])

    def defence(self, words: Words) -> None:
        self.side(words[1]).defences[words[2]] = int(words[3])

    # Markers and the state of the turn -----------------------------------------------------------

    def place(self, b: Battle, words: Words) -> None:
        """One of the lines that are read when all pieces stand."""
        if words[0] not in PLACED:
            self.problems.add("", f"a scene has no line {' '.join(words)!r}")
            return
        PLACED[words[0]](self, b, words)

    def markers(self, b: Battle, words: Words) -> None:
        for name in words[2:]:
            self.mark(b, words[1], self.hex(name))

    def mark(self, b: Battle, kind: str, place: int) -> None:
        if kind in MARKERS:
            setattr(b, MARKERS[kind], getattr(b, MARKERS[kind]) | 1 << place)
        elif kind in SMOKE:
            b.set_smoke(place, SMOKE[kind])
        else:
            self.problems.unknown("", "marker", kind, [*MARKERS, *SMOKE])

    def turn(self, b: Battle, words: Words) -> None:
        b.turn = int(words[1])

    def active(self, b: Battle, words: Words) -> None:
        b.active = self.formation_index(b, words[2] if len(words) > 2 else words[1])

    def formation_index(self, b: Battle, key: str) -> int:
        return [formation.key for formation in b.formations].index(key)

    def phase(self, b: Battle, words: Words) -> None:
        b.phase = PHASES[words[1]]

    def cup(self, b: Battle, words: Words) -> None:
        b.cup = sorted(words[1:])

    def plane(self, b: Battle, words: Words) -> None:
        b.plane = self.hex(words[1])
        b.plane_active = True

    def barrage(self, b: Battle, words: Words) -> None:
        turn = int(value(words, "turn", str(b.turn)))
        b.barrages.append((SIDES.index(words[1]), self.hex(words[2]), turn))

    def drawer(self, b: Battle, words: Words) -> None:
        b.drawer = SIDES.index(words[1])

    def held(self, b: Battle, words: Words) -> None:
        b.held[SIDES.index(words[1])] = int(words[2])

    def missed(self, b: Battle, words: Words) -> None:
        for key in words[1:]:
            b.formations[self.formation_index(b, key)].missed = True

    def control(self, b: Battle, words: Words) -> None:
        side = SIDES.index(words[1])
        for name in words[2:]:
            b.control[side] |= 1 << self.hex(name)
            b.control[1 - side] &= ~(1 << self.hex(name))

    def edge(self, b: Battle, words: Words) -> None:
        spec = self.formation(words[1], words)
        spec.edges.append(self.hexes(words))
        spec.entry_turn = spec.entry_turn or 1

    def zone(self, b: Battle, words: Words) -> None:
        self.formation(words[1], words).zone += self.hexes(words)

    def hexes(self, words: Words) -> list[int]:
        """The hexes named after a side; the others are words."""
        return [self.hex(word) for word in words[2:] if "=" not in word]

    # Victory -------------------------------------------------------------------------------------

    def win(self, b: Battle, words: Words) -> None:
        """Hexes whose control wins."""
        victory = self.scenario.victory
        victory.side = SIDES.index(words[1])
        victory.hexes = [self.hex(name) for name in words[2:]]
        victory.count = len(words) - 2

    def win_otherwise(self, b: Battle, words: Words) -> None:
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
        victory.reason_won, victory.reason_lost = "the attacker has enough", "the attacker does not have enough"


# The lines of a scene by their first word: what is read before the pieces stand, and after.
SETTINGS: dict[str, Callable[[Builder, Words], None]] = {
    "no-smoke": Builder.no_smoke,
    "morale": Builder.set_morale,
    "designated": Builder.designated,
    "aircraft": Builder.aircraft,
    "mission": Builder.mission,
    "fate": Builder.fate,
    "defence": Builder.defence,
}
PLACED: dict[str, Callable[[Builder, Battle, Words], None]] = {
    "marker": Builder.markers,
    "turn": Builder.turn,
    "active": Builder.active,
    "phase": Builder.phase,
    "cup": Builder.cup,
    "plane": Builder.plane,
    "barrage": Builder.barrage,
    "drawer": Builder.drawer,
    "held": Builder.held,
    "missed": Builder.missed,
    "control": Builder.control,
    "edge": Builder.edge,
    "zone": Builder.zone,
    "win": Builder.win,
    "exit": Builder.win_otherwise,
    "points": Builder.win_otherwise,
}
