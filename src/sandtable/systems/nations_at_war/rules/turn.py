"""3.1-3.3 The turn: cup, draws, impulses, Marker Removal Phase. `script` starts the next episode."""

from collections.abc import Callable

from sandtable.systems.nations_at_war.rules.aircraft import fly, place_recon_plane, plane_leaves
from sandtable.systems.nations_at_war.rules.chaos import draw_chaos
from sandtable.systems.nations_at_war.rules.combat.hits import Procedure
from sandtable.systems.nations_at_war.rules.combat.smoke import clear_smoke
from sandtable.systems.nations_at_war.rules.command import check_command, members, rally, remove_markers, replace_hqs
from sandtable.systems.nations_at_war.rules.engineers import demolition_progress
from sandtable.systems.nations_at_war.rules.fate import return_marker
from sandtable.systems.nations_at_war.rules.fire_missions import call_missions, remove_barrages
from sandtable.systems.nations_at_war.rules.operations.activation import operations
from sandtable.systems.nations_at_war.rules.setup import set_up, start_control
from sandtable.systems.nations_at_war.rules.victory import judge
from sandtable.systems.nations_at_war.state.pieces import (
    COMMAND,
    DRAW,
    MISSIONS,
    OPERATIONS,
    RALLY,
    REMOVAL,
    SETUP,
    TURN_START,
    Battle,
    Formation,
)
from sandtable.table.asking import ask
from sandtable.table.decision import Choice

END_TURN = "end-turn"
CHAOS = "chaos"
DESIGNATED = "designated-"
AIRCRAFT = "aircraft-"
LAST_DRAWN = "last drawn"  # how a turn ended (3.2.b): its last End Turn marker was drawn,
NOTHING_ELSE = "nothing else"  # or no other marker was left in the cup


def script(b: Battle) -> Procedure:
    """The next episode: a piece set up, a draw, a step of an impulse, a unit's choice."""
    if b.phase == OPERATIONS and b.active < 0:
        b.phase = DRAW
    return STEPS[b.phase](b)


# The cup -----------------------------------------------------------------------------------------


def begin_turn(b: Battle) -> Procedure:
    """3.0 Fill the cup; on turn 1 the Formations that a special rule lets go first (S1.ssr2, S2.ssr1).

    3.1.c All markers are back, but those that are held or gone for good.
    """
    scenario = b.scenario
    b.tell("turn", "TRT", value=b.turn)
    b.drawer = scenario.axis if b.turn % 2 else 1 - scenario.axis  # 3.2.a
    b.end_turns_drawn = 0
    b.cup = [END_TURN] * end_turns_in_cup(b)
    for formation in b.formations:
        formation.activated = False
        if formation.key not in b.out_of_cup and b.turn >= max(1, formation.spec.entry_turn):
            b.cup.append(formation.key)  # EN.b
    for side in scenario.sides:
        b.cup += [DESIGNATED + side.key] * side.designated
        b.cup += [AIRCRAFT + craft.key for craft in side.aircraft if AIRCRAFT + craft.key not in b.out_of_cup]
    b.cup += [CHAOS] * scenario.chaos
    b.first = []
    if b.turn == 1:
        start_control(b)
        for key in scenario.first_formations:  # S2.ssr1
            b.cup.remove(key)
            b.first.append(index_of(b, key))
        for key in scenario.may_go_first:  # S1.ssr2
            formation = b.formations[index_of(b, key)]
            answer = yield from ask(
                b,
                formation.side,
                "go first",
                f"{formation.name} may activate before the first draw. Does it go first?",
                "S1.ssr2",
                [Choice("go first", key), Choice("into the cup", key)],
            )
            if answer.do == "go first":
                b.cup.remove(key)
                b.first.append(formation.index)
    b.cup.sort()
    b.phase = DRAW


def index_of(b: Battle, key: str) -> int:
    return next(formation.index for formation in b.formations if formation.key == key)


