"""What pieces are worth: Teams, Units, what a Unit means to its company, and how well a side stands."""

import math

from sandtable.systems.miniatures.rules.sight import area_cover, within_point
from sandtable.systems.miniatures.rules.victory import score
from sandtable.systems.miniatures.state.book import GUN, TANK
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import CC, FO, TEAM
from sandtable.systems.miniatures.thinking.weights import (
    ALIVE,
    APPROACH,
    ARMORED,
    BELOW_HALF,
    CC_LOST,
    CC_STANDS,
    CONTESTED,
    COVER,
    FIELD_GUN,
    FOOT,
    GUARD,
    HOLDING,
    LEADER,
    LIGHT_GUN,
    MARKER,
    NEAR_BREAKING,
    NO_LEADER,
    ON_OVERWATCH,
    PLATE,
    POINT,
    THICK,
    UNARMORED,
    WEAR,
)
from sandtable.table.decision import Choice

# Teams and Units ---------------------------------------------------------------------------------


def team_worth(team: Team) -> float:
    """About an eighth of a platoon for a stand, more for what kills tanks."""
    type = team.type
    if type.kind == TANK:
        worth = ARMORED if type.armored else UNARMORED
        worth += PLATE * max(0, THICK - type.front) if type.armored else 0.0
    elif type.kind == GUN:
        worth = LIGHT_GUN if type.as_infantry else FIELD_GUN
    else:
        worth = FOOT
    return worth + (LEADER if team.role != TEAM else 0.0)


def unit_worth(b: Battle, unit: Unit) -> float:
    """Its Teams, less for the suppressed."""
    return ALIVE + sum([team_worth(team) * (1 - MARKER * min(team.markers, 1)) for team in b.all_of(unit)])


def is_battery(unit: Unit, b: Battle) -> bool:
    """A Unit whose guns shell from afar: it stays where it is."""
    return any(
        weapon.barrage for i in unit.teams if not b.teams[i].lost and (weapon := b.teams[i].type.weapon) is not None
    )


def costs_a_gun(b: Battle, choice: Choice) -> bool:
    """14.16 A gun that becomes a PL is lost, and it has little use for one."""
    team = b.find_team(choice.piece)
    return team is not None and team.type.kind == GUN and not team.type.as_infantry


# What a Unit means to its company ----------------------------------------------------------------


def unit_stake(b: Battle, side: int) -> float:
    """What the destruction of one more Unit costs a side, besides its Teams."""
    started = left = 0
    for unit in b.units:
        if unit.side == side:
            started += 1
            left += not unit.gone
    broken = (started * b.land.numbers["company_morale"] - 1) // 100  # 14.11: so few Units may give up
    to_break = max(0, left - broken)
    return NEAR_BREAKING[min(to_break, len(NEAR_BREAKING) - 1)] + POINT * b.scenario.unit_points


def staying_power(b: Battle, size: int, left: float, tanks: bool) -> float:
    """12.1, 12.3 How sure a Unit is to stay: 1 when it is whole, little below half its Teams."""
    half = -(-size * b.land.numbers["unit_morale"] // 100)
    if left >= half:
        gone = (size - left) / (size - half + 1)
        return 1 - WEAR * gone * gone
    last = 0.0 if tanks or size == 1 else 1.0
    return max(0.0, BELOW_HALF * (left - last) / max(0.5, half - last))


def lost_worth(b: Battle, unit: Unit, killed: float) -> float:
    """What it means for its company that a Unit loses so many Teams, besides their own worth."""
    if not killed or unit.index < 0:
        return CC_LOST * killed
    teams = b.teams_of(unit)
    left = len(teams)
    if not left:
        return 0.0
    tanks = teams[0].type.kind == TANK
    before = staying_power(b, unit.size, left, tanks)
    whole = int(killed)
    here = staying_power(b, unit.size, max(0, left - whole), tanks)
    there = staying_power(b, unit.size, max(0, left - whole - 1), tanks)
    after = here + (there - here) * (killed - whole)
    return unit_stake(b, unit.side) * (before - after)


# How a side stands -------------------------------------------------------------------------------


def evaluate(b: Battle, side: int) -> float:
    """Both companies, the objectives, and how near each Unit is to what it is after."""
    return standing(b, side) - standing(b, 1 - side)


def standing(b: Battle, side: int) -> float:
    """What one side has."""
    total = 0.0
    keen = keenness(b, side)
    for unit in b.company(side):
        total += unit_worth(b, unit)
        if unit.pl < 0:
            total -= NO_LEADER
        if unit.overwatch:
            total += ON_OVERWATCH
        if not is_battery(unit, b):
            total -= keen * way_to_go(b, unit)
        for team in b.all_of(unit):
            if area_cover(b, team):
                total += COVER
    cc = b.cc(side)
    if cc is not None:
        total += team_worth(cc) + CC_STANDS
    reach = b.land.numbers["objective"]
    for number, objective in enumerate(b.scenario.objectives):
        if b.holders[number] == side:
            total += POINT * objective.points
        near = [team for team in b.on_table() if within_point(team, *objective.at, reach)]
        if any(team.side == side and team.role not in (CC, FO) for team in near):
            alone = all(team.side == side for team in near)
            total += GUARD * objective.points * (1.0 if alone else CONTESTED)
    return total


def keenness(b: Battle, side: int) -> float:
    """What an inch on the way to an objective is worth to a side."""
    return APPROACH * (HOLDING if ahead_now(b, side) else 1.0)


def ahead_now(b: Battle, side: int) -> bool:
    """Whether a side would win if the battle ended now."""
    return score(b, side) > score(b, 1 - side)


def way_to_go(b: Battle, unit: Unit) -> float:
    """Inches from the Unit to the objective it is after."""
    wanted = [each.at for number, each in enumerate(b.scenario.objectives) if b.holders[number] != unit.side]
    wanted = wanted or [each.at for each in b.scenario.objectives]
    if not wanted:
        return 0.0
    teams = b.teams_of(unit)
    best = min([(team.x - x) ** 2 + (team.y - y) ** 2 for x, y in wanted for team in teams])
    return math.sqrt(best) / 100
