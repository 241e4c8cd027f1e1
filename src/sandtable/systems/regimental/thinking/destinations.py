"""Where a stand goes that has no attack to make, and where its HQ goes."""

from functools import lru_cache

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.rules.movement import STAY, marches, moves
from sandtable.systems.regimental.state.ground import Ground
from sandtable.systems.regimental.state.pieces import Battle, Regiment, Stand
from sandtable.systems.regimental.thinking.assaults import POINT, command_reach
from sandtable.systems.regimental.thinking.worth import prize
from sandtable.table.decision import Choice

APPROACH = 0.09  # a hex nearer to the goal
GUARD = 1.0  # a held objective with a stand in it
STRAY = 0.5  # a stand that its HQ cannot reach
DANGER = 0.1  # an enemy that could fall upon a moving stand


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
        reach = command_reach(b, hq)
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
    command = ground.numbers["command"]
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
            value += weight if distance <= command else -0.1 * distance
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
