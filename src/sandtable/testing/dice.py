"""Dice of games under test: counted, or repeated further on."""

from sandtable.table.chance import SeededChance, seed_bytes


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
