"""6 Firing: targets, arcs, friends in the way, Fire Points, the number to hit."""

import pytest
from mini_fire import SPARE, all_fire, firing, lost, need, reasons, rules_of, scene_of, unit_text
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.fire.to_hit import shots_of
from sandtable.systems.miniatures.rules.leaders import target_of
from sandtable.systems.miniatures.scene import scene
from sandtable.table.decision import Choice
from sandtable.testing import rule

A = "PL rifle A at 30,10"
X = "PL rifle X at 30,20 moved"  # nine inches from A, in the open
MISS = 1


def fired_by(s: MiniStage) -> list[str]:
    """Who rolled to hit, in order."""
    return [event.piece for event in s.told("shot")]


# Declaring (6.1-6.3) -----------------------------------------------------------------------------


@rule("6.1")
def test_a_unit_declares_an_enemy_unit_as_its_target() -> None:
    s = stage(scene_of(A, X), MISS)
    s.do("fire", "U1")
    assert s.options() == [Choice("fire", "A", "G1"), Choice("done")]
    all_fire(s, "G1").done()
    assert (s.last("shooting").piece, s.last("shooting").target) == ("U1", "G1")
    assert s.team("A").fired


@rule("6.1")
def test_friends_and_nobody_are_no_targets() -> None:
    s = stage(scene_of(A, X), MISS)
    s.do("fire", "U1")
    assert s.refused("fire", "A", "U9").reason == "There is no enemy target called 'U9'."
    assert s.refused("fire", "A", "G7").rule == "6.1"


TWO = unit_text("red G2 veteran activated", "PL rifle Y at 36,20 moved")


@rule("6.2")
def test_a_unit_splits_its_fire_and_a_team_does_not() -> None:
    """All targets are declared before any die falls; then each is resolved in turn."""
    s = stage(scene_of("PL rifle A at 30,10; rifle B at 34,10", X, TWO), 1, 1)
    s.do("fire", "U1").do("fire", "A", "G2")
    assert s.told("shot") == []
    assert s.refused("fire", "A", "G1").reason == "A already has a target."
    s.do("fire", "B", "G1").done()
    assert [(event.piece, event.target) for event in s.told("shot")] == [("A", "G2"), ("B", "G1")]


@rule("6.2", "11.1")
def test_each_target_counts_its_own_hits() -> None:
    """Three hits in all, but no Unit was hit three times: no marker."""
    s = stage(scene_of("PL smg A at 30,13; smg B at 34,13", X, TWO), 6, 6, 6, 6, 6, 1, 6)
    s.do("fire", "U1").do("fire", "A", "G1").do("fire", "B", "G2").done()
    assert [event.value for event in s.told("shot")] == [2, 1]
    assert s.told("suppressed") == []


@rule("6.2")
def test_who_is_not_named_does_not_fire() -> None:
    s = stage(scene_of("PL rifle A at 30,10; rifle B at 34,10", X), MISS)
    s.do("fire", "U1").do("fire", "B", "G1").do("done").done()
    assert fired_by(s) == ["B"] and not s.team("A").fired


@rule("6.3")
@pytest.mark.parametrize(("y", "able"), [(46.75, True), (46.76, False)])
def test_range_is_from_edge_to_edge(y: float, able: bool) -> None:
    """An LMG reaches 18 inches, twice that at long range: 36 and both radii (0.75 and 0.5) from centre to centre."""
    s = stage(scene_of("PL rifle A at 60,2; lmg B at 30,9.5", f"PL rifle X at 30,{y} moved"), 1)
    assert (Choice("fire", "U1") in s.options()) == able


@rule("6.3")
def test_no_shot_without_sight() -> None:
    blocked = "bocage L1 20,15 40,15"
    s = stage(scene_of(A, X, blocked, TWO.replace("36,20", "30,14")), MISS)
    s.do("fire", "U1")
    refused = s.refused("fire", "A", "G1")
    assert (refused.reason, refused.rule) == ("A has no line of sight to G1.", "6.3")


