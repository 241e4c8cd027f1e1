"""Why a Team may not fire: a sentence and a rule."""

from sandtable.systems.miniatures.rules.cohesion import inches
from sandtable.systems.miniatures.rules.fire.to_hit import harms, in_arc, most_dice, shot
from sandtable.systems.miniatures.rules.leaders import Target, find_target
from sandtable.systems.miniatures.rules.sight import distance2, friends_in_the_way, sees, within
from sandtable.systems.miniatures.state.book import INFANTRY
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.table.decision import Choice


def why_no_fire(b: Battle, unit: Unit, choice: Choice) -> tuple[str, str]:
    """Why this Team of the Unit cannot fire at that target; empty if that is not the reason."""
    if choice.do != "fire":
        return "", ""
    target = find_target(b, choice.to)
    if target is None or target.unit.side == unit.side:
        return f"There is no enemy target called {choice.to!r}.", "6.1"
    if not choice.piece:
        return f"No Team of {unit.name} can fire at {name(target)}.", "6.3"
    team = b.find_team(choice.piece)
    if team is None or team.index not in unit.teams:
        return f"{unit.name} has no Team {choice.piece!r} on the table.", "2.1"
    if team.markers:
        return f"{team.name} is suppressed and may not fire.", "11.3"
    if team.last_fire == b.initiative:
        return f"{team.name} has fired in this Initiative.", "7.3"
    if not team.type.mounts:
        return f"{team.name} has no weapon.", "2.4"
    return why_not_at(b, team, target)


def name(target: Target) -> str:
    return target.teams[0].name if target.key != target.unit.key else target.unit.name


def why_not_at(b: Battle, team: Team, target: Target) -> tuple[str, str]:
    """What comes between a Team and the nearest Team of its target."""
    mount = team.type.mounts[0]
    weapon = mount.weapon
    seen = [each for each in target.teams if sees(b, team, each)]
    if not seen:
        return f"{team.name} has no line of sight to {name(target)}.", "6.3"
    if team.type.kind != INFANTRY and not any(in_arc(team, mount, each) for each in seen):
        return f"{name(target)} is outside the forward arc of {team.name}; it would have to turn first.", "6.6"
    friends = [friends_in_the_way(b, team, each, weapon.over_friends) for each in seen]
    if all(friends) and friends[0] is not None:
        return f"{friends[0].name} is in the way of {team.name}.", "6.8"
    if not weapon.at and not any(harms(weapon, each) for each in seen):
        return f"Only AT weapons can harm Armored Teams, and the {weapon.name} is not one.", "9.3"
    far = weapon.range * b.land.numbers["long_range"]
    away = min([distance2(team, each) ** 0.5 - team.radius - each.radius for each in seen])
    words = f"{name(target)} is {inches(away)} inches away"
    one = shot(b, team, mount, target.teams)
    if one is not None and most_dice(b, one) == 0:
        if not one.long:
            return f"The {weapon.name} has no Fire Points left against {name(target)} outside hard cover.", "6.19"
        limit = f"the {weapon.name} has no Fire Points left beyond {inches(weapon.range)}"
        return f"{words}; {limit}.", "6.19" if weapon.at else "6.12.c"
    if not any(within(team, each, far) for each in seen):
        reach = far if weapon.fp // b.land.numbers["halving"] else weapon.range
        return f"{words}; the {weapon.name} reaches {inches(reach)}.", "6.3"
    return f"{team.name} already has a target.", "6.2"
