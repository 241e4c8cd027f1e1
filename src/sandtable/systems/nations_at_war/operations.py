"""3.4.5 Perform Operations: which unit or stack acts, and what it does. One episode a choice."""

from collections.abc import Iterable, Sequence

from sandtable.systems.nations_at_war.assault import assault, overrun, why_no_assault, why_no_overrun
from sandtable.systems.nations_at_war.bombard import (
    mortar_fire,
    mortar_smoke,
    mortar_targets,
    smoke_hexes,
    unit_smoke,
    why_no_bombard,
    why_no_smoke,
)
from sandtable.systems.nations_at_war.command import members
from sandtable.systems.nations_at_war.engineers import begin_demolition, bridges_for
from sandtable.systems.nations_at_war.fate import fate_hexes, fate_moment, own_fate, spend
from sandtable.systems.nations_at_war.fire import FIRE, MOVE_AND_FIRE, shoot, targets, why_no_fire
from sandtable.systems.nations_at_war.hits import Procedure
from sandtable.systems.nations_at_war.measures import clear_mines, crush_wire, cut_wire
from sandtable.systems.nations_at_war.movement import (
    cost,
    destinations,
    disembark,
    embark,
    entries,
    entry_hexes,
    group,
    load,
    march,
    may_disembark,
    may_embark,
    may_load,
    may_step,
    may_unload,
    moves_and_fires,
    points_left,
    stop_hurt,
    unload,
    why_no_disembark,
    why_no_embark,
)
from sandtable.systems.nations_at_war.pieces import CARRIED, OFF_MAP, Action, Battle, Formation, Hq, Unit
from sandtable.systems.nations_at_war.reaction import react_to_fire
from sandtable.table.decision import Choice, Decision

Ways = tuple[dict[int, int], dict[int, int]]  # cost of each hex in reach, and the hex it is entered from

FINISH = Choice("finish")
HOLD = Choice("hold")
STOP = Choice("stop")


def operations(b: Battle) -> Procedure:
    """3.4.5 The owner completes one unit's (or stack's) action before he starts the next."""
    if b.action is not None:
        yield from go_on(b, b.action)
    else:
        yield from choose_unit(b)


# Who acts ----------------------------------------------------------------------------------------


def may_act(b: Battle, unit: Unit) -> bool:
    """4.0.1, 5.1.a Of the active Formation, In Command, not Ops Complete, not carried."""
    return (
        unit.hex >= OFF_MAP
        and not unit.ops_complete
        and not unit.out_of_command
        and not unit.held
        and not unit.demolition
    )


def companion(b: Battle, formation: Formation, units: list[Unit]) -> tuple[Hq | None, bool]:
    """2.5.6.a The HQ in the units' place, and whether it must go along: nobody of the Formation would stay."""
    place = units[0].hex
    found = [hq for hq in b.hqs if hq.formation == formation.index and hq.hex == place]
    if not found:
        return (None, False)
    stay = sum(u.hex == place and u not in units for u in members(b, formation))
    return (found[0], stay < len(found))  # off the map an HQ and a sub-HQ may wait together


def actors(b: Battle, formation: Formation) -> list[Choice]:
    """Single units and stacks that may act, each with and without the HQ where that is the owner's choice."""
    options: list[Choice] = []
    ready = [unit for unit in members(b, formation) if may_act(b, unit)]
    if b.turn < formation.spec.entry_turn:
        ready = [unit for unit in ready if unit.hex >= 0]
    paired: set[tuple[object, ...]] = set()
    for place, unit in enumerate(ready):
        act_options(b, formation, [unit], options)
        for other in ready[place + 1 :]:
            if other.hex != unit.hex:
                continue
            if unit.hex == OFF_MAP:  # like counters waiting off the map are interchangeable
                pair = (likeness(formation, unit), likeness(formation, other))
                if pair in paired:
                    continue
                paired.add(pair)
            act_options(b, formation, [unit, other], options)
    return options


def likeness(formation: Formation, unit: Unit) -> tuple[object, ...]:
    """What tells two waiting units apart, but for their names."""
    weapon = unit.weapon.key if unit.weapon is not None else ""
    led = (unit.leader, formation.commissar == unit.index)
    return (unit.type.key, unit.steps, unit.mounted, unit.disrupted, unit.places_smoke, weapon, led)


