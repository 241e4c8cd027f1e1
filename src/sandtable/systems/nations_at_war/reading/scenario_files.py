"""Reads scenarios (chapter 13) and checks them: every word known, every hex on the map, room for all."""

from sandtable.content.drafts import read_key, read_side, side_readers, take_id
from sandtable.content.files import digest
from sandtable.content.folders import slug
from sandtable.content.header import Source, read_header
from sandtable.content.maps import map_of
from sandtable.content.problems import quoted
from sandtable.content.reader import Reader, described
from sandtable.systems.nations_at_war.reading.book import KEY, book_bytes, rulebook
from sandtable.systems.nations_at_war.reading.draft import Draft, can_stand
from sandtable.systems.nations_at_war.reading.maps import MAPS, hex_names, map_from
from sandtable.systems.nations_at_war.reading.setup import read_setup
from sandtable.systems.nations_at_war.reading.victory import read_victory
from sandtable.systems.nations_at_war.state.counters import OPERATORS, HqType, UnitType
from sandtable.systems.nations_at_war.state.scenario import FormationSpec, Map, Mission, Scenario, SideSpec, UnitSpec

DEFENCES = ("improved", "mines", "wire", "ditch")  # 2.12.4
MOST_UNITS = 40


def scenario_from(source: Source) -> Scenario | None:
    """The scenario in a table, or None with the problems noted."""
    reader = source.open(KEY)
    book = rulebook()
    name = reader.text("name")
    found = map_of(reader, source, KEY, MAPS, map_from)  # 13.1.c
    board, map_bytes = found or (Map("", "", 0, 0, ""), b"")
    scenario = Scenario(source.id, name, book, board)
    read_header(reader, scenario, digest(source.content, map_bytes, *book_bytes()))
    numbers = book.numbers
    scenario.turns = reader.integer("turns", most=numbers["track_boxes"])
    scenario.end_turn_markers = reader.integer("end_turn_markers")
    scenario.chaos = reader.integer("chaos")
    draft = Draft(reader, scenario, book, names=hex_names(board))
    read_sides(draft)
    switches = reader.table("rules")
    scenario.water_is_clear = switches.flag("water_is_clear")
    for number, each in enumerate(reader.tables("formations", needed=True, most=MOST_UNITS)):
        read_formation(draft, each, number)
    read_order(draft)
    read_switches(draft, switches)
    read_victory(draft, reader.table("victory", needed=True))
    check_forces(draft)
    if reader.has("setup"):
        read_setup(scenario, draft.names, reader.table("setup"))
    reader.done()
    return scenario if source.good else None


def read_sides(draft: Draft) -> None:
    """13.1.b The two sides with their support and defensive measures."""
    root, scenario, book = draft.root, draft.scenario, draft.book
    for reader, key in side_readers(root, draft.sides):
        side = SideSpec(key, reader.text("name"))
        side.fate = reader.integer("fate")
        side.designated = reader.integer("designated")
        side.aircraft = [book.aircraft[each] for each in reader.words("aircraft", book.aircraft, "aircraft")]
        flown = [craft for other in scenario.sides for craft in other.aircraft]
        for craft in side.aircraft:
            if craft in flown:
                reader.wrong("aircraft", f"two aircraft are called {quoted(craft.key)}, but each marker is for one")
            elif craft.recon and any(other.recon for other in flown):
                reader.wrong("aircraft", "a battle has one recon plane")  # RP.a
            flown.append(craft)
        for mission in reader.tables("missions", most=20):
            firepower, to_hit = mission.integer("firepower"), mission.integer("to_hit")
            he_only = mission.flag("he_only")
            called = mission.text("name", f"{firepower}{to_hit} HE" if he_only else f"{firepower}{to_hit}")
            if any(
                gun.name == called and (gun.firepower, gun.to_hit, gun.he_only) != (firepower, to_hit, he_only)
                for gun in side.missions
            ):
                mission.wrong(
                    "name", f"fire missions that differ need different names; two are called {quoted(called)}"
                )
            for _ in range(mission.integer("count")):
                side.missions.append(Mission(called, firepower, to_hit, he_only))
        defences = reader.table("defences")
        for kind in DEFENCES:
            count = defences.integer(kind)
            if count:
                side.defences[kind] = count
        scenario.sides.append(side)


