"""13.1 Who may assault whom, and why not."""

from collections.abc import Iterator

from sandtable.systems.miniatures.rules.assault.contact import foes, in_contact, way_into_contact
from sandtable.systems.miniatures.rules.cohesion import inches
from sandtable.systems.miniatures.rules.leaders import all_targets, find_target
from sandtable.systems.miniatures.rules.sight import distance2, within
from sandtable.systems.miniatures.state.book import GUN, TANK
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import FO


def may_charge(team: Team) -> bool:
    """13.1 Guns stay behind, those that move as infantry too; an FO takes no part (15.20)."""
    return team.type.kind != GUN and team.role != FO


def allowance(b: Battle, team: Team) -> int:
    """13.3 Twelve inches, or less for a tank that is slower."""
    most = b.land.numbers["charge"]
    return min(most, team.type.move) if team.type.kind == TANK else most


def reaches(b: Battle, team: Team, enemies: list[Team]) -> bool:
    """13.1 Whether a Team can get into contact from where it stands."""
    most = allowance(b, team)
    near = [enemy for enemy in enemies if within(team, enemy, most + b.land.numbers["contact"])]
    return bool(near) and (met(b, team, near) or way_into_contact(b, team, near, most) is not None)


def reached(b: Battle, chargers: list[Team], enemies: list[Team]) -> bool:
    """Whether one of them can get into contact. The nearest is asked first: to find no way takes long."""
    gap = b.land.numbers["contact"]
    found = []
    for team in chargers:
        most = allowance(b, team)
        near = [enemy for enemy in enemies if within(team, enemy, most + gap)]
        if near:
            found.append((team, most, near))
    if len(found) > 1:
        found.sort(key=lambda row: min([distance2(row[0], enemy) for enemy in row[2]]))
    return any(met(b, team, near) or way_into_contact(b, team, near, most) is not None for team, most, near in found)


def met(b: Battle, team: Team, enemies: list[Team]) -> bool:
    """13.4, 13.20 In contact with an enemy it may fight."""
    return in_contact(b, team, foes(team, enemies))


def may_assault(b: Battle, unit: Unit) -> list[str]:
    """13.1, 13.20, 14.7, 14.15 Whom a Unit may assault: it has a PL, and a Team of it can reach contact."""
    return list(assault_targets(b, unit))


def assault_targets(b: Battle, unit: Unit) -> Iterator[str]:
    """The same, one after another."""
    if unit.pl < 0:
        return
    chargers = [team for team in b.teams_of(unit) if may_charge(team)]
    if not chargers:
        return
    for target in all_targets(b, 1 - unit.side):
        if reached(b, chargers, target.teams):
            yield target.key


def why_no_assault(b: Battle, unit: Unit, key: str = "") -> tuple[str, str]:
    """Why a Unit may not assault this target, or anybody."""
    target = find_target(b, key) if key else None
    if key and (target is None or target.unit.side == unit.side):
        return f"There is no enemy called {key!r} to assault.", "13.1"
    if unit.pl < 0:
        return f"{unit.name} has no Platoon Leader, so it may not assault.", "14.7"
    chargers = [team for team in b.teams_of(unit) if may_charge(team)]
    if not chargers:
        return f"{unit.name} has only guns, and guns stay behind in an assault.", "13.1"
    enemies = b.on_table(1 - unit.side) if target is None else target.teams
    pairs = [(team, enemy) for team in chargers for enemy in foes(team, enemies)]
    if not pairs:
        return "Tanks may not assault tanks.", "13.20"
    team, enemy = min(pairs, key=lambda each: gap(*each) - allowance(b, each[0]))
    most = allowance(b, team)
    if gap(team, enemy) > most:
        far, reach = inches(gap(team, enemy)), inches(most)
        return f"{enemy.name} is {far} inches from {team.name}, and a charge reaches {reach}.", "13.1"
    return f"{team.name} finds no way into contact with {enemy.name} within {inches(most)} inches.", "13.1"


def gap(team: Team, enemy: Team) -> float:
    """How far it is from base to base."""
    return float(distance2(team, enemy) ** 0.5 - team.radius - enemy.radius)
