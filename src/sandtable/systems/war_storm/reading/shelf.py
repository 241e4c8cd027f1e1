"""The scenarios of the game: those in data/ and those of users. All mistakes are told at once."""

from sandtable.content.shelf import Shelf
from sandtable.systems.war_storm.reading.book import DATA, KEY
from sandtable.systems.war_storm.reading.scenarios import scenario_from

SHELF = Shelf(KEY, DATA, scenario_from)
load_scenario = SHELF.load
find_scenario = SHELF.find
