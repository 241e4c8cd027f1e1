"""What a regiment may aim at: attacks and what they promise, ways to go and where to stand."""

from functools import lru_cache
from typing import NamedTuple

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.bot import prize
from sandtable.systems.regimental.clash import Clash, Post, dies, reckoned
from sandtable.systems.regimental.dice import stand_dice
from sandtable.systems.regimental.ground import Ground
from sandtable.systems.regimental.movement import STAY, marches, moves
from sandtable.systems.regimental.pieces import Battle, Regiment, Stand
from sandtable.table.decision import Choice
from sandtable.table.scheme import Scheme

POINT = 4.0  # an objective point
LOSS = 0.38  # a strength point or company
LAST = 0.1  # a loss, or being thrown back, in the last round
THROWN_BACK = 0.4
THROWS_BACK = 0.5
KILL = 1.0  # a stand gone for good
APPROACH = 0.09  # a hex nearer to the goal
GUARD = 1.0  # a held objective with a stand in it
STRAY = 0.5  # a stand that its HQ cannot reach
WARY = 6  # hexes at which an enemy is near
DANGER = 0.1  # an enemy that could fall upon a moving stand


STAFF = "staff"  # among the orders of a plan: the strategist's staff carries it out
STAFF_POINT = 25.0  # an objective point to the staff: who does not storm it does not get it

ADVANCE = "advance"  # a word of plans: no assault, on to the goal
RESOLVE = 0.5  # how much worse than nothing an attack may be that is planned


class Assault(NamedTuple):
    """An attack that a regiment could make."""

    gain: float
    target: int
    posts: list[Post]


def battalions(b: Battle, regiment: Regiment) -> list[Stand]:
    """Its stands on the map but the HQ."""
    stands = b.stands
    return [stands[i] for i in regiment.stands[1:] if stands[i].hex >= 0]


@lru_cache(maxsize=512)
def march(ground: Ground, goal: int) -> list[int]:
    """From each hex to a goal: hexes, and more for those that halt. What is cut off is far away."""
    found = [99] * ground.size
    found[goal] = 0
    front = [goal]
    while front:
        further: list[int] = []
        for here in front:
            cost = found[here] + 1 + (ground.halts >> here & 1) + 2 * (ground.river >> here & 1)
            for to in ground.neighbours[here]:
                if cost < found[to]:
                    found[to] = cost
                    further.append(to)
        front = further
    return found


# Attacks -----------------------------------------------------------------------------------------


def point(scheme: Scheme | None) -> float:
    """What an objective point is worth to who carries out a plan."""
    return STAFF_POINT if scheme is not None and STAFF in scheme.orders else POINT


def gain(b: Battle, regiment: Regiment, posts: list[Post], enemy: Stand, point: float = POINT) -> float:
    """What an attack promises."""
    odds: Clash = reckoned(b, regiment, posts, enemy)
    won = odds.won * (0.5 if b.status(enemy) == "D" else 1.0)
    found = LOSS * odds.given + THROWS_BACK * won
    if b.round_number < b.scenario.turns:
        found -= LOSS * odds.taken + THROWN_BACK * odds.lost
    else:  # no tomorrow: only ground counts
        found -= LAST * (odds.taken + odds.lost)
    if dies(b, enemy):
        found += KILL * odds.killed
    wanted = prize(b, regiment.side, enemy.hex)
    if wanted:
        found += point * 0.8 * wanted * won
    return found


def assaults(b: Battle, regiment: Regiment, point: float = POINT) -> list[Assault]:
    """The attacks that the regiment can make with the moves it has left, the most promising first."""
    ground = b.ground
    hq = b.hq_of(regiment)
    if hq is None:
        return []
    radius = ground.grid.within(hq.hex, 2 if hq.moved else 2 + hq.rate.normal)
    reaches: list[tuple[Stand, int]] = []
    near = 0
    for stand in battalions(b, regiment):
        if not stand.marched:
            reach = (1 << stand.hex if stand.moved else 1 << stand.hex | moves(b, stand)) & radius
            reaches.append((stand, reach))
            near |= ground.zone(reach)
    found: list[Assault] = []
    for target in bits(b.occupied[1 - regiment.side] & near):
        posts = posts_for(b, reaches, target)
        found.append(Assault(gain(b, regiment, posts, b.stands[b.at[target]], point), target, posts))
    found.sort(key=lambda each: -each.gain)
    return found


