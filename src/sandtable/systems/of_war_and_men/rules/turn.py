"""15.4 The turn of a Fireteam: an earlier move completes, then up to two Standard Actions with free abilities."""

from sandtable.systems.of_war_and_men.rules import engineering, free_abilities
from sandtable.systems.of_war_and_men.rules.decisions.command_decisions import MOMENT
from sandtable.systems.of_war_and_men.rules.decisions.stack import (
    moment,
    play_decision,
    playable_cards,
    why_not_played,
)
from sandtable.systems.of_war_and_men.rules.decisions.windows import end_of_waiting
from sandtable.systems.of_war_and_men.rules.maneuver import arrive
from sandtable.systems.of_war_and_men.rules.missions import mission_events, mission_rules
from sandtable.systems.of_war_and_men.rules.standard_actions import EXECUTE, give_order, order_choices, why_no_order
from sandtable.systems.of_war_and_men.state.pieces import (
    ACT,
    BEGIN,
    NOWHERE,
    OTHERS,
    Battle,
    Fireteam,
    Player,
    Procedure,
)
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.table.asking import PASS
from sandtable.table.decision import Choice, Decision

ACTIONS = NUMBERS.actions  # 16.1
REPAIR = "repair"
STANDARD = (*EXECUTE, *engineering.KINDS, REPAIR)  # what costs one


def next_team(b: Battle) -> Fireteam | None:
    """15.2 The topmost Fireteam on the track that has not been activated in this round."""
    for index in b.track:
        team = b.teams[index]
        if not team.activated and mission_rules.may_act(b, team):
            return team
    return None


def activate(b: Battle, team: Fireteam) -> None:
    """15.4.a Its token is slid out."""
    team.activated = True
    b.active = team.index
    b.step = BEGIN
    b.actions = b.maneuvers = 0
    b.turn_over = False
    b.targets, b.tried = [], []
    b.tell("activated", "15.4.a", team.player, team.id, place=team.cell)


def end_turn(b: Battle) -> None:
    """15.4.b The token slides back."""
    b.active = NOWHERE
    end_of_waiting(b)


def turn(b: Battle) -> Procedure:
    """15.4 One step of the active Fireteam's turn."""
    team = b.active_team
    if b.step == BEGIN and not team.gone:
        yield from begin(b, team)
    elif team.gone or b.turn_over:
        end_turn(b)
    elif b.step == ACT or (yield from moment(b, f"It is the turn of {team.name}.", "17.1", skip=team.player)):
        b.step = ACT
        yield from act(b, team)


def begin(b: Battle, team: Fireteam) -> Procedure:
    """16.4.d First what the Mission has for this turn, then the move that was begun earlier completes.

    After either of them the others have a moment (17.1); if there was neither it acts at once.
    """
    b.step = ACT
    happened = yield from mission_events.turn_begins(b, team)
    if not team.gone and team.heading >= 0 and b.verdict is None:
        yield from arrive(b, team)
        happened = True
    if happened:
        b.asked = []
        if b.active == team.index:  # else it has joined one whose turn begins now
            b.step = OTHERS
    elif b.verdict is None and not b.turn_over:
        yield from act(b, team)


def act(b: Battle, team: Fireteam) -> Procedure:
    """A Standard Action, a free ability, a Command Decision, or the end of the turn (20.3)."""
    player = b.players[team.player]

    def options() -> list[Choice]:
        found = [PASS]
        if b.actions < ACTIONS:
            found += order_choices(b, team, player)  # 15.4.a
            found += engineering.choices(b, team, player)
            found += mission_rules.actions(b, team)
        found += free_choices(b, team, player)
        found += playable_cards(b, player, MOMENT)
        return found

    def why_not(choice: Choice) -> tuple[str, str]:
        return refusal(b, team, player, choice)

    if not player.hand and not mission_rules.actions(b, team) and not free_choices(b, team, player):
        end_turn(b)
        return
    if b.actions >= ACTIONS and not b.decisions and not free_choices(b, team, player):
        end_turn(b)
        return
    left = ACTIONS - b.actions
    prompt = f"What does {team.name} do? ({left} action{'s' if left != 1 else ''} left)"
    player.concerned = False
    answer = yield Decision(player.seat, "action", prompt, "15.4.a", options, why_not, team.id)
    if answer == PASS:
        b.tell("passes", "15.4.b", team.player, team.id)
        b.asked.append(player.index)
        end_turn(b)
        return
    b.step = OTHERS
    b.asked = []
    if answer.do == "play":
        yield from play_decision(b, player, answer.piece)
    elif answer.do in EXECUTE:
        yield from give_order(b, team, answer)
    elif answer.do in engineering.KINDS:
        b.actions += 1
        yield from engineering.carry_out(b, team, player, answer)
    elif answer.do == REPAIR:
        b.actions += 1
        yield from mission_events.take_action(b, team, answer)
    else:
        yield from free_abilities.use(b, player, answer)


def free_choices(b: Battle, team: Fireteam, player: Player) -> list[Choice]:
    """Free abilities, in one's own turn."""
    return free_abilities.in_turn(b, team) + free_abilities.anytime(b, player)


def refusal(b: Battle, team: Fireteam, player: Player, choice: Choice) -> tuple[str, str]:
    """Why the active Fireteam may not do this."""
    if choice.do == "play":
        return why_not_played(b, player, choice)
    if b.actions >= ACTIONS and choice.do in STANDARD:
        return f"{team.name} has taken its two Standard Actions.", "16.1"
    man = b.find_soldier(choice.piece)
    if choice.do == REPAIR and man is not None:
        return mission_rules.why_no_repair(b, team, man)
    for reason in (
        why_no_order(b, team, player, choice),
        engineering.why_not(b, team, player, choice),
        free_abilities.why_not(b, player, choice, team),
    ):
        if reason[0]:
            return reason
    return "", ""
