"""What is dear to make and the same from battle to battle: maps, tables, evaluations."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")

MOST = 32


class Kept(Generic[T]):
    """Remembers a few things by key; when there are too many it begins again."""

    __slots__ = ("_most", "_things")

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._things: dict[Hashable, T] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing of this key, made when it is asked for first."""
        found = self._things.get(key)
        if found is None:
            if len(self._things) >= self._most:
                self._things.clear()
            found = self._things[key] = make()
        return found
