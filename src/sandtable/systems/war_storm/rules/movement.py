"""6 Movement: who may move, how far, and with whom; entering and leaving the board."""

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.reach import (
    NO_STEP,
    OFF_ROAD,
    Node,
    Reach,
    Traveller,
    Ways,
    far_bank,
    plain_search,
    search,
    ways_of,
)
from sandtable.systems.war_storm.rules.stacking import closed, steps_of
from sandtable.systems.war_storm.state.book import FOOT, HIGH, NO
from sandtable.systems.war_storm.state.ground import Ground
from sandtable.systems.war_storm.state.pieces import (
    BOTH,
    EITHER,
    LEFT,
    NEVER,
    NO_BANK,
    OFF_MAP,
    RIGHT,
    Battle,
    Move,
    Officer,
    Platoon,
    Unit,
)

DOUBLE_TIME = ("INF", "MG", "MTR")  # 6.3.a


# Who moves, and how far ----------------------------------------------------------------------------


def movers(b: Battle, move: Move) -> list[Unit]:
    return [b.units[i] for i in move.units]


def kind_of(unit: Unit) -> int:
    """6.1.a Its movement type; officers go on foot."""
    return unit.type.move if type(unit) is Platoon else FOOT


def capacity(b: Battle, units: list[Unit], double: bool) -> int:
    """6.2.a, 6.2.g The MP of the slowest; 6.3.a three more at double time."""
    slowest = units[0].mp if len(units) == 1 else min([unit.mp for unit in units])
    return slowest + b.ground.numbers["double_time"] if double else slowest


def why_no_double(b: Battle, unit: Unit) -> tuple[str, str]:
    """6.3 Why a unit may not move at double time; nothing if it may."""
    if type(unit) is Platoon and (unit.type.move != FOOT or unit.type.kind not in DOUBLE_TIME):
        return (f"{unit.name} is not infantry, machine guns or mortars on foot.", "6.3.a")
    if unit.doubled == b.turn - 1:
        return (f"{unit.name} moved at double time in the last turn.", "6.3.c")
    if unit.hex >= 0 and b.beside_enemy(unit.side) >> unit.hex & 1:
        return (f"{unit.name} is next to an enemy platoon.", "6.3.b")
    return ("", "")


def bank_of(units: list[Unit]) -> int:
    """The bank of a group in a river hex: that of whoever has one; 6.2.g BOTH if some are on the other."""
    banks = {unit.bank for unit in units} & {LEFT, RIGHT}
    if len(banks) == 2:
        return BOTH
    return banks.pop() if banks else units[0].bank


def traveller(b: Battle, units: list[Unit], double: bool) -> Traveller:
    """What the group is to the ground."""
    side = units[0].side
    blocked = closed(b, side, steps_of(units))
    if double:
        blocked |= b.beside_enemy(side)  # 6.3.b
    return Traveller(ways_for(b, units), capacity(b, units, double), blocked)


def ways_for(b: Battle, units: list[Unit]) -> Ways:
    """The steps that a group can take."""
    kinds = (kind_of(units[0]),) if len(units) == 1 else tuple(sorted({kind_of(unit) for unit in units}))
    return ways_of(b.ground, kinds, pontoons(b, units))


def pontoons(b: Battle, units: list[Unit]) -> int:
    """5.1.11.2.e, 5.1.11.2.g The hexes with pontoon bridges that a group may use."""
    scenario = b.scenario
    if scenario.foot_pontoons and all(kind_of(unit) == FOOT for unit in units):
        return scenario.pontoons | scenario.foot_pontoons
    return scenario.pontoons


def reach_of(b: Battle, units: list[Unit], double: bool, spent: int = 0, road: int = NO_STEP) -> Reach:
    """Where a group can end its move from where it is."""
    going = traveller(b, units, double)
    ground = b.ground
    start = units[0].hex
    left = going.capacity - spent
    if start == OFF_MAP:
        return search(going, entries(b, units, going), start, left)
    bank = bank_of(units) if ground.river >> start & 1 else NO_BANK
    first = (start, bank, road if ground.road >> start & 1 else OFF_ROAD)
    near = ground.grid.within(start, left + 1)  # 6.4.c one more along a road
    return going.ways.kept.get((first, left, going.blocked & near), lambda: searched(ground, going, first, left))


def searched(ground: Ground, going: Traveller, first: Node, left: int) -> Reach:
    """The same, asked for first: by the quick search where no river is near and no road bonus to be had."""
    start, _, road = first
    if road != OFF_ROAD or ground.river & ground.grid.within(start, left):
        return search(going, {first: 0}, start, left)
    return plain_search(going, start, left)


def move_reach(b: Battle, move: Move, units: list[Unit]) -> Reach:
    """Where the move under way can still go; nowhere once the extra hex of a road is taken (6.4.c)."""
    if move.bonus:
        return Reach(ways_for(b, units), {}, {})
    return reach_of(b, units, move.double, move.spent, move.road)


def may_end(b: Battle, move: Move, units: list[Unit]) -> bool:
    """5.1.11.1.e, 5.1.11.2.b Whether the group may end its move where it is."""
    return units[0].hex >= 0 and move.spent + pause_cost(b, units) <= capacity(b, units, move.double)


