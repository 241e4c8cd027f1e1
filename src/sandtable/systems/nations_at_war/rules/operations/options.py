"""3.4.5 What a unit or stack may do now: the options of an action."""

from collections.abc import Iterable, Sequence

from sandtable.systems.nations_at_war.rules.combat.assault import why_no_assault
from sandtable.systems.nations_at_war.rules.combat.bombardment import mortar_targets
from sandtable.systems.nations_at_war.rules.combat.fire import in_view, targets
from sandtable.systems.nations_at_war.rules.combat.overrun import why_no_overrun
from sandtable.systems.nations_at_war.rules.combat.smoke import smoke_hexes
from sandtable.systems.nations_at_war.rules.engineers import bridges_for
from sandtable.systems.nations_at_war.rules.exits import why_no_exit
from sandtable.systems.nations_at_war.rules.fate import closed_to_fate, fate_hexes
from sandtable.systems.nations_at_war.rules.movement import (
    destinations,
    entries,
    entry_hexes,
    group,
    moves_and_fires,
    points_left,
)
from sandtable.systems.nations_at_war.rules.transport import may_disembark, may_embark, may_load, may_unload
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Action, Battle, Unit
from sandtable.table.decision import Choice

Ways = tuple[dict[int, int], dict[int, int]]  # cost of each hex in reach, and the hex it is entered from

HOLD = Choice("hold")
BACK = Choice("back")  # for people: computer players have no second thoughts
STOP = Choice("stop")


def idle_options(b: Battle) -> list[Choice]:
    """3.2.e Nobody has acted yet: leave the unit idle, or choose another; but not for ever."""
    return [HOLD, BACK] if b.second_thoughts < b.ground.numbers["second_thoughts"] else [HOLD]


def find_ways(b: Battle, action: Action, units: list[Unit]) -> Ways:
    """The hexes that the group can move to and the way to each; none after firing without move-and-fire."""
    if units[0].hex == OFF_MAP or (action.fired and not action.half) or (action.half and not action.fired):
        return ({}, {})
    return destinations(b, action)


def action_options(b: Battle, action: Action, units: list[Unit], reachable: Iterable[int]) -> list[Choice]:
    """All that the group may do now."""
    moves = b.ground.moves
    options: list[Choice] = []
    first = units[0]
    started = action.moved or action.fired
    if first.hex == OFF_MAP:
        options += [moves[to] for to in entries(b, action)]
        close_options(b, action, units, entry_hexes(b, first.formation), options)
        options += idle_options(b)
        return options
    may_move = not action.fired or action.half
    if may_move and not (action.half and not action.fired):
        options += [moves[to] for to in reachable]
        close_options(b, action, units, b.ground.neighbours[first.hex], options)
        if b.scenario.victory.edge and not why_no_exit(b, action, units)[0]:
            options.append(Choice("exit", "", b.ground.names[first.hex]))
    for unit in units:
        fire_options(b, action, unit, options)
    if len(units) == 1:
        if not started:
            standing_options(b, action, first, options)
        if first.type.transport and not first.mounted and not may_load(b, action, first)[0]:
            options.append(Choice("load", first.id))
        if first.mounted and not may_unload(b, action, first)[0]:
            options.append(Choice("unload", first.id))
        options += [Choice("embark", first.id, unit.id) for unit in may_embark(b, action, first)]
        if first.face.circled:
            options += [Choice("disembark", first.id, unit.id) for unit in may_disembark(b, action, first)]
    elif action.moved and (action.half or not action.fired):
        split_options(b, action, units, options)
    if action.moved or not started:
        options += step_by_fate(b, action, units)
    options += [STOP] if started else idle_options(b)
    return options


def close_options(b: Battle, action: Action, units: list[Unit], hexes: Sequence[int], options: list[Choice]) -> None:
    """5.4, 5.5 Enemy hexes within a step: Assault or Overrun, with Leadership for one of the units (5.4.p)."""
    enemies = {unit.hex for unit in b.units_of[1 - units[0].side]}
    near = [to for to in hexes if to in enemies]
    if not near:
        return
    led = [""]
    if action.hq >= 0:
        hq = b.hqs[action.hq]
        if not hq.led and hq.leadership > 0:
            led += [unit.id for unit in units if unit.formation == hq.formation]
    for to in near:
        if not why_no_assault(b, action, to)[0]:
            options += [Choice("assault", id, b.ground.names[to]) for id in led]
            if not why_no_overrun(b, action, to)[0]:
                options += [Choice("overrun", id, b.ground.names[to]) for id in led]


