"""4 Moving: how far, past whom, through what; terrain rolls."""

import pytest
from mini_stage import MiniStage, stage

from sandtable.geometry.plane import angle
from sandtable.systems.miniatures.game import MINIATURES
from sandtable.table.decision import Choice
from sandtable.testing import rule

SYSTEM = MINIATURES
FAR = """
red G1 veteran activated
  PL rifle X at 36,46
"""


def moving(text: str, *dice: int, action: str = "move", check: str = "failed") -> MiniStage:
    s = stage(FAR + text + f"\nactive U1 {check}", *dice)
    s.do(action, "U1")
    return s


def unit(*teams: str, level: str = "veteran") -> str:
    return "\n".join([f"blue U1 {level}", *[f"  {team}" for team in teams]])


# Distance (4.1, 16.1, 17.1) ----------------------------------------------------------------------


@rule("4.1", "16.1", "17.1")
@pytest.mark.parametrize(
    ("kind", "most"),
    [
        ("rifle", 6),
        ("bazooka", 6),
        ("lmg", 6),  # a gun that moves as infantry
        ("81mm-mortar", 6),
        ("57mm", 3),
        ("105mm", 3),
        ("m4-sherman", 12),
        ("panther", 12),
        ("m3-stuart", 14),
        ("tiger-i", 8),
    ],
)
def test_how_far_a_team_moves(kind: str, most: int) -> None:
    lead = "PL m4-sherman A at 10,10" if "sher" in kind or "-i" in kind or "stu" in kind or "pan" in kind else ""
    text = unit(lead or "PL rifle A at 10,10", f"{kind} B at 14,10")
    s = moving(text)
    refusal = s.no_move("U1", ("A", 10, 10 + most - 3), ("B", 14, 10 + most + 0.01))
    assert refusal.reason.startswith(f"B would move {most}.01 inches; the limit is {most}")
    s.move("U1", ("A", 10, 10 + most - 3), ("B", 14, 10 + most))
    assert s.at("B") == (14, 10 + most)


@rule("4.1")
def test_the_length_is_that_of_the_path() -> None:
    s = moving(unit("PL rifle A at 10,10", "rifle B at 13,10"))
    assert s.no_move("U1", ("B", 16, 10), ("B", 16, 13.01)).reason.startswith("B would move 6.01 inches")
    s.move("U1", ("B", 16, 10), ("B", 16, 13))
    assert s.at("B") == (16, 13)
    assert s.last("moves").path == ("1300,1000", "1600,1000", "1600,1300")


@rule("4.1")
def test_nobody_leaves_the_table() -> None:
    s = moving(unit("PL rifle A at 4,4", "rifle B at 4,1"))
    assert s.no_move("U1", ("B", 4, 0.74)).reason == "B would not stand wholly on the table."
    s.move("U1", ("B", 4, 0.75))
    assert s.at("B") == (4, 0.75)


CLOSE = """
blue U1 veteran
  PL rifle A at 10,10
  rifle B at 10,14
red G2 veteran activated
  PL rifle X2 at {x},20
  rifle Y2 at 40,20
"""


@rule("4.1")
def test_two_inches_from_an_enemy_are_near_enough() -> None:
    """Radii 0.75 and 0.5: two inches apart are 3.25 from centre to centre."""
    s = moving(CLOSE.format(x=10))
    refusal = s.no_move("U1", ("B", 10, 16.76))
    assert refusal.reason == "B would come closer than 2 inches to X2."
    s.move("U1", ("B", 10, 16.75))
    while s.asked[1] == "reaction":
        s.do("pass")
    assert s.at("B") == (10, 16.75)


@rule("4.1")
def test_the_way_too_keeps_two_inches_away() -> None:
    s = moving(CLOSE.format(x=13.2).replace("20\n", "14\n", 1))
    assert s.no_move("U1", ("B", 13.2, 10.5), ("B", 10, 10.5)).rule == "4.1"
    assert s.no_move("U1", ("B", 10.1, 14)).reason == "B is too close to X2 and may only move away."


@rule("4.1")
def test_who_is_nearer_already_may_only_move_away() -> None:
    s = moving(CLOSE.format(x=10).replace("20\n", "16\n", 1))
    assert s.no_move("U1", ("B", 10, 14.1)).reason == "B is too close to X2 and may only move away."
    s.move("U1", ("B", 10, 13))
    while s.asked[1] == "reaction":
        s.do("pass")
    assert s.at("B") == (10, 13)


