"""What tells who will win, counted quickly: the score, what is left of both companies, who reaches the objectives."""

from math import log, sqrt, tanh

from sandtable.systems.miniatures.rules.victory import score
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.systems.miniatures.state.scenario import CC, FO
from sandtable.systems.miniatures.thinking.survey import objectives
from sandtable.systems.miniatures.thinking.worth import is_battery, staying_power, team_worth
from sandtable.table.outlook import Standing

SIGNS = (
    "ahead",  # would win if the battle ended now
    "lead",
    "strength left",
    "strength",
    "tanks",
    "Units",
    "near breaking",  # Units that the company may still lose before it gives up
    "steady",  # how sure the Units are to stay
    "suppressed",
    "leaders",
    "commander",
    "still to act",
    "has the Initiative",
    "on objectives",  # alone at them, by their points
    "contested",
    "nearer to objectives",
    "reach them in time",  # Units that can come to an objective before the end
    "on overwatch",
    "hold on objectives",  # what they promise in the eyes of planners
)
LEVEL = 3.0  # points that make a safe lead
ROUND = 800.0  # hundredths of an inch that a Unit comes nearer in a round


def standing(b: Battle, side: int) -> Standing:
    """How a side stands, in the order of `SIGNS`."""
    sums = [Sums(b, each) for each in (0, 1)]
    first, second = sums
    lead = score(b, 0) - score(b, 1)
    alone, contested, nearer, reach = ground(b, sums)
    values = [
        float((lead > 0) - (lead < 0)),
        tanh(lead / LEVEL),
        first.worth / first.whole - second.worth / second.whole,
        log((first.worth + 0.3) / (second.worth + 0.3)),
        (first.tanks - second.tanks) / 3,
        (first.units - second.units) / 3,
        first.spare - second.spare,
        first.steady - second.steady,
        second.markers - first.markers,
        (first.leaders - second.leaders) / 3,
        first.cc - second.cc,
        first.fresh - second.fresh,
        0.3 if b.side == 0 else -0.3,
        alone,
        contested,
        nearer,
        reach,
        first.watch - second.watch,
        objectives(b, 0) / 10,
    ]
    done = 1 - (first.fresh + second.fresh) / 2
    elapsed = (b.round - 1 + done) / b.scenario.rounds
    sign = 1.0 if side == 0 else -1.0
    return Standing([sign * value for value in values], elapsed, side == 0)


def ground(b: Battle, sums: list["Sums"]) -> tuple[float, float, float, float]:
    """Who is at the objectives, alone or not, who is nearer, and who can still come; by points, for the first."""
    near_enough = b.land.numbers["objective"]
    time = b.scenario.rounds - b.round + 0.5
    alone = contested = nearer = reach = 0.0
    whole = sum([objective.points for objective in b.scenario.objectives]) or 1
    for number, objective in enumerate(b.scenario.objectives):
        x, y = objective.at
        share = objective.points / whole
        gaps: list[float] = []
        there: list[int] = []
        can: list[int] = []
        for each in sums:
            ways = [sqrt(min([(px - x) ** 2 + (py - y) ** 2 for px, py in places])) for places in each.places]
            gaps.append(min(ways, default=6000.0))
            there.append(sum([way <= near_enough + 100 for way in ways]))
            can.append(sum([way - near_enough <= ROUND * time for way in ways]))
        if bool(there[0]) != bool(there[1]):
            alone += share if there[0] else -share
        elif there[0]:
            contested += share * (there[0] - there[1]) / (there[0] + there[1])
            holder = b.holders[number]
            contested += 0.0 if holder < 0 else share / 2 if holder == 0 else -share / 2
        nearer += share * tanh((gaps[1] - gaps[0]) / ROUND)
        reach += share * (min(can[0], 3) - min(can[1], 3)) / 3
    return alone, contested, nearer, reach


class Sums:
    """One pass over the Units of a side."""

    __slots__ = (
        "cc", "fresh", "leaders", "markers", "places", "spare", "steady", "tanks", "units", "watch", "whole", "worth",
    )  # fmt: skip

    def __init__(self, b: Battle, side: int) -> None:
        self.whole = self.worth = self.markers = self.steady = 0.0
        self.tanks = self.units = self.leaders = 0
        self.places: list[list[tuple[int, int]]] = []  # of each Unit that may take an objective
        fresh = watch = started = 0
        for unit in b.units:
            if unit.side != side:
                continue
            started += 1
            teams = b.teams
            standing = []
            kind = -1
            for i in unit.teams:
                team = teams[i]
                worth = team_worth(team)
                self.whole += worth
                if team.lost:
                    continue
                self.worth += worth
                if team.markers:
                    self.markers += worth
                if team.role != FO and team.role != CC:
                    standing.append((team.x, team.y))
                    kind = team.type.kind
                    self.tanks += kind == TANK
            if unit.gone or not standing:
                continue
            self.units += 1
            self.steady += staying_power(b, unit.size, len(standing), kind == TANK)
            self.leaders += unit.pl >= 0
            fresh += not unit.activated
            watch += unit.overwatch
            if not is_battery(unit, b):
                self.places.append(standing)
        broken = (started * b.land.numbers["company_morale"] - 1) // 100  # 14.11
        self.spare = 1 / (1 + max(0, self.units - broken)) * -1.0
        self.steady /= max(1, started)
        self.markers /= self.worth or 1.0
        self.fresh = fresh / max(1, self.units)
        self.watch = watch / max(1, self.units)
        self.cc = float(b.cc(side) is not None)
        self.whole = self.whole or 1.0
