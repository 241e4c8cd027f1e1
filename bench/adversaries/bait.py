"""Sends one piece forward and waits with the others for whoever comes to take it."""

from adversaries.common import far, first, roles
from adversaries.turtle import RESTING, STAYING, Turtle
from sandtable.bots.player import Seat
from sandtable.table.decision import Choice


class Bait(Turtle):
    """The first piece that it moves is the bait; a new one when it is gone."""

    name = "bait"
    bait = ""

    def twist(self, seat: Seat, options: list[Choice], usual: Choice) -> Choice | None:
        role = roles(seat)
        if role.get(usual) not in ("move", "march"):
            return super().twist(seat, options, usual)
        piece = usual.piece or seat.decision.piece
        if not self.bait or all(each.id != self.bait for each in seat.view().pieces):
            self.bait = piece
        if piece != self.bait:
            return first(options, STAYING) or first(options, RESTING)
        ways = [(far(seat, option), option) for option in options if role.get(option) in ("move", "march")]
        known = [(way, number, option) for number, (way, option) in enumerate(ways) if way is not None]
        return min(known)[2] if known else usual
