"""Hex maps: neighbours, distances, straight lines and cheapest paths over small integers.

Flat-topped hexes stand in lettered columns and are numbered from 1 downwards; every second column (B, D,
F ...) is shifted half a hex down. The hex in column q and row r has the index q * rows + (r - 1). Sets of
hexes are bitboards: bit h is hex h.

Lines are exact. Centres lie at X = 3q, Y = 2(r-1) + (q mod 2), corners at (X±2, Y) and (X±1, Y±1). With
the cube coordinates x and z of a hex that is X = 3x, Y = 2z + x, so a line depends only on the offset.
"""

from functools import cache, lru_cache
from itertools import compress

Place = tuple[int, ...]  # one hex, or the two hexes of a hexside; -1 for the one that is off the map
Trace = tuple[Place, ...]
Steps = tuple[tuple[int, int], ...]
Walk = list[tuple[tuple[int, int], ...]]
Fan = tuple[dict[int, int], dict[tuple[int, int], int]]

# The corners of a hex about its centre, and the hex (x, z) across the side from each corner to the next.
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
ACROSS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

# Turning (x, z) by so many sixths of a circle, clockwise: the new x and z are a*x + b*z and c*x + d*z.
TURNS = ((1, 0, 0, 1), (0, -1, 1, 1), (-1, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, -1), (1, 1, -1, 0))

FARTHEST = 255  # distances are kept in bytes
FEW = 24  # up to so many bits it is quicker to pick them one by one
KEPT = 4000  # bitboards whose hexes are remembered
ONES = bytes([int(sign == ord("1")) for sign in range(256)])


