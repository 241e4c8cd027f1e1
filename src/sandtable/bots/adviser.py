"""Players who are asked for advice: they weigh something at every question, for they are to say why."""

from sandtable.bots import levels
from sandtable.bots.explaining import at_once
from sandtable.bots.master import MasterBot
from sandtable.bots.planning import Line, Scales, answer_to, decision_in, plain_schemes
from sandtable.bots.player import Bot, Seat
from sandtable.bots.strategist import StrategistBot
from sandtable.bots.tactician import TacticianBot
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import SURE, WIN, Scheme

OTHERWISE = 3  # other answers that are tried to show what the usual one is good for
MISGIVING = 1.0  # a platoon: in a few tries another answer must do so much better to be advised instead


class AdvisingTactician(TacticianBot):
    """Where a player at the table just follows his plan or a rule of thumb, he weighs that against other options."""

    errs = False
    _usual: Scheme | None = None  # what it would answer without a thought

    def _lines(self, seat: Seat, deal: AnyPlay) -> list[Line]:
        lines = super()._lines(seat, deal)
        self._usual = None
        if len(lines) > 1:
            return lines
        plan = lines[0].scheme if lines else None
        orders = plan.orders if plan is not None else {}
        own = plan.first if plan is not None and plan.first is not None else answer_to(seat, deal, seat.name, plan)
        decision = decision_in(seat, deal)
        label = seat.system.shown.label(deal.battle, decision, own)
        others = [other for other in plain_schemes(seat, deal) if at_once(other.label) != at_once(label)]
        others = others or otherwise(seat, deal, own)
        self._usual = Scheme(label, orders, own)
        begin = [self._usual, *[Scheme(other.label, orders, other.first) for other in others]]
        return [Line(scheme) for scheme in begin]

    def _weigh(self, scales: Scales, lines: list[Line]) -> list[Line]:
        """All, the best first; what comes out better than the usual answer by luck is as good, no more."""
        found = super()._weigh(scales, lines)
        usual = next((line for line in found if line.scheme is self._usual), None)
        if usual is None or surely(found[0].value - usual.value):
            return found
        others = [line for line in found if line is not usual]
        for line in others:
            line.total = min(line.value, usual.value) * line.count
        return [usual, *others]


def surely(ahead: float) -> bool:
    """Whether so much is more than luck: a platoon or more, or all tries won instead of lost."""
    return MISGIVING <= ahead < SURE or ahead >= WIN


def otherwise(seat: Seat, deal: AnyPlay, own: Choice) -> list[Scheme]:
    """What nobody would think of: where rules of thumb leave one answer, a few others show what it is good for."""
    others = [option for option in seat.options() if option != own]
    verbs = {option.do: option for option in reversed(others)}  # the first of each
    few = list(dict.fromkeys([*reversed(verbs.values()), *others]))[:OTHERWISE]
    decision = decision_in(seat, deal)
    return [Scheme(seat.system.shown.label(deal.battle, decision, option), first=option) for option in few]


class AdvisingStrategist(AdvisingTactician, StrategistBot):
    """The same with the strategist's eye for the enemy's answer."""


class AdvisingMaster(AdvisingTactician, MasterBot):
    """The same, and what is close is played through."""


def make(level: str, seed: int | None = None) -> Bot:
    """Somebody of this level to ask, the same seed answers the same; levels.UnknownBot if there is none."""
    makers: dict[str, type[TacticianBot]] = {
        "tactician": AdvisingTactician,
        "strategist": AdvisingStrategist,
        "master": AdvisingMaster,
    }
    return makers[level](seed) if level in makers else levels.make(level, seed)
