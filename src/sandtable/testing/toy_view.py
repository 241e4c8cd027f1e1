"""The toy in words and as a view: what one seat sees of a battle."""

from typing import TYPE_CHECKING

from sandtable.table import view as seen
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event
from sandtable.table.frame import seat_log, wish_views
from sandtable.table.play import Play
from sandtable.table.pointing import pointed
from sandtable.table.telling import BURST, IMPULSE, NEWS, Telling

if TYPE_CHECKING:
    from sandtable.testing.toy import Battle


def view(play: "Play[Battle]", seat: str) -> seen.View:
    """Built from nothing, field by field: what is not put in cannot leak."""
    b = play.battle
    decision = play.decision_for(seat)
    return seen.View(
        system="toy",
        scenario=b.scenario.id,
        title=b.scenario.name,
        seat=seat,
        seats=tuple(seen.Seat(side, side.title(), side, side) for side in b.men),
        turn=b.turn,
        turns=b.scenario.turns,
        active=b.active,
        waiting=tuple(play.asked()),
        goals=("Have more men left than the enemy.",),
        pieces=tuple(patrol(b, side) for side in b.men),
        hands=tuple(hand(b, side, seat) for side in b.men),
        piles=(
            seen.Pile("cup", "Cup", len(b.cup), contents=tuple(seen.Count(chit) for chit in b.cup)),
            seen.Pile("deck", "Deck", len(b.deck)),
        ),
        log=seat_log(play, seat, sentence),
        decision=None if decision is None else question(b, decision),
        wishes=tuple(wish_views(play, seat)) if seat else (),
        may_undo=bool(seat) and play.may_undo() == seat,
        result=b.result,
    )


def patrol(b: "Battle", side: str) -> seen.Piece:
    dug_in = (seen.Marker("dug in", "Dug in", tone="good", rule="4.3"),) if b.dug_in[side] else ()
    return seen.Piece(side, f"{side.title()} patrol", side, steps=b.men[side], markers=dug_in)


def hand(b: "Battle", owner: str, seat: str) -> seen.Hand:
    """Counted for all, shown to its owner."""
    cards = tuple(seen.Card(card, card.title()) for card in b.hands[owner]) if owner == seat else ()
    return seen.Hand(owner, len(b.hands[owner]), cards)


def question(b: "Battle", decision: Decision) -> seen.DecisionView:
    """What is asked, with every option; `pointed` adds what a click on anything else would mean."""
    options = tuple(option(b, decision, choice) for choice in decision.options())
    return pointed(seen.DecisionView(decision.kind, decision.prompt, decision.rule, decision.piece, options))


def option(b: "Battle", decision: Decision, choice: Choice) -> seen.OptionView:
    words = label(b, decision, choice)
    return seen.OptionView(choice, words, choice.piece, choice.to, role=ROLES.get(choice.do, ""))


def label(b: "Battle", decision: Decision, choice: Choice) -> str:
    """A choice in words, for a button."""
    return f"{choice.do.capitalize()} at {choice.to}" if choice.to else choice.do.capitalize()


def sentence(b: "Battle", event: Event) -> str:
    """An event in words."""
    hit = "hits" if event.value else "misses"
    dice = ", ".join(str(die) for die in event.dice)
    return {
        "revealed": "The orders are revealed.",
        "card": f"{event.side} takes a card: {event.text}.",
        "ordered": f"{event.side} is ordered to {event.text}.",
        "drawn": f"A chit of {event.side} comes out of the cup.",
        "dug in": f"{event.side} digs in.",
        "scouts": f"{event.side} scouts ahead.",
        "fires": f"{event.side} fires at {event.target}.",
        "smoke": f"{event.side} lays smoke.",
        "shot": f"{event.side} rolls {dice} and {hit}.",
    }.get(event.kind, "")


ROLES: dict[str, seen.Role] = {"pass": "pass"}  # what verbs are for, where a client should know

# How events are told besides their sentences: what opens a chapter, what is shown on the board, what is bad news.
# The die of a shot needs its number only after all modifiers: it is added up with them.
TELLINGS = {
    "ordered": NEWS,
    "drawn": IMPULSE,
    "shot": Telling(shows="shot", dice="sum"),
    "smoke": BURST,
}

RULES = [
    ("1.0", "Cards", "Each side is dealt two cards before the first turn."),
    ("1.1", "Secrecy", "A card in hand is seen by its owner alone."),
    ("2.0", "Orders", "Both sides are ordered in secret to storm or to hold. Storming is +1 to all fire."),
    ("3.0", "The cup", "Two chits of each side come out of the cup, one at a time; that side acts."),
    ("4.0", "Action", "Fire, dig in, scout or pass."),
    ("4.1", "Fire", "One die with modifiers; 4 or more costs the target a man."),
    ("4.2", "Barrage", "The card is +1 to a shot."),
    ("4.3", "Dig in", "-2 to fire at this side until the turn ends."),
    ("4.4", "Scout", "Draw a card."),
    ("4.5", "Smoke", "A side under fire may play the card: -2 to the shot."),
    ("5.0", "End of turn", "When the cup is empty."),
    ("5.1", "No man left", "A side without men has lost."),
    ("5.2", "Victory", "After the last turn the side with more men wins."),
]
