"""Chapter 9: Fate Points spent between dice: moves, Ops Complete, command, drawn markers.

Re-rolls and nudges of dice are in dice.py.
"""

from collections.abc import Generator

from sandtable.systems.nations_at_war.rules.combat.hits import Procedure
from sandtable.systems.nations_at_war.rules.combat.opportunity_fire import free_unit, react_to_move
from sandtable.systems.nations_at_war.rules.command import pay_for_command
from sandtable.systems.nations_at_war.rules.defensive_measures import mine_attack
from sandtable.systems.nations_at_war.rules.movement import crowded, may_step, settle
from sandtable.systems.nations_at_war.state.pieces import Battle, Unit
from sandtable.table.asking import PASS, ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.telling import count

PASS_IMPULSE = Choice("pass impulse")

# What each effect costs (a number of the rulebook), and the rule that says so.
PRICES = {
    "fate move": ("fate_move", "9.0.c"),
    "fate command": ("fate_command", "9.0.e"),
    "fate free": ("fate_ops_complete", "9.0.f"),
}


def own_fate(b: Battle, side: int) -> list[Choice]:
    """What a side may buy between two actions."""
    points = b.fate[side]
    if points <= 0:
        return []
    numbers = b.ground.numbers
    names = b.ground.names
    options: list[Choice] = []
    if points >= numbers["fate_move"]:
        closed = closed_to_fate(b, side)
        for unit in b.units_of[side]:
            if unit.hex >= 0:
                options += [Choice("fate move", unit.id, names[to]) for to in fate_hexes(b, unit, closed)]  # 9.0.c
    if points >= numbers["fate_ops_complete"]:
        options += [
            Choice("fate free", unit.id)  # 9.0.f
            for unit in b.units_of[side]
            if unit.hex >= 0 and unit.ops_complete and not unit.demolition
        ]
    if points >= numbers["fate_command"]:  # 9.0.k: for the current activation, so only the active Formation's
        hexes = sorted(
            {u.hex for u in b.units_of[side] if u.hex >= 0 and u.out_of_command and u.formation == b.active}
        )
        options += [Choice("fate command", to=names[place]) for place in hexes]  # 9.0.e
    return options


def closed_to_fate(b: Battle, side: int) -> int:
    """9.0.j The hexes that no unit of a side enters by a Fate move: impassable, held by the enemy, full."""
    return ~b.ground.passable | b.bridge_out | b.occupied(1 - side) | crowded(b, side, 1, False)


def fate_hexes(b: Battle, unit: Unit, closed: int) -> list[int]:
    """9.0.j The hexes next to a unit that are not closed, nor to an HQ that must go along; 5.1.3.d binds the
    Disrupted."""
    hq, must = hq_goes(b, unit)
    if hq >= 0 and must:
        closed |= crowded(b, unit.side, 1, True)
    return [
        to
        for to in b.ground.neighbours[unit.hex]
        if not closed >> to & 1 and (not unit.disrupted or may_step(b, unit, unit.hex, to))
    ]


def hq_goes(b: Battle, unit: Unit) -> tuple[int, bool]:
    """9.0.j The HQ that may go along with a Fate move, and whether it must (2.5.6.a)."""
    for hq in b.hqs:
        if hq.hex == unit.hex and hq.side == unit.side and hq.formation == unit.formation:
            stay = any(
                u is not unit and u.hex == unit.hex and u.formation == hq.formation for u in b.units_of[unit.side]
            )
            return (hq.index, not stay)
    return (-1, False)


def why_no_fate(b: Battle, side: int, choice: Choice) -> tuple[str, str]:
    """Why a side may not buy this between two actions: a sentence and the rule; nothing for what is no Fate."""
    if choice.do not in PRICES:
        return ("", "")
    price, rule = PRICES[choice.do]
    needed = b.ground.numbers[price]
    if b.fate[side] < needed:
        return (f"That costs {count(needed, 'Fate Point')}; you have {b.fate[side]}.", rule)
    if choice.do == "fate command":
        if choice.to not in b.ground.index:
            return (f"There is no hex {choice.to!r} on this map.", rule)
        return (f"No unit of the active Formation is Out of Command in {choice.to}.", "9.0.k")
    unit = b.find_unit(choice.piece)
    if unit is None or unit.side != side:
        return (f"No unit of yours is called {choice.piece!r}.", rule)
    if unit.hex < 0:
        return (f"{unit.name} is not on the map.", rule)
    if choice.do == "fate free":
        if unit.demolition:
            return (f"{unit.name} is working on a bridge: its markers come off one at a time.", "10.4.b")
        return (f"{unit.name} is not Ops Complete.", rule)
    return why_no_fate_move(b, unit, choice.to)


