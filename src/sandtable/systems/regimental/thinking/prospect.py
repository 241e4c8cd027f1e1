"""How a commander who plans judges the position at the end of a round.

Early in the battle strength counts for more than ground, for ground follows strength; at its end ground is all. The
weights are fitted to how some hundreds of battles went on from there.
"""

from sandtable.systems.regimental.state.pieces import Battle
from sandtable.systems.regimental.thinking.weights import Prospect


def prospect(b: Battle, side: int) -> float:
    """How well a side stands: strength, ground, and what ground it is close to."""
    total = 0.0
    places: tuple[list[int], list[int]] = ([], [])
    for stand in b.stands:
        if stand.hex < 0:
            continue
        if stand.regiment < 0:
            worth = Prospect.GUN * stand.sp
        else:
            places[stand.side].append(stand.hex)
            worth = Prospect.HQ if stand.type.hq else Prospect.STRENGTH * stand.sp
            if stand.company >= 0:
                worth += Prospect.COMPANY
        total += worth if stand.side == side else -worth
    point = Prospect.EARLY + Prospect.LATE * (min(b.round_number, b.scenario.turns) / b.scenario.turns) ** 2
    for number, objective in enumerate(b.scenario.objectives):
        worth = point * objective.points
        holder = b.holders[number]
        if holder >= 0:
            total += worth if holder == side else -worth
        away = b.ground.distance[objective.hex]
        close = Prospect.NEAR * worth * (1.0 if objective.hex in b.at else Prospect.UNMANNED)
        for who in (0, 1):
            if holder != who and places[who]:
                near = close / (1 + min([away[place] for place in places[who]]))
                total += near if who == side else -near
    return total
