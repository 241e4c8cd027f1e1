"""What dice, cards and cups did, against what they do on average after the same choice.

Where few outcomes are possible all are played, each with its weight by the rules: the mean is exact. Else fresh dice
are thrown on forks.
"""

import math
import random
from collections.abc import Callable

import msgspec

from sandtable.bots.player import Dice
from sandtable.table.chance import Chance
from sandtable.table.journal.record import Entry
from sandtable.table.play import AnyPlay

Judged = Callable[[AnyPlay], float]


class Mean(msgspec.Struct, frozen=True):
    """The mean of what comes after a choice."""

    value: float
    exact: bool
    throws: int


class TooMany(Exception):
    """More outcomes are possible than are played."""


class Branching(Chance):
    """Draws that are told, then always the first of what is possible; it remembers how much that was.

    TooMany: so much is left to try that nobody will. A tie that is thrown again would never end.
    """

    __slots__ = ("left", "sides", "told", "values")

    def __init__(self, told: tuple[int, ...], most: int) -> None:
        super().__init__()
        self.told = told
        self.left = most
        self.sides: list[int] = []
        self.values: list[int] = []

    def fresh(self, sides: int, place: int, why: str) -> int:
        number = len(self.values)
        value = self.told[number] if number < len(self.told) else 1
        if number >= len(self.told):
            self.left -= sides - 1
            if self.left <= 0:
                raise TooMany
        self.sides.append(sides)
        self.values.append(value)
        return value


def mean_after(play: AnyPlay, move: Entry, judged: Judged, most: int, throws: int, rng: random.Random) -> Mean:
    """The mean of what is judged after a choice; `most` outcomes are played out, else so many fresh throws."""
    exact = exact_mean(play, move, judged, most)
    if exact is not None:
        return exact
    found = [judged(with_dice(play, move, rng.getrandbits(64))) for _ in range(throws)]
    return Mean(sum(found) / len(found), False, len(found))


def exact_mean(play: AnyPlay, move: Entry, judged: Judged, most: int) -> Mean | None:
    """The mean over every outcome that is possible; None: there are more than `most`."""
    total, leaves = 0.0, 0
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        told = waiting.pop()
        chance = Branching(told, most - leaves - len(waiting))
        twin = play.fork(chance, lasting=False)
        try:
            twin.choose(move.choice, move.seat)
        except TooMany:
            return None
        total += judged(twin) / math.prod(chance.sides)
        leaves += 1
        for place in range(len(told), len(chance.sides)):
            start = tuple(chance.values[:place])
            waiting += [(*start, value) for value in range(2, chance.sides[place] + 1)]
    return Mean(total, True, leaves)


def with_dice(play: AnyPlay, move: Entry, state: int) -> AnyPlay:
    """The game after the same choice with other dice; what is hidden stays as it was."""
    twin = play.fork(Dice(state), lasting=False)
    twin.choose(move.choice, move.seat)
    return twin
