"""What is printed to play it at a table: the deck, the soldiers, Fireteams and markers."""

from collections.abc import Iterator

from sandtable.systems.of_war_and_men.showing.board_view import card_view, printed_values
from sandtable.systems.of_war_and_men.state.book import COLOURS, Division, Grid, SoldierCard
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.systems.of_war_and_men.state.scenario import SIDES
from sandtable.table.printing import Printed, Token
from sandtable.table.view import Card, Marker, Piece, Value

MARKERS = (
    (Marker("moving", "On the move", "→", "bad", "16.4.b"), 8),
    (Marker("stealth", "In stealth", "S", "good", "16.7.a"), 4),
    (Marker("dug in", "In the entrenchment", "⌒", "good", "16.3.d"), 8),
    (Marker("covered", "Under covering fire", "C", "good", "17.6"), 4),
    (Marker("activated", "Has acted", "✓", "done", "15.4.a"), 8),
    (Marker("jammed", "Weapon jammed", "!", "bad", "19.1.b"), 6),
    (Marker("smoke", "Smoke", "~", rule="17.23"), 6),
)


def printed(b: Battle) -> Printed:
    """The deck of the book, the soldiers that either side may choose, and a counter for each Fireteam."""
    book = b.scenario.rulebook
    deck = [card_view(card) for card in book.cards[1:]]
    soldiers = [card for division in book.divisions.values() for card in soldiers_of(division, b.traits)]
    return Printed(
        pieces=tuple(fireteams(b)),
        tokens=tuple(Token(marker, count) for marker, count in MARKERS),
        cards=(*deck, *soldiers),
    )


def fireteams(b: Battle) -> Iterator[Piece]:
    known = {(piece.player, piece.number) for piece in b.teams}
    for player in b.players:
        for number in range(1, b.mission.fireteams + 1):
            if (player.index, number) not in known:
                id = f"{player.seat}-{number}"
                yield Piece(
                    id,
                    f"Fireteam {number}",
                    SIDES[player.side],
                    "fireteam",
                    str(number),
                    art="infantry",
                    symbol="infantry",
                )


def soldiers_of(division: Division, traits: bool) -> Iterator[Card]:
    """7.1-7.12 His card: what is printed on it, with the damage grids of his weapon."""
    for man in division.soldiers:
        yield Card(
            man.id, man.name, "soldier", weapon_text(man), "", values=values_of(man, traits), number=division.name
        )


def weapon_text(man: SoldierCard) -> str:
    weapon = man.weapon
    second = f" With {'a crew' if weapon.crewed else 'a scope'}: {grid_text(weapon.second)}" if weapon.second else ""
    return f"{weapon.name}: {grid_text(weapon.grid)}{second}"


def grid_text(grid: Grid) -> str:
    """7.7 The dice to flip at each range, as in the book's own letters: RGB BB GB - -."""
    return " ".join("".join(COLOURS[die][0].upper() for die in dice) or "-" for dice in grid)


def values_of(man: SoldierCard, traits: bool) -> tuple[Value, ...]:
    """What stands on his counter beside his weapon, which is drawn."""
    return tuple([value for value in printed_values(man, traits) if value.label != "Weapon"])