@rule("4.1")
def test_bases_may_touch_and_not_overlap() -> None:
    s = moving(unit("PL rifle A at 10,10", "rifle B at 13,10", "rifle C at 16,10"))
    assert s.no_move("U1", ("C", 14.49, 10)).reason == "C would overlap the base of B."
    assert s.no_move("U1", ("B", 13, 13), ("C", 13, 13.5)).reason == "B would overlap the base of C."
    s.move("U1", ("C", 14.5, 10))
    assert s.at("C") == (14.5, 10)


@rule("4.1")
def test_all_ends_are_taken_together() -> None:
    """C goes where B stands now: B leaves."""
    s = moving(unit("PL rifle A at 10,10", "rifle B at 13,10", "rifle C at 16,10"))
    s.move("U1", ("C", 13, 10), ("B", 13, 14))
    assert (s.at("B"), s.at("C")) == ((13, 14), (13, 10))


@rule("4.1")
def test_infantry_passes_friends_and_vehicles_do_not_pass_vehicles() -> None:
    s = moving(unit("PL rifle A at 10,10", "rifle B at 13,10", "rifle C at 16,10"))
    s.move("U1", ("C", 10.5, 12), ("C", 10.5, 11.5))
    tanks = unit("PL m4-sherman A at 10,10", "m4-sherman B at 14,10", "m4-sherman C at 18,10")
    s = moving(tanks)
    assert s.no_move("U1", ("C", 7, 10, 0)).reason == "C cannot pass through A."
    s.move("U1", ("C", 14, 14, 0), ("C", 12, 14, 0))
    s = moving(tanks)
    s.move("U1", ("A", 10, 16), ("B", 14, 16), ("C", 6, 10))  # both make room
    assert s.at("C") == (6, 10)


@rule("4.1")
def test_nobody_stops_on_a_linear_obstacle() -> None:
    s = moving("hedge L1 5,12 20,12\n" + unit("PL rifle A at 10,10", "rifle B at 13,10"))
    assert s.no_move("U1", ("B", 13, 12)).reason == "B cannot stop on a linear obstacle."
    s.move("U1", ("B", 13, 12.01))


@rule("4.1")
def test_nonsense_is_refused_with_a_reason() -> None:
    s = moving(unit("PL rifle A at 10,10", "rifle B at 13,10"))
    assert s.no_move("U1", ("X", 36, 45)).reason == "U1 has no Team 'X' on the table."
    assert s.no_move("U1").reason == "No Team would move. Choose to stay instead."
    assert s.no_move("U1", ("B", 13, 10)).reason == "No Team would move. Choose to stay instead."
    assert "the Teams of U1 move" in s.no_move("G1", ("X", 36, 45)).reason
    assert "cannot face" in s.no_move("U1", ("B", 13, 11, 360)).reason
    assert "no turret" in s.no_move("U1", ("B", 13, 11), ("B:turret", 0, 0, 0)).reason


# Terrain (4.2-4.6, 17.3) -------------------------------------------------------------------------

HOUSE = "building H1 12,12 16,12 16,16 12,16\n"
WOOD = "wood W1 12,12 16,12 16,16 12,16\n"


@rule("4.2")
def test_infantry_and_guns_that_walk_go_through_everything() -> None:
    s = moving(HOUSE + "bocage L1 8,18 20,18\n" + unit("PL rifle A at 10,14", "rifle B at 13,13", "lmg C at 15,15"))
    s.move("U1", ("B", 13, 18.5), ("C", 15, 19, 0))
    assert (s.at("B"), s.at("C")) == ((13, 18.5), (15, 19))
    s.done()


@rule("4.3")
def test_very_difficult_terrain_is_closed_to_guns() -> None:
    text = unit("PL rifle A at 12,10", "57mm B at 14,11", "pak40 C at 18,11")
    s = moving(HOUSE + "marsh M1 17,12 20,12 20,16 17,16\n" + text)
    assert s.no_move("U1", ("B", 14, 12.5)).reason == "B cannot enter H1."
    assert s.no_move("U1", ("C", 18, 13)).rule == "4.3"
    s = moving(WOOD + text)
    s.move("U1", ("B", 14, 13, 0))  # a wood is only difficult
    assert s.at("B") == (14, 13)


