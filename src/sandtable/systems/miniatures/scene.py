"""A battle from a few lines of text, as a FEN string is for chess: for tests and puzzles.

    wood W1 8,13 18,11 20,18 11,21
    wall L1 20,21.5 28,21.5
    blue U1 veteran
      PL rifle at 15,6.5
      rifle A at 9,8 markers=1 moved
    red G1 elite
      stug-iii-g S at 34,39 faces 0,-1
    blue CC veteran
      smg at 36,4
    active U1 passed

All lengths are inches from the south-west corner. In any order, each on its own line:

    KIND ID x,y x,y ...              a piece of terrain: a kind of data/terrain.toml and its corners
    SIDE KEY TRAINING [words]        a Unit of blue or red, or its CC if the key is CC; then its Teams, one a line:
      [PL|FO] TYPE [ID] at x,y [words]   without an ID a Team is called KEY-1, KEY-2 ...
    objective NAME x,y [points=N] [SIDE] · unit_points N
    table W,H · rounds N · round N · side SIDE (holds the Initiative) · loser SIDE
    phase round|initiative|end · active KEY passed|failed
    smoke x,y vx,vy

Words of a Unit: activated, overwatch, ground, ran, lost, size=N. Words of a Team: markers=N, moved, fired, observed,
dug, upright, acted, faces dx,dy, turret dx,dy. Blue looks north and red south if nothing is said.
"""

from collections.abc import Callable

from sandtable.content.problems import Problems
from sandtable.content.scenes import Words, known, read_scene, value
from sandtable.systems.miniatures.reading.book import rulebook
from sandtable.systems.miniatures.rules.activation import start_acting
from sandtable.systems.miniatures.rules.indirect_fire.template import square
from sandtable.systems.miniatures.rules.setup import new_battle
from sandtable.systems.miniatures.state import scenario as scenarios
from sandtable.systems.miniatures.state.pieces import END, INITIATIVE, ROUND, Battle, Team, Unit

SIDES = ("blue", "red")
PHASES = {"round": ROUND, "initiative": INITIATIVE, "end": END}


def scene(text: str) -> Battle:
    """A battle from its text; raises ContentError with everything that is wrong with it."""
    return read_scene(text, lambda lines, problems: Builder(problems).build(lines))


def point(text: str) -> scenarios.Point:
    """A place in inches."""
    x, y = text.split(",")
    return (round(float(x) * 100), round(float(y) * 100))


