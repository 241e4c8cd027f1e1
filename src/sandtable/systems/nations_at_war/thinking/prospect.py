"""How a battle will probably end, in the eyes of a player who plans.

What counts when was found by regression over some hundred battles of the quick policy against itself: what is left of
both sides counts most, then who is near to what wins. That it is held counts only when the battle is nearly over.
"""

from functools import cache

from sandtable.systems.nations_at_war.rules.command import command_range
from sandtable.systems.nations_at_war.rules.movement import entry_hexes
from sandtable.systems.nations_at_war.rules.victory import achieved
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Battle
from sandtable.systems.nations_at_war.thinking.weights import (
    FAR_AWAY,
    HELD,
    MISSION,
    NEARNESS,
    SAFE,
    SAFE_FROM,
    TIMES,
    Weights,
)
from sandtable.systems.nations_at_war.thinking.worth import Judge, unit_worth


@cache
def weights_at(turn: int, turns: int) -> Weights:
    """What counts in a turn: between the times of the table in proportion."""
    late = turn / turns
    before, first = TIMES[0]
    for after, then in TIMES:
        if late <= after:
            part = (late - before) / (after - before) if after > before and late > before else 0.0
            return Weights(*[a + (b - a) * part for a, b in zip(first, then, strict=True)])
        before, first = after, then
    return TIMES[-1][1]


def aims(b: Battle, judge: Judge) -> list[int]:
    """The hexes that the attacker does best to go for: on a line those near to him and far from the enemy.

    An enemy who is yet to come counts where he may enter.
    """
    attacker = judge.victory.side
    if judge.victory.kind != "railroad_chain":
        return judge.best_group(b, attacker)[0]
    fields = judge.goals.fields
    ours = [unit.hex for unit in b.units_of[attacker] if unit.hex >= 0 and not unit.disrupted]
    theirs = [unit.hex for unit in b.units_of[1 - attacker] if unit.hex >= 0] + entries(b, 1 - attacker)
    value = {}
    for goal in judge.goals.hexes:
        field = fields[goal]
        near = min([field[place] for place in ours], default=FAR_AWAY)
        foe = min([field[place] for place in theirs], default=FAR_AWAY)
        value[goal] = HELD * (b.control[attacker] >> goal & 1) - near + SAFE * min(foe, SAFE_FROM)
    return max(judge.goals.groups, key=lambda group: sum([value[goal] for goal in group]))


def held(judge: Judge, control: int) -> tuple[float, bool]:
    """How many hexes that win the attacker has if he controls these, no more than he needs; and if it is enough."""
    victory = judge.victory
    if victory.kind == "railroad_chain":
        most = max([sum([control >> goal & 1 for goal in group]) for group in judge.goals.groups], default=0)
        return (most, most >= victory.count)
    bridge = sum([control >> goal & 1 for goal in victory.bridge])
    if victory.kind == "points":
        points = sum([worth for goal, worth in victory.points.items() if control >> goal & 1])
        return (points / max(1, victory.count), False)
    hexes = sum([control >> goal & 1 for goal in victory.hexes])
    return (bridge + min(hexes, victory.count), bridge >= len(victory.bridge) and 0 < victory.count <= hexes)


def entries(b: Battle, side: int) -> list[int]:
    """The hexes by which a side's reinforcements may come on."""
    coming = {unit.formation for unit in b.units_of[side] if unit.hex == OFF_MAP}
    return [place for formation in sorted(coming) for place in entry_hexes(b, formation)]


def prospect(b: Battle, side: int, judge: Judge) -> float:
    """How well a side stands; the other stands as badly."""
    weights = weights_at(b.turn, b.scenario.turns)
    attacker = judge.victory.side
    fields = [judge.goals.fields[goal] for goal in aims(b, judge)]
    if judge.goals.exit is not None:
        fields.append(judge.goals.exit)
    score = weights.won if achieved(b) else 0.0
    score += strength(b, attacker, weights, fields) - strength(b, 1 - attacker, weights, fields)
    hurt = judge.exposure(b)
    score += weights.shots * (hurt[1 - attacker] - hurt[attacker])
    return score if side == attacker else -score


def strength(b: Battle, side: int, weights: Weights, fields: list[list[int]]) -> float:
    """What a side has, where, and in what order."""
    total = weights.support * (b.fate[side] + MISSION * len(b.missions[side]))
    for unit in b.units_of[side]:
        place = unit.hex
        if place < OFF_MAP:
            continue
        worth = unit_worth(unit)
        total += weights.strength * worth
        if place < 0:
            total -= weights.way * FAR_AWAY
        elif fields:
            points = min([field[place] for field in fields])
            total -= weights.way * min(points, FAR_AWAY)
            if not unit.disrupted:
                total += weights.near * NEARNESS[points]
    for hq in b.hqs:
        if hq.side == side and hq.hex >= 0:
            away, reach = b.ground.distance[hq.hex], command_range(b, hq)
            for unit in b.units_of[side]:
                if unit.formation == hq.formation and unit.hex >= 0 and away[unit.hex] > reach:
                    total -= weights.touch
    return total