@rule("4.3")
def test_a_gun_set_up_inside_may_leave_and_not_move_within() -> None:
    s = moving(HOUSE + unit("PL rifle A at 12,10", "57mm B at 14,13"))
    assert s.no_move("U1", ("B", 15, 13)).rule == "4.3"
    s.move("U1", ("B", 14, 11.5, 0))
    assert s.at("B") == (14, 11.5)


TANKS = ("PL m4-sherman A at 6,10", "m4-sherman B at 10,10")


@rule("4.4")
@pytest.mark.parametrize(("die", "end"), [(2, (16, 10)), (1, (12.89, 10))])
def test_a_tank_rolls_to_cross_difficult_terrain(die: int, end: tuple[float, float]) -> None:
    """On a 1 it stops with its base just short of the hedge, suppressed (4.6)."""
    s = moving("hedge L1 14,5 14,15\n" + unit(*TANKS), die)
    s.move("U1", ("B", 16, 10, 90))
    assert s.last("terrain roll").need == 2
    assert s.at("B") == (end[0] if die == 2 else 12.9, end[1])
    assert s.team("B").markers == (0 if die == 2 else 1)
    assert [(event.text, event.place) for event in s.told("stopped")] == ([] if die == 2 else [("L1", "1290,1000")])
    s.done()


@rule("4.4")
def test_one_roll_for_each_piece_and_none_for_turning() -> None:
    text = "hedge L1 14,5 14,15\nwood W1 16,8 20,8 20,12 16,12\n" + unit(*TANKS)
    s = moving(text, 2, 2)
    s.move("U1", ("A", 11, 10), ("B", 17, 10, 90), ("B", 21, 10, 90))  # two legs in the wood: one roll
    assert [event.text for event in s.told("terrain roll")] == ["L1", "W1"]
    s = moving("wood W1 8,8 12,8 12,12 8,12\n" + unit(*TANKS), 3)
    s.move("U1", ("B", 10, 14, 0))  # it starts inside
    assert len(s.told("terrain roll")) == 1
    s = moving("wood W1 8,8 12,8 12,12 8,12\n" + unit(*TANKS))
    s.move("U1", ("B", 10, 10, 180))
    assert s.told("terrain roll") == [] and s.team("B").moved
    s = moving("field F1 12,8 16,8 16,12 12,12\n" + unit(*TANKS))
    s.move("U1", ("B", 14, 10, 90))  # a field is clear going
    assert s.told("terrain roll") == []


@rule("4.5")
@pytest.mark.parametrize(("die", "passed"), [(4, True), (3, False)])
def test_a_tank_makes_a_training_check_to_cross_very_difficult_terrain(die: int, passed: bool) -> None:
    """The number of its Training, without suppression."""
    s = moving("bocage L1 14,5 14,15\n" + unit(TANKS[0] + " markers=1", TANKS[1]), die)
    s.move("U1", ("B", 16, 10, 90))
    assert (s.last("check").need, s.last("check").rule) == (4, "4.5")
    assert (s.at("B") == (16, 10)) is passed and s.team("B").markers == int(not passed)
    s.done()


@rule("4.4")
def test_a_piece_on_the_second_leg_stops_a_tank_there() -> None:
    """Five inches north, then east: the hedge is 4 inches along the second leg, and its base is 1.1 wide."""
    s = moving("hedge L1 14,12 14,20\n" + unit("PL m4-sherman A at 6,14", "m4-sherman B at 10,10"), 1)
    s.move("U1", ("B", 10, 15, 90), ("B", 16, 15, 90))
    assert s.at("B") == (12.9, 15) and s.last("stopped").place == "1290,1500"
    assert s.asked == ("", "") and s.done().team("B").markers == 1


@rule("4.4")
def test_pieces_are_rolled_for_in_the_order_in_which_they_are_met() -> None:
    """The wood is entered first; the hedge in it comes next, though two legs lie in the wood."""
    text = "hedge L1 13.5,8 13.5,12\nwood W1 12,5 22,5 22,15 12,15\n"
    s = moving(text + unit("PL m4-sherman A at 8,13", "m4-sherman B at 10,10"), 2, 2)
    s.move("U1", ("B", 15, 10, 90), ("B", 19, 10, 90))
    assert [event.text for event in s.told("terrain roll")] == ["W1", "L1"] and s.at("B") == (19, 10)


