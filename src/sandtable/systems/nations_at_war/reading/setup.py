"""Reads and checks the set-up a scenario proposes for automatic play: pieces to hexes, gifts to platoons."""

from sandtable.content.hex_names import HexNames
from sandtable.content.problems import quoted
from sandtable.content.reader import Reader
from sandtable.systems.nations_at_war.reading.draft import can_stand
from sandtable.systems.nations_at_war.state.scenario import FormationSpec, Scenario, UnitSpec

COMMISSAR = "commissar"
CLOSED_TO_MINES = ("city", "river", "bridge")  # 7.2.a
CLOSED_TO_ALL = ("river", "bridge")  # 7.1.a


class Setup:
    """What has been placed so far."""

    __slots__ = ("at", "given", "names", "pieces", "reader", "scenario", "units")

    def __init__(self, scenario: Scenario, names: HexNames, reader: Reader) -> None:
        self.scenario = scenario
        self.names = names
        self.reader = reader
        self.units: dict[str, tuple[FormationSpec, UnitSpec]] = {}
        self.pieces: dict[str, FormationSpec] = {}  # units and HQs
        self.at: dict[str, str] = {}  # piece id -> hex
        self.given: dict[str, list[str]] = {}  # weapon key or "commissar" -> units; defence -> hexes
        for formation in scenario.formations:
            for unit in formation.units:
                self.units[unit.id] = (formation, unit)
                self.pieces[unit.id] = formation
            for hq in [formation.hq, *formation.sub_hqs]:
                if hq is not None:
                    self.pieces[hq.key] = formation


def read_setup(scenario: Scenario, names: HexNames, reader: Reader) -> None:
    """EN.d Read [setup] into scenario.default_setup; it must be legal and complete."""
    setup = Setup(scenario, names, reader)
    defences = {kind for side in scenario.sides for kind in side.defences}
    weapons = {weapon.key for formation in scenario.formations for weapon in formation.free_weapons}
    extras = weapons | ({COMMISSAR} if any(each.commissar for each in scenario.formations) else set())
    # Where the forces are wrong, what is missing here may only be missing there.
    clean = not any(each.place.startswith(("formations", "sides")) for each in reader.problems.found)
    before = len(reader.problems.found)
    for key in reader.names():
        if key in setup.pieces:
            put_piece(setup, key)
        elif key in defences:
            put_defences(setup, key)
        elif key in extras:
            give(setup, key)
        elif clean:
            known = [*setup.pieces, *sorted(defences), *sorted(extras)]
            reader.unknown(key, "piece of this scenario", key, known)
    if clean and len(reader.problems.found) == before:
        check_complete(setup)


def put_piece(setup: Setup, key: str) -> None:
    """A unit or HQ in a hex of its Formation's zone."""
    name = setup.reader.text(key)
    if not name or not setup.names:
        return
    formation = setup.pieces[key]
    if name not in setup.names:
        setup.reader.wrong(key, setup.names.missing(name))
    elif formation.entry_turn:
        setup.reader.wrong(key, f"{formation.name} enters on turn {formation.entry_turn} and does not set up")
    elif not can_stand(setup.scenario, setup.names[name]):
        terrain = setup.scenario.map.terrain[setup.names[name]]
        setup.reader.wrong(key, f"{quoted(name)} is {terrain.name}, where no unit can stand")
    elif formation.zone and setup.names[name] not in formation.zone:
        setup.reader.wrong(key, f"{quoted(name)} is not in the zone of {formation.name}")
    else:
        setup.at[key] = name
        setup.scenario.default_setup.append((key, name))


