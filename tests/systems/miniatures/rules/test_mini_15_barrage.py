"""15 Indirect fire: barrages, ranging in, templates, smoke, Forward Observers; 16.4, 16.5."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mini_fire import lost, reasons, scene_of, unit_text
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.fire.gone_to_ground import gone_to_ground
from sandtable.systems.miniatures.rules.indirect_fire.missions import (
    barrage_points,
    clears_obstacles,
    guns_of,
    marks,
    may_smoke,
    missions,
    observers,
    reaching,
)
from sandtable.systems.miniatures.rules.indirect_fire.template import corners, square_at
from sandtable.systems.miniatures.rules.sight import in_smoke, sees
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.pieces import Smoke, Team
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.testing import rule
from sandtable.testing.scene import tale


def battery(count: int = 3, kind: str = "105mm", words: str = "") -> str:
    """A leader and guns in a row along y = 5, the middle one at x = 31 if they are three."""
    guns = "; ".join([f"{kind} C{i} at {28 + 3 * i},5" for i in range(count)])
    return f"PL rifle P at 31,8 {words}; {guns}"


X = "PL rifle X at 31,30 moved"
CHECK = (1, 1)  # two failed checks for a Team under the template of three 105mm guns


def barrage(
    blue: str, red: str, *more: str, dice: tuple[int, ...] = (), target: str = "veteran activated", eye: str = "P"
) -> MiniStage:
    """The battery U1 fires a barrage at X of G1, observed by its leader."""
    s = stage(scene_of(blue, red, *more, check="passed", target=target), *dice)
    s.do("barrage", "U1").do("barrage", eye)
    if s.asked[1] == "range in":
        s.do("target", "X")
    return s


def unit_of(text: str) -> list[Choice]:
    """The missions open to U1."""
    b = scene(text)
    unit = b.unit("U1")
    return list(missions(b, unit))


# Who, at what, over what (15.1-15.4) -------------------------------------------------------------


@rule("15.1", "3.3.g")
def test_guns_attack_what_they_do_not_see() -> None:
    """A bocage hides X from the guns, which stand far enough from it; the FO sees him."""
    blue = f"{battery()}; FO rifle F at 40,26"
    s = barrage(blue, X, "bocage L1 20,12 35,12", dice=(6, *CHECK), eye="F").done()
    assert not sees(s.b, s.team("C0"), s.team("X"))
    assert s.last("barrage").value == 3
    assert all(s.team(f"C{i}").fired for i in range(3)) and s.team("F").observed


@rule("15.1", "6.5")
def test_only_guns_with_the_target_in_their_forward_arc_count() -> None:
    """C2 looks south; two guns are left, and they are turned to face X."""
    blue = battery().replace("C2 at 34,5", "C2 at 34,5 faces 0,-1")
    s = barrage(blue, X, dice=(6, 1)).done()
    assert s.last("barrage").value == 2 and not s.team("C2").fired
    assert (s.team("C0").hx, s.team("C0").hy) == (300, 2500)


@rule("15.1")
@pytest.mark.parametrize(("y", "may"), [(30.25, True), (30.26, False)])
def test_normal_range_only(y: float, may: bool) -> None:
    """A 60mm mortar reaches 24 inches, and 24 is all; radii 0.75 and 0.5."""
    b = scene(scene_of(battery(1, "60mm-mortar").replace("28,5", "31,5"), f"PL rifle X at 31,{y} moved"))
    gun, mark = b.team("C0"), b.team("X")
    assert (reaching(b, [gun], mark.x, mark.y, mark.radius) == [gun]) == may


@rule("15.2")
@pytest.mark.parametrize(("y", "clear"), [(8, True), (7.99, False)])
def test_an_obstacle_must_be_as_far_away_as_it_is_tall(y: float, clear: bool) -> None:
    """A bocage of two inches before a gun at 31,5 with a radius of one."""
    b = scene(scene_of(battery(1).replace("28,5", "31,5"), X, f"bocage L1 20,{y} 40,{y}"))
    gun = b.team("C0")
    assert clears_obstacles(b, gun, 3100, 3000) == clear


@rule("15.2")
def test_a_gun_ignores_the_piece_it_stands_in() -> None:
    b = scene(scene_of(battery(1).replace("28,5", "31,5"), X, "wood W1 25,2 37,2 37,9 25,9"))
    gun = b.team("C0")
    assert clears_obstacles(b, gun, 3100, 3000)


@rule("15.1", "15.2")
@pytest.mark.parametrize(("more", "reached"), [(0, True), (1, False)])
def test_a_gun_reaches_a_place_at_the_very_end_of_its_range(more: int, reached: bool) -> None:
    b = scene(scene_of(battery(1), X))
    gun = b.team("C0")
    far = gun.y + gun.type.mounts[0].weapon.range + gun.radius + more
    assert reaching(b, [gun], gun.x, far) == ([gun] if reached else [])
    assert reaching(b, [gun], gun.x, far + 50, 50) == ([gun] if reached else [])
    assert reaching(b, [gun], gun.x + 1000, gun.y - more) == ([gun] if reached else []), "abeam, and just behind it"


@rule("15.3", "11.3")
@pytest.mark.parametrize(("id", "number"), [("C0", "11.3"), ("R", "15.3"), ("X", "15.3")])
def test_only_an_own_team_is_told_that_it_is_suppressed(id: str, number: str) -> None:
    blue = f"{battery(4).replace('C0 at 28,5', 'C0 at 28,5 markers=1')}; rifle R at 40,8"
    s = stage(scene_of(blue, f"{X} markers=1", check="passed"))
    s.do("barrage", "U1")
    assert s.refused("barrage", id).rule == number


@rule("15.3")
def test_who_may_observe() -> None:
    """A gun, the PL, the FO, the CC; nobody else, and nobody who is suppressed."""
    cc = unit_text("blue CC veteran", "smg K at 45,8")
    b = scene(scene_of(f"{battery()}; rifle R at 40,8; FO rifle F at 42,8", X, cc))
    unit = b.unit("U1")
    assert [team.id for team in observers(b, unit)] == ["P", "C0", "C1", "C2", "F", "K"]
    for team in observers(b, unit):
        team.markers = 1
    assert observers(b, unit) == []


@rule("15.1", "15.3")
def test_either_side_marks_its_enemies_only() -> None:
    text = scene_of(f"{battery()}; FO rifle F at 40,26", X, check="passed")
    swapped = text.replace("blue ", "# ").replace("red ", "blue ").replace("# ", "red ")
    for words in (text, swapped):
        b = scene(words)
        for team in b.on_table(b.unit("U1").side):
            team.hx, team.hy = 0, 1
        found = marks(b, b.unit("U1"), b.team("F"))
        assert "X" in [team.id for team in found] and {team.side for team in found} == {b.team("X").side}


@rule("15.3")
def test_the_observer_must_see_the_enemy() -> None:
    """Behind the bocage the leader sees nobody, the FO does."""
    blue = f"{battery()}; FO rifle F at 40,26"
    b = scene(scene_of(blue, X, "bocage L1 20,12 35,12", check="passed"))
    unit, leader, observer = b.unit("U1"), b.team("P"), b.team("F")
    assert "X" in [team.id for team in marks(b, unit, observer)]
    assert "X" not in [team.id for team in marks(b, unit, leader)]


@rule("15.3")
def test_friends_do_not_block_observation() -> None:
    blue = f"{battery()}; rifle R at 31,10"
    assert Choice("barrage", "P") in unit_of(scene_of(blue, X, check="passed"))


@rule("15.4")
@pytest.mark.parametrize(("word", "may"), [("", True), ("moved", False)])
def test_a_cc_who_moved_in_this_round_does_not_observe(word: str, may: bool) -> None:
    cc = unit_text("blue CC veteran", f"smg K at 45,8 {word}")
    found = unit_of(scene_of(battery(), X, cc, check="passed"))
    assert (Choice("barrage", "K") in found) == may


@rule("15.4")
def test_a_cc_who_observes_may_not_move_later() -> None:
    cc = unit_text("blue CC veteran", "smg K at 45,8")
    other = unit_text("blue U8 veteran", "PL rifle at 5,2")
    s = stage(scene_of(battery(), X, cc, other, check="passed"), 6, 1, 1, goes_on=True)
    s.do("barrage", "U1").do("barrage", "K").do("target", "X")
    if s.asked[1] == "reroll":
        s.do("keep")
    assert s.team("K").observed
    assert "command move" not in {option.do for option in s.options()}


@rule("15.4")
def test_a_barrage_leaves_no_time_to_move() -> None:
    """It is the whole action."""
    s = barrage(battery(), X, dice=(6, *CHECK)).done()
    assert s.play.result is not None and not s.team("P").moved


# Ranging in (15.5, 6.12.f) -----------------------------------------------------------------------


@rule("15.5")
def test_ranging_in_is_one_to_hit_roll_with_the_usual_modifiers() -> None:
    s = barrage(battery(), "PL rifle X at 31,30", dice=(5, *CHECK)).done()
    event = s.last("range in")
    assert (event.dice, event.need, bool(event.value)) == ((5,), 5, True)
    assert [rule for _, _, rule in reasons(event)] == ["6.12.a", "6.12.b"]


@rule("15.5")
def test_concealment_is_judged_from_the_observer() -> None:
    """The wall hides X from the leader, not from the FO, who stands on his side of it."""
    blue = f"{battery()}; FO rifle F at 45,32"
    wall = "wall L1 25,29.4 37,29.4"
    s = barrage(blue, X, wall, dice=(6, *CHECK), eye="P")
    assert ("6.12.a" in [rule for _, _, rule in reasons(s.last("range in"))]) is True
    s = barrage(blue, X, wall, dice=(6, *CHECK), eye="F")
    assert [rule for _, _, rule in reasons(s.last("range in"))] == ["6.12.g"]


@rule("15.5")
def test_no_long_range_in_a_barrage() -> None:
    """At 25 inches a 105mm is at normal range; no modifier for it."""
    s = barrage(battery(), X, dice=(6, *CHECK)).done()
    assert [rule for _, _, rule in reasons(s.last("range in"))] == ["6.12.g"]


@rule("15.5", "6.25", "16.5")
def test_the_target_may_go_to_ground_first() -> None:
    s = barrage(battery(), X, dice=(3, *CHECK), target="veteran")
    assert s.asked == ("red", "going to ground")
    s.do("ground", "G1").done()
    assert s.last("range in").need == 3  # 3 +1 -1


@rule("6.12.f", "15.5")
def test_the_cc_observes_worse() -> None:
    cc = unit_text("blue CC veteran acted", "smg K at 45,8")
    s = barrage(battery(), X, cc, dice=(6, *CHECK), eye="K")
    assert (1, "CC observing", "6.12.f") in reasons(s.last("range in"))


@rule("15.5", "6.14")
def test_one_or_less_does_not_spoil_saves() -> None:
    """Green and moving in the open: 1, and a 1 fails still; the save is rolled once."""
    s = barrage(battery(), X, dice=(2, 4, 4, 6), target="green activated").done()
    assert s.last("range in").need == 1 and s.told("saves again") == []


@rule("15.5", "6.13")
def test_seven_cannot_be_rolled() -> None:
    cc = unit_text("blue CC veteran acted", "smg K at 45,8")
    s = barrage(battery(), "PL rifle X at 31,30", cc, target="elite activated", eye="K")
    assert (s.last("range in").need, s.last("range in").dice) == (7, ())
    assert s.asked == ("red", "template")


@rule("16.5")
def test_nebelwerfers_range_in_twice() -> None:
    s = barrage(battery(3, "15cm-nebelwerfer"), X, dice=(1, 6, 1)).done()
    assert [(event.dice, event.rule) for event in s.told("range in")] == [((1,), "15.5"), ((6,), "16.5")]


@rule("16.5")
def test_nebelwerfers_have_no_direct_fire() -> None:
    s = stage(scene_of(battery(3, "15cm-nebelwerfer", "markers=1"), X, check="passed"))
    assert "fire and move" not in {option.do for option in s.options()}


@rule("15.5", "16.5")
def test_rockets_that_miss_twice_have_missed() -> None:
    s = barrage(battery(3, "15cm-nebelwerfer"), X, dice=(1, 1))
    assert [(event.dice, event.rule) for event in s.told("range in")] == [((1,), "15.5"), ((1,), "16.5")]
    assert s.asked == ("red", "template")


@rule("15.5", "16.5")
def test_others_do_not() -> None:
    s = barrage(battery(), X, dice=(1,))
    assert len(s.told("range in")) == 1 and s.asked == ("red", "template")


# The template (15.6-15.8) ------------------------------------------------------------------------


@rule("15.6")
def test_the_template_is_centred_on_the_target() -> None:
    """Six inches square: Y at 2.9 inches beside him is under it, Z at 3.1 is not."""
    red = f"{X}; rifle Y at 33.9,30 moved; rifle Z at 27.9,30 moved"
    s = barrage(battery(), red, dice=(6, *CHECK, *CHECK)).done()
    assert s.last("template").place == "3100,3000"
    assert [event.target for event in s.told("checks")] == ["X", "Y"]


@rule("15.6")
def test_it_is_squared_to_the_line_from_the_guns() -> None:
    """Guns to the south-west: the square lies on its corner, and reaches farther along the axes."""
    s = scene(scene_of(battery(), X))
    guns = [team for team in s.teams if team.id.startswith("C")]
    for place, gun in enumerate(guns):
        gun.x, gun.y = 1000 + place, 900 + place
    square = square_at(s, guns, 3100, 3000)
    assert square.vx == square.vy == 6300 - 3
    assert in_smoke(square, 3100 + 424, 3000) and not in_smoke(square, 3100 + 425, 3000)


@rule("15.7")
def test_a_miss_lets_the_enemy_shift_it() -> None:
    """By six inches, in any direction, also onto the firer's own men, or not at all."""
    s = barrage(battery(), X, dice=(1,))
    assert s.asked == ("red", "template")
    for far, legal in ((600, True), (601, False)):
        choice = Choice("template", at=(("template", 3100 + far, 3000, 0),))
        if legal:
            s.play.decision.check(choice)  # type: ignore[union-attr]
        else:
            with pytest.raises(IllegalChoice, match="at most 6 inches"):
                s.play.decision.check(choice)  # type: ignore[union-attr]
    s.play.choose(Choice("template", at=(("template", 3100, 3600, 0),)))
    assert s.last("template").place == "3100,3600" and s.told("checks") == []
    shifted = s.last("template shifted")
    assert (shifted.rule, shifted.side, shifted.piece, shifted.place) == ("15.7", "red", "U1", "3100,3600")


