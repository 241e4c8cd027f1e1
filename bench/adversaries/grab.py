"""Keeps out of harm's way and takes what it can reach in the last turn."""

from adversaries.common import Adversary, far, is_last_turn, roles
from adversaries.turtle import RESTING, STAYING, first
from sandtable.bots.player import Seat
from sandtable.table.decision import Choice

NEAR = 3  # so near to what wins it waits


class Grab(Adversary):
    """Comes near, waits, and jumps at the end."""

    name = "grab"

    def twist(self, seat: Seat, options: list[Choice], usual: Choice) -> Choice | None:
        role = roles(seat)
        moves = [(far(seat, option), option) for option in options if role.get(option) in ("move", "march")]
        known = [(way, number, option) for number, (way, option) in enumerate(moves) if way is not None]
        if not known:
            return None
        if is_last_turn(seat):
            return min(known)[2]
        waiting = [each for each in known if each[0] >= NEAR]
        if usual in [option for _, option in moves] and (far(seat, usual) or 0) < NEAR:
            return min(waiting)[2] if waiting else first(options, STAYING) or first(options, RESTING)
        return None
