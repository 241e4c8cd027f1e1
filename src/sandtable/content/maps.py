"""Maps: ours, those beside a user's scenario (valley.map.toml is the map "valley"), and those within scenarios."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from sandtable.content.book import SOURCES, shown
from sandtable.content.files import digest, parse, read_bytes
from sandtable.content.folders import MAP_END, USUAL
from sandtable.content.header import Beside, Source, declared_keys
from sandtable.content.problems import ContentError, Problem, Problems, quoted
from sandtable.content.reader import Reader
from sandtable.table.system import systems

M = TypeVar("M")
STRANGE = 10  # mistakes in a map that does not say its game: it is hardly one of this game


class MapFile(NamedTuple):
    """A map that a scenario may name: a file, or a text in memory; and what problems call it."""

    name: str
    path: Path | None
    content: bytes = b""


# From the table of a map, its key and the digest of its file. With mistakes in the grid, which are noted, it gives a
# map of its size, so that the rest can be checked; None when not even the size is known.
MapFrom = Callable[[Reader, str, str], M | None]


def map_files(ours: Path, beside: Beside = None, system: str = "") -> dict[str, MapFile]:
    """Maps by key: ours in data/maps, and those beside a user's scenario.

    Those may stand in the place of ours, unless they say that they are for another game.
    """
    found = {path.stem: MapFile(shown(path), path) for path in sorted(ours.glob("*.toml"))}
    if isinstance(beside, Path):
        files = [(path.name, MapFile(shown(path), path)) for path in sorted(beside.glob("*" + MAP_END))]
    else:
        files = [(name, MapFile(name, None, text)) for name, text in sorted((beside or {}).items())]
    taken = {key.upper() for key in found}
    for name, file in files:
        key = name.removesuffix(MAP_END)
        if key.upper() not in taken or not system or names_game(file) in ("", system):
            found[key] = file
    return found


def names_game(file: MapFile) -> str:
    """The game that a map says it is for, if it can be read."""
    unheard = Problems("")
    content = read_bytes(file.path, unheard) if file.path is not None else file.content
    table = parse(content, unheard) if content is not None else None
    named = "" if table is None else table.get("system", "")
    return named if isinstance(named, str) and named in systems() else ""


def map_of(reader: Reader, source: Source, system: str, ours: Path, map_from: MapFrom[M]) -> tuple[M, bytes] | None:
    """The map of a scenario: the key of one of ours or of a file beside it, or a table of its own; and its bytes."""
    if isinstance(reader.raw("map"), dict):
        own = map_from(reader.table("map"), "own", digest(source.content))
        return None if own is None else (own, b"")
    key = reader.text("map")
    if not key:
        return None
    known = map_files(ours, source.beside, system)
    if key not in known:
        reader.unknown("map", "map", key, known)
        return None
    return source_map(source, known[key], key, system, map_from)


def source_map(source: Source, file: MapFile, key: str, system: str, map_from: MapFrom[M]) -> tuple[M, bytes] | None:
    """A map that a scenario uses, as its map and its bytes; the scenario keeps its text."""
    found = read_map(file, key, source.problems, system, map_from)
    if found is not None:  # of ours too: a later Sandtable may have changed it
        source.used[key + MAP_END] = found[1]
    return found


def read_map(
    file: MapFile, key: str, problems: Problems, system: str, map_from: MapFrom[M]
) -> tuple[M, bytes] | None:
    """A map file of this game as its map and its bytes."""
    here = problems.elsewhere(file.name)
    content = read_bytes(file.path, here) if file.path is not None else file.content
    table = None if content is None else parse(content, here)
    if table is None or content is None:
        return None
    head = Reader(table, "", here)
    named = head.one_of("system", sorted({*systems(), system}), "game system", system)
    if named and named != system:
        head.wrong("system", f"this is a map of {quoted(named)}, and one of {quoted(system)} is wanted here")
        return None
    before = len(here.found)
    rest = {key: value for key, value in table.items() if key != "system"}
    reader = Reader(rest, "", here, declared_keys(system), "map")
    found = map_from(reader, key, digest(content))
    reader.done()
    if len(here.found) > before and not head.has("system") and system != USUAL:
        missing = f"is missing: a map of this game says {quoted(system)}"
        if len(here.found) - before > STRANGE:
            del here.found[before:]
            missing += f", and one that says nothing is a map of {quoted(USUAL)}"
        here.found.insert(before, Problem(here.file, "system", missing))
    return None if found is None else (found, content)


def load_map(path: Path, system: str, map_from: MapFrom[M]) -> M:
    """The map in a file; raises ContentError with everything that is wrong with it."""
    problems = Problems(shown(path))
    key = path.name.removesuffix(MAP_END).removesuffix(".toml")
    found = read_map(MapFile(shown(path), path), key, problems, system, map_from)
    if found is None or problems:
        raise ContentError(problems.found)
    return found[0]


def map_head(reader: Reader) -> tuple[str, str] | None:
    """What every map has: its name, and its grid as text; None where that is missing or wrong."""
    name = reader.text("name", "Map")
    reader.one_of("source", SOURCES, "source", "design")
    grid = reader.text("grid", lines=True)
    return (name, grid) if reader.good("grid") else None
