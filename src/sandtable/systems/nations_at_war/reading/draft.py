"""A scenario while it is being read."""

from sandtable.content.reader import Reader
from sandtable.systems.nations_at_war.reading.maps import hex_names
from sandtable.systems.nations_at_war.state.scenario import Rulebook, Scenario


class Draft:
    """A scenario being read. Without its map it is read on, but nothing is said about hexes."""

    __slots__ = ("book", "counts", "ids", "names", "root", "scenario", "sides")

    def __init__(self, root: Reader, scenario: Scenario, book: Rulebook) -> None:
        self.root = root
        self.scenario = scenario
        self.book = book
        self.names = hex_names(scenario.map)  # empty without a map
        self.sides: list[str] = []
        self.ids: set[str] = set()  # units and HQs
        self.counts: dict[str, int] = {}  # units of each type so far


def can_stand(scenario: Scenario, place: int) -> bool:
    """TEC.river, S1.area Units stand anywhere but in water, unless all water is Clear."""
    return scenario.water_is_clear or scenario.map.terrain[place].passable
