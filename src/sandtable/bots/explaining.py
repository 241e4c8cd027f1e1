"""What a computer player says about its choice: the goal, the odds, the risk, and what else it weighed."""

from collections.abc import Callable, Mapping, Sequence

from sandtable.bots.planning import answer_to
from sandtable.bots.player import Seat, decision_of
from sandtable.table.decision import Choice
from sandtable.table.mind import Mind
from sandtable.table.outlook import chance_of
from sandtable.table.play import AnyPlay, B
from sandtable.table.scheme import WIN, Scheme, Thought, Weighed
from sandtable.table.shown import Danger, no_dangers
from sandtable.table.telling import count, percent
from sandtable.table.view import Odds

TOLD = 12  # plans at most
EVEN = 0.005  # a difference that is none
DECIDED = 0.95 * WIN  # so nearly always won or lost that it is told so
NOTHING = "next to nothing"
LEAST = 0.005  # of the chance to win: less is not worth a word
PLAYED = 20.0  # no two plans differ by so many platoons: some of their tries were won or lost
HARMLESS = 5  # in a thousand
STAYING = ("keep", "stay", "halt", "hold", "done")  # nothing is done now, as with what passes
AIMED = ("attack", "assault")  # at somebody; what is drawn first says who may, and changes no odds
AHEAD = 4  # answers of its own that are followed to the odds they lead to
MOVES = ("move", "march", "to", "double", "maneuver")  # on which somebody might fire
AGAIN = ", and do not ask again"  # the same answer, for longer
NO_RISK = "The risk: nobody can fire on the way."

Notes = Callable[[str], str | None]  # what is to be said of a plan that was not taken, by its name


def no_notes(plan: str) -> None:
    """Nothing is known of it."""


def explained(
    level: str,
    chosen: str,
    plans: Sequence[Weighed],
    facts: Sequence[str] = (),
    scale: "Scale | None" = None,
    notes: Notes = no_notes,
) -> Thought:
    """The thought of a player who weighed these plans, the best first. `facts`: the goal, the odds, the risk."""
    plans = distinct(plans)
    why = " ".join([*facts, reason(chosen, plans, scale, notes)]).strip()
    return Thought(level, chosen, why, tuple(plans[:TOLD]))


def distinct(plans: Sequence[Weighed]) -> list[Weighed]:
    """Plans of one name are one plan: the best of them. So are "Pass" and "Pass, and do not ask again ..."."""
    found: dict[str, Weighed] = {}
    for plan in plans:
        found.setdefault(plan.label.partition(AGAIN)[0], plan)
    return list(found.values())


def reason(chosen: str, plans: Sequence[Weighed], scale: "Scale | None" = None, notes: Notes = no_notes) -> str:
    """Why the first of these plans was taken, which begins with this choice."""
    if not plans:
        return "A rule of thumb was enough here: no plans were weighed."
    best = plans[0].label
    if len(plans) == 1:
        return "Nothing else comes near." if best == chosen else f"It follows its plan: {best}."
    if scale is not None and scale.ranks:
        return f"{best} comes before {told(plans[1], notes)}."
    count = f" {len(plans)} plans were weighed." if len(plans) > TOLD else ""
    if all(abs(plan.value - plans[0].value) < EVEN for plan in plans) and abs(plans[0].value) >= DECIDED:
        return (
            f"The battle is {'won' if plans[0].value > 0 else 'lost'} whatever it does, as far as it can see.{count}"
        )
    known = [plan for plan in plans[1:] if plan.tries >= plans[0].tries]
    if any(plan.value > plans[0].value - EVEN for plan in known):
        return f"{best}: {tie(plans, known, scale, notes)}{count}"
    worse = max([plan for plan in plans[1:] if plan.value <= plans[0].value - EVEN], key=ranking, default=None)
    if worse is None:
        others = " and ".join([told(plan, notes) for plan in plans[1:3]])
        return f"{best}: {others} fell behind after fewer tries.{count}"
    cost = Scale.words(scale, plans[0].value - worse.value)
    return f"{best}: the next best, {told(worse, notes)}, would cost {cost}.{count}"


