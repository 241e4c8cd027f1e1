"""What a side is after and what it must hold, with what each is worth and how far every hex is from it."""

from heapq import heappop, heappush

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.victory import passed
from sandtable.systems.war_storm.state.book import FOOT
from sandtable.systems.war_storm.state.ground import Ground
from sandtable.systems.war_storm.state.pieces import Battle
from sandtable.systems.war_storm.thinking.weights import ALARM, CROWDED, ENOUGH, FAR, POINT
from sandtable.table.kept import Kept

Distances = list[int]
Worths = dict[int, float]  # by hexes

_ways: Kept[Distances] = Kept()


def ways_to(b: Battle, hexes: int) -> Distances:
    """The MP on foot from each hex to the nearest of some."""
    digest = b.scenario.digest
    return _ways.get((digest, hexes), lambda: measure(b.ground, hexes)) if digest else measure(b.ground, hexes)


def measure(ground: Ground, hexes: int) -> Distances:
    """The same, worked out."""
    found = [2 * FAR] * ground.size
    waiting = [(0, h) for h in bits(hexes)]
    for _, h in waiting:
        found[h] = 0
    while waiting:
        spent, h = heappop(waiting)
        if spent > found[h]:
            continue
        for place, _ in ground.steps[FOOT][h]:
            total = spent + ground.cost(FOOT, place, h)
            if total < found[place]:
                found[place] = total
                heappush(waiting, (total, place))
    return found


class Goal:
    """Something worth points: where, what it is worth to who takes it, and how far every hex is from it."""

    __slots__ = ("far", "hexes", "value")

    def __init__(self, b: Battle, hexes: int, value: float) -> None:
        self.hexes = hexes
        self.value = value  # 0 if it is to be kept
        self.far = ways_to(b, hexes)


def goals(b: Battle, side: int) -> list[Goal]:
    """What a side is after; where there is nothing to take, what it must hold, and else the enemy."""
    return goals_of(b, side, *wanted(b, side))


def goals_of(b: Battle, side: int, take: Worths, keep: Worths) -> list[Goal]:
    """The same, where it is known what is to be taken and what to be held."""
    if not take:
        take = dict.fromkeys(keep, 0.0) or {b.occupied[1 - side]: 0.0}
    return [Goal(b, hexes, value) for hexes, value in take.items() if hexes]


def wanted(b: Battle, side: int) -> tuple[Worths, Worths]:
    """What a side could take and what it holds, by hexes, with what each is worth."""
    take: dict[int, float] = {}
    keep: dict[int, float] = {}
    held = dict(zip([each.hex for each in b.scenario.objectives], b.holders, strict=True))
    left = b.scenario.turns - b.turn
    for award in b.scenario.awards:
        value = POINT * award.points
        if award.kind == "control":
            for h in bits(award.hexes):
                wanted = take if (held[h] != side if award.side == side else held[h] == award.side) else keep
                wanted[1 << h] = wanted.get(1 << h, 0.0) + value
        elif award.kind == "presence" and award.side == side:
            take[award.hexes] = value if inside(b, side, award.hexes) < ENOUGH else CROWDED * value
        elif award.kind == "exited" and award.side == side:
            take[b.scenario.sides[side].exits] = value
        elif award.kind == "delay" and award.side != side and not passed(b, award):
            take[award.hexes] = value * (left + 1)
    return (take, keep)


def guarded(b: Battle, side: int) -> dict[int, float]:
    """The hexes that are held and might be taken back, with their worth."""
    found: dict[int, float] = {}
    held = dict(zip([each.hex for each in b.scenario.objectives], b.holders, strict=True))
    enemies = bits(b.occupied[1 - side])
    for award in b.scenario.awards:
        if award.kind != "control":
            continue
        for h in bits(award.hexes):
            mine = held[h] == side if award.side == side else held[h] != award.side
            if mine and any(b.ground.distance[h][enemy] <= ALARM for enemy in enemies):
                found[h] = found.get(h, 0.0) + POINT * award.points
    return found


def inside(b: Battle, side: int, hexes: int) -> int:
    """The unrouted platoons of a side in some hexes."""
    return sum(
        [each.side == side and each.hex >= 0 and not each.routed and hexes >> each.hex & 1 for each in b.platoons]
    )
