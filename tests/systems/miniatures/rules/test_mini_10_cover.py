"""10 Cover and terrain: what hides, what protects, what blocks sight; hills and smoke."""

import pytest

from sandtable.systems.miniatures.rules.fire.to_hit import NORMAL, set_needs, shots_of
from sandtable.systems.miniatures.rules.leaders import target_of
from sandtable.systems.miniatures.rules.sight import (
    ahead,
    concealed_from,
    cover_of,
    friends_in_the_way,
    front_shown,
    sees,
    touching,
    within,
)
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.book import HARD, OPEN, SOFT
from sandtable.systems.miniatures.state.pieces import Battle, Team
from sandtable.testing import rule

WOOD = "wood W1 18,18 22,18 22,22 18,22\n"
HOUSE = "building H1 18,18 22,18 22,22 18,22\n"


def facing(terrain: str, *red: str, blue: str = "PL rifle A at 20,10") -> Battle:
    rows = "\n".join([f"  {team}" for team in red])
    return scene(f"{terrain}\nblue U1 veteran\n  {blue}\nred G1 veteran activated\n{rows}\n")


def pair(b: Battle, one: str, other: str) -> tuple[Team, Team]:
    first, second = b.team(one), b.team(other)
    return first, second


def cover(terrain: str, place: str, words: str = "", kind: str = "rifle", x: str = "20,10") -> tuple[int, bool]:
    """The cover of a Team against a rifle, and whether it is concealed from it."""
    b = facing(terrain, f"{kind} X at {place} moved {words}", blue=f"PL rifle A at {x}")
    shooter, target = pair(b, "A", "X")
    return cover_of(b, target, shooter), concealed_from(b, target, shooter)


def need(b: Battle) -> int:
    """What A needs to hit G1."""
    target = target_of(b, "G1")
    shots = shots_of(b, [b.teams[0]], target, set())
    set_needs(b, shots, target, NORMAL)
    return shots[0].need


def in_sight(terrain: str, one: str, other: str) -> bool:
    b = facing(terrain, f"rifle X at {other}", blue=f"PL rifle A at {one}")
    a, x = pair(b, "A", "X")
    assert sees(b, a, x) == sees(b, x, a)  # mutual
    return sees(b, a, x)


# Cover (10.1, 10.2, 10.6, 10.7) ------------------------------------------------------------------


@rule("10.1")
def test_soft_cover_conceals_and_needs_one_more() -> None:
    assert cover(WOOD, "20,20") == (SOFT, True)
    assert cover("", "20,20") == (OPEN, False)
    assert need(facing(WOOD, "rifle X at 20,20 moved")) == 4
    assert need(facing("", "rifle X at 20,20 moved")) == 2  # moving in the open
    assert cover("hedge L1 10,15 30,15", "20,20") == (OPEN, False)  # far from the hedge
    assert cover("hedge L1 10,19.1 30,19.1", "20,20") == (SOFT, True)
    assert cover("hedge L1 10,19 30,19", "20,20") == (SOFT, True)  # a quarter of an inch from the base
    assert cover("hedge L1 10,18.99 30,18.99", "20,20") == (OPEN, False)


@rule("10.2")
def test_hard_cover_conceals_too() -> None:
    assert cover(HOUSE, "20,20") == (HARD, True)
    assert need(facing(HOUSE, "rifle X at 20,20 moved")) == 4


@rule("10.6")
def test_inside_means_the_centre_in_or_on_the_outline() -> None:
    assert cover(WOOD, "18,18") == (SOFT, True)
    assert cover(WOOD, "17.99,18") == (OPEN, False)
    assert cover(WOOD, "20,20", kind="panther") == (SOFT, True)  # tanks too


@rule("3.3.f", "10.2")
def test_dug_in_is_hard_cover_from_every_side() -> None:
    assert cover("", "20,20", "dug") == (HARD, True)
    assert cover(WOOD, "20,20", "dug") == (HARD, True)


@rule("10.7", "10.1", "10.2")
@pytest.mark.parametrize(("kind", "found"), [("wall", HARD), ("hedge", SOFT), ("fence", SOFT)])
def test_a_low_line_covers_who_touches_it_from_the_other_side(kind: str, found: int) -> None:
    line = f"{kind} L1 15,18 25,18\n"
    assert cover(line, "20,19") == (found, True)  # the edge of the base is 0.25 inches away
    assert cover(line, "20,19.01") == (OPEN, False)
    assert cover(line, "20,17") == (OPEN, False)  # on the side of the fire
    assert cover(line, "20,19", x="20,30") == (OPEN, False)  # fired on from behind
    assert cover(line, "26,18.5", x="30,10") == (OPEN, False)  # beyond the end the ray does not cross it