@rule("6.3")
def test_out_of_range_is_told_in_inches() -> None:
    s = stage(scene_of("PL smg A at 30,10", "PL rifle X at 30,30 moved", TWO.replace("36,20", "36,12")), 1, 1)
    s.do("fire", "U1")
    refused = s.refused("fire", "A", "G1")
    assert (refused.reason, refused.rule) == ("G1 is 19 inches away; the SMG reaches 18.", "6.3")


@rule("6.3", "6.12.c")
@pytest.mark.parametrize(
    ("y", "reason", "id"),
    [
        (31, "G1 is 20 inches away; the Rifle has no Fire Points left beyond 18.", "6.12.c"),
        (47.4, "G1 is 36.4 inches away; the Rifle reaches 18.", "6.3"),
    ],
)
def test_one_fire_point_has_no_long_range(y: float, reason: str, id: str) -> None:
    s = stage(scene_of("PL rifle A at 30,10", f"PL rifle X at 30,{y} moved", TWO.replace("36,20", "36,12")), 1)
    s.do("fire", "U1")
    refused = s.refused("fire", "A", "G1")
    assert (refused.reason, refused.rule) == (reason, id)


# Arcs (6.4-6.7) ----------------------------------------------------------------------------------

BEHIND = "PL rifle X at 30,5 moved"


@rule("6.4")
def test_infantry_fires_all_round() -> None:
    s = firing(A, BEHIND, dice=(MISS,))
    assert fired_by(s.done()) == ["A"]


@rule("6.5", "6.6")
@pytest.mark.parametrize(("x", "y", "able"), [(40, 10, True), (40, 9.99, False), (30, 20, True), (30, 5, False)])
def test_the_forward_arc(x: float, y: float, able: bool) -> None:
    """A gun that looks north hits what is on or ahead of the line through its centre."""
    near = TWO.replace("36,20", "30,8")
    s = stage(scene_of("PL rifle A at 30,7; lmg B at 30,10", f"PL rifle X at {x},{y} moved", near), 1, 1, 1)
    s.do("fire", "U1")
    assert (Choice("fire", "B", "G1") in s.options()) == able
    if not able:
        refused = s.refused("fire", "B", "G1")
        assert refused.reason == "G1 is outside the forward arc of B; it would have to turn first."
        assert refused.rule == "6.6"


@rule("6.5")
def test_a_gun_turns_to_the_nearest_team_it_sees() -> None:
    """It fires, and then looks at X, who is nearer than Y; that is no move."""
    s = stage(
        scene_of("PL rifle A at 50,3 markers=1; lmg B at 30,10", "PL rifle X at 40,14 moved; rifle Y at 20,22 moved"),
        1,
        1,
        1,
    )
    s.do("fire", "U1")
    all_fire(s, "G1").done()
    gun = s.team("B")
    assert (gun.hx, gun.hy) == (1000, 400) and not gun.moved


@rule("6.5")
def test_equally_near_teams_are_the_firers_choice() -> None:
    red = "PL rifle X at 40,20 moved; rifle Y at 20,20 moved"
    s = stage(scene_of("PL rifle A at 50,3 markers=1; lmg B at 30,10", red), 1, 1, 1)
    s.do("fire", "U1")
    all_fire(s, "G1")
    assert s.asked == ("blue", "face")
    s.do("face", "B", "Y").done()
    assert (s.team("B").hx, s.team("B").hy) == (-1000, 1000)


@rule("6.7", "6.10", "6.5")
def test_turret_and_hull_have_arcs_of_their_own() -> None:
    """The turret looks back at the enemy and fires; the hull MG looks the other way."""
    s = firing("PL m4-sherman A at 30,20 faces 0,1 turret 0,-1", "PL m4-sherman X at 30,5", dice=(1, 1, 1, 1))
    assert [event.text for event in s.done().told("shot")] == ["75mm"]
    tank = s.team("A")
    assert (tank.hx, tank.hy, tank.tx, tank.ty) == (0, 100, 0, -1500)


