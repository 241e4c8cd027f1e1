"""The door to data/ and to users' files: scenarios, found and loaded. All mistakes are told at once."""

from sandtable.content.shelf import Shelf
from sandtable.systems.regimental.reading.book import DATA, KEY
from sandtable.systems.regimental.reading.scenarios import scenario_from

SHELF = Shelf(KEY, DATA, scenario_from)
