"""Exact geometry on a plane of integers: lengths, legs of a path, discs, polygons, open lines, ways round discs.

No floating-point number decides anything here: every test compares integers, squared where a root would appear.
"""

import heapq
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

Point = tuple[int, int]
Path = tuple[Point, ...]
Disc = tuple[int, int, int]  # x, y, radius
Box = tuple[int, int, int, int]  # west, south, east, north

FULL_TURN = 36_000  # hundredths of a degree
COMPASS = 7200  # length of the vector that stands for a direction
FAR = 1 << 40  # farther than any way
CORNERS = 12  # of the polygon that a way round a disc follows


# Lengths -----------------------------------------------------------------------------------------


def length(dx: int, dy: int) -> int:
    """The smallest integer that is no shorter than the vector.

    >>> length(3, 4), length(1, 1)
    (5, 2)
    """
    square = dx * dx + dy * dy
    return math.isqrt(square - 1) + 1 if square else 0


def distance(one: Point, other: Point) -> int:
    """The length of the leg from one point to another."""
    return length(other[0] - one[0], other[1] - one[1])


def path_length(path: Sequence[Point]) -> int:
    """The sum of its legs."""
    total = 0
    for (ax, ay), (bx, by) in pairwise(path):
        total += length(bx - ax, by - ay)
    return total


def toward(ax: int, ay: int, dx: int, dy: int, whole: int, part: int) -> Point:
    """From (ax, ay) the fraction part/whole of the vector, cut off toward the start."""
    x = dx * part // whole if dx >= 0 else -(-dx * part // whole)
    y = dy * part // whole if dy >= 0 else -(-dy * part // whole)
    return (ax + x, ay + y)


def point_on(path: Sequence[Point], way: int) -> Point:
    """The point of a path after `way`; its end if the path is shorter."""
    for (ax, ay), (bx, by) in pairwise(path):
        leg = length(bx - ax, by - ay)
        if way < leg:
            return toward(ax, ay, bx - ax, by - ay, leg, way)
        way -= leg
    return path[-1]


def cut(path: Path, way: int) -> Path:
    """The beginning of a path, up to `way`.

    >>> cut(((0, 0), (10, 0), (10, 10)), 14)
    ((0, 0), (10, 0), (10, 4))
    """
    found = [path[0]]
    for (ax, ay), (bx, by) in pairwise(path):
        leg = length(bx - ax, by - ay)
        if way < leg:
            end = toward(ax, ay, bx - ax, by - ay, leg, way)
            return (*found, end) if end != found[-1] else tuple(found)
        way -= leg
        found.append((bx, by))
    return tuple(found)


def box_of(points: Sequence[Point]) -> Box:
    """The smallest upright box with all points in it.

    >>> box_of([(3, 1), (0, 2)])
    (0, 1, 3, 2)
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def grown(box: Box, room: int) -> Box:
    """A box with so much room on every side.

    >>> grown((0, 1, 3, 2), 10)
    (-10, -9, 13, 12)
    """
    west, south, east, north = box
    return (west - room, south - room, east + room, north + room)


# Directions --------------------------------------------------------------------------------------


def vector(angle: int) -> Point:
    """The vector of a direction in hundredths of a degree clockwise from north.

    >>> vector(9000), vector(18000)
    ((7200, 0), (0, -7200))
    """
    turn = math.radians(angle % FULL_TURN / 100)
    return (round(COMPASS * math.sin(turn)), round(COMPASS * math.cos(turn)))


def angle(dx: int, dy: int) -> int:
    """The direction of a vector in hundredths of a degree clockwise from north."""
    return round(math.degrees(math.atan2(dx, dy)) * 100) % FULL_TURN


POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def bearing(dx: int, dy: int) -> str:
    """The point of the compass.

    >>> bearing(0, 5), bearing(-3, -3)
    ('north', 'south-west')
    """
    return POINTS[round(angle(dx, dy) / 4500) % 8]


# Segments ----------------------------------------------------------------------------------------


def nearer(px: int, py: int, ax: int, ay: int, bx: int, by: int, limit: int) -> bool:
    """Whether a point is nearer than `limit` to the segment a-b."""
    dx, dy = bx - ax, by - ay
    wx, wy = px - ax, py - ay
    along = wx * dx + wy * dy
    if along <= 0:
        return wx * wx + wy * wy < limit * limit
    square = dx * dx + dy * dy
    if along >= square:
        vx, vy = px - bx, py - by
        return vx * vx + vy * vy < limit * limit
    across = dx * wy - dy * wx
    return across * across < limit * limit * square


def on_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a point lies on the segment a-b."""
    if (bx - ax) * (py - ay) != (by - ay) * (px - ax):
        return False
    return min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by)


