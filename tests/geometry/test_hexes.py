"""Hex maps against slow second routes: clipping with fractions, breadth-first search, Bellman-Ford."""

import random
import re
from collections import deque
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.geometry.hexes import HexGrid, bits, mask_of, path, reach
from soak import sample

SIZES = [(21, 11), (1, 1), (1, 9), (9, 1), (2, 2), (3, 5), (6, 4), (29, 3)]
Point = tuple[int, int]

# The inequalities p·x + r·y <= limit that make a hex about (0, 0), corners (±2, 0) and (±1, ±1).
HEXAGON = [(0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2)]


def centre(grid: HexGrid, h: int) -> Point:
    """Where hex h lies, from its name."""
    found = re.fullmatch("([A-Z]+)([0-9]+)", grid.names[h])
    assert found
    q = 0
    for letter in found[1]:
        q = 26 * q + ord(letter) - ord("A") + 1
    q -= 1
    return 3 * q, 2 * (int(found[2]) - 1) + q % 2


@cache
def clipped(to: Point) -> list[list[Point]]:
    """The places from (0, 0) to `to` in order: the hexes that share a stretch of the line, not a point."""
    stretches: dict[tuple[Fraction, Fraction], list[Point]] = {}
    low_y, high_y = min(to[1], 0) - 2, max(to[1], 0) + 2
    for q in range(min(to[0] // 3, 0), max(to[0] // 3, 0) + 1):
        for y in range(low_y, high_y + 1):
            at = (3 * q, y)
            if (q + y) % 2 == 0 and at not in ((0, 0), to):
                start, end = Fraction(0), Fraction(1)
                for p, r, limit in HEXAGON:  # p·(t·dx - x) + r·(t·dy - y) <= limit
                    slope = p * to[0] + r * to[1]
                    room = limit + p * at[0] + r * at[1]
                    if slope > 0:
                        end = min(end, Fraction(room, slope))
                    elif slope < 0:
                        start = max(start, Fraction(room, slope))
                    elif room < 0:
                        end = Fraction(-1)
                if start < end:
                    stretches.setdefault((start, end), []).append(at)
    return [sorted(stretches[key]) for key in sorted(stretches)]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_every_trace_agrees_with_clipping(columns: int, rows: int) -> None:
    grid = HexGrid(columns, rows)
    where = {centre(grid, h): h for h in range(grid.size)}
    for (ax, ay), a in where.items():
        for (bx, by), b in where.items():
            wanted = []
            for place in clipped((bx - ax, by - ay)):
                members = [where.get((ax + x, ay + y), -1) for x, y in place]
                wanted.append(tuple(sorted(members, key=lambda h: (h < 0, h))))
            assert grid.trace(a, b) == tuple(wanted), (grid.names[a], grid.names[b])


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_a_trace_reversed_is_the_trace_back(columns: int, rows: int) -> None:
    grid = HexGrid(columns, rows)
    for a in range(grid.size):
        for b in range(a, grid.size):
            there = grid.trace(a, b)
            assert grid.trace(b, a) == there[::-1]
            assert (not there) == (grid.distance[a][b] <= 1)
            for place in there:
                assert place[0] >= 0 and len(place) in (1, 2)


def test_traces_worth_looking_at() -> None:
    grid = HexGrid(21, 11)

    def named(a: str, b: str) -> list[str]:
        trace = grid.trace(grid.index[a], grid.index[b])
        return ["|".join(grid.names[h] if h >= 0 else "-" for h in place) for place in trace]

    assert named("A1", "A4") == ["A2", "A3"]
    assert named("A7", "C7") == ["B6|B7"]  # along a hexside
    assert named("A1", "B2") == ["A2|B1"]
    assert named("A1", "E1") == ["B1|-", "C1", "D1|-"]  # along the upper edge of the map
    assert named("B11", "D11") == ["C11|-"]  # and the lower
    assert named("A1", "F2") == ["B1", "C2", "D1", "E2"]  # C1 and D2 are met in a corner only
    assert named("C5", "C5") == []


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_distance_is_the_shortest_way(columns: int, rows: int) -> None:
    grid = HexGrid(columns, rows)
    where = {centre(grid, h): h for h in range(grid.size)}
    for start, a in where.items():
        found = {start: 0}
        queue = deque([start])
        while queue:
            x, y = queue.popleft()
            for dx, dy in ((0, 2), (0, -2), (3, 1), (3, -1), (-3, 1), (-3, -1)):
                to = (x + dx, y + dy)
                if to in where and to not in found:
                    found[to] = found[x, y] + 1
                    queue.append(to)
        assert {where[to]: steps for to, steps in found.items()} == dict(enumerate(grid.distance[a]))


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_neighbours_in_six_directions(columns: int, rows: int) -> None:
    grid = HexGrid(columns, rows)
    where = {centre(grid, h): h for h in range(grid.size)}
    for (x, y), a in where.items():
        around = [(x, y - 2), (x + 3, y - 1), (x + 3, y + 1), (x, y + 2), (x - 3, y + 1), (x - 3, y - 1)]
        assert grid.beside[a] == tuple(where.get(point, -1) for point in around)
        assert grid.neighbours[a] == tuple(h for h in grid.beside[a] if h >= 0)
        assert list(bits(grid.neighbour_mask[a])) == sorted(grid.neighbours[a])


def test_directions_are_those_of_the_map_sheet() -> None:
    grid = HexGrid(21, 11)
    assert [grid.names[h] for h in grid.beside[grid.index["C5"]]] == ["C4", "D4", "D5", "C6", "B5", "B4"]
    assert [grid.names[h] for h in grid.beside[grid.index["D5"]]] == ["D4", "E5", "E6", "D6", "C6", "C5"]
    assert grid.beside[0] == (-1, -1, 11, 1, -1, -1)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_names_lead_there_and_back(columns: int, rows: int) -> None:
    grid = HexGrid(columns, rows)
    assert len(grid.names) == grid.size == columns * rows == len(set(grid.names))
    for h, name in enumerate(grid.names):
        assert grid.index[name] == h
        x, y = centre(grid, h)
        assert h == x // 3 * rows + y // 2


def test_columns_beyond_z_have_two_letters() -> None:
    grid = HexGrid(54, 2)
    firsts = [grid.names[q * 2] for q in (0, 25, 26, 27, 51, 52, 53)]
    assert firsts == ["A1", "Z1", "AA1", "AB1", "AZ1", "BA1", "BB1"]


@pytest.mark.parametrize(("columns", "rows"), [(0, 5), (5, 0), (-1, 3), (200, 57)])
def test_impossible_maps_are_refused(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match=f"{columns} columns by {rows} rows"):
        HexGrid(columns, rows)


def test_the_longest_map_still_measures() -> None:
    assert HexGrid(255, 1).distance[0][254] == 254
    assert HexGrid(1, 255).distance[0][254] == 254


def test_within_is_a_disc() -> None:
    grid = HexGrid(9, 7)
    for _ in range(2):  # the second time from memory
        for a in range(grid.size):
            for radius in (-1, 0, 1, 2, 3, 12, 300):
                wanted = [b for b in range(grid.size) if grid.distance[a][b] <= radius]
                assert list(bits(grid.within(a, radius))) == wanted


@pytest.mark.parametrize(("columns", "rows"), [(9, 7), (4, 1), (1, 4)])
def test_a_fan_is_all_traces_of_a_hex(columns: int, rows: int) -> None:
    grid = HexGrid(columns, rows)
    for a in range(grid.size):
        through, along = grid.fan(a, grid.all)
        traces = [grid.trace(a, b) for b in range(grid.size)]
        for h in range(grid.size):
            assert list(bits(through.get(h, 0))) == [b for b, trace in enumerate(traces) if (h,) in trace]
        for (h, k), lines in along.items():
            assert list(bits(lines)) == [b for b, trace in enumerate(traces) if (h, k) in trace]
        assert set(along) == {p for trace in traces for p in trace if len(p) == 2 and p[1] >= 0}
        few = 1 << a // 2  # and of some hexes those that lead there
        some, some_along = grid.fan(a, few)
        assert some == {h: few for h in range(grid.size) if through.get(h, 0) & few}
        assert some_along == {side: few for side, lines in along.items() if lines & few}


@given(st.sets(st.integers(0, 400)))
def test_bits_and_masks_are_inverse(hexes: set[int]) -> None:
    mask = mask_of(tuple(hexes))
    assert list(bits(mask)) == sorted(hexes)
    assert list(bits(mask)) == [h for h in range(401) if mask >> h & 1]


Edges = list[tuple[tuple[int, int], ...]]


@st.composite
def journeys(draw: st.DrawFn) -> tuple[int, int, Edges, int]:
    """A small map with random costs, closed ways and blocked hexes."""
    grid = HexGrid(draw(st.integers(1, 7)), draw(st.integers(1, 6)))
    chance = draw(st.randoms(use_true_random=False))
    dearest = draw(st.integers(1, 4))
    edges = [tuple((k, chance.randint(1, dearest)) for k in row if chance.random() < 0.9) for row in grid.neighbours]
    hexes = st.sampled_from(range(grid.size))
    blocked = mask_of(tuple(draw(st.sets(hexes, max_size=grid.size // 3))))
    return draw(hexes), draw(st.integers(-1, 12)), edges, blocked


def bellman_ford(start: int, points: int, edges: Edges, blocked: int) -> dict[int, int]:
    cost = {start: 0}
    for _ in edges:
        for h in list(cost):
            for k, price in edges[h]:
                total = cost[h] + price
                if not blocked >> k & 1 and total <= points and total < cost.get(k, 10**9):
                    cost[k] = total
    return cost


@pytest.mark.soak
@settings(max_examples=sample(100, 400), deadline=None)
@given(journeys())
def test_reach_finds_the_cheapest_ways(journey: tuple[int, int, Edges, int]) -> None:
    start, points, edges, blocked = journey
    cost, came_from = reach(start, points, edges, blocked)
    assert cost == bellman_ford(start, points, edges, blocked)
    assert set(came_from) == set(cost) - {start}
    assert reach(start, points, edges, blocked) == (cost, came_from)
    for to in cost:
        spent, at = 0, start
        for step in path(came_from, to):
            spent += dict(edges[at])[step]
            at = step
            assert spent == cost[step]
        assert at == to


def test_of_equal_ways_the_first_found_is_kept() -> None:
    grid = HexGrid(5, 5)
    edges = [tuple((k, 1) for k in row) for row in grid.neighbours]
    start = grid.index["C3"]
    cost, came_from = reach(start, 2, edges, 0)
    # D4 is next to D3 (direction 3 from C3) and to C4 (direction 4): D3 was reached first.
    assert cost[grid.index["D4"]] == 2
    assert grid.names[came_from[grid.index["D4"]]] == "D3"
    backwards = [tuple(reversed(row)) for row in edges]
    assert grid.names[reach(start, 2, backwards, 0)[1][grid.index["D4"]]] == "C4"
    assert path(came_from, grid.index["D4"]) == [grid.index["D3"], grid.index["D4"]]
    assert path(came_from, start) == [] == path(came_from, grid.index["A5"])


def test_a_cheaper_way_found_later_replaces_a_dear_one() -> None:
    # 0 → 1 costs 4 directly and 3 by way of 2; 3 is within reach only by the cheap way.
    edges: Edges = [((1, 4), (2, 1)), ((3, 1),), ((1, 2),), ()]
    assert reach(0, 4, edges, 0) == ({0: 0, 1: 3, 2: 1, 3: 4}, {1: 2, 2: 0, 3: 1})
    assert reach(0, 4, edges, 1 << 2) == ({0: 0, 1: 4}, {1: 0})
    assert reach(0, 4, edges, 1 << 0)[0] == {0: 0, 1: 3, 2: 1, 3: 4}  # the start may be blocked


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 5), (5, 1), (4, 3), (7, 6)])
def test_spread_is_all_neighbours_of_all(columns: int, rows: int) -> None:
    grid = HexGrid(columns, rows)
    rng = random.Random(columns * 10 + rows)
    for _ in range(50):
        mask = rng.getrandbits(grid.size)
        expected = 0
        for h in bits(mask):
            expected |= grid.neighbour_mask[h]
        assert grid.spread(mask) == expected
    for radius in range(4):
        assert all(grid.near(1 << h, radius) == grid.within(h, radius) for h in range(grid.size))
    assert grid.near(0, 3) == grid.spread(0) == 0


def test_hexes_may_have_names_of_their_own() -> None:
    grid = HexGrid(2, 2, ["0101", "0201", "0102", "0202"])
    assert grid.index["0102"] == 2 and grid.names[3] == "0202"
