"""What a thought tells of a choice: the aim, the place, the odds, the risk, what it leads to, and what is general."""

import re
from collections.abc import Mapping, Sequence

import msgspec

from sandtable.bots.explaining import IDLE, Notes, capital
from sandtable.bots.planning import answer_to
from sandtable.bots.player import Seat, decision_of
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Scheme
from sandtable.table.shown import Danger, no_dangers
from sandtable.table.telling import count, percent
from sandtable.table.view import Odds

HARMLESS = 5  # in a thousand
UNDONE = ("change",)  # an answer is taken back: the next one is asked anew
STAYING = ("keep", "stay", "halt", "hold", "done", "finish", "stop")  # nothing is done now, as with what passes
AIMED = ("attack", "assault")  # at somebody; what is drawn first says who may, and changes no odds
PICKS = (
    "act",
    "activate",
    "select",
    "call",
    "command fire",
    "command move",
)  # who acts: with it his activation begins
LATER = ", then choose again"  # where a march may go on
AHEAD = 4  # answers of its own that are followed to the odds they lead to
MOVES = ("move", "march", "to", "double", "maneuver")  # on which somebody might fire
NO_RISK = "The risk: nobody can fire on the way."
SHORT = 90  # letters: a longer aim is told with what is general
THEN = "What it can do then: "
PARTS = 3  # of where somebody stands, before the odds of what he does from there
BRIEF = 80  # letters that are told of a plan that was not taken
PLACE = "The place: "
RISK = "The risk: "


class Ahead(msgspec.Struct, frozen=True):
    """What a choice leads to: an answer of its own with odds or, where there are none, with a place."""

    label: str
    odds: str = ""
    place: str = ""
    idle: bool = False  # it would do nothing


def facts_of(seat: Seat, deal: AnyPlay, choice: Choice, plan: Scheme | None = None) -> list[str]:
    """What is particular to a choice, as far as the game tells it: the aim, the place, the odds and the risk."""
    mind, decision = seat.system.thinks, deal.decision_for(seat.name)
    goal = mind.goal(deal.battle, seat.name)
    place = "" if decision is None else mind.ground(deal.battle, seat.name, decision, choice)
    waits = choice.do in seat.system.rules.passes or choice.do in STAYING
    odds = odds_of(seat, choice) or (odds_left(seat) if waits else odds_ahead(seat, choice, plan))
    told = joined(place, odds, risk_of(seat, deal, choice))
    if decision is not None and (not place or decision.kind in mind.asks):
        told = [f"Asked: {decision.prompt}", *told]
    return [goal, *told] if leads(goal, place) else told


def general_of(seat: Seat, deal: AnyPlay, choice: Choice) -> list[str]:
    """What such an answer is good for, the aim where it did not come first, and what decides the battle."""
    mind, decision = seat.system.thinks, deal.decision_for(seat.name)
    goal = mind.goal(deal.battle, seat.name)
    sense = place = ""
    if decision is not None:
        sense = mind.purpose(decision, choice)
        place = mind.ground(deal.battle, seat.name, decision, choice)
    aim = "" if leads(goal, place) else goal
    return [each for each in (sense, aim, mind.decides(deal.battle, seat.name)) if each]


def leads(goal: str, place: str) -> bool:
    """Whether the aim is told first: it is short, and the place does not say how near it is."""
    aims = goal.partition(": ")[2].removesuffix(".").replace("take ", "").replace("hold ", "")
    named = aims.replace(" and ", ", ").replace("; ", ", ").split(", ")
    return bool(goal) and len(goal) <= SHORT and not any(each and each in place for each in named)


def ended(told: str) -> str:
    """With a full stop."""
    return f"{told}." if told else ""


def joined(place: str, odds: str, risk: str) -> list[str]:
    """The sentences; of where somebody stands only the beginning, if odds follow.

    Where nobody can fire on the way, that is a part of the place.
    """
    if odds and not place.startswith((PLACE, "The target: ")):
        parts = parts_of(place.removesuffix("."))
        goes = odds.startswith(THEN) and odds.endswith(").") and len(parts) > PARTS - 1
        place = ended("; ".join([parts[0], parts[-1]] if goes else parts[:PARTS]))
    if place.startswith(PLACE):
        place = capital(place.removeprefix(PLACE))
        if risk == NO_RISK:
            place, risk = f"{place.removesuffix('.')}; {risk.removeprefix(RISK)}", ""
    return [each for each in (place, odds, risk) if each]


