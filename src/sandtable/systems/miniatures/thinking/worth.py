"""What computer players reckon with: the worth of Teams, and what a volley promises from mean hits alone."""

from sandtable.systems.miniatures.rules.fire.to_hit import (
    Shot,
    aim_dice,
    aims,
    fire_points,
    set_needs,
    shots_of,
    valid_teams,
)
from sandtable.systems.miniatures.rules.leaders import Target
from sandtable.systems.miniatures.rules.sight import cover_of, within
from sandtable.systems.miniatures.state.book import GUN, HARD, INFANTRY, TANK
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import TEAM
from sandtable.table.decision import Choice

ALIVE = 0.3  # a Unit on the table, besides its Teams
MARKER = 0.3  # of a Team's worth, for a suppression marker
LEADER = 0.1
AIMED = 1.6  # how much better Aimed Fire hits, about


def team_worth(team: Team) -> float:
    """About an eighth of a platoon for a stand, more for what kills tanks."""
    type = team.type
    if type.kind == TANK:
        worth = 0.35 if type.armored else 0.15
        worth += 0.06 * max(0, 6 - type.front) if type.armored else 0.0
    elif type.kind == GUN:
        worth = 0.17 if type.as_infantry else 0.3
    else:
        worth = 0.12
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
    team = b.team(choice.piece)
    return team is not None and team.type.kind == GUN and not team.type.as_infantry


def hurt(b: Battle, shot: Shot, mark: Team) -> float:
    """8, 9 What one hit of a weapon costs a Team, in worth."""
    type = mark.type
    worth = team_worth(mark)
    if type.armored:
        if not shot.weapon.at:
            return 0.0
        passes = (7 - type.front) / 6
        if within(shot.team, mark, b.land.numbers["close_range"]):
            passes *= passes
        return (1 - passes) * worth * (1 / 6 + MARKER / 3)
    hard = cover_of(b, mark, shot.team) == HARD
    quiet = type.kind == INFANTRY or not (mark.moved or mark.fired)
    fails = (1 if hard else 2) / 6 if quiet else (2 if hard else 4) / 6
    return fails * worth


def volley(b: Battle, teams: list[Team], target: Target, kind: int, aimed: bool = False) -> float:
    """What a shooting promises: Teams lost and suppression, from mean hits."""
    shots = shots_of(b, teams, target, set())
    if not shots:
        return 0.0
    set_needs(b, shots, target, kind)
    valid = valid_teams(shots)
    gain = hits = 0.0
    for shot in shots:
        dice, mark = best_mark(b, shots, shot, valid)
        face = max(2, shot.need)
        if face > 6 or not dice or mark is None:
            continue
        mean = dice * (7 - face) / 6 * (AIMED if aimed and face > 3 else 1.0)
        one = min(mean, 1.0) if shot.weapon.at and not mark.type.armored else mean  # 6.18
        gain += one * hurt(b, shot, mark)
        hits += mean if hurt(b, shot, mark) else 0.0
    average = sum([team_worth(mark) for mark in valid]) / len(valid)
    return gain + hits / b.land.numbers["hits_per_marker"] * MARKER * average


def best_mark(b: Battle, shots: list[Shot], shot: Shot, valid: list[Team]) -> tuple[int, Team | None]:
    """The dice of a weapon and the Team it would rather hit."""
    if not shot.weapon.at:
        soft = [mark for mark in shot.marks if not mark.type.armored]
        return fire_points(b, shot, -1, True), soft[0] if soft else None
    best: tuple[int, Team | None] = (0, None)
    most = 0.0
    for aim in aims(valid):
        marks = [mark for mark in shot.marks if mark.type.kind == aim]
        if marks:
            dice = aim_dice(b, shots, shot, aim)
            gain = dice * hurt(b, shot, marks[0])
            if gain > most:
                best, most = (dice, marks[0]), gain
    return best
