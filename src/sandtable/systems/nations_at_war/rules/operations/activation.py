"""3.4.5 Perform Operations: which unit or stack acts, and what it is asked. One episode a choice."""

from sandtable.systems.nations_at_war.rules.combat.hits import Procedure
from sandtable.systems.nations_at_war.rules.command import members
from sandtable.systems.nations_at_war.rules.fate import fate_moment, own_fate, spend, why_no_fate
from sandtable.systems.nations_at_war.rules.movement import group
from sandtable.systems.nations_at_war.rules.operations.actions import end_action, perform
from sandtable.systems.nations_at_war.rules.operations.options import Ways, action_options, find_ways
from sandtable.systems.nations_at_war.rules.operations.refusals import why_not
from sandtable.systems.nations_at_war.state.pieces import (
    CARRIED,
    ELIMINATED,
    EXITED,
    OFF_MAP,
    Action,
    Battle,
    Formation,
    Hq,
    Unit,
)
from sandtable.table.decision import Choice, Decision

FINISH = Choice("finish")


def operations(b: Battle) -> Procedure:
    """3.4.5 The owner completes one unit's (or stack's) action before he starts the next (4.1.d)."""
    return choose_unit(b) if b.action is None else go_on(b, b.action)


# Who acts ----------------------------------------------------------------------------------------


def may_act(b: Battle, unit: Unit) -> bool:
    """Whether a unit may act: In Command, not Ops Complete, not carried (4.0.1, 5.1.a)."""
    return (
        unit.hex >= OFF_MAP
        and not unit.ops_complete
        and not unit.out_of_command
        and not unit.held
        and not unit.demolition
    )


def companions(b: Battle, formation: Formation, units: list[Unit]) -> tuple[list[Hq], bool]:
    """2.5.6.a The HQs in the units' place, and whether one must go along: too few of the Formation would stay.

    There is one at most in a hex (2.5.6.c); off the map an HQ and a sub-HQ may wait together.
    """
    place = units[0].hex
    found = [hq for hq in b.hqs if hq.formation == formation.index and hq.hex == place]
    if not found:
        return (found, False)
    others = [unit for unit in members(b, formation) if unit.hex == place and unit not in units]
    return (found, len(others) < len(found))


def actors(b: Battle, formation: Formation) -> list[Choice]:
    """Single units and stacks that may act, each without an HQ and with any that may go along (`number`)."""
    options: list[Choice] = []
    paired: set[tuple[object, ...]] = set()
    able = [unit for unit in b.units[formation.first : formation.last] if may_act(b, unit)]
    if b.turn < formation.spec.entry_turn:
        able = [unit for unit in able if unit.hex >= 0]
    places = [unit.hex for unit in able]
    kinds = {unit.index: likeness(formation, unit) for unit in able if unit.hex == OFF_MAP}
    led = {hq.hex for hq in b.hqs if hq.formation == formation.index}
    for place, unit in enumerate(able):
        if unit.hex in led:
            act_options(b, formation, [unit], options)
        else:
            options.append(Choice("act", unit.id))
        if places.count(unit.hex) == 1:
            continue
        for other in able[place + 1 :]:
            if other.hex != unit.hex or other.began != unit.began:
                continue
            if unit.hex == OFF_MAP:  # like counters waiting off the map are interchangeable
                pair = (kinds[unit.index], kinds[other.index])
                if pair in paired or leaves_hqs_behind(b, formation, 2):
                    continue
                paired.add(pair)
            act_options(b, formation, [unit, other], options)
    return options


def leaves_hqs_behind(b: Battle, formation: Formation, going: int) -> bool:
    """2.5.6.a, 2.5.6.c So many units enter with one HQ: whether too few stay off the map for its others."""
    waiting = sum(hq.formation == formation.index and hq.hex == OFF_MAP for hq in b.hqs)
    return waiting > 1 and sum(unit.hex == OFF_MAP for unit in members(b, formation)) - going < waiting - 1


def likeness(formation: Formation, unit: Unit) -> tuple[object, ...]:
    """What tells two waiting units apart, but for their names."""
    weapon = unit.weapon.key if unit.weapon is not None else ""
    led = (unit.leader, formation.commissar == unit.index)
    return (unit.type.key, unit.steps, unit.mounted, unit.disrupted, unit.places_smoke, weapon, led)


