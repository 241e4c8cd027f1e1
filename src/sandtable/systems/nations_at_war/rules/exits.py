"""13.1.e Leaving the map by an exit hex, in scenarios that have them: our ruling, for the book only names it."""

from sandtable.systems.nations_at_war.rules.combat.hits import lose_touch
from sandtable.systems.nations_at_war.rules.movement import group, points_left
from sandtable.systems.nations_at_war.rules.transport import passengers
from sandtable.systems.nations_at_war.state.pieces import EXITED, Action, Battle, Unit


def why_no_exit(b: Battle, action: Action, units: list[Unit]) -> tuple[str, str]:
    """13.1.e Why the group may not leave the map; nothing if it may."""
    victory = b.scenario.victory
    names = b.ground.names
    first = units[0]
    if not victory.edge:
        return ("No unit can leave the map in this scenario.", "13.1.e")
    if first.side != victory.side:
        return (f"Only the {b.scenario.sides[victory.side].name} side can leave the map in this scenario.", "13.1.e")
    if first.hex not in victory.edge:
        where = names[first.hex] if first.hex >= 0 else "Off the map"
        return (
            f"{where} is not an exit hex; the exit hexes are {', '.join([names[place] for place in victory.edge])}.",
            "13.1.e",
        )
    if action.fired or action.half:
        return ("A unit that fires or lays smoke cannot leave the map in the same activation.", "13.1.e")
    price = b.ground.numbers["exit"]
    for unit in units:
        if unit.disrupted:
            return (f"{unit.name} is Disrupted and may not leave the map.", "13.1.e")
        left = points_left(action, unit)
        if left < price:
            return (f"{unit.name} needs {price} MP to leave the map and has {left}.", "13.1.e")
    return ("", "")


def leave_map(b: Battle, action: Action) -> None:
    """13.1.e The group leaves with all that goes with it: passengers, weapons, leaders, its HQ (2.5.6.a)."""
    units = group(b, action)
    start = units[0].hex
    side = units[0].side
    for unit in units:
        unit.spent += b.ground.numbers["exit"]
        for piece in (unit, *passengers(b, unit)):
            take_off(b, piece)
            b.tell("exited", "13.1.e", side, piece.id, place=start)
    hq = b.hq_at(start, side)
    if hq is not None and (
        hq.index == action.hq or not any(unit.formation == hq.formation for unit in b.units_at(start, side))
    ):
        hq.hex = EXITED
        hq.moved = True
        b.tell("exited", "2.5.6.a", side, hq.id, place=start)
    action.hq = -1
    action.moved = True
    b.overrun &= ~(1 << start)  # 13.1.g: who leaves has moved through last


def take_off(b: Battle, unit: Unit) -> None:
    """Out of the game with its steps, weapon and leader, but without markers; the Commissar goes with his platoon."""
    lose_touch(b, unit)
    unit.hex = EXITED
    unit.carrier = -1
    unit.disrupted = False
    unit.ops_complete = False
    unit.out_of_command = False
    unit.overwatch = False
    unit.demolition = 0
    formation = b.formations[unit.formation]
    if formation.commissar == unit.index:
        formation.commissar = -1
