"""What a sensible player would choose: weapons, kinds of Team, whose fire is directed, who takes hits and markers."""

from sandtable.systems.miniatures.rules.fire.to_hit import Shot, weapons_bearing
from sandtable.systems.miniatures.rules.leaders import Target
from sandtable.systems.miniatures.state.book import COAX, HULL, MAIN
from sandtable.systems.miniatures.state.pieces import Battle, Team


def prefers_coax(b: Battle, team: Team, target: Target) -> bool:
    """The coax does better than the main gun where there is no armor to hit (16.6)."""
    if len(team.type.mounts) < 2:
        return False
    bearing = {place: one for place, one in weapons_bearing(b, team, target.teams) if place != HULL}
    return MAIN in bearing and COAX in bearing and not any(mark.type.armored for mark in bearing[MAIN].marks)


def best_aim(dice: dict[int, int]) -> int:
    """The kind of Team against which a weapon has most dice; tanks before guns before infantry (6.21)."""
    return max(dice, key=lambda aim: (dice[aim], aim))


def best_directed(shots: list[Shot], near: list[Team]) -> Team:
    """The Team whose misses are worth most: the one with most dice (14.5)."""
    return max(near, key=lambda team: sum([one.dice for one in shots if one.team is team]))
