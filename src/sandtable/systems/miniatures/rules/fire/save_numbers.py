"""8.2-8.4, 9.2, 9.9 What a Team must roll to save, and which of its sides is hit."""

from sandtable.systems.miniatures.rules.sight import front_shown
from sandtable.systems.miniatures.state.book import GUN, HARD, INFANTRY, Save
from sandtable.systems.miniatures.state.pieces import Battle, Team


def quiet(team: Team) -> bool:
    """8.4 Neither moved nor fired since its last activation began; Overwatch does not matter."""
    return not (team.moved or team.fired)


def save_row(b: Battle, team: Team, at: bool) -> Save:
    """The row of the save table; Soft Skinned Teams save as infantry, against AT as guns."""
    rows = b.scenario.rulebook.saves
    if team.type.kind == INFANTRY:
        return rows["infantry"]  # 8.2
    if team.type.kind == GUN:
        return rows["infantry" if quiet(team) else "gun"]  # 8.3, 8.4
    return rows["gun" if at else "infantry"]  # 9.2


def save_number(b: Battle, team: Team, at: bool, cover: int) -> int:
    """8.2, 8.3 What a die must reach."""
    row = save_row(b, team, at)
    return row.hard if cover == HARD else row.open


def save_rule(b: Battle, team: Team) -> str:
    """Which rule gives the number."""
    if team.type.soft_skinned:
        return "9.2"
    return "8.4" if team.type.kind == GUN and quiet(team) else save_row(b, team, False).rule


def aspects(team: Team, firer: Team) -> tuple[bool, bool]:
    """9.9 Whether the front of the hull, and of the turret, is turned to the firer; without a turret the hull."""
    hull = front_shown(team, team.hx, team.hy, firer)
    return (hull, front_shown(team, team.tx, team.ty, firer) if team.type.turret else hull)
