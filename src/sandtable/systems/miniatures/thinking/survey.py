"""How a Unit would stand: what it would mean for the objectives, who could fire at it, and at whom it could fire."""

import math

from sandtable.geometry.plane import length, vector
from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL, OVERWATCH, REACTION
from sandtable.systems.miniatures.rules.movement.move_plan import TURRET
from sandtable.systems.miniatures.rules.sight import within, within_point
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import CC, FO
from sandtable.systems.miniatures.thinking.assault_estimate import storm_promise
from sandtable.systems.miniatures.thinking.fire_estimate import CountedVolley, Volley, promise, volley
from sandtable.systems.miniatures.thinking.weights import (
    AT_HAND,
    CHANCES,
    COMES_BACK,
    CROWD,
    EFFORT,
    EVEN_REACH,
    FAR_OFF,
    HAMPER,
    KEEN,
    LATER,
    LEAST_REACH,
    MOST_HAMPERED,
    MOST_REACH,
    PACE,
    POINT,
    ROUND_REACH,
    SECOND,
    SHARE,
    STORMED,
    STORMS,
    THREAT,
    UNGUARDED,
)
from sandtable.systems.miniatures.thinking.worth import is_battery, team_worth
from sandtable.table.decision import Choice

LOOK = 300  # a Unit on its way is looked at every three inches

# Objectives --------------------------------------------------------------------------------------


def objectives(b: Battle, side: int) -> float:
    """What the objectives promise a side against the other."""
    return of_side(b, side) - of_side(b, 1 - side)


def of_side(b: Battle, side: int) -> float:
    reach = b.land.numbers["objective"]
    rounds = b.scenario.rounds - b.round
    total = 0.0
    for number, objective in enumerate(b.scenario.objectives):
        x, y = objective.at
        worth = POINT * objective.points
        mine = [chance_to_reach(b, unit, x, y, reach, rounds) for unit in b.company(side)]
        near = [team for team in b.teams if not team.lost and within_point(team, x, y, reach)]
        guarded = any(team.side == side for team in near)
        if b.holders[number] == side:
            danger = max([chance_to_reach(b, unit, x, y, reach, rounds) for unit in b.company(1 - side)], default=0.0)
            guard = 1.0 if guarded else COMES_BACK * max(mine, default=0.0)
            total += worth * (1 - UNGUARDED * danger * (1 - guard))
            continue
        crowd = sum([team.side != side for team in near])
        mine.sort(reverse=True)
        first, second = [*mine, 0.0, 0.0][:2]
        if not crowd and first == 1.0:
            total += AT_HAND * worth
        else:
            total += worth * (EFFORT * first + SECOND * second) / (1 + CROWD * crowd)
    return total


def chance_to_reach(b: Battle, unit: Unit, x: int, y: int, reach: int, rounds: int) -> float:
    """OBJ How sure it is that a Unit stands near an objective when the battle ends; 1 if it does now."""
    if is_battery(unit, b):
        return 0.0
    best, move, radius = 10**9, 0, 0
    for i in unit.teams:
        team = b.teams[i]
        if team.lost or team.role in (CC, FO):
            continue
        dx, dy = team.x - x, team.y - y
        away = dx * dx + dy * dy
        if away < best:
            best, move, radius = away, team.type.move, team.radius
    if best == 10**9:
        return 0.0
    far = math.sqrt(best) - reach - radius
    if far <= 0:
        return 1.0
    left = rounds + (0.0 if unit.activated or b.active == unit.index else 1.0)
    sure = EVEN_REACH + ROUND_REACH * (left - far / (PACE * move))
    return max(LEAST_REACH, min(MOST_REACH, sure)) - far / FAR_OFF


# Who endangers whom ------------------------------------------------------------------------------


class Menace:
    """What every Unit of both sides could do by firing at its best target, and at each."""

    __slots__ = ("best", "pairs")

    def __init__(self, b: Battle) -> None:
        self.best: dict[int, float] = {}  # by Unit
        self.pairs: dict[tuple[int, int], float] = {}  # who at whom
        for side in (0, 1):
            marks = [(enemy, b.teams_of(enemy)) for enemy in b.company(1 - side)]
            for unit in b.company(side):
                teams = [team for team in b.all_of(unit) if team.type.mounts and not team.markers]
                for enemy, targets in marks:
                    self.pairs[unit.index, enemy.index] = (
                        promise(volley(b, teams, enemy, targets, NORMAL, how=CountedVolley)) if teams else 0.0
                    )
                self.best[unit.index] = max([self.pairs[unit.index, enemy.index] for enemy, _ in marks], default=0.0)

    def elsewhere(self, unit: Unit, target: Unit) -> float:
        """What a Unit could do to others than this target."""
        rest = [value for (who, whom), value in self.pairs.items() if who == unit.index and whom != target.index]
        return max(rest, default=0.0)


# A Unit in a battle to think in ------------------------------------------------------------------


