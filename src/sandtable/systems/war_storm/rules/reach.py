"""6.2, 6.4, 5.1.11 How far a group can go: roads with their bonus, rivers with their banks.

A search over states: the hex, the bank the group is on in a river hex, and the road it has followed without a break.
Where neither a river nor a road bonus can matter the hex alone is enough, which is quicker.
"""

from sandtable.geometry.hexes import path, reach
from sandtable.systems.war_storm.state.book import FOOT, NO
from sandtable.systems.war_storm.state.ground import Edge, Ground
from sandtable.systems.war_storm.state.pieces import BOTH, BRIDGE, EITHER, LEFT, NO_BANK, RIGHT

NO_STEP, OFF_ROAD = -2, -1  # the road followed so far: no step taken yet; not one road all the way

Node = tuple[int, int, int]  # hex, bank, road
Step = tuple[Node, int, int, bool]  # the state it leads to, its hex, the cost, whether it follows the road on foot


class Reach:
    """Where a move can end: the cost in all of each hex, and the way there. It is kept, so nobody may change it."""

    __slots__ = ("_came_from", "came", "cost", "ends")

    def __init__(self) -> None:
        self.cost: dict[Node, int] = {}  # of being there, on the way
        self.came: dict[Node, Node] = {}
        self.ends: dict[int, tuple[int, Node]] = {}  # hex -> cost of ending there, and how it is reached
        self._came_from: dict[int, int] = {}  # of a plain search

    def path(self, place: int, start: int) -> list[Node]:
        """The states on the way to a hex where the move can end, without the start."""
        if self._came_from:
            return [self.ends[h][1] for h in path(self._came_from, place)]
        node = self.ends[place][1]
        steps = [node]
        while node in self.came:
            node = self.came[node]
            steps.append(node)
        steps.reverse()
        return steps[1:] if steps[0][0] == start else steps

    def spent(self, node: Node) -> int:
        """What being in a state on the way has cost."""
        return self.ends[node[0]][0] if self._came_from else self.cost[node]


class Ways:
    """The steps that movers of some kinds can take, from state to state: worked out once, whoever is in the way."""

    __slots__ = ("_steps", "bridges", "edges", "extra", "foot", "ground", "plain")

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
        self._steps: dict[Node, tuple[Step, ...]] = {}

    def steps(self, node: Node) -> tuple[Step, ...]:
        """All steps from a state."""
        found = self._steps.get(node)
        if found is None:
            found = self._steps[node] = tuple([self._step(node, edge) for edge in self.edges[node[0]]])
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
        return ((place, new_bank, followed), place, cost, self.foot and 0 <= road == way)


def ways_of(ground: Ground, kinds: tuple[int, ...], bridges: int) -> Ways:
    """The ways of movers of these kinds, as they are kept."""
    ways: Ways = ground.kept.get((kinds, bridges), lambda: Ways(ground, kinds, bridges))
    return ways


class Traveller:
    """What a group is to the ground: how it moves, how far it may go, where not."""

    __slots__ = ("blocked", "capacity", "kinds", "ways")

    def __init__(self, ground: Ground, moves: set[int], capacity: int, blocked: int, bridges: int) -> None:
        self.kinds = tuple(sorted(moves))
        self.ways = ways_of(ground, self.kinds, bridges)
        self.capacity = capacity
        self.blocked = blocked

    def ending(self, ground: Ground, node: Node) -> int:
        """5.1.11.1.c, e What ending the move there adds; NO where it may not end (5.1.11.2.b)."""
        h, bank, _ = node
        if bank in (NO_BANK, BRIDGE):
            return 0
        return self.ways.extra if ground.ford >> h & 1 else NO


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


def plain_search(ground: Ground, traveller: Traveller, start: int, spent: int) -> Reach:
    """The same where no river is near and no road bonus to be had: every hex can be ended in."""
    found = Reach()
    costs, found._came_from = reach(start, traveller.capacity - spent, traveller.ways.plain, traveller.blocked, {})
    del costs[start]
    found.ends = {h: (spent + cost, (h, NO_BANK, OFF_ROAD)) for h, cost in costs.items()}
    return found


def search(ground: Ground, traveller: Traveller, first: dict[Node, int], start: int) -> Reach:
    """Every hex in which the group can end its move. `first`: where it is, or may come on, and what that costs."""
    found = Reach()
    costs, came, steps = found.cost, found.came, traveller.ways.steps
    capacity, blocked = traveller.capacity, traveller.blocked
    rings: list[list[Node]] = [[] for _ in range(capacity + 1)]
    for node, cost in first.items():
        if cost <= capacity:
            costs[node] = cost
            rings[cost].append(node)
    bonus: list[tuple[Node, Node]] = []
    for spent in range(capacity + 1):
        for node in rings[spent]:
            if costs[node] < spent:
                continue
            for step, place, cost, on_road in steps(node):
                total = spent + cost
                if total <= capacity:
                    if total < costs.get(step, NO) and not blocked >> place & 1:
                        costs[step] = total
                        came[step] = node
                        rings[total].append(step)
                elif on_road and spent == capacity and not blocked >> place & 1:
                    bonus.append((step, node))
    for node, last in bonus:  # 6.4.c one hex more along the road
        if node not in costs:
            costs[node] = capacity
            came[node] = last
    ends = found.ends
    for node, cost in costs.items():
        h = node[0]
        if h == start:
            continue
        total = cost + traveller.ending(ground, node)
        if total <= capacity and (h not in ends or total < ends[h][0]):
            ends[h] = (total, node)
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