@rule("15.7")
def test_the_centre_stays_on_the_table() -> None:
    s = barrage(battery(), "PL rifle X at 31,46 moved", dice=(1,))
    with pytest.raises(IllegalChoice) as refused:
        s.play.choose(Choice("template", at=(("template", 3100, 4801, 0),)))
    assert refused.value.rule == "15.7"


@rule("15.7")
def test_it_may_be_left_where_it_is() -> None:
    s = barrage(battery(), X, dice=(1, *CHECK))
    s.do("leave").done()
    assert s.last("template").place == "3100,3000" and len(s.told("checks")) == 1


@rule("15.8", "15.7")
def test_friends_under_the_template_are_hit_too() -> None:
    s = barrage(f"{battery()}; rifle R at 31,25", X, dice=(1, *CHECK))
    s.play.choose(Choice("template", at=(("template", 3100, 2500, 0),)))
    assert [event.target for event in s.done().told("checks")] == ["R"]


@rule("15.8", "16.4")
@pytest.mark.parametrize(("level", "need"), [("green", 5), ("veteran", 4), ("elite", 3)])
def test_checks_at_the_training_of_the_firing_unit(level: str, need: int) -> None:
    """105mm: two checks for each Team (not five), each pass a hit."""
    s = stage(scene_of(battery(), X, check="passed", level=level, target="green activated"), 6, *CHECK)
    s.do("barrage", "U1").do("barrage", "P").do("target", "X").done()
    assert (s.last("checks").need, len(s.last("checks").dice)) == (need, 2)


