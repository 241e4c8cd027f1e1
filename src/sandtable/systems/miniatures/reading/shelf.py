"""The door to data/ and to users' files: rulebook, rules, scenarios. All mistakes are told at once."""

from sandtable.content.shelf import Shelf
from sandtable.systems.miniatures.reading.book import DATA, KEY, rulebook, rules
from sandtable.systems.miniatures.reading.catalogue import catalogue
from sandtable.systems.miniatures.reading.scenario_files import scenario_from

SHELF = Shelf(KEY, DATA, scenario_from, rules, lambda: catalogue(rulebook()))
load_scenario = SHELF.load
find_scenario = SHELF.find
