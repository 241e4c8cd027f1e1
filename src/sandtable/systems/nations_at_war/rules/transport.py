"""4.3 Transport: units with a transport side, and 2.4.o platoons that others carry."""

from sandtable.systems.nations_at_war.rules.combat.hits import drop_acquisition
from sandtable.systems.nations_at_war.rules.movement import points_left, settle
from sandtable.systems.nations_at_war.state.pieces import CARRIED, Action, Battle, Unit


def flip_cost(b: Battle, unit: Unit) -> int:
    """4.3.1.b, 4.3.3 The MP to flip, by the asterisk of the side flipped to (4.3.3.b); it pays them."""
    other = unit.type.sides[not unit.mounted][unit.steps]
    if other.mf_asterisk:
        return b.ground.numbers["asterisk"]
    return b.ground.numbers["unload" if unit.mounted else "load"]


def may_load(b: Battle, action: Action, unit: Unit) -> tuple[str, str]:
    """4.3.1 Why a unit may not load; nothing if it may."""
    if not unit.type.transport or unit.mounted:
        return (f"{unit.name} has no transport to load into.", "4.3.a")
    if unit.flipped:
        return (f"{unit.name} has already loaded or unloaded in this activation.", "4.3.1.a")
    if unit.disrupted:
        return (f"{unit.name} is Disrupted and cannot load.", "4.3.1.c")
    if action.moved or action.fired or unit.spent:
        return ("Loading comes before any movement.", "4.3.3.a")
    if unit.type.sides[1][unit.steps].mf < flip_cost(b, unit):
        return (f"{unit.name} does not have the {flip_cost(b, unit)} MP it needs to load.", "4.3.1.b")
    return ("", "")


def may_unload(b: Battle, action: Action, unit: Unit) -> tuple[str, str]:
    """4.3.2 Why a unit may not unload; nothing if it may. 4.3.2.c a gun unloads free as its only action.

    A Disrupted unit may unload (4.3.2.b, 5.1.3.e).
    """
    if not unit.mounted:
        return (f"{unit.name} is not in its transport.", "4.3.2.a")
    if unit.flipped:
        return (f"{unit.name} has already loaded or unloaded in this activation.", "4.3.1.a")
    if action.fired:
        return (f"{unit.name} has fired.", "4.1.b")
    if unit.type.kind == "gun" and not action.moved and not unit.spent:
        return ("", "")
    if unit.type.sides[0][unit.steps].mf < flip_cost(b, unit):
        return (f"{unit.name} needs {flip_cost(b, unit)} MP to unload, more than its unloaded side has.", "4.3.2.a")
    return ("", "")


def load(b: Battle, action: Action, unit: Unit) -> None:
    """4.3.1 Flip to the vehicle side for 3 MP (1 with the asterisk) of that side's MF; the rest may be driven."""
    price = flip_cost(b, unit)
    unit.mounted = True
    unit.flipped = True
    unit.overwatch = False
    unit.show()
    unit.spent = price
    action.moved = True
    b.tell("loaded", "4.3.1.a", unit.side, unit.id, place=unit.hex, value=price)


def unload(b: Battle, action: Action, unit: Unit) -> bool:
    """4.3.2 Flip to the foot or gun side; True when that ends the action (4.3.2.c)."""
    price = flip_cost(b, unit)
    alone = unit.type.kind == "gun" and not action.moved and not unit.spent
    unit.mounted = False
    unit.flipped = True
    unit.unloaded = True  # 4.1.b: no fire in this activation
    unit.show()
    unit.spent = b.ground.numbers["gun_unload_alone"] if alone else price
    action.moved = True
    lose_armor(b, unit)
    b.tell("unloaded", "4.3.2.c" if alone else "4.3.2.a", unit.side, unit.id, place=unit.hex, value=unit.spent)
    return alone


def lose_armor(b: Battle, unit: Unit) -> None:
    """5.2.a Only an AFV is acquired: whoever leaves its half-track is so no longer."""
    if not unit.face.hard:
        for other in b.units_of[1 - unit.side]:
            if other.acquired == unit.index:
                drop_acquisition(b, other, "5.2.a")


def passengers(b: Battle, carrier: Unit) -> list[Unit]:
    return [unit for unit in b.units_of[carrier.side] if unit.hex == CARRIED and unit.carrier == carrier.index]


