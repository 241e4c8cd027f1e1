"""4 The turn: command, initiative, alternating activations, removal of markers. `script` starts the next episode.

See also 1.a.
"""

from sandtable.systems.war_storm.rules.actions import act
from sandtable.systems.war_storm.rules.activation import reaction_only, ready, wake, why_not_activate
from sandtable.systems.war_storm.rules.command import command_phase, regain
from sandtable.systems.war_storm.rules.march import march
from sandtable.systems.war_storm.rules.setup import setup, take_command
from sandtable.systems.war_storm.rules.victory import after_turn, is_last
from sandtable.systems.war_storm.state.pieces import (
    ACTIVATION,
    NEVER,
    OFF_MAP,
    POOL,
    REMOVAL,
    SETUP,
    TURN_START,
    Battle,
    Company,
    Officer,
    Procedure,
)
from sandtable.table.asking import PASS, ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier

KEEP = Choice("keep")


def script(b: Battle) -> Procedure:
    """The next episode: a unit deployed, a turn begun, an activation, an action, a leg of a march, a marker."""
    if b.move is not None:
        return march(b)
    if b.actor >= 0:
        return act(b)
    return PHASES[b.phase](b)


# Command and initiative --------------------------------------------------------------------------


def begin_turn(b: Battle) -> Procedure:
    """4.a Replacement officers arrive, then Command and Initiative phase."""
    for company in b.companies:
        if company.replace:
            yield from replace_officer(b, company)
            return
    b.turn += 1
    b.tell("turn", "4.a", value=b.turn)
    command_phase(b)
    roll_initiative(b)
    b.side = b.initiative
    b.passes = 0
    b.activations = [0, 0]
    b.idle = [False, False]
    b.phase = ACTIVATION


def replace_officer(b: Battle, company: Company) -> Procedure:
    """7.4.4.a, b A replacement of the same kind, else of the infantry, joins a platoon of the owner's choice."""
    platoons = [b.platoons[i] for i in company.platoons if b.platoons[i].hex >= OFF_MAP]
    pool = [each for each in b.officers if each.side == company.side and each.hex == POOL]
    fit = [each for each in pool if each.type.kind == company.kind] or [
        each for each in pool if each.type.kind == "infantry"
    ]
    if not platoons or not fit:
        company.replace = False
        return
    officer: Officer = fit[0]
    on_board = sorted({each.hex for each in platoons if each.hex >= 0})
    names = b.ground.names
    options = [Choice("place", officer.id, names[place]) for place in on_board] or [Choice("place", officer.id)]
    answer = yield from ask(
        b,
        company.side,
        "replacement",
        f"Where does {officer.name} take over {company.name}?",
        "7.4.4.a",
        options,
        lambda choice: (f"{officer.name} must join a platoon of {company.name}.", "7.4.4.a"),
        officer.id,
    )
    b.put(officer, b.ground.index[answer.to] if answer.to else OFF_MAP)
    rule = "7.4.4.a" if officer.type.kind == company.kind else "7.4.4.b"
    take_command(b, company, officer)
    b.tell("replaced", rule, company.side, officer.id, place=officer.hex, text=company.name)


def initiative_modifiers(b: Battle, side: int) -> tuple[Modifier, ...]:
    """4.2.b The attacker, who had it in the last turn, and what the scenario says."""
    spec = b.scenario.sides[side]
    found: list[Modifier] = []
    if spec.attacker:
        found.append(Modifier(b.ground.numbers["attacker"], "attacker", "4.2.b"))
    if b.initiative == side:
        found.append(Modifier(b.ground.numbers["had_initiative"], "had the initiative", "4.2.b"))
    if spec.initiative:
        found.append(Modifier(spec.initiative, "scenario", "4.2.b"))
    return tuple(found)


