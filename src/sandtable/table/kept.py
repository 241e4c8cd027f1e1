"""What is dear to make and the same from battle to battle: maps, tables, evaluations."""

from collections.abc import Callable, Hashable
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T")

MOST = 32
FEW = 8  # forgotten at once: to let go of thousands of things takes milliseconds


class Kept(Generic[T]):
    """Remembers some things by key; when there are too many it forgets a few of those it has had longest."""

    __slots__ = ("_most", "_things")

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._things: dict[Hashable, T] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing of this key, made when it is asked for first."""
        things = self._things
        found = things.get(key)
        if found is None:
            if len(things) >= self._most:
                for old in [*islice(things, FEW)]:
                    things.pop(old, None)
            found = things[key] = make()
        return found
