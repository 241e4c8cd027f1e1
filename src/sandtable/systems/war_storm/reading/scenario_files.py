"""10 Reads scenarios and checks them: every word known, every hex on the board, every hex within its stacking."""

from sandtable.content.book import unfold
from sandtable.content.drafts import read_side, side_readers
from sandtable.content.files import digest
from sandtable.content.header import Source, read_header
from sandtable.content.maps import map_files, source_map
from sandtable.content.problems import quoted
from sandtable.content.reader import Reader
from sandtable.systems.war_storm.reading.areas import read_area, read_hex
from sandtable.systems.war_storm.reading.book import KEY, book_bytes, rulebook, rules
from sandtable.systems.war_storm.reading.forces import check_officers, check_room, check_stacking, read_force
from sandtable.systems.war_storm.reading.maps import MAPS, sheet_from
from sandtable.systems.war_storm.state.board import Board, Placement, Sheet, compose, overlap
from sandtable.systems.war_storm.state.book import REPLACEMENT, OfficerType, Rulebook
from sandtable.systems.war_storm.state.scenario import (
    Award,
    Grade,
    Objective,
    Scenario,
    SideSpec,
)

TURNED = "~"  # after the letter of a map: laid the other way about
MOST = 40


def scenario_from(source: Source) -> Scenario | None:
    """The scenario in a table, or None with the problems noted."""
    reader = source.open(KEY)
    board, map_bytes = read_layout(reader, source)
    scenario = Scenario(source.id, reader.text("name"), rulebook(), board or Board(1, 1))
    read_header(reader, scenario, digest(source.content, *map_bytes, *book_bytes()))
    scenario.outcome = unfold(reader.text("outcome"))
    scenario.special = reader.texts("special")
    scenario.rule = reader.one_of("rule", rules(), "rule")
    scenario.turns = reader.integer("turns")
    scenario.river = reader.word("river", "kind of river")
    scenario.boats = reader.flag("boats")
    scenario.spotting = reader.integer("spotting")
    scenario.fire_modifier = reader.integer("fire_modifier")
    scenario.fords = read_area(board, reader, "fords")
    scenario.pontoons = read_area(board, reader, "pontoons")
    scenario.wire = read_area(board, reader, "wire")
    scenario.roadblocks = read_area(board, reader, "roadblocks")
    scenario.ditches = read_area(board, reader, "ditches")
    sides = read_sides(reader, scenario, board)
    for each in reader.tables("forces", needed=True, most=MOST):
        read_force(each, scenario, board, sides)
    marked_companies(reader, scenario)
    read_deployment(reader, scenario, sides)
    for each in reader.tables("objectives", most=MOST):
        read_objective(each, scenario, board, sides)
    for each in reader.tables("awards", needed=True, most=MOST):
        read_award(each, scenario, board, sides)
    for each in reader.tables("grades", most=MOST):
        read_grade(each, scenario, sides)
    check_whole(reader, scenario)
    if reader.good("forces") and reader.good("sides"):
        check_officers(reader, scenario)
    if board is not None:
        check_stacking(reader, scenario)
        check_room(reader, scenario)
    reader.done()
    return scenario if source.good else None


# Maps --------------------------------------------------------------------------------------------


def read_layout(reader: Reader, source: Source) -> tuple[Board | None, list[bytes]]:
    """10.a The maps in rows from the north, each by its letter: ["A B~", "C D"], ~ turned about, . nothing."""
    known = {key.upper(): path for key, path in map_files(MAPS, source.beside, KEY).items()}
    rows = reader.text_or_texts("layout")
    placements: list[Placement] = []
    contents: list[bytes] = []
    sheets: dict[str, Sheet] = {}
    for down, row in enumerate(rows):
        for across, word in enumerate(row.split()):
            letter = word.removesuffix(TURNED)
            if letter == ".":
                continue
            if letter not in known:
                reader.unknown("layout", "map", letter, known)
                continue
            if letter not in sheets:
                found = source_map(source, known[letter], letter, KEY, sheet_from)
                if found is None:
                    reader.mark("layout")
                    continue
                sheets[letter] = found[0]
                contents.append(found[1])
            placements.append(Placement(sheets[letter], across, down, word.endswith(TURNED)))
    if not reader.good("layout"):
        return (None, contents)
    fault = overlap(placements)
    if fault:
        reader.wrong("layout", fault)
        return (None, contents)
    return (compose(placements), contents)


# Sides -------------------------------------------------------------------------------------------


