"""The chances of dice, from the rules' own numbers: checks, hits, saves, damage."""

import math
from functools import cache
from math import comb

from sandtable.systems.miniatures.rules.fire.save_numbers import save_number
from sandtable.systems.miniatures.rules.fire.to_hit import face_to_hit
from sandtable.systems.miniatures.rules.leaders import passes
from sandtable.systems.miniatures.state.pieces import Battle, Team

FACES = 6
FINE = 50  # steps of a chance, for what is kept

# One die -----------------------------------------------------------------------------------------


def reaches(least: int) -> float:
    """The chance that a die shows so much or more.

    >>> reaches(4), reaches(7)
    (0.5, 0.0)
    """
    return min(FACES, max(0, FACES + 1 - least)) / FACES


def misses(least: int) -> float:
    """The chance that it shows less."""
    return min(FACES, max(0, least - 1)) / FACES


def again(chance: float) -> float:
    """The chance of a die that may be rolled again."""
    return 1 - (1 - chance) ** 2


def check_chance(b: Battle, need: int) -> float:
    """3.1 How likely a Training Check passes."""
    return sum([passes(b, die, need) for die in range(1, FACES + 1)]) / FACES


def hit_chance(b: Battle, need: int) -> float:
    """6.13, 6.14 How likely a die hits that needs this number."""
    return 0.0 if need >= b.land.numbers["impossible"] else reaches(face_to_hit(need))


def save_fails(b: Battle, team: Team, at: bool, cover: int) -> float:
    """8.2-8.4, 9.2 How likely a Team without armor fails a save."""
    return misses(save_number(b, team, at, cover))


def destroyed(b: Battle) -> float:
    """9.6 How likely a roll on the Vehicle Damage Table destroys."""
    return reaches(b.land.numbers["damage_destroyed"])


def damaged(b: Battle) -> float:
    """9.6 How likely it destroys or suppresses."""
    return reaches(b.land.numbers["damage_suppressed"])


def only_suppressed(b: Battle) -> float:
    """9.6 How likely it suppresses and does not destroy."""
    return (b.land.numbers["damage_destroyed"] - b.land.numbers["damage_suppressed"]) / FACES


# Many dice ---------------------------------------------------------------------------------------


def tail(mean: float, least: int) -> float:
    """The chance of so many or more where they come singly."""
    term = total = math.exp(-mean)
    for number in range(1, least):
        term *= mean / number
        total += term
    return 1 - total


def between(dice: int, chance: float, least: int, most: int) -> float:
    """The chance that at least and at most so many of some dice succeed."""
    return sum([comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(least, min(most, dice) + 1)])


@cache
def mean_groups(dice: int, chance: int, group: int) -> float:
    """11.1 The mean of the whole groups among the hits of so many dice; the chance in steps of FINE."""
    p = chance / FINE
    return sum(
        [comb(dice, hits) * p**hits * (1 - p) ** (dice - hits) * (hits // group) for hits in range(group, dice + 1)]
    )
