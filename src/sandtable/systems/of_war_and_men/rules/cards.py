"""4 The Card Command System: the core deck as dice, as clock and as the source of hands (G.ccs).

The draw pile lies in no order in the battle: which card is on top is found out when it is taken.
"""

from sandtable.systems.of_war_and_men.rules.decisions.wishes import concern
from sandtable.systems.of_war_and_men.state.book import CARD_IDS, COLOURS, CORE, FACES, HAND
from sandtable.systems.of_war_and_men.state.pieces import Battle, Player


class TimeUp(Exception):
    """4.3 The last deck is used up and the event under way needs another card: it is void."""


def take(b: Battle, why: str) -> int:
    """4.3 The top card leaves the draw pile."""
    if b.time_up:
        raise TimeUp
    number = b.chance.draw(b.deck, why)
    b.deck.remove(number)
    if not b.deck:
        run_out(b)
    return number


def run_out(b: Battle) -> None:
    """4.3 The last card has been taken: the discards become the next deck or, after the last deck, time is up
    (D.time).
    See also G.deck_timer.
    """
    if b.decks_left > 1:
        b.decks_left -= 1
        b.deck, b.discard = sorted(b.discard), []
        if not b.deck:
            b.deck, b.pile = sorted(b.pile), []
        b.tell("new deck", "4.3", value=b.decks_left)
    if not b.deck:
        b.time_up = True
        b.tell("time is up", "4.3")


def flip(b: Battle, colour: int, why: str, rule: str, player: int = -1, man: str = "") -> int:
    """4.1, 4.2 A card is flipped and one of its dice is read. It stays before the player until the event is over.

    `man`: the soldier who fights with it.
    """
    number = take(b, why)
    b.pile.append(number)
    card = b.card(number)
    value = card.dice[colour]
    text = f"{COLOURS[colour]}: {why}"
    b.tell("flip", rule, player, card.id, man, dice=(value,), text=text, value=value, faces=FACES[colour])
    return value


def last_flipped(b: Battle) -> int:
    """The number of the card flipped last."""
    return b.pile[-1]


def clear_pile(b: Battle) -> None:
    """16.2.k The event is over: its cards go on top of the discard pile (G.event)."""
    if b.pile:
        b.discard += b.pile
        b.pile = []


def draw_to(b: Battle, player: Player, size: int = HAND) -> None:
    """15.3.d, 18.3 Fill a hand up; if time runs out the draw stops (G.hand_size)."""
    draw(b, player, size - len(player.hand))


def draw(b: Battle, player: Player, count: int) -> None:
    """A player draws so many cards; he alone sees them."""
    drawn: list[int] = []
    while len(drawn) < count and not b.time_up:
        drawn.append(take(b, "a card for the hand"))
        b.tell("card", "15.3.d", player.index, CARD_IDS[drawn[-1]], seen_by=(player.seat,))
    if drawn:
        player.hand = sorted(player.hand + drawn)
        b.tell("draws", "15.3.d", player.index, value=len(drawn))
        concern(b, player.index)


def leave_hand(b: Battle, player: Player, number: int) -> None:
    """A card leaves a hand for all to see."""
    player.hand.remove(number)
    for other in b.players:
        if number in other.known:
            other.known.remove(number)


def discard(b: Battle, player: Player, number: int, rule: str = "G.discard") -> None:
    """G.discard A card from the hand goes to the discard pile."""
    leave_hand(b, player, number)
    b.discard.append(number)
    b.tell("discards", rule, player.index, CARD_IDS[number])


def fog_of_war(b: Battle) -> None:
    """15.5.b, G.fog The top card leaves play face down; nobody may look at it (10.11)."""
    number = take(b, "Fog of War")
    b.fog = sorted([*b.fog, number])
    b.tell("fog of war", "15.5.b", value=len(b.fog))


def census(b: Battle) -> list[int]:
    """1.3 Where every core card is: each must be there once."""
    found = [*b.deck, *b.discard, *b.fog, *b.pile]
    for player in b.players:
        found += player.hand
    for played in b.stack:
        if played.card:
            found.append(played.card)
        if played.along:
            found.append(played.along)
    found += [cell.number for cell in b.cells if cell.number]
    return sorted(found)


def lost_cards(b: Battle) -> list[str]:
    """What is wrong with the 192 cards: nothing, if the rules are written well."""
    found = census(b)
    if found == list(range(1, CORE + 1)):
        return []
    missing = sorted(set(range(1, CORE + 1)) - set(found))
    twice = sorted({number for number in found if found.count(number) > 1})
    return [f"of the {CORE} cards {len(found)} are there; missing {missing}, twice {twice}"]