class HexGrid:
    """A map of columns × rows hexes. Nothing in it changes but what it remembers having computed."""

    __slots__ = (
        "_even",
        "_not_first",
        "_not_last",
        "_odd",
        "_shapes",
        "_spread",
        "_steps",
        "_within",
        "_x",
        "_z",
        "all",
        "beside",
        "columns",
        "distance",
        "index",
        "names",
        "neighbour_mask",
        "neighbours",
        "rows",
        "size",
    )

    def __init__(self, columns: int, rows: int, names: list[str] | None = None) -> None:
        """With names of their own where the hexes are not called A1 to U11. Pointed hexes in staggered rows are the
        same grid turned on its side: its columns are then the rows of the map."""
        if columns < 1 or rows < 1 or columns + rows > FARTHEST + 1:
            raise ValueError(f"no hex map of {columns} columns by {rows} rows: 1 to {FARTHEST} of both together")
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        lettered = [f"{letters(q)}{r}" for q in range(columns) for r in range(1, rows + 1)]
        self.names: list[str] = lettered if names is None else names
        self.index: dict[str, int] = {name: h for h, name in enumerate(self.names)}
        self.beside: list[tuple[int, ...]] = [self._beside(q, r) for q in range(columns) for r in range(rows)]
        self.neighbours: list[tuple[int, ...]] = [tuple([k for k in row if k >= 0]) for row in self.beside]
        self.neighbour_mask: list[int] = [mask_of(row) for row in self.neighbours]
        self._x: list[int] = [q for q in range(columns) for _ in range(rows)]
        self._z: list[int] = [r - q // 2 for q in range(columns) for r in range(rows)]
        self.distance: list[bytes] = self._distances()
        self.all = (1 << self.size) - 1
        first = mask_of(tuple(range(0, self.size, rows)))
        self._not_first = self.all & ~first
        self._not_last = self.all & ~(first << rows - 1)
        self._even = mask_of(tuple([h for h in range(self.size) if h // rows % 2 == 0]))
        self._odd = self.all & ~self._even
        self._within: dict[tuple[int, int], int] = {}
        self._spread: dict[int, int] = {}
        self._shapes: dict[tuple[int, int, int], Steps] = {}
        self._steps: dict[tuple[int, int], tuple[int, int]] = {}

    def within(self, a: int, radius: int) -> int:
        """The hexes at most `radius` away from a, itself included."""
        mask = self._within.get((a, radius), -1)
        if mask < 0:
            near = min(max(radius + 1, 0), FARTHEST + 1)
            digits = b"1" * near + b"0" * (FARTHEST + 1 - near)
            mask = int(self.distance[a][::-1].translate(digits), 2)
            self._within[a, radius] = mask
        return mask

    def spread(self, mask: int) -> int:
        """All hexes next to some hexes; games ask for the same ones again and again."""
        found = self._spread.get(mask, -1)
        if found < 0:
            if len(self._spread) == KEPT:
                self._spread.clear()
            found = self._spread[mask] = self._all_beside(mask)
        return found

    def _all_beside(self, mask: int) -> int:
        """The same with a few shifts."""
        rows = self.rows
        even = mask & self._even & self._not_first
        odd = mask & self._odd & self._not_last
        return (
            (mask << 1 & self._not_first)
            | (mask >> 1 & self._not_last)
            | mask << rows
            | mask >> rows
            | even << (rows - 1)
            | even >> (rows + 1)
            | odd << (rows + 1)
            | odd >> (rows - 1)
        ) & self.all

    def near(self, mask: int, radius: int) -> int:
        """All hexes at most so far from some hexes, themselves included."""
        for _ in range(radius):
            mask |= self.spread(mask)
        return mask

    def trace(self, a: int, b: int) -> Trace:
        """The places strictly between a and b on the straight line from centre to centre, in order.

        A place is (h,) where the line passes through the interior of h, and (h, k) with h < k where it runs
        along the hexside between them; (h, -1) where that hexside is the edge of the map. A hex met only in
        a corner is not on the line. trace(b, a) is trace(a, b) reversed.
        """
        shape = self.steps(a, b)
        # Nothing between two hexes is off the map but one side of a level line along its upper or lower edge.
        if self.along_edge(a, b):
            inner = 1 if 2 * self._z[a] + self._x[a] == 0 else 0
            return tuple([(a + p[inner], -1) if p[0] != p[1] else (a + p[0],) for p in shape])
        return tuple([(a + i,) if i == j else (a + i, a + j) for i, j in shape])

    def steps(self, a: int, b: int) -> Steps:
        """The places of a trace as steps in index from a, two for each: equal where it is one hex.

        Every hex of the column has the same, whatever the edge of the map cuts off.
        """
        x = self._x[b] - self._x[a]
        z = self._z[b] - self._z[a]
        odd = self._x[a] & 1
        shape = self._shapes.get((x, z, odd))
        if shape is None:
            shape = self._shape(x, z, odd)
            self._shapes[x, z, odd] = shape
        return shape

    def along_edge(self, a: int, b: int) -> bool:
        """Whether the line between two hexes runs along the upper or lower edge of the map."""
        y = 2 * self._z[a] + self._x[a]
        return y in (0, 2 * self.rows - 1) and y == 2 * self._z[b] + self._x[b]

    def fan(self, a: int, ends: int) -> Fan:
        """All lines from a to some hexes at once: (through, along), with bitboards of the hexes the lines lead to.

        through[h] are the lines that pass through the interior of h; along[h, k], with h < k, those that run along
        the hexside of h and k. Hexsides at the edge of the map are left out.
        """
        through: dict[int, int] = {}
        along: dict[tuple[int, int], int] = {}
        for b in bits(ends):
            edge = self.along_edge(a, b)
            for first, last in self.steps(a, b):
                if first == last:
                    through[a + first] = through.get(a + first, 0) | 1 << b
                elif not edge:
                    side = (a + first, a + last)
                    along[side] = along.get(side, 0) | 1 << b
        return through, along

    def _beside(self, q: int, r: int) -> tuple[int, ...]:
        """The neighbours in directions 1 to 6, clockwise from straight up; rows are counted from 0 here."""
        up = r - 1 + q % 2  # the upper one of the two hexes beside it in the next column
        places = ((q, r - 1), (q + 1, up), (q + 1, up + 1), (q, r + 1), (q - 1, up + 1), (q - 1, up))
        return tuple([i * self.rows + j if 0 <= i < self.columns and 0 <= j < self.rows else -1 for i, j in places])

    def _distances(self) -> list[bytes]:
        """Cube distance: `dq` columns and y half hexes apart are max(dq, (dq + |y|) / 2) hexes apart."""
        columns, rows = self.columns, self.rows
        profiles: list[bytes] = []
        for dq in range(columns):
            heights = range(-2 * rows + dq % 2, 2 * rows, 2)
            profiles.append(bytes([max(dq, (dq + abs(y)) // 2) for y in heights]))
        table: list[bytes] = []
        for a in range(self.size):
            q = a // rows
            y = 2 * (a % rows) + q % 2
            slices: list[bytes] = []
            for i in range(columns):
                dq = abs(i - q)
                first = (i % 2 - y + 2 * rows - dq % 2) // 2
                slices.append(profiles[dq][first : first + rows])
            table.append(b"".join(slices))
        return table

    def _shape(self, x: int, z: int, odd: int) -> Steps:
        """The trace to the offset (x, z) as steps in index from a hex in an even or odd column."""
        found = []
        back, places = _turned(x, z)
        a, b, c, d = TURNS[back]
        for place in places:
            row = []
            for k, m in place:
                i, j = a * k + b * m, c * k + d * m
                row.append(i * self.rows + j + (odd + i) // 2)
            step = (min(row), max(row))
            found.append(self._steps.setdefault(step, step))  # lines share them: there are few, and many lines
        return tuple(found)

    def flags(self, mask: int) -> bytes:
        """A bitboard as a byte for each hex, 1 or 0: quicker to look at hex by hex."""
        return format(mask, f"0{self.size}b")[::-1].encode().translate(ONES)


def letters(q: int) -> str:
    """The name of a column: A to Z, then AA, AB ... AZ, BA ..."""
    return (letters(q // 26 - 1) if q >= 26 else "") + chr(ord("A") + q % 26)


def mask_of(hexes: tuple[int, ...]) -> int:
    """The bitboard of some hexes."""
    mask = 0
    for h in hexes:
        mask |= 1 << h
    return mask


@lru_cache(KEPT)
def bits(mask: int) -> tuple[int, ...]:
    """The hexes of a bitboard in rising order; games ask for the same ones again and again."""
    if mask.bit_count() > FEW:
        digits = bin(mask)[:1:-1].encode()
        return tuple(compress(range(len(digits)), digits.translate(ONES)))
    found: list[int] = []
    while mask:  # from the highest down: of a large mask that makes the fewest numbers
        highest = mask.bit_length() - 1
        found.append(highest)
        mask ^= 1 << highest
    found.reverse()
    return tuple(found)


def reach(
    start: int,
    points: int,
    edges: list[tuple[tuple[int, int], ...]],
    blocked: int,
) -> tuple[dict[int, int], dict[int, int]]:
    """The cheapest cost to every hex within `points`, and the hex each is entered from (Dial's buckets).

    edges[h] are the (neighbour, cost) of h, costs at least 1; `blocked` hexes are not entered, and the fewer of
    them are named the better. Of equally cheap ways the first found is kept: hexes are left in rising cost, then
    in the order they were reached, then in the order of their edges.
    """
    best = [points + 1] * len(edges)
    for h in bits(blocked):
        best[h] = 0  # cheaper than any way there
    best[start] = 0
    cost = {start: 0}
    came_from: dict[int, int] = {}
    rings: list[list[int]] = [[start]] + [[] for _ in range(points)]
    for spent in range(points):
        for h in rings[spent]:
            if best[h] < spent:
                continue  # reached more cheaply since
            for k, price in edges[h]:
                total = spent + price
                if total < best[k]:
                    best[k] = cost[k] = total
                    came_from[k] = h
                    rings[total].append(k)
    return cost, came_from


def path(came_from: dict[int, int], to: int) -> list[int]:
    """The hexes entered on the way to `to`, without the start; none when it is the start or out of reach."""
    steps: list[int] = []
    while to in came_from:
        steps.append(to)
        to = came_from[to]
    steps.reverse()
    return steps


def _turned(x: int, z: int) -> tuple[int, Walk]:
    """The line to (x, z), turned by sixths into the first sixth of the circle, and how far it is to turn back."""
    turns = 0
    while (x <= 0 or z < 0) and (x, z) != (0, 0):
        x, z = -z, x + z
        turns += 1
    return -turns % 6, _walk(x, z)


@cache
def _walk(x: int, z: int) -> Walk:
    """The places on the line from (0, 0) to (x, z), hex by hex: out by a side, or by a corner."""
    to_x, to_y = 3 * x, 2 * z + x
    here = (0, 0)
    places: Walk = []
    while here != (x, z):
        if here != (0, 0):
            places.append((here,))
        i, j = here
        turns = [to_x * (2 * j + i + cy) - to_y * (3 * i + cx) for cx, cy in CORNERS]
        for n in range(6):
            if turns[n - 1] < 0 <= turns[n]:
                break  # the line leaves by the side before corner n, or by corner n itself
        first, second = ACROSS[n - 1], ACROSS[n]
        if turns[n] > 0:
            bend = -1
        else:
            cx, cy = CORNERS[n]
            bend = cx * to_y - cy * to_x
        if bend < 0:
            here = (i + first[0], j + first[1])
        elif bend > 0:
            here = (i + second[0], j + second[1])
        else:
            one, two = (i + first[0], j + first[1]), (i + second[0], j + second[1])
            places.append((min(one, two), max(one, two)))
            here = (i + first[0] + second[0], j + first[1] + second[1])
    return places
