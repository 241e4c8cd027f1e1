"""What is enough to win: for a master, who counts the points before he looks for a fight."""

from typing import NamedTuple

from sandtable.systems.war_storm.rules.victory import grade_at, score
from sandtable.systems.war_storm.state.pieces import EXITED, OFF_MAP, Battle, Platoon
from sandtable.systems.war_storm.thinking.goals import Goal, Worths, goals_of, wanted, ways_to
from sandtable.systems.war_storm.thinking.weights import (
    DEPLOY_STRAY,
    FAR_GOAL,
    FLANKS,
    GOING,
    LONG_WAY,
    MOST,
    NEARBY,
    POINT,
    SHUNS,
    WAY_OUT,
)
from sandtable.table.decision import Decision
from sandtable.table.scheme import Scheme


class Aims(NamedTuple):
    """What a side is after, and the hexes in which it is to leave the board, if it is."""

    goals: list[Goal]
    exits: int


def aims_of(b: Battle, side: int, exits: int) -> Aims:
    """The way out, where that wins; else the least that is to be taken."""
    if exits:
        return Aims([Goal(b, exits, WAY_OUT)], exits)
    take, keep = wanted(b, side)
    return Aims(goals_of(b, side, least_to_take(b, side, take), keep), 0)


def wins_with(b: Battle, side: int, more: int) -> bool:
    """Whether a side would win if the battle ended now and it had so many points more."""
    net = score(b, 0) - score(b, 1) + (more if side == 0 else -more)
    grade = grade_at(b, net)
    if grade is not None:
        return grade.winner == side
    return net > 0 if side == 0 else net < 0


# Leaving the board -------------------------------------------------------------------------------


def way_out(b: Battle, side: int) -> int:
    """The hexes in which to leave the board, if the points for that alone would win; nothing if not.

    Who has begun to leave goes on.
    """
    exits: int = b.scenario.sides[side].exits
    points = sum([award.points for award in b.scenario.awards if award.kind == "exited" and award.side == side])
    if not exits or not points:
        return 0
    able = sum([can_leave(b, each, exits) for each in b.platoons if each.side == side and not each.routed])
    begun = any(each.side == side and each.hex == EXITED for each in b.platoons)
    return exits if able and (begun or wins_with(b, side, points * (able - 1))) else 0


def can_leave(b: Battle, platoon: Platoon, exits: int) -> bool:
    """Whether a platoon has the time to get to an exit; out of command it acts every other turn."""
    left = b.scenario.turns - max(1, b.turn) + 1
    if platoon.hex == OFF_MAP:
        return left >= LONG_WAY
    if platoon.hex < 0:
        return False
    turns = left / 2 if platoon.out_of_command else left
    return ways_to(b, exits)[platoon.hex] + b.ground.numbers["exit"] <= turns * platoon.mp


def places_to_leave_from(b: Battle, decision: Decision, side: int, exits: int) -> list[Scheme]:
    """The best places to begin for who wants to get past the enemy: near the exits, away from him, in command."""
    ways, unit = ways_to(b, exits), b.unit(decision.piece)
    company = b.company_of(unit)
    officer = b.officer_of(company) if company is not None else None
    enemies = [each.hex for each in b.platoons if each.side != side and each.hex >= 0]

    def gain(place: int) -> float:
        far = b.ground.distance[place]
        value = SHUNS * min([far[h] for h in enemies], default=0) - FLANKS * ways[place]
        if isinstance(unit, Platoon) and officer is not None and officer.hex >= 0:
            value -= DEPLOY_STRAY * max(0, far[officer.hex] - officer.type.command)
        return value

    found = [(gain(b.ground.index[choice.to]), -number, choice) for number, choice in enumerate(decision.options())]
    best = sorted(found, reverse=True)[:MOST]
    return [Scheme(f"Begin in {choice.to}", {}, choice, value) for value, _, choice in best]


# What to take ------------------------------------------------------------------------------------


def least_to_take(b: Battle, side: int, take: Worths) -> Worths:
    """Of the hexes that bring points the cheapest that are enough to win, if nobody stands in them; else all.

    Who wins as it is takes no more, but back what brings the enemy points.
    """
    own = 0
    for award in b.scenario.awards:
        if award.kind == "control" and award.side == side:
            own |= award.hexes
    hexes = [each for each in take if each & own == each and each.bit_count() == 1]
    others = {each: worth for each, worth in take.items() if each not in hexes}
    if not hexes or wins_with(b, side, 0):
        return others
    chosen: Worths = {}
    for each in sorted(hexes, key=lambda each: price(b, side, each.bit_length() - 1) / take[each]):
        chosen[each] = take[each]
        if b.occupied[1 - side] & each:
            return take
        if wins_with(b, side, round(sum(chosen.values()) / POINT)):
            return others | chosen
    return take


def price(b: Battle, side: int, place: int) -> float:
    """How dear a hex is to take: who defends it, from near by too, and how far it is to go."""
    far = b.ground.distance[place]
    enemies = [each for each in b.platoons if each.side != side and each.hex >= 0 and not each.routed]
    defence = sum([each.type.av[each.lost] / (1 + far[each.hex]) for each in enemies if far[each.hex] <= NEARBY])
    own = sorted([far[each.hex] for each in b.platoons if each.side == side and each.hex >= 0 and not each.routed])
    ways = own[:GOING]
    return defence + (FAR_GOAL * sum(ways) / len(ways) if ways else 0.0)
