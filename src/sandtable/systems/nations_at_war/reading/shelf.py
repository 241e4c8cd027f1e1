"""The door to data/ and to users' files: maps and scenarios. All mistakes are told at once."""

from pathlib import Path

from sandtable.content import maps
from sandtable.content.problems import ContentError, Problems
from sandtable.content.shelf import Shelf
from sandtable.systems.nations_at_war.reading.book import DATA, KEY, rulebook, rules
from sandtable.systems.nations_at_war.reading.catalogue import catalogue
from sandtable.systems.nations_at_war.reading.maps import MAPS, map_from
from sandtable.systems.nations_at_war.reading.scenario_files import scenario_from
from sandtable.systems.nations_at_war.state.scenario import Map


def describe_map(path: Path) -> str:
    """What is in a map file, in a few words."""
    board = maps.load_map(path, KEY, map_from)
    return f"{board.name}, {board.columns} by {board.rows} hexes"


SHELF = Shelf(KEY, DATA, scenario_from, rules, lambda: catalogue(rulebook()), describe_map)
load_scenario = SHELF.load
find_scenario = SHELF.find


def load_map(key: str, folder: Path | None = None) -> Map:
    """A map by its key: ours (map7), or valley.map.toml in a folder as "valley"."""
    known = maps.map_files(MAPS, folder)
    problems = Problems("maps")
    if key not in known:
        problems.unknown("", "map", key, known)
        raise ContentError(problems.found)
    found = maps.read_map(known[key], key, problems, KEY, map_from)
    if found is None or problems:
        raise ContentError(problems.found)
    return found[0]
