"""The miniatures game as arrays. Nothing is hidden there. Lengths are in inches.

The options of a move are a sample of all legal ones. With `offsets` a learner may also shift a whole Unit, or one of
its Teams, by so many inches in one of eight directions, wherever the exact check of the rules allows it.
"""

from collections.abc import Sequence
from math import hypot

import numpy as np

from sandtable.environments.encoder import OBJECTIVES, Array, Encoder
from sandtable.geometry.plane import COMPASS, toward, vector
from sandtable.systems.miniatures.rules.movement.example_moves import standing
from sandtable.systems.miniatures.showing.attack_view import chance_of
from sandtable.systems.miniatures.showing.strike_view import chance_within
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.table.decision import Choice, Decision
from sandtable.table.system import side_of

INCH = 100  # of the game's lengths
DIRECTIONS = [vector(step * 4500) for step in range(8)]
FAR = (2, 4, 6)  # inches that a whole Unit may be shifted
ASIDE = 2  # inches that a Team may be shifted alone


class MiniaturesEncoder(Encoder[Battle]):
    """Teams, Units and the two CCs are pieces; objectives are places."""

    GLOBALS = (
        "round",
        "rounds",
        "phase",
        "my initiative",
        "initiative",
        "active unit",
        "commanding",
        "passed",
        "steps left",
        "shifted",
        "assaulting unit",
        "assaulted unit",
        "assault stage",
        *OBJECTIVES,
        "smoke",
    )
    PIECES = (
        "kind",
        "mine",
        "gone",
        "unit",
        "x",
        "y",
        "hull x",
        "hull y",
        "turret x",
        "turret y",
        "markers",
        "moved",
        "fired",
        "dug in",
        "leader",
        "team kind",
        "move",
        "front",
        "flank",
        "range",
        "firepower",
        "anti-tank",
        "activated",
        "overwatch",
        "to ground",
        "ran",
        "check",
        "to be hit",
        "size",
        "goes on",
    )
    PLACES = ("x", "y", "points", "control")

    def __init__(self, system: str, battle: Battle, offsets: bool = False) -> None:
        super().__init__(system, battle, offsets)
        self.first_unit = 1 + len(battle.teams)
        self.first_command = self.first_unit + len(battle.units)
        self.land = np.zeros((len(battle.scenario.objectives), len(self.PLACES)), dtype=np.float32)
        for row, each in enumerate(battle.scenario.objectives):
            self.land[row, :3] = (each.at[0] / INCH, each.at[1] / INCH, each.points)

    def piece_ids(self, battle: Battle) -> Sequence[str]:
        units, commands = [each.key for each in battle.units], [each.key for each in battle.commands]
        return [*(each.id for each in battle.teams), *units, *commands]

    def place_names(self, battle: Battle) -> Sequence[str]:
        return [each.key for each in battle.scenario.objectives]

    def unit_row(self, index: int) -> int:
        """The row of a Unit; of the CC of a side, whose index is below 0."""
        return self.first_unit + index if index >= 0 else self.first_command - 1 - index

    def globals_of(self, b: Battle, seat: str) -> list[float]:
        side = side_of(b, seat)
        active = 0
        if b.commanding:
            active = self.first_command + b.side
        elif b.active >= 0:
            active = self.first_unit + b.active
        found: list[float] = [b.round, b.scenario.rounds, b.phase, b.side == side, b.initiative, active]
        found += (b.commanding, b.passed, len(b.steps), b.shifted)
        assault = b.assault
        if assault is not None:
            found += (self.unit_row(assault.unit), self.unit_row(assault.target), assault.stage)
        else:
            found += (0, 0, 0)
        return [*found, b.holders.count(side), b.holders.count(1 - side), len(b.smoke)]

    def fill_pieces(self, b: Battle, seat: str) -> Array:
        side = side_of(b, seat)
        walking = b.walk.paths if b.walk is not None else {}
        leaders = {unit.pl for unit in b.units}
        rows: list[float] = []
        for team in b.teams:
            type, weapon = team.type, team.type.weapon
            rows += (1, 1 if team.side == side else -1, team.lost, self.unit_row(team.unit))
            rows += (team.x / INCH, team.y / INCH, *part(team.hx, team.hy), *part(team.tx, team.ty))
            rows += (team.markers, team.moved, team.fired, team.dug_in, team.index in leaders)
            rows += (type.kind, type.move / INCH, type.front, type.flank)
            rows += (weapon.range / INCH, weapon.fp, weapon.at) if weapon is not None else (0, 0, 0)
            rows += (0, 0, 0, 0, 0, 0, 0, team.index in walking)
        for number, unit in enumerate((*b.units, *b.commands)):
            x, y = middle(b, unit)
            rows += (2 if number < len(b.units) else 3, 1 if unit.side == side else -1, unit.gone)
            rows += (self.first_unit + number, x, y, 0, 0, 0, 0, 0, unit.acted, 0, 0, unit.pl + 1)
            rows += (0, 0, 0, 0, 0, 0, 0, unit.activated, unit.overwatch, unit.ground, unit.ran)
            rows += (unit.training.check, unit.training.to_hit, unit.size, 0)
        return self.rows_of(rows)

    def fill_places(self, b: Battle, seat: str) -> Array:
        side = side_of(b, seat)
        land = self.land.copy()
        for row, holder in enumerate(b.holders):
            land[row, 3] = 0 if holder < 0 else 1 if holder == side else -1
        return land

    def beyond(self, battle: Battle, decision: Decision) -> list[Choice]:
        """4.1 A Unit shifted as a body, and each of its Teams alone; they face as they do."""
        row = self.pieces.get(decision.piece, 0)
        if decision.kind != "move" or row < self.first_unit:
            return []
        commands = row >= self.first_command
        unit = battle.commands[row - self.first_command] if commands else battle.units[row - self.first_unit]
        teams = [team for team in battle.all_of(unit) if team.index not in battle.stopped]
        groups = [(teams, far * INCH) for far in FAR]
        if len(teams) > 1:
            groups += [([team], ASIDE * INCH) for team in teams]
        return [
            Choice("move", unit.key, at=tuple([shifted(team, dx, dy, far) for team in group]))
            for group, far in groups
            for dx, dy in DIRECTIONS
            if group
        ]

    def most_beyond(self, battle: Battle) -> int:
        most = max(len(unit.teams) for unit in (*battle.units, *battle.commands))
        return len(DIRECTIONS) * (len(FAR) + most)

    def distance(self, battle: Battle, choice: Choice) -> float:
        """Inches from the piece to its target, between the middles of Units."""
        one, other = self.spot(battle, choice.piece), self.spot(battle, choice.to)
        if one is None or other is None:
            return 0.0
        return hypot(one[0] - other[0], one[1] - other[1])

    def chance(self, battle: Battle, decision: Decision, choice: Choice) -> float | None:
        """That fire or a strike takes out a Team, or that a check passes."""
        known = chance_within(battle, decision, choice)
        return chance_of(battle, decision, choice) if known is None else known

    def spot(self, b: Battle, id: str) -> tuple[float, float] | None:
        """Where a piece is."""
        row = self.pieces.get(id, 0)
        if not row:
            return None
        if row < self.first_unit:
            team: Team = b.teams[row - 1]
            return team.x / INCH, team.y / INCH
        commands = row >= self.first_command
        return middle(b, b.commands[row - self.first_command] if commands else b.units[row - self.first_unit])


def part(x: int, y: int) -> tuple[float, float]:
    """A facing as a vector of length 1; nothing for a Team without one."""
    far = hypot(x, y)
    return (x / far, y / far) if far else (0.0, 0.0)


def middle(b: Battle, unit: Unit) -> tuple[float, float]:
    """The middle of a Unit's Teams that are on the table, in inches."""
    left = [b.teams[i] for i in unit.teams if not b.teams[i].lost]
    if not left:
        return 0.0, 0.0
    count = len(left) * INCH
    return sum([team.x for team in left]) / count, sum([team.y for team in left]) / count


def shifted(team: Team, dx: int, dy: int, far: int) -> tuple[str, int, int, int]:
    """A Team so far from where it stands, facing as it does."""
    return (team.id, *toward(team.x, team.y, dx, dy, COMPASS, far), standing(team)[3])
