"""The ground of a scenario: levels, crests, roads, rivers, costs and lines of sight. Computed once, never changed.

See also 1.c, 5.a.
"""

from typing import Any

from sandtable.geometry.hexes import mask_of
from sandtable.systems.war_storm.state.board import Board, Line, playable
from sandtable.systems.war_storm.state.book import FOOT, MOVES, NO, Terrain
from sandtable.systems.war_storm.state.scenario import Scenario
from sandtable.systems.war_storm.state.sight import SightLines
from sandtable.table.kept import Kept

# Sides of a hex from 0, clockwise from north.
N, NE, SE, S, SW, NW = range(6)
TOWARD = {"north": (N, NE, NW), "south": (S, SW, SE), "west": (NW, SW), "east": (NE, SE)}  # 9.3.1.d

LEFT, RIGHT = 0, 1  # banks of a river, down the stream
MOST_KEPT = 128  # things worked out on one ground
MOST_REACHES = 4096  # of those who move in the same way
WAYS = ("road", "trail")  # 6.4; a road goes before a trail

Edge = tuple[int, int, int, int]  # neighbour, cost, side, the road or trail followed (-1 none)


class Ground:
    """5, 6 All that is fixed on the board of one scenario."""

    __slots__ = (
        "_beside_within",
        "as_high",
        "bank",
        "beside",
        "board",
        "bridge",
        "crest",
        "distance",
        "dry",
        "edges",
        "extra",
        "ford",
        "grid",
        "index",
        "kept",
        "level",
        "major",
        "names",
        "neighbour_mask",
        "neighbours",
        "numbers",
        "paved",
        "playable",
        "river",
        "road",
        "sight",
        "size",
        "steps",
        "stream",
        "terrain",
        "way",
        "ways",
    )

    def __init__(self, scenario: Scenario) -> None:
        board = scenario.board
        book = scenario.rulebook
        self.board: Board = board
        self.grid = board.grid
        self.size = board.grid.size
        self.names = board.names
        self.index = board.index
        self.terrain: list[Terrain] = [each or book.terrain["open"] for each in board.terrain]
        self.level = board.level
        levels = range(max(board.level) + 1)  # the hexes of a level or a higher one
        self.as_high = [mask_of(tuple([h for h, each in enumerate(board.level) if each >= low])) for low in levels]
        self.distance = board.grid.distance
        self.beside = board.grid.beside
        self.neighbours = board.grid.neighbours
        self.neighbour_mask = board.grid.neighbour_mask
        self.numbers = book.numbers
        self.extra = book.extra
        self.playable = playable(board)
        self.kept: Kept[Any] = Kept(MOST_KEPT)  # what has been worked out on this ground
        self.ways: Kept[Any] = Kept()  # with their reaches: nothing else is as dear
        self.crest: list[int] = [self._crests(h) for h in range(self.size)]
        self.sight = SightLines(board, self.terrain, self.crest, book.numbers["low_blocks"])
        # 6.4 For each hex and side the road or trail that crosses it, by number; `paved`: which of them are roads.
        self.way: list[list[int]] = [[-1] * 6 for _ in range(self.size)]
        self.paved: list[bool] = []
        self._roads(board.lines)
        # 5.1.11 Rivers: the sides of the stream, the bank each other side of a river hex lies on.
        self.river = 0
        self.stream: dict[int, tuple[int, int]] = {}  # in, out
        self.bank: dict[int, tuple[int, ...]] = {}  # by side; -1: the stream itself
        self.major = scenario.river == "major"
        if scenario.river != "dry":  # 5.1.11.c
            self._rivers([line for line in board.lines if line.kind == "river"])
        on_way = sum(1 << h for h in range(self.size) if max(self.way[h]) >= 0)
        self.bridge = self.river & on_way  # 5.1.11.2.c
        self.dry = self.playable & ~self.river
        self.ford = self.river & (scenario.fords if self.major else ~0)  # may be crossed at the cost of a minor river
        self.edges: list[list[tuple[Edge, ...]]] = [
            [self._edges(h, move, scenario) for h in range(self.size)] for move in range(len(MOVES))
        ]
        self.steps: list[list[tuple[tuple[int, int], ...]]] = [  # the same without sides and ways
            [tuple([(place, cost) for place, cost, _, _ in row]) for row in rows] for rows in self.edges
        ]
        self.road = sum(1 << h for h in range(self.size) if any(way >= 0 and self.paved[way] for way in self.way[h]))

        self._beside_within: dict[tuple[int, int, int], int] = {}

    def beside_within(self, move: int, h: int, points: int) -> int:
        """The neighbours of a hex that a mover can step to with so many MP, rivers aside."""
        found = self._beside_within.get((move, h, points))
        if found is None:
            found = mask_of(tuple([place for place, cost in self.steps[move][h] if cost <= points]))
            self._beside_within[move, h, points] = found
        return found

    def side_to(self, start: int, end: int) -> int:
        """The side of a hex, from 0, that a neighbour lies across."""
        return self.beside[start].index(end)

    def cost(self, move: int, start: int, end: int) -> int:
        """6.2, 6.4 What a step to a neighbour costs without rivers; NO where it may not go."""
        for place, cost, _, _ in self.edges[move][start]:
            if place == end:
                return cost
        return NO

    # Computed once ---------------------------------------------------------------------------

    def _crests(self, h: int) -> int:
        """5.1.2.a The sides towards lower ground; the crest belongs to the higher hex."""
        mask = 0
        for side, place in enumerate(self.beside[h]):
            if place >= 0 and self.board.terrain[place] is not None and self.level[h] > self.level[place]:
                mask |= 1 << side
        return mask

    def _roads(self, lines: list[Line]) -> None:
        """6.4.a Every side that a road or trail crosses, in both hexes."""
        for kind in reversed(WAYS):  # roads last: where both cross a side it is a road
            for line in lines:
                if line.kind != kind:
                    continue
                number = len(self.paved)
                self.paved.append(kind == "road")
                for one, two in zip(line.hexes, line.hexes[1:], strict=False):
                    self.way[one][self.side_to(one, two)] = number
                    self.way[two][self.side_to(two, one)] = number
                for end, side in ((line.hexes[0], line.first), (line.hexes[-1], line.last)):
                    if side:
                        self.way[end][side - 1] = number
        self._one_road()

    def _one_road(self) -> None:
        """6.4.c A road that goes on on the next sheet is the same road."""
        for h in range(self.size):
            for side, number in enumerate(self.way[h]):
                place = self.beside[h][side]
                if number < 0 or place < 0:
                    continue
                other = self.way[place][(side + 3) % 6]
                if other != number and other >= 0 and self.paved[other] == self.paved[number]:
                    for row in self.way:
                        for each in range(6):
                            if row[each] == other:
                                row[each] = number

    def _rivers(self, rivers: list[Line]) -> None:
        """5.1.11 The stream enters and leaves each of its hexes by a side; the others lie on two banks.

        For all but movement such a hex is its other ground (5.1.11.b).
        """
        sides: dict[int, list[int]] = {}
        for line in rivers:
            last = len(line.hexes) - 1
            for number, h in enumerate(line.hexes):
                comes = self.side_to(h, line.hexes[number - 1]) if number else line.first - 1
                goes = self.side_to(h, line.hexes[number + 1]) if number < last else line.last - 1
                known = sides.setdefault(h, [-1, -1])
                known[0] = comes if comes >= 0 else known[0]
                known[1] = goes if goes >= 0 else known[1]
        for h, (comes, goes) in sides.items():
            if comes < 0:
                comes = (goes + 3) % 6  # a spring
            if goes < 0:
                goes = (comes + 3) % 6
            self.river |= 1 << h
            self.stream[h] = (comes, goes)
            banks = [RIGHT] * 6
            side = (comes + 1) % 6
            while side != goes:
                banks[side] = LEFT
                side = (side + 1) % 6
            banks[comes] = banks[goes] = -1
            self.bank[h] = tuple(banks)

    def _edges(self, h: int, move: int, scenario: Scenario) -> tuple[Edge, ...]:
        """The steps from a hex for one type of movement, with their costs; rivers come on top.

        Onto a road from elsewhere, a unit pays for the ground (6.4.d).
        """
        found: list[Edge] = []
        if self.board.terrain[h] is None:
            return ()
        book = scenario.rulebook
        for side, place in enumerate(self.beside[h]):
            if place < 0 or not self.playable >> place & 1:
                continue
            way = self.way[h][side]
            if way != -1 and self.way[place][(side + 3) % 6] < 0:
                way = -1  # it leaves its sheet here and does not go on
            if (scenario.roadblocks >> h | scenario.roadblocks >> place) & 1:
                way = -1  # 21.3
            if way >= 0:
                cost = book.steps["road" if self.paved[way] else "trail"][move]  # 6.4.b
            else:
                cost = self.terrain[place].costs[move]  # 6.2.a
                if (min(h, place), max(h, place)) in self.board.bocage:
                    cost += book.extra["bocage"][move]  # BOC.3
            climb = self.level[place] - self.level[h]
            if climb > 0:
                cost += climb * book.extra["uphill"][move]  # 6.2.e
            cost += self._obstacles(place, move, scenario)
            if cost < NO:  # 6.5.a
                found.append((place, cost, side, way))
        return tuple(found)

    def _obstacles(self, place: int, move: int, scenario: Scenario) -> int:
        """6.5.b, 21 What terrain markers add."""
        extra = 0
        if scenario.wire >> place & 1:
            extra += NO if move == 1 else self.numbers["wire"]
        if scenario.ditches >> place & 1:
            extra += self.numbers["ditch"] if move == FOOT else NO
        if scenario.roadblocks >> place & 1 and move != FOOT:
            extra += NO if move == 1 else self.numbers["roadblock"]
        return extra
