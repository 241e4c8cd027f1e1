"""Fires at one enemy until it is gone."""

from adversaries.common import Adversary
from sandtable.bots.player import Seat
from sandtable.table.decision import Choice

FIRING = ("fire", "volley", "aimed fire", "attack", "overwatch", "barrage", "fire and move", "move and fire")


class Focus(Adversary):
    """Remembers whom it fired at last."""

    name = "focus"
    target = ""

    def twist(self, seat: Seat, options: list[Choice], usual: Choice) -> Choice | None:
        shots = [option for option in options if option.do in FIRING and option.to]
        again = [option for option in shots if option.to == self.target]
        chosen = again[0] if again else usual
        if chosen in shots:
            self.target = chosen.to
        return chosen