def meet(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> Fraction | None:
    """Where on a-b (0 to 1) it first meets c-d; None if they have no point in common."""
    found = meeting(ax, ay, bx, by, cx, cy, dx, dy)
    return None if found is None else Fraction(*found)


def meeting(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> tuple[int, int] | None:
    """The same as a part and the whole of a-b."""
    ex, ey = bx - ax, by - ay
    fx, fy = dx - cx, dy - cy
    wx, wy = cx - ax, cy - ay
    under = ex * fy - ey * fx
    if under:
        along, across = wx * fy - wy * fx, wx * ey - wy * ex
        if under < 0:
            under, along, across = -under, -along, -across
        return (along, under) if 0 <= along <= under and 0 <= across <= under else None
    if wx * ey != wy * ex:
        return None  # parallel
    square = ex * ex + ey * ey
    if not square:
        return (0, 1) if on_segment(ax, ay, cx, cy, dx, dy) else None
    if fx == fy == 0 and not on_segment(cx, cy, ax, ay, bx, by):
        return None
    first = wx * ex + wy * ey
    last = (dx - ax) * ex + (dy - ay) * ey
    low, high = min(first, last), max(first, last)
    if high < 0 or low > square:
        return None
    return (max(low, 0), square)


def cross(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether a-b and c-d have a point in common."""
    ex, ey = bx - ax, by - ay
    fx, fy = dx - cx, dy - cy
    under = ex * fy - ey * fx
    if not under:
        return meet(ax, ay, bx, by, cx, cy, dx, dy) is not None
    wx, wy = cx - ax, cy - ay
    along, across = wx * fy - wy * fx, wx * ey - wy * ex
    if under > 0:
        return 0 <= along <= under and 0 <= across <= under
    return under <= along <= 0 and under <= across <= 0


# Areas and lines ---------------------------------------------------------------------------------


class Outline:
    """A row of segments with its box: what areas and lines have in common."""

    __slots__ = ("east", "north", "points", "segments", "south", "west")

    def __init__(self, points: Sequence[Point], closed: bool) -> None:
        self.points = tuple(points)
        ends = [*points[1:], points[0]] if closed else points[1:]
        self.segments = [(*a, *b) for a, b in zip(points, ends, strict=False)]
        self.west, self.south, self.east, self.north = box_of(points)

    def apart(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether the box of a segment has no point in common with the box of this."""
        return (
            (ax < self.west and bx < self.west)
            or (ax > self.east and bx > self.east)
            or (ay < self.south and by < self.south)
            or (ay > self.north and by > self.north)
        )

    def beyond(self, x: int, y: int, limit: int) -> bool:
        """Whether the box of this is at least so far from a point: then all of it is."""
        dx = self.west - x if x < self.west else max(x - self.east, 0)
        dy = self.south - y if y < self.south else max(y - self.north, 0)
        return dx * dx + dy * dy >= limit * limit

    def holds(self, x: int, y: int) -> bool:
        """Whether a point is inside an area, or on its outline, or on a line."""
        raise NotImplementedError

    def meets(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether a segment has a point in common with an area or a line; a touch counts."""
        raise NotImplementedError

    def enters(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether a segment runs through this: through the inside of an area, or across a line."""
        raise NotImplementedError

    def first_meeting(self, ax: int, ay: int, bx: int, by: int) -> Fraction | None:
        """Where on a-b (0 to 1) it first meets the outline."""
        first = self.first_met(ax, ay, bx, by)
        return None if first is None else Fraction(*first)

    def first_met(self, ax: int, ay: int, bx: int, by: int) -> tuple[int, int] | None:
        """The same as a part and the whole of a-b."""
        if self.apart(ax, ay, bx, by):
            return None
        first: tuple[int, int] | None = None
        for cx, cy, dx, dy in self.segments:
            place = meeting(ax, ay, bx, by, cx, cy, dx, dy)
            if place is not None and (first is None or place[0] * first[1] < first[0] * place[1]):
                first = place
        return first

    def near(self, x: int, y: int, limit: int) -> bool:
        """Whether a point is nearer than `limit` to the outline."""
        if not (self.west - limit < x < self.east + limit and self.south - limit < y < self.north + limit):
            return False
        return any(nearer(x, y, ax, ay, bx, by, limit) for ax, ay, bx, by in self.segments)


class Lane:
    """All segments between two squares of a grid, which may be the same.

    Squares are counted from 0 and have sides of `size`.
    """

    __slots__ = ("dx", "dy", "east", "high", "low", "north", "south", "west")

    def __init__(self, one: Point, other: Point, size: int) -> None:
        (i, j), (k, m) = one, other
        self.west, self.east = min(i, k) * size, (max(i, k) + 1) * size
        self.south, self.north = min(j, m) * size, (max(j, m) + 1) * size
        self.dx, self.dy = k - i, m - j
        corners = [((q + a) * size, (r + b) * size) for q, r in (one, other) for a in (0, 1) for b in (0, 1)]
        strip = [self.dx * y - self.dy * x for x, y in corners]
        self.low, self.high = min(strip), max(strip)

    def may_meet(self, shape: Outline) -> bool:
        """Whether some of the segments may meet an outline or what is in it.

        None does if the box of the outline is beyond that of both squares, or if the outline is beside the strip
        that runs from one to the other.
        """
        if shape.west > self.east or shape.east < self.west or shape.south > self.north or shape.north < self.south:
            return False
        dx, dy = self.dx, self.dy
        across = [dx * y - dy * x for x, y in shape.points]
        return max(across) >= self.low and min(across) <= self.high


class Line(Outline):
    """An open line: a wall, a hedge."""

    __slots__ = ()

    def __init__(self, points: Sequence[Point]) -> None:
        super().__init__(points, closed=False)

    def enters(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether a segment has a point in common with the line: it has no inside."""
        if self.apart(ax, ay, bx, by):
            return False
        return any(cross(ax, ay, bx, by, cx, cy, dx, dy) for cx, cy, dx, dy in self.segments)

    def meets(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """The same."""
        return self.enters(ax, ay, bx, by)

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies on the line."""
        return any(on_segment(x, y, *segment) for segment in self.segments)


class Area(Outline):
    """A simple polygon: a wood, a house. Its outline belongs to it."""

    __slots__ = ("convex", "sides")

    def __init__(self, points: Sequence[Point]) -> None:
        doubled = sum(
            [ax * by - ay * bx for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True)]
        )
        super().__init__(points if doubled > 0 else points[::-1], closed=True)
        # a*x + b*y + c is positive on the inner side of a side
        self.sides = [(ay - by, bx - ax, (by - ay) * ax - (bx - ax) * ay) for ax, ay, bx, by in self.segments]
        self.convex = all(a * x + b * y + c >= 0 for a, b, c in self.sides for x, y in self.points)

    def holds(self, x: int, y: int) -> bool:
        """Whether a point is inside or on the outline."""
        if not (self.west <= x <= self.east and self.south <= y <= self.north):
            return False
        if self.convex:
            return all(a * x + b * y + c >= 0 for a, b, c in self.sides)
        return any(on_segment(x, y, *segment) for segment in self.segments) or self._within(x, y, 1)

    def _within(self, x: int, y: int, scale: int) -> bool:
        """Whether the point (x/scale, y/scale), which is not on the outline, is inside."""
        inside = False
        for ax, ay, bx, by in self.segments:
            if (ay * scale > y) != (by * scale > y):
                turn = (bx - ax) * (y - ay * scale) - (x - ax * scale) * (by - ay)
                if (turn > 0) == (by > ay):
                    inside = not inside
        return inside

    def meets(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether a segment has a point in common with the area; a touch counts."""
        if self.apart(ax, ay, bx, by):
            return False
        if self.convex:
            return self._clips(ax, ay, bx, by)
        return self.holds(ax, ay) or self.first_met(ax, ay, bx, by) is not None

    def enters(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether some point of a segment is strictly inside; grazing a corner or a side is not enough."""
        if not self.convex:
            return not self.apart(ax, ay, bx, by) and self._enters_slowly(ax, ay, bx, by)
        # It is not if a straight line parts them, along a side of the area or along the segment.
        for a, b, c in self.sides:
            if a * ax + b * ay + c <= 0 and a * bx + b * by + c <= 0:
                return False
        dx, dy = bx - ax, by - ay
        level = dx * ay - dy * ax
        left = right = False
        for x, y in self.points:
            turn = dx * y - dy * x - level
            left, right = left or turn > 0, right or turn < 0
            if left and right:
                return True
        return dx == dy == 0

    def _clips(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether the sides leave something of the segment."""
        low, low_of, high, high_of = 0, 1, 1, 1  # from low/low_of to high/high_of
        for a, b, c in self.sides:
            start = a * ax + b * ay + c
            end = a * bx + b * by + c
            if start < 0:
                if end < 0:
                    return False
                over, under = -start, end - start
                if over * low_of > low * under:
                    low, low_of = over, under
            elif end < 0:
                over, under = start, start - end
                if over * high_of < high * under:
                    high, high_of = over, under
        return low * high_of <= high * low_of

    def _enters_slowly(self, ax: int, ay: int, bx: int, by: int) -> bool:
        cuts = {Fraction(0), Fraction(1)}
        for cx, cy, dx, dy in self.segments:
            for first, last in (((ax, ay), (bx, by)), ((bx, by), (ax, ay))):
                place = meet(*first, *last, cx, cy, dx, dy)
                if place is not None:
                    cuts.add(place if first == (ax, ay) else 1 - place)
        row = sorted(cuts)
        for low, high in pairwise(row):
            middle = (low + high) / 2
            scale = middle.denominator
            x = ax * scale + (bx - ax) * middle.numerator
            y = ay * scale + (by - ay) * middle.numerator
            edge = any(
                on_segment(x, y, cx * scale, cy * scale, dx * scale, dy * scale) for cx, cy, dx, dy in self.segments
            )
            if not edge and self._within(x, y, scale):
                return True
        return False


# Ways --------------------------------------------------------------------------------------------


def clear_leg(ax: int, ay: int, bx: int, by: int, discs: Iterable[Disc]) -> bool:
    """Whether the leg a-b comes nearer than its radius to no centre of a disc."""
    return all(not nearer(x, y, ax, ay, bx, by, radius) for x, y, radius in discs)


@lru_cache(256)
def corners(radius: int) -> list[Point]:
    """The corners of the polygon round a disc that a way follows, from its centre."""
    reach = math.ceil(radius / math.cos(math.pi / CORNERS)) + 2
    turns = [2 * math.pi * corner / CORNERS for corner in range(CORNERS)]
    return [(round(reach * math.sin(turn)), round(reach * math.cos(turn))) for turn in turns]


def way_round(start: Point, goal: Point, discs: Sequence[Disc], most: int | None = None) -> Path | None:
    """The shortest way that bends only round discs, as a row of legs; None if there is none, or none within `most`.

    Only discs that are met are looked at: a shortest way round some of them that meets no other is the shortest.
    """
    if most is not None and distance(start, goal) > most:
        return None
    met: list[Disc] = []
    path: Path | None = (start, goal)
    while path is not None:
        more = [disc for disc in discs if disc not in met and in_the_way(path, disc)]
        if not more:
            return path
        met += more
        path = shortest(start, goal, met, most)
    return None


def in_the_way(path: Path, disc: Disc) -> bool:
    """Whether a leg comes nearer to the centre of a disc than its radius."""
    x, y, radius = disc
    return any(nearer(x, y, ax, ay, bx, by, radius) for (ax, ay), (bx, by) in pairwise(path))


def shortest(start: Point, goal: Point, discs: Sequence[Disc], most: int | None = None) -> Path | None:
    """The shortest way over the corners of polygons round all these discs; None if it is longer than `most`."""
    nodes = [start, goal]
    left = [distance(start, goal), 0]  # from each node to the goal, at least
    if most is not None and left[0] > most:
        return None
    for x, y, radius in discs:
        for east, north in corners(radius):
            node = (x + east, y + north)
            away = distance(node, goal)
            if most is not None and distance(start, node) + away > most:
                continue
            if clear_leg(node[0], node[1], node[0], node[1], discs):
                nodes.append(node)
                left.append(away)
    best = [0] + [FAR] * (len(nodes) - 1)
    came: dict[int, int] = {}
    heap = [(0, 0)]
    while heap:
        so_far, here = heapq.heappop(heap)
        if here == 1:
            row = [1]
            while row[-1]:
                row.append(came[row[-1]])
            return tuple([nodes[i] for i in reversed(row)])
        if so_far > best[here]:
            continue
        ax, ay = nodes[here]
        for there in range(1, len(nodes)):
            if best[there] <= so_far:
                continue
            bx, by = nodes[there]
            total = so_far + length(bx - ax, by - ay)
            if most is not None and total + left[there] > most:
                continue
            if total < best[there] and clear_leg(ax, ay, bx, by, discs):
                best[there] = total
                came[there] = here
                heapq.heappush(heap, (total, there))
    return None
