"""A battle from a few lines of text, as a FEN string is for chess: for tests and puzzles.

    . . w .
     . . . .
    blue hq HQ at 0102
    blue infantry A at 0201 company=at sp=3
    red infantry X at 0301
    order red D
    active blue attack

First the map, one letter a hex as in data/maps, every second row shifted to the east (blanks before a row mean
nothing); then, in any order and each on its own line:

    SIDE TYPE ID at HEX [words]   a stand; HEX may be `lost`
    order REGIMENT M|H|D|R · given REGIMENT ORDER · activated REGIMENT ... · gone REGIMENT · hq-lost REGIMENT ROUND
    objective NAME HEX [points=N] [SIDE] · win SIDE POINTS [draw=N] [all]
    phase round|orders|retreats|actions|guns|night · active REGIMENT support|moves|attack|arrive · last SIDE COUNT
    day N · round N · days N · air SIDE N · supply SIDE LEVEL
    restrict REGIMENT ORDERS day=N [round=N] [row=N]

Words of a stand: of=REGIMENT (else the regiment is called like its side), company=KEY, lost=KEY (a company that is
lost), sp=N, superior, rate=KEY, shots=N, each=N (shots a round), moved, marched, done. A regiment without an HQ line
has lost its HQ before the first round.
"""

from collections.abc import Callable

from sandtable.content.problems import Problems
from sandtable.content.scenes import Words, hex_called, known, read_known, read_scene, split_map, value
from sandtable.systems.regimental.reading.book import rulebook
from sandtable.systems.regimental.state import pieces
from sandtable.systems.regimental.state import scenario as scenarios
from sandtable.systems.regimental.state.ground import Ground
from sandtable.systems.regimental.state.pieces import Battle, Company, Regiment, Stand, empty_battle
from sandtable.systems.regimental.state.setup import add_regiment, add_stand

SIDES = ("blue", "red")
PHASES = {
    "round": pieces.ROUND,
    "orders": pieces.ORDERS,
    "retreats": pieces.RETREATS,
    "actions": pieces.ACTIONS,
    "guns": pieces.GUNS,
    "night": pieces.NIGHT,
}
STAGES = {"arrive": pieces.ARRIVE, "support": pieces.SUPPORT, "moves": pieces.MOVES, "attack": pieces.ATTACK}


def scene(text: str) -> Battle:
    """A battle from its text; raises ContentError with everything that is wrong with it."""
    return read_scene(text, build)


def build(lines: list[Words], problems: Problems) -> Battle:
    rows, rest = split_map(lines, 1, problems)
    scenario = scenarios.Scenario("regimental/scene", "Scene", rulebook(), read_rows(rows, problems))
    problems.check()
    scenario.days = 2
    scenario.sides = [scenarios.SideSpec(key, key.capitalize(), key) for key in SIDES]
    return Builder(scenario, problems).build(rest)


def read_rows(rows: list[Words], problems: Problems) -> scenarios.Map:
    """The little map."""
    letters = {kind.letter: kind for kind in rulebook().terrain.values()}
    map = scenarios.Map("scene", "Scene", len(rows[0]), len(rows), "")
    for number, row in enumerate(rows, start=1):
        for letter in row:
            if letter not in letters:
                problems.add(f"map row {number}", f"{letter!r} is not a terrain")
            map.terrain.append(letters.get(letter, letters["."]))
    return map


