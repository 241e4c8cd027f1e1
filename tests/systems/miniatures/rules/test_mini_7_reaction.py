"""7 Reaction Fire and Overwatch on the way of a Move: where one can first fire, and where for the last time."""

import pytest
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.fire.to_hit import silent
from sandtable.systems.miniatures.rules.movement.walking import stops
from sandtable.systems.miniatures.rules.reactors import moments
from sandtable.systems.miniatures.scene import scene
from sandtable.table.decision import Choice
from sandtable.testing import rule

MISS = 1
SPARE = """
blue U9 veteran
  PL rifle at 2,2
red G9 veteran
  PL rifle at 70,46
"""
SCENE = """
blue U1 veteran
  PL rifle A at 20,6.2
  rifle B at 20,{y}
red G1 veteran {words}
  PL rifle X at 60,40
  rifle Y at 20,30
"""


def moving(*dice: int, y: float = 10, words: str = "", more: str = "", action: str = "move") -> MiniStage:
    check = "passed" if action == "run" else "failed"
    s = stage(SPARE + SCENE.format(y=y, words=words) + more + f"\nactive U1 {check}", *dice)
    s.do(action, "U1")
    return s


def asked_at(s: MiniStage, id: str) -> list[tuple[float, float]]:
    """Where a Team is each time that the enemy is asked, if he always holds his fire."""
    seen = []
    while s.asked == ("red", "reaction"):
        seen.append(s.at(id))
        s.do("pass")
    return seen


# B stands at 20,y and Y at 20,30: radii 0.75 each, so 18 inches apart is a y of 10.5.


@rule("7.1")
@pytest.mark.parametrize(("end", "asked"), [(10.5, True), (10.49, False)])
def test_eighteen_inches_are_near_enough(end: float, asked: bool) -> None:
    s = moving(y=9)
    s.move("U1", ("B", 20, end))
    assert (s.asked == ("red", "reaction")) is asked


@rule("7.1")
def test_the_enemy_is_asked_where_he_can_first_fire_and_for_the_last_time() -> None:
    """Y reaches B from y 10.5 on: the first point of the way and its end, and none between."""
    s = moving(y=10.5)
    s.move("U1", ("B", 20, 12.5))
    assert asked_at(s, "B") == [(20, 10.75), (20, 12.5)]


@rule("7.1")
def test_the_first_point_may_be_anywhere_on_the_way() -> None:
    s = moving(y=9.2)
    s.move("U1", ("B", 20, 12.2))
    assert asked_at(s, "B") == [(20, 10.7), (20, 12.2)]  # 10.45 is too far by a twentieth of an inch


@rule("7.1")
def test_the_last_point_may_be_anywhere_too() -> None:
    """B walks away from Y: 18 inches are a y of 10.5."""
    s = moving(y=11.1)
    s.move("U1", ("B", 20, 9))
    assert asked_at(s, "B") == [(20, 10.85), (20, 10.6)]


GAP = """
blue U1 veteran
  PL m4-sherman S at 10,10 faces 1,0
red G1 veteran {words}
  PL rifle X at 60,40
  pak40 P at {gun} faces 0,-1
"""
WALLS = """
high-wall W1 2,16 16.85,16
high-wall W2 18.1,16 34,16
"""


def crossing(gun: str, words: str = "") -> MiniStage:
    """A Sherman drives 12 inches along two walls with a gap between them."""
    s = stage(SPARE + GAP.format(gun=gun, words=words) + WALLS + "active U1 failed")
    s.do("move", "U1").move("U1", ("S", 22, 10, 90))
    return s


@rule("7.1")
def test_a_tank_that_crosses_a_gap_is_seen_in_it() -> None:
    """The gun behind the walls sees it from x 16.25 to 18.75, the ends of the walls not counted."""
    assert asked_at(crossing("17.45,22"), "S") == [(16.5, 10), (18.5, 10)]


@rule("3.4.c")
def test_overwatch_sees_it_too_however_far() -> None:
    """From x 16.7 to 18.26, thirty inches away."""
    assert asked_at(crossing("17.45,40"), "S") == []
    assert asked_at(crossing("17.45,40", "overwatch"), "S") == [(16.75, 10), (18.25, 10)]


@rule("7.1")
def test_each_team_has_its_own_first_and_last_point() -> None:
    """Y reaches B from y 10.5 on and Z from y 10.92 on: both are asked for."""
    s = moving(y=9.5, more="red G2 veteran\n  PL rifle W at 60,30\n  rifle Z at 24,30\n")
    s.move("U1", ("B", 20, 13))
    assert asked_at(s, "B") == [(20, 10.5), (20, 11), (20, 13)]


