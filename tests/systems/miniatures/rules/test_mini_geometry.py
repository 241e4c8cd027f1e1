"""Sight and Moves with random tables and random hands, against slow oracles."""

import math
import random
from fractions import Fraction
from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mini_stage import MiniStage

from sandtable.geometry.plane import path_length, point_on
from sandtable.systems.miniatures.game import MINIATURES
from sandtable.systems.miniatures.rules.faults import faults
from sandtable.systems.miniatures.rules.movement.bases import come_to_rest, overlapped
from sandtable.systems.miniatures.rules.movement.example_moves import any_move, sample_moves
from sandtable.systems.miniatures.rules.movement.move_plan import judge_move
from sandtable.systems.miniatures.rules.sight import clear
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.testing import rule

SYSTEM = MINIATURES

# A table with something of everything ------------------------------------------------------------

TABLE = """
wood W1 10,10 16,10 16,16 10,16
field F1 20,8 26,8 26,12 20,12
building B1 20,18 24,18 24,22 20,22
hill T1 28,10 38,10 38,24 28,24
hill T2 42,14 48,14 48,22 42,22
wood W2 30,14 34,14 34,18 30,18
bocage L1 12,20 18,24
bocage L2 30,20 36,20
wall L3 6,18 14,18
smoke 26,15 1,1
"""
AREAS = {
    "W1": [(10, 10), (16, 10), (16, 16), (10, 16)],
    "F1": [(20, 8), (26, 8), (26, 12), (20, 12)],
    "B1": [(20, 18), (24, 18), (24, 22), (20, 22)],
    "W2": [(30, 14), (34, 14), (34, 18), (30, 18)],
}
HILLS = {
    "T1": [(28, 10), (38, 10), (38, 24), (28, 24)],
    "T2": [(42, 14), (48, 14), (48, 22), (42, 22)],
}
TALL = {"L1": [(12, 20), (18, 24)], "L2": [(30, 20), (36, 20)]}
ON_HILLS = {"W2", "L2"}
UNITS = "blue U1 veteran\n  PL rifle A at 2,2\nred G1 veteran\n  PL rifle X at 60,40\n"
B = scene(TABLE + UNITS)

Place = tuple[Fraction, Fraction]


def inside(corners: list[tuple[int, int]], place: Place) -> int:
    """1 strictly inside, 0 on the outline, -1 outside, for convex corners in counter-clockwise order."""
    turns = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        turns.append((bx - ax) * (place[1] - ay) - (by - ay) * (place[0] - ax))
    return -1 if min(turns) < 0 else 0 if min(turns) == 0 else 1


def along(a: Place, b: Place, edges: list[tuple[tuple[int, int], tuple[int, int]]]) -> list[Fraction]:
    """Parts of a ray at which anything about these edges may change, and the parts between them."""
    cuts = {Fraction(0), Fraction(1)}
    ex, ey = b[0] - a[0], b[1] - a[1]
    for (cx, cy), (dx, dy) in edges:
        under = ex * (dy - cy) - ey * (dx - cx)
        if under:
            cuts.add(((cx - a[0]) * (dy - cy) - (cy - a[1]) * (dx - cx)) / under)
        square = ex * ex + ey * ey
        for x, y in ((cx, cy), (dx, dy)):
            if square:
                cuts.add(((x - a[0]) * ex + (y - a[1]) * ey) / square)
    row = sorted(part for part in cuts if 0 <= part <= 1)
    return sorted(row + [(low + high) / 2 for low, high in pairwise(row)])


def at(a: Place, b: Place, part: Fraction) -> Place:
    return (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))


