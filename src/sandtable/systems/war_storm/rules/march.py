"""6 The march: a group sets out, goes hex by hex under the enemy's eyes, and ends its move."""

from collections.abc import Generator

from sandtable.systems.war_storm.rules.command import finish
from sandtable.systems.war_storm.rules.control import take_control
from sandtable.systems.war_storm.rules.morale import officer_lost, wire_check
from sandtable.systems.war_storm.rules.movement import (
    bank_of,
    boats,
    can_move,
    capacity,
    may_drop,
    may_end,
    may_exit,
    may_join,
    move_reach,
    movers,
    pause_cost,
    planned,
    prey,
    traveller,
)
from sandtable.systems.war_storm.rules.reach import OFF_ROAD, Node, Reach, far_bank
from sandtable.systems.war_storm.rules.reaction import react, watched
from sandtable.systems.war_storm.rules.stacking import steps_of
from sandtable.systems.war_storm.state.pieces import (
    BOTH,
    EXITED,
    NEVER,
    NO_BANK,
    OFF_MAP,
    Battle,
    Move,
    Platoon,
    Procedure,
    Unit,
)
from sandtable.table.decision import Choice, Decision

HALT = Choice("halt")
STOP = 1  # the number of a choice "to": the move ends in that hex


def march_options(b: Battle, move: Move, units: list[Unit], reach: Reach) -> list[Choice]:
    """What the moving group may do next. It may stop with MP left (6.2.d)."""
    names = b.ground.names
    first = units[0]
    here, id = first.hex, first.id
    options: list[Choice] = []
    for unit in b.units:
        if unit.hex == here and unit.index not in move.units and not may_join(b, move, unit)[0]:
            options.append(Choice("along", unit.id))
    going, stopping = b.ground.kept.get(id, lambda: choices_to_go(id, names))
    options += [going[place] for place in reach.places]
    options += [stopping[place] for place in reach.places]
    exits = not move.bonus and may_exit(b, units, move.spent, capacity(b, units, move.double))
    if exits:
        options.append(Choice("exit", id))
    if not move.spent and not move.double:
        options += [Choice("boat", id, names[place]) for place in boats(b, units)]
    if move.begun:
        if len(units) > 1 and (reach.ends or exits):
            options += [Choice("drop", unit.id) for unit in units if not may_drop(b, move, unit)[0]]
        if may_end(b, move, units):
            beside = b.occupied[1 - first.side] & b.ground.neighbour_mask[here]
            if beside and not move.double and any(unit.active for unit in units):
                spent, bank = move.spent + pause_cost(b, units), far_bank(bank_of(units))
                options += [Choice("ready", id, names[place]) for place in prey(b, units, spent, bank)]
            options.append(HALT)
    return options


def choices_to_go(id: str, names: list[str]) -> tuple[list[Choice], list[Choice]]:
    """6.2.d For each hex to go there, and to go there and stop: there are many, so they are made once."""
    return ([Choice("to", id, name) for name in names], [Choice("to", id, name, STOP) for name in names])


def march(b: Battle) -> Procedure:
    """6 The moving group is asked where to go, and goes."""
    move = b.current_move
    units = movers(b, move)
    first = units[0]
    reach: Reach | None = None  # found when it is asked for

    def listing() -> list[Choice]:
        nonlocal reach
        reach = move_reach(b, move, units)
        return march_options(b, move, units, reach)

    options = None if can_move(b, move, units) else listing()
    if options in ([], [HALT]):
        end_move(b)  # with no way on it stays even where no move may end
        return
    prompt = f"Where does {first.name} go?" if not move.begun else f"Does {first.name} go on?"
    answer = yield Decision(
        b.side_name(first.side),
        "march",
        prompt,
        "6.2.a",
        listing if options is None else lambda: options,
        lambda choice: why_not_march(b, move, choice),
        first.id,
    )
    if answer.do == "halt":
        end_move(b)
    elif answer.do in ("along", "drop"):
        unit = b.unit(answer.piece)
        if answer.do == "along":
            join(b, move, unit)
        else:
            drop(b, move, unit)
    elif answer.do == "exit":
        leave_board(b, move)
    elif answer.do == "ready":
        get_ready(b, move, b.ground.index[answer.to])
    elif answer.do == "boat":
        yield from row_over(b, move, b.ground.index[answer.to])
    else:
        found = move_reach(b, move, units) if reach is None else reach
        yield from go(b, move, b.ground.index[answer.to], found, answer.number == STOP)


