"""10.4 Engineers and Pioneers: blowing a bridge."""

from sandtable.systems.nations_at_war.dice import roll
from sandtable.systems.nations_at_war.hits import Procedure, eliminate, orphan_hqs
from sandtable.systems.nations_at_war.pieces import Battle, Unit
from sandtable.table.decision import Choice, Decision


def bridge_for(b: Battle, unit: Unit) -> int:
    """10.4.b The Bridge hex that an Engineer stands in or next to; -1: none."""
    standing = b.ground.bridges & ~b.bridge_out
    if standing:
        for place in (unit.hex, *b.ground.neighbours[unit.hex]):
            if standing >> place & 1:
                return place
    return -1


def begin_demolition(b: Battle, unit: Unit) -> None:
    """10.4.a The Engineer takes three Ops Complete markers."""
    unit.demolition = b.ground.numbers["demolition_markers"]
    unit.ops_complete = True
    b.tell("demolition begun", "10.4.a", unit.side, unit.id, place=bridge_for(b, unit), value=unit.demolition)


def demolition_progress(b: Battle, unit: Unit) -> Procedure:
    """10.4.a One marker comes off in each Marker Removal Phase and activation; with the last, roll."""
    unit.demolition -= 1
    if unit.demolition > 0:
        b.tell("demolition", "10.4.a", unit.side, unit.id, place=unit.hex, value=unit.demolition)
        return
    unit.ops_complete = False
    bridge = bridge_for(b, unit)
    if bridge < 0:
        return
    need = b.ground.numbers["demolition"]
    face = (yield from roll(b, unit.side, 1, need, "blowing the bridge"))[0]
    blown = face >= need
    b.tell("demolition", "10.4.a", unit.side, unit.id, place=bridge, dice=(face,), need=need, value=0)
    if blown:
        yield from blow(b, unit, bridge)


def blow(b: Battle, engineer: Unit, bridge: int) -> Procedure:
    """10.4.a The Bridge is out: closed to all; who stands on it is shifted, or lost (10.4.b)."""
    b.bridge_out |= 1 << bridge
    b.tell("bridge out", "10.4.a", engineer.side, engineer.id, place=bridge)
    for unit in b.units_at(engineer.hex, engineer.side):
        unit.ops_complete = True
    for side in (0, 1):
        stack = b.units_at(bridge, side)
        if not stack:
            continue
        ways = shift_hexes(b, stack, bridge)
        if not ways:
            for unit in stack:
                eliminate(b, unit, "10.4.b")
            orphan_hqs(b)
            continue
        to = ways[0]
        if len(ways) > 1:
            answer = yield Decision(
                b.side_name(side),
                "shift",
                "The bridge is out: shift the units on it to which hex?",
                "10.4.a",
                lambda ways=ways, stack=stack: [  # type: ignore[misc]
                    Choice("shift", stack[0].id, b.ground.names[way]) for way in ways
                ],
                piece=stack[0].id,
            )
            to = b.ground.index[answer.to]
        hq = b.hq_at(bridge, side)
        if hq is not None:
            hq.hex = to
        for unit in stack:
            unit.hex = to
            unit.overwatch = False
            b.tell("shifted", "10.4.a", side, unit.id, place=to)
        b.control[side] |= 1 << to
        b.control[1 - side] &= ~(1 << to)


def shift_hexes(b: Battle, stack: list[Unit], bridge: int) -> list[int]:
    """Neighbouring hexes that can take a stack: passable, no enemy, stacking room, no second HQ."""
    side = stack[0].side
    enemies = b.occupied(1 - side)
    hq = b.hq_at(bridge, side)
    return [
        to
        for to in b.ground.neighbours[bridge]
        if b.ground.passable >> to & 1
        and not (enemies | b.bridge_out) >> to & 1
        and len(b.units_at(to, side)) + len(stack) <= b.ground.numbers["stacking"]
        and (hq is None or b.hq_at(to, side) is None)
    ]
