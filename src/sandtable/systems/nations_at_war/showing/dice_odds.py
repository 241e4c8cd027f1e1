"""Dice and hits counted exactly, for the odds of attacks.

A roll is a row of whole numbers: in how many throws there are 0, 1, 2 ... successes. Rows are combined by counting,
never by sampling, and kept, for a few hundred cases cover all there is. A plus (5.1.7) is always used.
"""

from fractions import Fraction
from functools import cache
from math import comb

from sandtable.systems.nations_at_war.rules.combat.hits import effect
from sandtable.systems.nations_at_war.state.pieces import Unit

Row = tuple[int, ...]  # in how many throws: no success, one, two ...
Roll = tuple[int, int, bool]  # dice, the least face that counts, augmented
State = tuple[bool, int, bool]  # Disrupted, steps, whether it can only be Disrupted
Weights = tuple[tuple[str, int], ...]  # outcomes, and in how many throws

NO_EFFECT = "no effect"
RESULTS = (NO_EFFECT, "Disrupted", "Reduced", "Disrupted and Reduced", "eliminated")  # from good to bad


def chances(weights: Weights) -> dict[str, float]:
    whole = sum([weight for _, weight in weights])
    return {name: weight / whole for name, weight in weights}


def fractions(weights: Weights) -> dict[str, Fraction]:
    whole = sum([weight for _, weight in weights])
    return {name: Fraction(weight, whole) for name, weight in weights}


@cache
def successes(dice: int, need: int, augmented: bool) -> Row:
    """In how many throws of `dice` d6 so many reach `need`; 5.1.7 with one missed die rolled again."""
    good = max(0, min(6, 7 - need))
    row = [comb(dice, count) * good**count * (6 - good) ** (dice - count) for count in range(dice + 1)]
    if not augmented or dice == 0:
        return tuple(row)
    again = [0] * (dice + 1)
    for count, weight in enumerate(row):
        if count == dice:
            again[count] += weight * 6
        else:
            again[count + 1] += weight * good
            again[count] += weight * (6 - good)
    return tuple(again)


class Left:
    """How many hits of an attack are left after the defence."""

    __slots__ = ("any", "mean", "row")

    def __init__(self, row: list[int]) -> None:
        whole = sum(row)
        self.row: Row = tuple(row)
        self.any = 1 - row[0] / whole
        self.mean = sum([count * weight for count, weight in enumerate(row)]) / whole


@cache
def hits_left(dice: int, to_hit: int, plus: bool, saves: int, save: int, save_plus: bool, dug_in: int) -> Left:
    """Hits, less those saved, less the first of the rest in an Improved Position (5.1.1.d-g, 7.1.b)."""
    row = [0] * (dice + 1)
    saved = successes(saves, save, save_plus)
    for hits, weight in enumerate(successes(dice, to_hit, plus)):
        for cancelled, times in enumerate(saved):
            row[max(0, hits - cancelled - dug_in)] += weight * times
    return Left(row)


@cache
def result(disrupted: bool, steps: int, hits: int, only_disrupt: bool) -> int:
    """5.1.3 What hits do to a unit, as a place in RESULTS."""
    disrupts, lost = effect(disrupted, steps, hits, only_disrupt)
    if lost >= steps:
        return 4
    if lost:
        return 3 if disrupts else 2
    return 1 if disrupts else 0


@cache
def shares(units: int, hits: int) -> tuple[tuple[int, ...], ...]:
    """5.1.6.e, 5.4.h How hits may fall on units, equally likely: evenly, an odd one on either."""
    if units < 2:
        return ((hits,), (hits,))
    even, odd = divmod(hits, 2)
    return ((even + odd, even), (even, even + odd))


@cache
def on_units(left: Left, states: tuple[State, ...]) -> tuple[Weights, ...]:
    """The results of hits on the units in a hex: of the worst hurt, then of each."""
    tables = [[0] * len(RESULTS) for _ in range(len(states) + 1)]
    for hits, weight in enumerate(left.row):
        for share in shares(len(states), hits):
            found = [result(*state[:2], part, state[2]) for state, part in zip(states, share, strict=True)]
            for table, each in zip(tables, [max(found), *found], strict=True):
                table[each] += weight
    return tuple(tuple((RESULTS[i], weight) for i, weight in enumerate(table) if weight) for table in tables)


def state_of(unit: Unit, only_disrupt: bool = False) -> State:
    return (unit.disrupted, unit.steps, only_disrupt)
