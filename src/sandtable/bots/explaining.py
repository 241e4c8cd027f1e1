"""What a computer player says about its choice: the goal, the odds, the risk, and what else it weighed."""

from collections.abc import Sequence

from sandtable.bots.player import Seat
from sandtable.table.decision import Choice
from sandtable.table.mind import Mind
from sandtable.table.outlook import chance_of
from sandtable.table.play import AnyPlay, B
from sandtable.table.scheme import SURE, WIN, Thought, Weighed
from sandtable.table.shown import Danger, no_dangers
from sandtable.table.telling import count

TOLD = 12  # plans at most
EVEN = 0.005  # a difference that is none
DECIDED = 0.95 * WIN  # so nearly always won or lost that it is told so
LEAST = 0.005  # of the chance to win: less is not worth a word
MOVES = ("move", "march", "to", "double", "maneuver")  # on which somebody might fire
AGAIN = ", and do not ask again"  # the same answer, for longer
NO_RISK = "The risk: nobody can fire on the way."


def explained(
    level: str, chosen: str, plans: Sequence[Weighed], facts: Sequence[str] = (), scale: "Scale | None" = None
) -> Thought:
    """The thought of a player who weighed these plans, the best first. `facts`: the goal, the odds, the risk."""
    plans = distinct(plans)
    why = " ".join([*facts, reason(chosen, plans, scale)]).strip()
    return Thought(level, chosen, why, tuple(plans[:TOLD]))


def distinct(plans: Sequence[Weighed]) -> list[Weighed]:
    """Plans of one name are one plan: the best of them. So are "Pass" and "Pass, and do not ask again ..."."""
    found: dict[str, Weighed] = {}
    for plan in plans:
        found.setdefault(plan.label.partition(AGAIN)[0], plan)
    return list(found.values())


def reason(chosen: str, plans: Sequence[Weighed], scale: "Scale | None" = None) -> str:
    """Why the first of these plans was taken, which begins with this choice."""
    if not plans:
        return "A rule of thumb was enough here: no plans were weighed."
    best = plans[0].label
    if len(plans) == 1:
        return "Nothing else comes near." if best == chosen else f"It follows its plan: {best}."
    ahead, second = plans[0].value - plans[1].value, plans[1].label
    count = f" {len(plans)} plans were weighed." if len(plans) > TOLD else ""
    if all(abs(plan.value - plans[0].value) < EVEN for plan in plans) and abs(plans[0].value) >= DECIDED:
        return (
            f"The battle is {'won' if plans[0].value > 0 else 'lost'} whatever it does, as far as it can see.{count}"
        )
    if ahead < EVEN:
        return f"{best}: {tie(plans, scale)}{count}"
    if max(abs(plans[0].value), abs(plans[1].value)) >= SURE:
        return f"{best}: wins more often than the next best, {second}.{count}"
    return f"{best}: the next best, {second}, would cost {Scale.words(scale, ahead)}.{count}"


def tie(plans: Sequence[Weighed], scale: "Scale | None") -> str:
    """Who is as good, and what would be worse: "as good as Hold, as far as it can see; Storm would cost ..."."""
    best = max(plan.value for plan in plans)
    equal = [plan.label for plan in plans[1:] if plan.value > plans[0].value - EVEN]
    worse = next((plan for plan in plans[1:] if plan.label not in equal), None)
    named = " and ".join(equal[:2]) + (f" and {len(equal) - 2} more" if len(equal) > 2 else "")
    told = f"as good as {named}, as far as it can see"
    if worse is None:
        return f"{told}."
    if max(abs(best), abs(worse.value)) >= SURE:
        return f"{told}; {worse.label} wins less often."
    return f"{told}; {worse.label} would cost {Scale.words(scale, best - worse.value)}."


class Scale:
    """What a difference between two plans means for a seat."""

    def __init__(self, mind: Mind[B], battle: B, seat: str) -> None:
        self.unit = mind.worth
        self.swing = mind.swing if mind.outlook is not None else 0.0
        self.now = mind.log_odds(battle, seat) if self.swing else 0.0

    def lost(self, ahead: float) -> float:
        """Of the chance to win."""
        return chance_of(self.now) - chance_of(self.now - ahead * self.swing)

    @staticmethod
    def words(scale: "Scale | None", ahead: float) -> str:
        """about 3 points of 100 in the chance to win; or what it is worth, where nobody has measured that."""
        if scale is None:
            return f"{ahead:.2f}"
        if not scale.swing:
            return f"{ahead:.2f} of what {scale.unit} is worth"
        lost = scale.lost(ahead)
        if lost < LEAST:
            return "next to nothing"
        return f"about {count(max(1, round(100 * lost)), 'point')} of 100 in the chance to win"


# Odds and risk -----------------------------------------------------------------------------------


def facts_of(seat: Seat, deal: AnyPlay, choice: Choice) -> list[str]:
    """The goal, the place, the odds and the risk of a choice, each as a sentence, as far as the game tells them."""
    mind, decision = seat.system.thinks, deal.decision_for(seat.name)
    goal = mind.goal(deal.battle, seat.name)
    place = "" if decision is None else mind.ground(deal.battle, seat.name, decision, choice)
    return [each for each in (goal, place, odds_of(seat, choice), risk_of(seat, deal, choice)) if each]


def odds_of(seat: Seat, choice: Choice) -> str:
    """Its odds: Disrupted or worse 44 %, destroyed 12 %."""
    question = seat.view().decision
    if question is None:
        return ""
    found = next((option.odds for option in question.options if option.choice == choice), ())
    told = [f"{each.text[:1].lower()}{each.text[1:]} {percent(each.chance)}" for each in found[:3]]
    return f"The odds: {', '.join(told)}." if told else ""


def risk_of(seat: Seat, deal: AnyPlay, choice: Choice) -> str:
    """Who can fire on the way, and the worst that one of them may do."""
    decision = deal.decision_for(seat.name)
    if decision is None:
        return ""
    found = seat.system.shown.dangers(deal.battle, decision, choice)
    if not found:
        return NO_RISK if choice.to and choice.do in MOVES and seat.system.shown.dangers is not no_dangers else ""
    firers = count(len({danger.piece for danger in found}), "enemy", "enemies")
    worst = max(found, key=harm)
    if not worst.odds:
        return f"The risk: {firers} can fire on the way."
    first = worst.odds[0]
    return f"The risk: {firers} can fire on the way; at worst {first.text.lower()} {percent(first.chance)}."


def harm(danger: Danger) -> int:
    return danger.odds[0].chance if danger.odds else 0


def percent(thousandths: int) -> str:
    return f"{round(thousandths / 10)} %"
