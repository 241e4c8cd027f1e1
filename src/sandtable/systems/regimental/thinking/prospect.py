"""How a commander who plans judges the position at the end of a round.

Early in the battle strength counts for more than ground, for ground follows strength; at its end ground is all. The
weights are fitted to how some hundreds of battles went on from there.
"""

from sandtable.systems.regimental.state.pieces import Battle

STRENGTH = 0.4  # a strength point of a battalion
COMPANY = 0.5
GUN = 0.25  # a strength point of a battery
HQ = 1.0
EARLY, LATE = 0.8, 4.2  # an objective point at the start, and what it gains to the end
NEAR = 0.8  # part of its worth for standing close to an objective of the enemy's
UNMANNED = 1.5  # times that if nobody is in it


def prospect(b: Battle, side: int) -> float:
    """How well a side stands: strength, ground, and what ground it is close to."""
    total = 0.0
    places: tuple[list[int], list[int]] = ([], [])
    for stand in b.stands:
        if stand.hex < 0:
            continue
        if stand.regiment < 0:
            worth = GUN * stand.sp
        else:
            places[stand.side].append(stand.hex)
            worth = HQ if stand.type.hq else STRENGTH * stand.sp
            if stand.company >= 0:
                worth += COMPANY
        total += worth if stand.side == side else -worth
    point = EARLY + LATE * (min(b.round_number, b.scenario.turns) / b.scenario.turns) ** 2
    for number, objective in enumerate(b.scenario.objectives):
        worth = point * objective.points
        holder = b.holders[number]
        if holder >= 0:
            total += worth if holder == side else -worth
        away = b.ground.distance[objective.hex]
        close = NEAR * worth * (1.0 if objective.hex in b.at else UNMANNED)
        for who in (0, 1):
            if holder != who and places[who]:
                near = close / (1 + min([away[place] for place in places[who]]))
                total += near if who == side else -near
    return total