@rule("10.7")
def test_low_lines_do_not_block_sight() -> None:
    assert in_sight("wall L1 15,18 25,18\n", "20,10", "20,25")


# The whole Unit (10.3, 10.4) ---------------------------------------------------------------------


@rule("10.3", "10.4")
def test_one_team_in_plain_view_betrays_the_unit() -> None:
    hidden, seen = "rifle X at 20,20 moved", "rifle Y at 25,20 moved"
    assert need(facing(WOOD, hidden)) == 4
    assert need(facing(WOOD, hidden, seen)) == 2
    b = facing(WOOD, hidden, seen)
    a, x = pair(b, "A", "X")
    assert cover_of(b, x, a) == SOFT  # its own cover stays


@rule("10.3")
def test_teams_that_nobody_sees_do_not_spoil_it() -> None:
    assert need(facing(WOOD, "rifle X at 20,20 moved", "rifle Y at 20,25 moved")) == 4  # Y is behind the wood


@rule("10.6", "10.9")
def test_still_infantry_is_concealed_in_the_open() -> None:
    b = facing("", "rifle X at 20,20", "lmg Y at 23,20")
    a, x = pair(b, "A", "X")
    assert concealed_from(b, x, a)
    x.fired = True
    assert concealed_from(b, x, a)  # firing does not spoil it
    x.moved = True
    assert not concealed_from(b, x, a)
    assert not concealed_from(b, pair(b, "A", "Y")[1], a)  # a gun, though it walks
    assert cover_of(b, x, a) == OPEN


# Sight (10.5, 10.8) ------------------------------------------------------------------------------


@rule("10.5")
@pytest.mark.parametrize("kind", ["wood", "field", "building"])
def test_sight_goes_into_area_terrain_and_not_past_it(kind: str) -> None:
    piece = f"{kind} P1 18,18 22,18 22,22 18,22\n"
    assert in_sight(piece, "20,10", "20,21.9")  # in, however deep
    assert in_sight(piece, "18.5,18.5", "21.5,21.5")  # both in the same piece
    assert not in_sight(piece, "20,10", "20,25")
    assert in_sight(piece, "10,18", "30,18")  # along its edge
    assert in_sight(piece, "14,18", "22,26")  # past a corner: it only touches
    assert not in_sight(piece, "14.02,18", "22,25.98")


@rule("10.5")
def test_out_of_one_wood_and_not_past_another() -> None:
    two = WOOD + "wood W2 18,24 22,24 22,26 18,26\n"
    assert in_sight(two, "20,20", "20,25")
    assert not in_sight(two, "20,20", "20,30")


@rule("10.8")
@pytest.mark.parametrize("kind", ["bocage", "high-wall"])
def test_tall_lines_block_sight_even_for_who_touches_them(kind: str) -> None:
    line = f"{kind} L1 15,18 25,18\n"
    assert not in_sight(line, "20,10", "20,25")
    assert not in_sight(line, "20,17", "20,19")
    assert not in_sight(line, "15,10", "15,25")  # a touch of its end counts
    assert in_sight(line, "14.99,10", "14.99,25")


# Hills (GEO) -------------------------------------------------------------------------------------

HILL = "hill T1 30,0 40,0 40,40 30,40\n"


@rule("10.5", "GEO")
def test_a_hill_hides_what_is_behind_it() -> None:
    assert not in_sight(HILL, "20,10", "50,10")
    assert in_sight(HILL, "20,10", "35,10")
    assert in_sight(HILL, "31,10", "39,10")
    two = HILL + "hill T2 44,0 48,0 48,40 44,40\n"
    assert in_sight(two, "35,10", "46,10")  # from hill to hill
    assert in_sight("hill T0 10,0 12,0 12,40 10,40\n" + two, "11,10", "46,10")  # over the one between
    assert not in_sight(two, "20,10", "46,10")  # from below not


@rule("GEO")
def test_from_a_hill_one_sees_over_what_is_six_inches_from_the_lower_team() -> None:
    wood = HILL + "wood W1 20,5 22,5 22,15 20,15\n"
    assert in_sight(wood, "14,10", "35,10")  # the wood begins 6 inches from the lower Team
    assert not in_sight(wood, "14.01,10", "35,10")
    assert not in_sight(wood, "14,10", "25,10")  # both below
    line = HILL + "bocage L1 20,5 20,15\n"
    assert in_sight(line, "14,10", "35,10")
    assert not in_sight(line, "14.01,10", "35,10")