def act_options(b: Battle, formation: Formation, units: list[Unit], options: list[Choice]) -> None:
    to = units[1].id if len(units) > 1 else ""
    hq, must = companion(b, formation, units)
    if hq is None or not must:
        options.append(Choice("act", units[0].id, to))
    if hq is not None and (must or not hq.moved):
        options.append(Choice("act", units[0].id, to, 1))


def choose_unit(b: Battle) -> Procedure:
    """3.2.e Which unit acts next, or the impulse is finished.

    9.0.h Own Fate Points may be spent here; then the other side may spend his, and if he does the owner chooses
    anew, until both pass.
    """
    formation = b.formations[b.active]
    other = 1 - formation.side

    def listing() -> list[Choice]:
        return [*actors(b, formation), *own_fate(b, formation.side), FINISH]

    if not any(may_act(b, unit) for unit in members(b, formation)) and not own_fate(b, formation.side):
        if not b.waiting_fate or not (yield from fate_moment(b, other)):
            b.active = -1
        return
    answer = yield Decision(
        b.side_name(formation.side),
        "operation",
        f"{formation.name}: which unit acts?",
        "3.4.5",
        listing,
        lambda choice: why_not_act(b, formation, choice),
    )
    if answer.do not in ("act", "finish"):
        b.waiting_fate = True
        yield from spend(b, formation.side, answer)
        return
    if b.waiting_fate and (yield from fate_moment(b, other)):
        return
    if answer.do == "act":
        units = [b.unit(answer.piece), b.unit(answer.to)] if answer.to else [b.unit(answer.piece)]
        chosen = [unit for unit in units if unit is not None]
        hq, _ = companion(b, formation, chosen)
        b.action = Action([unit.index for unit in chosen], hq.index if hq is not None and answer.number else -1)
        b.action.came_from = chosen[0].hex
        yield from go_on(b, b.action)  # in the same episode: a copy less
    else:
        b.tell("impulse finished", "3.2.e", formation.side, text=formation.name)
        b.active = -1


def why_not_act(b: Battle, formation: Formation, choice: Choice) -> tuple[str, str]:
    """Why a unit may not act now."""
    if choice.do != "act":
        return ("", "")
    for id in (choice.piece, choice.to):
        if not id:
            continue
        unit = b.unit(id)
        if unit is None:
            if any(hq.id == id for hq in b.hqs):
                return ("An HQ never acts alone: it goes along with a unit.", "2.5.6.2.a")
            return (f"There is no unit {id!r}.", "3.4.5")
        if unit.formation != formation.index:
            return (f"{unit.name} does not belong to {formation.name}, which is active.", "2.10.b")
        if not unit.alive:
            return (f"{unit.name} is eliminated.", "5.1.3.h")
        if unit.hex == CARRIED:
            return (f"{unit.name} is aboard {b.units[unit.carrier].name} and acts with it.", "2.4.o")
        if unit.demolition:
            return (f"{unit.name} is at work on the bridge.", "10.4.b")
        if unit.ops_complete:
            return (f"{unit.name} is Ops Complete.", "4.0.1")
        if unit.out_of_command:
            return (f"{unit.name} is Out of Command.", "3.4.2.e")
        if unit.held:
            return (f"{unit.name} was left idle in this impulse.", "3.2.e")
        if unit.hex == OFF_MAP and b.turn < formation.spec.entry_turn:
            return (f"{unit.name} enters on turn {formation.spec.entry_turn}.", "EN.a")
    if choice.to:
        return ("Only two units that are stacked act together.", "4.2.a")
    if choice.number:
        return ("The HQ has already moved, or is not there.", "2.5.6.a")
    return ("The HQ is left alone: it must come along.", "2.5.6.a")


# What it does ------------------------------------------------------------------------------------


