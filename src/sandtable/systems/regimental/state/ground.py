"""The map of a scenario: neighbours, distances, lines of sight and fire. What never changes, computed once.

Hexes are numbered row by row. A set of hexes is a bitboard, and `spread` takes a whole set one step further; zones
of control and moves are made of that.
"""

from collections.abc import Callable
from functools import lru_cache

from sandtable.geometry.hexes import HexGrid, bits
from sandtable.systems.regimental.state.book import Rulebook, Terrain
from sandtable.systems.regimental.state.scenario import Map

KEPT = 1000  # zones remembered, for they are asked for again and again
REACHES = 4000  # reaches remembered, for the same reason
# How far a row and column are from an edge of the map, counted from any line that is parallel to it.
FROM_EDGE: dict[str, Callable[[int, int], int]] = {
    "north": lambda row, column: row,
    "south": lambda row, column: -row,
    "west": lambda row, column: column,
    "east": lambda row, column: -column,
}

Line = tuple[int, int, int]  # a hex at two hexes' distance, and the two hexes that must both hold a stand to block


def on(mask: int, place: int) -> bool:
    """Whether a hex is one of a set."""
    return mask >> place & 1 == 1


class Ground:
    """Terrain and geometry of one map (MAP, TER)."""

    __slots__ = (
        "all",
        "columns",
        "cover",
        "die_less",
        "distance",
        "grid",
        "halts",
        "hill",
        "index",
        "lines",
        "names",
        "nearest",
        "neighbours",
        "no_march",
        "numbers",
        "reach",
        "river",
        "rows",
        "sees",
        "size",
        "spread",
        "terrain",
        "too_near",
        "toward",
        "within",
        "zone",
    )

    def __init__(self, map: Map, rulebook: Rulebook) -> None:
        self.index: dict[str, int] = map.hex_names()
        self.names = list(self.index)
        # The grid of `geometry` has staggered columns; ours has staggered rows: its columns are our rows.
        self.grid = HexGrid(map.rows, map.columns, self.names)
        self.columns, self.rows, self.size = map.columns, map.rows, self.grid.size
        self.distance = self.grid.distance
        self.neighbours = self.grid.neighbours
        self.numbers = rulebook.numbers
        self.terrain: list[Terrain] = map.terrain
        self.all = self.grid.all
        self.spread = self.grid.spread
        # 2.5.b How near the nearest of some hexes is, and all that is as near to one of them.
        self.within = lru_cache(KEPT)(self.grid.near)
        self.nearest = lru_cache(KEPT)(self._nearest)
        # 2.2.b The zone of control of some stands: the hexes next to them.
        self.zone = lru_cache(KEPT)(self.spread)
        # 2.b The hexes that a strategic move keeps out of: within two hexes of some stands.
        self.too_near = lru_cache(KEPT)(lambda stands: self.within(stands, rulebook.numbers["keep_away"]))
        # 2.5.b The hexes in rows (or columns) nearer to an edge of the map than a hex is.
        self.toward = lru_cache(KEPT)(self._toward)
        # 2.a How far one can go by what is free and what halts in the hexes that are near enough.
        self.reach = lru_cache(REACHES)(self._reach)
        self.halts = self.mask([kind.halts for kind in self.terrain])
        self.no_march = self.mask([not kind.strategic for kind in self.terrain])
        self.river = self.mask([kind.river for kind in self.terrain])
        self.cover = self.mask([kind.cover for kind in self.terrain])
        self.hill = self.mask([kind.hill for kind in self.terrain])
        self.die_less = self.mask([kind.die_less for kind in self.terrain])
        self.sees: list[int] = [self._seen_from(h) for h in range(self.size)]
        self.lines: list[tuple[Line, ...]] = [tuple(self._lines_from(h)) for h in range(self.size)]

    def _toward(self, edge: str, place: int) -> int:
        depths = [FROM_EDGE[edge](*divmod(h, self.columns)) for h in range(self.size)]
        return self.mask([depth < depths[place] for depth in depths])

    def _reach(self, start: int, steps: int, free: int, halts: int) -> int:
        seen = front = 1 << start
        for step in range(steps):
            front = self.spread(front) & free & ~seen
            if step:
                front &= ~self.river
            if not front:
                break
            seen |= front
            front &= ~halts
        return seen & ~(1 << start)

    def mask(self, flags: list[bool]) -> int:
        return sum(1 << h for h, flag in enumerate(flags) if flag)

    def _nearest(self, start: int, mask: int) -> int:
        """The distance to the nearest of some hexes; far away when there is none."""
        away = self.distance[start]
        return min([away[h] for h in bits(mask)], default=255)

    # Lines -----------------------------------------------------------------------------------

    def blocks(self, place: int, start: int, end: int) -> bool:
        """TER Whether the terrain of a hex blocks the line between two others.

        A hill blocks between two hexes that are not hill; if one end is a hill, woods, town and bocage block only
        next to the lower end; between two hills nothing blocks.
        """
        kind = self.terrain[place]
        if not kind.blocks and not kind.hill:
            return False
        high = (self.hill >> start & 1) + (self.hill >> end & 1)
        if high == 2:
            return False
        if high == 0:
            return True
        if kind.hill:
            return False
        lower = end if self.hill >> start & 1 else start
        return self.distance[place][lower] == 1

    def clear(self, start: int, end: int) -> bool:
        """5.2.b Whether a spotter in one hex sees another: blocking terrain between stops him."""
        for place in self.grid.trace(start, end):
            if all(h != -1 and self.blocks(h, start, end) for h in place):
                return False
        return True

    def fire(self, start: int, occupied: int) -> int:
        """3.3.e The hexes two away that distant fire reaches: no stand and no blocking terrain between."""
        found = 0
        for end, one, other in self.lines[start]:
            if not (occupied >> one & 1 and occupied >> other & 1):
                found |= 1 << end
        return found

    def _seen_from(self, start: int) -> int:
        near = self.grid.within(start, self.numbers["spotting"])
        return sum(1 << end for end in bits(near) if self.clear(start, end))

    def _lines_from(self, start: int) -> list[Line]:
        """Where terrain alone does not block: the stands that would."""
        found: list[Line] = []
        for end in range(self.size):
            if self.distance[start][end] != self.numbers["distant_fire"]:
                continue
            (place,) = self.grid.trace(start, end)
            # The hexes that do not block yet; one that is off the map never will.
            free = [h if h >= 0 else self.size for h in place if h < 0 or not self.blocks(h, start, end)]
            if free:
                found.append((end, free[0], free[-1]))
        return found
