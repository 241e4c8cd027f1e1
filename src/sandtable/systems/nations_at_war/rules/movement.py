"""Chapter 4: Movement, move and fire, stacks; entering the map (EN). Transport (4.3) is in transport.py.

See also 4.1.1.
"""

from collections.abc import Generator

from sandtable.geometry.hexes import path
from sandtable.systems.nations_at_war.rules.combat.hits import lose_touch
from sandtable.systems.nations_at_war.rules.combat.opportunity_fire import react_to_move
from sandtable.systems.nations_at_war.rules.defensive_measures import mine_attack
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Action, Battle, Hq, Unit
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision


def group(b: Battle, action: Action) -> list[Unit]:
    """The units that act together."""
    return [b.units[index] for index in action.units]


def moves_and_fires(unit: Unit) -> bool:
    """4.1.a-b, 4.1.k MF above 1, not unloaded in this activation, no mortar."""
    return unit.face.mf > 1 and not unit.unloaded and not unit.type.mortar


def points_left(action: Action, unit: Unit) -> int:
    """4.0.a What is left of the Movement Factor; 4.1.c of half of it after firing.

    4.1.l ruling: a unit that may not move and fire goes along in the half move by its own MF.
    """
    return (unit.face.half_mf if action.half and moves_and_fires(unit) else unit.face.mf) - unit.spent


def cost(b: Battle, start: int, to: int, unit: Unit) -> int:
    """4.0.b The TEC cost for a unit to enter a neighbouring hex, or the map."""
    return b.ground.cost(start, to, unit.face.hard, b.wrecks, b.wire, b.ditches)


def crowded(b: Battle, side: int, size: int, with_hq: bool) -> int:
    """The hexes where so many more units, or another HQ, would break stacking.

    Only units count (2.9.b).
    """
    room = b.ground.numbers["stacking"] - size  # 2.9.a
    mask = b.occupied(side) if room <= 0 else twice_held(b, side)
    if with_hq:
        for hq in b.hqs:
            if hq.hex >= 0 and hq.side == side:
                mask |= 1 << hq.hex  # 2.5.6.c
    return mask


def twice_held(b: Battle, side: int) -> int:
    """The hexes with two units of a side."""
    mask = 0
    seen: set[int] = set()
    for unit in b.units_of[side]:
        place = unit.hex
        if place not in seen:
            seen.add(place)
        elif place >= 0:
            mask |= 1 << place
    return mask


def closed(b: Battle, action: Action, units: list[Unit]) -> int:
    """The hexes that a moving group cannot enter by simple movement: enemies, stacking."""
    side = units[0].side
    return b.occupied(1 - side) | crowded(b, side, len(units), action.hq >= 0)


def may_step(b: Battle, unit: Unit, start: int, to: int) -> bool:
    """5.1.3.d A Disrupted unit comes no closer to an enemy it sees and steps next to none; off-map it sees none."""
    away = b.ground.distance[to]
    was = away if start < 0 else b.ground.distance[start]
    for enemy in b.units_of[1 - unit.side]:
        place = enemy.hex
        if place < 0:
            continue
        if away[place] <= 1 or (start >= 0 and away[place] < was[place] and b.sees(start, place)):
            return False
    return True


def destinations(b: Battle, action: Action) -> tuple[dict[int, int], dict[int, int]]:
    """4.0 Every hex the group can reach, with its cost, and the way there.

    A march of several hexes leads around mines; into them, or with unlike or Disrupted units together, a
    group goes hex by hex.
    """
    units = group(b, action)
    first = units[0]
    start = first.hex
    budget = min([points_left(action, unit) for unit in units])
    if budget <= 0:
        return ({}, {})
    blocked = closed(b, action, units)
    hard, markers = first.face.hard, (b.wrecks, b.wire, b.ditches, b.bridge_out)
    alike = len(units) == 1 or units[1].face.hard == hard
    if alike and not (first.disrupted or units[-1].disrupted):
        costs, came = b.ground.reach(start, budget, hard, markers, blocked | b.mines)
        if b.mines & b.ground.grid.neighbour_mask[start]:
            costs, came = costs.copy(), came.copy()
            for to, points in b.ground.edges(hard, *markers)[start]:
                if b.mines >> to & 1 and points <= budget and not blocked >> to & 1:
                    costs[to] = points
                    came[to] = start
        return (costs, came)
    costs = {}
    came = {}
    for to, _ in b.ground.edges(hard, *markers)[start]:
        if blocked >> to & 1:
            continue
        prices = [cost(b, start, to, unit) for unit in units]
        if all(points_left(action, unit) >= price for unit, price in zip(units, prices, strict=True)) and all(
            not unit.disrupted or may_step(b, unit, start, to) for unit in units
        ):
            costs[to] = max(prices)
            came[to] = start
    return (costs, came)


def entries(b: Battle, action: Action) -> list[int]:
    """EN.a The edge hexes by which a group may come on: cost, stacking, no enemy; S1.sov2 one edge for all."""
    units = group(b, action)
    ways = b.ground.passable & ~(closed(b, action, units) | b.bridge_out)
    found = [to for to in entry_hexes(b, units[0].formation) if ways >> to & 1]
    for unit in units:
        points = points_left(action, unit)
        found = [to for to in found if cost(b, OFF_MAP, to, unit) <= points]
        if unit.disrupted:
            found = [to for to in found if may_step(b, unit, OFF_MAP, to)]
    return found