def act_options(b: Battle, formation: Formation, units: list[Unit], options: list[Choice]) -> None:
    to = units[1].id if len(units) > 1 else ""
    hqs, must = companions(b, formation, units)
    if not must:
        options.append(Choice("act", units[0].id, to))
    for number, hq in enumerate(hqs, start=1):
        if must or not hq.moved:
            options.append(Choice("act", units[0].id, to, number))


def choose_unit(b: Battle) -> Procedure:
    """Which unit acts next, or the impulse is finished (3.2.e).

    9.0.h Own Fate Points may be spent here; then the other side may spend his, and if he does the owner chooses
    anew, until both pass.
    """
    formation = b.formations[b.active]
    other = 1 - formation.side

    def listing() -> list[Choice]:
        return [*actors(b, formation), *own_fate(b, formation.side), FINISH]

    units = b.units[formation.first : formation.last]
    if not any(may_act(b, unit) for unit in units) and not own_fate(b, formation.side):
        if not b.waiting_fate or not (yield from fate_moment(b, other)):
            b.active = -1
        return
    answer = yield Decision(
        b.side_name(formation.side),
        "operation",
        f"Which unit of the {formation.name} acts?",
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
        chosen = [b.unit(id) for id in (answer.piece, answer.to) if id]
        hqs, _ = companions(b, formation, chosen)
        hq = hqs[answer.number - 1].index if answer.number else -1
        b.action = Action([unit.index for unit in chosen], hq)
        yield from go_on(b, b.action)  # in the same episode: a copy less
    else:
        b.tell("impulse finished", "3.2.e", formation.side, text=formation.name)
        b.active = -1


def why_not_act(b: Battle, formation: Formation, choice: Choice) -> tuple[str, str]:
    """Why a unit may not act now."""
    if choice.do != "act":
        return why_no_fate(b, formation.side, choice)
    for id in (choice.piece, choice.to):
        if not id:
            continue
        unit = b.find_unit(id)
        if unit is None:
            if any(hq.id == id for hq in b.hqs):
                return ("An HQ never acts alone: it moves with a unit.", "2.5.6.a")
            return (f"There is no unit {id!r}.", "3.4.5")
        if unit.formation != formation.index:
            return (f"{unit.name} does not belong to {formation.name}, which is active.", "2.10.b")
        if unit.hex == ELIMINATED:
            return (f"{unit.name} is eliminated.", "5.1.3.h")
        if unit.hex == EXITED:
            return (f"{unit.name} has left the map.", "13.1.e")
        if unit.hex == CARRIED:
            return (f"{unit.name} is aboard {b.units[unit.carrier].name} and can only act with it.", "2.4.o")
        if unit.demolition:
            return (f"{unit.name} is working on the bridge.", "10.4.b")
        if unit.ops_complete:
            return (f"{unit.name} is Ops Complete.", "4.0.1")
        if unit.out_of_command:
            return (f"{unit.name} is Out of Command.", "3.4.2.e")
        if unit.held:
            return (f"{unit.name} was left idle in this impulse.", "3.2.e")
        if unit.hex == OFF_MAP and b.turn < formation.spec.entry_turn:
            return (f"{unit.name} enters on turn {formation.spec.entry_turn}.", "EN.a")
    if choice.to:
        return ("Only units that have been stacked since the impulse began can act together.", "4.2.a")
    if choice.number:
        return ("The HQ has already moved, or is not there.", "2.5.6.a")
    return ("The HQ would be left alone, so it must come along.", "2.5.6.a")


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
    who = f"does {units[0].name}" if len(units) == 1 else f"do {' and '.join([unit.name for unit in units])}"
    answer = yield Decision(
        b.side_name(units[0].side),
        "action",
        f"What {who} do next?" if started else f"What {who} do?",
        "3.4.5",
        listing,
        lambda choice: why_not(b, action, units, choice),
        units[0].id,
    )
    if answer.do == "move" and not options:
        ways = find_ways(b, action, units)
    yield from perform(b, action, units, answer, ways)