def roll_initiative(b: Battle) -> None:
    """4.2 Each side rolls a die; the higher total has the initiative, ties are rolled again (4.2.c)."""
    modifiers = (initiative_modifiers(b, 0), initiative_modifiers(b, 1))
    totals = [0, 0]
    while totals[0] == totals[1]:
        for side in (0, 1):
            die = b.chance.die("initiative")
            totals[side] = die + sum([each.amount for each in modifiers[side]])
            b.tell("initiative roll", "4.2.a", side, dice=(die,), value=totals[side], modifiers=modifiers[side])
    b.initiative = 0 if totals[0] > totals[1] else 1
    b.tell("initiative", "4.2.a", b.initiative)


# Activations -------------------------------------------------------------------------------------


def next_activation(b: Battle) -> Procedure:
    """4.3.1 One side activates an officer or an Out-of-Command platoon, or passes; then the other.

    What an activation brings is done before the next one (4.3.1.d).
    """
    side = b.side
    waiting = ready(b, side)
    if not waiting:
        pass_on(b, "nothing")
        return
    options = [Choice("activate", unit.id) for unit in waiting] + [PASS]
    answer = yield Decision(
        b.side_name(side),
        "activation",
        "Which unit do you activate?",
        "4.3.1.a",
        lambda: options,
        lambda choice: why_not_activate(b, side, choice),
    )
    if answer == PASS:
        pass_on(b, "")
        return
    unit = b.unit(answer.piece)
    b.passes = 0
    wake(b, unit)


def pass_on(b: Battle, why: str) -> None:
    """4.3.1.g Two passes in a row end the phase; 4.4.e one is enough if the other has only reaction left.

    That nothing is left to a side is told once in a turn.
    """
    b.passes += 1
    if not (why and b.idle[b.side]):
        b.tell("pass", "4.3.1.g", b.side, text=why)
    b.idle[b.side] |= bool(why)
    other = 1 - b.side
    if b.passes >= 2:
        b.phase = REMOVAL
    elif reaction_only(b, other):
        b.tell("turn closes", "4.4.e", b.side)
        b.phase = REMOVAL
    b.side = other
    if b.phase == REMOVAL:
        b.queue = [] if is_last(b) else [side for side in (b.initiative, 1 - b.initiative) if markers(b, side)]


# The end of a turn -------------------------------------------------------------------------------


def markers(b: Battle, side: int) -> list[str]:
    """4.4.c The platoons of a side with a Reaction marker."""
    return [each.id for each in b.platoons if each.side == side and each.reaction != NEVER and each.hex >= 0]


def remove_markers(b: Battle) -> Procedure:
    """4.4 Reaction markers may be taken off, one by one, or stay; then the turn is over (4.3.1.h).

    In the last turn nobody is asked: the markers count for nothing any more.
    MP that are left are lost (6.2.c).
    """
    if b.queue:
        side = b.queue[0]
        marked = markers(b, side)
        options = [KEEP] + [Choice("remove", id) for id in marked]
        answer = yield from ask(
            b,
            side,
            "removal",
            "Do you keep the Reaction markers?",
            "4.4.c",
            options,
            lambda choice: ("That platoon has no Reaction marker of yours.", "4.4.c"),
        )
        if answer.do == "remove":
            platoon = next(each for each in b.platoons if each.id == answer.piece)
            platoon.reaction = NEVER
            b.tell("marker removed", "4.4.c", side, platoon.id, place=platoon.hex)
        if answer == KEEP:
            b.queue.pop(0)
        return
    regain(b)
    for unit in b.units:  # 4.4.b
        unit.finished = unit.active = unit.used = unit.moving = unit.tried = False
        unit.rallied = unit.waiting = unit.set_out = NEVER
        unit.spent = 0
    for officer in b.officers:
        officer.rallying = False
    b.phase = TURN_START
    after_turn(b)


# What each phase begins with.
PHASES = {SETUP: setup, TURN_START: begin_turn, ACTIVATION: next_activation, REMOVAL: remove_markers}
