"""What cards are good for, as sentences of a thought: what one does, what is kept in hand, what might be played."""

from collections import Counter
from collections.abc import Mapping

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.state.pieces import Battle, Player
from sandtable.table.decision import Choice, Decision
from sandtable.table.mind import listed
from sandtable.table.telling import count

TOLD = 3  # cards at most
NONE_FITS = "No Command Decision in hand fits."


def does(b: Battle, choice: Choice, known: Mapping[str, str]) -> str:
    """What the Command Decision on a card does."""
    card = b.card(card_number(choice.piece)) if choice.piece.startswith("card-") else None
    return known.get(f"card: {card.decision}", "") if card is not None else ""


def paid(b: Battle, player: Player, choice: Choice, known: Mapping[str, str]) -> str:
    """What is given up with a card, and what is kept."""
    if not choice.piece.startswith("card-"):
        return ""
    gone = card_number(choice.piece)
    kept = Counter(b.card(number).order.capitalize() or "Terrain" for number in player.hand if number != gone)
    rest = listed([f"{number} {order}" for order, number in sorted(kept.items())]) if kept else "nothing"
    return f"Given up: {does(b, choice, known).removesuffix('.') or 'Terrain'}; kept: {rest}."


def answers(b: Battle, decision: Decision, choice: Choice, known: Mapping[str, str]) -> str:
    """What a card that is played does; of who plays none, what he could."""
    if choice.do == "play":
        return does(b, choice, known)
    could = dict.fromkeys(does(b, option, known) for option in decision.options() if option.do == "play")
    told = [each.removesuffix(".") for each in could if each]
    if not told:
        return NONE_FITS
    more = f"; and {count(len(told) - TOLD, 'other')}" if len(told) > TOLD else ""
    return f"It could play {'; '.join(told[:TOLD])}{more}."