class Survey:
    """One Unit, its enemies, and a copy of the battle in which it may be put anywhere."""

    __slots__ = ("b", "enemies", "how", "kept", "menace", "others", "side", "teams", "unit")

    def __init__(self, b: Battle, unit: Unit, menace: Menace | None = None) -> None:
        self.b = b.copy()
        self.menace = menace  # a player who thinks longer asks what each could do to the others
        self.how: type[Volley] | None = CountedVolley if menace is not None else None
        self.unit = self.b.unit_at(unit.index)
        self.side = unit.side
        self.teams = self.b.all_of(self.unit)
        self.enemies = [
            (enemy, [team for team in self.b.all_of(enemy) if not team.markers and team.type.mounts])
            for enemy in self.b.company(1 - self.side)
        ]
        self.kept = [team.__copy__() for team in self.teams]
        self.others = [menace.elsewhere(enemy, unit) if menace else 0.0 for enemy, _ in self.enemies]

    def reset(self) -> None:
        """All Teams as they were."""
        for team, was in zip(self.teams, self.kept, strict=True):
            team.x, team.y, team.hx, team.hy, team.tx, team.ty = was.x, was.y, was.hx, was.hy, was.tx, was.ty
            team.moved, team.fired, team.dug_in = was.moved, was.fired, was.dug_in
        self.unit.ran = False

    def put(self, choice: Choice) -> None:
        """The Teams in the places of a plan."""
        for id, x, y, facing in choice.at:
            team = self.b.team(id.removesuffix(TURRET))
            if id.endswith(TURRET):
                team.tx, team.ty = vector(facing)
                continue
            if (team.x, team.y) != (x, y):
                team.x, team.y = x, y
                team.moved, team.dug_in = True, False
            if team.type.turns:
                team.hx, team.hy = vector(facing)
                team.moved = True
                if team.type.turret:
                    team.tx, team.ty = team.hx, team.hy

    def standing(self) -> float:
        """How well the Unit stands where it is now, its own worth not counted."""
        chances = self.best_shot(NORMAL)[0]
        if self.menace is not None:
            chances = max(chances, STORMS * self.best_storm())
        return objectives(self.b, self.side) - THREAT * self.threat() + CHANCES * chances

    def threat(self) -> float:
        """What all enemies who see the Unit could do to it."""
        marks = self.b.teams_of(self.unit) if self.unit.index >= 0 else self.teams
        danger = self.danger(self.unit)
        total = 0.0
        for (enemy, teams), other in zip(self.enemies, self.others, strict=True):
            part = promise(volley(self.b, teams, self.unit, marks, NORMAL, how=self.how), danger) if teams else 0.0
            if self.menace is not None:
                if teams and self.unit.index >= 0:
                    part = max(part, STORMED * storm_promise(self.b, enemy, self.unit, self.how))
                part = KEEN * max(0.0, part - other) + SHARE * min(part, other)
            total += LATER * part if enemy.activated else part
        return total

    def danger(self, unit: Unit) -> float:
        """What a Unit could do, for who thinks of it."""
        return self.menace.best.get(unit.index, 0.0) if self.menace is not None else 0.0

    def reaction(self) -> float:
        """3.4.c, 7.1 What fire in reaction could do to the Unit on its way: each enemy fires where it does most."""
        moved = [(team, was) for team, was in zip(self.teams, self.kept, strict=True) if team.moved]
        ends = [(team.x, team.y) for team, _ in moved]
        far = max([length(team.x - was.x, team.y - was.y) for team, was in moved], default=0)
        worst = [0.0] * len(self.enemies)
        parts = max(1, -(-far // LOOK))
        for part in range(1, parts + 1):
            for (team, was), (x, y) in zip(moved, ends, strict=True):
                team.x = was.x + (x - was.x) * part // parts
                team.y = was.y + (y - was.y) * part // parts
            for number, (enemy, teams) in enumerate(self.enemies):
                worst[number] = max(worst[number], self.fire_of(enemy, teams, [team for team, _ in moved]))
        return sum(worst)

    def fire_of(self, enemy: Unit, teams: list[Team], marks: list[Team]) -> float:
        """What an enemy could do in reaction to those who move, where they are now."""
        b = self.b
        limit = b.land.numbers["reaction"]
        ready = [team for team in teams if team.last_fire != b.initiative]
        if not enemy.overwatch:
            ready = [team for team in ready if any(within(team, mark, limit) for mark in marks)]
        kind = OVERWATCH if enemy.overwatch else REACTION
        return promise(volley(b, ready, self.unit, marks, kind, how=self.how)) if ready else 0.0

    def best_shot(self, kind: int, aimed: bool = False, friends: bool = False) -> tuple[float, str]:
        """The best target of the Unit, and what firing at it promises."""
        b = self.b
        ready = [team for team in self.teams if not team.markers and team.last_fire != b.initiative]
        best, key = 0.0, ""
        for enemy, _ in self.enemies:
            found = volley(b, ready, enemy, b.teams_of(enemy), kind, aimed, friends, self.how)
            value = promise(found, self.danger(enemy))
            if value > best:
                best, key = value, enemy.key
        return best, key

    def best_storm(self) -> float:
        """What the best assault from here promises."""
        if self.unit.index < 0 or self.unit.pl < 0:
            return 0.0
        return max([storm_promise(self.b, self.unit, enemy, self.how) for enemy, _ in self.enemies], default=0.0)

    def shown(self) -> float:
        """6.23 What it costs that those who have not moved fire, and are low no longer: they have fired then."""
        if all(team.moved or team.markers for team in self.teams):
            return 0.0
        quiet = self.threat()
        self.fires()
        return THREAT * max(0.0, self.threat() - quiet)

    def hampered(self, reaction: float) -> float:
        """The share of its Teams that fire in reaction keeps from firing, about."""
        return min(MOST_HAMPERED, reaction / (HAMPER * sum([team_worth(team) for team in self.teams])))

    def fires(self) -> None:
        """6.23 It has fired: no longer low, no longer quiet."""
        for team in self.teams:
            if not team.markers:
                team.fired = True