@rule("15.9", "15.10", "15.11", "16.4")
@pytest.mark.parametrize(
    ("kind", "count", "points"),
    [
        ("105mm", 1, 0),
        ("105mm", 2, 1),
        ("105mm", 3, 2),
        ("105mm", 4, 2),
        ("105mm", 5, 3),
        ("60mm-mortar", 2, 0),
        ("81mm-mortar", 3, 1),
        ("15cm-nebelwerfer", 4, 1),
        ("15cm-nebelwerfer", 5, 2),
    ],
)
def test_the_number_of_guns(kind: str, count: int, points: int) -> None:
    b = scene(scene_of(battery(count, kind), X))
    unit = b.unit("U1")
    assert barrage_points(b, guns_of(b, unit)) == points


@rule("15.11", "15.10")
@pytest.mark.parametrize(("kind", "count", "found"), [("105mm", 1, set()), ("60mm-mortar", 2, {"smoke"})])
def test_a_single_gun_fires_nothing_and_two_mortars_smoke_only(kind: str, count: int, found: set[str]) -> None:
    red = "PL rifle X at 31,24 moved"
    assert {choice.do for choice in unit_of(scene_of(battery(count, kind), red, check="passed"))} == found


# Shells (15.12-15.14) ----------------------------------------------------------------------------