def ranking(plan: Weighed) -> tuple[int, float]:
    """What was tried more often is known better."""
    return plan.tries, plan.value


def told(plan: Weighed, notes: Notes) -> str:
    """A plan that was not taken, with what is known of it: Fire (a step or more lost 44%)."""
    found = notes(plan.label)
    if not found:
        return plan.label
    return f"{plan.label[:-1]}; {found})" if plan.label.endswith(")") else f"{plan.label} ({found})"


def tie(plans: Sequence[Weighed], known: Sequence[Weighed], scale: "Scale | None", notes: Notes) -> str:
    """Who is as good, and what would be worse: "as good as Hold, as far as it can see; Storm would cost ...".

    `known`: who was tried as often as the first. What was given up after fewer tries may look better than it is.
    """
    best = max([plans[0], *known], key=lambda plan: plan.value)
    cost = Scale.words(scale, best.value - plans[0].value)
    if best.value - plans[0].value >= EVEN and cost != NOTHING:
        return f"{told(best, notes)} would be better by {cost}; it was drawn by lot, so as not to be known by heart."
    equal = [plan for plan in known if plan.value > plans[0].value - EVEN]
    worse = max([plan for plan in plans[1:] if plan.value <= plans[0].value - EVEN], key=ranking, default=None)
    named = " and ".join([told(plan, notes) for plan in equal[:2]])
    named += f" and {len(equal) - 2} more" if len(equal) > 2 else ""
    as_good = f"as good as {named}, as far as it can see"
    if worse is None:
        return f"{as_good}."
    least = Scale.words(scale, best.value - worse.value)
    return f"{as_good}; {told(worse, notes)} would cost {least}."


class Scale:
    """What a difference between two plans means for a seat."""

    def __init__(self, mind: Mind[B], battle: B, seat: str) -> None:
        self.unit = mind.worth
        self.swing = mind.swing if mind.outlook is not None else 0.0
        self.now = mind.log_odds(battle, seat) if self.swing else 0.0
        self.ranks = False  # the values only say who comes first

    def lost(self, ahead: float) -> float:
        """Of the chance to win."""
        return chance_of(self.now) - chance_of(self.now - ahead * self.swing)

    @staticmethod
    def words(scale: "Scale | None", ahead: float) -> str:
        """about 3 points of 100 in the chance to win; or what it is worth, where nobody has measured that."""
        if ahead >= PLAYED:
            return points(ahead / (2 * WIN))
        if scale is None:
            return f"{ahead:.2f}"
        if not scale.swing:
            return f"{ahead:.2f} of what {scale.unit} is worth"
        return points(scale.lost(ahead))


def points(lost: float) -> str:
    """Of the chance to win."""
    if lost < LEAST:
        return NOTHING
    return f"about {count(max(1, round(100 * lost)), 'point')} of 100 in the chance to win"


# Odds and risk -----------------------------------------------------------------------------------


def facts_of(seat: Seat, deal: AnyPlay, choice: Choice, plan: Scheme | None = None) -> list[str]:
    """The goal, the place, the odds and the risk of a choice, each as a sentence, as far as the game tells them."""
    mind, decision = seat.system.thinks, deal.decision_for(seat.name)
    goal = mind.goal(deal.battle, seat.name)
    place = "" if decision is None else mind.ground(deal.battle, seat.name, decision, choice)
    sense = "" if decision is None else mind.purpose(decision, choice)
    if decision is not None and (not place or decision.kind in mind.asks):
        place = f"Asked: {decision.prompt} {place}".strip()
    waits = choice.do in seat.system.rules.passes or choice.do in STAYING
    odds = odds_of(seat, choice) or (odds_left(seat) if waits else odds_ahead(seat, choice, plan))
    return [each for each in (goal, sense, place, odds, risk_of(seat, deal, choice)) if each]


