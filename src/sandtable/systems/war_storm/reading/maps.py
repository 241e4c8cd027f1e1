"""Reads map sheets: a text grid with two characters a hex, chains of hexes for lines, and sides with bocage."""

import re
from itertools import pairwise

from sandtable.content.grid import Grid, read_grid
from sandtable.content.maps import map_head
from sandtable.content.problems import Problems, quoted
from sandtable.content.reader import Reader
from sandtable.geometry.hexes import HexGrid
from sandtable.systems.war_storm.reading.book import DATA, rulebook
from sandtable.systems.war_storm.state.board import COLUMNS, ROWS, SIDES, Chain, Sheet, Spot
from sandtable.systems.war_storm.state.book import Terrain

NO_HEX = "-"
LEVELS = {str(level): f"level {level}" for level in range(6)} | {NO_HEX: "no hex"}
LINES = ("roads", "trails", "railroads", "rivers")  # keys of a map file; the kind of a Chain is the singular
MAPS = DATA / "maps"
SPOT = re.compile(r"([0-9]{1,2})([0-9]{2})")

SHEET = HexGrid(COLUMNS, ROWS)  # neighbours within a sheet; it has hexes too where the sheet has none


def spot_name(spot: Spot) -> str:
    """A hex of a sheet as printed: column and two digits for the row."""
    return f"{spot[0]}{spot[1]:02}"


def is_hex(column: int, row: int) -> bool:
    """MAP.1 Odd columns have one row less."""
    return 0 <= column < COLUMNS and 0 <= row < ROWS - column % 2


def sheet_from(reader: Reader, key: str, digest: str) -> Sheet | None:
    """A sheet from its table; its letter is its key. None when the grid cannot be read."""
    head = map_head(reader)
    chains = {kind: reader.texts(kind) for kind in LINES}
    bocage = reader.texts("bocage")
    labels = reader.table("labels")
    names = labels.names()
    if head is None:
        return None
    name, text = head
    by_letter = {each.letter: each for each in rulebook().terrain.values()}
    ground = {letter: each.name for letter, each in by_letter.items()} | {NO_HEX: "no hex"}
    grid = read_grid(text, (ground, LEVELS), reader.at("grid"), reader.problems)
    if grid is None or not is_a_sheet(grid, reader):
        return None
    terrain: list[list[Terrain | None]] = [[by_letter.get(cell[0]) for cell in line] for line in grid.cells]
    level = [[int(cell[1]) if cell[1] != NO_HEX else 0 for cell in line] for line in grid.cells]
    sheet = Sheet(key.upper(), name, terrain, level)
    sheet.digest = digest
    for kind in LINES:
        for number, chain in enumerate(chains[kind], start=1):
            found = read_chain(kind.removesuffix("s"), chain, f"{reader.at(kind)}[{number}]", reader.problems)
            if found is not None:
                sheet.chains.append(found)
    for number, side in enumerate(bocage, start=1):
        pair = read_side(side, f"{reader.at('bocage')}[{number}]", reader.problems)
        if pair is not None:
            sheet.bocage.append(pair)
    for each in names:
        spot = read_spot(each, labels.at(each), reader.problems)
        if spot is not None:
            sheet.labels[spot] = labels.text(each)
    return sheet


def is_a_sheet(grid: Grid, reader: Reader) -> bool:
    """MAP.1 Columns 00 to 15, rows 00 to 12, and no hex in the last row of odd columns and nowhere else."""
    for what, names, count in (("columns", grid.columns, COLUMNS), ("rows", grid.rows, ROWS)):
        if names != [f"{number:02}" for number in range(count)]:
            reader.wrong("grid", f"must have the {what} 00 to {count - 1:02}, but has {', '.join(names[:20])}")
            return False
    good = True
    for row, line in enumerate(grid.cells):
        for column, cell in enumerate(line):
            place = f"{reader.at('grid')}, row {grid.rows[row]}, column {grid.columns[column]}"
            if is_hex(column, row) == (NO_HEX in cell):
                what = "must be a hex" if is_hex(column, row) else f"must be {quoted(NO_HEX * 2)}, which is no hex"
                reader.problems.add(place, f"{what}; odd columns have one row fewer (MAP.1)")
                good = False
    return good


def read_spot(name: str, place: str, problems: Problems) -> Spot | None:
    """A hex of the sheet: "1005" is column 10, row 05."""
    found = SPOT.fullmatch(name)
    if found is None:
        problems.add(
            place, f"no hex is called {quoted(name)}; a hex is its column and two digits for its row: '1005'"
        )
        return None
    spot = (int(found[1]), int(found[2]))
    if not is_hex(*spot):
        problems.add(place, f"the hex {quoted(name)} is off the map; it goes from 000 to {spot_name((15, 11))}")
        return None
    return spot


def side_between(one: Spot, two: Spot) -> int:
    """The side of the first hex that it shares with the second, 1 to 6; 0 when they do not touch."""
    beside = SHEET.beside[one[0] * ROWS + one[1]]
    index = two[0] * ROWS + two[1]
    return beside.index(index) + 1 if index in beside else 0


def read_chain(kind: str, text: str, place: str, problems: Problems) -> Chain | None:
    """A line from hex to hex: "SW 006 106 107", with a side where it comes or goes over the edge."""
    words = text.split()
    first = words.pop(0) if words and words[0] in SIDES else ""
    last = words.pop() if words and words[-1] in SIDES else ""
    spots = [read_spot(word, place, problems) for word in words]
    known = [spot for spot in spots if spot is not None]
    if len(known) != len(spots):
        return None
    if not known:
        problems.add(place, "has no hex")
        return None
    for one, two in pairwise(known):
        if not side_between(one, two):
            problems.add(place, f"{spot_name(one)} and {spot_name(two)} do not touch")
            return None
    for side, spot in ((first, known[0]), (last, known[-1])):
        if side and inside(spot, SIDES.index(side) + 1):
            problems.add(place, f"the {side} side of {spot_name(spot)} is not an edge of the map")
            return None
    ends = [SIDES.index(side) + 1 if side else 0 for side in (first, last)]
    return Chain(kind, known, ends[0], ends[1])


def inside(spot: Spot, side: int) -> bool:
    """Whether there is a hex of the sheet across a side."""
    index = SHEET.beside[spot[0] * ROWS + spot[1]][side - 1]
    return index >= 0 and is_hex(index // ROWS, index % ROWS)


def read_side(text: str, place: str, problems: Problems) -> tuple[Spot, Spot] | None:
    """A side between two hexes: "908/1009"."""
    first, slash, second = (part.strip() for part in text.partition("/"))
    if not slash:
        problems.add(place, f"{quoted(text)} is not a hexside; a hexside is two hexes: '908/1009'")
        return None
    one, two = read_spot(first, place, problems), read_spot(second, place, problems)
    if one is None or two is None:
        return None
    if not side_between(one, two):
        problems.add(place, f"{first} and {second} do not touch")
        return None
    return (one, two)