@rule("15.12", "15.13")
def test_hit_once_a_failed_save_suppresses() -> None:
    s = barrage(battery(), X, dice=(6, 4, 1, 2)).done()
    assert (s.last("saves").need, s.team("X").markers, lost(s)) == (3, 1, [])


@rule("15.12")
def test_a_saved_hit_does_nothing() -> None:
    s = barrage(battery(), X, dice=(6, 4, 4, 3)).done()
    assert s.last("saves").dice == (3,) and s.team("X").markers == 0 and lost(s) == []


@rule("15.12", "8.3")
@pytest.mark.parametrize(
    ("words", "terrain", "need"), [("moved", "", 5), ("moved dug", "", 3), ("moved", "building", 3)]
)
def test_cover_from_areas_and_digging_only(words: str, terrain: str, need: int) -> None:
    """A gun behind a wall has no cover against shells; in a house or a hole it has."""
    more = "wall L1 25,29.1 37,29.1" if not terrain else "building B1 26,27 36,27 36,33 26,33"
    s = barrage(battery(), f"PL rifle Y at 60,40; lmg X at 31,30 {words}", more, dice=(6, 4, 1, 6)).done()
    assert s.last("saves").need == need


@rule("15.12", "3.3.c")
def test_who_ran_saves_twice() -> None:
    s = barrage(battery(), X, dice=(6, 4, 1, 6, 2), target="veteran activated ran").done()
    assert s.last("saves again").dice == (2,) and s.team("X").markers == 1


