"""The door to data/ and to users' files: scenarios, found and loaded. All mistakes are told at once."""

from pathlib import Path

from sandtable.content import maps
from sandtable.content.shelf import Shelf
from sandtable.systems.regimental.reading.book import DATA, KEY, rulebook, rules
from sandtable.systems.regimental.reading.catalogue import catalogue
from sandtable.systems.regimental.reading.maps import map_from
from sandtable.systems.regimental.reading.scenario_files import scenario_from


def describe_map(path: Path) -> str:
    """What is in a map file, in a few words."""
    board = maps.load_map(path, KEY, map_from)
    return f"{board.name}, {board.columns} by {board.rows} hexes"


SHELF = Shelf(KEY, DATA, scenario_from, rules, lambda: catalogue(rulebook()), describe_map)
