"""What is tried by a player who tries each option in his head, and what he answers meanwhile."""

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.decisions.windows import total_asked
from sandtable.systems.of_war_and_men.rules.sight import distance
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.systems.of_war_and_men.thinking import weights, worth
from sandtable.systems.of_war_and_men.thinking.decision_worth import answer_total, best_play
from sandtable.systems.of_war_and_men.thinking.policy import ANSWERS, pay
from sandtable.systems.of_war_and_men.thinking.progress import errand
from sandtable.systems.of_war_and_men.thinking.worth import IDLE
from sandtable.table.asking import PASS
from sandtable.table.decision import Choice, Decision

SELDOM = ("transfer", "redraw")  # what a quick player leaves alone


def shortlist(b: Battle, decision: Decision) -> list[Choice]:
    """The options that a quick player considers; none means all."""
    if decision.kind == "pay":
        return [pay(b, decision, b.player(decision.seat))]
    options = [choice for choice in decision.options() if choice.do not in IDLE]
    if decision.kind == "action":
        redraws = errand(b, b.player(decision.seat).side)
        one = [choice for choice in options if redraws and choice.do == "redraw" and choice.number == 1]
        options = [choice for choice in options if choice.do not in SELDOM] + one
    if any(choice.do == "play" for choice in options):
        options = timely(b, decision, options)
    found = strongest(b, options)
    if decision.kind in ("terrain", "place", "bombard", "light") and len(found) > weights.PLACES_TRIED:
        side = b.player(decision.seat).side
        found.sort(key=lambda choice: nearness(b, side, choice.to))
        found = found[: weights.PLACES_TRIED]
    return found


def timely(b: Battle, decision: Decision, options: list[Choice]) -> list[Choice]:
    """Of the Command Decisions that could be played only the one that is most use now, if any."""
    player = b.player(decision.seat)
    total = total_asked(decision)
    if total is not None:
        found = answer_total(b, player, options, total)
        return [PASS] if found is None else [PASS, found]
    best = best_play(b, player, options)
    return [choice for choice in options if choice.do != "play" or choice is best]


def strongest(b: Battle, options: list[Choice]) -> list[Choice]:
    """Two cards for the same thing are one thought: that of the stronger."""
    found: dict[tuple[str, str, str], tuple[int, Choice]] = {}
    for choice in options:
        kind, strength = kind_of(b, choice)
        key = (choice.do, kind, choice.to)
        if key not in found or strength > found[key][0]:
            found[key] = (strength, choice)
    return [choice for _, choice in found.values()]


def kind_of(b: Battle, choice: Choice) -> tuple[str, int]:
    """What a card is good for in this choice, and how strong it is; a soldier or a Fireteam is himself."""
    if not choice.piece.startswith("card-"):
        return choice.piece, 0
    card = b.card(card_number(choice.piece))
    if card.terrain is not None:
        return card.terrain.key, 0
    if choice.do == "play":
        return card.decision, card.colour
    return (card.order, card.strength) if choice.do == card.order else (f"{card.order} {card.strength}", 0)


def nearness(b: Battle, side: int, name: str) -> int:
    """How far a cell is from the nearest enemy."""
    cell = b.cell_called(name)
    return min([distance(b, cell, team.cell) for team in b.friends(1 - side)], default=0) if cell >= 0 else 99


PREPARED = ("throw", "bombard", "target", "soldier", "fireteam")  # what is asked about a card that is played


def habit(b: Battle, decision: Decision) -> Choice | None:
    """What is answered while a card takes effect."""
    if decision.kind in PREPARED:
        return ANSWERS[decision.kind](b, decision, b.player(decision.seat))
    return worth.habit(b, decision)