@rule("15.13")
def test_tanks_ignore_single_hits() -> None:
    s = barrage(battery(), "PL panther X at 31,30", dice=(6, 4, 1)).done()
    assert s.told("saves") == [] and s.team("X").markers == 0


@rule("15.14", "15.21")
def test_hit_twice_a_failed_save_destroys_and_another_is_suppressed() -> None:
    """Under the template first: Y is asked before Z, who stands outside."""
    red = f"{X}; rifle Y at 33,30 moved; rifle Z at 60,40 moved"
    s = barrage(battery(), red, dice=(6, 4, 4, 1, 1, 2)).done()
    assert lost(s) == ["X"] and (s.team("Y").markers, s.team("Z").markers) == (1, 0)


@rule("15.14", "15.12", "9.6")
@pytest.mark.parametrize(("die", "gone", "markers"), [(3, False, 0), (4, False, 1), (6, True, 0)])
def test_a_tank_is_rolled_for_on_the_damage_table(die: int, gone: bool, markers: int) -> None:
    """Flank armor, 5+, and no re-roll for close range; another tank is suppressed in any case."""
    s = barrage(battery(), "PL panther X at 31,30; panther Y at 60,40", dice=(6, 4, 4, 4, die)).done()
    assert s.last("saves").need == 5
    assert (s.team("X").lost, s.team("X").markers, s.team("Y").markers) == (gone, markers, 1)


@rule("15.14", "9.2")
def test_a_truck_is_destroyed() -> None:
    s = barrage(battery(), "PL truck X at 31,30; truck Y at 60,40", dice=(6, 4, 4, 4)).done()
    assert s.last("saves").need == 5 and lost(s) == ["X"] and s.told("damage") == []


