"""3.0 and EN.d Setting up: each side in its order places units, HQs, Support Weapons and defensive measures."""

from sandtable.geometry.hexes import mask_of
from sandtable.systems.nations_at_war.rules.combat.hits import Procedure
from sandtable.systems.nations_at_war.rules.movement import crowded
from sandtable.systems.nations_at_war.state.counters import OPERATORS
from sandtable.systems.nations_at_war.state.ground import ground_of
from sandtable.systems.nations_at_war.state.pieces import (
    OFF_MAP,
    TURN_START,
    Battle,
    Formation,
    Hq,
    Unit,
    empty_battle,
    new_formation,
    new_hq,
    new_unit,
)
from sandtable.systems.nations_at_war.state.scenario import Scenario
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision

DEFAULT = Choice("default")  # everything that is left goes where the scenario suggests


def new_battle(scenario: Scenario) -> Battle:
    """3.0 A battle before its set-up: all pieces off the map."""
    battle = empty_battle(scenario, ground_of(scenario))
    units: list[Unit] = []
    for side in (0, 1):
        for index, spec in enumerate(scenario.formations):
            if spec.side != side:
                continue
            for counter in spec.units:
                unit = new_unit(len(units), counter.id, counter.name, side, index, counter.type)
                unit.places_smoke = counter.places_smoke
                unit.weapon = counter.weapon
                unit.leader = counter.leader
                unit.mounted = counter.mounted
                if counter.reduced:
                    unit.steps = 1
                unit.show()
                units.append(unit)
    battle.units = units
    cut = sum(1 for unit in units if unit.side == 0)
    battle.units_of = (units[:cut], units[cut:])
    for index, spec in enumerate(scenario.formations):
        battle.formations.append(new_formation(index, spec, units))
        for hq in [spec.hq, *spec.sub_hqs]:
            if hq is not None:
                battle.hqs.append(new_hq(len(battle.hqs), spec.side, index, hq))
    return battle


def start_control(b: Battle) -> None:
    """13.1.g At the start each side controls the hexes of its set-up area."""
    for formation in b.formations:
        for place in formation.spec.zone:
            b.control[formation.side] |= 1 << place


def set_up(b: Battle) -> Procedure:
    """EN.d One piece an episode: units, HQs, weapons, Commissar, then defensive measures."""
    for side in b.scenario.setup_order:
        for formation in b.formations:
            if formation.side == side and formation.spec.entry_turn == 0:
                for unit in units_of(b, formation):
                    if unit.hex == OFF_MAP:
                        yield from place_unit(b, formation, unit)
                        return
                for hq in b.hqs:
                    if hq.formation == formation.index and hq.hex == OFF_MAP:
                        yield from place_hq(b, formation, hq)
                        return
        for formation in b.formations:
            if formation.side == side:
                given = sum(1 for unit in units_of(b, formation) if unit.weapon is not None)
                before = sum(1 for spec in formation.spec.units if spec.weapon is not None)
                if given - before < len(formation.spec.free_weapons):
                    yield from assign_weapon(b, formation, given - before)
                    return
                if formation.spec.commissar and formation.commissar < 0:
                    yield from assign_commissar(b, formation)
                    return
        for kind, left in b.defences[side].items():
            if left > 0 and measure_hexes(b, side, kind):
                yield from place_measure(b, side, kind)
                return
    b.phase = TURN_START


def units_of(b: Battle, formation: Formation) -> list[Unit]:
    return [unit for unit in b.units_of[formation.side] if unit.formation == formation.index]


def zone_of(b: Battle, side: int) -> list[int]:
    """The set-up area of a side; without one, all of the map."""
    zone = sorted({place for f in b.formations if f.side == side for place in f.spec.zone})
    return zone or list(range(b.ground.size))


