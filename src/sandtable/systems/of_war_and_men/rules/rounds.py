"""15 Round order: Assessment, Combat, Debrief. `script` starts the next episode."""

from sandtable.systems.of_war_and_men.rules import token_events
from sandtable.systems.of_war_and_men.rules.assault import fight
from sandtable.systems.of_war_and_men.rules.cards import TimeUp, clear_pile, discard, draw_to, fog_of_war
from sandtable.systems.of_war_and_men.rules.conditions import clear_jam
from sandtable.systems.of_war_and_men.rules.decisions.stack import moment, resolve
from sandtable.systems.of_war_and_men.rules.decisions.windows import end_of_waiting, in_track_order
from sandtable.systems.of_war_and_men.rules.decisions.wishes import takes_part
from sandtable.systems.of_war_and_men.rules.discipline import SUCCESS, check
from sandtable.systems.of_war_and_men.rules.missions import mission_events
from sandtable.systems.of_war_and_men.rules.setup import set_up
from sandtable.systems.of_war_and_men.rules.traits import trait_events, trait_modifiers
from sandtable.systems.of_war_and_men.rules.turn import activate, next_team, turn
from sandtable.systems.of_war_and_men.rules.victory import conclude, wiped_out
from sandtable.systems.of_war_and_men.state.pieces import (
    ASSESSMENT,
    COMBAT,
    DEBRIEF,
    NOWHERE,
    SETUP,
    Battle,
    Procedure,
)
from sandtable.table.asking import ask
from sandtable.table.decision import Choice


def script(b: Battle) -> Procedure:
    """The next episode; if it needs a card and there is none any more, it is void and time is up (4.3)."""
    try:
        yield from episode(b)
    except TimeUp:
        conclude(b)


def episode(b: Battle) -> Procedure:
    """The battle says what comes next: what is under way goes before the round."""
    if b.phase == SETUP:
        return set_up(b)
    thinned, b.thinned = b.thinned, False
    if thinned:
        wiped_out(b)
    if b.verdict is not None or b.time_up:
        conclude(b)
        return nothing()
    if thinned:
        retire(b)
    if b.assault is not None:
        return fight(b, b.assault)
    if b.stack:
        return resolve(b)
    clear_pile(b)
    if b.active >= 0:
        return turn(b)
    return (assessment, combat, debrief)[b.phase - ASSESSMENT](b)


def retire(b: Battle) -> None:
    """10.1 A player whose Fireteams are all gone discards his hand and takes no further part."""
    for player in b.players:
        if player.hand and not takes_part(b, player):
            for number in player.hand.copy():
                discard(b, player, number, "10.1")


def nothing() -> Procedure:
    yield from ()


def begin_phase(b: Battle, phase: int) -> None:
    """15.1 The next phase."""
    b.phase = phase
    b.step = 0
    b.asked = []
    end_of_waiting(b)


# Assessment (15.3) -------------------------------------------------------------------------------


def begin_round(b: Battle) -> None:
    """G.round A round begins: everybody may act again; who is on the move has been so in this round (20.1.k)."""
    b.round += 1
    begin_phase(b, ASSESSMENT)
    for team in b.teams:
        team.activated = team.attacked = team.last_stand = False
        team.moved = team.heading >= 0
    b.tell("round", "15.1", value=b.round)


def assessment(b: Battle) -> Procedure:
    """15.3 A Mission events, B traits, jams and tokens, C Command Decisions throughout, D the draw.

    See also G.assessment, G.top_of_round.
    """
    step = b.step
    if step in (0, 5):
        prompt = "The Assessment phase begins." if step == 0 else "The Assessment phase ends."
        if (yield from moment(b, prompt, "15.3.c")):
            b.step += 1
        return
    b.step += 1
    b.asked = []
    if step == 1:
        yield from mission_events.top_of_round(b)
    elif step == 2:
        yield from trait_events.assessment(b)
    elif step == 3:
        yield from unjam(b)
    elif step == 4:
        yield from token_events.turn_over(b)
    else:
        for player in in_track_order(b):
            draw_to(b, player)
        begin_phase(b, COMBAT)


def unjam(b: Battle) -> Procedure:
    """15.3.b, 19.1.b Each jam can be cleared by a Discipline Check of its soldier, in the order of the track."""
    for index in list(b.track):
        for man in b.men(b.teams[index]):
            if man.jammed:
                options = [Choice("unjam", man.id), Choice("leave", man.id)]
                prompt = f"Does {man.card.name} try to clear his weapon?"
                answer = yield from ask(b, man.player, "unjam", prompt, "15.3.b", options, piece=man.id)
                need = trait_modifiers.unjam_need(b, man, SUCCESS)
                if answer.do == "unjam" and (yield from check(b, man, "the jammed weapon", "15.3.b", need)):
                    clear_jam(b, man, "15.3.b")
                clear_pile(b)


# Combat and Debrief (15.4, 15.5) -----------------------------------------------------------------


def combat(b: Battle) -> Procedure:
    """15.4 Before each activation a free moment; then the topmost Fireteam that has not acted, until all have
    (15.4.c).
    See also G.combat_phase.
    """
    team = next_team(b)
    if team is None:
        begin_phase(b, DEBRIEF)
        return
    # Its owner is asked what it does at once, unless a move of its own completes first (16.4.d).
    skip = team.player if team.heading < 0 else NOWHERE
    if (yield from moment(b, f"{team.name} is next.", "15.4.d", skip)):
        activate(b, team)
        yield from turn(b)


def debrief(b: Battle) -> Procedure:
    """15.5 The last Immediate Actions, what the Mission has for the end of the round, Fog of War (G.debrief).

    If a Fireteam has come in there is another moment before Fog of War (D.stack).
    """
    if b.step == 0:
        if (yield from moment(b, "The round ends.", "15.5.a")):
            b.step = 1
    elif b.step == 1:
        b.step = 2 if (yield from mission_events.end_of_round(b)) else 3
        b.asked = []
    elif b.step == 3 or (yield from moment(b, "The round ends.", "15.5.a")):
        fog_of_war(b)
        begin_round(b)