def go_on(b: Battle, action: Action) -> Procedure:
    """One choice of the unit or stack that acts; the episode after it goes on or starts the next action."""
    units = group(b, action)
    if not units:
        end_action(b, action)
        return
    ways: Ways = ({}, {})
    options: list[Choice] = []

    def listing() -> list[Choice]:
        nonlocal ways
        if not options:
            ways = find_ways(b, action, units)
            options.extend(action_options(b, action, units, ways[0]))
        return options

    started = action.moved or action.fired
    if started and len(listing()) == 1:  # nothing but to stop
        end_action(b, action)
        return
    names = " and ".join([unit.name for unit in units])
    answer = yield Decision(
        b.side_name(units[0].side),
        "action",
        f"{names}: go on?" if started else f"{names}: what to do?",
        "3.4.5",
        listing,
        lambda choice: why_not(b, action, units, choice),
        units[0].id,
    )
    if answer.do == "move" and not options:
        ways = find_ways(b, action, units)
    yield from perform(b, action, units, answer, ways)


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
        options.append(HOLD)
        return options
    may_move = not action.fired or action.half
    if may_move and not (action.half and not action.fired):
        options += [moves[to] for to in reachable]
        close_options(b, action, units, b.ground.neighbours[first.hex], options)
    for unit in units:
        fire_options(b, action, unit, options)
    if len(units) == 1:
        if not started:
            standing_options(b, action, first, options)
        if not may_load(b, action, first)[0] and first.type.transport and not first.mounted:
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
    options.append(STOP if started else HOLD)
    return options


def close_options(b: Battle, action: Action, units: list[Unit], hexes: Sequence[int], options: list[Choice]) -> None:
    """5.4, 5.5 Enemy hexes within a step: Assault or Overrun, with Leadership for one of the units (5.4.p)."""
    enemies = b.occupied(1 - units[0].side)
    led = [""]
    if action.hq >= 0:
        hq = b.hqs[action.hq]
        if not hq.led and hq.leadership > 0:
            led += [unit.id for unit in units if unit.formation == hq.formation]
    for to in hexes:
        if not enemies >> to & 1:
            continue
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
    if penalty:
        options += targets(b, unit, True)
    elif alone:
        options += targets(b, unit, False)
    moves = moves_and_fires(unit) and unit.spent <= unit.face.half_mf
    if not penalty and moves:
        options += [Choice("fire and move", c.piece, c.to, c.number) for c in targets(b, unit, True)]
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
    return [Choice("fate move", units[0].id, b.ground.names[to]) for to in fate_hexes(b, units[0])]


def perform(b: Battle, action: Action, units: list[Unit], choice: Choice, ways: Ways) -> Procedure:
    """Carry out the choice of a unit or stack."""
    unit = b.unit(choice.piece) or units[0]
    do = choice.do
    if do == "move":
        yield from march(b, action, b.ground.index[choice.to], ways[1])
    elif do == "fire":
        yield from attack(b, action, unit, choice, MOVE_AND_FIRE if action.moved or action.half else FIRE)
    elif do == "fire and move":
        action.half = True
        yield from attack(b, action, unit, choice, MOVE_AND_FIRE)
    elif do == "assault":
        yield from assault(b, action, b.ground.index[choice.to], choice.piece)
        end_action(b, action)
    elif do == "overrun":
        yield from overrun(b, action, b.ground.index[choice.to], choice.piece)
    elif do == "bombard":
        yield from mortar_fire(b, unit, b.ground.index[choice.to], choice.number == 1)
        action.fired = True
        yield from answered(b, action, unit)
    elif do in ("smoke", "smoke and move"):
        place = b.ground.index[choice.to]
        if unit.type.mortar:
            yield from mortar_smoke(b, unit, place)
        else:
            moving = do == "smoke and move" or action.moved or action.half
            action.half = action.half or do == "smoke and move"
            yield from unit_smoke(b, unit, place, moving)
        action.fired = True
    elif do == "split":
        other = next(u for u in units if u is not unit)
        waits = -1 if choice.number else action.hq
        action.split = (*action.split, (other.index, waits))
        action.units = [unit.index]
        action.hq = action.hq if choice.number else -1
    elif do == "load":
        load(b, action, unit)
    elif do == "unload":
        if unload(b, action, unit):
            end_action(b, action)
    elif do == "embark":
        passenger = b.unit(choice.to)
        assert passenger is not None
        embark(b, action, unit, passenger)
    elif do == "disembark":
        passenger = b.unit(choice.to)
        assert passenger is not None
        disembark(b, unit, passenger)
        action.moved = True
        end_action(b, action)
    elif do == "overwatch":
        unit.overwatch = True
        unit.held = True
        b.tell("overwatch", "11.0.a", unit.side, unit.id, place=unit.hex)
        crush_wire(b, unit)
        b.action = None
        b.waiting_fate = True
    elif do == "clear mines":
        yield from clear_mines(b, unit)
        action.fired = True
        end_action(b, action)
    elif do == "cut wire":
        yield from cut_wire(b, unit)
        action.fired = True
        end_action(b, action)
    elif do == "demolish":
        begin_demolition(b, unit)
        b.action = None
        b.waiting_fate = True
    elif do == "fate move":
        yield from spend(b, unit.side, choice)
    elif do == "hold":
        for one in units:
            one.held = True
        b.action = None
    else:  # stop
        end_action(b, action)