def read_formation(draft: Draft, reader: Reader, number: int) -> None:
    """2.10 A Formation: HQ, units, and where it sets up or enters."""
    scenario, book = draft.scenario, draft.book
    name = reader.text("name")
    key = read_key(reader, slug(name) or f"formation-{number + 1}")
    if key and any(key == other.key for other in scenario.formations):
        reader.wrong("key", f"two Formations are called {quoted(key)}")
    formation = FormationSpec(key, name, read_side(reader, draft.sides), read_hq(draft, reader))
    for place, sub in enumerate(reader.words("sub_hqs", book.hqs, "HQ"), start=1):
        if not book.hqs[sub].sub:
            reader.problems.add(f"{reader.at('sub_hqs')}[{place}]", f"{quoted(sub)} is not a sub-HQ")
        take_id(draft.ids, reader, "sub_hqs", sub)
        formation.sub_hqs.append(book.hqs[sub])
    for line in reader.tables("units", needed=True, most=MOST_UNITS):
        formation.units += read_units(draft, line)
    read_extras(draft, reader, formation)
    read_place(draft, reader, formation)
    scenario.formations.append(formation)


def read_hq(draft: Draft, reader: Reader) -> HqType | None:
    """2.5.6 The one HQ of a Formation."""
    hqs = draft.book.hqs
    written = reader.raw("hq")
    if isinstance(written, list):
        reader.wrong("hq", f"a Formation has one HQ, but this is {described(written)}; others are sub_hqs")
        return None
    key = reader.one_of("hq", hqs, "HQ")
    if not key:
        return None
    if hqs[key].sub:
        reader.wrong("hq", f"{quoted(key)} is a sub-HQ; write it under sub_hqs")
    take_id(draft.ids, reader, "hq", key)
    return hqs[key]


def read_units(draft: Draft, reader: Reader) -> list[UnitSpec]:
    """One line of an order of battle: so many units of a type."""
    book = draft.book
    key = reader.one_of("type", book.units, "unit")
    count = reader.integer("count")
    id, name = reader.text("id"), reader.text("name")
    reduced, mounted = reader.flag("reduced"), reader.flag("mounted")
    attached, places_smoke = reader.flag("attached"), reader.flag("places_smoke")
    weapon = reader.one_of("weapon", book.weapons, "Support Weapon")
    leader: tuple[int, int] | None = None
    if reader.has("leader"):
        values = reader.table("leader")
        leader = (values.integer("leadership"), values.integer("morale"))
    if (id or name) and count > 1:
        reader.wrong("count", "must be 1 for a unit with an id or name of its own")
    if id and id != slug(id):
        reader.wrong("id", f"must be lower-case letters, digits and dashes: {quoted(slug(id))}")
    if not key:
        return []
    type = book.units[key]
    if mounted and not type.transport:
        reader.wrong("mounted", f"{type.name} has no transport side")
    if reduced and type.steps == 1:
        reader.wrong("reduced", f"{type.name} has only one step")
    if weapon and type.kind not in OPERATORS:
        reader.wrong("weapon", f"{type.name} cannot have a Support Weapon; only infantry can (2.5.2.b)")
    units: list[UnitSpec] = []
    for _ in range(count):
        unit = new_unit(draft, reader, type, id, name)
        unit.reduced, unit.mounted = reduced, mounted
        unit.attached, unit.places_smoke = attached, places_smoke
        unit.weapon = book.weapons[weapon] if weapon else None
        unit.leader = leader
        units.append(unit)
    return units


def new_unit(draft: Draft, reader: Reader, type: UnitType, id: str, name: str) -> UnitSpec:
    """A unit with its own id and name; types are numbered on through the whole scenario."""
    number = draft.counts.get(type.key, 0) + 1
    draft.counts[type.key] = number
    unit = UnitSpec(id or f"{type.key}-{number}", name or f"{type.name} #{number}", type)
    take_id(draft.ids, reader, "id" if id else "type", unit.id)
    return unit


def read_extras(draft: Draft, reader: Reader, formation: FormationSpec) -> None:
    """2.7.1, CM.a What its owner gives to a platoon at set-up: Support Weapons, a Commissar."""
    book = draft.book
    weapons = reader.words("weapons", book.weapons, "Support Weapon")
    formation.free_weapons = [book.weapons[each] for each in weapons]
    formation.commissar = reader.flag("commissar")
    if not reader.good("units"):
        return
    able = [unit for unit in formation.units if unit.type.kind in OPERATORS]
    room = len([unit for unit in able if unit.weapon is None])
    if len(weapons) > room:
        reader.wrong(
            "weapons",
            f"{len(weapons)} Support Weapons for {room} infantry platoons without one; at most one each",
        )
    if formation.commissar and not able:
        reader.wrong("commissar", "needs an infantry platoon to go with (CM.a)")


