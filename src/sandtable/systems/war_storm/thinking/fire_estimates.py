"""What a company can do: how far it gets, who fires together, and what fire promises."""

from sandtable.systems.war_storm.rules.attack import factor, reckon, results, vulnerable
from sandtable.systems.war_storm.rules.movement import kind_of, reach_of, traveller
from sandtable.systems.war_storm.state.pieces import Battle, Platoon, Unit
from sandtable.systems.war_storm.thinking.situation import Field
from sandtable.systems.war_storm.thinking.worth import OFFICER

KEPT = 4096  # reaches

_reaches: dict[tuple[object, ...], dict[int, int]] = {}  # of all battles: many positions are alike


def reach(b: Battle, unit: Unit, double: bool) -> dict[int, int]:
    """Where a unit can go by itself, and what it costs; kept by all that it depends on."""
    going = traveller(b, [unit], double)
    digest = b.scenario.digest
    key = (digest, unit.hex, unit.bank, kind_of(unit), going.capacity, going.blocked, b.column)
    found = _reaches.get(key) if digest and unit.hex >= 0 else None
    if found is None:
        found = {h: cost for h, (cost, _) in reach_of(b, [unit], double).ends.items()}
        if len(_reaches) >= KEPT:
            _reaches.clear()
        _reaches[key] = found
    return found


def together(b: Battle, firers: list[Platoon]) -> list[Platoon]:
    """7.1 The largest number of them that can fire as one group: next to each other, one by one."""
    best: list[Platoon] = []
    left = list(firers)
    while left:
        group = [left.pop(0)]
        grown = not group[0].out_of_command
        while grown:
            grown = False
            for each in left:
                if not each.out_of_command and any(b.ground.distance[each.hex][other.hex] <= 1 for other in group):
                    group.append(each)
                    left.remove(each)
                    grown = True
                    break
        if sum([factor(each) for each in group]) > sum([factor(each) for each in best]):
            best = group
    return best


def volley_worth(b: Battle, field: Field, group: list[Platoon], place: int) -> float:
    """What the fire of a group at a hex is worth in the mean."""
    victims = b.units_at(place, 1 - group[0].side)
    attack = reckon(b, group, victims, place)
    platoons = vulnerable(victims)
    if not platoons:
        return OFFICER * sum([ways for ways, _, hits in results(b, attack) if hits]) / 36
    most = sum([each.steps for each in platoons])
    mean = sum([ways * min(hits, most) for ways, _, hits in results(b, attack)]) / 36
    scared = sum([ways for ways, _, hits in results(b, attack) if hits]) / 36
    officers = len(victims) - len([each for each in victims if isinstance(each, Platoon)])
    company = b.companies[platoons[0].company]
    shaken = 0.25 if b.losses(company) + 1 > company.original else 0.05
    return field.prize * mean + scared * (shaken * len(platoons) + 0.05 * officers)