def setting_out(unit: Unit, double: bool) -> Move:
    """6 The move of a unit that sets out, or goes on from where it came up for an assault (14.5)."""
    return Move([unit.index], double, unit.spent, road=OFF_ROAD if unit.spent else NO_STEP)


def can_set_out(b: Battle, unit: Unit, double: bool) -> bool:
    """Whether a unit has anywhere to go."""
    most = unit.mp + b.ground.numbers["double_time"] if double else unit.mp
    if steps_off(b, unit, most - unit.spent, double):
        return True
    return can_move(b, setting_out(unit, double), [unit])


def steps_off(b: Battle, unit: Unit, left: int, double: bool) -> bool:
    """Whether a unit on dry land, or a group like it, finds an empty hex of dry land next to it, as most do."""
    ground, place = b.ground, unit.hex
    if place < 0 or ground.river >> place & 1:
        return False
    free = ground.beside_within(kind_of(unit), place, left) & ground.dry & ~(b.occupied[0] | b.occupied[1])
    if double:
        free &= ~b.beside_enemy(unit.side)
    if free and type(unit) is Officer:
        free &= ~closed(b, unit.side, 0)  # 6.2.f
    return free != 0


def can_move(b: Battle, move: Move, units: list[Unit]) -> bool:
    """Whether a group has anywhere to go."""
    ground = b.ground
    first = units[0]
    most = capacity(b, units, move.double)
    if first.hex >= 0 and not move.bonus and not ground.river >> first.hex & 1:
        # A step onto dry land is quickly found; only without one is it worth looking farther.
        kind = kind_of(first)
        if len(units) == 1 or all(kind_of(unit) == kind for unit in units):
            if steps_off(b, first, most - move.spent, move.double):
                return True
            blocked = closed(b, first.side, steps_of(units)) | ground.river
            if move.double:
                blocked |= b.beside_enemy(first.side)
            if ground.beside_within(kind, first.hex, most - move.spent) & ~blocked:
                return True
    if first.hex == OFF_MAP:
        coming = entries(b, units, traveller(b, units, move.double))
        if any(cost <= most and bank == NO_BANK for (_, bank, _), cost in coming.items()):
            return True  # it can end its move where it comes on
    if move_reach(b, move, units).ends:
        return True
    if move.double or move.bonus or first.hex < 0:
        return False
    return may_exit(b, units, move.spent, most) or (not move.spent and bool(boats(b, units)))


# Entering and leaving (10.1.d, 10.1.e) -----------------------------------------------------------


def may_enter(b: Battle, unit: Unit) -> bool:
    """10.b Whether a unit off the board may come on in this turn."""
    entry = b.spec_of(unit).entry
    return unit.hex == OFF_MAP and entry is not None and entry.turn <= b.turn


def entries(b: Battle, units: list[Unit], going: Traveller) -> dict[Node, int]:
    """Entering hexes and what they cost; by road in column, each stack a road MP farther back."""
    entry = b.spec_of(units[0]).entry
    assert entry is not None
    found: dict[Node, int] = {}
    ground = b.ground
    for place in bits(entry.hexes & ~going.blocked):
        bank = EITHER if ground.river >> place & 1 else NO_BANK
        if entry.road >> place & 1:
            cost = max([b.scenario.rulebook.steps["road"][kind_of(unit)] for unit in units]) * (1 + b.column)
            road = max(
                [way for way in ground.way[place] if way >= 0 and ground.paved[way]], default=OFF_ROAD
            )  # 10.1.e
            found[place, bank, road] = cost
        else:
            cost = max([ground.terrain[place].costs[kind_of(unit)] for unit in units])
            if cost < NO:
                found[place, bank, OFF_ROAD] = cost  # 10.1.d
    return found


def may_exit(b: Battle, units: list[Unit], spent: int, most: int) -> bool:
    """SCN.3 Whether a group may leave the board from where it is."""
    place = units[0].hex
    exits = b.scenario.sides[units[0].side].exits
    return place >= 0 and exits >> place & 1 == 1 and spent + b.ground.numbers["exit"] <= most


def boats(b: Battle, units: list[Unit]) -> list[int]:
    """5.1.11.2.f Where boats take a group that has not moved yet: over a river hex next to it, to the other bank."""
    if not b.scenario.boats:
        return []
    ground = b.ground
    start = units[0].hex
    blocked = closed(b, units[0].side, steps_of(units)) | ground.river
    if start < 0 or ground.river >> start & 1:
        return []
    found: set[int] = set()
    for river in ground.neighbours[start]:
        if river not in ground.bank:
            continue
        here = ground.bank[river][ground.side_to(river, start)]
        for side, place in enumerate(ground.beside[river]):
            there = ground.bank[river][side]
            if place >= 0 and here >= 0 and there == far_bank(here) and not blocked >> place & 1:
                found.add(place)
    return sorted(found)


# What a group may do on the way ------------------------------------------------------------------


