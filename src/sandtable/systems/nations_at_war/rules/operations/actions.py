"""3.4.5 What a unit or stack does, verb by verb: the choices of an action carried out."""

from collections.abc import Callable

from sandtable.systems.nations_at_war.rules.combat.assault import assault
from sandtable.systems.nations_at_war.rules.combat.bombardment import mortar_fire, mortar_smoke
from sandtable.systems.nations_at_war.rules.combat.fire import FIRE, MOVE_AND_FIRE, shoot
from sandtable.systems.nations_at_war.rules.combat.hits import Procedure
from sandtable.systems.nations_at_war.rules.combat.opportunity_fire import react_to_fire
from sandtable.systems.nations_at_war.rules.combat.overrun import overrun
from sandtable.systems.nations_at_war.rules.combat.smoke import unit_smoke
from sandtable.systems.nations_at_war.rules.defensive_measures import clear_mines, crush_wire, cut_wire
from sandtable.systems.nations_at_war.rules.engineers import begin_demolition
from sandtable.systems.nations_at_war.rules.exits import leave_map
from sandtable.systems.nations_at_war.rules.fate import spend
from sandtable.systems.nations_at_war.rules.movement import group, march, stop_hurt
from sandtable.systems.nations_at_war.rules.operations.options import Ways
from sandtable.systems.nations_at_war.rules.transport import disembark, embark, load, unload
from sandtable.systems.nations_at_war.state.pieces import Action, Battle, Unit
from sandtable.table.decision import Choice


def perform(b: Battle, action: Action, units: list[Unit], choice: Choice, ways: Ways) -> Procedure:
    """Carry out the choice of a unit or stack."""
    if choice.do == "move":
        return march(b, action, b.ground.index[choice.to], ways[1])
    unit = b.find_unit(choice.piece) or units[0]
    return ACTS[choice.do](b, action, unit, choice)


# Fire --------------------------------------------------------------------------------------------


