"""3.4.5 Why a unit or stack may not do this now: a sentence and the rule."""

from sandtable.systems.nations_at_war.rules.combat.assault import why_no_assault, why_unfit
from sandtable.systems.nations_at_war.rules.combat.bombardment import why_no_bombard
from sandtable.systems.nations_at_war.rules.combat.fire import why_no_fire, why_not_ready
from sandtable.systems.nations_at_war.rules.combat.overrun import why_no_overrun
from sandtable.systems.nations_at_war.rules.combat.smoke import why_no_smoke, why_smokeless
from sandtable.systems.nations_at_war.rules.engineers import bridges_for
from sandtable.systems.nations_at_war.rules.exits import why_no_exit
from sandtable.systems.nations_at_war.rules.fate import why_no_fate
from sandtable.systems.nations_at_war.rules.movement import cost, entry_hexes, may_step, points_left
from sandtable.systems.nations_at_war.rules.operations.options import beyond_half
from sandtable.systems.nations_at_war.rules.transport import may_load, may_unload, why_no_disembark, why_no_embark
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Action, Battle, Unit
from sandtable.table.decision import Choice


def why_not(b: Battle, action: Action, units: list[Unit], choice: Choice) -> tuple[str, str]:
    """Why the group may not do this: a sentence and the rule."""
    ground = b.ground
    first = units[0]
    if choice.do in ("move", "assault", "overrun") and choice.to not in ground.index:
        return (f"There is no hex {choice.to!r} on this map.", "4.0.b")
    if choice.do == "move":
        return why_no_move(b, action, units, ground.index[choice.to])
    if choice.do == "exit":
        return why_no_exit(b, action, units)
    if choice.do in ("fire", "fire and move", "smoke", "smoke and move", "bombard"):
        return why_no_attack(b, action, units, choice)
    if choice.do in ("assault", "overrun"):
        return why_not_close(b, action, units, choice)
    if choice.do == "back" and (action.moved or action.fired):
        return (f"{first.name} has begun to act: it can only go on or stop.", "3.2.e")
    if choice.do == "back":
        most = ground.numbers["second_thoughts"]
        return (
            f"You have put back {most} units since the last one acted: {first.name} must act or stay idle.",
            "3.2.e",
        )
    if choice.do == "overwatch":
        return why_no_overwatch(action, units, choice)
    if choice.do == "load":
        return may_load(b, action, first)
    if choice.do == "unload":
        return may_unload(b, action, first)
    if choice.do in ("embark", "disembark"):
        other = b.find_unit(choice.to)
        if other is None:
            return (f"There is no unit {choice.to!r}.", "2.4.o")
        return (why_no_embark if choice.do == "embark" else why_no_disembark)(b, action, first, other)
    if choice.do in WORKS:
        return why_no_work(b, action, units, choice)
    if choice.do == "split":
        return why_no_split(b, action, units, choice)
    if choice.do == "fate move" and (not action.moved or len(units) > 1):
        return ("During an action, only a single unit that has begun to move can make a Fate move.", "9.0.j")
    if choice.do == "fate move" and choice.piece != first.id:
        return (f"{first.name} is moving: the others must wait until it has finished.", "9.0.j")
    if choice.do in ("fate command", "fate free"):
        return ("You can buy this between two actions, but not during one.", "9.0.h")
    return why_no_fate(b, first.side, choice)


WORKS = {"clear mines": "7.2.e", "cut wire": "7.3.c", "demolish": "10.4.a"}


def why_no_work(b: Battle, action: Action, units: list[Unit], choice: Choice) -> tuple[str, str]:
    """7.2.e, 7.3.c, 10.4 Why a unit may not clear mines, cut wire or blow a bridge."""
    rule = WORKS[choice.do]
    unit = units[0]
    if choice.piece != unit.id or len(units) > 1:
        return ("An Engineer must do this work alone.", rule)
    if not unit.type.engineer:
        return (f"{unit.name} is not an Engineer.", rule)
    if unit.disrupted:
        return (f"{unit.name} is Disrupted.", "5.1.3.c")
    if action.moved or action.fired or unit.spent or unit.attacked:
        return (f"{unit.name} has moved or fired; this takes its whole activation.", rule)
    if choice.do == "clear mines":
        return (f"There are no mines in {b.ground.names[unit.hex]}.", rule)
    if choice.do == "cut wire":
        return (f"There is no wire in {b.ground.names[unit.hex]}.", rule)
    if not bridges_for(b, unit):
        return (f"{unit.name} has no intact bridge in its hex or an adjacent one.", "10.4.b")
    return ("You choose the bridge when the charges are ready, not when the work begins.", "10.4.b")


