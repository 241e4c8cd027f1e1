"""8.5, 14.11-14.14 Teams leave the table, Units with them, and a company may give up."""

from sandtable.systems.miniatures.rules.leaders import passes
from sandtable.systems.miniatures.rules.suppression import hand_on
from sandtable.systems.miniatures.state.pieces import Battle, Procedure, Team, Unit, spot
from sandtable.systems.miniatures.state.scenario import FO
from sandtable.table.event import Result


def remove(b: Battle, teams: list[Team], rule: str, why: str, host: Unit | None = None) -> Procedure:
    """8.5 Teams are removed together: their markers pass on (11.5), a Unit may be destroyed by it.

    `host`: the Unit that is attacked, to which a CC who has joined it leaves his markers (14.15).
    """
    left: dict[int, int] = {}  # Unit -> markers that lie without a Team
    for team in teams:
        if not team.lost:
            unit = take_off(b, team, rule, why)
            if unit.index < 0 and host is not None and not host.gone:
                unit = host
            if unit.index >= 0:
                left[unit.index] = left.get(unit.index, 0) + team.markers
            team.markers = 0
    gone = []
    for index, markers in left.items():
        unit = b.units[index]
        if not b.teams_of(unit):
            gone.append(unit)
        elif markers:
            yield from hand_on(b, unit, markers)
    if gone:
        yield from destroyed(b, gone, rule, why)


def take_off(b: Battle, team: Team, rule: str, why: str) -> Unit:
    """One Team leaves the table."""
    unit = b.unit_of(team)
    team.lost = True
    team.dug_in = False
    if unit.pl == team.index:
        unit.pl = -1
    if team.role != FO:
        unit.lost_team = True  # 12.1
    b.tell("lost", rule, team.side, team.id, unit.key, spot(team), text=why)
    return unit


def destroy_unit(b: Battle, unit: Unit, rule: str, why: str) -> Procedure:
    """12.1, 12.3 What is left of a Unit is taken off."""
    for team in b.teams_of(unit):
        team.markers = 0
        take_off(b, team, rule, why)
    yield from destroyed(b, [unit], rule, why)


def destroyed(b: Battle, units: list[Unit], rule: str, why: str) -> Procedure:
    """14.11 Units are destroyed, their FOs go with them (15.20); each may bring its company to give up."""
    for unit in units:
        unit.gone = True
        unit.overwatch = unit.ground = False
        for team in b.all_of(unit):  # the FO
            take_off(b, team, "15.20", "his Unit is gone")
        b.tell("destroyed", rule, unit.side, unit.key, text=why)
    lost = [side for side in (0, 1) if not b.company(side)]
    if len(lost) == 2:
        b.result = Result(None, "neither company has a Unit left", "END")
    elif lost:
        b.result = Result(b.side_name(1 - lost[0]), f"{b.scenario.sides[lost[0]].name} has no Unit left", "END")
    for unit in units:
        if b.result is None and below_half(b, unit.side):
            company_check(b, unit.side, "14.11")
    yield from ()


def below_half(b: Battle, side: int) -> bool:
    """14.11 Whether a company has less than half the Units it started with."""
    started = sum([unit.side == side for unit in b.units])
    return len(b.company(side)) * 100 < started * b.land.numbers["company_morale"]


def left_with_one(b: Battle, side: int) -> bool:
    """14.13 One Unit is left of several."""
    return len(b.company(side)) == 1 and sum([unit.side == side for unit in b.units]) > 1


def company_check(b: Battle, side: int, rule: str) -> None:
    """A check at the CC's own Training, never rolled again; failed without him. Failing loses (14.11-14.14)."""
    cc = b.cc(side)
    left = f"{len(b.company(side))} of {sum([unit.side == side for unit in b.units])}"
    if cc is None:
        b.tell("company check", "14.14", side, text=left)
        passed = False
    else:
        training = b.commands[side].training
        die = b.chance.die("company check")
        passed = passes(b, die, training.check)
        b.tell("company check", rule, side, cc.id, dice=(die,), need=training.check, value=int(passed), text=left)
    if not passed:
        name = b.scenario.sides[side].name
        b.result = Result(b.side_name(1 - side), f"the {name} company retreats", "14.12" if cc else "14.14")
