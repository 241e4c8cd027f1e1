"""17 The Command Decisions: who may play which when, with which choices, and what each does.

Chain of Command, Evade and F.U.B.A.R. on a number or a total are in windows.py.
"""

import msgspec

from sandtable.systems.of_war_and_men.rules import operations
from sandtable.systems.of_war_and_men.rules.decisions import hits, soldiers, tactics
from sandtable.systems.of_war_and_men.rules.decisions.windows import CHAIN, EVADE, FUBAR, cancel_top, name_of
from sandtable.systems.of_war_and_men.rules.maneuver import Reason
from sandtable.systems.of_war_and_men.state.book import Card
from sandtable.systems.of_war_and_men.state.pieces import Battle, Played, Player, Procedure
from sandtable.systems.of_war_and_men.state.scenario import SNOW

DOUBLE_TIME, OPERATION = "double time", "combat operation"

# When a decision is played: at a free moment, or in answer to a card that lies on the stack and waits.
MOMENT, ANSWER = "moment", "answer"


class CommandDecision(msgspec.Struct, frozen=True):
    """One decision: what it needs, may it be played now, the choices that go with it, what it does when it executes.

    `prepare` comes when the card lies on the stack already, and fills in team, target, soldier, cell of it.
    """

    rule: str
    needs: str  # as the end of a sentence that begins with its name
    playable: soldiers.Playable
    prepare: soldiers.Prepare
    execute: soldiers.Execute


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


ON_MAP = "a Fireteam of your side on the map."

DECISIONS: dict[str, CommandDecision] = {
    "act of valor": CommandDecision(
        "17.4",
        "needs a soldier who can fire at an enemy, or one who is suppressed.",
        soldiers.valor_playable,
        soldiers.prepare_valor,
        soldiers.valor,
    ),
    "attention": CommandDecision(
        "17.5", f"needs {ON_MAP}", soldiers.friend_on_map, soldiers.prepare_attention, soldiers.attention
    ),
    "covering fire": CommandDecision(
        "17.6",
        "is played on a Maneuver order of your own: give the order first.",
        tactics.covering_playable,
        tactics.prepare_covering,
        tactics.covering_fire,
    ),
    CHAIN: CommandDecision("17.7", "is played after a number or a total.", window_only, nothing_more, spent),
    OPERATION: CommandDecision(
        "17.8",
        "needs a Fireteam of your own on the map.",
        operation_playable,
        operations.prepare,
        operations.execute,
    ),
    DOUBLE_TIME: CommandDecision(
        "17.9",
        "needs a Fireteam of yours that is on the move or has a Maneuver order.",
        tactics.double_time_playable,
        tactics.prepare_double_time,
        tactics.double_time,
    ),
    EVADE: CommandDecision("17.10", "is played after a total.", window_only, nothing_more, spent),
    "field dressing": CommandDecision(
        "17.11",
        "needs a wounded soldier on your side.",
        *soldiers.DRESSING,
    ),
    "field repairs": CommandDecision(
        "17.12",
        "needs a jammed weapon on your side.",
        *soldiers.REPAIRS,
    ),
    FUBAR: CommandDecision(
        "17.13",
        "cancels a card that has just been played, or the last number of a total.",
        fubar_playable,
        nothing_more,
        fubar,
    ),
    "grenade": CommandDecision(
        "17.14.a",
        "needs an enemy Fireteam that you see in adjacent Terrain.",
        hits.grenade_playable,
        hits.prepare_grenade,
        hits.grenade,
    ),
    "intelligence": CommandDecision(
        "17.15",
        "needs another player who holds cards.",
        tactics.intelligence_playable,
        tactics.prepare_intelligence,
        tactics.intelligence,
    ),
    "last stand": CommandDecision(
        "17.16", f"needs {ON_MAP}", soldiers.friend_on_map, soldiers.prepare_last_stand, soldiers.last_stand
    ),
    "lucky shot": CommandDecision(
        "17.17",
        "needs a soldier who can fire, and an enemy in sight who is neither suppressed nor wounded.",
        hits.lucky_playable,
        hits.prepare_lucky,
        hits.lucky_shot,
    ),
    "marching order": CommandDecision(
        "17.18",
        "is played in the Assessment or Debrief phase: wish to be asked when a round ends.",
        tactics.marching_playable,
        nothing_more,
        tactics.marching_order,
    ),
    "marksman": CommandDecision(
        "17.19",
        "is played on an attack of your side, for a soldier who can fire at one range closer: wish to be asked when "
        "your side plays a card.",
        soldiers.marksman_playable,
        soldiers.prepare_marksman,
        soldiers.marksman,
    ),
    "on the run": CommandDecision(
        "17.20",
        "needs two Maneuver orders in this turn and an enemy in range.",
        tactics.running_playable,
        tactics.prepare_running,
        tactics.on_the_run,
    ),
    "recon": CommandDecision(
        "17.21",
        "needs an open position in sight of your side.",
        tactics.recon_playable,
        tactics.prepare_recon,
        tactics.recon,
    ),
    "regroup": CommandDecision(
        "17.22",
        "needs a Fireteam of your own and another one on the Initiative Track.",
        tactics.regroup_playable,
        tactics.prepare_regroup,
        tactics.regroup,
    ),
    "smoke": CommandDecision(
        "17.23",
        "needs a Fireteam of your own on the map.",
        tactics.own_on_map,
        tactics.prepare_smoke,
        tactics.smoke,
    ),
}


def why_not(b: Battle, player: Player, kind: str) -> Reason:
    """Why this decision cannot be played now: what the Mission forbids, else what the card needs."""
    reason = operations.why_not(b, player) if kind == OPERATION else None
    if kind == DOUBLE_TIME and b.mission.visibility == SNOW:
        reason = "Double Time cannot be played in a blizzard.", "8.9"
    decision = DECISIONS[kind]
    rule = "16.2.o" if kind in (CHAIN, EVADE) else decision.rule
    return reason or (f"{name_of(kind)} {decision.needs}", rule)