@rule("6.7")
def test_the_turret_cannot_fire_behind_itself() -> None:
    s = stage(scene_of("PL m4-sherman A at 30,20 faces 0,1 turret 0,1", "PL m4-sherman X at 30,5"))
    s.do("fire", "U1")
    assert "G1" not in s.places("fire")
    assert s.refused("fire", "A", "G1").rule == "6.6"


@rule("6.5", "17.4")
def test_a_stug_turns_its_hull() -> None:
    s = firing("PL stug-iii-g A at 30,20", "PL m4-sherman X at 40,30", dice=(1, 1, 1, 1))
    assert (s.done().team("A").hx, s.team("A").hy) == (1000, 1000)


@rule("6.6", "17.4")
def test_a_stug_does_not_fire_behind_itself() -> None:
    """No turret: its hull and nothing else points the gun."""
    s = stage(scene_of("PL stug-iii-g A at 30,20", "PL m4-sherman X at 30,10"))
    s.do("fire", "U1")
    assert "G1" not in s.places("fire")


# Friends in the way (6.8, 6.9) -------------------------------------------------------------------


@rule("6.8")
@pytest.mark.parametrize(("x", "able"), [(30, False), (30.74, False), (30.75, True)])
def test_no_fire_through_friends(x: float, able: bool) -> None:
    """The ray may not come nearer to a friend's centre than his radius; touching his edge is free."""
    s = stage(scene_of(f"{A}; rifle B at {x},15 markers=1", X), MISS)
    assert (Choice("fire", "U1") in s.options()) == able


@rule("6.8")
def test_enemies_never_block() -> None:
    s = firing(A, "PL rifle X at 30,20 moved; rifle Y at 30,16 moved", TWO, dice=(MISS,))
    assert fired_by(s.done()) == ["A"]


@rule("6.9")
@pytest.mark.parametrize(("kind", "able"), [("rifle", True), ("bazooka", True), ("lmg", False), ("pak40", False)])
def test_guns_fire_over_infantry_only(kind: str, able: bool) -> None:
    """An LMG is a Gun Team: nobody fires over it, and it fires over infantry itself."""
    red = "PL rifle X at 30,26 moved"
    s = stage(scene_of(f"PL rifle A at 50,3 markers=1; lmg B at 30,10; {kind} C at 30,14 markers=1", red), 1, 1, 1)
    assert (Choice("fire", "U1") in s.options()) == able


@rule("6.9")
def test_tanks_fire_over_infantry() -> None:
    s = firing("PL m4-sherman A at 30,10; rifle B at 30,13 markers=1", "PL m4-sherman X at 30,30", dice=(1, 1, 1, 1))
    assert fired_by(s.done()) == ["A"]


@rule("16.2")
@pytest.mark.parametrize("kind", ["rifle", "lmg", "m4-sherman"])
def test_mortars_fire_over_anybody(kind: str) -> None:
    red = "PL rifle X at 30,26 moved"
    s = firing(
        f"PL rifle A at 50,3 markers=1; 60mm-mortar B at 30,10; {kind} C at 30,14 markers=1", red, dice=(MISS,)
    )
    assert fired_by(s.done()) == ["B"]


# Fire Points (6.10, 6.12.c, 6.19) ----------------------------------------------------------------


@rule("6.10")
@pytest.mark.parametrize(("kind", "dice"), [("rifle", 1), ("smg", 2), ("lmg", 3), ("hmg", 4)])
def test_as_many_dice_as_fire_points(kind: str, dice: int) -> None:
    """Each die that reaches the number hits."""
    s = firing(f"PL rifle A at 60,3 markers=1; {kind} B at 30,13", X, dice=(1,) * dice)
    assert s.done().last("shot").dice == (1,) * dice