def attack(b: Battle, action: Action, unit: Unit, choice: Choice, why: int) -> Procedure:
    """5.1, 4.1 One unit of the group fires; a watcher may answer (11.0.c)."""
    target = b.unit(choice.to)
    assert target is not None
    action.fired = True
    yield from shoot(b, unit, target, why, choice.number == 1)
    yield from answered(b, action, unit)
    if why == MOVE_AND_FIRE and unit.hex >= 0 and unit.index in action.units:
        unit.ops_complete = False  # 4.1.j: marked when the whole action ends


def answered(b: Battle, action: Action, unit: Unit) -> Procedure:
    """11.0.c Overwatch answers an attack; 4.1.h whoever it hurts stops."""
    before = [(unit.disrupted, unit.steps)]
    yield from react_to_fire(b, unit)
    if unit.hex < 0 or unit.disrupted != before[0][0] or unit.steps != before[0][1]:
        units = group(b, action)
        states = [(u.disrupted, u.steps) if u is not unit else before[0] for u in units]
        yield from stop_hurt(b, action, units, states)


def end_action(b: Battle, action: Action) -> None:
    """4.0.c, 5.1.c, 4.1.j Ops Complete for all who acted; then the rest of a split stack goes on."""
    for index in action.units:
        unit = b.units[index]
        if unit.hex >= 0:
            unit.ops_complete = True
            crush_wire(b, unit)
    if action.split:
        index, hq = action.split[0]
        rest = Action([index], hq)
        rest.moved = True
        rest.half = rest.fired = action.half  # both have fired, or let the chance pass (4.1.l)
        rest.overran = action.overran
        rest.came_from = b.units[index].hex
        b.action = rest
    else:
        b.action = None
        b.waiting_fate = True


def why_not(b: Battle, action: Action, units: list[Unit], choice: Choice) -> tuple[str, str]:
    """Why the group may not do this: a sentence and the rule."""
    ground = b.ground
    first = units[0]
    if choice.do in ("move", "assault", "overrun") and choice.to not in ground.index:
        return (f"There is no hex {choice.to!r} on this map.", "4.0.b")
    if choice.do == "move":
        return why_no_move(b, action, units, ground.index[choice.to])
    if choice.do in ("fire", "fire and move", "smoke", "smoke and move", "bombard"):
        return why_no_attack(b, action, units, choice)
    if choice.do in ("assault", "overrun"):
        return why_not_close(b, action, units, choice)
    if choice.do == "overwatch":
        return why_no_overwatch(action, units, choice)
    if choice.do == "load":
        return may_load(b, action, first)
    if choice.do == "unload":
        return may_unload(b, action, first)
    if choice.do in ("embark", "disembark"):
        other = b.unit(choice.to)
        if other is None:
            return (f"There is no unit {choice.to!r}.", "2.4.o")
        return (why_no_embark if choice.do == "embark" else why_no_disembark)(b, action, first, other)
    return ("", "")


def why_no_attack(b: Battle, action: Action, units: list[Unit], choice: Choice) -> tuple[str, str]:
    """Why a unit of the group may not fire or place smoke as chosen."""
    unit = b.unit(choice.piece)
    for hq in b.hqs:
        if hq.id == choice.piece:
            return ("An HQ never attacks.", "2.5.6.2.a")
        if hq.id == choice.to:
            return ("An HQ cannot be targeted.", "2.5.6.f")
    if unit is None or unit not in units:
        return (f"{choice.piece or 'Nobody'!r} is not acting now.", "5.1.1.a")
    if unit.unloaded:
        return (f"{unit.name} has unloaded in this activation and may not fire.", "4.1.b")
    both = choice.do in ("fire and move", "smoke and move")
    if both and action.moved:
        return (f"{unit.name} has moved already; it may only fire now.", "4.1.c")
    moving = both or action.moved or action.half
    if unit.type.mortar and moving:
        return (f"{unit.name} is a mortar and may not move and fire.", "4.1.k")
    if moving and unit.face.mf <= 1:
        return (f"{unit.name} with MF 1 may not move and fire.", "4.1.b")
    if action.moved and action.half and not unit.attacked:
        return (f"{unit.name} had to fire before it moved.", "4.1.f")
    slow = beyond_half(b, action) if action.moved else None
    if slow is not None:
        return (
            f"{slow.name} has spent {slow.spent} MP; to fire it may spend {slow.face.half_mf}.",
            "4.1.c" if slow is unit else "4.1.l",
        )
    if len(units) > 1 and not (both or action.moved or action.half):
        return ("Units attack one at a time: a stack that acts together fires and moves.", "5.1.d")
    if choice.do in ("fire", "fire and move"):
        target = b.unit(choice.to)
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
        if choice.do == "bombard":
            return (f"{unit.name} is not a mortar: it fires at a unit.", "5.1.6.a")
        return why_no_smoke(b, unit, place)
    if unit.disrupted:
        return (f"{unit.name} is Disrupted and cannot fire.", "5.1.3.c")
    if not b.sees(unit.hex, place):
        return (f"{unit.name} does not see {choice.to}; only a fire mission reaches it.", "5.1.6.g")
    return why_no_bombard(b, unit, choice)


