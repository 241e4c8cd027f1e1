"""Questions about cards of a hand, and those whose answers depend on it."""

from collections.abc import Callable

from sandtable.systems.of_war_and_men.rules.sight import adjacent
from sandtable.systems.of_war_and_men.state.book import CARD_IDS
from sandtable.systems.of_war_and_men.state.pieces import Battle, Played, Player, Procedure
from sandtable.table.asking import Asking, ask
from sandtable.table.decision import Choice, Decision

DISCARDS = tuple([Choice("discard", id) for id in CARD_IDS])  # by the numbers of the cards


def ask_for_card(b: Battle, player: Player, kind: str, prompt: str, rule: str) -> Asking:
    """One of the player's cards to discard. Asked even if it is the only one."""

    def options() -> list[Choice]:
        # Read from the hand when somebody looks: in a re-dealt copy it is another.
        return [DISCARDS[number] for number in player.hand]

    answer = yield Decision(player.seat, kind, prompt, rule, options)
    return answer


def ask_by_hand(
    b: Battle,
    player: Player,
    kind: str,
    prompt: str,
    rule: str,
    possible: list[Choice],
    allowed: Callable[[], list[Choice]],
) -> Asking:
    """D.wishes A choice of which the hand allows only a part: asked wherever others may think there is a choice.

    `possible` is what some hand would allow and everybody knows; `allowed` what this one does.
    """
    if len(possible) == 1:
        return possible[0]

    def options() -> list[Choice]:
        # Read from the hand when somebody looks, as above; a re-dealt one may allow nothing.
        return allowed() or possible

    answer = yield Decision(player.seat, kind, prompt, rule, options)
    return answer


def card_number(id: str) -> int:
    """The number of a card from its id, which has been checked."""
    return int(id.removeprefix("card-"))


def choose_throw(b: Battle, player: Player, played: Played, prompt: str, rule: str) -> Procedure:
    """17.23, 18.4.a Who throws what the card is, on the Fireteam's own Terrain or a neighbouring one."""
    options = [
        Choice("throw", team.id, b.place_name(cell))
        for team in b.own(player.index)
        for cell in (team.cell, *adjacent(b, team.cell))
    ]
    answer = yield from ask(b, player.index, "throw", prompt, rule, options)
    team = b.team(answer.piece)
    played.team, played.cell = team.index, b.cell_called(answer.to)
