"""What fire promises in the mean, and who would fire together."""

from functools import lru_cache

from sandtable.systems.war_storm.rules.attack import (
    TWO_DICE,
    WAYS,
    Attack,
    column_of,
    effect,
    factor,
    halved,
    reckon,
    results,
    vulnerable,
)
from sandtable.systems.war_storm.rules.fire import adjoins
from sandtable.systems.war_storm.rules.morale import shaken
from sandtable.systems.war_storm.rules.reaction import volley
from sandtable.systems.war_storm.rules.rout import FREE, STRAIGHT, Flight
from sandtable.systems.war_storm.state.book import CombatChart
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Platoon, Unit
from sandtable.systems.war_storm.thinking.weights import (
    HURT,
    OFFICER,
    OFFICER_HIT,
    OFFICERS_ALONE,
    OFFICERS_CAUGHT,
    PUSHED,
    SHAKEN,
)


@lru_cache(maxsize=4096)
def mean_steps(chart: CombatChart, ff: int, divisor: int) -> float:
    """The steps that so much fire shoots off in the mean, without modifiers."""
    if ff <= 0:
        return 0.0
    column = column_of(chart, ff)
    total = sum([ways * (effect(chart, column, roll) // divisor) for roll, ways in TWO_DICE])
    return total / WAYS


def defensive_factor(b: Battle, firers: list[Platoon]) -> int:
    """14.4, 1.h The fire factor of an assaulted hex: those of Finished platoons are added and halved, rounding up."""
    fresh = sum([factor(each) for each in firers if not each.finished])
    return fresh + halved(b, sum([factor(each) for each in firers if each.finished]))


def mean_hits(b: Battle, group: list[Platoon], place: int) -> float:
    """The steps that a group shoots off a hex in the mean; officers alone count for more."""
    victims = b.units_at(place, 1 - group[0].side)
    attack = reckon(b, group, victims, place)
    most = sum([each.steps for each in vulnerable(victims)])
    scale = 1.0 if most else OFFICERS_ALONE
    return scale * sum([ways * min(hits, most or 1) for ways, _, hits in results(b, attack)]) / WAYS


def volley_mean(b: Battle, group: list[Platoon], moving: list[Unit]) -> float:
    """The steps that reaction fire shoots off in the mean."""
    attack = volley(b, group, moving)
    most = sum([each.steps for each in vulnerable(moving)]) or OFFICERS_CAUGHT
    return sum([ways * min(hits, most) for ways, _, hits in results(b, attack)]) / WAYS


def largest_group(b: Battle, firers: list[Platoon]) -> list[Platoon]:
    """7.1 The largest number of them that can fire as one group: next to each other, one by one."""
    best: list[Platoon] = []
    left = list(firers)
    while left:
        group = [left.pop(0)]
        grown = not group[0].out_of_command
        while grown:
            grown = False
            for each in left:
                if not each.out_of_command and adjoins(b, group, each):
                    group.append(each)
                    left.remove(each)
                    grown = True
                    break
        if sum([factor(each) for each in group]) > sum([factor(each) for each in best]):
            best = group
    return best


def volley_worth(b: Battle, prize: float, group: list[Platoon], place: int, foresees: bool = False) -> float:
    """What the fire of a group at a hex is worth in the mean, if an enemy step is worth the prize.

    Who foresees it counts what becomes of routed units that have to run on.
    """
    victims = b.units_at(place, 1 - group[0].side)
    attack = reckon(b, group, victims, place)
    platoons = vulnerable(victims)
    if not platoons:
        return OFFICER * sum([ways for ways, _, hits in results(b, attack) if hits]) / WAYS
    most = sum([each.steps for each in platoons])
    mean = sum([ways * min(hits, most) for ways, _, hits in results(b, attack)]) / WAYS
    scared = sum([ways for ways, _, hits in results(b, attack) if hits]) / WAYS
    officers = len(victims) - len([each for each in victims if isinstance(each, Platoon)])
    company = b.companies[platoons[0].company]
    scare = SHAKEN if shaken(company, b.losses(company) + 1) else HURT
    worth = prize * mean + scared * (scare * len(platoons) + OFFICER_HIT * officers)
    routed = [each for each in victims if each.routed]
    return worth + rout_worth(b, prize, attack, routed, most) if foresees and routed else worth


def rout_worth(b: Battle, prize: float, attack: Attack, routed: list[Unit], most: int) -> float:
    """9.3.2 What it is worth in the mean that routed units run on under fire, besides the steps hit."""
    lost = prize * lost_on_the_run(b, routed)
    pushed = PUSHED * len([each for each in routed if isinstance(each, Platoon)])
    rolls = results(b, attack)
    return (
        sum([ways * (max(0.0, lost - prize * min(hits, most)) + pushed) for ways, raw, hits in rolls if raw]) / WAYS
    )


def driven_on(b: Battle, prize: float, routed: list[Unit]) -> float:
    """What it is worth that routed units have to run on: all of them if no way is left, else little."""
    return prize * lost_on_the_run(b, routed) or PUSHED * len([each for each in routed if isinstance(each, Platoon)])


def lost_on_the_run(b: Battle, routed: list[Unit]) -> int:
    """9.3.2.b The steps of routed units of one hex, if there are any and no way is left to them; else 0."""
    if not routed:
        return 0
    flight = Flight(b, routed, NEVER)
    end, _, _ = flight.ways(routed[0].hex, flight.left, STRAIGHT)
    return 0 if end == FREE else sum([each.steps for each in routed if isinstance(each, Platoon)])
