"""The map of a scenario with its charts: what never changes, and movement costs with what lies on it.

TEC and CTEC. Computed once for each map; things that change come in as bitboards.
"""

from sandtable.geometry.hexes import HexGrid, bits, reach
from sandtable.systems.nations_at_war.state.counters import Terrain
from sandtable.systems.nations_at_war.state.scenario import Map, Rulebook, Scenario
from sandtable.systems.nations_at_war.state.sight import SightLines
from sandtable.table.decision import Choice
from sandtable.table.kept import Kept

Steps = tuple[tuple[int, int], ...]
Edges = list[Steps]
Reach = tuple[dict[int, int], dict[int, int]]

MOST_REACHES = 8192  # kept, before all are forgotten


class Ground:
    """Terrain, neighbours, sight and costs of one map."""

    __slots__ = (
        "_edges",
        "_reaches",
        "bridges",
        "city",
        "distance",
        "ditch",
        "grid",
        "hill",
        "index",
        "moves",
        "names",
        "neighbours",
        "numbers",
        "passable",
        "railroad",
        "road",
        "sight",
        "size",
        "terrain",
        "wire",
        "wreck",
    )

    def __init__(self, map: Map, rulebook: Rulebook, water_is_clear: bool) -> None:
        self.grid = HexGrid(map.columns, map.rows)
        self.size = self.grid.size
        self.names = self.grid.names
        self.moves = [Choice("move", "", name) for name in self.names]  # by hex, made once
        self.index = self.grid.index
        self.distance = self.grid.distance
        self.neighbours = self.grid.neighbours
        self.numbers = rulebook.numbers
        self.wreck = rulebook.markers["wreck"]
        self.wire = rulebook.markers["wire"]
        self.ditch = rulebook.markers["ditch"]
        clear = rulebook.terrain["clear"]
        wet = ("river", "bridge") if water_is_clear else ()  # S1.area: they count as Clear, a bridge with its road
        self.terrain: list[Terrain] = [clear if kind.key in wet else kind for kind in map.terrain]
        self.road = map.road
        self.railroad = [h for h in range(self.size) if map.railroad[h]]
        self.bridges = 0
        self.hill = 0
        self.city = 0
        self.passable = 0
        cover = 0
        rough = 0
        for place, kind in enumerate(self.terrain):
            bit = 1 << place
            if kind.key == "bridge":
                self.bridges |= bit
            if kind.key == "city":
                self.city |= bit
            if kind.hill:
                self.hill |= bit
            if kind.passable:
                self.passable |= bit
            if kind.blocks:
                cover |= bit
            if kind.degrades:
                rough |= bit
        self.sight = SightLines(self.grid, self.hill, cover, rough, [kind.name for kind in self.terrain])
        self._edges: dict[tuple[bool, int, int, int, int], Edges] = {}
        self._reaches: Kept[Reach] = Kept(MOST_REACHES)

    def cost(self, start: int, to: int, hard: bool, wrecks: int, wire: int, ditches: int) -> int:
        """TEC: the MP to enter `to` from the neighbouring hex `start`, or from off the map (-1).

        Impassable hexes are kept out elsewhere (`passable`). Wire adds to any other cost (7.3.a).
        """
        kind = self.terrain[to]
        if ditches >> to & 1:  # CTEC.at_ditch: the total, in place of the terrain
            points = self.ditch.cost_hard if hard else self.ditch.cost_soft
        elif self.road[to] and (start < 0 or self.road[start]):  # TEC.road, EN.a
            points = self.numbers["road"]
        else:
            points = kind.cost_hard if hard else kind.cost_soft
            if kind.hill and (start < 0 or not self.hill >> start & 1):  # TEC.hill: from ground level
                points += self.numbers["hill_climb"]
        if wire >> to & 1:
            points += self.wire.cost_hard if hard else self.wire.cost_soft
        if wrecks >> to & 1:
            points += self.wreck.cost_hard if hard else self.wreck.cost_soft
        return points

    def edges(self, hard: bool, wrecks: int, wire: int, ditches: int, closed: int) -> Edges:
        """For each hex its neighbours with their costs; impassable and closed hexes left out."""
        key = (hard, wrecks, wire, ditches, closed)
        known = self._edges.get(key)
        if known is None:
            if len(self._edges) > 256:
                self._edges.clear()
            changed = wrecks | wire | ditches | closed
            known = self.edges(hard, 0, 0, 0, 0).copy() if changed else [()] * self.size
            for start in bits(self.grid.spread(changed)) if changed else range(self.size):
                known[start] = self._steps(start, hard, wrecks, wire, ditches, self.passable & ~closed)
            self._edges[key] = known
        return known

    def _steps(self, start: int, hard: bool, wrecks: int, wire: int, ditches: int, ways: int) -> Steps:
        return tuple(
            [
                (to, self.cost(start, to, hard, wrecks, wire, ditches))
                for to in self.neighbours[start]
                if ways >> to & 1
            ]
        )

    def reach(self, start: int, points: int, hard: bool, markers: tuple[int, int, int, int], blocked: int) -> Reach:
        """4.0 What every hex within reach costs, but the start, and the way there; nobody may change what is kept.

        The markers are those of `edges`: wrecks, wire, ditches and closed hexes.
        """
        near = self.grid.within(start, points)
        wrecks, wire, ditches, closed = markers
        blocked &= near
        key = (start, points, hard, wrecks & near, wire & near, ditches & near, closed & near, blocked)

        def worked_out() -> Reach:
            costs, came = reach(start, points, self.edges(hard, wrecks, wire, ditches, closed), blocked)
            del costs[start]
            return (costs, came)

        return self._reaches.get(key, worked_out)


_grounds: Kept[Ground] = Kept()


def ground_of(scenario: Scenario) -> Ground:
    """The ground of a scenario, kept from game to game."""
    key = (scenario.digest, scenario.water_is_clear)
    return _grounds.get(key, lambda: Ground(scenario.map, scenario.rulebook, scenario.water_is_clear))
