"""What a sensible player would choose: weapons, kinds of Team, whose fire is directed, who takes hits and markers."""

from sandtable.systems.miniatures.rules.fire.to_hit import Bearing, Shot
from sandtable.systems.miniatures.state.book import COAX, MAIN
from sandtable.systems.miniatures.state.pieces import Team


def best_coax(rows: Bearing) -> set[int]:
    """The tanks whose coax does better than the main gun: there is no armor to hit (16.6)."""
    found = set()
    for team, bearing in rows:
        by_place = dict(bearing)
        if MAIN in by_place and COAX in by_place and not any(mark.type.armored for mark in by_place[MAIN].marks):
            found.add(team.index)
    return found


def best_aim(dice: dict[int, int]) -> int:
    """The kind of Team against which a weapon has most dice; tanks before guns before infantry (6.21)."""
    return max(dice, key=lambda aim: (dice[aim], aim))


def best_directed(shots: list[Shot], near: list[Team]) -> Team:
    """The Team whose misses are worth most: the one with most dice (14.5)."""
    return max(near, key=lambda team: sum([one.dice for one in shots if one.team is team]))