def join(b: Battle, move: Move, unit: Unit) -> None:
    """A unit goes along (6.a-6.c)."""
    move.units.append(unit.index)
    note_start(unit)
    b.tell("joined", "6.c" if move.begun else "6.a", unit.side, unit.id, b.units[move.units[0]].id, unit.hex)


def note_start(unit: Unit) -> None:
    """8.d A unit sets out; who goes on after it came up for an assault has done so before."""
    if not unit.spent:
        unit.set_out = unit.hex


def drop(b: Battle, move: Move, unit: Unit) -> None:
    """6.c, 6.d A platoon stays behind; its move is over."""
    move.units.remove(unit.index)
    stop(b, unit, move)
    b.tell("left behind", "6.d", unit.side, unit.id, place=unit.hex)


def stop(b: Battle, unit: Unit, move: Move) -> None:
    """A unit ends its move where it is: Finished, and across the river it ends in (5.1.11.1.c)."""
    finish(unit)
    unit.bank = far_bank(unit.bank) if unit.hex >= 0 and b.ground.river >> unit.hex & 1 else NO_BANK
    if move.double:
        unit.doubled = b.turn
    unit.used = True


def end_move(b: Battle) -> None:
    """4.3.2.b All who moved are Finished."""
    move = b.current_move
    for unit in movers(b, move):
        stop(b, unit, move)
    b.move = None


def go(b: Battle, move: Move, place: int, reach: Reach, stops: bool) -> Procedure:
    """6.2 The group goes hex by hex to the chosen one; where something happens on the way it is asked anew.

    6.2.d Who `stops` ends the move there.
    """
    steps = reach.path(place, b.units[move.units[0]].hex)
    before = move.spent
    under_watch = watched(b, 1 - b.units[move.units[0]].side)
    for number, node in enumerate(steps, 1):
        enter_wire(b, move, node[0])
        if not move.units:
            break
        spent = before + reach.spent(node)
        move.bonus = spent == move.spent  # 6.4.c nothing but the extra hex of a road is free
        happened = yield from step(b, move, node, spent, under_watch)
        if not move.units:
            break
        if happened and not (stops and number == len(steps)):
            return
    if not move.units:
        b.move = None
    elif stops or move.bonus:
        end_move(b)


def move_capacity(b: Battle, move: Move) -> int:
    return capacity(b, movers(b, move), move.double)


def step(b: Battle, move: Move, node: Node, spent: int, under_watch: int) -> Generator[Decision, Choice, bool]:
    """One hex is paid for and entered, enemy officers alone there are caught (6.2.f), the enemy may react where he
    watches (4.3.2.f, 8.c)."""
    place, bank, road = node
    units = movers(b, move)
    start = units[0].hex
    if start == OFF_MAP and road >= 0:
        b.column += 1  # 10.1.e
    armed = False
    for unit in units:
        b.put(unit, place)
        if bank != BOTH:
            unit.bank = bank
        unit.moving = True
        unit.used = True
        if type(unit) is Platoon:
            unit.reaction = NEVER
            armed = True
    move.begun = True
    move.spent = spent
    move.road = road
    side = units[0].side
    b.tell(
        "moved",
        "10.1.d" if start == OFF_MAP else "6.2.a",
        side,
        units[0].id,
        place=place,
        value=spent,
        text=" ".join([unit.id for unit in units[1:]]),
        path=(b.ground.names[start], b.ground.names[place]) if start >= 0 else (b.ground.names[place],),
    )
    caught = False
    if armed:
        take_control(b, place, side)
        for officer in b.officers_at(place, 1 - side):
            caught = True
            yield from officer_lost(b, officer, place, place)
    fired = under_watch >> place & 1 == 1 and (yield from react(b, movers(b, move)))
    return fired or caught


def enter_wire(b: Battle, move: Move, place: int) -> None:
    """21.2, 9.2.1.a Each platoon checks before it enters barbed wire; who fails stays outside, Finished."""
    if b.scenario.wire >> place & 1:
        for unit in movers(b, move):
            if type(unit) is Platoon and not wire_check(b, unit):
                move.units.remove(unit.index)
                stop(b, unit, move)