def notes_on(seat: Seat, deal: AnyPlay, choice: Choice, plans: Mapping[str, Scheme]) -> Notes:
    """What is to be said of plans that were not taken, by their names.

    Their odds or those they lead to, and what is different where they go, or about whom they fire at.
    """
    known = all_odds(seat)
    mind, decision = seat.system.thinks, deal.decision_for(seat.name)

    def place(one: Choice) -> str:
        return "" if decision is None else mind.ground(deal.battle, seat.name, decision, one)

    def note(plan: str) -> str | None:
        scheme = plans.get(plan)
        if scheme is None:
            return None
        first = scheme.first or answer_to(seat, deal, seat.name, scheme)
        ahead = None if first in known else ahead_of(seat, first, scheme)
        if ahead is not None and not ahead.odds and first.do in (*seat.system.rules.passes, *STAYING, *UNDONE):
            ahead = None  # what comes next has nothing to do with it
        odds = known.get(first, "") or in_brief(ahead)
        if first == choice or first.do in seat.system.rules.passes or (ahead is not None and not ahead.odds):
            return shortened(odds)
        parts = [odds, unlike(place(choice), place(first))]
        if first.do in MOVES:
            parts.append(unlike(risk_of(seat, deal, choice), risk_of(seat, deal, first)))
        return shortened("; ".join([part for part in parts if part]))

    return note


def parts_of(told: str) -> list[str]:
    """What semicolons part, but for lists of names that have commas of their own: "A, west; A, east" is one part."""
    return re.split(r"; (?![A-Z])", told)


def shortened(told: str) -> str:
    """As many of its parts as are read at a glance, and at least one."""
    parts = parts_of(told)
    while len(parts) > 1 and len("; ".join(parts)) > BRIEF:
        parts.pop()
    return "; ".join(parts)


def unlike(one: str, other: str) -> str:
    """What the second of two sentences says that the first does not: "woods, 3 hexes from the mill"."""
    parts = [parts_of(sentence.partition(": ")[2].removesuffix(".")) for sentence in (one, other)]
    return "; ".join([part for part in parts[1] if part not in parts[0]])


def odds_of(seat: Seat, choice: Choice) -> str:
    """Its odds: disrupted or worse 44%, destroyed 12%."""
    found = all_odds(seat).get(choice, "")
    return f"The odds: {found}." if found else ""


def odds_ahead(seat: Seat, choice: Choice, plan: Scheme | None) -> str:
    """The odds, or the place, to which a choice leads by the plan, as a sentence."""
    found = ahead_of(seat, choice, plan)
    if found is None:
        return ""
    if found.idle:
        return f"{IDLE} ({found.label})."
    if found.odds:
        return f"The odds then ({found.label}): {found.odds}."
    return f"{THEN}{found.label}{f' ({found.place})' if found.place else ''}."


def in_brief(found: Ahead | None) -> str:
    """The same of a plan that was not taken."""
    if found is None:
        return ""
    return f"then {found.label}: {found.odds or found.place}".removesuffix(": ")


def ahead_of(seat: Seat, choice: Choice, plan: Scheme | None) -> Ahead | None:
    """What a choice leads to by the plan, before a die falls, where nobody interferes: odds or else a place.

    In a fork of its own: a mind may have thrown dice in that in which it thought.
    """
    if (choice.to or choice.at) and choice.do not in (*AIMED, *PICKS):
        return None  # who goes somewhere does not do it for the odds of what comes after
    fork, begins = seat.fork(0), seat.decision.kind
    drawn = len(fork.chance.drawn)
    fork.choose(choice, seat.name)
    step: Ahead | None = None
    for _ in range(AHEAD):
        asked = fork.asked()
        if not asked or (len(fork.chance.drawn) != drawn and choice.do not in AIMED):
            return step
        decision = decision_of(fork, asked[0])
        options = decision.options()
        picks = any(option.do in PICKS for option in options)
        if asked[0] != seat.name:
            passing = [option for option in options if option.do in seat.system.rules.passes]
            if not passing or picks:
                return step
            fork.choose(passing[0], asked[0])
            continue
        if decision.kind == begins or (picks and choice.do not in PICKS):
            return step  # somebody else
        then = Seat(fork, seat.name)
        answer = thought_over(then, fork) or answer_to(then, fork, seat.name, plan)
        label = then.system.shown.label(fork.battle, decision, answer).partition(LATER)[0]
        if choice.do == "select" and answer.do in AIMED and answer.piece not in ("", choice.piece):
            return step  # the attack of another
        found = all_odds(then).get(answer, "")
        if found:
            return Ahead(label, found)
        if (step is None or not step.place) and (answer.to or answer.at):
            place = then.system.thinks.ground(fork.battle, seat.name, decision, answer)
            step = Ahead(label, place=place.partition(": ")[2].removesuffix("."))
        elif step is None and choice.do in PICKS and answer.do not in (*PICKS, "pass"):
            rests = answer.do in STAYING or answer.do in seat.system.rules.passes
            step = Ahead(label, idle=rests and choice.do != "activate")  # a company that begins is asked more
        fork.choose(answer, seat.name)
    return step


def thought_over(seat: Seat, fork: AnyPlay) -> Choice | None:
    """What a player with more time answers where rules of thumb know little; None: what they say."""
    mind, decision = seat.system.thinks, decision_of(fork, seat.name)
    if decision.kind not in mind.weighs:
        return None
    found = [each for each in mind.considered(fork.battle, decision, seat.name) if each.first is not None]
    return max(found, key=lambda each: each.promise or 0.0).first if found else None


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