def entry_hexes(b: Battle, formation: int) -> list[int]:
    """The edge hexes of a Formation, or of the edge it has chosen."""
    spec = b.formations[formation].spec
    edge = b.formations[formation].edge
    if spec.one_edge and edge >= 0:
        return spec.edges[edge]
    return [place for edges in spec.edges for place in edges]


# On the way --------------------------------------------------------------------------------------


def settle(b: Battle, unit: Unit, to: int) -> None:
    """Put a unit into a hex. 5.2.e-f moving ends acquisitions, 11.0.e Overwatch, 10.4.b a demolition.

    13.1.g Who leaves a hex that he holds has moved through it last.
    """
    if unit.hex >= 0 and b.control[unit.side] >> unit.hex & 1:
        b.overrun &= ~(1 << unit.hex)
    unit.hex = to
    unit.overwatch = False
    unit.demolition = 0
    lose_touch(b, unit)


def step(b: Battle, action: Action, units: list[Unit], to: int, extra: int = 0) -> None:
    """4.0.b The group pays for a hex and enters it; its HQ goes along (2.5.6.a). `extra`: for each infantry unit."""
    start = units[0].hex
    for unit in units:
        unit.spent += cost(b, start, to, unit) + (extra if unit.face.foot else 0)
        settle(b, unit, to)
    action.moved = True
    if action.hq >= 0:
        hq = b.hqs[action.hq]
        if hq.hex == start:
            hq.hex = to
            hq.moved = True
        else:
            action.hq = -1  # lost on the way
    spec = b.formations[units[0].formation]
    if start == OFF_MAP and spec.spec.one_edge and spec.edge < 0:
        spec.edge = next(i for i, edge in enumerate(spec.spec.edges) if to in edge)


def march(b: Battle, action: Action, to: int, came_from: dict[int, int]) -> Generator[Decision, Choice, None]:
    """4.0 Move hex by hex; each hex entered may hold mines (7.2) and draw fire (4.0.e, 5.3).

    The march halts where something happened, and the owner is asked anew.
    """
    units = group(b, action)
    if units[0].hex == OFF_MAP:
        way = [to]
    else:
        way = path(came_from, to)
    for place in way:
        start = units[0].hex
        step(b, action, units, place)
        b.take(place, units[0].side)
        b.tell(
            "moved",
            "EN.a" if start == OFF_MAP else "4.0.b",
            units[0].side,
            units[0].id,
            units[1].id if len(units) > 1 else "",
            place,
            value=units[0].spent,
            text=b.hqs[action.hq].id if action.hq >= 0 else "",
            path=(b.ground.names[start], b.ground.names[place]) if start >= 0 else (),
        )
        if (yield from dangers(b, action, units)):
            return


def dangers(b: Battle, action: Action, units: list[Unit]) -> Generator[Decision, Choice, bool]:
    """7.2.c Mines, then Opportunity Fire, in a hex just entered, before the unit fires itself (4.1.g); True if
    anything happened there."""
    place = units[0].hex
    before = [(unit.disrupted, unit.steps) for unit in units]
    happened = False
    if b.mines >> place & 1:
        happened = True
        for unit in units:
            yield from mine_attack(b, unit)
    alive = [unit for unit in units if unit.hex == place]
    if alive and (yield from react_to_move(b, alive)):
        happened = True
    if happened:
        yield from stop_hurt(b, action, units, before)
    return happened


def stop_hurt(
    b: Battle, action: Action, units: list[Unit], before: list[tuple[bool, int]], back: str = ""
) -> Generator[Decision, Choice, None]:
    """5.3.c, 4.1.h A unit newly Disrupted or Reduced stops and is Ops Complete; the other of a stack may go on.

    `back`: where the stopped go back to out of an enemy hex; nothing if they stay where they are.
    """
    stopped = [
        unit
        for unit, (disrupted, steps) in zip(units, before, strict=True)
        if unit.steps < steps or (unit.disrupted and not disrupted)
    ]
    if not stopped:
        return
    going = [unit for unit in units if unit not in stopped]
    for unit in stopped:
        if unit.hex >= 0:
            unit.ops_complete = True
    if action.hq >= 0 and going:
        hq = b.hqs[action.hq]
        if hq.hex < 0:
            action.hq = -1
        else:
            yield from part_with_hq(b, action, hq, going, [unit for unit in stopped if unit.hex >= 0], back)
    action.units = [unit.index for unit in going]


def part_with_hq(
    b: Battle, action: Action, hq: Hq, going: list[Unit], staying: list[Unit], back: str
) -> Generator[Decision, Choice, None]:
    """An HQ stays with a unit of the owner's choice, of its own Formation, or goes back with it."""
    can_go = any(unit.formation == hq.formation for unit in going)
    can_stay = any(unit.formation == hq.formation for unit in staying)
    if can_go and can_stay:
        part = "go back" if back else "stay"
        where = f"go back {back} with {staying[0].name}" if back else f"stay here with {staying[0].name}"
        answer = yield from ask(
            b,
            hq.side,
            "hq parts",
            f"Does {hq.name} {where}, or go on with {going[0].name}?",
            "5.3.c",
            [Choice("go on", hq.id), Choice(part, hq.id)],
            piece=hq.id,
        )
        if answer.do == part:
            action.hq = -1
    elif not can_go:
        action.hq = -1  # 2.5.6.a
