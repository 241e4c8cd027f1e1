"""The scenarios of the game: those in data/ and those of users. All mistakes are told at once."""

from pathlib import Path

from sandtable.content import maps
from sandtable.content.shelf import Shelf
from sandtable.systems.war_storm.reading.book import DATA, KEY, rulebook, rules
from sandtable.systems.war_storm.reading.catalogue import catalogue
from sandtable.systems.war_storm.reading.maps import sheet_from
from sandtable.systems.war_storm.reading.scenario_files import scenario_from


def describe_map(path: Path) -> str:
    """What is in a map file, in a few words."""
    return f"{maps.load_map(path, KEY, sheet_from).name}, a map sheet"


SHELF = Shelf(KEY, DATA, scenario_from, rules, lambda: catalogue(rulebook()), describe_map)
load_scenario = SHELF.load
find_scenario = SHELF.find
