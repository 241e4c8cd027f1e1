"""A battle from a few lines of text, as a FEN string is for chess: for tests and puzzles.

    .0 .0 w0 .0
    .0 .1 .1 .0
    blue officer Jones at A000 type=jones
    blue us-infantry P1 at A000
    red grenadier G1 at A301 reaction=0
    turn 2

First the map: cells of a terrain letter and a level, or one line `layout A B~` for map sheets of ours. On a small map
the hexes are called A000 (column 0, row 0), A101 ..., odd columns half a hex lower, and all are whole. Then, in any
order and each on its own line:

    SIDE COUNTER ID at HEX [words]    a platoon; HEX may be off, dead or exited
    SIDE officer ID at HEX [words]    an officer: type=KEY, or morale=N lead=N range=N, role=high-ranking
    ground HEX CELL · road|trail|railroad A000 A100 ... · river [N] A000 A100 ... [SE]
    bocage A000/A100 ... · river-kind minor|major|dry
    fords|pontoons|foot-pontoons|wire|roadblocks|ditches HEX ... · improved SIDE HEX ...
    boats · spotting N · fire-modifier N · baseline SIDE EDGE · exits SIDE HEX ... · attacker SIDE · bonus SIDE N
    entry COMPANY TURN HEX ... [road] · objective NAME HEX [SIDE] · award KIND SIDE POINTS [HEX ...] [turn=N]
    turns N · turn N · side SIDE · initiative SIDE · phase setup|start|activation|removal · actor ID · passes N
    replacement SIDE KEY · markers SIDE N · fallen COMPANY [KIND] (its officer fell in the last turn)

Words of a unit: of=COMPANY (else a company called like its side), lost=N, veteran, green, routed, finished, active,
used, moving, tried, ooc, discipline, reaction=TURN, doubled=TURN, bank=left|right|either, spent=N, waiting=HEX.
"""

from collections.abc import Callable

from sandtable.content.maps import load_map
from sandtable.content.problems import Problems
from sandtable.content.scenes import Words, read_known, read_scene, split_map, value
from sandtable.systems.war_storm.reading.book import KEY, rulebook
from sandtable.systems.war_storm.reading.maps import MAPS, sheet_from
from sandtable.systems.war_storm.rules.setup import new_battle
from sandtable.systems.war_storm.state.board import SIDES as HEX_SIDES
from sandtable.systems.war_storm.state.board import Board, Line, Placement, compose
from sandtable.systems.war_storm.state.book import COMPANY, GREEN, ROLES, STANDARD, VETERAN, OfficerType
from sandtable.systems.war_storm.state.pieces import (
    ACTIVATION,
    EITHER,
    ELIMINATED,
    EXITED,
    LEFT,
    NEVER,
    NO_BANK,
    OFF_MAP,
    REMOVAL,
    RIGHT,
    SETUP,
    STEPS,
    TURN_START,
    Battle,
    Officer,
    Platoon,
    Unit,
)
from sandtable.systems.war_storm.state.scenario import (
    Award,
    CompanySpec,
    Entry,
    Objective,
    PlatoonSpec,
    Scenario,
    SideSpec,
)

SIDES = ("blue", "red")
NATIONS = ("american", "german")
PHASES = {"setup": SETUP, "start": TURN_START, "activation": ACTIVATION, "removal": REMOVAL}
BANKS = {"left": LEFT, "right": RIGHT, "either": EITHER}
QUALITY = {"veteran": VETERAN, "green": GREEN}
FLAGS = ("routed", "finished", "active", "used", "moving", "tried")
AWAY = {"off": OFF_MAP, "dead": ELIMINATED, "exited": EXITED}


def scene(text: str) -> Battle:
    """A battle from its text; raises ContentError with everything that is wrong with it."""
    return read_scene(text, build)