def place_unit(b: Battle, formation: Formation, unit: Unit) -> Procedure:
    """EN.d Within the zone, within stacking, not impassable, not where the enemy stands."""
    names = b.ground.names
    open_hexes = b.ground.passable & ~b.occupied(1 - unit.side)

    def listing() -> list[Choice]:
        options = []
        last = not any(other.hex == OFF_MAP and other is not unit for other in units_of(b, formation))
        room = open_hexes & ~crowded(b, unit.side, 1, False)
        if last:
            room &= room_for_hqs(b, formation)
        for place in formation.spec.zone:
            if room >> place & 1:
                options.append(Choice("place", unit.id, names[place]))
                if unit.type.transport:
                    options.append(Choice("place mounted", unit.id, names[place]))
        if b.scenario.default_setup and not default_trouble(b, unit.side):
            options.append(DEFAULT)
        return options

    def why(choice: Choice) -> tuple[str, str]:
        if choice.do == "default":
            trouble = default_trouble(b, unit.side)
            if b.scenario.default_setup and not trouble:
                return ("The rest go where the scenario suggests: name no unit and no hex.", "EN.d")
            return (f"The rest cannot go where the scenario suggests: {trouble or 'it suggests nothing.'}", "EN.d")
        if choice.to not in b.ground.index:
            return (f"There is no hex {choice.to!r} on this map.", "EN.d")
        if b.ground.index[choice.to] not in formation.spec.zone:
            return (f"{choice.to} is outside the set-up area of {formation.name}.", "EN.d")
        place = b.ground.index[choice.to]
        if not b.ground.passable >> place & 1:
            kind = b.ground.terrain[place]
            return (f"{choice.to} is {kind.name} and cannot be entered.", kind.rule)
        if not open_hexes >> place & 1:
            return (f"There are enemies in {choice.to}.", "EN.d")
        if choice.do == "place mounted" and not unit.type.transport:
            return (f"{unit.name} has no transport.", "4.3.a")
        if crowded(b, unit.side, 1, False) >> place & 1:
            return (f"{choice.to} already holds two of your units.", "2.9.a")
        return (f"No hex would be left for the HQ of {formation.name}, since a hex holds only one HQ.", "2.5.6.c")

    answer = yield Decision(
        b.side_name(unit.side),
        "setup",
        f"Set up {unit.name} ({formation.name}).{not_as_suggested(b, unit.side)}",
        "EN.d",
        listing,
        why,
        unit.id,
    )
    if answer.do == "default":
        use_default(b, unit.side)
        return
    unit.mounted = answer.do == "place mounted"
    unit.show()
    unit.hex = b.ground.index[answer.to]
    b.tell("placed", "EN.d", unit.side, unit.id, place=unit.hex)


def room_for_hqs(b: Battle, formation: Formation) -> int:
    """2.5.6.c Where the last unit of a Formation leaves each of its HQs a hex: those that are free, or its own."""
    free = hexes_for_hqs(b, formation)
    missing = sum([hq.formation == formation.index for hq in b.hqs]) - len(free)
    if missing <= 0:
        return b.ground.grid.all
    led = [hq.hex for hq in b.hqs if hq.side == formation.side and hq.hex >= 0]
    return b.ground.grid.all & ~mask_of((*free, *led)) if missing == 1 else 0


def hexes_for_hqs(b: Battle, formation: Formation) -> set[int]:
    """2.5.6.a, 2.5.6.c The hexes with a unit of the Formation and without an HQ."""
    places = {unit.hex for unit in units_of(b, formation) if unit.hex >= 0}
    return {place for place in places if b.hq_at(place, formation.side) is None}


def place_hq(b: Battle, formation: Formation, hq: Hq) -> Procedure:
    """An HQ with a unit of its Formation; one HQ a hex."""
    places = sorted(hexes_for_hqs(b, formation))
    answer = yield from ask(
        b,
        hq.side,
        "setup",
        f"Set up {hq.name} with a unit of {formation.name}.",
        "2.5.6.a",
        [Choice("place", hq.id, b.ground.names[place]) for place in places],
        lambda choice: why_no_hq(b, choice, hq),
        hq.id,
    )
    hq.hex = b.ground.index[answer.to]
    b.tell("placed", "EN.d", hq.side, hq.id, place=hq.hex)


