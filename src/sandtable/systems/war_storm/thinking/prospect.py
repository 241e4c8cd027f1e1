"""How a planner judges a position: points and men, who could shoot whom next, who is in command, the way to go."""

from sandtable.systems.war_storm.rules.spotting import range_of
from sandtable.systems.war_storm.rules.victory import leader, worth
from sandtable.systems.war_storm.state.pieces import ELIMINATED, NEVER, OFF_MAP, STEPS, Battle
from sandtable.systems.war_storm.thinking.fire_estimates import mean_steps
from sandtable.systems.war_storm.thinking.situation import CompanyFire, Situation
from sandtable.systems.war_storm.thinking.weights import (
    FIRE,
    GRADE,
    GRADE_GROWS,
    OFFICER,
    OUT_OF_COMMAND,
    POINT,
    QUALITY,
    READY,
    ROUT,
    ROUTED,
)


def prospect(b: Battle, side: int) -> float:
    """How well a side stands."""
    mine, theirs = Situation(b, side), Situation(b, 1 - side)
    value = standing(b, mine) - standing(b, theirs)
    value += FIRE * (volleys(b, theirs, mine.prize) - volleys(b, mine, theirs.prize))
    return value + GRADE * (b.turn / b.scenario.turns) ** GRADE_GROWS * outcome(b, side)


def outcome(b: Battle, side: int) -> int:
    """1 if the side would win if the battle ended now, -1 if it would lose, 0 for a draw."""
    winner = leader(b)
    return 0 if winner == NEVER else 1 if winner == side else -1


def standing(b: Battle, situation: Situation) -> float:
    """What a side has: points, platoons where they stand, officers."""
    side = situation.side
    total = POINT * b.points[side]
    for award in b.scenario.awards:
        if award.side == side:
            lasting = award.kind not in ("control", "presence")
            total += POINT * worth(b, award) * (1.0 if lasting else situation.late)
    for each in b.platoons:
        if each.side != side or each.hex == ELIMINATED:
            continue
        value = each.steps / STEPS * QUALITY.get(each.quality, 1.0)
        if each.routed:
            value = value * (1 - ROUTED) - ROUT
        elif each.out_of_command:
            value -= OUT_OF_COMMAND
        if each.reaction != NEVER:
            value += READY
        if each.hex >= OFF_MAP:
            value += situation.stand(each)
        total += value
    for officer in b.officers:
        if officer.side == side and officer.hex >= OFF_MAP:
            total += OFFICER * (1 - ROUTED * officer.routed)
    return total


def volleys(b: Battle, situation: Situation, prize: float) -> float:
    """What the companies that a side fears could do to it, each by its best volley."""
    targets = b.steps[situation.side]
    total = 0.0
    for fire in situation.fires:
        best = max([volley(b, fire, place, steps, situation.side) for place, steps in targets.items()], default=0.0)
        total += fire.weight * best
    return prize * total


def volley(b: Battle, fire: CompanyFire, place: int, steps: int, side: int) -> float:
    """The steps that a company shoots off a hex."""
    ground = b.ground
    distance = ground.distance[place]
    seen = ground.sight.seen(place)
    ff = 0
    target = None
    for each, start, full, half, near, far in fire.platoons:
        away = distance[start]
        if away > far or not seen >> start & 1:
            continue
        if target is None:
            target = b.platoons_at(place, side)[0]
        if away <= range_of(b, each, start, target, place, target.moving):
            ff += full if away <= near else half
    if not ff:
        return 0.0
    return min(float(steps), mean_steps(b.scenario.rulebook.chart, ff, ground.terrain[place].divisor))
