"""A scenario while it is being read."""

from sandtable.content import drafts
from sandtable.content.hex_names import HexNames
from sandtable.systems.nations_at_war.state.scenario import Rulebook, Scenario


class Draft(drafts.Draft[Scenario, Rulebook], kw_only=True):
    """A scenario being read. Without its map it is read on, but nothing is said about hexes."""

    names: HexNames  # empty without a map
    counts: dict[str, int] = {}  # units of each type so far


def can_stand(scenario: Scenario, place: int) -> bool:
    """TEC.river, S1.area Units stand anywhere but in water, unless all water is Clear."""
    return scenario.water_is_clear or scenario.map.terrain[place].passable