@rule("4.4", "4.6")
def test_a_tank_that_began_inside_or_touching_does_not_move() -> None:
    s = moving("wood W1 8,8 12,8 12,12 8,12\n" + unit(*TANKS), 1)
    s.move("U1", ("B", 10, 16, 0))
    assert s.at("B") == (10, 10) and s.team("B").markers == 1


@rule("4.4", "4.6")
def test_who_failed_moves_no_more_in_this_activation() -> None:
    s = moving("hedge L1 14,5 14,15\n" + unit(*TANKS), 1, action="run", check="passed")
    s.move("U1", ("B", 16, 10, 90))
    assert s.no_move("U1", ("B", 12, 12, 90)).reason == "B failed to cross terrain and cannot move again now."
    s.move("U1", ("A", 8, 10, 90))
    s.done()


@rule("4.6")
def test_who_failed_cannot_fire_under_move_and_fire() -> None:
    enemy = "red G2 veteran activated\n  PL rifle X2 at 30,10\n  rifle Y2 at 33,10\n"
    s = moving(
        "hedge L1 14,5 14,15\n" + enemy + unit("PL m4-sherman A at 6,10 faces 0,-1", TANKS[1]),
        1,
        action="move and fire",
        check="passed",
    )
    s.move("U1", ("B", 16, 10, 90))
    assert s.asked == ("", "")  # B is suppressed and A looks away: nobody can fire


@rule("4.6")
def test_whose_place_is_taken_stops_short_of_it() -> None:
    s = moving("hedge L1 14,5 14,15\n" + unit("PL m4-sherman A at 8,10", "m4-sherman B at 11,10"), 1)
    s.move("U1", ("B", 18, 10, 90), ("A", 13, 10, 90))  # B fails and stands at 12.9
    assert s.at("B") == (12.9, 10)
    assert s.at("A") == (10.7, 10)


@rule("4.6")
def test_who_is_pushed_back_to_his_start_pushes_others_back_too() -> None:
    """C fails in B's way; B has nowhere to go but home, where A was going to stand."""
    text = unit("PL m4-sherman A at 5.5,10", "m4-sherman B at 7.7,10", "m4-sherman C at 9.9,10")
    s = moving("hedge L1 11,5 11,15\n" + text, 1)
    s.move("U1", ("C", 14, 10, 90), ("B", 9.9, 10, 90), ("A", 7.7, 10, 90))
    assert [s.at(id)[0] for id in "ABC"] == [5.5, 7.7, 9.9]
    assert SYSTEM.rules.faults(s.b) == []


@rule("17.3")
@pytest.mark.parametrize(("terrain", "dice"), [("hedge", (1, 2)), ("bocage", (3, 4))])
def test_wide_tracks_roll_a_failure_again(terrain: str, dice: tuple[int, int]) -> None:
    for kind in ("panther", "tiger-i"):
        s = moving(f"{terrain} L1 14,5 14,15\n" + unit("PL panther A at 6,10", f"{kind} B at 10,10"), *dice)
        s.move("U1", ("B", 16, 10, 90))
        assert s.at("B") == (16, 10)
        s.done()
    s = moving(f"{terrain} L1 14,5 14,15\n" + unit(*TANKS), dice[0])
    s.move("U1", ("B", 16, 10, 90))
    assert s.at("B") != (16, 10)


@rule("4.4", "17.3")
def test_wide_tracks_fail_twice_and_not_a_third_time() -> None:
    s = moving("hedge L1 14,5 14,15\n" + unit("PL panther A at 6,10", "panther B at 10,10"), 1, 1)
    s.move("U1", ("B", 16, 10, 90))
    assert [(event.dice, event.rule) for event in s.done().told("terrain roll")] == [((1,), "4.4"), ((1,), "17.3")]
    assert s.at("B") == (12.9, 10)


@rule("4.1", "6.6")
def test_an_entry_that_changes_nothing_means_nothing() -> None:
    text = unit("PL rifle A at 10,10", "rifle B at 13,10", "57mm C at 16,10 faces 3,4")
    s = moving(text)
    same = round(angle(300, 400))
    s.play.choose(Choice("move", "U1", at=(("B", 1300, 1200, 0), ("A", 1000, 1000, 0), ("C", 1600, 1000, same))))
    assert [s.team(id).moved for id in "ABC"] == [False, True, False]
    assert (s.team("C").hx, s.team("C").hy) == (300, 400)