def may_fire(b: Battle, action: Action, unit: Unit) -> bool:
    """5.1.a-b, 4.1 Good Order and no attack yet; after moving no more than half, and nobody who may not."""
    if unit.disrupted or unit.attacked or unit.unloaded or unit.ops_complete:
        return False
    if not action.moved and not action.half:
        return True
    return moves_and_fires(unit) and beyond_half(b, action) is None


def beyond_half(b: Battle, action: Action) -> Unit | None:
    """4.1.c, 4.1.l Who has spent more than half its MF: a stack moves and fires by the lower half-MF.

    Ruling: those who may not move and fire only go along and do not count.
    """
    for unit in group(b, action):
        if unit.spent > unit.face.half_mf and moves_and_fires(unit):
            return unit
    return None


def fire_options(b: Battle, action: Action, unit: Unit, options: list[Choice]) -> None:
    """5.1 Fire, 4.1 fire and move, 5.1.6 mortars, UPS smoke; a stack that has not moved only fires and moves."""
    if not may_fire(b, action, unit) or (action.half and action.moved):
        return
    alone = len(action.units) == 1
    penalty = action.moved or action.half
    if unit.type.mortar:
        if alone and not action.moved:
            options += mortar_targets(b, unit)
        return
    moves = moves_and_fires(unit) and unit.spent <= unit.face.half_mf
    if enemies := in_view(b, unit):
        if penalty:
            options += targets(b, unit, True, enemies)
        elif alone:
            options += targets(b, unit, False, enemies)
        if not penalty and moves:
            options += [Choice("fire and move", c.piece, c.to, c.number) for c in targets(b, unit, True, enemies)]
    if unit.places_smoke:
        if penalty or alone:
            options += [Choice("smoke", unit.id, name) for name in smoke_hexes(b, unit)]
        if not penalty and moves:
            options += [Choice("smoke and move", unit.id, name) for name in smoke_hexes(b, unit)]


def standing_options(b: Battle, action: Action, unit: Unit, options: list[Choice]) -> None:
    """What a unit does instead of moving or firing: Overwatch (11.0.a), engineers' work (7.2.e, 7.3.c, 10.4)."""
    if unit.disrupted or unit.spent or unit.attacked:
        return
    if (unit.face.ap is not None or unit.face.he is not None) and not unit.type.mortar and not unit.mounted:
        options.append(Choice("overwatch", unit.id))
    if unit.type.engineer:
        if b.mines >> unit.hex & 1:
            options.append(Choice("clear mines", unit.id))
        if b.wire >> unit.hex & 1:
            options.append(Choice("cut wire", unit.id))
        for place in bridges_for(b, unit)[:1]:  # which of several is asked when it goes up
            options.append(Choice("demolish", unit.id, b.ground.names[place]))


def split_options(b: Battle, action: Action, units: list[Unit], options: list[Choice]) -> None:
    """4.2.a A stack may split at any point: one goes on first, the other after it; the HQ with either."""
    if not any(points_left(action, unit) > 0 or unit.mounted for unit in units):
        return  # neither can do anything by itself
    for place, unit in enumerate(units):
        other = units[1 - place]
        hq = b.hqs[action.hq] if action.hq >= 0 else None
        if hq is None or other.formation == hq.formation:
            options.append(Choice("split", unit.id))
        if hq is not None and unit.formation == hq.formation:
            options.append(Choice("split", unit.id, number=1))


def step_by_fate(b: Battle, action: Action, units: list[Unit]) -> list[Choice]:
    """9.0.j A Fate move inside the unit's own move."""
    if b.fate[units[0].side] < b.ground.numbers["fate_move"] or not action.moved or len(units) > 1:
        return []
    hexes = fate_hexes(b, units[0], closed_to_fate(b, units[0].side))
    return [Choice("fate move", units[0].id, b.ground.names[to]) for to in hexes]
