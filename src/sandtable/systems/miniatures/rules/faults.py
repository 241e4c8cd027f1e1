"""What may never be so in a battle, whatever is played. Empty after every step if the rules are written well."""

from collections.abc import Iterator

from sandtable.systems.miniatures.rules.movement.bases import on_table, overlapped
from sandtable.systems.miniatures.state.book import INFANTRY, TANK
from sandtable.systems.miniatures.state.pieces import ACTION, Battle, Team
from sandtable.systems.miniatures.state.scenario import CC, FO, PL


def faults(b: Battle) -> list[str]:
    """What is broken, a sentence each."""
    return [*team_faults(b), *unit_faults(b), *round_faults(b)]


def team_faults(b: Battle) -> Iterator[str]:
    """Bases, markers, facings."""
    resting = b.walk is None and b.assault is None
    for team in b.teams:
        if team.lost:
            if team.markers or team.dug_in:
                yield f"{team.id} is lost and still has markers"
            continue
        yield from states_of(b, team)
        if not on_table(b, team, team.x, team.y):
            yield f"{team.id} is not wholly on the table (4.1)"
        if resting and overlapped(b, team, team.x, team.y):
            yield f"{team.id} stands on another base (4.1)"
        if resting and b.land.spot(team.x, team.y).on_line:
            yield f"{team.id} stands on a linear obstacle (4.1)"


def states_of(b: Battle, team: Team) -> Iterator[str]:
    most = b.land.numbers["most_markers"]
    if not 0 <= team.markers <= most:
        yield f"{team.id} has {team.markers} markers; {most} are the most (11.7)"
    if team.role == FO and team.markers:
        yield f"{team.id} is an FO and suppressed (15.21)"
    if team.type.kind == TANK and team.dug_in:
        yield f"{team.id} is a tank and dug in (3.3.f)"
    if (team.type.kind == INFANTRY) != ((team.hx, team.hy) == (0, 0)):
        yield f"{team.id} faces ({team.hx}, {team.hy}) (6.4)"
    if team.type.turret != ((team.tx, team.ty) != (0, 0)):
        yield f"the turret of {team.id} faces ({team.tx}, {team.ty}) (6.7)"
    if team.last_fire > b.initiative or team.helped > b.initiative:
        yield f"{team.id} has acted in an Initiative still to come (1.1)"


def unit_faults(b: Battle) -> Iterator[str]:
    """Who leads, who is gone."""
    for unit in b.units:
        left = b.teams_of(unit)
        if unit.gone and b.all_of(unit):
            yield f"{unit.key} is gone and has Teams on the table"
        if not unit.gone and not left:
            yield f"{unit.key} has no Team left and is not gone (8.5)"
        if unit.pl >= 0:
            leader = b.teams[unit.pl]
            if leader.lost or leader.role != PL or b.unit_of(leader) is not unit:
                yield f"{unit.key} is led by {leader.id} (14.1)"
        if unit.ground and unit.overwatch:
            yield f"{unit.key} has gone to ground on Overwatch (6.25)"
    for command in b.commands:
        if any(b.teams[i].role != CC for i in command.teams) or len(command.teams) > 1:
            yield f"{command.key} is more than a Company Commander (14.1)"


def round_faults(b: Battle) -> Iterator[str]:
    """The sequence of play."""
    if not 1 <= b.round <= b.scenario.rounds:
        yield f"round {b.round} of {b.scenario.rounds} (1.1)"
    if b.phase == ACTION and not b.commanding and b.active < 0:
        yield "nobody is activated in the midst of an activation (1.3)"
    if b.phase != ACTION and (b.steps or b.walk is not None or b.assault is not None):
        yield "steps are left when nobody acts (1.3)"
    if b.result is None:
        for side in (0, 1):
            if not b.company(side):
                yield f"{b.side_name(side)} has no Unit left and the battle goes on (END)"