def read_place(draft: Draft, reader: Reader, formation: FormationSpec) -> None:
    """EN Either a zone to set up in, or a turn and edges to enter by."""
    scenario = draft.scenario
    sets_up, enters = reader.has("zone"), reader.has("entry_turn") or reader.has("edges")
    if sets_up and enters:
        reader.wrong("zone", "a Formation either sets up in a zone or enters (entry_turn, edges), not both")
    elif not sets_up and not enters:
        reader.wrong("zone", "is missing; for a Formation that enters, write entry_turn and edges instead")
    if sets_up:
        zone = draft.names.read_hexes(reader, "zone")
        formation.zone = [place for place in zone if can_stand(scenario, place)]
        if zone and not formation.zone:
            reader.wrong("zone", "no unit can stand in any of these hexes")
    if enters:
        formation.entry_turn = reader.integer("entry_turn")
        if reader.good("entry_turn") and draft.root.good("turns") and formation.entry_turn > scenario.turns:
            reader.wrong("entry_turn", f"is {formation.entry_turn}, but the last turn is {scenario.turns}")
        formation.one_edge = reader.flag("one_edge")
        groups = reader.texts("edges", needed=True)
        if not groups and reader.good("edges"):
            reader.wrong("edges", "is empty")
        for number, text in enumerate(groups, start=1):
            formation.edges.append(read_group(draft, reader, text, f"{reader.at('edges')}[{number}]"))


def read_group(draft: Draft, reader: Reader, text: str, place: str) -> list[int]:
    """One group of entry hexes, all at the edge of the map."""
    group = draft.names.hexes_of(reader, "edges", text, place)
    inner = draft.names.inner(group)
    if inner:
        reader.problems.add(place, f"{inner} is not at the edge of the map")
        return []
    if group and not any(can_stand(draft.scenario, each) for each in group):
        reader.problems.add(place, "no unit can enter by any of these hexes")
    return group


def read_order(draft: Draft) -> None:
    """3.2.a, EN.d Who is the Axis, and in which order the sides set up."""
    root, scenario = draft.root, draft.scenario
    known = [each for each in draft.sides if each]
    axis = root.one_of("axis", known, "side", known[0] if known else "")
    scenario.axis = draft.sides.index(axis) if axis else 0
    order = root.words("setup_order", known, "side") if root.has("setup_order") else list(known)
    if root.good("setup_order") and sorted(order) != sorted(known):
        root.wrong("setup_order", "must name each side once")
    scenario.setup_order = [draft.sides.index(each) for each in order]


def read_switches(draft: Draft, reader: Reader) -> None:
    """13.1.f The special rules: named switches that a chapter reads."""
    scenario = draft.scenario
    scenario.smoke_allowed = reader.flag("smoke_allowed")
    scenario.mortar_smoke = reader.integer("mortar_smoke")
    keys = [each.key for each in scenario.formations if each.key]
    scenario.may_go_first = reader.words("may_go_first", keys, "Formation")
    scenario.first_formations = reader.words("first_formations", keys, "Formation")
    scenario.plane_roll = reader.integer("plane_roll")
    for switch in ("may_go_first", "first_formations"):
        named = scenario.may_go_first if switch == "may_go_first" else scenario.first_formations
        if len(set(named)) < len(named):
            reader.wrong(switch, "names a Formation twice")
        for formation in scenario.formations:
            if formation.key in named and formation.entry_turn > 1:
                reader.wrong(switch, f"{formation.name} is not there on turn 1")


def check_forces(draft: Draft) -> None:
    """2.9.a, 7.1.a Every side has Formations, and its zones hold its units and defensive measures."""
    root, scenario = draft.root, draft.scenario
    stacking = draft.book.numbers["stacking"]
    zones: list[set[int]] = []
    for number, side in enumerate(scenario.sides):
        place = f"sides[{number + 1}]"
        own = [each for each in scenario.formations if each.side == number]
        unknown = any(each.side < 0 for each in scenario.formations)
        if not own and not unknown and root.good("formations"):
            root.problems.add(place, f"the side {quoted(side.key)} has no Formation")
        setting_up = [each for each in own if each.zone]
        for formation in setting_up:
            index = scenario.formations.index(formation)
            need, room = len(formation.units), stacking * len(formation.zone)
            if need > room:
                root.problems.add(
                    f"formations[{index + 1}].zone",
                    f"{len(formation.zone)} hexes hold {room} units, but {formation.name} has {need}",
                )
        zone = {each for formation in setting_up for each in formation.zone}
        need, room = sum(len(each.units) for each in setting_up), stacking * len(zone)
        if len(setting_up) > 1 and need > room:
            root.problems.add(place, f"its zones hold {room} units in all, but {need} set up there")
        if draft.names and side.defences and not unknown:
            for kind, count in side.defences.items():
                if count > len(zone):
                    root.problems.add(
                        f"{place}.defences.{kind}", f"is {count}, but the side sets up in {len(zone)} hexes"
                    )
        zones.append(zone)
    if len(zones) == 2 and zones[0] & zones[1]:
        shared = draft.names.name(min(zones[0] & zones[1]))
        root.problems.add("formations", f"the zones of the two sides share hexes, for example {shared}")