@rule("15.14", "11.1")
def test_three_hits_make_no_marker() -> None:
    """Six guns, three hits, all saved: nothing."""
    s = barrage(battery(5), X, dice=(6, 4, 4, 4, 3)).done()
    assert len(s.last("checks").dice) == 3 and s.team("X").markers == 0


@rule("14.15")
def test_a_cc_under_a_template_is_simply_a_team() -> None:
    """He is hit by himself, though G1 is near, and no marker goes to anybody else."""
    cc = unit_text("red CC veteran", "smg K at 33,30 moved")
    s = barrage(battery(), X, cc, dice=(6, 1, 1, 4, 4, 2)).done()
    assert lost(s) == ["K"] and s.team("X").markers == 0


# Smoke (15.15-15.19) -----------------------------------------------------------------------------


def smoke(blue: str, red: str, x: int, y: int, *more: str, dice: tuple[int, ...] = ()) -> MiniStage:
    s = stage(scene_of(blue, red, *more, check="passed"), *dice)
    s.do("barrage", "U1").do("smoke", "P")
    s.play.choose(Choice("template", at=(("template", x, y, 0),)))
    return s


@rule("15.15", "15.16", "15.17")
def test_two_guns_lay_smoke_at_any_point_seen() -> None:
    """A Training Check of the Unit; no enemy need be there and no modifier counts."""
    s = smoke(battery(2, "60mm-mortar"), X, 3100, 2000, dice=(4,)).done()
    event = s.last("check")
    assert (event.need, event.modifiers) == (4, ())
    assert [(patch.x, patch.y) for patch in s.b.smoke] == [(3100, 2000)]
    assert s.team("C0").fired and s.team("C0").last_fire >= 0 and s.team("P").observed and s.team("P").upright
    assert tale(s.told("smoke fired")) == ["15.15 smoke fired U1 @3100,2000 =2 [P]"]


@rule("15.15")
@pytest.mark.parametrize(("x", "y", "fits"), [(0, 0, True), (1, 7, True), (-1, 0, False), (0, -1, False)])
def test_smoke_falls_on_the_table(x: int, y: int, fits: bool) -> None:
    """The corner of the table is on it."""
    blue = "PL rifle P at 9,3; 60mm-mortar C0 at 9,6 faces -1,-1; 60mm-mortar C1 at 12,6 faces -1,-1"
    b = scene(scene_of(blue, X, check="passed"))
    assert may_smoke(b, b.unit("U1"), b.team("P"), x, y) is fits
    assert not may_smoke(b, b.unit("U1"), b.team("P"), b.land.width + 1, y)


@rule("15.15", "15.16")
def test_smoke_needs_two_guns_and_a_point_that_is_seen() -> None:
    b = scene(scene_of(battery(2, "60mm-mortar"), X, "bocage L1 20,15 50,15", check="passed"))
    unit, observer = b.unit("U1"), b.team("P")
    assert may_smoke(b, unit, observer, 3100, 1400) and not may_smoke(b, unit, observer, 3100, 1600)
    b.team("C0").markers = 1
    assert not may_smoke(b, unit, observer, 3100, 1400)


@rule("15.15", "3.3.g")
def test_smoke_is_offered_where_no_enemy_is_seen_and_a_barrage_is_not() -> None:
    text = scene_of(battery(4, "60mm-mortar"), "PL rifle X at 31,24 moved", check="passed")
    b = scene(text)
    assert Choice("barrage", "P") in missions(b, b.unit("U1"))
    b = scene(text + "\nbocage L1 2,15 70,15")
    found = list(missions(b, b.unit("U1")))
    assert Choice("smoke", "P") in found and all(choice.do == "smoke" for choice in found)


@rule("15.16", "15.15", "15.1")
def test_the_point_must_be_seen_in_range_and_in_arc() -> None:
    s = stage(scene_of(battery(2, "60mm-mortar"), X, "bocage L1 20,15 50,15", check="passed"))
    s.do("barrage", "U1").do("smoke", "P")
    for x, y, rule_id in ((3100, 2000, "15.16"), (6500, 900, "15.15"), (3100, 450, "15.15")):
        with pytest.raises(IllegalChoice) as refused:
            s.play.choose(Choice("template", at=(("template", x, y, 0),)))
        assert refused.value.rule == rule_id