def fire(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """5.1 Fire; after moving it is move and fire (4.1)."""
    return attack(b, action, unit, choice, MOVE_AND_FIRE if action.moved or action.half else FIRE)


def fire_and_move(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """4.1.f Declared before the attack; half the MF may be spent after it."""
    action.half = True
    return attack(b, action, unit, choice, MOVE_AND_FIRE)


def attack(b: Battle, action: Action, unit: Unit, choice: Choice, why: int) -> Procedure:
    """5.1, 4.1 One unit of the group fires; a watcher may answer (11.0.c)."""
    target = b.unit(choice.to)
    action.fired = True
    yield from shoot(b, unit, target, why, choice.number == 1)
    yield from answered(b, action, unit)
    if why == MOVE_AND_FIRE and unit.hex >= 0 and unit.index in action.units:
        unit.ops_complete = False  # 4.1.j: marked when the whole action ends


def answered(b: Battle, action: Action, unit: Unit) -> Procedure:
    """11.0.c Overwatch answers an attack; 4.1.h whoever it hurts stops."""
    before = (unit.disrupted, unit.steps)
    yield from react_to_fire(b, unit)
    if unit.hex < 0 or (unit.disrupted, unit.steps) != before:
        units = group(b, action)
        states = [(u.disrupted, u.steps) if u is not unit else before for u in units]
        yield from stop_hurt(b, action, units, states)


def bombard(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """5.1.6 A mortar fires at a hex in its sight."""
    yield from mortar_fire(b, unit, b.ground.index[choice.to], choice.number == 1)
    action.fired = True
    yield from answered(b, action, unit)


def lay_smoke(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """2.5.5.2 A mortar's smoke, or UPS a unit's own; with movement it is harder (UPS.c)."""
    place = b.ground.index[choice.to]
    if unit.type.mortar:
        yield from mortar_smoke(b, unit, place)
    else:
        action.half = action.half or choice.do == "smoke and move"
        yield from unit_smoke(b, unit, place, action.moved or action.half)
    action.fired = True


# Leaving the map ---------------------------------------------------------------------------------


def leave(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """13.1.e The group is out of the game, but not eliminated."""
    leave_map(b, action)
    end_action(b, action)
    yield from ()


# Close combat ------------------------------------------------------------------------------------


def storm(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """5.4 An Assault ends the action."""
    yield from assault(b, action, b.ground.index[choice.to], choice.piece)
    end_action(b, action)


def drive_through(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """5.5 An Overrun; the AFV may go on after it."""
    return overrun(b, action, b.ground.index[choice.to], choice.piece)


# Stacks and transport ----------------------------------------------------------------------------


def split(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """4.2.a One unit of the stack goes on alone; the other waits for its end."""
    other = next(index for index in action.units if index != unit.index)
    action.split = (*action.split, (other, -1 if choice.number else action.hq))
    action.units = [unit.index]
    action.hq = action.hq if choice.number else -1
    yield from ()


def climb_in(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """4.3.1 Loading; the rest of the MF may be driven."""
    load(b, action, unit)
    yield from ()


def climb_out(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """4.3.2 Unloading; for a gun that does nothing else it is free and ends the action."""
    if unload(b, action, unit):
        end_action(b, action)
    yield from ()


def take_aboard(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """2.4.o A transport takes up a platoon."""
    passenger = b.unit(choice.to)
    embark(b, action, unit, passenger)
    yield from ()


def set_down(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """2.4.o A transport sets down its platoon, and its action is over."""
    passenger = b.unit(choice.to)
    disembark(b, unit, passenger)
    action.moved = True
    end_action(b, action)
    yield from ()


# Instead of moving or firing ---------------------------------------------------------------------


def watch(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """11.0.a Overwatch is the whole action, and does not make the unit Ops Complete."""
    unit.overwatch = True
    unit.held = True
    b.tell("overwatch", "11.0.a", unit.side, unit.id, place=unit.hex)
    crush_wire(b, unit)
    b.action = None
    b.waiting_fate = True
    yield from ()


def sweep(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """7.2.e Clearing mines takes the whole activation."""
    yield from clear_mines(b, unit)
    end_action(b, action)


def cut(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """7.3.c Cutting wire takes the whole activation."""
    yield from cut_wire(b, unit)
    end_action(b, action)


def demolish(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """10.4.a The Engineer goes to work on a Bridge."""
    begin_demolition(b, unit)
    b.action = None
    b.waiting_fate = True
    yield from ()


def shift_by_fate(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """9.0.j A Fate move inside the unit's own move."""
    return spend(b, unit.side, choice)


def hold(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """3.2.e The unit or stack does nothing in this impulse."""
    b.second_thoughts = 0
    for index in action.units:
        b.units[index].held = True
    b.action = None
    yield from ()


def back(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """3.2.e Nothing was done yet: the owner chooses anew who acts."""
    b.second_thoughts += 1
    b.action = None
    yield from ()


def stop(b: Battle, action: Action, unit: Unit, choice: Choice) -> Procedure:
    """4.0.a Unused points are lost."""
    end_action(b, action)
    yield from ()


ACTS: dict[str, Callable[[Battle, Action, Unit, Choice], Procedure]] = {
    "fire": fire,
    "fire and move": fire_and_move,
    "bombard": bombard,
    "smoke": lay_smoke,
    "smoke and move": lay_smoke,
    "exit": leave,
    "assault": storm,
    "overrun": drive_through,
    "split": split,
    "load": climb_in,
    "unload": climb_out,
    "embark": take_aboard,
    "disembark": set_down,
    "overwatch": watch,
    "clear mines": sweep,
    "cut wire": cut,
    "demolish": demolish,
    "fate move": shift_by_fate,
    "hold": hold,
    "back": back,
    "stop": stop,
}


def end_action(b: Battle, action: Action) -> None:
    """Ops Complete for all who acted; then the rest of a split stack goes on."""
    b.second_thoughts = 0
    for index in action.units:
        unit = b.units[index]
        if unit.hex >= 0:
            unit.ops_complete = True  # 4.0.c, 5.1.c, 4.1.j
            crush_wire(b, unit)
    if action.split:
        index, hq = action.split[0]
        rest = Action([index], hq)
        rest.moved = True
        rest.half = rest.fired = action.half  # both have fired, or let the chance pass (4.1.l)
        rest.overran = action.overran
        b.action = rest
    else:
        b.action = None
        b.waiting_fate = True