def build(lines: list[Words], problems: Problems) -> Battle:
    """The board, then all that is on it."""
    if lines[0][0] == "layout":
        board, rest = laid(lines[0][1:]), lines[1:]
    else:
        rows, rest = split_map(lines, 2, problems)
        board = small(rows)
    return Builder(board, problems).build(rest)


def laid(words: Words) -> Board:
    """Map sheets of ours: rows of letters parted by /, ~ turned about."""
    rows = " ".join(words).split("/")
    found: list[Placement] = []
    for down, row in enumerate(rows):
        for across, word in enumerate(row.split()):
            if word != ".":
                found.append(
                    Placement(
                        load_map(MAPS / f"{word[0].lower()}.toml", KEY, sheet_from), across, down, word.endswith("~")
                    )
                )
    return compose(found)


def small(rows: list[Words]) -> Board:
    """A little board of whole hexes."""
    letters = {kind.letter: kind for kind in rulebook().terrain.values()}
    board = Board(len(rows[0]), len(rows))
    for r, row in enumerate(rows):
        for q, cell in enumerate(row):
            h = q * len(rows) + r
            board.names[h] = f"A{q}{r:02}"
            board.index[board.names[h]] = h
            board.sheet_of[h] = "A"
            board.terrain[h] = letters[cell[0]]
            board.level[h] = int(cell[1])
    return board


