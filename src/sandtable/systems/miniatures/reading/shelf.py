"""The door to data/ and to users' files: rulebook, rules, scenarios. All mistakes are told at once."""

from sandtable.content.shelf import Shelf
from sandtable.systems.miniatures.reading.book import DATA, KEY, rulebook, rules
from sandtable.systems.miniatures.reading.scenarios import scenario_from

__all__ = ["SHELF", "find_scenario", "load_scenario", "rulebook", "rules"]

SHELF = Shelf(KEY, DATA, scenario_from)
load_scenario = SHELF.load
find_scenario = SHELF.find
