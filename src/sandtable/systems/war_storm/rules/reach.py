"""6.2, 6.4, 5.1.11 How far a group can go: roads with their bonus, rivers with their banks.

A search over states: the hex, the bank the group is on in a river hex, and the road it has followed without a break.
Where neither a river nor a road bonus can matter the hex alone is enough, which is quicker.
"""

from sandtable.geometry.hexes import reach
from sandtable.systems.war_storm.state.book import FOOT, NO
from sandtable.systems.war_storm.state.ground import MOST_REACHES, Edge, Ground
from sandtable.systems.war_storm.state.pieces import BOTH, BRIDGE, EITHER, LEFT, NO_BANK, RIGHT
from sandtable.table.kept import Kept

NO_STEP, OFF_ROAD = -2, -1  # the road followed so far: no step taken yet; not one road all the way
BARRED = -1  # cheaper than any way there

Node = tuple[int, int, int]  # hex, bank, road
Step = tuple[int, int, int, bool]  # the state it leads to, its hex, the cost, whether it follows the road on foot


class Reach:
    """Where a move can end: the cost of each hex from here, and the way there. It is kept, so nobody may change it.

    States go by their numbers in `Ways`.
    """

    __slots__ = ("_places", "came", "cost", "ends", "last", "ways")

    def __init__(self, ways: "Ways", cost: dict[int, int], came: dict[int, int]) -> None:
        self.ways = ways
        self.cost = cost  # of being in a state, on the way
        self.came = came  # the state before it
        self.ends: dict[int, int] = {}  # hex -> cost of ending there
        self.last: dict[int, int] = {}  # hex -> the state in which it is ended there; none: that of its own number
        self._places: list[int] = []

    @property
    def places(self) -> list[int]:
        """The hexes in which it can end, in order."""
        if not self._places:
            self._places = sorted(self.ends)
        return self._places

    def path(self, place: int, start: int) -> list[Node]:
        """The states on the way to a hex where the move can end, without the start."""
        state = self.last.get(place, place)
        steps = [self.ways.nodes[state]]
        while state in self.came:
            state = self.came[state]
            steps.append(self.ways.nodes[state])
        steps.reverse()
        return steps[1:] if steps[0][0] == start else steps

    def spent(self, node: Node) -> int:
        """What being in a state on the way costs."""
        return self.cost[self.ways.number(node)]


class Ways:
    """The steps that movers of some kinds can take, from state to state: worked out once, whoever is in the way.

    States have numbers; that of a hex without bank and road is the number of the hex.
    """

    __slots__ = (
        "_numbers",
        "_steps",
        "bridges",
        "edges",
        "ending",
        "extra",
        "foot",
        "ground",
        "kept",
        "nodes",
        "plain",
    )

    def __init__(self, ground: Ground, kinds: tuple[int, ...], bridges: int) -> None:
        self.ground = ground
        self.bridges = bridges  # pontoons they may use
        if len(kinds) == 1:
            self.edges, self.plain = ground.edges[kinds[0]], ground.steps[kinds[0]]
        else:
            self.edges = dearest(ground, kinds)
            self.plain = [tuple([(place, cost) for place, cost, _, _ in row]) for row in self.edges]
        self.extra = max([ground.extra["minor-river"][kind] for kind in kinds])
        self.foot = kinds == (FOOT,)
        self.nodes: list[Node] = []
        self.ending: list[int] = []  # 5.1.11.1.c, e What ending a move in a state adds; NO: it may not (5.1.11.2.b)
        self._numbers: dict[Node, int] = {}
        self._steps: dict[int, tuple[Step, ...]] = {}
        self.kept: Kept[Reach] = Kept(MOST_REACHES)
        for h in range(ground.size):
            self.number((h, NO_BANK, OFF_ROAD))

    def number(self, node: Node) -> int:
        """The number of a state."""
        found = self._numbers.get(node)
        if found is None:
            found = self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
            dry = node[1] in (NO_BANK, BRIDGE)
            self.ending.append(0 if dry else self.extra if self.ground.ford >> node[0] & 1 else NO)
        return found

    def steps(self, state: int) -> tuple[Step, ...]:
        """All steps from a state."""
        found = self._steps.get(state)
        if found is None:
            node = self.nodes[state]
            found = self._steps[state] = tuple([self._step(node, edge) for edge in self.edges[node[0]]])
        return found

    def _step(self, node: Node, edge: Edge) -> Step:
        ground = self.ground
        h, bank, road = node
        place, cost, side, way = edge
        new_bank = NO_BANK
        if (ground.river >> h | ground.river >> place) & 1:
            extra, new_bank = cross(ground, self, h, bank, place, side, way)
            cost += extra
        followed = way if way >= 0 and ground.paved[way] and road in (NO_STEP, way) else OFF_ROAD
        return (self.number((place, new_bank, followed)), place, cost, self.foot and 0 <= road == way)


