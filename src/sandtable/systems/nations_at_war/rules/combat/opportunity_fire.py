"""5.3 Opportunity Fire and 11.0 Overwatch: fire in the enemy's impulse (5.3.1)."""

from collections.abc import Generator

from sandtable.geometry.hexes import mask_of
from sandtable.systems.nations_at_war.rules.combat.bombardment import mortar_fire
from sandtable.systems.nations_at_war.rules.combat.fire import (
    OPPORTUNITY,
    OVERWATCH,
    attack_numbers,
    leader_for,
    shoot,
    weapon_against,
    why_no_fire,
)
from sandtable.systems.nations_at_war.rules.combat.hits import Procedure
from sandtable.systems.nations_at_war.state.pieces import Battle, Unit
from sandtable.table.asking import PASS, Asking, ask
from sandtable.table.decision import Choice, Decision

PASS_MARCH = Choice("pass march")


def shots(b: Battle, movers: list[Unit], opportunity: bool, overwatch: bool) -> list[Choice]:
    """5.3.a Who may fire at units that have just entered a hex: Good Order, not Ops Complete, sight and range.

    11.0.b A unit on Overwatch may fire as well, beside the one Opportunity Fire shot. In a stack, one unit is the
    target (4.1.m, 4.2.c, 5.3.f). A mortar fires no smoke (2.5.5.2.g).
    """
    place = movers[0].hex
    away = b.ground.distance[place]
    options: list[Choice] = []
    able = [
        unit
        for unit in b.units_of[1 - movers[0].side]
        if unit.hex >= 0
        and not (unit.disrupted or unit.ops_complete or unit.attacked or unit.demolition)
        and (away[unit.hex] <= unit.face.farthest or unit.weapon is not None)
        and not is_idle(b, unit)
    ]
    seen = b.seen_among(place, mask_of(tuple([unit.hex for unit in able]))) if able else 0
    for unit in able:
        start = unit.hex
        if not seen >> start & 1:
            continue
        hq = leader_for(b, unit)
        mortar = unit.type.mortar
        for target in movers:
            hard = target.face.hard and not mortar  # 5.1.6.a: a mortar's HE affects armour too
            if attack_numbers(b, unit, hard, away[start], False, 0, False)[0]:
                if opportunity:
                    options.append(Choice("fire", unit.id, target.id))
                if overwatch and unit.overwatch:
                    options.append(Choice("overwatch", unit.id, target.id))
            if hq is not None and attack_numbers(b, unit, hard, away[start], False, hq.leadership, False)[0]:
                if opportunity:
                    options.append(Choice("fire", unit.id, target.id, 1))
                if overwatch and unit.overwatch:
                    options.append(Choice("overwatch", unit.id, target.id, 1))
    return options


def is_idle(b: Battle, unit: Unit) -> bool:
    """3.4.2.e Out of Command in the impulse of its own Formation: it may not even react."""
    return unit.out_of_command and unit.formation == b.active


def could_be_freed(b: Battle, movers: list[Unit]) -> list[Choice]:
    """9.0.f, 9.0.l For two Fate Points a unit loses its Ops Complete marker and may Opportunity Fire."""
    side = 1 - movers[0].side
    if b.fate[side] < b.ground.numbers["fate_ops_complete"]:
        return []
    place = movers[0].hex
    away = b.ground.distance[place]
    options: list[Choice] = []
    for unit in b.units_of[side]:
        if not unit.ops_complete or unit.hex < 0 or unit.disrupted or unit.attacked or unit.demolition:
            continue
        if is_idle(b, unit):
            continue
        if not b.sees(place, unit.hex):
            continue
        for target in movers:
            hard = target.face.hard and not unit.type.mortar
            acquired = unit.acquired == target.index
            if attack_numbers(b, unit, hard, away[unit.hex], False, 0, acquired)[0]:
                options.append(Choice("fate free", unit.id))
                break
    return options


