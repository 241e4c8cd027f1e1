"""Reads maps: a text grid with two characters a hex, ground and line; and hexes by name, A1 to U11."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from sandtable.content.files import digest, read_toml
from sandtable.content.folders import MAP_END
from sandtable.content.grid import Grid, mended_grid, read_grid
from sandtable.content.problems import Problems, hint, quoted
from sandtable.content.reader import Reader
from sandtable.geometry.hexes import letters
from sandtable.systems.nations_at_war.load_book import DATA, SOURCES, rulebook, shown
from sandtable.systems.nations_at_war.scenario import Map

LINES = {".": "no line", "r": "road", "t": "railroad", "x": "road and railroad", "b": "bridge with road"}
ROAD, RAILROAD, BRIDGE = "rxb", "tx", "b"
STAND_IN = ".x"  # for a cell that cannot be read: units may stand there, and lines may run there
MOST_SIDE = 60  # columns or rows

HEX = re.compile(r"([A-Z]{1,2})([0-9]{1,2})")


def own_maps() -> dict[str, Path]:
    """Our maps by key."""
    return {path.stem: path for path in sorted((DATA / "maps").glob("*.toml"))}


def maps_beside(folder: Path | None) -> dict[str, Path]:
    """The maps in a user's folder: valley.map.toml is the map "valley"."""
    if folder is None:
        return {}
    return {path.name.removesuffix(MAP_END): path for path in sorted(folder.glob("*" + MAP_END))}


def map_called(key: str, folder: Path | None, reader: Reader) -> tuple[Map, bytes] | None:
    """The map a scenario names with its key `map`, beside it or ours, and the bytes of its file."""
    known = own_maps() | maps_beside(folder)
    if key not in known:
        reader.unknown("map", "map", key, known)
        return None
    return read_map(known[key], key, reader.problems)


def read_map(path: Path, key: str, problems: Problems) -> tuple[Map, bytes] | None:
    """A map file as its map and its bytes."""
    here = problems.elsewhere(shown(path))
    opened = read_toml(path, here)
    if opened is None:
        return None
    table, content = opened
    reader = Reader(table, "", here)
    found = map_from(reader, key, digest(content))
    reader.done()
    return None if found is None else (found, content)


def map_from(reader: Reader, key: str, digest: str) -> Map | None:
    """A map from its table: name and grid.

    With mistakes in the grid, which are noted, a map of its size, so that the rest can be checked; None when not
    even the size is known.
    """
    name = reader.text("name", "Map")
    reader.one_of("source", SOURCES, "source", "design")
    text = reader.text("grid", lines=True)
    if not reader.good("grid"):
        return None
    book = rulebook()
    by_letter = {each.letter: each for each in book.terrain.values() if each.letter}
    ground = {letter: each.name for letter, each in by_letter.items()}
    legends = (ground, LINES)
    grid = read_grid(text, legends, reader.at("grid"), reader.problems) or mended_grid(text, legends, STAND_IN)
    if grid is None or not _named_in_order(grid, reader):
        return None
    board = Map(key, name, len(grid.columns), len(grid.rows), digest)
    for column, column_name in enumerate(grid.columns):
        for row, line in enumerate(grid.cells):
            base, sign = line[column][0], line[column][1]
            if sign == BRIDGE and by_letter[base].passable:
                place = f"{reader.at('grid')}, row {grid.rows[row]}, column {column_name}"
                reader.problems.add(place, f"a bridge needs water: {quoted('L' + BRIDGE)}")
            board.terrain.append(book.terrain["bridge"] if sign == BRIDGE else by_letter[base])
            board.road.append(sign in ROAD)
            board.railroad.append(sign in RAILROAD)
    return board


def hex_names(board: Map) -> dict[str, int]:
    """The index of each hex by its name; column by column, as in geometry.hexes."""
    rows = board.rows
    return {f"{letters(q)}{r + 1}": q * rows + r for q in range(board.columns) for r in range(rows)}


def hexes_in(part: str, board: Map, names: Mapping[str, int]) -> list[int] | str:
    """The hexes of "C4", "M1-Q1", "U" or "B-H"; or a sentence why there are none.

    A range of two hexes is the block of columns and rows between them.
    """
    first, dash, last = (each.strip().upper() for each in part.partition("-"))
    ends = [first, last] if dash else [first, first]
    columns = {letters(q): q for q in range(board.columns)}
    if all(end in columns for end in ends):
        low, high = columns[ends[0]], columns[ends[1]]
        if low > high:
            return f"{quoted(part)} runs backwards"
        return list(range(low * board.rows, (high + 1) * board.rows))
    for end in ends:
        if end not in names and (end not in columns or not dash):
            return missing_hex(end, board, names)
    if not all(end in names for end in ends):
        return f"{quoted(part)} mixes a column and a hex"
    a, b = names[ends[0]], names[ends[1]]
    (q, r), (s, t) = divmod(a, board.rows), divmod(b, board.rows)
    if q > s or r > t:
        return f"{quoted(part)} runs backwards"
    return [i * board.rows + j for i in range(q, s + 1) for j in range(r, t + 1)]


def missing_hex(name: str, board: Map, names: Iterable[str]) -> str:
    """Why a name is no hex of the map."""
    size = f"the map goes from A1 to {letters(board.columns - 1)}{board.rows}"
    if HEX.fullmatch(name):
        return f"the hex {quoted(name)} is off the map; {size}"
    near = hint(name, names) if name else ""
    return f"no hex is called {quoted(name)}{near or '; ' + size}"


def _named_in_order(grid: Grid, reader: Reader) -> bool:
    """Columns are lettered from A and rows numbered from 1, so that every map names its hexes alike."""
    if max(len(grid.columns), len(grid.rows)) > MOST_SIDE:
        reader.wrong("grid", f"has more than {MOST_SIDE} columns or rows")
        return False
    for place, (column, right) in enumerate(zip(grid.columns, map(letters, range(MOST_SIDE)), strict=False)):
        if column != right:
            reader.wrong("grid", f"column {place + 1} is called {quoted(column)} and must be {quoted(right)}")
            return False
    for place, row in enumerate(grid.rows, start=1):
        if row != str(place):
            reader.wrong("grid", f"row {place} is called {quoted(row)} and must be {quoted(str(place))}")
            return False
    return True
