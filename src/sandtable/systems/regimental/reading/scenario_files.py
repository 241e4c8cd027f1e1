"""Reads scenarios (chapter 11) and checks them: every word known, every hex on the map, every stand in command."""

from sandtable.content import drafts
from sandtable.content.drafts import read_key, read_side, side_readers, take_id
from sandtable.content.files import digest
from sandtable.content.folders import slug
from sandtable.content.header import Source, read_header
from sandtable.content.hex_names import HexNames
from sandtable.content.maps import map_of
from sandtable.content.problems import quoted
from sandtable.content.reader import Reader
from sandtable.geometry.hexes import HexGrid
from sandtable.systems.regimental.reading.book import KEY, book_bytes, rulebook, rules
from sandtable.systems.regimental.reading.maps import MAPS, map_from
from sandtable.systems.regimental.state.book import ORDERS, Rulebook, StandType
from sandtable.systems.regimental.state.scenario import (
    Map,
    Objective,
    RegimentSpec,
    Restriction,
    Scenario,
    SideSpec,
    StandSpec,
    Victory,
)

MOST = 40


class Draft(drafts.Draft[Scenario, Rulebook], kw_only=True):
    """A scenario being read. Without its map it is read on, but nothing is said about hexes."""

    names: HexNames  # empty without a map
    taken: dict[int, str] = {}  # hexes and who stands there
    under_way: bool = False  # from a battle under way: stands need not be in command


def scenario_from(source: Source) -> Scenario | None:
    """The scenario in a table, or None with the problems noted."""
    reader = source.open(KEY)
    book = rulebook()
    name = reader.text("name")
    found = map_of(reader, source, KEY, MAPS, map_from)
    board, map_bytes = found or (Map("", "", 0, 0, ""), b"")
    scenario = Scenario(source.id, name, book, board)
    read_header(reader, scenario, digest(source.content, map_bytes, *book_bytes()))
    scenario.rule = reader.one_of("rule", rules(), "rule")
    scenario.days = reader.integer("days")
    draft = Draft(reader, scenario, book, names=board.hex_names())
    draft.under_way = reader.flag("under_way")
    read_sides(draft)
    for number, each in enumerate(reader.tables("regiments", needed=True, most=MOST), start=1):
        read_regiment(draft, each, number)
    for each in reader.tables("batteries", most=MOST):
        read_battery(draft, each)
    for each in reader.tables("objectives", needed=True, most=MOST):
        read_objective(draft, each)
    for each in reader.tables("restrictions", most=MOST):
        read_restriction(draft, each)
    read_victory(draft, reader.table("victory", needed=True))
    check_forces(draft)
    reader.done()
    return scenario if source.good else None


def read_sides(draft: Draft) -> None:
    """The two sides with their aircraft and supply."""
    for reader, key in side_readers(draft.root, draft.sides):
        side = SideSpec(key, reader.text("name"), reader.word("colour", "colour"))
        side.air = reader.integer("air")
        side.air_from_day = reader.integer("air_from_day")
        side.supply = reader.one_of("supply", draft.book.supply, "supply level")
        draft.scenario.sides.append(side)


def read_regiment(draft: Draft, reader: Reader, number: int) -> None:
    """1.a An HQ and its battalions, each with at most one company."""
    name = reader.text("name")
    key = read_key(reader, slug(name) or f"regiment-{number}")
    take_id(draft.ids, reader, "key", key)
    spec = RegimentSpec(key, name, read_side(reader, draft.sides))
    hq = reader.table("hq", needed=True)
    first = read_stand(draft, hq, draft.book.stands["hq"], f"{key}-hq", f"{name} HQ")
    spec.stands.append(first)
    for each in reader.tables("stands", needed=True, most=8):
        called = each.text("name")
        type = each.one_of(
            "type", [k for k, t in draft.book.stands.items() if t.kind in ("infantry", "tank")], "stand"
        )
        found = draft.book.stands[type] if type else draft.book.stands["infantry"]
        spec.stands.append(read_stand(draft, each, found, slug(called), called))
    draft.scenario.regiments.append(spec)