def ways_of(ground: Ground, kinds: tuple[int, ...], bridges: int) -> Ways:
    """The ways of movers of these kinds, as they are kept."""
    ways: Ways = ground.ways.get((kinds, bridges), lambda: Ways(ground, kinds, bridges))
    return ways


class Traveller:
    """What a group is to the ground: how it moves, how far it may go, where not."""

    __slots__ = ("blocked", "capacity", "ways")

    def __init__(self, ways: Ways, capacity: int, blocked: int) -> None:
        self.ways = ways
        self.capacity = capacity
        self.blocked = blocked


def dearest(ground: Ground, kinds: tuple[int, ...]) -> list[tuple[Edge, ...]]:
    """6.2.g A mixed stack pays the most expensive cost for each hex."""
    table: list[tuple[Edge, ...]] = []
    for h in range(ground.size):
        row: list[Edge] = []
        for place, cost, side, way in ground.edges[kinds[0]][h]:
            costs = [cost, *[ground.cost(kind, h, place) for kind in kinds[1:]]]
            if max(costs) < NO:
                row.append((place, max(costs), side, way))
        table.append(tuple(row))
    return table


def plain_search(traveller: Traveller, start: int, left: int) -> Reach:
    """The same with so many MP where no river is near and no road bonus to be had: every hex can be ended in."""
    ways, ground = traveller.ways, traveller.ways.ground
    near = ground.playable & ground.grid.within(start, left)  # no step leads to a hex that is not playable
    costs, came = reach(start, left, ways.plain, traveller.blocked & near)
    del costs[start]
    found = Reach(ways, costs, came)
    found.ends = costs
    return found


def search(traveller: Traveller, first: dict[Node, int], start: int, left: int) -> Reach:
    """Every hex in which the group can end its move. `first`: where it is, or may come on, and what that costs."""
    ways, blocked = traveller.ways, traveller.blocked
    costs: dict[int, int] = {}
    came: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(max(left, 0) + 1)]
    for node, cost in first.items():
        if cost <= left:
            state = ways.number(node)
            costs[state] = cost
            rings[cost].append(state)
    best = costs.copy()  # and BARRED where it cannot go
    for spent in range(left):
        for state in rings[spent]:
            if costs[state] < spent:
                continue
            for step, place, cost, _ in ways.steps(state):
                total = spent + cost
                if total <= left and total < best.get(step, NO):
                    if blocked >> place & 1:
                        best[step] = BARRED
                        continue
                    best[step] = costs[step] = total
                    came[step] = state
                    rings[total].append(step)
    bonus: list[tuple[int, int]] = []
    for state in rings[-1] if ways.foot else ():
        if costs[state] == left:
            for step, place, _, on_road in ways.steps(state):
                if on_road and not blocked >> place & 1:
                    bonus.append((step, state))
    for step, last in bonus:  # 6.4.c one hex more along the road
        if step not in costs:
            costs[step] = left
            came[step] = last
    found = Reach(ways, costs, came)
    ends, nodes, ending = found.ends, ways.nodes, ways.ending
    for state, cost in costs.items():
        h = nodes[state][0]
        total = cost + ending[state]
        if total <= left and h != start and total < ends.get(h, NO):
            ends[h] = total
            found.last[h] = state
    return found


def cross(ground: Ground, ways: Ways, h: int, bank: int, place: int, side: int, way: int) -> tuple[int, int]:
    """5.1.11 A step out of or into a river hex: what crossing adds (NO: it may not), and the bank reached.

    A minor river can be crossed anywhere, at its price (5.1.11.1.a-b).
    """
    extra = 0
    into = ground.river >> place & 1
    opposite = (side + 3) % 6
    if ground.river >> h & 1:
        if into and side in ground.stream[h] and opposite in ground.stream[place]:
            if on_bridge(ways, place, way):
                return (0, BRIDGE)
            return (0, EITHER if bank == BRIDGE else bank)  # 5.1.11.1.d along the stream the bank stays
        shore = ground.bank[h][side]
        if bank in (LEFT, RIGHT, BOTH) and shore in (LEFT, RIGHT) and shore != bank:
            extra = ways.extra if ground.ford >> h & 1 else NO
    if not into:
        return (extra, NO_BANK)
    if on_bridge(ways, place, way):
        return (extra, BRIDGE)
    shore = ground.bank[place][opposite]
    return (extra, shore if shore in (LEFT, RIGHT) else EITHER)


def on_bridge(ways: Ways, place: int, way: int) -> bool:
    """5.1.11.2.c A river hex entered by a road step is a bridge; 5.1.11.2.e so is a pontoon from any side."""
    return way >= 0 or ways.bridges >> place & 1 == 1


def far_bank(bank: int) -> int:
    """5.1.11.1.c Who ends his move in a river hex has crossed."""
    return {LEFT: RIGHT, RIGHT: LEFT}.get(bank, bank)