def react_to_move(b: Battle, movers: list[Unit]) -> Generator[Decision, Choice, bool]:
    """5.3.b One Opportunity Fire shot a hex entered, by one unit (5.3.g); 11.0.b and one from Overwatch. True if any.

    11.0.b Overwatch is for the enemy's impulse: a Fate move in one's own (9.0.c) draws Opportunity Fire alone.
    Whoever lets the whole march pass is asked no more until the movers' action ends.
    """
    side = 1 - movers[0].side
    action = b.action if b.action is not None and movers[0].index in b.action.units else None
    if action is not None and action.let_pass:
        return False
    opportunity, overwatch = True, not is_impulse_of(b, side)
    fired = False
    while opportunity or overwatch:
        movers = [unit for unit in movers if unit.hex >= 0]
        if not movers:
            break
        options = shots(b, movers, opportunity, overwatch)
        if b.fate[side] > 1 and opportunity:
            options += could_be_freed(b, movers)
        if not options:
            break
        if action is not None and any(unit.spent < unit.face.mf for unit in movers):
            options.append(PASS_MARCH)
        options.append(PASS)
        answer = yield from offer_shots(b, movers, options, (opportunity, overwatch))
        if answer == PASS_MARCH and action is not None:
            action.let_pass = True
        if answer in (PASS, PASS_MARCH):
            break
        unit = b.unit(answer.piece)
        if answer.do == "fate free":
            free_unit(b, unit)
            continue
        target = b.unit(answer.to)
        fired = True
        if answer.do == "overwatch":
            overwatch = False
            yield from shoot(b, unit, target, OVERWATCH, answer.number == 1, caught=True)
        else:
            opportunity = False
            if unit.type.mortar:
                unit.overwatch = False
                yield from mortar_fire(b, unit, target.hex, answer.number == 1, target)
            else:
                yield from shoot(b, unit, target, OPPORTUNITY, answer.number == 1, caught=True)
    return fired


def offer_shots(b: Battle, movers: list[Unit], options: list[Choice], left: tuple[bool, bool]) -> Asking:
    """5.3.a Which of these shots is taken. `left`: whether Opportunity Fire and Overwatch are still to be had."""
    names = " and ".join(unit.name for unit in movers)
    return ask(
        b,
        1 - movers[0].side,
        "opportunity fire",
        f"{names} entered {b.ground.names[movers[0].hex]}. Opportunity Fire?",
        "5.3.a",
        options,
        lambda choice: why_no_shot(b, movers, left, choice),
        movers[0].id,
    )


def is_impulse_of(b: Battle, side: int) -> bool:
    """3.2.d Whether the active Formation is of this side."""
    return b.active >= 0 and b.formations[b.active].side == side


def free_unit(b: Battle, unit: Unit) -> None:
    """9.0.f Two Fate Points take the Ops Complete marker off a unit."""
    b.fate[unit.side] -= b.ground.numbers["fate_ops_complete"]
    unit.ops_complete = False
    unit.held = False
    b.tell("fate free", "9.0.f", unit.side, unit.id, value=b.fate[unit.side])


def why_no_shot(b: Battle, movers: list[Unit], left: tuple[bool, bool], choice: Choice) -> tuple[str, str]:
    """Why a reaction is refused. `left`: whether the Opportunity Fire and the Overwatch shot are still to be had."""
    if choice.do == "fate free":
        return why_not_freed(b, movers, left[0], choice)
    if choice.do not in ("fire", "overwatch"):
        return ("", "")
    unit = b.find_unit(choice.piece)
    target = b.find_unit(choice.to)
    if unit is None or unit.side == movers[0].side:
        return (f"No unit of yours is called {choice.piece!r}.", "5.3.a")
    if target is None or target not in movers:
        return ("Only a unit that has just entered the hex can be fired at.", "5.3.a")
    if choice.do == "fire" and not left[0]:
        return ("Only one unit may use Opportunity Fire for each hex entered, and one already has.", "5.3.b")
    if choice.do == "overwatch" and not unit.overwatch:
        return (f"{unit.name} is not on Overwatch.", "11.0.b")
    if choice.do == "overwatch" and is_impulse_of(b, unit.side):
        return ("Overwatch works only in the enemy's impulse. In your own impulse, use Opportunity Fire.", "11.0.b")
    if choice.do == "overwatch" and not left[1]:
        return ("Only one unit on Overwatch may fire for each hex entered, and one already has.", "11.0.b")
    return why_no_reaction(b, unit, target, choice, "5.3.a")


