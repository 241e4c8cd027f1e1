"""17 The Command Decisions: who may play which when, with which choices, and what each does.

Chain of Command, Evade and F.U.B.A.R. on a number or a total are in windows.py.
"""

from collections.abc import Callable

import msgspec

from sandtable.systems.of_war_and_men import operations
from sandtable.systems.of_war_and_men.book import Card
from sandtable.systems.of_war_and_men.pieces import Battle, Played, Player, Procedure
from sandtable.systems.of_war_and_men.windows import FUBAR, cancel_top

# When a decision is played: at a free moment, or in answer to a card that lies on the stack and waits.
MOMENT, ANSWER = "moment", "answer"


class CommandDecision(msgspec.Struct, frozen=True):
    """One decision: may it be played now, the choices that go with it, what it does when it executes.

    `prepare` comes when the card lies on the stack already, and fills in team, target, soldier, cell of it.
    """

    rule: str
    playable: Callable[[Battle, Player, Card, str], bool]
    prepare: Callable[[Battle, Player, Played], Procedure]
    execute: Callable[[Battle, Played], Procedure]


def fubar_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    """17.13 On the newest card that waits on the stack."""
    return when == ANSWER


def nothing_more(b: Battle, player: Player, played: Played) -> Procedure:
    """A card that needs no further choice."""
    yield from ()


def fubar(b: Battle, played: Played) -> Procedure:
    """17.13 Cancel the card directly beneath, only that card."""
    yield from ()
    b.stack.remove(played)  # it lies on top; the card beneath is the one that goes
    cancel_top(b)
    b.stack.append(played)


def operation_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    """17.8, 8.1 Whenever the Mission's Combat Operation can be called."""
    return operations.playable(b, player)


DECISIONS: dict[str, CommandDecision] = {
    FUBAR: CommandDecision("17.13", fubar_playable, nothing_more, fubar),
    "combat operation": CommandDecision("17.8", operation_playable, operations.prepare, operations.execute),
}
