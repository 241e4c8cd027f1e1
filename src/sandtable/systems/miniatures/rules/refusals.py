"""Why an action is not open to a Unit: a sentence and a rule."""

from sandtable.systems.miniatures.rules.assault.targets import why_no_assault
from sandtable.systems.miniatures.rules.fire.refusals import why_not_at
from sandtable.systems.miniatures.rules.fire.shooting import targets_for
from sandtable.systems.miniatures.rules.indirect_fire.missions import why_no_barrage
from sandtable.systems.miniatures.rules.sight import distance2
from sandtable.systems.miniatures.state.pieces import Battle, Unit


def why_not_open(b: Battle, unit: Unit, action: str) -> tuple[str, str]:
    """What keeps a Unit from an action that its check has opened."""
    if action == "assault":
        return why_no_assault(b, unit)
    if action == "barrage":
        return why_no_barrage(b, unit)
    if action == "dig in":
        return f"{unit.name} has tanks, and tanks do not dig in.", "3.3.f"
    return why_nobody_fires(b, unit)


def why_nobody_fires(b: Battle, unit: Unit) -> tuple[str, str]:
    """Why no Team of a Unit can fire at anybody: told of the Team that is nearest to an enemy."""
    teams = [team for team in b.all_of(unit) if team.type.mounts]
    if not teams:
        return f"{unit.name} has no weapon.", "2.4"
    ready = [team for team in teams if not team.markers]
    if not ready:
        return f"Every armed Team of {unit.name} is suppressed and may not fire.", "11.3"
    ready = [team for team in ready if team.last_fire != b.initiative]
    if not ready:
        return f"Every Team of {unit.name} that could fire has fired in this Initiative.", "7.3"
    pairs = [(team, target) for team in ready for target in targets_for(b, unit.side)]
    team, target = min(pairs, key=lambda each: min([distance2(each[0], mark) for mark in each[1].teams]))
    return why_not_at(b, team, target)