def why_no_fate_move(b: Battle, unit: Unit, name: str) -> tuple[str, str]:
    """9.0.j Why a unit may not make a Fate move to a hex."""
    to = b.ground.index.get(name, -1)
    if to < 0 or to not in b.ground.neighbours[unit.hex]:
        return (f"A Fate move goes to an adjacent hex, and {name or 'that'} is not next to {unit.name}.", "9.0.c")
    if not b.ground.passable >> to & 1 or b.bridge_out >> to & 1:
        return (f"{name} cannot be entered.", "9.0.j")
    if b.occupied(1 - unit.side) >> to & 1:
        return (f"Enemies hold {name}; a Fate move is not an attack.", "9.0.j")
    if unit.disrupted and not may_step(b, unit, unit.hex, to):
        return (f"{unit.name} is Disrupted and may not come closer to the enemy.", "5.1.3.d")
    if crowded(b, unit.side, 1, False) >> to & 1:
        return (f"{name} already holds two of your units.", "2.9.a")
    return (f"The HQ must come along, but there is already an HQ in {name}.", "2.5.6.c")


def spend(b: Battle, side: int, choice: Choice) -> Procedure:
    """Carry out a Fate effect bought between dice."""
    if choice.do == "fate command":
        pay_for_command(b, side, b.ground.index[choice.to])
        return
    unit = b.unit(choice.piece)
    if choice.do == "fate free":
        free_unit(b, unit)
    else:
        yield from fate_move(b, unit, b.ground.index[choice.to])


def fate_move(b: Battle, unit: Unit, to: int) -> Procedure:
    """One hex without cost; mines and Opportunity Fire as usual; no Ops Complete for it."""
    b.fate[unit.side] -= b.ground.numbers["fate_move"]  # 9.0.c
    start = unit.hex
    index, must = hq_goes(b, unit)
    takes_hq = must
    if index >= 0 and not must and not crowded_by_hq(b, unit.side, to):
        hq = b.hqs[index]
        answer = yield from ask(
            b,
            unit.side,
            "hq parts",
            f"Does {hq.name} stay, or go with {unit.name} to {b.ground.names[to]}?",
            "9.0.j",
            [Choice("go on", hq.id), Choice("stay", hq.id)],
            piece=hq.id,
        )
        takes_hq = answer.do == "go on"
    settle(b, unit, to)
    if index >= 0 and takes_hq:
        b.hqs[index].hex = to
    b.take(to, unit.side)
    b.tell(
        "fate move",
        "9.0.c",
        unit.side,
        unit.id,
        place=to,
        value=b.fate[unit.side],
        path=(b.ground.names[start], b.ground.names[to]),
    )
    action = b.action
    inside = action is not None and unit.index in action.units  # its own move
    if action is not None and inside:
        action.hq = index if takes_hq else -1
        if index >= 0:  # 4.2.a: the rest of a split stack has the HQ that stays with it
            stays = -1 if takes_hq else index
            action.split = tuple([(one, stays if b.units[one].hex == start else hq) for one, hq in action.split])
    before = (unit.disrupted, unit.steps)
    if b.mines >> to & 1:
        yield from mine_attack(b, unit)
    if unit.hex == to:
        yield from react_to_move(b, [unit])
    if (unit.disrupted, unit.steps) != before:  # 5.3.c, 7.2.c
        unit.ops_complete = unit.hex >= 0
        if action is not None and inside:
            action.units = [index for index in action.units if index != unit.index]


def crowded_by_hq(b: Battle, side: int, place: int) -> bool:
    return b.hq_at(place, side) is not None


def fate_moment(b: Battle, side: int) -> Generator[Decision, Choice, bool]:
    """9.0.h The active side wants to go on: before that the other may spend Fate. True if he has."""
    b.waiting_fate = False
    if b.fate_passed[side]:
        return False
    options = own_fate(b, side)
    if not options:
        return False
    answer = yield from ask(
        b,
        side,
        "fate",
        "Do you spend Fate Points before the enemy goes on?",
        "9.0.h",
        [*options, PASS, PASS_IMPULSE],
        lambda choice: why_no_fate(b, side, choice),
    )
    if answer.do in ("pass", "pass impulse"):
        b.fate_passed[side] = answer.do == "pass impulse"
        return False
    b.waiting_fate = True  # he may spend more
    yield from spend(b, side, answer)
    return True


def return_marker(b: Battle, marker: str, drawer: int) -> Procedure:
    """A side with two points may send the marker just drawn back into the cup; drawer first."""
    if all(other == marker for other in b.cup):
        return  # it would be drawn again
    drawn = next((each.name for each in b.scenario.formations if each.key == marker), "The marker")
    for side in (drawer, 1 - drawer):  # 9.0.m
        if b.fate[side] < b.ground.numbers["fate_return_marker"]:
            continue
        answer = yield from ask(
            b,
            side,
            "fate marker",
            f"{drawn} was drawn. Do you spend two Fate Points to return it to the cup?",
            "9.0.g",
            [PASS, Choice("fate return", to=marker)],
        )
        if answer.do == "fate return":
            b.fate[side] -= b.ground.numbers["fate_return_marker"]
            b.cup.append(marker)
            b.cup.sort()
            b.tell("fate return", "9.0.g", side, text=marker, value=b.fate[side])
            return
