"""The door to data/ and to users' files: rulebook, rules, scenarios. All mistakes are told at once."""

from sandtable.content.shelf import Shelf
from sandtable.systems.of_war_and_men.load_book import DATA, KEY, rulebook, rules
from sandtable.systems.of_war_and_men.load_missions import scenario_from

__all__ = ["SHELF", "rulebook", "rules"]

SHELF = Shelf(KEY, DATA, scenario_from)