@rule("7.1", "7.2", "6.12.e")
def test_reaction_fire_needs_one_more_and_the_survivors_go_on() -> None:
    s = moving(MISS, y=10.5)
    s.move("U1", ("B", 20, 12.5))
    s.do("react", "G1", "U1")
    shot = s.last("shot")
    assert shot.need == 3  # Veteran 3+, reaction +1, moving in the open -1
    assert ["6.12.e" in [each.rule for each in shot.modifiers], shot.place] == [True, "2000,1075"]
    assert s.at("B") == (20, 12.5)
    s.done()


@rule("7.1")
def test_who_is_shot_on_the_way_goes_no_farther() -> None:
    s = moving(6, 2, y=10.5)
    s.move("U1", ("B", 20, 12.5)).do("react", "G1", "U1")
    assert s.team("B").lost and s.at("B") == (20, 10.75)


@rule("7.1")
def test_suppression_does_not_stop_movement() -> None:
    more = "red G2 veteran\n  PL rifle W at 60,30\n  hmg V at 24,30 faces 0,-1\n"
    s = moving(6, 6, 6, 1, 6, 6, 6, y=10.5, more=more)
    s.move("U1", ("B", 20, 12.5)).do("pass").do("react", "G2", "U1")  # three hits on B, all saved: a marker
    while s.asked == ("blue", "suppression"):
        s.do("suppress", "B")
    while s.asked == ("red", "reaction"):
        s.do("pass")
    assert s.team("B").markers == 1 and s.at("B") == (20, 12.5)


@rule("7.1")
def test_several_units_may_interrupt_one_after_another() -> None:
    more = "red G2 veteran\n  PL rifle W at 60,30\n  rifle V at 24,28\n"
    s = moving(MISS, MISS, y=10.5, more=more)
    s.move("U1", ("B", 20, 12.5))
    assert s.options() == [Choice("pass"), Choice("react", "G1", "U1"), Choice("react", "G2", "U1")]
    s.do("react", "G2", "U1").do("react", "G1", "U1")
    assert [event.piece for event in s.told("shot")] == ["V", "Y"]
    s.done()


@rule("7.1")
def test_teams_that_hold_their_fire_may_use_it_later() -> None:
    more = "red G2 veteran activated\n  PL rifle W at 60,30\n  rifle V at 24,28\n  rifle U at 16,28\n"
    s = moving(MISS, MISS, y=10.5, words="activated", more=more)
    s.move("U1", ("B", 20, 12.5)).do("select", "G2", "U1").do("fire", "V", "U1")
    assert s.options() == [Choice("fire", "U", "U1"), Choice("done")]
    s.do("done")
    assert [event.piece for event in s.told("shot")] == ["V"]
    s.do("pass").do("react", "G2", "U1")  # at the end the other one
    assert [event.piece for event in s.told("shot")] == ["V", "U"]


@rule("7.1")
@pytest.mark.parametrize(("end", "asked"), [(10.5, True), (10.49, False)])
def test_eighteen_inches_are_the_limit_for_weapons_that_reach_farther(end: float, asked: bool) -> None:
    s = stage(SPARE + SCENE.format(y=9, words="").replace("rifle Y", "lmg Y") + "active U1 failed")
    s.do("move", "U1").move("U1", ("B", 20, end))
    assert (s.asked == ("red", "reaction")) is asked


@rule("7.1")
def test_both_sides_react() -> None:
    """Red moves and blue is asked."""
    s = stage(SPARE + SCENE.format(y=12, words="").replace("X at 60,40", "X at 20,34") + "active G1 failed", MISS)
    s.do("move", "G1").move("G1", ("Y", 20, 29))
    assert s.asked == ("blue", "reaction")
    s.do("react", "U1", "G1").done()
    assert [event.piece for event in s.told("shot")] == ["B"]


@rule("7.1", "3.4.c")
@pytest.mark.parametrize(("facing", "asked"), [("0,-1", True), ("0,1", False)])
def test_overwatch_too_needs_arc_and_range(facing: str, asked: bool) -> None:
    more = f"red G2 veteran overwatch\n  PL rifle W at 60,30\n  57mm V at 24,28 faces {facing}\n"
    s = stage(SPARE + SCENE.format(y=10.5, words="").replace("rifle Y at 20,30", "") + more + "active U1 failed")
    s.do("move", "U1").move("U1", ("B", 20, 12.5))
    assert (s.asked == ("red", "reaction")) is asked


@rule("7.1")
def test_a_walk_that_is_over_has_no_points_left() -> None:
    s = moving(y=10.5)
    s.move("U1", ("B", 20, 11.2))
    way = s.b.walk
    assert (way.far, way.gone) == (70, 25) and stops(s.b, way) == [50, 70]
    way.gone = 70
    assert stops(s.b, way) == [] and list(moments(s.b, way)) == []


@rule("7.1")
def test_teams_of_other_units_do_not_delay_each_other() -> None:
    """A goes half as far as B: both arrive together, and where B is half-way A is too."""
    s = moving(y=10.5)
    s.move("U1", ("A", 20, 6.7), ("A", 21, 6.7), ("B", 20, 12.5))
    while s.asked == ("red", "reaction") and s.b.walk.gone < 150:
        s.do("pass")
    assert s.at("B") == (20, 12.5) and s.at("A") == (21, 6.7)


