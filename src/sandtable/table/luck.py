"""How far the dice were from what was to be expected."""

import math
from collections.abc import Iterable

from sandtable.table.event import Event

TOLD_AGAIN = ("re-rolled", "fate die")  # events that show a die which another event counts


class Luck:
    """The dice of one side that needed a number: how many, how many reached it, how many were to be expected."""

    __slots__ = ("dice", "expected", "hits", "variance")

    def __init__(self) -> None:
        self.dice = 0
        self.hits = 0
        self.expected = 0.0
        self.variance = 0.0

    @property
    def deviation(self) -> float:
        """In standard deviations from the mean; 0 where nothing was left to chance."""
        return (self.hits - self.expected) / math.sqrt(self.variance) if self.variance else 0.0


def luck_of(events: Iterable[Event], sides: Iterable[str]) -> dict[str, Luck]:
    """The luck of each side, from the dice that had to reach a number."""
    found = {side: Luck() for side in sides}
    for event in events:
        luck = found.get(event.side)
        if luck is None or not event.need or event.kind in TOLD_AGAIN:
            continue
        chance = min(1.0, max(0.0, (event.faces + 1 - event.need) / event.faces))
        for die in event.dice:
            luck.dice += 1
            luck.hits += die >= event.need
            luck.expected += chance
            luck.variance += chance * (1 - chance)
    return found
