"""Sits where it stands, and shoots at whoever comes."""

from adversaries.common import MOVING, STORMING, Adversary, first, roles
from sandtable.bots.player import Seat
from sandtable.table.decision import Choice

STAYING = ("fire", "volley", "aimed fire", "attack", "overwatch", "prepare", "dig in", "entrench", "stealth", "hold")
RESTING = ("stay", "stop", "halt", "done", "pass", "nothing", "finish")


class Turtle(Adversary):
    """Who must take ground cannot win so; who holds it may."""

    name = "turtle"

    def twist(self, seat: Seat, options: list[Choice], usual: Choice) -> Choice | None:
        role = roles(seat)
        if seat.decision.kind in ("setup", "deploy") or role.get(usual) == "place":
            return None
        if usual.do not in STORMING and role.get(usual) not in MOVING:
            return None
        return first(options, STAYING) or first(options, RESTING)