def end_turns_in_cup(b: Battle) -> int:
    """3.3.1 All End Turn markers but those held."""
    return b.scenario.end_turn_markers - sum(b.held)


def draw(b: Battle) -> Procedure:
    """3.2 Draw a marker and do what it says; first see whether the Operations Phase is over (3.2.b).

    The marker stays out of the cup (3.1.b). The owner of a Formation drawn must activate it (2.12.1).
    """
    if b.first:
        yield from go_first(b)
        return
    if operations_over(b):
        b.phase = REMOVAL
        return
    drawer = b.drawer
    marker = b.chance.draw(b.cup, "marker from the cup")
    b.cup.remove(marker)
    b.tell("drawn", "3.1.a", drawer, text=marker, value=len(b.cup))
    before = len(b.cup)
    yield from return_marker(b, marker, drawer)
    if len(b.cup) != before:
        return  # 9.0.m: the same player draws again
    b.drawer = 1 - drawer
    if marker == END_TURN:
        b.end_turns_drawn += 1
    elif marker == CHAOS:
        yield from draw_chaos(b, drawer)
    elif marker.startswith(DESIGNATED):
        yield from designate(b, marker.removeprefix(DESIGNATED))
    elif marker.startswith(AIRCRAFT):
        yield from aircraft_drawn(b, marker.removeprefix(AIRCRAFT))
    else:
        activate(b, b.formations[index_of(b, marker)])


def operations_over(b: Battle) -> bool:
    """3.2.b The last End Turn marker is drawn, or nothing but End Turn markers remains to be drawn."""
    if b.end_turns_drawn >= b.scenario.end_turn_markers:
        return True
    return all(marker == END_TURN for marker in b.cup)


def go_first(b: Battle) -> Procedure:
    """S2.ssr1 The owner activates the Formations that go first in the order he likes."""
    side = b.formations[b.first[0]].side
    answer = yield from ask(
        b,
        side,
        "go first",
        "Which Formation goes first?",
        "S2.ssr1",
        [Choice("go first", b.formations[i].key) for i in b.first],
    )
    index = index_of(b, answer.piece)
    b.first.remove(index)
    activate(b, b.formations[index])


def designate(b: Battle, side_key: str) -> Procedure:
    """DF.a The owner activates any one of his Formations on the map or able to enter, and it counts (DF.c).

    See also DF.b.
    """
    fit = [
        formation
        for formation in b.formations
        if b.side_name(formation.side) == side_key
        and members(b, formation)
        and (b.turn >= formation.spec.entry_turn or any(unit.hex >= 0 for unit in members(b, formation)))
    ]
    if not fit:
        return
    answer = yield from ask(
        b,
        fit[0].side,
        "designate",
        "Which Formation does the Designated Formation marker activate?",
        "DF.a",
        [Choice("activate", formation.key) for formation in fit],
    )
    activate(b, b.formations[index_of(b, answer.piece)])


def aircraft_drawn(b: Battle, key: str) -> Procedure:
    """The owner of the aircraft must use it."""
    for side, spec in enumerate(b.scenario.sides):
        for craft in spec.aircraft:
            if craft.key == key:
                if craft.recon:
                    yield from place_recon_plane(b, side, craft)  # RP.a
                else:
                    yield from fly(b, side, craft, AIRCRAFT + key)  # 10.1.b
                return


# The impulse -------------------------------------------------------------------------------------


def activate(b: Battle, formation: Formation) -> None:
    """The Formation's impulse begins (3.2.d, 3.4)."""
    formation.activated = True
    formation.missed = False
    b.tell("activated", "3.2.d", formation.side, formation.key, text=formation.name)
    release_end_turns(b, formation.side)  # 3.3.1.b
    if not members(b, formation):
        return  # 3.3.1.a ruling: it does nothing but counts
    b.active = formation.index
    b.missions_called = 0
    b.coerced = False
    b.fate_passed = [False, False]
    b.waiting_fate = True  # 9.0.h: before the first action as between two
    b.action = None
    for unit in b.units:
        unit.began = unit.hex
        unit.spent = 0
        unit.attacked = False
        unit.flipped = False
        unit.unloaded = False
        unit.held = False
    for hq in b.hqs:
        hq.led = False
        hq.moved = False
    b.phase = COMMAND


