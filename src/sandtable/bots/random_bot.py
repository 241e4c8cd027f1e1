"""A player without a thought in his head. He finds what no tester thinks of."""

import random
from functools import partial

from sandtable.bots.player import Bot, Seat
from sandtable.table.decision import Choice, Free
from sandtable.table.scheme import Thought


class RandomBot(Bot):
    """Any option, each as likely as the others."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, seat: Seat) -> Choice:
        choice = seat.any(self._random.choice)
        weighed = isinstance(seat.decision, Free) or len(seat.options()) > 1
        self._explains = partial(self._explain, seat, choice) if weighed else None
        return choice

    def _explain(self, seat: Seat, choice: Choice) -> Thought:
        chosen = seat.system.shown.label(seat.fork().battle, seat.decision, choice)
        return Thought(self.name, chosen, f"Picked at random from {len(seat.options())} options.")
