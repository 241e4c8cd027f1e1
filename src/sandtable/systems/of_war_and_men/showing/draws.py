"""What came out of the deck: cards drawn, and weapons that jammed when numbers were flipped (4.1, 19.1)."""

from collections import Counter

from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.systems.of_war_and_men.state.scenario import SIDES
from sandtable.table.event import Event
from sandtable.table.telling import count


def draws(b: Battle, events: list[Event]) -> dict[str, str]:
    """A sentence for each side: the cards of its players together."""
    side_of = {player.seat: SIDES[player.side] for player in b.players}
    cards: Counter[str] = Counter()
    jams: Counter[str] = Counter()
    for event in events:
        side = side_of.get(event.side, event.side)
        if event.kind == "draws":
            cards[side] += int(event.value)
        if event.kind == "jammed":
            jams[side] += 1
    return {
        side: f"It drew {count(cards[side], 'card')}, and {count(jams[side], 'weapon')} jammed."
        for side in SIDES
        if cards[side]
    }
