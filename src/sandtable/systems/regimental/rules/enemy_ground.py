"""2.5.b, 4.1.h, 11.a The ground that a stand on its way back does not come nearer to: the enemy's edge of the map and
the target hexes that he holds.
"""

from functools import lru_cache

from sandtable.geometry.hexes import mask_of
from sandtable.systems.regimental.state.ground import on
from sandtable.systems.regimental.state.pieces import Battle, Stand
from sandtable.systems.regimental.state.scenario import Scenario

KEPT = 32  # edges remembered: where everybody was set up does not change


def middle(scenario: Scenario, side: int) -> tuple[float, float] | None:
    """The mean row and column where the regiments of a side were set up; None if all of them were off the map."""
    columns = scenario.map.columns
    places = [s.hex for spec in scenario.regiments if spec.side == side for s in spec.stands if s.hex >= 0]
    if not places:
        return None
    count = len(places)
    return (sum([h // columns for h in places]) / count, sum([h % columns for h in places]) / count)


@lru_cache(KEPT)
def enemy_edge(scenario: Scenario, side: int) -> str:
    """2.5.b The edge of the map on the enemy's side: where his middle lay at the start, seen from one's own.

    Empty where both middles were the same.
    """
    own, other = middle(scenario, side), middle(scenario, 1 - side)
    if own is None or other is None or own == other:
        return ""
    south, east = other[0] - own[0], other[1] - own[1]
    if abs(south) >= abs(east):
        return "south" if south > 0 else "north"
    return "east" if east > 0 else "west"


def nearer_to_edge(b: Battle, stand: Stand) -> int:
    """2.5.b The hexes in rows (or columns) nearer to the enemy's edge than the stand's own."""
    edge = enemy_edge(b.scenario, stand.side)
    return b.ground.toward(edge, stand.hex) if edge else 0


def nearer_to_targets(b: Battle, stand: Stand) -> int:
    """2.5.b The target hexes that the enemy holds, and what is nearer to one than the stand is to any."""
    held = mask_of(tuple([objective.hex for objective in b.held_by(1 - stand.side)]))
    return b.ground.within(held, b.ground.nearest(stand.hex, held) - 1) if held else 0


def why_too_near(b: Battle, stand: Stand, to: int, rule: str) -> tuple[str, str]:
    """Why a stand on its way back may not end there: empty if it may."""
    name = b.ground.names[to]
    if on(nearer_to_edge(b, stand), to):
        edge = enemy_edge(b.scenario, stand.side)
        return (f"{name} is nearer to the enemy's edge of the map, the {edge}, than {stand.name} is now.", rule)
    if on(nearer_to_targets(b, stand), to):
        return (f"{name} is nearer to a target hex that the enemy holds than {stand.name} is now.", rule)
    return ("", "")
