"""How far the dice were from what was to be expected."""

import math
from collections.abc import Iterable

from sandtable.table.event import Event
from sandtable.table.telling import PLAIN, Tellings
from sandtable.table.view import Luck as LuckView


class Luck:
    """The dice of one side.

    Of those that needed a number: how many there were, how many reached it, how many were to be expected to. Of those
    that are added up: how many, what they came to, what they were to be expected to come to.
    """

    __slots__ = ("dice", "expected", "hits", "sum", "summed", "usual", "variance")

    def __init__(self) -> None:
        self.dice = 0
        self.hits = 0
        self.expected = 0.0
        self.variance = 0.0
        self.summed = 0
        self.sum = 0
        self.usual = 0.0

    @property
    def deviation(self) -> float:
        """In standard deviations from the mean; 0 where nothing was left to chance."""
        return (self.hits - self.expected) / math.sqrt(self.variance) if self.variance else 0.0

    def shown(self, side: str, draws: str = "") -> LuckView:
        """The same for a view."""
        return LuckView(
            side,
            self.dice,
            self.hits,
            round(self.expected, 3),
            round(self.deviation, 3),
            self.summed,
            round(self.sum / self.summed, 3) if self.summed else 0.0,
            round(self.usual / self.summed, 3) if self.summed else 0.0,
            draws,
        )


def luck_of(events: Iterable[Event], sides: Iterable[str], tellings: Tellings) -> dict[str, Luck]:
    """The luck of each side; `tellings` say whose dice are added up, and whose are told again."""
    found = {side: Luck() for side in sides}
    for event in events:
        luck = found.get(event.side)
        dice = tellings.get(event.kind, PLAIN).dice
        if luck is None or dice == "again":
            continue
        if event.need and dice == "each":
            chance = min(1.0, max(0.0, (event.faces + 1 - event.need) / event.faces))
            for die in event.dice:
                luck.dice += 1
                luck.hits += die >= event.need
                luck.expected += chance
                luck.variance += chance * (1 - chance)
        else:
            luck.summed += len(event.dice)
            luck.sum += sum(event.dice)
            luck.usual += len(event.dice) * (event.faces + 1) / 2
    return found
