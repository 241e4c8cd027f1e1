"""What a Fireteam can do to another from where it stands, in tables that are worked out once.

Values are in tens of victory points, as in worth.py.
"""

from functools import cache

from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.rules.conditions import safe_from_fire
from sandtable.systems.of_war_and_men.rules.discipline import can_fire
from sandtable.systems.of_war_and_men.rules.fire.firing_sequence import second_grid, weapon_row
from sandtable.systems.of_war_and_men.rules.sight import ranges, sees
from sandtable.systems.of_war_and_men.state.book import FACES, GREEN, LONGEST
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, Battle, Fireteam
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.systems.of_war_and_men.thinking import weights
from sandtable.systems.of_war_and_men.thinking.worth import totals_of

Arms = tuple[tuple[str, bool, int, bool], ...]  # weapon, whether by its second grid, Discipline, whether twice

HIT = (weights.DUCKED, weights.ROUTED, 0.0)  # by condition; the wounded only die
NEVER = 99  # a total that is not reached
ANY = -1  # a number of attackers that nobody has flipped yet: as by a green card


@cache
def hits(
    grid: tuple[int, ...], discipline: int, flips: int, extra: int, resolve: int, vitality: int
) -> tuple[float, float]:
    """The chances that a shot suppresses, and that it kills."""
    totals = totals_of(grid, discipline, flips, extra)
    kill = sum(chance for total, chance in totals.items() if total >= vitality)
    return sum(chance for total, chance in totals.items() if resolve <= total < vitality), kill


@cache
def volley(
    arms: Arms, far: int, double: bool, extra: int, resolve: int, vitality: int, colour: int
) -> tuple[float, float]:
    """How many soldiers an attack suppresses, and how many it kills, on average: the best shots come first."""
    weapons = rulebook().weapons
    shots = []
    for key, second, discipline, twice in arms:
        row = weapon_row(weapons[key], second, far)
        if row:
            flips = NUMBERS.double if double or twice else 1
            shots.append(hits(row, discipline, flips, extra, resolve, vitality))
    shots.sort(key=lambda shot: -(shot[1] + weights.DUCKED * shot[0]))
    faces = FACES[colour if colour >= 0 else GREEN]
    ducks = kills = 0.0
    for place, (duck, kill) in enumerate(shots[:faces]):
        chance = (faces - place) / faces
        ducks += chance * duck
        kills += chance * kill
    return ducks, kills


class Team:
    """A Fireteam as an enemy sees it: its arms, what it is worth to hit it, how hard that is."""

    __slots__ = ("arms", "count", "double", "extra", "mean", "resolve", "risk", "stake", "team", "vitality", "worth")

    def __init__(self, b: Battle, team: Fireteam) -> None:
        self.team = team
        soldiers = b.soldiers
        arms, leader = [], False
        points = stake = resolve = vitality = targets = count = 0
        risk = 0.0
        for index in team.soldiers:
            man = soldiers[index]
            card = man.card
            if card.civilian:
                continue
            condition, cost = man.condition, card.points
            count += 1
            points += cost
            if card.leader:
                leader = True
            if can_fire(man):
                arms.append((card.weapon.key, second_grid(b, man), card.discipline, condition == SUPPRESSED))
            if not safe_from_fire(b, man):
                targets += 1
                stake += cost
                risk += cost * HIT[condition]
                resolve += card.resolve
                vitality += card.vitality
        self.arms: Arms = tuple(arms)
        self.count = count
        self.worth = weights.POINTS * points
        self.mean = weights.POINTS * points / count if count else 0.0
        self.double = team.heading >= 0 or not leader
        self.extra = NUMBERS.entrenched if team.dug_in else 0
        self.stake = weights.POINTS * stake / targets if targets else 0.0  # what a kill costs
        self.risk = weights.POINTS * risk / targets if targets else 0.0  # what a hit costs
        self.resolve = (resolve + targets // 2) // targets if targets else NEVER
        self.vitality = (vitality + targets // 2) // targets if targets else NEVER


class Picture:
    """All Fireteams on the map, and what they could do to each other."""

    __slots__ = ("b", "far", "sides", "sight", "teams")

    def __init__(self, b: Battle) -> None:
        self.b = b
        self.far = ranges(b.mission.columns, b.mission.rows)
        self.sight = b.mission.sight
        self.teams: dict[int, Team] = {}
        self.sides: tuple[list[Team], list[Team]] = ([], [])
        players = b.players
        for team in b.teams:
            if team.cell >= 0:
                found = Team(b, team)
                self.teams[team.index] = found
                self.sides[players[team.player].side].append(found)

    def fire(self, one: Team, start: int, other: Team, end: int, colour: int = ANY, extra: int = 0) -> float:
        """What an attack of one Fireteam on another is worth, from and to these cells; 0 out of sight or reach."""
        b = self.b
        far = self.far[start][end]
        if far > LONGEST or not one.arms or not sees(b, start, end):
            return 0.0
        double = one.double or (0 < self.sight < far)
        cells = b.cells
        extra += cells[start].terrain.attack - cells[end].terrain.defence
        if start == one.team.cell:
            extra += one.extra
        if end == other.team.cell:
            extra -= other.extra
        ducks, kills = volley(one.arms, far, double, extra, other.resolve, other.vitality, colour)
        return kills * other.stake + ducks * other.risk

    def threat(self, one: Team, cell: int, others: list[Team]) -> float:
        """The best attack that a Fireteam would have from a cell."""
        best = 0.0
        for other in others:
            value = self.fire(one, cell, other, other.team.cell)
            if value > best:
                best = value
        return best

    def danger(self, one: Team, cell: int, others: list[Team], extra: int = 0) -> float:
        """What enemies would do to a Fireteam in a cell before it acts again."""
        best = total = 0.0
        for other in others:
            value = self.fire(other, other.team.cell, one, cell, extra=extra)
            total += value
            if value > best:
                best = value
        return weights.FIRST * best + weights.OTHERS * (total - best)
