"""Puts the toy on the table: only in the processes of test servers."""

import time

from sandtable.bots import levels
from sandtable.bots.player import Bot, Seat
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
levels.register("sleeper", lambda seed: Sleeper())