def read_sides(root: Reader, scenario: Scenario, board: Board | None) -> list[str]:
    """10.b The two sides; their keys."""
    keys: list[str] = []
    for reader, key in side_readers(root, keys):
        colour = reader.word("colour", "colour")
        side = SideSpec(key, reader.text("name"), colour, reader.word("nation", "nation", key))
        side.baseline = reader.word("baseline", "edge of the board")
        side.attacker = reader.flag("attacker")
        side.initiative = reader.integer("initiative")
        side.markers = reader.integer("markers")
        side.marked = tuple(reader.texts("marked"))
        side.exits = read_area(board, reader, "exits")
        side.improved = read_area(board, reader, "improved")
        side.replacements = read_replacements(reader, side, scenario.rulebook)
        scenario.sides.append(side)
    return keys


def read_replacements(reader: Reader, side: SideSpec, book: Rulebook) -> list[OfficerType]:
    """7.4.4 The replacement officers of a side: those named, or all of its nation."""
    ours = {key: each for key, each in book.officers.items() if each.side == side.nation and each.role == REPLACEMENT}
    if not reader.has("replacements"):
        return list(ours.values())
    return [ours[key] for key in reader.words("replacements", ours, "replacement officer")]


def marked_companies(root: Reader, scenario: Scenario) -> None:
    """8.l The companies that may start with Reaction markers are companies of that side."""
    for number, side in enumerate(scenario.sides):
        known = [company.key for company in scenario.companies if company.side == number]
        for place, word in enumerate(side.marked, start=1):
            if word not in known:
                root.problems.unknown(f"sides[{number + 1}].marked[{place}]", "company", word, known)


def read_deployment(reader: Reader, scenario: Scenario, sides: list[str]) -> None:
    """Who deploys first; without a word the sides in their order. A side that has nothing to deploy is left out."""
    order = reader.words("deploy", sides, "side") or sides
    numbers = list(dict.fromkeys(sides.index(key) for key in [*order, *sides] if key in sides))
    deploying = {company.side for company in scenario.companies if company.area}
    scenario.deploy = [side for side in numbers if side in deploying]


# Victory -----------------------------------------------------------------------------------------


def read_objective(reader: Reader, scenario: Scenario, board: Board | None, sides: list[str]) -> None:
    """SCN.1 A hex to hold, and who holds it at first."""
    name = reader.text("name")
    place = read_hex(board, reader, "at")
    holder = reader.one_of("holder", sides, "side")
    if place >= 0 and any(place == other.hex for other in scenario.objectives):
        reader.wrong("at", "two objectives are in this hex")
    scenario.objectives.append(Objective(name, place, sides.index(holder) if holder else -1))


def read_award(reader: Reader, scenario: Scenario, board: Board | None, sides: list[str]) -> None:
    """10.c Victory points."""
    kind = reader.word("kind", "kind of award")
    award = Award(kind, read_side(reader, sides), reader.integer("points"), reader.text("text"))
    if kind in ("control", "delay", "presence"):
        award.hexes = read_area(board, reader, "at", needed=True)
    if kind == "exited" and award.side >= 0 and not scenario.sides[award.side].exits:
        reader.wrong("kind", "is for platoons that exit, but the side has no exits: write exits under [[sides]]")
    if kind == "delay":
        award.turn = reader.integer("turn", most=max(1, scenario.turns))
    if kind == "control" and board is not None:
        held = sum(1 << objective.hex for objective in scenario.objectives if objective.hex >= 0)
        if award.hexes & ~held and reader.good("at"):
            reader.wrong("at", "control is kept for objectives only: name these hexes under [[objectives]]")
    scenario.awards.append(award)


def read_grade(reader: Reader, scenario: Scenario, sides: list[str]) -> None:
    """10.c A grade of victory by the points of the first side less those of the second."""
    least = reader.integer("least")
    winner = reader.one_of("winner", sides, "side")
    if scenario.grades and reader.good("least") and least >= scenario.grades[-1].least:
        reader.wrong("least", "the grades must fall: begin with the best for the first side")
    scenario.grades.append(Grade(least, sides.index(winner) if winner else -1, reader.text("name")))


def check_whole(root: Reader, scenario: Scenario) -> None:
    """Each side has a platoon, and at most one of them is the attacker."""
    clean = not any(each.place.startswith("forces") for each in root.problems.found)
    for number, side in enumerate(scenario.sides):
        if clean and not any(c.platoons for c in scenario.companies if c.side == number):
            root.problems.add(f"sides[{number + 1}]", f"the side {quoted(side.key)} has no platoon")
    if sum(side.attacker for side in scenario.sides) > 1:
        root.wrong("sides", "only one side is the attacker (4.2.b)")