@rule("15.17")
def test_off_target_smoke_is_shifted_by_the_enemy() -> None:
    s = smoke(battery(), X, 3100, 2000, dice=(3,))
    assert s.asked == ("red", "template")
    s.play.choose(Choice("template", at=(("template", 3100, 2600, 0),)))
    assert [(patch.x, patch.y) for patch in s.done().b.smoke] == [(3100, 2600)]


@rule("15.16", "16.5")
def test_rockets_roll_again_for_smoke() -> None:
    s = smoke(battery(3, "15cm-nebelwerfer"), X, 3100, 2000, dice=(1, 5)).done()
    assert [event.rule for event in s.told("check")] == ["15.16", "16.5"] and len(s.b.smoke) == 1


@rule("15.18")
def test_smoke_is_area_terrain() -> None:
    """It blocks sight past it, conceals who is in it, and one sees into and out of it."""
    base = scene_of("PL rifle A at 31,10", "PL rifle X at 31,30 moved; rifle Y at 31,20 moved")
    clear_day, hazy = scene(base), scene(base + "\nsmoke 31,20 0,1")
    for b, open_sight in ((clear_day, True), (hazy, False)):
        a, x, y = b.team("A"), b.team("X"), b.team("Y")
        assert sees(b, a, x) == open_sight
        assert sees(b, a, y) and sees(b, y, x)


@rule("15.18", "10.6", "10.1")
def test_smoke_conceals_and_gives_soft_cover() -> None:
    s = stage(scene_of("PL rifle A at 31,10", "PL rifle X at 31,20 moved", "smoke 31,20 0,1"), 4, 3)
    s.do("fire", "U1").do("fire", "A", "G1").done()
    assert reasons(s.last("shot")) == [(1, "target concealed", "6.12.a")] and s.last("saves").need == 3


@rule("15.19", "1.6")
def test_smoke_clears_when_the_round_ends() -> None:
    more = "blue U8 veteran\n PL rifle at 5,2\nred G8 veteran\n PL rifle at 66,46\nphase end\nloser blue"
    text = scene_of("PL rifle A at 31,10", X, "smoke 31,20 0,1").replace("active U1 failed", more)
    assert stage(text, 6, 1).b.smoke == []


# Forward Observers (15.20-15.23) -----------------------------------------------------------------

OBSERVED = "PL rifle X at 31,30 moved; lmg Y at 34,30 moved; FO rifle F at 33,24 moved"


@rule("15.21", "15.22")
def test_an_observer_who_is_shot_at_joins_the_nearest_unit() -> None:
    """His own included; he is one of its Teams, and the marker of three hits goes to another."""
    blue = "PL rifle A at 60,3 markers=1; hmg B at 33,10"
    red = OBSERVED.replace("31,30", "31,27").replace("34,30", "34,28")
    s = stage(scene_of(blue, red), 6, 6, 6, 1, 6, 6, 6)
    s.do("fire", "U1").do("fire", "B", "F")
    assert (s.last("joins").target, s.last("joins").rule) == ("G1", "15.22")
    assert s.options() == [Choice("suppress", "X"), Choice("suppress", "Y")]
    s.do("suppress", "Y").done()
    assert {event.piece for event in s.told("saves")} == {"X", "Y", "F"}
    assert s.team("F").markers == 0 and s.team("X").markers + s.team("Y").markers == 1


@rule("15.21", "15.22")
def test_alone_he_is_never_suppressed() -> None:
    """Nobody is within six inches: he is shot at by himself, and three hits suppress nobody."""
    blue = "PL rifle A at 60,3 markers=1; hmg B at 33,10"
    red = OBSERVED.replace("31,30", "31,40").replace("34,30", "34,40")
    s = stage(scene_of(blue, red, target="veteran"), 6, 6, 6, 1, 6, 6, 6)
    s.do("fire", "U1").do("fire", "B", "F").done()  # his Unit is not asked to go to ground for him
    assert s.told("joins") == [] and s.told("suppressed") == [] and not s.unit("G1").ground
    assert s.asked == ("", "")


