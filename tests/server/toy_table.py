"""Puts the toy on the table, and computer players without clock or chance: only in the processes of test servers."""

import time

from sandtable.bots import levels
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import Bot, Seat
from sandtable.bots.random_bot import RandomBot
from sandtable.table.decision import Choice
from sandtable.table.system import register
from sandtable.testing.toy import TOY


class Sleeper(Bot):
    """A computer player that never comes to an end."""

    name = "sleeper"

    def choose(self, seat: Seat) -> Choice:
        time.sleep(600)
        return seat.options()[0]


register(TOY)
Bot.hurried = False
levels.register("random", lambda seed: RandomBot(1))
levels.register("greedy", lambda seed: GreedyBot(1))
levels.register("sleeper", lambda seed: Sleeper())