def why_not_close(b: Battle, action: Action, units: list[Unit], choice: Choice) -> tuple[str, str]:
    """Why the group may not assault or overrun a hex."""
    to = b.ground.index[choice.to]
    first = units[0]
    if first.hex >= 0 and to not in b.ground.neighbours[first.hex]:
        return (f"{choice.to} is not next to {first.name}.", "5.4.a")
    if first.hex == OFF_MAP and to not in entry_hexes(b, first.formation):
        return (f"{first.name} does not enter at {choice.to}.", "EN.a")
    why, rule = (why_no_assault if choice.do == "assault" else why_no_overrun)(b, action, to)
    if not why and choice.piece:
        return ("Only an unused HQ that goes along leads, and only one unit of its Formation.", "5.4.p")
    return (why, rule)


def why_no_overwatch(action: Action, units: list[Unit], choice: Choice) -> tuple[str, str]:
    """11.0.a Why a unit may not go on Overwatch."""
    unit = units[0]
    if choice.piece != unit.id or len(units) > 1:
        return ("Each unit goes on Overwatch by itself.", "11.0.a")
    if action.moved or action.fired or unit.spent or unit.attacked:
        return (f"{unit.name} has moved or fired; Overwatch is an action of its own.", "11.0.a")
    if unit.disrupted:
        return (f"{unit.name} is Disrupted.", "11.0.a")
    return (f"{unit.name} has no Firepower for Overwatch: no mortars, nobody in transports.", "11.0.a")


def why_no_move(b: Battle, action: Action, units: list[Unit], to: int) -> tuple[str, str]:
    """Why a group may not move to a hex."""
    ground = b.ground
    name = ground.names[to]
    first = units[0]
    if action.fired and not action.half:
        return (f"{first.name} has fired; to move as well it had to declare that first.", "4.1.f")
    if not ground.passable >> to & 1:
        return (f"{name} is {ground.terrain[to].name} and cannot be entered.", ground.terrain[to].rule)
    if b.bridge_out >> to & 1:
        return (f"The bridge at {name} is out.", "10.4.a")
    if b.occupied(1 - first.side) >> to & 1:
        return (f"Enemies hold {name}; to enter is an Assault or Overrun.", "4.0.d")
    if first.hex == OFF_MAP:
        if to not in entry_hexes(b, first.formation):
            return (f"{first.name} does not enter at {name}.", "EN.a")
        here = b.units_at(to, first.side)
        if len(here) + len(units) > ground.numbers["stacking"]:
            return (f"{name} already holds {len(here)} of your units; two is the most.", "2.9.a")
        if any(unit.disrupted and not may_step(b, unit, OFF_MAP, to) for unit in units):
            return (f"{first.name} is Disrupted and may not enter next to the enemy.", "5.1.3.d")
        return (f"{first.name} has not the MP to enter at {name}, or an HQ is there already.", "EN.a")
    here = b.units_at(to, first.side)
    if len(here) + len(units) > ground.numbers["stacking"]:
        return (f"{name} already holds {len(here)} of your units; two is the most.", "2.9.a")
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
        return (f"{names} must go hex by hex: choose a neighbouring hex.", "4.0.b")
    elif b.mines >> to & 1:
        return (f"A march leads around mines; step into {name} from a neighbouring hex.", "7.2.b")
    left = min(points_left(action, unit) for unit in units)
    return (f"{first.name} cannot reach {name} with {left} MP.", "4.0.a")