@rule("15.20", "15.22")
def test_fire_at_his_unit_passes_him_by() -> None:
    blue = "PL rifle A at 60,3 markers=1; hmg B at 33,10"
    s = stage(scene_of(blue, OBSERVED.replace("31,30", "31,27").replace("34,30", "34,27")), 6, 6, 1, 1, 6, 6)
    s.do("fire", "U1").do("fire", "B", "G1").done()
    assert {event.piece for event in s.told("saves")} == {"X", "Y"}


@rule("15.23")
@pytest.mark.parametrize(("terrain", "flat"), [("wood W1 30,22 36,22 36,26 30,26", True), ("", False)])
def test_in_concealing_terrain_he_is_gone_to_ground_whatever_he_does(terrain: str, flat: bool) -> None:
    b = scene(scene_of("PL rifle A at 30,10", OBSERVED.replace("24 moved", "24 moved fired observed"), terrain))
    observer = b.team("F")
    assert gone_to_ground(b, observer) == flat


@rule("15.23", "10.7", "6.23")
def test_behind_a_wall_too_as_seen_by_who_fires() -> None:
    blue = "PL rifle A at 60,3 markers=1; lmg B at 33,10"
    red = "PL rifle X at 31,40 moved; lmg Y at 34,40 moved; FO rifle F at 33,24 moved"
    s = stage(scene_of(blue, red, "wall L1 30,23.4 36,23.4"), 1, 1, 1)
    s.do("fire", "U1").do("fire", "B", "F").done()
    assert [rule for _, _, rule in reasons(s.last("shot"))] == ["6.12.a", "6.12.b"]


# Geometry ----------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(
    guns=st.lists(st.tuples(st.integers(100, 7100), st.integers(100, 4700)), min_size=2, max_size=6),
    x=st.integers(0, 7200),
    y=st.integers(0, 4800),
    dx=st.integers(-500, 500),
    dy=st.integers(-500, 500),
)
def test_the_square_against_a_slow_oracle(guns: list[tuple[int, int]], x: int, y: int, dx: int, dy: int) -> None:
    """A point is under the template if it is within three inches along the line from the guns, and across it."""
    b = scene(scene_of(battery(len(guns)), X))
    teams: list[Team] = [team for team in b.teams if team.id.startswith("C")]
    for team, (gx, gy) in zip(teams, guns, strict=True):
        team.x, team.y = gx, gy
    square: Smoke = square_at(b, teams, x, y)
    ax = x - sum(gx for gx, _ in guns) / len(guns)
    ay = y - sum(gy for _, gy in guns) / len(guns)
    size = (ax * ax + ay * ay) ** 0.5
    ux, uy = (ax / size, ay / size) if size else (1.0, 0.0)
    along, across = abs(ux * dx + uy * dy), abs(ux * dy - uy * dx)
    if abs(along - 300) > 0.01 and abs(across - 300) > 0.01:
        assert in_smoke(square, x + dx, y + dy) == (along < 300 and across < 300)
    assert all(abs(((cx - x) ** 2 + (cy - y) ** 2) ** 0.5 - 300 * 2**0.5) < 2 for cx, cy in corners(square))


@rule("15.16")
def test_any_observer_may_look_for_a_point_for_smoke() -> None:
    """The PL sees only a strip on the flank, where no example lies; the point he names is as good."""
    text = """
    wood W1 8,2 10,2 10,46 8,46
    blue U1 veteran
      PL rifle P at 5,9
      81mm-mortar g1 at 30,2
      81mm-mortar g2 at 34,2
      81mm-mortar g3 at 38,2
    red G1 veteran
      PL rifle X at 34,40
      rifle Y at 36,40
    active U1 passed
    """
    s = stage(text, 6)
    s.do("barrage", "U1").do("smoke", "P")
    assert s.options() == [Choice("pass")]
    s.play.choose(Choice("template", at=(("template", 500, 2500, 0),)))
    assert [(patch.x, patch.y) for patch in s.b.smoke] == [(500, 2500)]
    s = stage(text)
    s.do("barrage", "U1").do("smoke", "P").do("pass")
    assert s.b.smoke == []