def ring(corners: list[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def on_line(c: tuple[int, int], d: tuple[int, int], place: Place) -> bool:
    turn = (d[0] - c[0]) * (place[1] - c[1]) - (d[1] - c[1]) * (place[0] - c[0])
    boxed = min(c[0], d[0]) <= place[0] <= max(c[0], d[0]) and min(c[1], d[1]) <= place[1] <= max(c[1], d[1])
    return turn == 0 and boxed


def slow_sight(one: Place, other: Place) -> bool:
    """The words of the geometry, taken literally, in inches and fractions."""
    up = [any(inside(corners, place) >= 0 for corners in HILLS.values()) for place in (one, other)]
    low, high = (one, other) if not up[0] else (other, one)
    far = (low[0] - high[0]) ** 2 + (low[1] - high[1]) ** 2
    for name, corners in AREAS.items():
        if inside(corners, one) >= 0 or inside(corners, other) >= 0:
            continue
        parts = along(low, high, ring(corners))
        if not any(inside(corners, at(low, high, part)) == 1 for part in parts):
            continue
        first = min(part for part in parts if inside(corners, at(low, high, part)) >= 0)
        if all(up):
            if name in ON_HILLS:
                return False
        elif not (any(up) and first * first * far >= 36):
            return False
    for name, (c, d) in TALL.items():
        parts = [part for part in along(low, high, [(c, d)]) if on_line(c, d, at(low, high, part))]
        if parts and (
            (all(up) and name in ON_HILLS) or (not all(up) and not (any(up) and parts[0] ** 2 * far >= 36))
        ):
            return False
    if not all(up):
        for corners in HILLS.values():
            if inside(corners, one) < 0 and inside(corners, other) < 0:
                parts = along(one, other, ring(corners))
                if any(inside(corners, at(one, other, part)) == 1 for part in parts):
                    return False
    return not smoked(one, other)


def smoked(one: Place, other: Place) -> bool:
    """The patch at 26, 15 stands on its corner; S is cut to an integer in hundredths times the axis."""
    half = Fraction(math.isqrt(90000 * 20000), 100)

    def turned(place: Place) -> Place:
        dx, dy = (place[0] - 26) * 100, (place[1] - 15) * 100
        return (dx + dy, dy - dx)

    a, b = turned(one), turned(other)
    if max(abs(a[0]), abs(a[1])) <= half or max(abs(b[0]), abs(b[1])) <= half:
        return False
    size = int(half * 100)
    corners = [(-size, -size), (size, -size), (size, size), (-size, size)]
    a, b = (a[0] * 100, a[1] * 100), (b[0] * 100, b[1] * 100)
    return any(inside(corners, at(a, b, part)) == 1 for part in along(a, b, ring(corners)))


half_inches = st.integers(0, 100).map(lambda n: n * 50)  # so that corners and edges are often met
anything = st.integers(0, 5000)
spots = st.tuples(half_inches | anything, half_inches | anything)


@rule("10.5", "10.8", "15.18", "GEO")
@given(spots, spots)
@settings(max_examples=300, deadline=None)
def test_sight_is_what_the_words_say_and_mutual(one: tuple[int, int], other: tuple[int, int]) -> None:
    found = clear(B, *one, *other)
    assert found == clear(B, *other, *one)
    here = (Fraction(one[0], 100), Fraction(one[1], 100))
    there = (Fraction(other[0], 100), Fraction(other[1], 100))
    assert found == slow_sight(here, there)


# Moves -------------------------------------------------------------------------------------------

FIELD = """
wood W1 24,14 30,14 30,20 24,20
building B1 14,18 18,18 18,22 14,22
hedge L1 20,8 20,16
wall L2 26,10 32,10
{unit}
blue U2 veteran
  PL m4-sherman T1 at 23,6
  m4-sherman T2 at 27,6
red G1 veteran activated
  PL rifle X at 22,18
  rifle Y at 25,21
active U1 passed
"""
INFANTRY_UNIT = """
blue U1 veteran
  PL rifle A at 20,5
  rifle B at 18,7
  rifle C at 22,10
  lmg D at 24,9
  57mm E at 17,10
"""
TANK_UNIT = """
blue U1 veteran
  PL m4-sherman A at 18,5
  m4-sherman B at 14,8
  m3-stuart C at 18,10
"""


def gap(a: Team, t: Team, here: tuple[int, int], there: tuple[int, int]) -> float:
    return math.hypot(here[0] - there[0], here[1] - there[1]) - a.radius - t.radius


def invariants(b: Battle, unit: Unit, choice: Choice) -> None:
    """What must be so after a Move, reckoned in floating inches with a little slack."""
    ends = {team.index: (team.x, team.y) for team in b.teams}
    ways = {team.index: [(team.x, team.y)] for team in b.teams}
    for id, x, y, _ in choice.at:
        if b.find_team(id) is not None:
            index = b.by_id[id]
            ends[index] = (x, y)
            ways[index].append((x, y))
    teams = [b.teams[i] for i in unit.teams]
    leader = b.teams[unit.pl]
    for team in teams:
        far = sum(math.hypot(c[0] - a[0], c[1] - a[1]) for a, c in pairwise(ways[team.index]))
        placed = team is leader and team.type.kind != TANK and len(ways[team.index]) == 2
        hurried = gap(team, leader, ends[team.index], ends[leader.index]) <= 200.01 and leader.type.kind != TANK
        assert placed or far <= team.type.move + (400 if hurried else 0) + 0.01
        for other in b.teams:
            if other is not team:
                assert gap(team, other, ends[team.index], ends[other.index]) >= -0.01
            if other.side != team.side:
                assert gap(team, other, ends[team.index], ends[other.index]) >= 199.99
        x, y = ends[team.index]
        assert team.radius <= x <= 7200 - team.radius and team.radius <= y <= 4800 - team.radius
    near = {leader.index}
    for _ in range(2):  # the leader, and one link
        links = [b.teams[i] for i in near]
        for team in teams:
            for link in links:
                reach = 1000 if team.type.kind == link.type.kind == TANK else 600
                if gap(team, link, ends[team.index], ends[link.index]) <= reach + 0.01:
                    near.add(team.index)
    assert len(near) * 2 >= len(teams)
    assert all(index in near for index in ends if b.teams[index] in teams and len(ways[index]) > 1)


steps = st.tuples(st.integers(-700, 700), st.integers(-700, 900), st.integers(0, 35_999))


@st.composite
def plans(draw: st.DrawFn, ids: str, scale: int) -> list[tuple[str, int, int, int]]:
    """What a hand may do: any Teams, any places, sometimes with a corner on the way."""
    found = []
    for id in ids:
        for _ in range(draw(st.sampled_from([0, 1, 1, 1, 2]))):
            dx, dy, turn = draw(steps)
            found.append((id, dx * scale // 2, dy * scale // 2, turn))
    return found


def try_plan(text: str, plan: list[tuple[str, int, int, int]]) -> None:
    b = scene(FIELD.format(unit=text))
    unit = b.unit("U1")
    entries = []
    for id, dx, dy, turn in plan:
        team = b.teams[b.by_id[id]]
        entries.append((id, team.x + dx, team.y + dy, turn))
    choice = Choice("move", "U1", at=tuple(entries))
    before = b.state()
    try:
        judge_move(b, unit, choice)
    except IllegalChoice as refusal:
        assert refusal.reason and refusal.rule
        assert b.state() == before
        return
    invariants(b, unit, choice)
    s = MiniStage(SYSTEM, b, *[5] * 20)
    s.do("move and fire", "U1")
    s.play.choose(choice)
    while s.asked == ("red", "reaction"):
        s.do("pass")
    assert faults(s.b) == []


@rule("4.1", "5.1", "14.2", "14.4")
@given(plans("ABCDE", 1))
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_placement_of_infantry_that_is_accepted_breaks_nothing(plan: list[tuple[str, int, int, int]]) -> None:
    try_plan(INFANTRY_UNIT, plan)


@rule("4.1", "5.1")
@given(plans("ABC", 2))
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_placement_of_tanks_that_is_accepted_breaks_nothing(plan: list[tuple[str, int, int, int]]) -> None:
    try_plan(TANK_UNIT, plan)


def test_the_examples_of_a_move_are_many_legal_and_different() -> None:
    for text in (INFANTRY_UNIT, TANK_UNIT):
        b = scene(FIELD.format(unit=text))
        unit = b.unit("U1")
        found = sample_moves(b, unit)
        assert len(found) >= 6 and len(set(found)) == len(found)
        for choice in found:
            judge_move(b, unit, choice)
            invariants(b, unit, choice)


def test_any_move_is_one_of_many_and_legal() -> None:
    for text in (INFANTRY_UNIT, TANK_UNIT):
        b = scene(FIELD.format(unit=text))
        unit = b.unit("U1")
        found = [any_move(b, unit, random.Random(seed).choice) for seed in range(40)]
        assert [] in found  # to stay is picked too
        moves = dict([each for row in found for each in row])
        assert len(moves) >= 6
        for choice, plan in moves.items():
            assert plan.paths == judge_move(b, unit, choice).paths


places = st.tuples(st.integers(1000, 1800), st.integers(1000, 1800))


@rule("4.1", "4.6", "13.7")
@given(st.lists(places, min_size=5, max_size=5), st.permutations(range(5)))
@settings(max_examples=150, deadline=None)
def test_whoever_crowds_together_ends_on_nobody(ends: list[tuple[int, int]], order: list[int]) -> None:
    """Each stands on his own path, and no two bases overlap."""
    b = scene(FIELD.format(unit=INFANTRY_UNIT))
    movers = [b.teams[i] for i in range(5)]
    paths = {team.index: ((team.x, team.y), end) for team, end in zip(movers, ends, strict=True)}
    come_to_rest(b, paths, order)
    for team in movers:
        assert not overlapped(b, team, team.x, team.y)
        path = paths[team.index]
        assert (team.x, team.y) in {point_on(path, far) for far in range(path_length(path) + 1)}
