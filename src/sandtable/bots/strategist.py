"""A player who thinks plans over: he reckons more closely, and plays those that are close with fresh dice."""

from typing import Any

from sandtable.bots.planning import Line, Scales, decision_in
from sandtable.bots.player import Seat
from sandtable.bots.racing import race
from sandtable.bots.tactician import TacticianBot
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Scheme


class StrategistBot(TacticianBot):
    """Searches over plans: those that the system has for a player with more time, with what they promise.

    Where the promises may be wrong, plans that are close are played on with secrets dealt anew and fresh dice, and
    what is seen corrects the promise. Plans without a promise are played on further and more often.
    """

    name = "strategist"

    def choose(self, seat: Seat) -> Choice:
        self.rounds, self.stages = seat.system.thinks.rounds, seat.system.thinks.foresight
        return super().choose(seat)

    def _lines(self, seat: Seat, deal: AnyPlay) -> list[Line]:
        """The plans that the system has for a player with more time, where it has any."""
        found = seat.system.thinks.considered(deal.battle, decision_in(seat, deal), seat.name)
        if not found:
            return super()._lines(seat, deal)
        self._keep_up(seat, deal)
        return [Line(scheme) for scheme in found]

    def _deepened(self, seat: Seat, battle: Any, decision: Decision, found: list[Scheme]) -> list[Scheme]:
        """The plans thought over at length."""
        return seat.system.thinks.deepened(battle, decision, seat.name, found)

    def _weigh(self, scales: Scales, lines: list[Line]) -> list[Line]:
        seat, battle = scales.seat, scales.deals[0].battle
        decision = decision_in(seat, scales.deals[0])
        if all(line.scheme.promise is not None for line in lines):
            found = self._deepened(seat, battle, decision, [line.scheme for line in lines])
            lines = [Line(scheme) for scheme in found]
        doubt = seat.system.thinks.doubt(battle, decision, seat.name)
        if doubt and all(line.scheme.promise is not None for line in lines):
            return race(scales, lines, doubt, self.rounds[-1])
        return super()._weigh(scales, lines)
