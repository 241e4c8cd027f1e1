"""13.3, 13.7, 13.15 Ways into contact, back to a gap and away, against slow oracles."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st
from mini_fire import scene_of

from sandtable.geometry.plane import length, nearer, path_length
from sandtable.systems.miniatures.rules.assault.contact import (
    gap_kept,
    place_with_gap,
    way_back,
    way_closer,
    way_into_contact,
)
from sandtable.systems.miniatures.rules.movement.bases import may_rest
from sandtable.systems.miniatures.rules.sight import touching
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.pieces import Battle, Team
from sandtable.testing import rule

PLACES = st.lists(
    st.tuples(st.integers(2400, 3600), st.integers(1500, 2700)),
    min_size=1,
    max_size=5,
    unique_by=lambda p: p[0] // 200,
)
KIND = st.sampled_from(["rifle", "m4-sherman", "smg"])


def field(kind: str, start: tuple[int, int], enemies: list[tuple[int, int]]) -> tuple[Battle, Team, list[Team]]:
    """A blue Team and some red ones, none on the base of another."""
    red = "; ".join([f"rifle X{i} at {30 + 3 * i},40" for i in range(len(enemies))])
    b = scene(scene_of(f"{kind} A at 5,20", red))
    team = next(each for each in b.teams if each.id == "A")
    foes = [each for each in b.teams if each.id.startswith("X")]
    team.x, team.y = start
    placed: list[Team] = []
    for foe, (x, y) in zip(foes, enemies, strict=True):
        if all((x - o.x) ** 2 + (y - o.y) ** 2 >= (foe.radius + o.radius) ** 2 for o in [team, *placed]):
            foe.x, foe.y = x, y
            placed.append(foe)
        else:
            foe.lost = True
    return b, team, placed


def legs_clear(team: Team, path: tuple[tuple[int, int], ...], foes: list[Team]) -> bool:
    """No leg comes over an enemy base."""
    return not any(
        nearer(foe.x, foe.y, *a, *c, foe.radius + team.radius) for a, c in itertools.pairwise(path) for foe in foes
    )


@rule("13.3", "13.4")
@settings(max_examples=120, deadline=None)
@given(kind=KIND, x=st.integers(2400, 3600), y=st.integers(900, 2900), enemies=PLACES)
def test_a_way_into_contact_ends_in_contact(kind: str, x: int, y: int, enemies: list[tuple[int, int]]) -> None:
    """As long as allowed, over no enemy; and where there is none, no straight way to any contact point is free."""
    b, team, foes = field(kind, (x, y), enemies)
    if not foes:
        return
    path = way_into_contact(b, team, foes, 1200)
    if path is not None:
        assert path[0] == (x, y) and path_length(path) <= 1200 and legs_clear(team, path, foes)
        assert may_rest(b, team, *path[-1])
        team.x, team.y = path[-1]
        assert any(touching(b, team, foe) for foe in foes)
        return
    for foe in foes:
        reach = team.radius + foe.radius + 1
        for dx, dy in ((reach, 0), (-reach, 0), (0, reach), (0, -reach)):
            end = (foe.x + dx, foe.y + dy)
            straight = length(end[0] - x, end[1] - y) <= 1200 and may_rest(b, team, *end)
            assert not (straight and legs_clear(team, ((x, y), end), foes))


@rule("13.3")
@settings(max_examples=80, deadline=None)
@given(x=st.integers(2400, 3600), y=st.integers(300, 1200), enemies=PLACES, far=st.integers(100, 1200))
def test_as_near_as_possible(x: int, y: int, enemies: list[tuple[int, int]], far: int) -> None:
    """Straight toward the nearest enemy, no farther than allowed, and over nobody."""
    b, team, foes = field("rifle", (x, y), enemies)
    if not foes:
        return
    path = way_closer(b, team, foes, far)
    assert path_length(path) <= far and legs_clear(team, path, foes)
    if len(path) > 1:
        goal = min(foes, key=lambda foe: (foe.x - x) ** 2 + (foe.y - y) ** 2)
        before = (goal.x - x) ** 2 + (goal.y - y) ** 2
        assert (goal.x - path[-1][0]) ** 2 + (goal.y - path[-1][1]) ** 2 < before


@rule("13.7")
@settings(max_examples=60, deadline=None)
@given(dx=st.integers(-150, 150), dy=st.integers(-150, 150), enemies=PLACES)
def test_put_back_to_a_gap_of_two_inches(dx: int, dy: int, enemies: list[tuple[int, int]]) -> None:
    """The place is free and two inches from everybody; straight back from a single enemy it is the nearest such."""
    b, team, foes = field("rifle", (enemies[0][0] + dx, enemies[0][1] + dy), enemies[1:] + enemies[:1])
    if not foes:
        return
    place = place_with_gap(b, team, foes)
    assert may_rest(b, team, *place) and gap_kept(b, team, *place, foes)
    if len(foes) == 1:
        foe = foes[0]
        away = ((place[0] - foe.x) ** 2 + (place[1] - foe.y) ** 2) ** 0.5
        wanted = 200 + team.radius + foe.radius
        start = ((team.x - foe.x) ** 2 + (team.y - foe.y) ** 2) ** 0.5
        assert wanted <= away <= max(wanted, start + 1) + 2.5


@rule("13.15")
@settings(max_examples=80, deadline=None)
@given(
    x=st.integers(400, 6700),
    y=st.integers(200, 4600),
    enemy=st.tuples(st.integers(150, 7050), st.integers(150, 4650)),
    die=st.integers(1, 6),
)
def test_breaking_off_goes_straight_away_and_stays_on_the_table(
    x: int, y: int, enemy: tuple[int, int], die: int
) -> None:
    b, team, foes = field("rifle", (x, y), [enemy])
    if not foes:
        return
    path = way_back(b, team, foes[0], die * 100)
    assert may_rest(b, team, *path[-1]) and path_length(path) <= die * 100 + 1
    ex, ey = path[-1]
    cross = (ex - x) * (y - enemy[1]) - (ey - y) * (x - enemy[0])
    size = ((x - enemy[0]) ** 2 + (y - enemy[1]) ** 2) ** 0.5
    assert abs(cross) <= 2 * size  # within two hundredths of the straight line
    assert (ex - enemy[0]) ** 2 + (ey - enemy[1]) ** 2 >= (x - enemy[0]) ** 2 + (y - enemy[1]) ** 2
