"""The door to data/ and to users' files: rulebook, rules, scenarios. All mistakes are told at once."""

from sandtable.content.shelf import Shelf
from sandtable.systems.of_war_and_men.reading.book import KEY, rulebook, rules
from sandtable.systems.of_war_and_men.reading.catalogue import catalogue
from sandtable.systems.of_war_and_men.reading.scenarios import scenario_from
from sandtable.systems.of_war_and_men.state.tables import DATA

SHELF = Shelf(KEY, DATA, scenario_from, rules, lambda: catalogue(rulebook()))