def put_defences(setup: Setup, kind: str) -> None:
    """7.1.a, 7.2.a Defensive measures in hexes of their side's zones, at most one of each kind in a hex."""
    scenario, reader = setup.scenario, setup.reader
    closed = CLOSED_TO_MINES if kind == "mines" else CLOSED_TO_ALL
    used: dict[int, int] = {}
    for name in reader.text_or_texts(kind):
        if not setup.names:
            return
        if name not in setup.names:
            reader.wrong(kind, setup.names.missing(name))
            continue
        place = setup.names[name]
        owners = {each.side for each in scenario.formations if each.side >= 0 and place in each.zone}
        owners = {each for each in owners if kind in scenario.sides[each].defences}
        there = [other for other, hexes in setup.given.items() if name in hexes]
        if not owners:
            reader.wrong(kind, f"{quoted(name)} is not in a zone of a side that has {kind}")
        elif scenario.map.terrain[place].key in closed:
            reader.wrong(kind, f"{quoted(name)} is {scenario.map.terrain[place].name}, where no {kind} may be")
        elif kind in there or "mines" in there or (there and kind == "mines"):
            reader.wrong(kind, f"{quoted(name)} already holds {there[0]}")
        else:
            side = min(owners)
            used[side] = used.get(side, 0) + 1
            if used[side] > scenario.sides[side].defences[kind]:
                reader.wrong(kind, f"the side has only {scenario.sides[side].defences[kind]}")
            setup.given.setdefault(kind, []).append(name)
            scenario.default_setup.append((kind, name))


def give(setup: Setup, key: str) -> None:
    """2.7.1, CM.a A Support Weapon or the Commissar to a platoon of its Formation."""
    reader = setup.reader
    for id in reader.text_or_texts(key):
        if id not in setup.units:
            reader.unknown(key, "unit of this scenario", id, setup.units)
            continue
        formation, unit = setup.units[id]
        stock = [each.key for each in formation.free_weapons] + [COMMISSAR] * formation.commissar
        taken = [each for each in setup.given.get(key, []) if setup.units[each][0] is formation]
        others = [other for other, ids in setup.given.items() if id in ids and other != COMMISSAR]
        if len(taken) >= stock.count(key):
            reader.wrong(key, f"{formation.name} has {stock.count(key)} to give")
        elif unit.type.kind not in ("infantry", "armored_infantry"):
            reader.wrong(key, f"{unit.name} is not an infantry platoon")
        elif key != COMMISSAR and (unit.weapon is not None or others):
            reader.wrong(key, f"{unit.name} already has a Support Weapon (2.7.1.b)")
        else:
            setup.given.setdefault(key, []).append(id)
            setup.scenario.default_setup.append((key, id))


def check_complete(setup: Setup) -> None:
    """2.5.6.a, 2.5.6.c, 2.9.a Everything that sets up is placed, within stacking, HQs with a unit."""
    scenario, reader = setup.scenario, setup.reader
    numbers = scenario.rulebook.numbers
    missing = [id for id, formation in setup.pieces.items() if formation.zone and id not in setup.at]
    if missing:
        reader.problems.add(reader.place, f"leaves out {', '.join(missing)}")
        return
    for name in dict.fromkeys(setup.at.values()):
        here = [id for id, where in setup.at.items() if where == name]
        hqs = [id for id in here if id not in setup.units]
        for side in range(len(scenario.sides)):
            count = len([id for id in here if id in setup.units and setup.pieces[id].side == side])
            if count > numbers["stacking"]:
                reader.problems.add(reader.place, f"{name} holds {count} units, over {numbers['stacking']}")
        if len(hqs) > numbers["hqs_in_hex"]:
            reader.problems.add(reader.place, f"{name} holds {' and '.join(hqs)}, but one HQ is the limit")
        for hq in hqs:
            if not any(id in setup.units and setup.pieces[id] is setup.pieces[hq] for id in here):
                reader.problems.add(reader.place, f"{hq} is in {name} without a unit of its Formation")
    for formation in scenario.formations:
        if not formation.zone:
            continue
        stock = [each.key for each in formation.free_weapons] + [COMMISSAR] * formation.commissar
        for key in dict.fromkeys(stock):
            got = [id for id in setup.given.get(key, []) if setup.units[id][0] is formation]
            if len(got) < stock.count(key):
                reader.problems.add(reader.place, f"leaves out {key} of {formation.name}")