@rule("6.10")
def test_each_die_equal_or_above_hits() -> None:
    s = firing(
        "PL rifle A at 60,3 markers=1; hmg B at 30,12", X, dice=(1, 2, 3, 6, 6, 6, 6), target="elite activated"
    )
    assert (need(s), s.last("shot").value) == (3, 2)  # elite 4+, moving in the open -1


@rule("6.10", "16.6")
def test_main_gun_and_hull_mg_fire_together() -> None:
    """At infantry the main gun has half its dice; the hull MG fires beside it and the coax is silent."""
    s = firing("PL m4-sherman A at 30,10", X, dice=(1, 1, 1, 1, 1))
    s.do("main", "A").done()
    assert [(event.text, len(event.dice)) for event in s.told("shot")] == [("Vehicle MG", 3), ("75mm", 2)]


@rule("16.6")
def test_coax_and_hull_mg_without_the_main_gun() -> None:
    s = firing("PL m4-sherman A at 30,10", X, dice=(1,) * 6)
    assert s.asked == ("blue", "main or coax")
    s.do("coax", "A").done()
    assert [(event.text, len(event.dice)) for event in s.told("shot")] == [("Vehicle MG", 3), ("Vehicle MG", 3)]


@rule("6.12.c")
@pytest.mark.parametrize(("y", "dice", "number"), [(29.25, 3, 2), (29.26, 1, 3)])
def test_long_range(y: float, dice: int, number: int) -> None:
    """Up to 18 inches three dice; beyond it one die, and the number is 1 higher."""
    s = firing("PL rifle A at 60,3 markers=1; lmg B at 30,10", f"PL rifle X at 30,{y} moved", dice=(1,) * dice)
    assert (len(s.done().last("shot").dice), need(s)) == (dice, number)
    assert ("6.12.c" in rules_of(s.last("shot"))) == (dice == 1)


@rule("6.12.c")
def test_a_rifle_has_no_long_range() -> None:
    """Vector: a rifle at 20 inches has half of one Fire Point, none."""
    s = stage(scene_of("PL rifle A at 30,10; lmg B at 34,10", "PL rifle X at 30,31 moved"), 1)
    s.do("fire", "U1")
    all_fire(s, "G1").done()
    assert fired_by(s) == ["B"] and len(s.last("shot").dice) == 1


@rule("6.12.c")
def test_long_range_is_judged_by_the_nearest_visible_team() -> None:
    """Y is near: the LMG fires at normal range, and X, beyond it, is no valid target."""
    red = "PL rifle X at 30,40 moved; rifle Y at 30,20 moved"
    s = firing("PL rifle A at 60,3 markers=1; lmg B at 30,10", red, dice=(6, 6, 6, 6, 6, 6))
    s.do("suppress", "Y") if s.asked[1] == "suppression" else None
    assert [event.piece for event in s.done().told("saves")] == ["Y"]
    assert len(s.last("saves").dice) == 3


@rule("6.19")
@pytest.mark.parametrize(
    ("kind", "y", "dice"),
    [("pak40", 30, 2), ("105mm", 30, 2), ("bazooka", 18, 1), ("panzerschreck", 18, 1), ("pak40", 46, 1)],
)
def test_at_weapons_halve_their_points_at_troops_in_the_open(kind: str, y: float, dice: int) -> None:
    """Rounded down, and again at long range (the last: 35 inches for a Pak40 with a range of 32)."""
    s = firing(f"PL rifle A at 60,3 markers=1; {kind} B at 30,10", f"PL rifle X at 30,{y} moved", dice=(1,) * dice)
    assert len(s.done().last("shot").dice) == dice