@rule("GEO")
def test_between_two_on_hills_only_what_stands_on_hills_is_in_the_way() -> None:
    two = HILL + "hill T2 50,0 60,0 60,40 50,40\n"
    assert in_sight(two + "wood W1 44,5 46,5 46,15 44,15\n", "35,10", "55,10")
    assert not in_sight(two + "wood W1 52,5 54,5 54,15 52,15\n", "35,10", "58,10")
    assert not in_sight(two + "bocage L1 52,5 52,15\n", "35,10", "58,10")


@rule("15.18", "GEO")
def test_smoke_is_area_terrain_that_blocks_from_hills_too() -> None:
    smoke = "smoke 20,20 0,1\n"
    assert not in_sight(smoke, "20,10", "20,30")
    assert in_sight(smoke, "20,10", "20,22")  # into it
    assert in_sight(smoke, "17,10", "17,30")  # along its edge
    assert not in_sight(smoke, "17.01,10", "17.01,30")
    assert cover(smoke, "20,22") == (SOFT, True)
    assert cover(smoke, "20,23.01") == (OPEN, False)
    assert not in_sight(HILL + smoke, "10,20", "35,20")
    assert not in_sight("smoke 20,20 1,1\n", "10,20", "30,20")
    assert in_sight("smoke 20,20 1,1\n", "15.75,10", "15.75,30")  # a square on its corner reaches 4.24 inches


# Measuring, arcs, friends (GEO, 6.5, 6.8, 6.9, 9.9) ----------------------------------------------


@rule("GEO")
def test_distance_is_from_edge_to_edge_and_a_tie_is_within() -> None:
    b = facing("", "rifle X at 20,12.25", "rifle Y at 20,11.26")
    a, x = pair(b, "A", "X")  # radii 0.5 and 0.75
    assert within(a, x, 100) and not within(a, x, 99)
    y = pair(b, "A", "Y")[1]
    assert touching(b, a, y)
    y.y = 1128
    assert not touching(b, a, y)


@rule("GEO", "6.5", "9.9")
def test_arc_and_front() -> None:
    b = facing("", "panther X at 20,20 faces 0,-1", "panther Y at 26,20 faces 1,1")
    a, x = pair(b, "A", "X")
    assert ahead(x.hx, x.hy, x, a) and front_shown(x, x.hx, x.hy, a)
    a.x, a.y = 3000, 2000
    assert ahead(x.hx, x.hy, x, a)  # exactly abreast is in the arc
    assert not front_shown(x, x.hx, x.hy, a)
    a.y = 2000 - 110
    assert front_shown(x, x.hx, x.hy, a)  # on the tangent across the nose
    a.y = 2000 - 109
    assert not front_shown(x, x.hx, x.hy, a)


@rule("6.8", "6.9", "16.2")
def test_friends_in_the_way() -> None:
    b = scene("""
    blue U1 veteran
      PL rifle A at 20,10
      rifle B at 20,14
      lmg C at 24,10
      rifle D at 24,14
      60mm-mortar E at 28,10
      hmg F at 28,14
      m4-sherman G at 32,10
      lmg H at 32,14
    red G1 veteran
      PL rifle W at 20,20
      rifle X at 24,20
      rifle Y at 28,20
      rifle Z at 32,20
    """)
    blocked = {}
    for one, other in (("A", "W"), ("C", "X"), ("E", "Y"), ("G", "Z")):
        team, mark = pair(b, one, other)
        weapon = team.type.mounts[0].weapon
        friend = friends_in_the_way(b, team, mark, weapon.over_friends)
        blocked[one] = friend.id if friend else ""
    assert blocked == {"A": "B", "C": "", "E": "", "G": "H"}  # over Infantry, mortars over anybody, not over guns
    team, mark = pair(b, "A", "W")
    pair(b, "B", "W")[0].x = 2075  # the ray touches its base: that is not through it
    assert friends_in_the_way(b, team, mark) is None
    pair(b, "B", "W")[0].x = 2074
    assert friends_in_the_way(b, team, mark) is not None
    twin = b.copy()  # where nobody is in the way: each battle asks its own Teams
    pair(twin, "B", "W")[0].x = 2075
    assert friends_in_the_way(twin, *pair(twin, "A", "W")) is None
    assert friends_in_the_way(b, team, mark) is not None
