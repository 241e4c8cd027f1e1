"""The door to data/ and to users' files: rulebook, rules, scenarios. All mistakes are told at once."""

from sandtable.content.shelf import Shelf
from sandtable.systems.of_war_and_men.reading.book import KEY, rulebook, rules
from sandtable.systems.of_war_and_men.reading.catalogue import catalogue
from sandtable.systems.of_war_and_men.reading.scenario_files import scenario_from
from sandtable.systems.of_war_and_men.state.scenario import COLONEL, LIEUTENANT, PRIVATE, Scenario
from sandtable.systems.of_war_and_men.state.tables import DATA
from sandtable.table.shelf import Variant

LEVEL_TEXTS = {
    PRIVATE: "For beginners: only the orders on the cards.",
    LIEUTENANT: "With Command Decisions: cards may also be played to interrupt.",
    COLONEL: "The full game, including the soldiers’ traits.",
}


def variant(scenario: Scenario) -> Variant | None:
    """3.1 The level of play or the number of players, where the name of the scenario adds it to the Mission's."""
    family, _, name = scenario.name.partition(", ")
    if not name:
        return None
    if len(scenario.sides) > 2:
        return Variant(family, name, rank=COLONEL + len(scenario.sides))
    return Variant(family, name, LEVEL_TEXTS[scenario.level], scenario.level)


SHELF = Shelf(KEY, DATA, scenario_from, rules, lambda: catalogue(rulebook()), variant=variant)
