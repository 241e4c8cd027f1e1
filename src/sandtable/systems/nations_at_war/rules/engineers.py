"""10.4 Engineers and Pioneers: blowing a bridge."""

from sandtable.systems.nations_at_war.rules.combat.hits import Procedure, eliminate, orphan_hqs
from sandtable.systems.nations_at_war.rules.defensive_measures import mine_attack
from sandtable.systems.nations_at_war.rules.dice import roll
from sandtable.systems.nations_at_war.rules.movement import crowded, settle
from sandtable.systems.nations_at_war.state.pieces import Battle, Unit
from sandtable.table.asking import ask
from sandtable.table.decision import Choice


def bridges_for(b: Battle, unit: Unit) -> list[int]:
    """10.4.b The Bridge hexes that an Engineer stands in or next to."""
    standing = b.ground.bridges & ~b.bridge_out
    if not standing:
        return []
    return [place for place in (unit.hex, *b.ground.neighbours[unit.hex]) if standing >> place & 1]


def begin_demolition(b: Battle, unit: Unit) -> None:
    """10.4.a The Engineer takes three Ops Complete markers."""
    unit.demolition = b.ground.numbers["demolition_markers"]
    unit.ops_complete = True
    b.tell("demolition begun", "10.4.a", unit.side, unit.id, place=bridges_for(b, unit)[0], value=unit.demolition)


def demolition_progress(b: Battle, unit: Unit) -> Procedure:
    """10.4.a One marker comes off in each Marker Removal Phase and activation; with the last, roll."""
    unit.demolition -= 1
    if unit.demolition > 0:
        b.tell("demolition", "10.4.a", unit.side, unit.id, place=unit.hex, value=unit.demolition)
        return
    unit.ops_complete = False
    bridges = bridges_for(b, unit)
    if not bridges:
        return  # somebody else has blown it
    options = [Choice("blow", unit.id, b.ground.names[place]) for place in bridges]
    why_not = (f"{unit.name} works on a bridge in its own hex or an adjacent one.", "10.4.b")
    prompt = f"{unit.name} is ready. Which bridge does it blow?"
    answer = yield from ask(b, unit.side, "demolition", prompt, "10.4.b", options, lambda choice: why_not, unit.id)
    bridge = b.ground.index[answer.to]
    need = b.ground.numbers["demolition"]
    face = (yield from roll(b, unit.side, 1, need, "blowing the bridge"))[0]
    b.tell("demolition", "10.4.a", unit.side, unit.id, place=bridge, dice=(face,), need=need, value=0)
    if face >= need:
        yield from blow(b, unit, bridge)


def blow(b: Battle, engineer: Unit, bridge: int) -> Procedure:
    """10.4.a The Bridge is out: who stands on it is shifted, or lost (10.4.b); then it is closed to all."""
    b.tell("bridge out", "10.4.a", engineer.side, engineer.id, place=bridge)
    for unit in b.units_at(engineer.hex, engineer.side):
        unit.ops_complete = True
    for side in (0, 1):
        stack = b.units_at(bridge, side)
        if stack and shift_hexes(b, stack, bridge):
            yield from shift(b, stack, bridge)
        else:  # there is no room for all of them in one hex
            for unit in stack:
                yield from shift(b, [unit], bridge)
    b.bridge_out |= 1 << bridge
    orphan_hqs(b)


def shift(b: Battle, units: list[Unit], bridge: int) -> Procedure:
    """10.4.a At once to a legal neighbouring hex of the owner's choice; 10.4.b without one they are lost."""
    side = units[0].side
    ways = shift_hexes(b, units, bridge)
    if not ways:
        for unit in units:
            eliminate(b, unit, "10.4.b")
        return
    names = " and ".join(unit.name for unit in units)
    answer = yield from ask(
        b,
        side,
        "shift",
        f"The bridge is out. To which hex do you shift {names}?",
        "10.4.a",
        [Choice("shift", units[0].id, b.ground.names[way]) for way in ways],
        lambda choice: (
            "Choose an adjacent hex that can be entered, with room and without enemies.",
            "10.4.a",
        ),
        units[0].id,
    )
    to = b.ground.index[answer.to]
    hq = b.hq_at(bridge, side)
    if hq is not None and b.hq_at(to, side) is None and any(unit.formation == hq.formation for unit in units):
        hq.hex = to
    for unit in units:
        settle(b, unit, to)
        b.tell("shifted", "10.4.a", side, unit.id, place=to)
    b.take(to, side)
    if b.mines >> to & 1:  # 7.2.b: entered for whatever reason
        for unit in units:
            yield from mine_attack(b, unit)


def shift_hexes(b: Battle, units: list[Unit], bridge: int) -> list[int]:
    """Neighbouring hexes that can take the units: passable, no enemy, stacking room, no second HQ."""
    side = units[0].side
    hq = b.hq_at(bridge, side)
    # An HQ goes along when nobody of its Formation stays behind with it.
    along = hq is not None and all(u in units for u in b.units_at(bridge, side) if u.formation == hq.formation)
    closed = b.occupied(1 - side) | b.bridge_out | crowded(b, side, len(units), along)
    return [to for to in b.ground.neighbours[bridge] if (b.ground.passable & ~closed) >> to & 1]