@rule("6.19")
def test_full_points_at_hard_cover_and_at_tanks() -> None:
    """Vector: a Pak40 naming infantry has 2 dice in the open, 4 when it is dug in, and one save only."""
    gun = "PL rifle A at 60,3 markers=1; pak40 B at 30,10"
    s = firing(gun, "PL rifle X at 30,20 dug moved", dice=(6, 6, 6, 6, 2))
    assert len(s.last("shot").dice) == 4
    assert s.done().last("saves").dice == (2,)
    s = firing(gun, "PL m4-sherman X at 30,20", dice=(1, 1, 1, 1))
    assert len(s.done().last("shot").dice) == 4


@rule("6.19")
def test_one_team_outside_hard_cover_halves_them() -> None:
    gun = "PL rifle A at 60,3 markers=1; pak40 B at 30,10"
    s = firing(gun, "PL rifle X at 30,20 dug moved; rifle Y at 33,20 moved", dice=(1, 1))
    assert len(s.done().last("shot").dice) == 2


@rule("6.19")
def test_who_fires_with_it_takes_no_die_from_a_bazooka() -> None:
    """At long range it has one die at X, dug in, and none in the open; Y in the open is seen by the rifle only."""
    blue = "PL rifle A at 60,3 markers=1; rifle B at 22,12; bazooka C at 34,8"
    red = "PL rifle X at 34,22 moved dug; rifle Y at 22,22 moved"
    s = firing(blue, red, "high-wall W2 28,2 28,28", dice=(1, 1)).done()
    assert [(event.piece, len(event.dice)) for event in s.told("shot")] == [("B", 1), ("C", 1)]


@rule("6.19", "6.12.c")
def test_five_points_at_long_range_are_one() -> None:
    """KwK 42: 5 at infantry in the open is 2, at long range 1; the hull MG does not reach so far."""
    s = firing("PL panther A at 30,5", "PL rifle X at 30,40 moved", dice=(1,))
    assert len(s.done().last("shot").dice) == 1


@rule("6.19")
def test_no_points_no_shot() -> None:
    """A Bazooka at infantry in the open at long range: 2, 1, 0."""
    s = stage(scene_of("PL rifle A at 60,3 markers=1; bazooka B at 30,10", "PL rifle X at 30,25 moved"))
    assert Choice("fire", "U1") not in s.options()


# The number to hit (6.11-6.14) -------------------------------------------------------------------


@rule("6.11", "3.2")
@pytest.mark.parametrize(("level", "number"), [("green", 2), ("veteran", 3), ("elite", 4)])
def test_the_number_depends_on_the_targets_training(level: str, number: int) -> None:
    s = firing("PL m4-sherman A at 30,10", "PL m4-sherman X at 30,30", dice=(1,) * 4, target=f"{level} activated")
    assert (need(s.done()), s.last("shot").modifiers) == (number, ())


@rule("6.11")
def test_the_training_of_the_firer_does_not_matter() -> None:
    for level in ("green", "elite"):
        s = firing("PL m4-sherman A at 30,10", "PL m4-sherman X at 30,30", dice=(1,) * 4, level=level)
        assert need(s) == 3


@rule("6.12.a")
def test_a_concealed_target() -> None:
    s = firing(A, X, "wood W1 20,18 40,18 40,25 20,25", dice=(3,))
    assert reasons(s.done().last("shot")) == [(1, "target concealed", "6.12.a")]
    assert (need(s), s.last("shot").value) == (4, 0)


@rule("6.12.b", "6.23")
def test_a_target_gone_to_ground() -> None:
    """It neither moved nor fired: concealed, being infantry that stayed in place, and gone to ground."""
    s = firing(A, "PL rifle X at 30,20", dice=(4,))
    assert reasons(s.done().last("shot")) == [
        (1, "target concealed", "6.12.a"),
        (1, "target gone to ground", "6.12.b"),
    ]
    assert (need(s), s.last("shot").value) == (5, 0)