def may_join(b: Battle, move: Move, unit: Unit) -> tuple[str, str]:
    """Why a unit may not go along with the moving group; nothing if it may (6.a-6.c)."""
    units = movers(b, move)
    first = units[0]
    if unit.side != first.side or unit.hex != first.hex or unit in units:
        return (f"{unit.name} is not in the hex of the moving group.", "6.a")
    guest = type(unit) is Officer and unit.type.role == HIGH and not unit.active
    if guest:
        if unit.used or unit.finished or unit.routed or (type(first) is Officer and first.type.role == HIGH):
            return (f"{unit.name} cannot join the move now.", "HRO.3")
    elif not unit.active or unit.routed or unit.waiting != NEVER:
        return (f"{unit.name} is not activated, or has already acted.", "4.3.1.b")
    if unit.hex == OFF_MAP and unit.company != first.company:
        return (f"{unit.name} enters with its own company.", "10.1.d")
    if type(unit) is Officer and unit.rallying:
        return (f"{unit.name} is rallying.", "3.2.c")
    steps, most = steps_of([*units, unit]), b.ground.numbers["stacking"]
    if steps > most:
        return (f"Together they would have {steps} steps; the limit is {most}.", "3.3.a")
    if move.begun:
        leads = any(type(each) is Officer and each.company == unit.company for each in units)
        if not leads or guest:
            return (f"Only a stack with the officer of its company can pick up {unit.name} on the way.", "6.c")
    if move.double:
        reason, rule = why_no_double(b, unit)
        if reason:
            return (reason, rule)
    if move.spent > capacity(b, [unit], move.double):
        return (f"{unit.name} has fewer MP than the stack has spent.", "6.c")
    if unit.spent > move.spent or (not move.begun and unit.spent < move.spent):
        return (f"{unit.name} has spent a different number of MP from the group.", "6.a")
    together = move.copy()
    together.units.append(unit.index)
    if not can_move(b, together, [*units, unit]):
        return (f"With {unit.name} the group could not go on.", "6.2.b")
    return ("", "")


def may_drop(b: Battle, move: Move, unit: Unit) -> tuple[str, str]:
    """6.c Why a platoon may not be left behind; nothing if it may."""
    units = movers(b, move)
    if unit not in units:
        return (f"{unit.name} is not in the moving group.", "6.c")
    if not move.begun:
        return ("The group has not moved yet.", "6.c")
    leads = any(type(each) is Officer and each.company == unit.company for each in units)
    if type(unit) is not Platoon or not leads:
        return ("Only a stack with its officer can leave platoons behind, and the officer must move on.", "6.c")
    if not may_end(b, move, units):
        return (f"{unit.name} cannot end its move in {b.ground.names[unit.hex]}.", "5.1.11.1.e")
    return ("", "")


def assault_cost(b: Battle, units: list[Unit], start: int, place: int, bank: int = NO_BANK) -> int:
    """14.3, 5.1.11.1.c What it costs to go in: the other terrain of the hex, not its river; NO if it may not.

    Who starts from a river hex must be on the right bank of it, or cross.
    """
    ground = b.ground
    price = max([ground.cost(kind_of(unit), start, place) for unit in units])
    if bank in (LEFT, RIGHT, BOTH):
        shore = ground.bank[start][ground.side_to(start, place)]
        if shore in (LEFT, RIGHT) and shore != bank:
            extra = max([ground.extra["minor-river"][kind_of(unit)] for unit in units])
            price += extra if ground.ford >> start & 1 else NO
    deep = ground.major and ground.river >> place & 1 and not (ground.ford | pontoons(b, units)) >> place & 1
    if deep and ground.way[start][ground.side_to(start, place)] < 0:
        return NO
    return price


def pause_cost(b: Battle, units: list[Unit]) -> int:
    """5.1.11.1.c What stopping in a river hex adds: who waits there has crossed."""
    place = units[0].hex
    if not b.ground.river >> place & 1:
        return 0
    ways = ways_for(b, units)
    return ways.ending[ways.number((place, bank_of(units), OFF_ROAD))]


def planned(b: Battle) -> list[int]:
    """14.1 The hexes that activated platoons wait to assault."""
    return sorted({unit.waiting for unit in b.platoons if unit.active and unit.waiting != NEVER})


def prey(b: Battle, units: list[Unit], spent: int, bank: int = NO_BANK) -> list[int]:
    """14.1 The enemy hexes next to a group that it has the MP to assault, from the bank it is on in a river hex.

    Officers without platoons only join others who wait to assault one.
    """
    start = units[0].hex
    if start < 0:
        return []
    enemy = 1 - units[0].side
    near = b.occupied[enemy] & b.ground.neighbour_mask[start]
    if near and not any(type(unit) is Platoon for unit in units):
        near &= sum([1 << place for place in planned(b)])
    if not near or armoured(units):
        return []
    left = capacity(b, units, False) - spent
    return [
        place
        for place in bits(near)
        if assault_cost(b, units, start, place, bank) <= left and not armoured(b.units_at(place, enemy))
    ]


def armoured(units: list[Unit]) -> bool:
    """16-20 Assaults by and on armour are not in Section 1."""
    return any(type(unit) is Platoon and unit.type.armoured for unit in units)
