"""Runs for what wins, and storms whoever is in the way."""

from adversaries.common import MOVING, STORMING, Adversary, far, first, roles
from sandtable.bots.player import Seat
from sandtable.table.decision import Choice

HURRYING = ("run", "double", "march", "maneuver", "move")


class Rush(Adversary):
    """Looks at neither cover nor fire."""

    name = "rush"

    def twist(self, seat: Seat, options: list[Choice], usual: Choice) -> Choice | None:
        storm = first(options, STORMING)
        if storm is not None:
            return storm
        role = roles(seat)
        ways = [(far(seat, option), option) for option in options if role.get(option) in MOVING]
        known = [(way, number, option) for number, (way, option) in enumerate(ways) if way is not None]
        if known:
            return min(known)[2]
        return first([option for option in options if role.get(option) in MOVING], HURRYING)