class Builder:
    """Turns the lines of a scene into a battle."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.book = rulebook()
        self.scenario = scenarios.Scenario("miniatures/scene", "Scene", self.book, 7200, 4800)
        self.scenario.rounds = 9
        self.scenario.sides = [scenarios.SideSpec(key, key.capitalize(), key) for key in SIDES]
        self.scenario.sides[1].facing = (0, -1)
        self.words: dict[str, Words] = {}  # of each Unit and Team
        self.rest: list[Words] = []
        self.unit: scenarios.UnitSpec | None = None

    def build(self, lines: list[Words]) -> Battle:
        for words in lines:
            self.read(words)
        self.problems.check()
        b = new_battle(self.scenario)
        b.phase = INITIATIVE
        b.initiative = 1
        for unit in [*b.units, *b.commands]:
            self.dress_unit(b, unit, self.words.get(unit.key, []))
        for team in b.teams:
            self.dress(team, self.words[team.id])
        for words in self.rest:
            self.place(b, words)
        self.problems.check()
        return b

    def read(self, words: Words) -> None:
        """One line: the table and the companies first, the rest when they stand."""
        kind = words[0]
        if kind in SIDES:
            self.read_unit(words)
        elif "at" in words and self.unit is not None:
            self.read_team(words, self.unit)
        elif kind in self.book.terrain and kind != "smoke":
            terrain = self.book.terrain[kind]
            corners = tuple([point(word) for word in words[2:]])
            self.scenario.pieces.append(scenarios.PieceOfTerrain(words[1], words[1], terrain, corners))
        elif kind in TABLE:
            TABLE[kind](self, words)
        else:
            self.rest.append(words)

    def read_objective(self, words: Words) -> None:
        holder = next((SIDES.index(word) for word in words[3:] if word in SIDES), -1)
        points = int(value(words, "points", "1"))
        self.scenario.objectives.append(scenarios.Objective(words[1], words[1], point(words[2]), points, holder))

    def read_unit_points(self, words: Words) -> None:
        self.scenario.unit_points = int(words[1])

    def read_rounds(self, words: Words) -> None:
        self.scenario.rounds = int(words[1])

    def read_size(self, words: Words) -> None:
        self.scenario.width, self.scenario.height = point(words[1])

    def read_unit(self, words: Words) -> None:
        side = SIDES.index(words[0])
        key = words[1]
        known(words[2], self.book.training, "training", self.problems)
        training = self.book.training.get(words[2], self.book.training["veteran"])
        if key == "CC":
            spec = scenarios.UnitSpec(f"{words[0]}-cc", f"{words[0].capitalize()} CC", side, training)
            self.scenario.sides[side].commander = spec
        else:
            spec = scenarios.UnitSpec(key, key, side, training)
            self.scenario.units.append(spec)
        self.words[spec.key] = words[3:]
        self.unit = spec

    def read_team(self, words: Words, unit: scenarios.UnitSpec) -> None:
        role = scenarios.TEAM
        if unit is self.scenario.sides[unit.side].commander:
            role = scenarios.CC
        if words[0] in (scenarios.ROLES[scenarios.PL], scenarios.ROLES[scenarios.FO]):
            role = scenarios.ROLES.index(words.pop(0))
        place = words.index("at")
        if not known(words[0], self.book.types, "Team", self.problems):
            return
        id = words[1] if place == 2 else f"{unit.key}-{len(unit.teams) + 1}"
        unit.teams.append(scenarios.TeamSpec(id, id, self.book.types[words[0]], point(words[place + 1]), role))
        self.words[id] = words[place + 2 :]

    def dress_unit(self, b: Battle, unit: Unit, words: Words) -> None:
        """The states of a Unit."""
        unit.activated, unit.overwatch = "activated" in words, "overwatch" in words
        unit.ground, unit.ran = "ground" in words, "ran" in words
        unit.lost_team, unit.acted = "lost" in words, "acted" in words
        unit.size = int(value(words, "size", str(unit.size)))
        if unit.pl < 0 and unit.index >= 0:
            unit.first_pl = unit.teams[0]

    def dress(self, team: Team, words: Words) -> None:
        """The states of a Team."""
        team.markers = int(value(words, "markers", "0"))
        team.moved, team.fired, team.observed = "moved" in words, "fired" in words, "observed" in words
        team.dug_in, team.upright = "dug" in words, "upright" in words
        if "faces" in words:
            team.hx, team.hy = point(words[words.index("faces") + 1])
            if team.type.turret:
                team.tx, team.ty = team.hx, team.hy
        if "turret" in words:
            team.tx, team.ty = point(words[words.index("turret") + 1])

    def place(self, b: Battle, words: Words) -> None:
        """The state of the round."""
        if words[0] in ROUND_WORDS:
            ROUND_WORDS[words[0]](self, b, words)
        else:
            self.problems.add("", f"a scene has no line {' '.join(words)!r}")

    def place_active(self, b: Battle, words: Words) -> None:
        if known(words[1], [unit.key for unit in b.units], "Unit", self.problems):
            unit = b.unit(words[1])
            b.side = unit.side
            b.loser = 1 - unit.side
            start_acting(b, unit, words[2] == "passed")

    def place_side(self, b: Battle, words: Words) -> None:
        b.side = SIDES.index(words[1])

    def place_loser(self, b: Battle, words: Words) -> None:
        b.loser = SIDES.index(words[1])

    def place_phase(self, b: Battle, words: Words) -> None:
        b.phase = PHASES[words[1]]

    def place_round(self, b: Battle, words: Words) -> None:
        b.round = int(words[1])

    def place_smoke(self, b: Battle, words: Words) -> None:
        b.smoke.append(square(b, *point(words[1]), *point(words[2])))


# The lines of a scene by their first word: of the table, and of the round when everybody stands.
TABLE: dict[str, Callable[[Builder, Words], None]] = {
    "objective": Builder.read_objective,
    "unit_points": Builder.read_unit_points,
    "rounds": Builder.read_rounds,
    "table": Builder.read_size,
}
ROUND_WORDS: dict[str, Callable[[Builder, Battle, Words], None]] = {
    "active": Builder.place_active,
    "side": Builder.place_side,
    "loser": Builder.place_loser,
    "phase": Builder.place_phase,
    "round": Builder.place_round,
    "smoke": Builder.place_smoke,
}