def why_no_hq(b: Battle, choice: Choice, hq: Hq) -> tuple[str, str]:
    """Why an HQ may not be set up in a hex."""
    if choice.to in b.ground.index and b.hq_at(b.ground.index[choice.to], hq.side) is not None:
        return (f"There is already an HQ in {choice.to}.", "2.5.6.c")
    return (f"{hq.name} must be with a unit of its Formation.", "2.5.6.a")


def assign_weapon(b: Battle, formation: Formation, number: int) -> Procedure:
    """2.7.1 A Support Weapon goes to one Infantry or Armored Infantry platoon, one weapon a platoon."""
    weapon = formation.spec.free_weapons[number]
    fit = [u for u in units_of(b, formation) if u.weapon is None and u.type.kind in OPERATORS]
    answer = yield from ask(
        b,
        formation.side,
        "setup",
        f"Assign the {weapon.name} to a platoon.",
        "2.7.1.a",
        [Choice("assign", weapon.key, unit.id) for unit in fit],
        lambda choice: ("Only Infantry and Armored Infantry can use Support Weapons, one each.", "2.5.2.b"),
    )
    unit = b.unit(answer.to)
    unit.weapon = weapon
    b.tell("assigned", "2.7.1.a", formation.side, unit.id, text=weapon.name)


def assign_commissar(b: Battle, formation: Formation) -> Procedure:
    """CM.a He goes with one infantry platoon of the Formation and stays with it."""
    fit = [unit for unit in units_of(b, formation) if unit.type.kind == "infantry"]
    answer = yield from ask(
        b,
        formation.side,
        "setup",
        "Assign the Commissar to a platoon.",
        "CM.a",
        [Choice("assign", "commissar", unit.id) for unit in fit],
        lambda choice: ("The Commissar goes with an infantry platoon of his Formation.", "CM.a"),
    )
    unit = b.unit(answer.to)
    formation.commissar = unit.index
    b.tell("assigned", "CM.a", formation.side, unit.id, text="Commissar")


def measure_hexes(b: Battle, side: int, kind: str) -> list[int]:
    """7.1.a, 7.2.a One marker of a kind a hex, not on water or a bridge; mines alone, and not in a City."""
    lying = {"improved": b.improved, "mines": b.mines, "wire": b.wire, "ditch": b.ditches}
    taken = lying[kind] | b.mines | b.ground.bridges
    if kind == "mines":
        taken |= b.improved | b.wire | b.ditches | b.ground.city
    open_hexes = b.ground.passable & ~taken
    return [place for place in zone_of(b, side) if open_hexes >> place & 1]


def place_measure(b: Battle, side: int, kind: str) -> Procedure:
    """7.0 One Improved Position, Mines, Wire or Ditch marker."""
    name = b.scenario.rulebook.markers[kind].name
    answer = yield Decision(
        b.side_name(side),
        "setup",
        f"Place {name}.",
        "7.2.a" if kind == "mines" else "7.1.a",
        lambda: [Choice("place", kind, b.ground.names[place]) for place in measure_hexes(b, side, kind)],
        lambda choice: why_no_measure(b, side, kind, choice),
    )
    put_measure(b, side, kind, b.ground.index[answer.to])


def why_no_measure(b: Battle, side: int, kind: str, choice: Choice) -> tuple[str, str]:
    """Why a defensive measure may not lie in a hex."""
    rule = "7.2.a" if kind == "mines" else "7.1.a"
    name = b.scenario.rulebook.markers[kind].name
    place = b.ground.index.get(choice.to, OFF_MAP)
    if place not in zone_of(b, side):
        return (f"{choice.to or 'That'} is outside your set-up area.", rule)
    terrain = b.ground.terrain[place]
    if not terrain.passable or terrain.key == "bridge" or (kind == "mines" and terrain.key == "city"):
        return (f"{name} cannot be placed in a {terrain.name} hex.", rule)
    if kind != "mines" and not b.mines >> place & 1:
        return (f"{name} is already in {choice.to}.", rule)
    return (f"{choice.to} already has another defensive measure.", "7.2.a")