def why_no_split(b: Battle, action: Action, units: list[Unit], choice: Choice) -> tuple[str, str]:
    """Why a stack may not split like this."""
    if len(units) < 2:
        return (f"{units[0].name} acts alone: there is no stack to split.", "4.2.a")
    if not action.moved:
        return ("A stack can split only once it has moved. Before that, let a single unit act.", "4.2.a")
    if all(unit.id != choice.piece for unit in units):
        return (f"{choice.piece!r} is not acting now.", "4.2.a")
    if not any(points_left(action, unit) > 0 or unit.mounted for unit in units):
        return ("Neither unit has MP left to go on alone.", "4.2.a")
    if action.fired and not action.half:
        return ("The stack has fired and can no longer move.", "4.1.f")
    return ("The HQ must stay with a unit of its own Formation.", "2.5.6.a")


def why_no_attack(b: Battle, action: Action, units: list[Unit], choice: Choice) -> tuple[str, str]:
    """Why a unit of the group may not fire or place smoke as chosen."""
    unit = b.find_unit(choice.piece)
    for hq in b.hqs:
        if hq.id == choice.piece:
            return ("An HQ never attacks.", "2.5.6.2.a")
        if hq.id == choice.to:
            return ("An HQ cannot be targeted.", "2.5.6.f")
    if unit is None or unit not in units:
        return (f"{choice.piece!r} is not acting now.", "5.1.1.a")
    if unit.hex < 0:
        return (f"{unit.name} is not on the map yet.", "5.1.a")
    why, rule = why_unarmed(b, unit, choice)
    if why:
        return (why, rule)
    if unit.unloaded:
        return (f"{unit.name} has unloaded in this activation and may not fire.", "4.1.b")
    both = choice.do in ("fire and move", "smoke and move")
    if both and action.moved:
        return (f"{unit.name} has already moved; it can only fire now.", "4.1.c")
    moving = both or action.moved or action.half
    if unit.type.mortar and moving:
        return (f"{unit.name} is a mortar and cannot move and fire.", "4.1.k")
    if moving and unit.face.mf <= 1:
        return (f"{unit.name} with MF 1 cannot move and fire.", "4.1.b")
    if action.moved and action.half and not unit.attacked:
        return (f"{unit.name} should have fired before it moved.", "4.1.f")
    slow = beyond_half(b, action) if action.moved else None
    if slow is not None:
        return (
            f"{slow.name} has spent {slow.spent} MP; to fire as well, it could spend only {slow.face.half_mf}.",
            "4.1.c" if slow is unit else "4.1.l",
        )
    if len(units) > 1 and not (both or action.moved or action.half):
        return ("Units attack one at a time. A stack that acts together can only fire and move.", "5.1.d")
    if choice.do in ("fire", "fire and move"):
        target = b.find_unit(choice.to)
        if target is None:
            return (f"There is no unit {choice.to!r}.", "5.1.1.a")
        why, rule = why_no_fire(b, unit, target, both or action.moved or action.half)
        if choice.number == 1 and not why:
            return ("No unused Leadership of its Formation is with that unit.", "2.5.6.2.b")
        return (why, rule)
    if choice.to not in b.ground.index:
        return (f"There is no hex {choice.to!r} on this map.", "5.1.6.a" if choice.do == "bombard" else "UPS.b")
    place = b.ground.index[choice.to]
    if not unit.type.mortar:
        return why_no_smoke(b, unit, place)
    if not b.sees(unit.hex, place):
        return (f"{unit.name} does not see {choice.to}; only a fire mission can reach it.", "5.1.6.g")
    return why_no_bombard(b, unit, choice)


def why_unarmed(b: Battle, unit: Unit, choice: Choice) -> tuple[str, str]:
    """Why a unit may not fire or place smoke like this at anything at all; nothing if it may."""
    if choice.do in ("smoke", "smoke and move"):
        why, rule = why_smokeless(b, unit)
        if why:
            return (why, rule)
    elif choice.do == "bombard" and not unit.type.mortar:
        return (f"{unit.name} is not a mortar: it fires at a unit.", "5.1.6.a")
    elif choice.do != "bombard" and unit.type.mortar:
        return (f"{unit.name} is a mortar: it fires at a hex.", "5.1.6.a")
    elif unit.face.ap is None and unit.face.he is None:
        return (f"{unit.name} has no Firepower.", "5.1.g")
    return why_not_ready(unit)


