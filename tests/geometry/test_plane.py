"""Exact geometry on a plane, against slow oracles in fractions."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.geometry.plane import (
    COMPASS,
    FULL_TURN,
    Area,
    Lane,
    Line,
    angle,
    cut,
    length,
    meet,
    nearer,
    on_segment,
    path_length,
    point_on,
    toward,
    vector,
    way_round,
)
from soak import sample

small = st.integers(-12, 12)
wide = st.integers(-7200, 7200)
point = st.tuples(small, small)
paths = st.lists(st.tuples(wide, wide), min_size=2, max_size=5).map(tuple)


@st.composite
def polygons(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Simple polygons, some of them not convex: points in the order of their directions from the middle."""
    points = draw(st.lists(point, min_size=3, max_size=7, unique_by=lambda p: math.atan2(p[0], p[1])))
    points = [p for p in points if p != (0, 0)]
    points.sort(key=lambda p: math.atan2(p[1], p[0]))
    angles = [math.atan2(y, x) for x, y in points]
    gaps = [b - a for a, b in pairwise(angles)] + [angles[0] + 2 * math.pi - angles[-1]] if len(points) > 2 else [9.0]
    if max(gaps) >= math.pi - 0.01:
        points = [(5, 0), (-4, 4), (-3, -6)]
    return points


# Lengths and paths -------------------------------------------------------------------------------


@given(wide, wide)
def test_a_length_is_the_smallest_integer_that_is_long_enough(dx: int, dy: int) -> None:
    found = length(dx, dy)
    square = dx * dx + dy * dy
    assert found * found >= square
    assert found == 0 or (found - 1) ** 2 < square


@given(paths, st.integers(0, 60_000))
def test_a_point_of_a_path_is_no_farther_along_it_than_asked(path: tuple[tuple[int, int], ...], way: int) -> None:
    x, y = point_on(path, way)
    left = min(way, path_length(path))
    assert length(x - path[0][0], y - path[0][1]) <= left + len(path)
    assert path_length(cut(path, way)) <= left + len(path)
    assert cut(path, way)[-1] == (x, y)
    if way >= path_length(path):
        assert (x, y) == path[-1]


@given(wide, wide, wide, wide)
def test_a_leg_is_cut_off_toward_its_start(ax: int, ay: int, dx: int, dy: int) -> None:
    whole = length(dx, dy)
    for part in {0, whole // 3, whole}:
        if whole:
            x, y = toward(ax, ay, dx, dy, whole, part)
            assert (x - ax, y - ay) == (
                math.trunc(Fraction(dx * part, whole)),
                math.trunc(Fraction(dy * part, whole)),
            )


@given(st.integers(0, FULL_TURN - 1))
def test_a_direction_and_its_vector(turn: int) -> None:
    dx, dy = vector(turn)
    away = (angle(dx, dy) - turn) % FULL_TURN
    assert min(away, FULL_TURN - away) <= 1
    assert abs(math.hypot(dx, dy) - COMPASS) < 1


# Segments ----------------------------------------------------------------------------------------


def square_to_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> Fraction:
    """The square of the distance, by projecting."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    part = Fraction((px - ax) * dx + (py - ay) * dy, square) if square else Fraction(0)
    part = max(Fraction(0), min(Fraction(1), part))
    return (px - ax - part * dx) ** 2 + (py - ay - part * dy) ** 2


@given(small, small, small, small, small, small, st.integers(0, 12))
def test_nearer_is_exact(px: int, py: int, ax: int, ay: int, bx: int, by: int, limit: int) -> None:
    assert nearer(px, py, ax, ay, bx, by, limit) == (square_to_segment(px, py, ax, ay, bx, by) < limit * limit)
    assert on_segment(px, py, ax, ay, bx, by) == (square_to_segment(px, py, ax, ay, bx, by) == 0)


def slow_meet(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> Fraction | None:
    """Where a-b first meets c-d: the least of the points where it could begin to."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    ex, ey = bx - ax, by - ay
    parts = {Fraction(0), Fraction(1)}
    under = ex * (dy - cy) - ey * (dx - cx)
    if under:
        parts.add(Fraction((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx), under))
    square = ex * ex + ey * ey
    for x, y in (c, d):
        if square:
            parts.add(Fraction((x - ax) * ex + (y - ay) * ey, square))
    for part in sorted(parts):
        x, y = ax + part * ex, ay + part * ey
        turn = (dx - cx) * (y - cy) - (dy - cy) * (x - cx)
        boxed = min(cx, dx) <= x <= max(cx, dx) and min(cy, dy) <= y <= max(cy, dy)
        if 0 <= part <= 1 and turn == 0 and boxed:
            return part
    return None


@pytest.mark.soak
@given(point, point, point, point)
@settings(max_examples=sample(120, 400))
def test_where_two_segments_meet(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]
) -> None:
    assert meet(*a, *b, *c, *d) == slow_meet(a, b, c, d)


# Areas and lines ---------------------------------------------------------------------------------


def slow_inside(points: list[tuple[int, int]], x: Fraction, y: Fraction) -> int:
    """1 inside, 0 on the outline, -1 outside: by counting turns."""
    winding = 0
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return 0
        if ay <= y < by and turn > 0:
            winding += 1
        elif by <= y < ay and turn < 0:
            winding -= 1
    return 1 if winding else -1