def put_measure(b: Battle, side: int, kind: str, place: int) -> None:
    bit = 1 << place
    if kind == "improved":
        b.improved |= bit
    elif kind == "mines":
        b.mines |= bit
    elif kind == "wire":
        b.wire |= bit
    else:
        b.ditches |= bit
    b.defences[side][kind] -= 1
    b.tell("placed", "7.2.a" if kind == "mines" else "7.1.a", side, kind, place=place)


def default_trouble(b: Battle, side: int) -> str:
    """Why what is left cannot go where the scenario suggests, beside what the player has placed; or nothing."""
    names = b.ground.names
    where = {id: b.ground.index[name] for id, name in b.scenario.default_setup if name in b.ground.index}
    places: list[int] = []
    for formation in b.formations:
        if formation.side != side or formation.spec.entry_turn:
            continue
        own = [unit.hex if unit.hex != OFF_MAP else where.get(unit.id, OFF_MAP) for unit in units_of(b, formation)]
        places += own
        for hq in b.hqs:
            if hq.formation == formation.index:
                place = hq.hex if hq.hex != OFF_MAP else where.get(hq.id, OFF_MAP)
                if place < 0:
                    return f"no hex is suggested for {hq.name}."
                if place not in own:
                    return f"{hq.name} would be without a unit of its own in {names[place]}."
                if any(other.hex == place and other is not hq for other in b.hqs):
                    return f"another HQ stands in {names[place]}, where {hq.name} should go."
    enemies = b.occupied(1 - side)
    most = b.ground.numbers["stacking"]
    for place in places:
        if place < 0:
            return "a hex is not suggested for every unit."
        if enemies >> place & 1:
            return f"there are enemies in {names[place]}."
        if places.count(place) > most:
            return f"{names[place]} would hold more than {most} of your units."
    return ""


def not_as_suggested(b: Battle, side: int) -> str:
    """EN.d What the question says where the suggestion is no longer offered."""
    trouble = default_trouble(b, side) if b.scenario.default_setup else ""
    return f" No longer as the scenario suggests: {trouble}" if trouble else ""


def use_default(b: Battle, side: int) -> None:
    """Put what is left of a side where the scenario suggests it."""
    for formation in b.formations:
        if formation.side != side or formation.spec.entry_turn:
            continue
        for unit in units_of(b, formation):
            for id, where in b.scenario.default_setup:
                if id == unit.id and unit.hex == OFF_MAP:
                    unit.hex = b.ground.index[where]
                    b.tell("placed", "EN.d", side, unit.id, place=unit.hex)
        for hq in b.hqs:
            for id, where in b.scenario.default_setup:
                if hq.formation == formation.index and id == hq.id and hq.hex == OFF_MAP:
                    hq.hex = b.ground.index[where]
                    b.tell("placed", "EN.d", side, hq.id, place=hq.hex)
        for weapon in formation.spec.free_weapons:
            for id, where in b.scenario.default_setup:
                owner = b.find_unit(where)
                if id == weapon.key and owner is not None and owner.weapon is None:
                    owner.weapon = weapon
                    b.tell("assigned", "2.7.1.a", side, owner.id, text=weapon.name)
        for id, where in b.scenario.default_setup:
            owner = b.find_unit(where)
            if id == "commissar" and formation.spec.commissar and owner is not None:
                formation.commissar = owner.index
                b.tell("assigned", "CM.a", side, owner.id, text="Commissar")
    for id, where in b.scenario.default_setup:
        if b.defences[side].get(id, 0) > 0:
            put_measure(b, side, id, b.ground.index[where])
