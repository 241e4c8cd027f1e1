"""A battle under way as the text of a scenario: every Team where it stands and as it looks."""

from typing import Any

from sandtable.geometry.plane import angle
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import FO
from sandtable.table.position import Position, present


def position(b: Battle, values: dict[str, Any]) -> Position:
    """Units with the Teams that are left, their observers too, the rounds that are left, and who holds what."""
    sides = b.scenario.sides
    units = [
        written
        for unit, table in zip(b.units, values["units"], strict=True)
        if (written := unit_of(b, unit, table)) is not None
    ]
    objectives = [
        {key: each for key, each in table.items() if key != "holder"}
        | ({"holder": sides[holder].key} if holder >= 0 else {})
        for table, holder in zip(values.get("objectives", []), b.holders, strict=True)
    ]
    owners = [side_of(b, number, table) for number, table in enumerate(values["sides"])]
    lost = [unit for unit in b.commands if not b.teams_of(unit)]
    leaders = [unit for unit in b.units if b.teams_of(unit) and unit.pl < 0]
    told = [
        (any(team.lost for team in b.teams), "A Unit counts the Teams that are left as its whole strength."),
        (bool(lost), "A company needs a commander, so one who fell is back where he started."),
        (bool(leaders), "A Unit without a Platoon Leader is led by its first Team."),
        (any(team.dug_in for team in b.teams), "A Unit begins dug in if all its Teams are."),
        (bool(b.smoke), "Smoke is left out."),
        (any(team.ty or team.tx for team in b.teams), "Turrets face forward."),
        (b.round > 1, "Units destroyed so far no longer score points."),
    ]
    changed: dict[str, Any] = {"rounds": max(1, b.scenario.rounds - b.round + 1), "under_way": True, "sides": owners}
    changed |= {"units": units, "objectives": objectives}
    return Position(changed, present(told))


def side_of(b: Battle, number: int, table: dict[str, Any]) -> dict[str, Any]:
    teams = b.teams_of(b.commands[number])
    if not teams or "commander" not in table:
        return table
    return table | {"commander": table["commander"] | team_of(teams[0])}


def unit_of(b: Battle, unit: Unit, table: dict[str, Any]) -> dict[str, Any] | None:
    """A Unit with its leader first; None if nobody is left."""
    left = b.all_of(unit)
    if not [team for team in left if team.role != FO]:
        return None
    left = sorted(left, key=lambda team: (team.index != unit.pl, team.role == FO))
    rows = [
        {"team": team.type.key} | team_of(team) | ({"role": "observer"} if team.role == FO else {}) for team in left
    ]
    written = {key: each for key, each in table.items() if key not in ("teams", "dug_in")}
    return written | ({"dug_in": True} if all(team.dug_in for team in left) else {}) | {"teams": rows}


def team_of(team: Team) -> dict[str, Any]:
    """Where it stands, where it looks, how often it is suppressed."""
    written: dict[str, Any] = {"at": [team.x / 100, team.y / 100]}
    if team.type.turns:
        written["facing"] = round(angle(team.hx, team.hy) / 100) % 360
    return written | ({"suppressed": team.markers} if team.markers else {})
