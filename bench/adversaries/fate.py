"""Spends whatever may be spent on luck, at once: Fate Points, second rolls, cards."""

from adversaries.common import Adversary, far, first, is_last_turn
from sandtable.bots.player import Seat
from sandtable.table.decision import Choice

DICE = ("fate up", "fate down", "fate command", "re-roll", "reroll", "fate re-roll", "play")


class Fate(Adversary):
    """Buys better dice, and ground that wins in the last turn."""

    name = "fate"

    def twist(self, seat: Seat, options: list[Choice], usual: Choice) -> Choice | None:
        if seat.decision.kind not in ("operation", "action", "fate"):
            return first(options, DICE)
        if not is_last_turn(seat):
            return None
        steps = [option for option in options if option.do == "fate move" and far(seat, option) == 0]
        return steps[0] if steps else None