@rule("6.12.d", "3.3.b")
def test_a_unit_that_moved_needs_one_more() -> None:
    """B moved; A stayed and needs the same."""
    s = stage(scene_of("PL rifle A at 30,10; rifle B at 34,10", X, check="passed"), 1, 1)
    s.do("move and fire", "U1").move("U1", ("B", 34, 11))
    while s.asked[1] == "reaction":
        s.do("pass")
    all_fire(s, "G1").done()
    assert [(event.piece, event.need) for event in s.told("shot")] == [("A", 3), ("B", 3)]
    assert (1, "firing Unit moved", "6.12.d") in reasons(s.last("shot"))


@rule("6.12.d")
def test_firing_before_moving_costs_nothing() -> None:
    s = stage(scene_of(A, X, check="passed"), 1)
    s.do("fire and move", "U1")
    all_fire(s, "G1")
    assert need(s) == 2


@rule("6.12.e", "7.2", "6.12.g")
def test_reaction_fire() -> None:
    """One more for reacting, one less because the target moves in the open."""
    s = stage(scene_of(A, "PL rifle X at 30,20"), 1)
    s2 = stage(scene_of(A, "PL rifle X at 30,20").replace("failed", "passed"), 1)
    s2.do("run", "U1").move("U1", ("A", 30, 11), ("A", 30, 12))
    assert s2.asked == ("red", "reaction")
    s2.do("react", "G1", "U1").done()
    assert reasons(s2.last("shot")) == [(1, "reaction fire", "6.12.e"), (-1, "target moving in the open", "6.12.g")]
    assert need(s2) == 3 and s.told("shot") == []


@rule("6.12.g")
@pytest.mark.parametrize(("words", "number"), [("moved", 2), ("fired", 4)])
def test_a_target_that_moved_in_the_open(words: str, number: int) -> None:
    """Infantry that only fired is concealed and upright: 3+1. What moved is neither: 3-1."""
    s = firing(A, f"PL rifle X at 30,20 {words}", dice=(1,))
    assert need(s.done()) == number


@rule("6.12.g")
def test_tanks_too_are_easier_to_hit_when_they_moved() -> None:
    s = firing("PL m4-sherman A at 30,10", "PL m4-sherman X at 30,30; m4-sherman Y at 34,30 moved", dice=(1,) * 4)
    assert reasons(s.done().last("shot")) == [(-1, "target moving in the open", "6.12.g")]


@rule("6.12.g")
def test_who_moved_out_of_sight_does_not_count() -> None:
    red = "PL m4-sherman X at 30,30; m4-sherman Y at 40,30 moved"
    s = firing("PL m4-sherman A at 30,10", red, "bocage L1 33,20 50,20", dice=(1,) * 4)
    assert need(s.done()) == 3


@rule("6.13")
def test_seven_or_more_misses_without_a_die() -> None:
    """Elite 4, concealed, gone to ground, long range: 7."""
    s = firing("PL rifle A at 60,3 markers=1; lmg B at 30,10", "PL rifle X at 30,35", target="elite activated")
    assert (need(s.done()), s.last("shot").dice, s.last("shot").rule) == (7, (), "6.13")
    assert s.team("B").fired


@rule("6.13")
def test_six_can_be_rolled() -> None:
    s = firing(A, "PL rifle X at 30,20", dice=(6, 6), target="elite activated")
    assert (need(s.done()), s.last("shot").value) == (6, 1)


@rule("6.14")
def test_one_or_less_still_misses_on_a_one_and_spoils_saves() -> None:
    """Green 2, moving in the open -1: 1. A rolled 1 misses; the successful save is rolled again and fails."""
    s = firing("PL smg A at 30,13", X, dice=(1, 2, 6, 2), target="green activated")
    assert (need(s.done()), s.last("shot").value) == (1, 1)
    assert s.last("saves").dice == (6,) and s.last("saves again").dice == (2,)
    assert lost(s) == ["X"]


