"""SET A battle before its first round: the companies at their places."""

from sandtable.systems.miniatures.state.book import INFANTRY
from sandtable.systems.miniatures.state.ground import Ground
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit, empty_battle, sides_of
from sandtable.systems.miniatures.state.scenario import FO, PL, TEAM, Scenario, TeamSpec, UnitSpec
from sandtable.table.kept import Kept

_grounds: Kept[Ground] = Kept()  # by the digest of the scenario: the table never changes


def ground_of(scenario: Scenario) -> Ground:
    """The table of a scenario, built once; that of a scene each time."""
    return _grounds.get(scenario.digest, lambda: Ground(scenario)) if scenario.digest else Ground(scenario)


def new_battle(scenario: Scenario) -> Battle:
    """The battle of a scenario before its first episode."""
    b = empty_battle(scenario, ground_of(scenario))
    for spec in scenario.units:
        b.units.append(add_unit(b, spec, len(b.units)))
    for side, owner in enumerate(scenario.sides):
        spec = owner.commander or UnitSpec(
            f"{owner.key}-cc", f"{owner.name} Commander", side, scenario.units[0].training
        )
        b.commands.append(add_unit(b, spec, -1 - side))
    b.by_side = sides_of(b.teams)
    return b


def add_unit(b: Battle, spec: UnitSpec, index: int) -> Unit:
    """A Unit takes its place."""
    teams = tuple([add_team(b, team, spec, index) for team in spec.teams])
    leader = next((i for i in teams if b.teams[i].role == PL), -1)
    size = sum([b.teams[i].role != FO for i in teams])
    return Unit(index, spec.key, spec.name, spec.side, spec.training, teams, size, leader, leader)


def add_team(b: Battle, spec: TeamSpec, unit: UnitSpec, index: int) -> int:
    """A Team takes its place: guns and vehicles look to the enemy, turrets forward."""
    type = spec.type
    small = spec.role != TEAM and type.kind == INFANTRY
    radius = b.land.numbers["leader_radius"] if small else type.radius
    team = Team(
        len(b.teams),
        spec.id,
        spec.name,
        unit.side,
        index,
        type,
        spec.role,
        radius,
        spec.at[0],
        spec.at[1],
        dug_in=unit.dug_in,
        markers=spec.suppressed,
    )
    hx, hy = spec.facing or b.scenario.sides[unit.side].facing
    if type.turns:
        team.hx, team.hy = hx, hy
    if type.turret:
        team.tx, team.ty = hx, hy
    b.teams.append(team)
    b.by_id[team.id] = team.index
    return team.index