def why_not_close(b: Battle, action: Action, units: list[Unit], choice: Choice) -> tuple[str, str]:
    """Why the group may not assault or overrun a hex."""
    to = b.ground.index[choice.to]
    first = units[0]
    why, rule = why_unfit(units, choice.do == "overrun")
    if why:
        return (why, rule)
    if first.hex >= 0 and to not in b.ground.neighbours[first.hex]:
        return (f"{choice.to} is not next to {first.name}.", "5.4.a")
    if first.hex == OFF_MAP and to not in entry_hexes(b, first.formation):
        return (f"{first.name} cannot enter the map at {choice.to}.", "EN.a")
    why, rule = (why_no_assault if choice.do == "assault" else why_no_overrun)(b, action, to)
    if not why and choice.piece:
        return (
            "Only an unused HQ that moves with the stack can lead, and it leads one unit of its own Formation.",
            "5.4.p",
        )
    return (why, rule)


def why_no_overwatch(action: Action, units: list[Unit], choice: Choice) -> tuple[str, str]:
    """11.0.a Why a unit may not go on Overwatch."""
    unit = units[0]
    if choice.piece != unit.id or len(units) > 1:
        return ("Units go on Overwatch one at a time.", "11.0.a")
    if action.moved or action.fired or unit.spent or unit.attacked:
        return (f"{unit.name} has moved or fired; Overwatch is a separate action.", "11.0.a")
    if unit.disrupted:
        return (f"{unit.name} is Disrupted.", "11.0.a")
    return (
        f"{unit.name} cannot go on Overwatch: mortars and units in transports have no Firepower for it.",
        "11.0.a",
    )


def why_no_move(b: Battle, action: Action, units: list[Unit], to: int) -> tuple[str, str]:
    """Why a group may not move to a hex."""
    ground = b.ground
    name = ground.names[to]
    first = units[0]
    if action.fired and not action.half:
        return (f"{first.name} has fired. To move as well, it must declare that before it fires.", "4.1.f")
    if not ground.passable >> to & 1:
        return (f"{name} is {ground.terrain[to].name} and cannot be entered.", ground.terrain[to].rule)
    if b.bridge_out >> to & 1:
        return (f"The bridge at {name} is out.", "10.4.a")
    if b.occupied(1 - first.side) >> to & 1:
        return (f"Enemies hold {name}; only an Assault or an Overrun can enter it.", "4.0.d")
    if first.hex == OFF_MAP:
        if to not in entry_hexes(b, first.formation):
            return (f"{first.name} cannot enter the map at {name}.", "EN.a")
        here = b.units_at(to, first.side)
        if len(here) + len(units) > ground.numbers["stacking"]:
            return (f"{name} already holds {len(here)} of your units, and two is the limit.", "2.9.a")
        if any(unit.disrupted and not may_step(b, unit, OFF_MAP, to) for unit in units):
            return (f"{first.name} is Disrupted and may not enter next to the enemy.", "5.1.3.d")
        if action.hq >= 0 and b.hq_at(to, first.side) is not None:
            return (f"There is already an HQ in {name}.", "2.5.6.c")
        return (f"{first.name} does not have the MP to enter at {name}.", "EN.a")
    here = b.units_at(to, first.side)
    if len(here) + len(units) > ground.numbers["stacking"]:
        return (f"{name} already holds {len(here)} of your units, and two is the limit.", "2.9.a")
    if action.hq >= 0 and b.hq_at(to, first.side) is not None:
        return (f"There is already an HQ in {name}.", "2.5.6.c")
    if to in ground.neighbours[first.hex]:
        for unit in units:
            if unit.disrupted and not may_step(b, unit, first.hex, to):
                return (f"{unit.name} is Disrupted and may not come closer to the enemy.", "5.1.3.d")
            need, left = cost(b, first.hex, to, unit), points_left(action, unit)
            if need > left:
                kind = ground.terrain[to].name
                rule = "4.1.c" if action.half else "4.0.b"
                return (f"{unit.name} needs {need} MP to enter {name} ({kind}) and has {left}.", rule)
    elif any(unit.disrupted for unit in units) or first.face.hard != units[-1].face.hard:
        names = " and ".join(unit.name for unit in units)
        return (f"{names} must move one hex at a time: choose an adjacent hex.", "4.0.b")
    elif b.mines >> to & 1:
        return (f"A longer move avoids mines. To enter {name}, move there from an adjacent hex.", "7.2.b")
    left = min(points_left(action, unit) for unit in units)
    return (f"{first.name} cannot reach {name} with {left} MP.", "4.0.a")
