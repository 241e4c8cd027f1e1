"""A player who thinks as long as it may: the strategist's plans, the enemy's replies, and what comes after them."""

import time
from typing import Any

from sandtable.bots.allowance import allowed
from sandtable.bots.halving import Purse, Runner, halve
from sandtable.bots.planning import Line, Scales
from sandtable.bots.player import Seat
from sandtable.bots.racing import believed
from sandtable.bots.rehearsal import Rehearsal
from sandtable.bots.strategist import StrategistBot
from sandtable.bots.tactician import HASTE
from sandtable.table.decision import Decision
from sandtable.table.outlook import LEVEL
from sandtable.table.scheme import Scheme

TRIES = 64  # for one question, where the clock is off
FIELD = 4  # plans that are rehearsed
MORE = 128  # tries beyond which the field is wider
PART = 0.8  # of the budget after which it stops
HOPELESS = 3.0  # doubts behind the first: not rehearsed


class MasterBot(StrategistBot):
    """Begins where the strategist ends: his best plans are rehearsed, and what is seen corrects what he thinks.

    With a clock it thinks for most of its budget, without one for so many tries. Where all rivals are beaten it
    stops.
    """

    name = "master"
    tries = TRIES
    _rehearsed = False

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self.budget = allowed()

    def _deepened(self, seat: Seat, battle: Any, decision: Decision, found: list[Scheme]) -> list[Scheme]:
        """A master may know more of what wins."""
        return seat.system.thinks.mastered(battle, decision, seat.name, found)

    def _weigh(self, scales: Scales, lines: list[Line]) -> list[Line]:
        lines = super()._weigh(scales, lines)
        seat = scales.seat
        mind = seat.system.thinks
        # What 1 of a promise is worth as a chance to win, as it stands now.
        chance = mind.chance(scales.deals[0].battle, seat.name)
        slope = max(chance * (1 - chance), 0.01) * (mind.swing or 1 / LEVEL)
        first = lines[0]
        runners = [Runner(line.scheme, slope * (line.value - first.value)) for line in lines]
        runners = [each for each in runners if each.before > -HOPELESS * mind.misgiving][: self._field()]
        self._rehearsed = len(runners) > 1 and bool(mind.horizon)
        if not self._rehearsed:
            return lines
        purse = Purse(self.tries, self._left(scales))
        found = halve(Rehearsal(seat, self._random.getrandbits, mind.horizon), runners, purse, mind.misgiving)
        raced = [
            believed(each.scheme, first.value + each.value(mind.misgiving) / slope, len(each.seen)) for each in found
        ]
        kept = {id(each.scheme) for each in runners}
        return raced + [line for line in lines if id(line.scheme) not in kept]

    def _left(self, scales: Scales) -> float | None:
        """The seconds that are left for this question; None: take the time it takes."""
        if scales.deadline is None:
            return None
        return scales.deadline + (PART - HASTE) * self.budget - time.monotonic()

    def _field(self) -> int:
        """With more time more plans are worth a try."""
        return FIELD if self.tries <= MORE and not self.hurried else 2 * FIELD

    def _drawn(self, lines: list[Line], alike: float) -> list[Line]:
        """What was rehearsed is not left to the lot."""
        return lines if self._rehearsed else super()._drawn(lines, alike)
