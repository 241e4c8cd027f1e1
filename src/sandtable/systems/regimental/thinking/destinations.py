"""Where a stand goes that has no attack to make, and where its HQ goes."""

from functools import lru_cache

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.rules.movement import STAY, marches, moves
from sandtable.systems.regimental.state.ground import Ground
from sandtable.systems.regimental.state.pieces import Battle, Regiment, Stand
from sandtable.systems.regimental.thinking.assaults import command_reach
from sandtable.systems.regimental.thinking.weights import HQPlace, March
from sandtable.systems.regimental.thinking.worth import prize
from sandtable.table.decision import Choice


@lru_cache(maxsize=512)
def march(ground: Ground, goal: int) -> list[int]:
    """From each hex to a goal: hexes, and more for those that halt. What is cut off is far away."""
    found = [March.CUT_OFF] * ground.size
    found[goal] = 0
    front = [goal]
    while front:
        further: list[int] = []
        for here in front:
            halt = March.HALT * (ground.halts >> here & 1) + March.RIVER * (ground.river >> here & 1)
            cost = found[here] + 1 + halt
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
        cost = march(b.ground, objective.hex)[place] - March.GOAL_POINT * objective.points
        if b.holders[number] == regiment.side:
            cost += March.HELD
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
            values[objective.hex] = objective.points * (March.GUARD if held else March.POINT)
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
        value = values.get(place, 0.0) - March.APPROACH * way[place]
        if tether and tether[place] > reach:
            value -= March.STRAY
        for away, strike in threats:
            if away[place] <= strike:
                value -= March.DANGER
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
    enemy = b.enemies(hq.side)
    zone = ground.zone(enemy)
    close = ground.zone(zone)
    stands = [
        (ground.distance[s.hex], HQPlace.FIGHTING if zone >> s.hex & 1 else HQPlace.COMMANDED)
        for s in b.stands_of(regiment)
        if s is not hq
    ]
    best, most = hq.hex, -999.0
    for place in bits(near | far | 1 << hq.hex):
        value = 0.0
        for away, weight in stands:
            distance = away[place]
            value += weight if distance <= command else -HQPlace.STRAY * distance
        if zone >> place & 1:
            value -= HQPlace.IN_ZONE
        elif close >> place & 1:
            value -= HQPlace.NEAR_ZONE
        value += HQPlace.COVER * (ground.cover >> place & 1) + HQPlace.STAY * (place == hq.hex)
        value += HQPlace.POINT * prize(b, hq.side, place)
        if value > most:
            best, most = place, value
    if best == hq.hex:
        return STAY
    return Choice("move" if near >> best & 1 else "march", hq.id, ground.names[best])
