"""17 The Command Decisions: who may play which when, with which choices, and what each does.

Chain of Command, Evade and F.U.B.A.R. on a number or a total are in windows.py.
"""

from collections.abc import Callable

import msgspec

from sandtable.systems.of_war_and_men import decisions_hits as hits
from sandtable.systems.of_war_and_men import decisions_men as men
from sandtable.systems.of_war_and_men import decisions_moves as moves
from sandtable.systems.of_war_and_men import operations
from sandtable.systems.of_war_and_men.book import Card
from sandtable.systems.of_war_and_men.pieces import Battle, Played, Player, Procedure
from sandtable.systems.of_war_and_men.windows import CHAIN, EVADE, FUBAR, cancel_top

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


def window_only(b: Battle, player: Player, card: Card, when: str) -> bool:
    """16.2.o Chain of Command and Evade are played on a number or a total, never else."""
    return False


def spent(b: Battle, played: Played) -> Procedure:
    """Nothing is left to do when it executes: the window has done it."""
    yield from ()


DECISIONS: dict[str, CommandDecision] = {
    "act of valor": CommandDecision("17.4", men.valor_playable, men.prepare_valor, men.valor),
    "attention": CommandDecision("17.5", men.friend_on_map, men.prepare_attention, men.attention),
    "covering fire": CommandDecision("17.6", moves.covering_playable, moves.prepare_covering, moves.covering_fire),
    CHAIN: CommandDecision("17.7", window_only, nothing_more, spent),
    "combat operation": CommandDecision("17.8", operation_playable, operations.prepare, operations.execute),
    "double time": CommandDecision("17.9", moves.double_time_playable, moves.prepare_double_time, moves.double_time),
    EVADE: CommandDecision("17.10", window_only, nothing_more, spent),
    "field dressing": CommandDecision("17.11", men.dressing_playable, men.prepare_dressing, men.dressing),
    "field repairs": CommandDecision("17.12", men.repairs_playable, men.prepare_repairs, men.repairs),
    FUBAR: CommandDecision("17.13", fubar_playable, nothing_more, fubar),
    "grenade": CommandDecision("17.14.a", hits.grenade_playable, hits.prepare_grenade, hits.grenade),
    "intelligence": CommandDecision(
        "17.15", moves.intelligence_playable, moves.prepare_intelligence, moves.intelligence
    ),
    "last stand": CommandDecision("17.16", men.friend_on_map, men.prepare_last_stand, men.last_stand),
    "lucky shot": CommandDecision("17.17", hits.lucky_playable, hits.prepare_lucky, hits.lucky_shot),
    "marching order": CommandDecision("17.18", moves.marching_playable, nothing_more, moves.marching_order),
    "marksman": CommandDecision("17.19", men.marksman_playable, men.prepare_marksman, men.marksman),
    "on the run": CommandDecision("17.20", moves.running_playable, moves.prepare_running, moves.on_the_run),
    "recon": CommandDecision("17.21", moves.recon_playable, moves.prepare_recon, moves.recon),
    "regroup": CommandDecision("17.22", moves.regroup_playable, moves.prepare_regroup, moves.regroup),
    "smoke": CommandDecision("17.23", moves.own_on_map, moves.prepare_smoke, moves.smoke),
}
