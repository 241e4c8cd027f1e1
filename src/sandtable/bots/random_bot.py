"""A player without a thought in his head. He finds what no tester thinks of."""

import random
from functools import partial

from sandtable.bots.player import Bot, Seat
from sandtable.table.decision import Choice
from sandtable.table.scheme import Thought


class RandomBot(Bot):
    """Any option, each as likely as the others."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, seat: Seat) -> Choice:
        options = seat.options()
        choice = self._random.choice(options)
        self._explains = partial(self._explain, seat, choice, len(options)) if len(options) > 1 else None
        return choice

    def _explain(self, seat: Seat, choice: Choice, count: int) -> Thought:
        chosen = seat.system.shown.label(seat.fork().battle, seat.decision, choice)
        return Thought(self.name, chosen, f"Picked at random from {count} options.")