def notes_on(seat: Seat, deal: AnyPlay, choice: Choice, firsts: Mapping[str, Choice]) -> Notes:
    """What is to be said of plans that were not taken, by the choices with which they begin.

    Their odds, and what is different where they go, or about whom they fire at.
    """
    known = all_odds(seat)
    mind, decision = seat.system.thinks, deal.decision_for(seat.name)

    def place(one: Choice) -> str:
        return "" if decision is None else mind.ground(deal.battle, seat.name, decision, one)

    def note(plan: str) -> str | None:
        first = firsts.get(plan)
        if first is None or first == choice:
            return None
        parts = [known.get(first, ""), unlike(place(choice), place(first))]
        if first.do in MOVES:
            parts.append(unlike(risk_of(seat, deal, choice), risk_of(seat, deal, first)))
        return "; ".join([part for part in parts if part])

    return note


def unlike(one: str, other: str) -> str:
    """What the second of two sentences says that the first does not: "woods, 3 hexes from the mill"."""
    parts = [sentence.partition(": ")[2].removesuffix(".").split("; ") for sentence in (one, other)]
    return "; ".join([part for part in parts[1] if part not in parts[0]])


def odds_of(seat: Seat, choice: Choice) -> str:
    """Its odds: disrupted or worse 44%, destroyed 12%."""
    found = all_odds(seat).get(choice, "")
    return f"The odds: {found}." if found else ""


def odds_ahead(seat: Seat, choice: Choice, plan: Scheme | None) -> str:
    """The odds to which a choice leads by the plan, before a die falls, where nobody interferes.

    In a fork of its own: a mind may have thrown dice in that in which it thought.
    """
    if (choice.to or choice.at) and choice.do not in AIMED:
        return ""  # who goes somewhere does not do it for the odds of what comes after
    fork = seat.fork(0)
    drawn = len(fork.chance.drawn)
    fork.choose(choice, seat.name)
    for _ in range(AHEAD):
        asked = fork.asked()
        if not asked or (len(fork.chance.drawn) != drawn and choice.do not in AIMED):
            return ""
        if asked[0] != seat.name:
            passing = [
                option for option in decision_of(fork, asked[0]).options() if option.do in seat.system.rules.passes
            ]
            if not passing:
                return ""
            fork.choose(passing[0], asked[0])
            continue
        then = Seat(fork, seat.name)
        answer = answer_to(then, fork, seat.name, plan)
        found = all_odds(then).get(answer, "")
        if found:
            return f"The odds then ({then.system.shown.label(fork.battle, then.decision, answer)}): {found}."
        fork.choose(answer, seat.name)
    return ""


def odds_left(seat: Seat) -> str:
    """The best odds of what is not done."""
    question = seat.view().decision
    offered = [option for option in question.options if option.odds] if question is not None else []
    if not offered:
        return ""
    best = max(offered, key=lambda option: option.odds[0].chance)
    return f"What it leaves ({best.label}): {in_words(best.odds)}."


def all_odds(seat: Seat) -> dict[Choice, str]:
    """The odds of each option that has some, in words."""
    question = seat.view().decision
    options = () if question is None else question.options
    return {option.choice: in_words(option.odds) for option in options if option.odds}


def in_words(odds: Sequence[Odds]) -> str:
    """Disrupted or worse 44%, destroyed 12%."""
    return ", ".join([f"{each.text[:1].lower()}{each.text[1:]} {percent(each.chance / 1000)}" for each in odds[:3]])


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
    if first.chance < HARMLESS:
        return f"The risk: {firers} can fire on the way, with next to no chance to hurt."
    return f"The risk: {firers} can fire on the way; at worst {first.text.lower()} {percent(first.chance / 1000)}."


def harm(danger: Danger) -> int:
    return danger.odds[0].chance if danger.odds else 0