def leave_board(b: Battle, move: Move) -> None:
    """SCN.3 The group leaves by an exit and does not come back."""
    for unit in movers(b, move):
        b.tell("exited", "SCN.3", unit.side, unit.id, place=unit.hex)
        b.remove(unit, EXITED)
        unit.finished = unit.used = True
    b.move = None


def row_over(b: Battle, move: Move, place: int) -> Procedure:
    """5.1.11.2.f A risky action: the whole move is spent on crossing; 8.e the enemy may react to it."""
    spent = move_capacity(b, move)
    enter_wire(b, move, place)
    if move.units:
        side = b.units[move.units[0]].side
        yield from step(b, move, (place, NO_BANK, OFF_ROAD), spent, watched(b, 1 - side))
    if move.units:
        end_move(b)
    else:
        b.move = None


def get_ready(b: Battle, move: Move, place: int) -> None:
    """14.1 The group has come up and waits for the others to assault together; a guest is Finished."""
    units = movers(b, move)
    spent = move.spent + pause_cost(b, units)
    for unit in units:
        if not unit.active:
            stop(b, unit, move)  # HRO.3
            continue
        unit.waiting = place  # 4.3.2.e
        unit.spent = spent
        unit.bank = far_bank(unit.bank) if b.ground.river >> unit.hex & 1 else NO_BANK
    first = movers(b, move)[0]
    b.tell("ready", "14.1", first.side, first.id, place=place)
    b.move = None


# Refusals ----------------------------------------------------------------------------------------


def why_not_march(b: Battle, move: Move, choice: Choice) -> tuple[str, str]:
    """Why the moving group may not do this."""
    unit = b.find_unit(choice.piece)
    first = movers(b, move)[0]
    if choice.do == "along" and unit is not None:
        return may_join(b, move, unit)
    if choice.do == "drop" and unit is not None:
        return may_drop(b, move, unit)
    if choice.do == "halt":
        if not move.begun:
            return (f"{first.name} has begun to move. Choose a hex, or take the order back.", "6.2.b")
        return (f"{first.name} cannot end its move in the river.", "5.1.11.1.e")
    place = b.ground.index.get(choice.to)
    if choice.do == "exit":
        return (f"{first.name} cannot leave the board here.", "SCN.3")
    if place is None:
        return ("", "")
    if choice.do == "ready":
        if move.double:
            return ("A unit at double time cannot assault.", "14.1")
        if not b.occupied[1 - first.side] >> place & 1:
            return (f"There is no enemy platoon in {choice.to}.", "14.1")
        if not move.begun:
            return (f"{first.name} has not moved.", "14.1")
        if not any(type(each) is Platoon for each in movers(b, move)) and place not in planned(b):
            return (f"No platoon is waiting to assault {choice.to}.", "14.1")
        return (f"{first.name} is not next to {choice.to}, or does not have the MP to assault.", "14.1")
    if choice.do == "boat":
        return (f"No boat can cross to {choice.to} from here.", "5.1.11.2.f")
    if choice.do == "to":
        return why_not_there(b, move, place)
    return ("", "")


def why_not_there(b: Battle, move: Move, place: int) -> tuple[str, str]:
    """Why the group cannot go to a hex: the enemy, stacking, the river, double time, or its MP."""
    units = movers(b, move)
    first = units[0]
    name = b.ground.names[place]
    ground = b.ground
    if place == first.hex:
        return (f"{first.name} is already in {name}.", "6.2.a")
    if not ground.playable >> place & 1:
        return (f"{name} is not a whole hex.", "10.1.d")
    if b.occupied[1 - first.side] >> place & 1:
        return (f"The enemy holds {name}; only a close assault can enter it.", "6.2.f")
    steps = steps_of(units)
    there = b.steps[first.side].get(place, 0)
    if steps and there + steps > ground.numbers["stacking"]:
        return (
            f"{there} steps are in {name}; {steps} more would exceed the limit of {ground.numbers['stacking']}.",
            "3.3.a",
        )
    if move.double and b.beside_enemy(first.side) >> place & 1:
        return (f"{name} is next to an enemy platoon.", "6.3.b")
    going = traveller(b, units, move.double)
    if ground.river >> place & 1 and ground.major and not (ground.ford | ground.bridge) >> place & 1:
        return (f"{name} is a major river; no move can end there.", "5.1.11.2.b")
    left = going.capacity - move.spent
    return (f"{first.name} cannot reach {name} with {left} MP.", "6.2.b")
