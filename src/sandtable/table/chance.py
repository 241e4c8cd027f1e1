"""Dice and draws: the only randomness there is. It stands outside the battle.

Every draw is kept in `drawn`; what is in `known` is dealt again before anything fresh is drawn,
which is how a fork, an undo and a journal replay repeat the past.
"""

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class OutOfDice(Exception):
    """A scripted or recorded game asked for a die that is not there, or not on that die."""


class Chance:
    """Where dice come from. `fresh` is what the kinds of chance differ in."""

    __slots__ = ("drawn", "known", "lost")

    def __init__(self) -> None:
        self.drawn: list[int] = []
        self.known: list[int] = []
        self.lost = 0  # draws that were taken back by agreement: they do not come again

    def roll(self, sides: int, why: str) -> int:
        """A number from 1 to `sides`."""
        place = len(self.drawn)
        if place < len(self.known):
            value = self.known[place]
            if not 1 <= value <= sides:
                raise OutOfDice(f"draw {place + 1} is {value}, asked for 1 to {sides}: {why}")
        else:
            value = self.fresh(sides, place + self.lost, why)
        self.drawn.append(value)
        return value

    def die(self, why: str) -> int:
        """One die of six sides, as nearly all games have them."""
        return self.roll(6, why)

    def draw(self, things: Sequence[T], why: str) -> T:
        """One of an unordered collection (a cup, an unseen deck), given in a stable order."""
        return things[self.roll(len(things), why) - 1]

    def repeat(self, draws: list[int]) -> None:
        """Before the first draw: these come first, and the fresh ones after them."""
        self.known = draws

    def rewind(self, place: int, replay: int) -> None:
        """Go back to `place`; the draws from there up to `replay` will come again."""
        self.known = self.drawn[:replay]
        del self.drawn[place:]

    def drop(self, place: int) -> None:
        """Begin anew; the draws up to `place` will come again, and those after it never."""
        self.lost += len(self.drawn) - place
        self.rewind(0, place)

    def fresh(self, sides: int, place: int, why: str) -> int:
        raise NotImplementedError

    @property
    def promise(self) -> str:
        """What is published before the first die, so that all can be verified afterwards; nothing to verify: ""."""
        return ""


class SeededChance(Chance):
    """A keyed hash in counter mode: draw number `n` is BLAKE2b(key=seed, n) modulo the sides, plus 1.

    The digest of the seed is published before the first die and the seed after the last,
    so anyone can verify every die (docs/journal.md).
    """

    __slots__ = ("_promise", "seed")

    def __init__(self, seed: bytes | int) -> None:
        """From a number: the dice of `--seed N`."""
        super().__init__()
        if isinstance(seed, int):
            seed = seed_bytes(seed)
        if not isinstance(seed, bytes):
            raise TypeError(f"a seed is a number or 1 to 64 bytes, not {seed!r}")
        if not 1 <= len(seed) <= 64:
            raise ValueError("a seed has 1 to 64 bytes")
        self.seed = seed
        self._promise = seed_digest(seed)  # every view says it

    @property
    def promise(self) -> str:
        return self._promise

    def fresh(self, sides: int, place: int, why: str) -> int:
        digest = hashlib.blake2b(place.to_bytes(8, "little"), digest_size=8, key=self.seed).digest()
        return int.from_bytes(digest, "little") % sides + 1


def seed_bytes(number: int) -> bytes:
    """The seed that `--seed N` stands for."""
    return f"sandtable:{number}".encode()


def seed_digest(seed: bytes) -> str:
    """What is published before the first die."""
    return hashlib.sha256(b"sandtable seed\n" + seed).hexdigest()


class ScriptedChance(Chance):
    """The dice of a test, in the order they will be asked for."""

    __slots__ = ("script",)

    def __init__(self, *script: int) -> None:
        super().__init__()
        self.script = list(script)

    def fresh(self, sides: int, place: int, why: str) -> int:
        if place >= len(self.script):
            raise OutOfDice(f"the script has {len(self.script)} dice; another was asked for: {why} (1 to {sides})")
        value = self.script[place]
        if not 1 <= value <= sides:
            raise OutOfDice(f"die {place + 1} of the script is {value}, asked for 1 to {sides}: {why}")
        return value

    def repeat(self, draws: list[int]) -> None:
        super().repeat(draws)
        self.script[:0] = draws

    @property
    def left(self) -> int:
        return len(self.script) - len(self.drawn)


class SampledChance(Chance):
    """Fresh dice for bots and batches: quick, reproducible from its own seed, not verifiable."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        # Seeding a generator costs as much as a fork: without a seed the shared one serves.
        self._random = random.random if seed is None else random.Random(seed).random

    def fresh(self, sides: int, place: int, why: str) -> int:
        return int(self._random() * sides) + 1