def why_not_freed(b: Battle, movers: list[Unit], opportunity: bool, choice: Choice) -> tuple[str, str]:
    """9.0.f, 9.0.l Why Fate may not free a unit for Opportunity Fire."""
    side = 1 - movers[0].side
    price = b.ground.numbers["fate_ops_complete"]
    if b.fate[side] < price:
        return (f"That costs {price} Fate Points; you have {b.fate[side]}.", "9.0.f")
    if not opportunity:
        return ("Only one unit may use Opportunity Fire for each hex entered, and one already has.", "5.3.b")
    unit = b.find_unit(choice.piece)
    if unit is None or unit.side != side:
        return (f"No unit of yours is called {choice.piece!r}.", "9.0.f")
    if not unit.ops_complete:
        return (f"{unit.name} is not Ops Complete.", "9.0.f")
    return (f"{unit.name} could not fire at the moving unit, even without its marker.", "9.0.l")


def why_no_reaction(b: Battle, unit: Unit, target: Unit, choice: Choice, rule: str) -> tuple[str, str]:
    """Why a unit may not fire in the enemy's impulse: its state under `rule`, sight, range, Leadership."""
    if unit.hex < 0:
        return (f"{unit.name} is not on the map.", rule)
    if unit.disrupted:
        return (f"{unit.name} is Disrupted.", rule)
    if unit.ops_complete:
        return (f"{unit.name} is Ops Complete.", rule)
    if is_idle(b, unit):
        return (f"{unit.name} is Out of Command in the impulse of its own Formation.", "3.4.2.e")
    if unit.attacked:
        return (f"{unit.name} has already attacked in this impulse.", "5.1.b")
    if choice.number == 1 and leader_for(b, unit) is None:
        return (f"No unused Leadership of its Formation is with {unit.name}.", "2.5.6.2.b")
    if unit.type.mortar and not b.sees(unit.hex, target.hex):
        return (f"{unit.name} does not see {target.name}; indirect fire cannot be Opportunity Fire.", "2.5.5.1.c")
    if unit.type.mortar:
        return (f"{target.name} is out of range of {unit.name}.", "2.5.5.1.b")
    return why_no_fire(b, unit, target, False)


def react_to_fire(b: Battle, firer: Unit) -> Procedure:
    """11.0.c A watcher may answer a ranged attack of the active Formation, once, within printed range."""
    if firer.hex < 0:
        return
    options: list[Choice] = []
    place = firer.hex
    away = b.ground.distance[place]
    for unit in b.units_of[1 - firer.side]:
        if not unit.overwatch or unit.hex < 0 or unit.disrupted or unit.ops_complete or unit.attacked:
            continue
        weapon = weapon_against(unit, firer.face.hard)
        if weapon is None or not b.sees(unit.hex, place):
            continue
        reach = weapon.range
        if unit.weapon is not None:
            reach += unit.weapon.ap_range if firer.face.hard else unit.weapon.he_range
        if away[unit.hex] > reach:
            continue
        options.append(Choice("overwatch", unit.id, firer.id))
        if leader_for(b, unit) is not None:
            options.append(Choice("overwatch", unit.id, firer.id, 1))
    if not options:
        return
    options.append(PASS)
    answer = yield from ask(
        b,
        1 - firer.side,
        "overwatch",
        f"{firer.name} has fired. Answer from Overwatch?",
        "11.0.c",
        options,
        lambda choice: why_no_answer(b, firer, choice),
        firer.id,
    )
    if answer == PASS:
        return
    watcher = b.unit(answer.piece)
    yield from shoot(b, watcher, firer, OVERWATCH, answer.number == 1)


def why_no_answer(b: Battle, firer: Unit, choice: Choice) -> tuple[str, str]:
    """Why a shot from Overwatch in answer to fire is refused."""
    if choice.do != "overwatch":
        return ("", "")
    unit = b.find_unit(choice.piece)
    if unit is None or unit.side == firer.side:
        return (f"No unit of yours is called {choice.piece!r}.", "11.0.c")
    if choice.to != firer.id:
        return (f"Only {firer.name}, which has just fired, can be answered.", "11.0.c")
    if not unit.overwatch:
        return (f"{unit.name} is not on Overwatch.", "11.0.c")
    why, rule = why_no_reaction(b, unit, firer, choice, "11.0.c")
    if not why:  # Extended Range would do for a mover
        return (f"{firer.name} is beyond the printed range of {unit.name}.", "11.0.c")
    return (why, rule)
