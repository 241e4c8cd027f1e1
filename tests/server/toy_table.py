"""Puts the toy on the table, and computer players without clock or chance: only in the processes of test servers."""

import time
from typing import Any

from msgspec.structs import replace

from sandtable.bots import levels
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import Bot, Seat
from sandtable.bots.random_bot import RandomBot
from sandtable.table.decision import Choice, Decision
from sandtable.table.shown import Counted
from sandtable.table.system import register
from sandtable.table.view import AttackView, Odds
from sandtable.testing.toy import TOY


class Sleeper(Bot):
    """A computer player that never comes to an end."""

    name = "sleeper"

    def choose(self, seat: Seat) -> Choice:
        time.sleep(600)
        return seat.options()[0]


def counted(battle: Any, decision: Decision, choice: Choice) -> Counted:
    """What takes long to count: here the choice in words."""
    found = (Odds(TOY.shown.label(battle, decision, choice), 250), Odds("nothing", 750, "none"))
    return Counted(found[:1], AttackView("two dice", odds=found))


register(replace(TOY, shown=replace(TOY.shown, count=counted)))
Bot.hurried = False
levels.register("random", lambda seed: RandomBot(1))
levels.register("greedy", lambda seed: GreedyBot(1))
levels.register("sleeper", lambda seed: Sleeper())
