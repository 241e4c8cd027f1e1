"""Players who are asked for advice: they weigh something at every question, for they are to say why."""

from sandtable.bots import levels
from sandtable.bots.planning import Line, answer_to, decision_in, plain_schemes
from sandtable.bots.player import Bot, Seat
from sandtable.bots.strategist import StrategistBot
from sandtable.bots.tactician import TacticianBot
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Scheme


class AdvisingTactician(TacticianBot):
    """Where a player at the table just follows his plan or a rule of thumb, he weighs that against other options."""

    def _lines(self, seat: Seat, deal: AnyPlay) -> list[Line]:
        lines = super()._lines(seat, deal)
        if len(lines) > 1:
            return lines
        plan = lines[0].scheme if lines else None
        orders = plan.orders if plan is not None else {}
        own = plan.first if plan is not None and plan.first is not None else answer_to(seat, deal, seat.name, plan)
        decision = decision_in(seat, deal)
        others = plain_schemes(seat, deal)
        begin = [Scheme(seat.system.shown.label(deal.battle, decision, own), orders, own)]
        begin += [Scheme(other.label, orders, other.first) for other in others if other.first != own]
        return [Line(scheme) for scheme in begin]


class AdvisingStrategist(AdvisingTactician, StrategistBot):
    """The same with the strategist's eye for the enemy's answer."""


def make(level: str) -> Bot:
    """Somebody of this level to ask; levels.UnknownBot if there is none."""
    makers = {"tactician": AdvisingTactician, "strategist": AdvisingStrategist}
    return makers[level]() if level in makers else levels.make(level)