def may_embark(b: Battle, action: Action, carrier: Unit) -> list[Unit]:
    """2.4.o The foot platoons in its hex that a transport with a circled MF may take up."""
    if not carrier.face.circled or carrier.hex < 0:
        return []
    here = b.units_at(carrier.hex, carrier.side)
    return [unit for unit in here if unit is not carrier and not why_no_embark(b, action, carrier, unit)[0]]


def why_no_embark(b: Battle, action: Action, carrier: Unit, unit: Unit) -> tuple[str, str]:
    """2.4.o Why a transport may not take up a platoon; nothing if it may. The costs and limits are those of 4.3.1."""
    if not carrier.face.circled:
        return (f"{carrier.name} has no circled Movement Factor, so it cannot carry anyone.", "2.4.o")
    if action.moved or action.fired:
        return ("Loading comes before any movement.", "4.3.3.a")
    if passengers(b, carrier):
        return (f"{carrier.name} already carries a platoon.", "2.4.o")
    if points_left(action, carrier) < b.ground.numbers["load"]:
        return (f"{carrier.name} does not have the {b.ground.numbers['load']} MP it needs to load.", "4.3.1.b")
    if unit.hex != carrier.hex:
        return (f"{unit.name} is not in the hex of {carrier.name}.", "2.4.o")
    if not unit.face.foot:
        return (f"{unit.name} is not infantry on foot.", "2.4.o")
    if unit.formation != carrier.formation:
        return (f"{unit.name} does not belong to the active Formation.", "2.10.b")
    if unit.disrupted:
        return (f"{unit.name} is Disrupted and cannot load.", "4.3.1.c")
    if unit.ops_complete or unit.spent:
        return (f"{unit.name} is Ops Complete.", "4.0.1")
    if unit.out_of_command:
        return (f"{unit.name} is Out of Command.", "3.4.2.e")
    hq = b.hq_at(unit.hex, unit.side)
    if hq is not None and hq.formation == unit.formation and hq.index != action.hq:
        return (f"{hq.name} would be left alone unless it goes with {carrier.name}.", "2.5.6.a")
    return ("", "")


def embark(b: Battle, action: Action, carrier: Unit, unit: Unit) -> None:
    """2.4.o A platoon climbs aboard for the loading cost; carried, it does not count for stacking."""
    carrier.spent += b.ground.numbers["load"]
    action.moved = True
    settle(b, unit, CARRIED)
    unit.carrier = carrier.index
    unit.flipped = True  # 4.3.1.a ruling: loaded or unloaded once an activation
    b.tell("embarked", "2.4.o", unit.side, unit.id, carrier.id, carrier.hex)


def may_disembark(b: Battle, action: Action, carrier: Unit) -> list[Unit]:
    """2.4.o The passengers that may climb down."""
    return [unit for unit in passengers(b, carrier) if not why_no_disembark(b, action, carrier, unit)[0]]


def why_no_disembark(b: Battle, action: Action, carrier: Unit, unit: Unit) -> tuple[str, str]:
    """2.4.o, 4.3.2 Why a passenger may not climb down: room in the hex, the cost within its own MF, once a turn."""
    if unit.hex != CARRIED or unit.carrier != carrier.index:
        return (f"{unit.name} is not aboard {carrier.name}.", "2.4.o")
    if unit.flipped:
        return (f"{unit.name} has already loaded or unloaded in this activation.", "4.3.1.a")
    if carrier.hex < 0:
        return (f"{carrier.name} is not on the map.", "2.4.o")
    if len(b.units_at(carrier.hex, carrier.side)) >= b.ground.numbers["stacking"]:
        return (f"{b.ground.names[carrier.hex]} is full.", "2.9.a")
    if unit.face.mf < b.ground.numbers["unload"]:
        return (f"{unit.name} does not have the {b.ground.numbers['unload']} MP it needs to unload.", "4.3.2.a")
    return ("", "")


def disembark(b: Battle, carrier: Unit, unit: Unit) -> None:
    """2.4.o A passenger climbs down and is Ops Complete, and so is the transport's action at an end."""
    unit.carrier = -1
    unit.hex = carrier.hex
    unit.ops_complete = True
    b.take(unit.hex, unit.side)
    b.tell("disembarked", "2.4.o", unit.side, unit.id, carrier.id, carrier.hex)