def slow_states(points: list[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]) -> set[int]:
    """All of inside, outline, outside that a segment has points in: between its crossings nothing changes."""
    (ax, ay), (bx, by) = a, b
    cuts = {Fraction(0), Fraction(1)}
    for (cx, cy), (dx, dy) in zip(points, [*points[1:], points[0]], strict=True):
        under = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
        if under:
            cuts.add(Fraction((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx), under))
        for x, y in ((cx, cy), (dx, dy)):
            square = (bx - ax) ** 2 + (by - ay) ** 2
            if square:
                cuts.add(Fraction((x - ax) * (bx - ax) + (y - ay) * (by - ay), square))
    row = sorted(part for part in cuts if 0 <= part <= 1)
    row += [(low + high) / 2 for low, high in pairwise(row)]
    return {slow_inside(points, ax + part * (bx - ax), ay + part * (by - ay)) for part in row}


@pytest.mark.soak
@given(polygons(), point, point)
@settings(max_examples=sample(150, 500))
def test_what_a_segment_has_in_common_with_an_area(
    points: list[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]
) -> None:
    area = Area(points)
    states = slow_states(points, a, b)
    assert area.holds(*a) == (slow_inside(points, Fraction(a[0]), Fraction(a[1])) >= 0)
    assert area.meets(*a, *b) == (states != {-1})
    assert area.enters(*a, *b) == (1 in states)
    assert area.enters(*b, *a) == area.enters(*a, *b)
    assert area._enters_slowly(*a, *b) == area.enters(*a, *b)


def test_some_of_those_polygons_are_not_convex() -> None:
    assert Area([(0, 0), (8, 0), (8, 8), (0, 8)]).convex
    dart = Area([(0, 0), (8, 0), (4, 2), (0, 8)])
    assert not dart.convex
    assert dart.enters(0, 1, 3, 1) and not dart.enters(6, 3, 4, 7)
    assert Area([(0, 8), (8, 8), (8, 0), (0, 0)]).holds(4, 4)  # whichever way round it is written


@given(polygons(), point, st.integers(0, 8))
def test_how_near_a_point_is_to_an_outline(points: list[tuple[int, int]], p: tuple[int, int], limit: int) -> None:
    area = Area(points)
    least = min([square_to_segment(*p, *a, *b) for a, b in zip(points, [*points[1:], points[0]], strict=True)])
    assert area.near(*p, limit) == (least < limit * limit)
    assert not (area.beyond(*p, limit) and area.near(*p, limit))


@given(st.lists(point, min_size=2, max_size=4), point, point)
def test_lines(points: list[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]) -> None:
    line = Line(points)
    parts = [slow_meet(a, b, c, d) for c, d in pairwise(points)]
    found = [part for part in parts if part is not None]
    assert line.meets(*a, *b) == bool(found)
    assert line.first_meeting(*a, *b) == min(found, default=None)
    assert line.holds(*a) == any(square_to_segment(*a, *c, *d) == 0 for c, d in pairwise(points))


# Ways round --------------------------------------------------------------------------------------

discs = st.lists(st.tuples(st.integers(-800, 800), st.integers(-800, 800), st.integers(50, 300)), max_size=6)


@pytest.mark.soak
@given(discs)
@settings(max_examples=sample(30, 80), deadline=None)
def test_a_way_round_touches_no_disc_and_is_straight_where_it_can_be(found: list[tuple[int, int, int]]) -> None:
    start, goal = (-1500, 0), (1500, 0)
    path = way_round(start, goal, found)
    assert path is not None  # the discs are all between them
    assert (path[0], path[-1]) == (start, goal)
    for (ax, ay), (bx, by) in pairwise(path):
        for x, y, radius in found:
            assert square_to_segment(x, y, ax, ay, bx, by) >= radius * radius
    straight = all(square_to_segment(x, y, *start, *goal) >= radius * radius for x, y, radius in found)
    assert (len(path) == 2) == straight
    assert way_round(start, goal, found, path_length(path)) == path  # where longer ways are not looked for
    assert way_round(start, goal, found, path_length(path) - 1) is None


def test_a_way_round_one_disc_is_nearly_the_tangent() -> None:
    path = way_round((-1000, 0), (1000, 0), [(0, 0, 200)])
    assert path is not None
    true = 2 * math.sqrt(1000**2 - 200**2) + 200 * (math.pi - 2 * math.acos(0.2))
    assert true <= path_length(path) <= true * 1.02


def test_there_may_be_no_way() -> None:
    assert way_round((0, 0), (1000, 0), [(1000, 0, 100)]) is None


@pytest.mark.parametrize(
    ("way", "expected"), [(0, ((0, 0),)), (10, ((0, 0), (10, 0))), (15, ((0, 0), (10, 0), (10, 5)))]
)
def test_cutting(way: int, expected: tuple[tuple[int, int], ...]) -> None:
    assert cut(((0, 0), (10, 0), (10, 10)), way) == expected


@given(st.lists(st.tuples(small, small), min_size=3, max_size=3, unique=True), small, small, small, small)
def test_what_a_segment_meets_is_never_left_out_between_its_squares(
    corners: list[tuple[int, int]], ax: int, ay: int, bx: int, by: int
) -> None:
    size = 5
    one, other = (ax // size, ay // size), (bx // size, by // size)
    for shape in (Area(corners), Line(corners)):
        if shape.meets(ax, ay, bx, by) or shape.holds(ax, ay):
            assert Lane(one, other, size).may_meet(shape)


def test_what_is_beside_the_strip_between_two_squares_is_left_out() -> None:
    above = Area([(0, 40), (5, 40), (0, 49)])
    assert not Lane((0, 0), (4, 4), 10).may_meet(above)  # in the box of both squares, and yet beside the way
    assert Lane((0, 0), (0, 4), 10).may_meet(above)
    assert not Lane((0, 0), (4, 0), 10).may_meet(above)