def read_stand(draft: Draft, reader: Reader, type: StandType, id: str, name: str) -> StandSpec:
    """A core stand: where it stands, its traits and its company (1.2.a, 3.7.b)."""
    book = draft.book
    take_id(draft.ids, reader, "name", id)
    spec = StandSpec(id, name, type, read_hex(draft, reader, "at", name), type.rate)
    rate = reader.one_of("rate", book.rates, "movement rate")
    if rate:
        spec.rate = book.rates[rate]
    spec.superior_gun = reader.flag("superior_gun")
    spec.sp = reader.integer("sp", most=type.sp, default=type.sp)
    company = reader.one_of("company", book.companies, "company")
    if company:
        spec.company = book.companies[company]
        take_id(draft.ids, reader, "company", spec.company_id)
    return spec


def read_battery(draft: Draft, reader: Reader) -> None:
    """5.a A battery is a unit of its own."""
    book = draft.book
    name = reader.text("name")
    kinds = [key for key, type in book.stands.items() if type.artillery]
    type = reader.one_of("type", kinds, "battery")
    battery = book.stands[type or "battery"]
    spec = StandSpec(slug(name), name, battery, read_hex(draft, reader, "at", name), battery.rate)
    take_id(draft.ids, reader, "name", spec.id)
    spec.shots = reader.integer("shots")
    spec.sp = reader.integer("sp", most=battery.sp, default=battery.sp)
    draft.scenario.batteries.append((read_side(reader, draft.sides), spec))


def read_objective(draft: Draft, reader: Reader) -> None:
    """11.a A target hex, its worth and its first holder."""
    name = reader.text("name")
    place = draft.names.read_hex(reader, "at")
    holder = reader.one_of("holder", known_sides(draft), "side")
    if place >= 0 and any(place == other.hex for other in draft.scenario.objectives):
        reader.wrong("at", "two objectives are in this hex")
    points = reader.integer("points")
    draft.scenario.objectives.append(Objective(name, place, points, draft.sides.index(holder) if holder else -1))


def read_restriction(draft: Draft, reader: Reader) -> None:
    """A special rule about orders."""
    keys = [regiment.key for regiment in draft.scenario.regiments]
    orders = reader.words("orders", ORDERS, "order")
    if not orders and reader.good("orders"):
        reader.wrong("orders", "is empty: a regiment must be able to get some order")
    draft.scenario.restrictions.append(
        Restriction(
            reader.words("regiments", keys, "regiment"),
            orders,
            reader.integer("last_day"),
            reader.integer("last_round"),
            reader.integer("alarm_row"),
        )
    )


def read_victory(draft: Draft, reader: Reader) -> None:
    """11.b The points that one side needs."""
    side = reader.one_of("side", known_sides(draft), "side")
    total = sum(objective.points for objective in draft.scenario.objectives)
    win = reader.integer("win", most=max(1, total))
    draw = reader.integer("draw", most=max(1, total), default=win)
    if reader.good("win") and reader.good("draw") and draw > win:
        reader.wrong("draw", f"is {draw}, and {win} points win")
    draft.scenario.victory = Victory(draft.sides.index(side) if side else 0, win, draw, reader.flag("all"))


def check_forces(draft: Draft) -> None:
    """1.2.b Every side has regiments, and every stand starts in command; no hex is shared by enemies' zones."""
    root, scenario = draft.root, draft.scenario
    for number, side in enumerate(scenario.sides):
        if root.good("regiments") and all(each.side != number for each in scenario.regiments):
            root.problems.add(f"sides[{number + 1}]", f"the side {quoted(side.key)} has no regiment")
    if not draft.names:
        return
    grid = HexGrid(scenario.map.rows, scenario.map.columns)
    command = draft.book.numbers["command"]
    for place, regiment in enumerate([] if draft.under_way else scenario.regiments, start=1):
        hq = regiment.stands[0].hex
        for number, stand in enumerate(regiment.stands[1:], start=1):
            if hq >= 0 and stand.hex >= 0 and grid.distance[hq][stand.hex] > command:
                root.problems.add(
                    f"regiments[{place}].stands[{number}].at",
                    f"{stand.name} is {grid.distance[hq][stand.hex]} hexes from its HQ; at most {command} (1.2.b)",
                )


def known_sides(draft: Draft) -> list[str]:
    return [side for side in draft.sides if side]


def read_hex(draft: Draft, reader: Reader, key: str, name: str) -> int:
    """1.b The hex a stand starts in: on the map, and no other stands there."""
    place = draft.names.read_hex(reader, key)
    if place >= 0 and place in draft.taken:
        reader.wrong(key, f"{draft.taken[place]} stands there already; one core stand a hex (1.b)")
    elif place >= 0:
        draft.taken[place] = name
    return place
