"""What tells who will win, counted quickly: points, steps, command, who is near what counts, and the clock."""

from math import log, tanh

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.victory import grade_at, passed, score
from sandtable.systems.war_storm.state.pieces import ELIMINATED, EXITED, NEVER, OFF_MAP, STEPS, Battle
from sandtable.systems.war_storm.thinking.weights import QUALITY
from sandtable.systems.war_storm.thinking.worth import away_from, wanted_hexes
from sandtable.table.outlook import Standing

SIGNS = (
    "ahead",  # would win if the battle ended now
    "lead",  # points beyond what a draw would be
    "small lead",  # the same, where a little counts most
    "points to come",  # for delay, if it goes on as now
    "strength left",
    "strength",
    "platoons lost",
    "routed",
    "out of command",
    "officers",
    "in reaction",
    "still to act",
    "acts now",
    "has the initiative",
    "nearer to objectives",  # that count for control, by their points
    "holds the ground",  # stands in hexes that count
    "way to go",  # of all platoons, to what their side wants
    "nearest",  # of the nearest platoon
)
FAR = 12
LEVEL = 4.0  # points that make a safe lead


def standing(b: Battle, side: int) -> Standing:
    """How a side stands, in the order of `SIGNS`."""
    sums = [Sums(b, each) for each in (0, 1)]
    first, second = sums
    net = score(b, 0) - score(b, 1)
    grade = grade_at(b, net)
    ahead = grade.winner if grade is not None else NEVER if net == 0 else 0 if net > 0 else 1
    lead = net - even(b)
    left = b.scenario.turns - b.turn
    near, stands = ground(b, sums)
    values = [
        0.0 if ahead == NEVER else 1.0 if ahead == 0 else -1.0,
        max(-2.0, min(2.0, lead / LEVEL)),
        tanh(lead),
        (to_come(b, 0, left) - to_come(b, 1, left)) / LEVEL,
        first.worth / first.whole - second.worth / second.whole,
        log((first.worth + 0.5) / (second.worth + 0.5)),
        second.gone / max(1, second.count) - first.gone / max(1, first.count),
        second.routed / max(1, second.count) - first.routed / max(1, first.count),
        second.stray / max(1, second.count) - first.stray / max(1, first.count),
        (first.officers - second.officers) / 3,
        first.waiting / max(1, first.count) - second.waiting / max(1, second.count),
        first.fresh / max(1, first.count) - second.fresh / max(1, second.count),
        0.3 if b.side == 0 else -0.3,
        0.0 if b.initiative == NEVER else 0.3 if b.initiative == 0 else -0.3,
        near,
        stands,
        second.way - first.way,
        second.nearest - first.nearest,
    ]
    done = 1 - (first.fresh + second.fresh) / max(1, first.alive + second.alive)
    elapsed = (b.turn - 1 + done) / b.scenario.turns if b.turn else 0.0
    sign = 1.0 if side == 0 else -1.0
    return Standing([sign * value for value in values], elapsed, side == 0)


def even(b: Battle) -> float:
    """The net points at which neither side would win."""
    wins = [grade.least for grade in b.scenario.grades if grade.winner == 0]
    level = [grade.least for grade in b.scenario.grades if grade.winner == NEVER]
    if not wins:
        return 0.0
    return min(wins) - 0.5 if not level else (min(wins) + min(level) - 1) / 2


def to_come(b: Battle, side: int, left: int) -> float:
    """Points for delay in the turns that are left, this one included, as long as nobody has come through."""
    total = 0.0
    for award in b.scenario.awards:
        if award.kind == "delay" and award.side == side and not passed(b, award):
            total += award.points * min(left + 1, b.scenario.turns - award.turn + 1)
    return total


def ground(b: Battle, sums: list["Sums"]) -> tuple[float, float]:
    """Who is nearer to the hexes that count, and who stands in them; in points, for the first side."""
    near = stands = 0.0
    distance = b.ground.distance
    for award in b.scenario.awards:
        if award.kind not in ("control", "presence"):
            continue
        for place in bits(award.hexes) if award.kind == "control" else [-1]:
            goals = [place] if place >= 0 else bits(award.hexes)
            gaps = [
                min([distance[where][goal] for where in each.places for goal in goals], default=FAR) for each in sums
            ]
            near += award.points * tanh((gaps[1] - gaps[0]) / 2)
            stands += award.points * ((gaps[0] == 0) - (gaps[1] == 0))
    return near / LEVEL, stands / LEVEL


class Sums:
    """One pass over the platoons and officers of a side."""

    __slots__ = (
        "alive", "count", "fresh", "gone", "nearest", "officers", "places", "routed", "stray", "waiting", "way",
        "whole", "worth",
    )  # fmt: skip

    def __init__(self, b: Battle, side: int) -> None:
        self.whole = self.worth = self.way = 0.0
        self.count = self.gone = self.routed = self.stray = self.waiting = self.fresh = self.alive = 0
        self.nearest = float(FAR)
        places: set[int] = set()
        wanted = wanted_hexes(b, side)
        far = {}
        for each in b.platoons:
            if each.side != side:
                continue
            self.count += 1
            quality = QUALITY.get(each.quality, 1.0)
            self.whole += quality
            if each.hex == ELIMINATED:
                self.gone += 1
                continue
            self.worth += quality * each.steps / STEPS
            if each.hex == EXITED:
                continue
            self.alive += 1
            self.fresh += not each.used and not each.finished
            if each.routed:
                self.routed += 1
                continue
            self.stray += each.out_of_command
            self.waiting += each.reaction != NEVER
            if each.hex >= 0:
                places.add(each.hex)
                if each.hex not in far:
                    far[each.hex] = away_from(b, each.hex, wanted)
                away = far[each.hex]
                self.way += min(away, FAR)
                self.nearest = min(self.nearest, away)
            else:
                self.way += FAR
        self.way /= FAR * max(1, self.count)
        self.nearest /= FAR
        self.places = sorted(places)
        self.officers = sum([each.side == side and each.hex >= OFF_MAP and not each.routed for each in b.officers])