def command_step(b: Battle) -> Procedure:
    """3.4.1-3.4.2 Marker removal and command status of the active Formation."""
    formation = b.formations[b.active]
    b.phase = RALLY
    yield from remove_markers(b, formation)
    yield from check_command(b, formation)


def rally_step(b: Battle) -> Procedure:
    """3.4.3 Rallies."""
    b.phase = MISSIONS
    yield from rally(b, b.formations[b.active])


def missions_step(b: Battle) -> Procedure:
    """3.4.4 Fire missions, one episode each."""
    if b.missions_called < b.ground.numbers["fire_missions"]:
        yield from call_missions(b, b.formations[b.active])
        if b.missions_called < b.ground.numbers["fire_missions"]:
            return
    b.phase = OPERATIONS


def release_end_turns(b: Battle, side: int) -> None:
    """3.3.1.b Held End Turn markers return when all missed Formations of the side have activated."""
    if b.held[side] and not any(f.missed for f in b.formations if f.side == side):
        b.cup += [END_TURN] * b.held[side]
        b.cup.sort()
        b.tell("end turn returned", "3.3.1.b", side, value=b.held[side])
        b.held[side] = 0


# The end of a turn -------------------------------------------------------------------------------


def marker_removal(b: Battle) -> Procedure:
    """3.3 Ops Complete, smoke, barrage markers, HQ replacement, scenario rolls, cup; then the next turn."""
    how = LAST_DRAWN if b.end_turns_drawn >= b.scenario.end_turn_markers else NOTHING_ELSE
    b.tell("marker removal", "3.3", value=b.turn, text=how)
    for unit in b.units:
        if not unit.demolition:
            unit.ops_complete = False
    for unit in b.units:
        if unit.demolition:
            yield from demolition_progress(b, unit)  # 10.4.b: one marker each time
    for hq in b.hqs:
        hq.halved = False
    clear_smoke(b)
    remove_barrages(b)
    yield from replace_hqs(b)
    yield from plane_leaves(b, AIRCRAFT)
    if b.turn >= b.scenario.turns:
        b.result = judge(b)
        b.tell("battle over", b.result.rule, text=b.result.reason)
        return
    hold_end_turns(b)
    b.turn += 1
    b.phase = TURN_START


def hold_end_turns(b: Battle) -> None:
    """3.3.1 Owners of Formations that had no activation hold End Turn markers; empty Formations leave for good."""
    total = b.scenario.end_turn_markers
    b.held = [0, 0]
    for formation in b.formations:
        formation.missed = False
        if not members(b, formation):
            if formation.key not in b.out_of_cup:
                b.out_of_cup.append(formation.key)
        elif not formation.activated and b.turn >= max(1, formation.spec.entry_turn):
            formation.missed = True
    missed = [any(f.missed for f in b.formations if f.side == side) for side in (0, 1)]
    if missed[0] and missed[1]:  # 3.3.1.c
        b.held = [1, 1]
    elif missed[0] or missed[1]:  # 3.3.1.a
        b.held[0 if missed[0] else 1] = total - b.ground.numbers["end_turn_markers_left"]
    for side in (0, 1):
        if b.held[side]:
            b.tell("end turn held", "3.3.1.a", side, value=b.held[side])


STEPS: dict[int, Callable[[Battle], Procedure]] = {
    SETUP: set_up,
    TURN_START: begin_turn,
    DRAW: draw,
    COMMAND: command_step,
    RALLY: rally_step,
    MISSIONS: missions_step,
    OPERATIONS: operations,
    REMOVAL: marker_removal,
}
