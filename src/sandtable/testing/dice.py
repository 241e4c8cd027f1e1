"""Dice of games under test: counted, repeated further on, or the same but for one."""

from collections.abc import Sequence
from typing import Any, TypeVar

from sandtable.table.chance import SampledChance, SeededChance, seed_bytes

T = TypeVar("T")


class Dice(SeededChance):
    """Counts the dice it really rolls, and breaks when it is told to."""

    __slots__ = ("breaks", "rolled")

    def __init__(self, seed: int) -> None:
        super().__init__(seed_bytes(seed))
        self.rolled = 0
        self.breaks = False

    def fresh(self, sides: int, place: int, why: str) -> int:
        if self.breaks:
            raise RuntimeError("a die broke")
        self.rolled += 1
        return super().fresh(sides, place, why)


class LaterDice(SeededChance):
    """The dice that a game has yet to throw, for a fork of it: draw `n` here is draw `n + ahead` there."""

    __slots__ = ("ahead",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed_bytes(seed))
        self.ahead = 0

    def fresh(self, sides: int, place: int, why: str) -> int:
        return super().fresh(sides, place + self.ahead, why)


class LikeDice(SampledChance):
    """Finds again what a `model` found, thing for thing, wherever that lies; but something else at `changed`.

    A card that is drawn from two different decks is the same card, and not the card in the same place.
    """

    __slots__ = ("_things", "changed", "found", "model", "reasons")

    def __init__(self, seed: int, model: "LikeDice | None" = None, changed: int = -1) -> None:
        super().__init__(seed)
        self.found: list[Any] = []  # by each fresh draw
        self.reasons: list[str] = []
        self.model = model
        self.changed = changed
        self._things: Sequence[Any] = ()

    def draw(self, things: Sequence[T], why: str) -> T:
        self._things = things
        try:
            return super().draw(things, why)
        finally:
            self._things = ()

    def fresh(self, sides: int, place: int, why: str) -> int:
        things = self._things or range(1, sides + 1)
        turn = len(self.found)
        value = super().fresh(sides, place, why)
        if self.model is not None and turn < len(self.model.found):
            wanted = self.model.found[turn]
            fit = [at for at, thing in enumerate(things, 1) if (thing == wanted) != (turn == self.changed)]
            if fit:
                value = fit[value % len(fit)]
        self.found.append(things[value - 1])
        self.reasons.append(why)
        return value

    @property
    def like_its_model(self) -> bool:
        """Whether it found what the model found, as far as both went, but for the one that was changed."""
        assert self.model is not None
        pairs = enumerate(zip(self.found, self.model.found, strict=False))
        return all(thing == other or turn == self.changed for turn, (thing, other) in pairs)