class Builder:
    """Turns the lines of a scene into a battle."""

    def __init__(self, board: Board, problems: Problems) -> None:
        self.board = board
        self.problems = problems
        self.scenario = Scenario("war_storm/scene", "Scene", rulebook(), board)
        self.scenario.turns = 10
        for key, nation, edge in zip(SIDES, NATIONS, ("west", "east"), strict=True):
            side = SideSpec(key, key.capitalize(), key, nation)
            side.baseline = edge
            self.scenario.sides.append(side)
        self.companies: dict[str, CompanySpec] = {}
        self.words: dict[str, Words] = {}

    def hex(self, name: str) -> int:
        if name in AWAY:
            return AWAY[name]
        if name not in self.board.index:
            self.problems.add("", f"there is no hex {name} on this map")
        return self.board.index[name]

    def mask(self, names: Words) -> int:
        return sum(1 << self.hex(name) for name in names)

    def build(self, lines: list[Words]) -> Battle:
        rest = read_known(self, SCENARIO, lines)
        self.problems.check()
        self.scenario.companies = list(self.companies.values())
        b = new_battle(self.scenario)
        b.queue = []
        b.turn, b.initiative, b.phase = 1, 0, ACTIVATION
        for unit in b.units:
            self.dress(b, unit, self.words.get(unit.id, []))
        for words in rest:
            self.place(b, words)
        self.problems.check()
        return b

    # The scenario ----------------------------------------------------------------------------

    def read_ground(self, words: Words) -> None:
        h = self.hex(words[1])
        letters = {kind.letter: kind for kind in rulebook().terrain.values()}
        self.board.terrain[h], self.board.level[h] = letters[words[2][0]], int(words[2][1])

    def read_bocage(self, words: Words) -> None:
        for pair in words[1:]:
            one, two = sorted(self.hex(name) for name in pair.split("/"))
            self.board.bocage.add((one, two))

    def read_mask(self, words: Words) -> None:
        setattr(self.scenario, words[0].replace("-", "_"), self.mask(words[1:]))

    def read_number(self, words: Words) -> None:
        setattr(self.scenario, words[0].replace("-", "_"), int(words[1]))

    def read_river_kind(self, words: Words) -> None:
        self.scenario.river = words[1]

    def read_boats(self, words: Words) -> None:
        self.scenario.boats = True

    def read_entry(self, words: Words) -> None:
        road = words[-1] == "road"
        hexes = self.mask(words[3:-1] if road else words[3:])
        self.companies[words[1]].entry = Entry(int(words[2]), hexes, hexes if road else 0)

    def read_objective(self, words: Words) -> None:
        holder = SIDES.index(words[3]) if len(words) > 3 else -1
        self.scenario.objectives.append(Objective(words[1], self.hex(words[2]), holder))

    def read_award(self, words: Words) -> None:
        award = Award(words[1], SIDES.index(words[2]), int(words[3]), " ".join(words))
        award.hexes = self.mask([word for word in words[4:] if "=" not in word])
        award.turn = int(value(words, "turn", "0"))
        self.scenario.awards.append(award)

    def side(self, words: Words) -> SideSpec:
        return self.scenario.sides[SIDES.index(words[1])]

    def read_baseline(self, words: Words) -> None:
        self.side(words).baseline = words[2]

    def read_exits(self, words: Words) -> None:
        self.side(words).exits = self.mask(words[2:])

    def read_improved(self, words: Words) -> None:
        self.side(words).improved = self.mask(words[2:])

    def read_attacker(self, words: Words) -> None:
        self.side(words).attacker = True

    def read_bonus(self, words: Words) -> None:
        self.side(words).initiative = int(words[2])

    def read_markers(self, words: Words) -> None:
        self.side(words).markers = int(words[2])

    def read_replacement(self, words: Words) -> None:
        self.side(words).replacements.append(rulebook().officers[words[2]])

    def read_line(self, words: Words) -> None:
        names = words[1:]
        first = HEX_SIDES.index(names.pop(0)) + 1 if names[0] in HEX_SIDES else 0
        last = HEX_SIDES.index(names.pop()) + 1 if names[-1] in HEX_SIDES else 0
        self.board.lines.append(Line(words[0], [self.hex(name) for name in names], first, last))

    def read_unit(self, words: Words) -> None:
        book = self.scenario.rulebook
        side, id = SIDES.index(words[0]), words[2]
        key = value(words, "of", words[0])
        self.words[id] = words
        place = self.hex(words[words.index("at") + 1])
        if words[1] == "officer":
            type = self.officer_type(words)
            lone = ROLES.index(value(words, "role", ROLES[type.role])) >= ROLES.index("high-ranking")
            spec = self.companies.setdefault(id if lone else key, CompanySpec(id if lone else key, key, side))
            spec.officer, spec.officer_id, spec.hex = type, id, max(place, -1)
            return
        if words[1] not in book.counters:
            self.problems.unknown("", "counter", words[1], book.counters)
            return
        spec = self.companies.setdefault(key, CompanySpec(key, f"Company {key}", side))
        quality = next((QUALITY[word] for word in words if word in QUALITY), STANDARD)
        platoon = PlatoonSpec(id, id, book.counters[words[1]], quality)
        platoon.hex = max(place, -1)
        platoon.lost = int(value(words, "lost", "0"))
        spec.platoons.append(platoon)
        spec.officer_id = spec.officer_id or f"{key}-officer"

    def officer_type(self, words: Words) -> OfficerType:
        key = value(words, "type", "")
        if key:
            return self.scenario.rulebook.officers[key]
        nation = NATIONS[SIDES.index(words[0])]
        type = OfficerType(words[2], words[2], nation, ROLES.index(value(words, "role", ROLES[COMPANY])))
        type.morale, type.leadership = int(value(words, "morale", "7")), int(value(words, "lead", "1"))
        type.command, type.mp = int(value(words, "range", "1")), self.scenario.rulebook.numbers["officer_mp"]
        return type

    # The state -------------------------------------------------------------------------------

    def dress(self, b: Battle, unit: Unit, words: Words) -> None:
        """The states of a unit; an officer nobody wrote down is not there."""
        if not words:
            if isinstance(unit, Officer) and unit.hex == OFF_MAP:
                b.remove(unit)
            return
        where = words[words.index("at") + 1]
        if where in ("dead", "exited"):
            b.remove(unit, AWAY[where])
        for flag in FLAGS:
            if flag in words:
                setattr(unit, flag, True)
        unit.doubled = int(value(words, "doubled", str(NEVER)))
        unit.spent = int(value(words, "spent", "0"))
        waiting = value(words, "waiting", "")
        unit.waiting = self.hex(waiting) if waiting else NEVER
        if unit.hex >= 0 and b.ground.river >> unit.hex & 1:
            unit.bank = BANKS[value(words, "bank", "either")]
        else:
            unit.bank = NO_BANK
        if isinstance(unit, Platoon):
            unit.out_of_command, unit.discipline = "ooc" in words, "discipline" in words
            unit.reaction = int(value(words, "reaction", str(NEVER)))
            if unit.lost == STEPS:
                b.remove(unit)

    def place(self, b: Battle, words: Words) -> None:
        """The state of the turn."""
        place = STATE.get(words[0])
        if place is not None:
            place(self, b, words)
        else:
            self.problems.add("", f"a scene has no line {' '.join(words)!r}")

    def place_turn(self, b: Battle, words: Words) -> None:
        b.turn = int(words[1])

    def place_side(self, b: Battle, words: Words) -> None:
        b.side = SIDES.index(words[1])

    def place_initiative(self, b: Battle, words: Words) -> None:
        b.initiative = SIDES.index(words[1]) if words[1] in SIDES else NEVER

    def place_phase(self, b: Battle, words: Words) -> None:
        b.phase = PHASES[words[1]]

    def place_passes(self, b: Battle, words: Words) -> None:
        b.passes = int(words[1])

    def place_fallen(self, b: Battle, words: Words) -> None:
        company = next(each for each in b.companies if each.spec.key == words[1])
        company.replace, company.morale = True, int(value(words, "morale", "7"))
        company.kind = " ".join(words[2:]) if len(words) > 2 and "=" not in words[2] else company.kind

    def place_actor(self, b: Battle, words: Words) -> None:
        unit = b.find_unit(words[1])
        if unit is None:
            self.problems.unknown("", "unit", words[1], [each.id for each in b.units])
            return
        b.actor, b.side = unit.index, unit.side
        b.activations[unit.side] += 1
        unit.active = unit.used = True
        if isinstance(unit, Officer) and unit.company >= 0:
            for i in b.companies[unit.company].platoons:
                each = b.platoons[i]
                if each.hex >= OFF_MAP and not each.out_of_command and not each.finished and not each.routed:
                    each.active = each.used = True