class Builder:
    """Turns the lines of a scene into a battle."""

    def __init__(self, scenario: scenarios.Scenario, problems: Problems) -> None:
        self.scenario = scenario
        self.problems = problems
        self.ground = Ground(scenario.map, scenario.rulebook)
        self.specs: dict[str, scenarios.RegimentSpec] = {}
        self.batteries: list[tuple[int, scenarios.StandSpec]] = []
        self.words: dict[str, Words] = {}  # of each stand

    def hex(self, name: str) -> int:
        if name == "lost":
            return -1
        return hex_called(name, self.ground.index, self.problems)

    def build(self, lines: list[Words]) -> Battle:
        rest = read_known(self, SCENARIO_WORDS, lines)
        self.problems.check()
        self.scenario.regiments = list(self.specs.values())
        battle = empty_battle(self.scenario, self.ground)
        for spec in self.specs.values():
            if not spec.stands or not spec.stands[0].type.hq:
                type = self.scenario.rulebook.stands["hq"]
                spec.stands.insert(0, scenarios.StandSpec(f"{spec.key}-hq", f"{spec.name} HQ", type, -1, type.rate))
            regiment = add_regiment(battle, spec)
            if not battle.stands[regiment.hq].on_map:
                regiment.hq_lost = -1
        for side, battery in self.batteries:
            add_stand(battle, battery, side, -1)
        for stand in battle.stands:
            self.dress(battle, stand, self.words.get(stand.id, []))
        battle.phase = pieces.ACTIONS
        battle.air = [side.air for side in self.scenario.sides]
        for words in rest:
            self.place(battle, words)
        self.problems.check()
        return battle

    def read_days(self, words: Words) -> None:
        self.scenario.days = int(words[1])

    def read_air(self, words: Words) -> None:
        self.scenario.sides[SIDES.index(words[1])].air = int(words[2])

    def read_supply(self, words: Words) -> None:
        known(words[2], self.scenario.rulebook.supply, "supply level", self.problems)
        self.scenario.sides[SIDES.index(words[1])].supply = words[2]

    def read_objective(self, words: Words) -> None:
        holder = next((SIDES.index(word) for word in words[3:] if word in SIDES), -1)
        points = int(value(words, "points", "1"))
        self.scenario.objectives.append(scenarios.Objective(words[1], self.hex(words[2]), points, holder))

    def read_win(self, words: Words) -> None:
        win = int(words[2])
        draw = int(value(words, "draw", str(win)))
        self.scenario.victory = scenarios.Victory(SIDES.index(words[1]), win, draw, "all" in words)

    def read_restriction(self, words: Words) -> None:
        rounds = self.scenario.rulebook.numbers["rounds_per_day"]
        day, last, row = (int(value(words, *each)) for each in (("day", "1"), ("round", str(rounds)), ("row", "0")))
        self.scenario.restrictions.append(scenarios.Restriction([words[1]], list(words[2]), day, last, row))

    def read_stand(self, words: Words) -> None:
        book = self.scenario.rulebook
        side = SIDES.index(words[0])
        if not known(words[1], book.stands, "stand", self.problems):
            return
        type = book.stands[words[1]]
        spec = scenarios.StandSpec(words[2], words[2], type, self.hex(words[words.index("at") + 1]), type.rate)
        self.words[spec.id] = words
        spec.superior_gun = "superior" in words
        rate = value(words, "rate")
        if rate:
            spec.rate = book.rates[rate]
        company = value(words, "company") or value(words, "lost")
        if company and known(company, book.companies, "company", self.problems):
            spec.company = book.companies[company]
        if spec.type.artillery:
            spec.shots = int(value(words, "each", str(max(book.numbers["shots"], int(value(words, "shots", "0"))))))
            self.batteries.append((side, spec))
            return
        key = value(words, "of", words[0])
        regiment = self.specs.setdefault(key, scenarios.RegimentSpec(key, key.capitalize(), side))
        if spec.type.hq:
            regiment.stands.insert(0, spec)
        else:
            regiment.stands.append(spec)

    def dress(self, b: Battle, stand: Stand, words: Words) -> None:
        """The states of a stand."""
        stand.sp = int(value(words, "sp", str(stand.type.sp))) if stand.on_map else 0
        stand.shots = int(value(words, "shots", str(stand.shots_each)))
        stand.moved, stand.marched, stand.done = "moved" in words, "marched" in words, "done" in words
        stand.began = stand.hex
        if stand.has_company and (not stand.on_map or value(words, "lost")):
            company: Company = b.companies[stand.company]
            company.host = stand.company = -1

    def place(self, b: Battle, words: Words) -> None:
        """One line about the state of the round."""
        kind = words[0]
        if kind in BATTLE_WORDS:
            BATTLE_WORDS[kind](b, words)
        elif kind in REGIMENT_WORDS:
            regiment = b.find_regiment(words[1])
            if regiment is not None:
                REGIMENT_WORDS[kind](b, regiment, words)
            else:
                self.problems.unknown("", "regiment", words[1], [each.key for each in b.regiments])
        else:
            self.problems.add("", f"a scene has no line {' '.join(words)!r}")


# What a line begins with, and who reads it -------------------------------------------------------


def set_order(b: Battle, regiment: Regiment, words: Words) -> None:
    regiment.order = words[2]


def set_given(b: Battle, regiment: Regiment, words: Words) -> None:
    regiment.given = words[2]


def set_hq_lost(b: Battle, regiment: Regiment, words: Words) -> None:
    regiment.hq_lost = int(words[2])


def set_gone(b: Battle, regiment: Regiment, words: Words) -> None:
    regiment.gone = True


def set_active(b: Battle, regiment: Regiment, words: Words) -> None:
    regiment.activated = True
    b.active = regiment.index
    b.stage = STAGES[words[2]] if len(words) > 2 else pieces.SUPPORT
    b.last, b.in_a_row = regiment.side, 1


def set_activated(b: Battle, words: Words) -> None:
    keys = [each.key for each in b.regiments]
    for key in words[1:]:
        b.regiments[keys.index(key)].activated = True


def set_phase(b: Battle, words: Words) -> None:
    b.phase = PHASES[words[1]]


def set_last(b: Battle, words: Words) -> None:
    b.last, b.in_a_row = SIDES.index(words[1]), int(words[2])


def set_day(b: Battle, words: Words) -> None:
    b.day = int(words[1])


def set_round(b: Battle, words: Words) -> None:
    b.round = int(words[1])


SCENARIO_WORDS: dict[str, Callable[[Builder, Words], None]] = {
    **dict.fromkeys(SIDES, Builder.read_stand),
    "days": Builder.read_days,
    "air": Builder.read_air,
    "supply": Builder.read_supply,
    "objective": Builder.read_objective,
    "win": Builder.read_win,
    "restrict": Builder.read_restriction,
}
BATTLE_WORDS: dict[str, Callable[[Battle, Words], None]] = {
    "activated": set_activated,
    "phase": set_phase,
    "last": set_last,
    "day": set_day,
    "round": set_round,
}
REGIMENT_WORDS: dict[str, Callable[[Battle, Regiment, Words], None]] = {
    "order": set_order,
    "given": set_given,
    "hq-lost": set_hq_lost,
    "gone": set_gone,
    "active": set_active,
}
