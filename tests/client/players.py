"""Computer players that are scripted, only in the processes of test servers: no clock and no chance has a say.

Who plays draws seeded lots. Who thinks claims to have weighed every option, the one he takes first, and says nothing
about every third choice. Who advises takes the first option that is about something on the board.
"""

import random
from functools import partial

from sandtable.bots import adviser, levels
from sandtable.bots.explaining import explained
from sandtable.bots.player import Bot, Seat
from sandtable.bots.random_bot import RandomBot
from sandtable.table.decision import Choice
from sandtable.table.scheme import Thought, Weighed

BEST, STEP = 2.5, 0.75  # what the first option is worth, and how much each is behind the one before
TRIES = 12


class Scripted(Bot):
    """Plays by seeded lots and says that it weighed everything."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lots = random.Random(name)
        self._count = 0

    def choose(self, seat: Seat) -> Choice:
        options = seat.options()
        choice = self.pick(options)
        rest = [option for option in options if option != choice]
        self._count += 1
        talks = rest and self._count % 3
        self._explains = partial(self._explain, seat, [choice, *rest]) if talks else None
        return choice

    def pick(self, options: list[Choice]) -> Choice:
        return self._lots.choice(options)

    def _explain(self, seat: Seat, options: list[Choice]) -> Thought:
        battle = seat.fork(0).battle
        words = [seat.system.shown.label(battle, seat.decision, option) for option in options]
        plans = [Weighed(label, BEST - STEP * place, max(1, TRIES - place)) for place, label in enumerate(words)]
        return explained(self.name, words[0], plans)


class Adviser(Scripted):
    """The first option that is about something on the board."""

    def pick(self, options: list[Choice]) -> Choice:
        return next((option for option in options if option.piece or option.to or option.at), options[0])


def register() -> None:
    """In the place of the players that are shipped."""
    levels.register("random", lambda seed: RandomBot(1 if seed is None else seed))
    for name in ("greedy", "tactician", "strategist", "master"):
        levels.register(name, lambda seed, name=name: Scripted(name))  # type: ignore[misc]
    adviser.make = Adviser  # type: ignore[assignment]


register()
