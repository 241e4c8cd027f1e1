"""A player without a thought in his head. He finds what no tester thinks of."""

import random

from sandtable.bots.player import Bot, Seat
from sandtable.table.decision import Choice


class RandomBot(Bot):
    """Any option, each as likely as the others."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, seat: Seat) -> Choice:
        return self._random.choice(seat.options())