@rule("7.3", "11.3")
def test_who_may_not_fire_at_all() -> None:
    b = scene(SPARE + SCENE.format(y=12, words=""))
    team = b.team("Y")
    assert not silent(b, team)
    for field, value in (("markers", 1), ("markers", 2), ("last_fire", b.initiative), ("lost", True)):
        was = getattr(team, field)
        setattr(team, field, value)
        assert silent(b, team)
        setattr(team, field, was)
    team.last_fire = b.initiative - 1
    assert not silent(b, team)


@rule("7.1", "11.3")
def test_the_suppressed_do_not_react() -> None:
    s = stage(
        SPARE + SCENE.format(y=10.5, words="").replace("Y at 20,30", "Y at 20,30 markers=1") + "active U1 failed"
    )
    s.do("move", "U1").move("U1", ("B", 20, 12.5))
    assert s.asked == ("", "")


@rule("7.1", "6.5")
def test_arcs_hold_for_reaction_fire() -> None:
    for facing, asked in (("0,-1", True), ("0,1", False)):
        more = f"red G2 veteran\n  PL rifle W at 60,30\n  57mm V at 24,28 faces {facing}\n"
        s = stage(SPARE + SCENE.format(y=10.5, words="").replace("rifle Y at 20,30", "") + more + "active U1 failed")
        s.do("move", "U1").move("U1", ("B", 20, 12.5))
        assert (s.asked == ("red", "reaction")) is asked


@rule("7.1", "14.2", "6.6")
def test_turns_and_the_placing_of_a_leader_draw_no_fire() -> None:
    text = """
    blue U1 veteran
      PL rifle A at 20,12
      57mm B at 20,14
    red G1 veteran
      PL rifle X at 60,40
      rifle Y at 20,30
    """
    s = stage(SPARE + text + "active U1 failed")
    s.do("move", "U1").move("U1", ("A", 20, 16), ("B", 20, 14, 90))
    assert s.told("shot") == [] and s.asked == ("", "")
    assert s.team("B").moved and s.at("A") == (20, 16)


@rule("7.1", "14.1", "14.15")
def test_the_move_of_a_cc_draws_fire_and_he_joins_a_unit() -> None:
    text = SPARE + SCENE.format(y=10.5, words="") + "blue CC veteran\n  smg C at 23,10.5\nside blue\n"
    s = stage(text, MISS, goes_on=True)
    s.do("command move", "C").move("blue-cc", ("C", 23, 12.5))
    assert s.asked == ("red", "reaction")
    s.do("react", "G1", "C")
    assert s.last("joins").target == "U1"
    assert s.last("shooting").target == "U1"


@rule("7.3")
def test_nobody_fires_twice_in_one_initiative() -> None:
    s = moving(MISS, y=10.5, action="run")
    s.move("U1", ("B", 20, 11.5)).do("react", "G1", "U1")
    s.move("U1", ("B", 20, 12.5))  # the second Move of the Run
    assert s.asked == ("", "") and len(s.told("shot")) == 1


@rule("7.3")
def test_a_team_reacts_once_in_each_enemy_initiative_and_fires_again_in_its_own() -> None:
    s = moving(MISS, y=10.5)
    s.move("U1", ("B", 20, 12.5)).do("react", "G1", "U1")
    assert (s.team("Y").last_fire, s.b.initiative) == (1, 2)  # and U1 failed its check
    text = (
        SPARE
        + SCENE.format(y=12, words="").replace("PL rifle X at 60,40", "PL rifle X at 20,34")
        + "active G1 failed"
    )
    s = stage(text, MISS)
    s.team("Y").last_fire = 0  # it fired in the last Initiative
    s.do("fire", "G1").do("fire", "Y", "U1")
    assert s.last("shot").piece == "Y"


@rule("7.1")
def test_units_that_have_acted_may_react_too() -> None:
    s = moving(y=10.5, words="activated")
    s.move("U1", ("B", 20, 12.5))
    assert s.asked == ("red", "reaction")


@rule("7.2", "3.4.c")
def test_overwatch_has_no_penalty_and_is_spent_by_firing() -> None:
    s = moving(MISS, y=10.5, words="overwatch")
    s.move("U1", ("B", 20, 12.5)).do("react", "G1", "U1")
    assert s.last("shot").need == 2  # Veteran 3+, moving in the open -1
    assert not s.unit("G1").overwatch


@rule("6.26", "7.1")
def test_a_unit_gone_to_ground_may_react() -> None:
    s = moving(MISS, y=10.5, words="ground")
    s.move("U1", ("B", 20, 12.5)).do("react", "G1", "U1")
    assert s.team("Y").upright and not s.team("X").upright
