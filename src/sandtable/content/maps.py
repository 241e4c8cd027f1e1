"""Maps: ours, those beside a user's scenario (valley.map.toml is the map "valley"), and those within scenarios."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sandtable.content.book import SOURCES, shown
from sandtable.content.files import digest, read_toml
from sandtable.content.folders import MAP_END
from sandtable.content.problems import ContentError, Problems
from sandtable.content.reader import Reader
from sandtable.table.system import systems

M = TypeVar("M")
# From the table of a map, its key and the digest of its file. With mistakes in the grid, which are noted, it gives a
# map of its size, so that the rest can be checked; None when not even the size is known.
MapFrom = Callable[[Reader, str, str], M | None]


def map_files(ours: Path, beside: Path | None = None) -> dict[str, Path]:
    """Maps by key: ours in data/maps, and those in a user's folder, which may stand in the place of ours."""
    found = {path.stem: path for path in sorted(ours.glob("*.toml"))}
    if beside is not None:
        found |= {path.name.removesuffix(MAP_END): path for path in sorted(beside.glob("*" + MAP_END))}
    return found


def map_of(
    reader: Reader, folder: Path | None, content: bytes, ours: Path, map_from: MapFrom[M]
) -> tuple[M, bytes] | None:
    """The map of a scenario: the key of one of ours or of a file beside it, or a table of its own; and its bytes."""
    if isinstance(reader.raw("map"), dict):
        own = map_from(reader.table("map"), "own", digest(content))
        return None if own is None else (own, b"")
    key = reader.text("map")
    if not key:
        return None
    known = map_files(ours, folder)
    if key not in known:
        reader.unknown("map", "map", key, known)
        return None
    return read_map(known[key], key, reader.problems, map_from)


def read_map(path: Path, key: str, problems: Problems, map_from: MapFrom[M]) -> tuple[M, bytes] | None:
    """A map file as its map and its bytes."""
    here = problems.elsewhere(shown(path))
    opened = read_toml(path, here)
    if opened is None:
        return None
    table, content = opened
    reader = Reader(table, "", here)
    reader.one_of("system", systems(), "game system", "")
    found = map_from(reader, key, digest(content))
    reader.done()
    return None if found is None else (found, content)


def load_map(path: Path, map_from: MapFrom[M]) -> M:
    """The map in a file; raises ContentError with everything that is wrong with it."""
    problems = Problems(shown(path))
    found = read_map(path, path.name.removesuffix(MAP_END).removesuffix(".toml"), problems, map_from)
    if found is None or problems:
        raise ContentError(problems.found)
    return found[0]


def map_head(reader: Reader) -> tuple[str, str] | None:
    """What every map has: its name, and its grid as text; None where that is missing or wrong."""
    name = reader.text("name", "Map")
    reader.one_of("source", SOURCES, "source", "design")
    grid = reader.text("grid", lines=True)
    return (name, grid) if reader.good("grid") else None