@rule("6.14")
def test_the_whole_shooting_is_spoiled_by_one_die() -> None:
    """B at long range needs 2, A at normal range 1: the hit of B is saved twice."""
    blue = "PL rifle A at 30,10; lmg B at 34,0.8"
    s = firing(blue, X, dice=(1, 6, 6, 6), target="green activated")
    assert [event.need for event in s.done().told("shot")] == [1, 2]
    assert len(s.told("saves again")) == 1 and lost(s) == []


@rule("14.5", "3.3.d")
def test_misses_are_rolled_again_by_order_or_by_a_leader() -> None:
    """Aimed Fire rolls all misses again; a leader those of the Team beside him, and nobody's twice."""
    blue = "PL rifle A at 30,10; lmg B at 32,10; lmg C at 36,10"
    s = stage(scene_of(blue, X, check="passed"), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    s.do("aimed fire", "U1")
    all_fire(s, "G1").done()
    assert [(event.piece, event.rule) for event in s.told("shot again")] == [(name, "3.3.d") for name in "ABC"]
    s = stage(scene_of(blue, X), 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 6)
    s.do("fire", "U1")
    all_fire(s, "G1")
    assert s.asked == ("blue", "direct") and s.options("direct") == [Choice("direct", "B", "A")]
    s.do("direct", "B", "A").done()
    assert [(event.piece, event.dice, event.rule) for event in s.told("shot again")] == [("B", (2, 1, 1), "14.5")]
    assert s.last("shot again").value == 1


# Vectors -----------------------------------------------------------------------------------------

PLATOON = """PL rifle A at 22,10; rifle B at 26,10; rifle C at 28,10; rifle D at 30,10; rifle E at 32,10
lmg F at 34,10"""
WOOD = "wood W1 20,25 45,25 45,30 20,30"


def grenadiers(word: str) -> str:
    return "; ".join([f"{'PL ' if i == 0 else ''}rifle R{i} at {24 + 2 * i},26.4 {word}" for i in range(5)])


@rule("6.10", "6.12.a", "6.15", "8.2", "11.1")
def test_vector_a() -> None:
    """5 Rifles and an LMG, 8 dice at 4+; five hits, a die for each Team, saves 3+, one marker."""
    to_hit = (4, 4, 4, 3, 3, 4, 4, 1)
    s = firing(PLATOON, grenadiers("moved"), WOOD, dice=(*to_hit, 3, 3, 3, 2, 6))
    assert {event.need for event in s.told("shot")} == {4}
    assert [(event.piece, event.dice, event.need) for event in s.told("saves")] == [
        ("R0", (3,), 3),
        ("R1", (3,), 3),
        ("R2", (3,), 3),
        ("R3", (2,), 3),
        ("R4", (6,), 3),
    ]
    assert lost(s) == ["R3"]
    assert s.asked == ("red", "suppression") and len(s.options()) == 4
    s.do("suppress", "R0").done()
    assert s.team("R0").markers == 1


@rule("6.12.b")
def test_vector_b() -> None:
    """The same target still and silent in the woods: 5+."""
    s = firing(PLATOON, grenadiers(""), WOOD, dice=(1,) * 8)
    assert {event.need for event in s.done().told("shot")} == {5}


def test_the_rays_of_a_scene_are_the_shots_of_the_rule() -> None:
    """What the odds read is what the rule rolls: the same shots."""
    b = scene(scene_of(PLATOON, grenadiers("moved"), WOOD))
    target = target_of(b, "G1")
    unit = b.unit("U1")
    assert unit is not None
    shots = shots_of(b, b.all_of(unit), target, set())
    assert [(shot.team.id, shot.weapon.key, len(shot.marks)) for shot in shots] == [
        *[(name, "rifle", 5) for name in "ABCDE"],
        ("F", "lmg", 5),
    ]


def test_spare_units_are_out_of_everything() -> None:
    b = scene(SPARE + "side blue")
    assert [unit.key for unit in b.units] == ["U9", "G9"]