# The first word of a line, and who reads it: for the scenario, or for the state of the turn.
SCENARIO: dict[str, Callable[[Builder, Words], None]] = {
    **dict.fromkeys(SIDES, Builder.read_unit),
    **dict.fromkeys(("road", "trail", "railroad", "river"), Builder.read_line),
    **dict.fromkeys(("fords", "pontoons", "foot-pontoons", "wire", "roadblocks", "ditches"), Builder.read_mask),
    **dict.fromkeys(("spotting", "fire-modifier", "turns"), Builder.read_number),
    "ground": Builder.read_ground,
    "bocage": Builder.read_bocage,
    "river-kind": Builder.read_river_kind,
    "boats": Builder.read_boats,
    "entry": Builder.read_entry,
    "objective": Builder.read_objective,
    "award": Builder.read_award,
    "baseline": Builder.read_baseline,
    "exits": Builder.read_exits,
    "improved": Builder.read_improved,
    "attacker": Builder.read_attacker,
    "bonus": Builder.read_bonus,
    "markers": Builder.read_markers,
    "replacement": Builder.read_replacement,
}
STATE: dict[str, Callable[[Builder, Battle, Words], None]] = {
    "turn": Builder.place_turn,
    "side": Builder.place_side,
    "initiative": Builder.place_initiative,
    "phase": Builder.place_phase,
    "passes": Builder.place_passes,
    "fallen": Builder.place_fallen,
    "actor": Builder.place_actor,
}