def posts_for(b: Battle, reaches: list[tuple[Stand, int]], target: int) -> list[Post]:
    """The two stands with most dice that can get next to a target, and where."""
    enemy = b.stands[b.at[target]]
    beside = b.ground.grid.neighbour_mask[target]
    away = b.ground.distance[target]
    ready = [(stand, reach & beside) for stand, reach in reaches if reach & beside]
    ready.sort(key=lambda each: (-stand_dice(b, each[0], enemy, True, True), away[each[0].hex]))
    posts: list[Post] = []
    taken = 0
    for stand, hexes in ready:
        free = hexes & ~taken
        if free and len(posts) < 2:
            place = stand.hex if free >> stand.hex & 1 else post(b, stand, free)
            taken |= 1 << place
            posts.append((stand, place))
    return posts


def post(b: Battle, stand: Stand, free: int) -> int:
    """The best of some hexes to attack from: dry, on an objective, beside few enemies."""
    ground = b.ground
    enemies = b.occupied[1 - stand.side]

    def rank(place: int) -> float:
        near = (ground.grid.neighbour_mask[place] & enemies).bit_count()
        return 4 * prize(b, stand.side, place) - 2 * (ground.die_less >> place & 1) - near

    return max(bits(free), key=rank)


# Moves -------------------------------------------------------------------------------------------


def goal_of(b: Battle, regiment: Regiment, place: int) -> int:
    """The objective that a stand goes for: the nearest that its side does not hold, or else one that it does."""
    best, least = place, 999.0
    for number, objective in enumerate(b.scenario.objectives):
        cost = march(b.ground, objective.hex)[place] - 1.5 * objective.points
        if b.holders[number] == regiment.side:
            cost += 100
        if cost < least:
            best, least = objective.hex, cost
    return best


def where_to(b: Battle, stand: Stand, goal: int = -1) -> Choice:
    """Where a stand goes that has no attack to make: on to its goal, taking what lies free, not into danger."""
    regiment = b.regiments[stand.regiment]
    near = moves(b, stand)
    far = marches(b, stand) & ~near
    place = best_hex(b, regiment, stand, near | far | 1 << stand.hex, goal)
    if place == stand.hex:
        return STAY
    return Choice("move" if near >> place & 1 else "march", stand.id, b.ground.names[place])


def best_hex(b: Battle, regiment: Regiment, stand: Stand, hexes: int, goal: int) -> int:
    ground = b.ground
    side = stand.side
    values: dict[int, float] = {}
    for number, objective in enumerate(b.scenario.objectives):
        if hexes >> objective.hex & 1:
            held = b.holders[number] == side
            values[objective.hex] = objective.points * (GUARD if held else POINT)
    way = march(ground, goal_of(b, regiment, stand.hex) if goal < 0 else goal)
    hq = b.hq_of(regiment)
    tether = b""
    reach = 0
    if hq is not None:
        tether = ground.distance[hq.hex]
        reach = 2 if hq.moved else 2 + hq.rate.normal
    threats = threats_to(b, side)
    best, most = stand.hex, -999.0
    for place in bits(hexes):
        value = values.get(place, 0.0) - APPROACH * way[place]
        if tether and tether[place] > reach:
            value -= STRAY
        for away, strike in threats:
            if away[place] <= strike:
                value -= DANGER
        if value > most:
            best, most = place, value
    return best


def threats_to(b: Battle, side: int) -> list[tuple[bytes, int]]:
    """The enemy's stands that may still attack in this round: their distances and how far they strike."""
    found: list[tuple[bytes, int]] = []
    for regiment in b.regiments:
        if regiment.side != side and not regiment.gone and not regiment.activated and regiment.order in ("M", "H"):
            for i in regiment.stands[1:]:
                stand = b.stands[i]
                if stand.hex >= 0:
                    strike = stand.rate.normal + 1 if regiment.order == "M" else 1
                    found.append((b.ground.distance[stand.hex], strike))
    return found


def hq_place(b: Battle, hq: Stand) -> Choice:
    """Where an HQ goes: its stands in command, the attackers first, and the enemy not at its throat."""
    regiment = b.regiments[hq.regiment]
    near = moves(b, hq)
    far = marches(b, hq) & ~near
    ground = b.ground
    enemy = b.occupied[1 - hq.side]
    zone = ground.zone(enemy)
    close = ground.zone(zone)
    stands = [
        (ground.distance[s.hex], 2.0 if zone >> s.hex & 1 else 1.0) for s in b.stands_of(regiment) if s is not hq
    ]
    best, most = hq.hex, -999.0
    for place in bits(near | far | 1 << hq.hex):
        value = 0.0
        for away, weight in stands:
            distance = away[place]
            value += weight if distance <= 2 else -0.1 * distance
        if zone >> place & 1:
            value -= 1.6
        elif close >> place & 1:
            value -= 0.3
        value += 0.1 * (ground.cover >> place & 1) + 0.05 * (place == hq.hex)
        value += 3.0 * prize(b, hq.side, place)
        if value > most:
            best, most = place, value
    if best == hq.hex:
        return STAY
    return Choice("move" if near >> best & 1 else "march", hq.id, ground.names[best])
