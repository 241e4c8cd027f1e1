"""Reads maps: a text grid with one letter a hex; and hexes by name, 0101 to 1612."""

from collections.abc import Iterable
from pathlib import Path

from sandtable.content.files import digest, read_toml
from sandtable.content.folders import MAP_END
from sandtable.content.grid import Grid, read_grid
from sandtable.content.problems import Problems, hint, quoted
from sandtable.content.reader import Reader
from sandtable.systems.regimental.load_book import DATA, SOURCES, rulebook, shown
from sandtable.systems.regimental.scenario import Map

MOST_SIDE = 60  # columns or rows


def hex_name(column: int, row: int) -> str:
    """The name of a hex, counted from 0: column then row, both from 01."""
    return f"{column + 1:02}{row + 1:02}"


def hex_names(board: Map) -> dict[str, int]:
    """The index of each hex by its name, row by row."""
    return {hex_name(c, r): r * board.columns + c for r in range(board.rows) for c in range(board.columns)}


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
    """A map from its table: name and grid. None when anything in the grid is wrong."""
    name = reader.text("name", "Map")
    reader.one_of("source", SOURCES, "source", "design")
    text = reader.text("grid", lines=True)
    if not reader.good("grid"):
        return None
    by_letter = {each.letter: each for each in rulebook().terrain.values()}
    legend = {letter: each.name for letter, each in by_letter.items()}
    grid = read_grid(text, (legend,), reader.at("grid"), reader.problems)
    if grid is None or not named_in_order(grid, reader):
        return None
    board = Map(key, name, len(grid.columns), len(grid.rows), digest)
    board.terrain = [by_letter[cell] for line in grid.cells for cell in line]
    return board


def named_in_order(grid: Grid, reader: Reader) -> bool:
    """Columns and rows are numbered from 01, so that every map names its hexes alike."""
    if max(len(grid.columns), len(grid.rows)) > MOST_SIDE:
        reader.wrong("grid", f"has more than {MOST_SIDE} columns or rows")
        return False
    for what, names in (("column", grid.columns), ("row", grid.rows)):
        for number, name in enumerate(names, start=1):
            if name != f"{number:02}":
                right = quoted(f"{number:02}")
                reader.wrong("grid", f"{what} {number} is called {quoted(name)} and must be {right}")
                return False
    return True


def missing_hex(name: str, board: Map, names: Iterable[str]) -> str:
    """Why a name is no hex of the map."""
    size = f"the map goes from 0101 to {hex_name(board.columns - 1, board.rows - 1)}"
    if len(name) == 4 and name.isdigit():
        return f"the hex {quoted(name)} is off the map; {size}"
    near = hint(name, names) if name else ""
    return f"no hex is called {quoted(name)}{near or '; ' + size}"
