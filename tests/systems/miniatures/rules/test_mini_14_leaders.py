"""14 Leaders: what a Platoon Leader and a Company Commander may do, and what their loss costs."""

import pytest
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.game import MINIATURES
from sandtable.systems.miniatures.rules.assault.targets import may_assault
from sandtable.systems.miniatures.rules.fire.gone_to_ground import lies_low
from sandtable.systems.miniatures.rules.leaders import Target, hosts, target_of
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.pieces import END
from sandtable.table.aftermath.decided import decided
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.testing import rule

MISS = 1
SPARE = """
blue U9 veteran
  PL rifle S at 2,2
red G9 veteran
  PL rifle R at 70,46
"""
CC = "blue CC veteran\n  smg C at {at}\n"


def acting(text: str, *dice: int, action: str = "", check: str = "failed") -> MiniStage:
    s = stage(SPARE + text + f"\nactive U1 {check}", *dice)
    if action:
        s.do(action, "U1")
    return s


PLATOON = """
blue U1 veteran
  PL rifle A at 20,10
  rifle B at 22,10 {b}
  rifle D at 26,10 {d}
red G1 veteran activated
  PL rifle X at 20,40
"""
QUIET = PLATOON.format(b="", d="")


# The CC by himself (14.1) ------------------------------------------------------------------------


@rule("14.1")
def test_every_unit_has_a_pl_and_every_company_a_cc_who_is_no_unit() -> None:
    b = scene(QUIET + CC.format(at="30,3"))
    assert [b.teams[unit.pl].id for unit in b.units] == ["A", "X"]
    cc = b.cc(0)
    assert cc is not None and cc.id == "C" and b.cc(1) is None
    assert [unit.key for unit in b.company(0)] == ["U1"]  # he is no part of Unit counts
    assert b.unit_of(cc) is b.commands[0]


@rule("14.1", "15.4")
def test_once_per_round_he_moves_or_fires_without_a_check() -> None:
    s = stage(SPARE + QUIET + CC.format(at="30,3"), 4, goes_on=True)
    assert Choice("command move", "C") in s.options()
    assert Choice("command fire", "C") not in s.options()  # nobody is in range
    s.do("command move", "C").move("blue-cc", ("C", 30, 9))
    assert s.at("C") == (30, 9) and s.told("check") == [] and not s.b.commanding
    assert s.asked == ("blue", "initiative")
    assert s.refused("command move", "C").rule == "1.3"
    assert all(choice.piece != "C" for choice in s.options())


@rule("14.1")
def test_he_may_fire_instead() -> None:
    text = QUIET.replace("X at 20,40", "X at 30,12 moved")
    s = stage(SPARE + text + CC.format(at="30,5"), MISS, MISS, goes_on=True)
    s.do("command fire", "C").do("fire", "C", "G1")
    assert s.last("shot").piece == "C" and s.team("C").fired
    assert s.unit("blue-cc").acted
    s.done()


@rule("14.1")
def test_when_his_units_have_acted_he_may_still_act_or_pass() -> None:
    text = (SPARE + QUIET).replace("U9 veteran", "U9 veteran activated").replace("U1 veteran", "U1 veteran activated")
    s = stage(text.replace("G1 veteran activated", "G1 veteran") + CC.format(at="30,3"), goes_on=True)
    assert {choice.do for choice in s.options()} == {"command move", "pass"}
    s.do("pass")
    assert s.asked == ("red", "initiative")


@rule("14.1")
def test_his_markers_come_off_when_the_round_ends_and_his_records_when_it_starts() -> None:
    text = SPARE.replace("veteran", "veteran activated") + QUIET.replace("U1 veteran", "U1 veteran activated")
    text = text.replace("R at 70,46", "R at 70,46\n  rifle R2 at 67,46").replace(
        "S at 2,2", "S at 2,2\n  rifle S2 at 5,2"
    )
    text = text.replace("X at 20,40", "X at 20,40\n  rifle X2 at 23,40")
    text += CC.format(at="30,3 markers=1 moved fired").replace("CC veteran", "CC veteran acted") + "phase end\n"
    s = stage(text, 6, 1, goes_on=True)
    cc = s.team("C")
    assert (cc.markers, cc.moved, cc.fired, s.unit("blue-cc").acted) == (0, False, False, False)


# Placing a PL (14.2) -----------------------------------------------------------------------------


@rule("14.2")
def test_an_infantry_pl_is_set_down_where_he_likes() -> None:
    s = acting(QUIET, action="move")
    s.move("U1", ("A", 30, 10))  # ten inches, and the others are in reach of him
    assert s.at("A") == (30, 10) and s.team("A").moved
    assert s.last("placed").rule == "14.2"


@rule("14.2")
def test_not_nearer_than_two_inches_to_an_enemy_and_only_where_he_keeps_the_unit_together() -> None:
    text = QUIET.replace("X at 20,40", "X at 30,14")
    s = acting(text, action="move")
    refusal = s.no_move("U1", ("A", 30, 11.01))
    assert (refusal.reason, refusal.rule) == ("A would be closer than 2 inches to X.", "14.2")
    assert s.no_move("U1", ("A", 50, 10)).rule == "5.2"
    s.move("U1", ("A", 30, 11))
    assert s.at("A") == (30, 11)


@rule("14.2", "4.3", "4.1")
def test_a_pl_in_a_tank_drives() -> None:
    text = "blue U1 veteran\n  PL m4-sherman A at 20,10\n  m4-sherman B at 24,10\n"
    assert acting(text, action="move").no_move("U1", ("A", 34, 10)).rule == "4.1"


@rule("14.2")
def test_if_his_place_is_taken_he_is_set_down_elsewhere() -> None:
    text = """
    hedge L1 28,5 28,15
    blue U1 veteran
      PL rifle A at 20,10
      m4-sherman B at 24,10
    """
    s = acting(text, MISS, action="move")
    s.move("U1", ("B", 32, 10, 90), ("A", 27.5, 10))  # the tank fails at the hedge and stands there
    assert s.asked == ("blue", "place")
    refusal = s.refused("place", "A")
    assert refusal.rule == "14.2"
    assert s.options("place") and s.options("stay")
    s.play.choose(Choice("place", "A", at=(("A", 2400, 1000, 0),)))
    assert s.at("A") == (24, 10)


@rule("14.2", "5.1")
def test_the_other_place_keeps_the_unit_together() -> None:
    text = """
    wood W1 20,12 30,12 30,30 20,30
    blue U1 veteran
      PL rifle P at 24,4
      m3-half-track H at 24,8
      rifle R at 27,6
      rifle Q at 21,6
    """
    s = acting(text, MISS, action="move")
    s.move("U1", ("H", 24, 18), ("P", 24, 10.95), ("R", 27, 10), ("Q", 21, 10))  # H stops in his place
    assert s.asked == ("blue", "place")
    for x, y in ((70, 40), (24, 28), (40, 10)):
        with pytest.raises(IllegalChoice, match="be in cohesion") as refusal:
            s.play.choose(Choice("place", "P", at=(("P", x * 100, y * 100, 0),)))
        assert refusal.value.rule == "14.2"
    assert s.options("stay")  # from 24,4 he is near enough to all
    s.play.choose(Choice("place", "P", at=(("P", 2400, 1500, 0),)))
    assert s.at("P") == (24, 15)


@rule("14.2")
def test_others_may_stand_where_he_stood() -> None:
    s = acting(QUIET, action="move")
    s.move("U1", ("B", 20, 10), ("A", 20, 14))
    assert (s.at("B"), s.at("A")) == ((20, 10), (20, 14))


@rule("14.2", "4.6")
def test_he_cannot_stay_where_another_has_come() -> None:
    text = """
    hedge L1 28,5 28,15
    blue U1 veteran
      PL rifle A at 20,10
      rifle B at 20,13
      m4-sherman D at 24,10
    """
    s = acting(text, MISS, action="move")
    s.move("U1", ("D", 32, 10, 90), ("B", 20, 10), ("A", 26, 10))  # the tank stands in his place, B in his old one
    assert s.asked == ("blue", "place") and s.options("stay") == []
    assert s.refused("stay", "A").rule == "14.2"
    s.play.choose(s.options("place")[0])
    assert s.at("B") == (20, 10) and s.told("placed")


# Abilities (14.3-14.6, 14.8) ---------------------------------------------------------------------


@rule("14.4")
def test_a_leader_hurries_a_team_to_his_side() -> None:
    s = acting(QUIET, action="move")
    refusal = s.no_move("U1", ("A", 20, 20), ("B", 22, 20.01))
    assert refusal.rule == "4.1" and "or 10 to end beside a leader" in refusal.reason
    assert s.no_move("U1", ("A", 24, 16), ("D", 26, 18.5), ("B", 22, 18)).rule == "14.4"  # only one of them
    s.move("U1", ("A", 20, 20), ("B", 22, 20))
    assert s.at("B") == (22, 20)
    assert (s.last("ability").text, s.team("A").helped) == ("hurry", 1)


@rule("14.4")
def test_he_must_end_within_two_inches_of_him() -> None:
    s = acting(QUIET, action="move")
    assert s.no_move("U1", ("A", 20, 20), ("B", 23.4, 19)).rule == "14.4"


@rule("14.8", "14.4", "14.3")
def test_a_cc_can_do_what_a_pl_can_and_each_has_one_ability() -> None:
    s = acting(QUIET + CC.format(at="28,20"), action="move")
    s.move("U1", ("A", 20, 20), ("B", 22, 19.9), ("D", 26, 19.9))
    assert sorted(event.piece for event in s.told("ability")) == ["A", "C"]


@rule("14.5", "14.3")
def test_a_leader_directs_the_fire_of_a_team_near_him() -> None:
    s = acting(QUIET.replace("X at 20,40", "X at 22,20 moved"), MISS, MISS, MISS, MISS, action="fire")
    s.do("fire", "", "G1")
    assert s.asked == ("blue", "direct")
    assert [choice.piece for choice in s.options("direct")] == ["B"]  # D is too far away
    s.do("direct", "B", "A")
    assert [event.piece for event in s.told("shot again")] == ["B"]
    assert s.team("A").helped == 1
    s.done()


@rule("14.3")
def test_an_ability_is_used_once_per_initiative() -> None:
    s = acting(QUIET.replace("X at 20,40", "X at 22,20 moved"), MISS, MISS, MISS, action="fire")
    s.team("A").helped = s.b.initiative
    s.do("fire", "", "G1")
    assert s.told("shot again") == []
    s.done()


@rule("14.3")
def test_leaders_in_tanks_help_nobody() -> None:
    text = """
    blue U1 veteran
      PL m4-sherman A at 20,10
      rifle B at 22,10
    red G1 veteran activated
      PL rifle X at 22,20 moved
    """
    s = acting(text, *[MISS] * 8, action="fire")
    s.do("fire", "B", "G1").do("done")
    assert s.told("ability") == [] and s.asked == ("", "")


@rule("14.5")
def test_under_aimed_fire_nobody_is_asked() -> None:
    s = acting(QUIET.replace("X at 20,40", "X at 22,20 moved"), *[MISS] * 6, action="aimed fire", check="passed")
    s.do("fire", "", "G1")
    assert s.told("ability") == []
    s.done()


@rule("14.6")
def test_a_leader_shifts_suppression_before_and_after_the_roll() -> None:
    text = SPARE + PLATOON.format(b="markers=1", d="")
    s = stage(text, 3, goes_on=True)
    s.do("activate", "U1")
    assert s.options() == [Choice("pass"), Choice("shift", "B", "A"), Choice("shift", "B", "D")]
    s.do("shift", "B", "D")
    assert (s.team("B").markers, s.team("D").markers) == (0, 0)  # moved to D, and shed there by the failed roll
    assert s.last("shift").target == "D" and s.team("A").helped == 1
    s = stage(text.replace("26,10 ", "26,10 markers=1"), 3, goes_on=True)
    s.do("activate", "U1").do("pass").do("shed", "D")
    assert s.asked == ("blue", "shift")  # just after the roll
    s.do("shift", "B", "D")
    assert (s.team("B").markers, s.team("D").markers) == (0, 1)


@rule("14.6", "11.7")
def test_to_one_with_a_single_marker_only_when_nobody_is_bare_and_never_a_third() -> None:
    """B and D have one each, A two: B may go to D and not to A."""
    text = SPARE + PLATOON.format(b="markers=1", d="markers=1").replace("A at 20,10", "A at 20,10 markers=2")
    s = stage(text, 3, goes_on=True)
    s.do("activate", "U1")
    assert s.options() == [Choice("pass"), Choice("shift", "B", "D")]


@rule("14.6")
def test_only_from_a_team_within_two_inches() -> None:
    s = stage(SPARE + PLATOON.format(b="", d="markers=1"), 3, goes_on=True)
    s.do("activate", "U1")
    assert s.told("shift") == [] and s.asked == ("blue", "action")


@rule("14.6", "7.1", "3.4.c")
def test_before_reaction_fire_too() -> None:
    text = """
    blue U1 veteran
      PL rifle A at 20,10
      rifle B at 24,10
    red G1 veteran
      PL rifle X at 22,25
      rifle Y at 24,25 markers=1
      rifle Z at 32,45
    """
    s = acting(text, MISS, MISS, action="move")
    s.move("U1", ("B", 24, 12)).do("react", "G1", "U1")
    assert s.asked == ("red", "shift")
    s.do("shift", "Y", "Z")
    assert [event.piece for event in s.told("shot")] == ["X", "Y"]


@rule("14.6", "7.1")
def test_a_unit_that_can_fire_only_when_a_marker_is_shifted_may_react() -> None:
    """X and Y are suppressed, Z sees nobody: who reacts with them shifts the marker of Y."""
    text = """
    wood W 24,34 40,34 40,38 24,38
    blue U1 veteran
      PL rifle A at 20,10
      rifle B at 24,10
    red G1 veteran
      PL rifle X at 22,25 markers=1
      rifle Y at 24,25 markers=1
      rifle Z at 28,45
      rifle W2 at 31,45
    """
    s = acting(text, MISS, action="move")
    s.move("U1", ("B", 24, 12))
    assert s.options("react") == [Choice("react", "G1", "U1")]
    s.do("react", "G1", "U1")
    assert s.asked == ("red", "shift") and s.options() == [Choice("shift", "Y", "Z"), Choice("shift", "Y", "W2")]
    s.do("shift", "Y", "Z")
    assert [event.piece for event in s.told("shot")] == ["Y"] and s.team("X").helped == 1
    s = acting(text.replace("Y at 24,25 markers=1", "Y at 27,25 markers=1"), action="move")
    s.move("U1", ("B", 24, 12))  # Y is too far from him
    assert s.asked != ("red", "reaction")


# Without a PL (14.7) -----------------------------------------------------------------------------


@rule("14.7")
def test_a_unit_without_a_pl_may_not_move_toward_visible_enemy() -> None:
    text = """
    wood W1 38,18 42,18 42,22 38,22
    blue U1 veteran
      rifle A at 20,10
      rifle B at 22,10
    red G1 veteran activated
      PL rifle X at 20,40
    red G2 veteran activated
      PL rifle Y at 60,30
    """
    s = stage(text + "active U1 failed").do("move", "U1")
    assert isinstance(s, MiniStage)
    refusal = s.no_move("U1", ("A", 20, 10.5))
    assert refusal.rule == "14.7"
    assert refusal.reason == ("U1 has no Platoon Leader: A may not move toward X, which it sees 28.75 inches away.")
    s.move("U1", ("A", 20, 6))
    assert s.at("A") == (20, 6)
    hidden = text.replace("X at 20,40", "X at 66,38").replace("Y at 60,30", "Y at 58,29")  # both behind the wood
    s = stage(hidden + "active U1 failed").do("move", "U1")
    assert isinstance(s, MiniStage)
    s.move("U1", ("A", 22.5, 11.5))
    assert s.at("A") == (22.5, 11.5)


@rule("14.7")
def test_nor_does_it_assault() -> None:
    text = (
        "blue U1 veteran\n  rifle A at 20,10\n  rifle B at 22,10\nred G1 veteran activated\n  PL rifle X at 20,15\n"
    )
    assert "assault" not in [choice.do for choice in acting(text, check="passed").options()]
    led = text.replace("  rifle A", "  PL rifle A")
    assert "assault" in [choice.do for choice in acting(led, check="passed").options()]


# The CC's re-roll (14.9, 14.10) ------------------------------------------------------------------


@rule("14.9", "14.3")
def test_a_cc_lets_a_unit_roll_again_and_the_second_result_stands() -> None:
    for second in (4, 2):
        s = stage(SPARE + QUIET + CC.format(at="60,3"), 3, second, goes_on=True)
        s.do("activate", "U1")
        assert s.asked == ("blue", "reroll")  # at any distance
        s.do("reroll", "U1")
        assert s.b.passed is (second == 4) and s.team("C").helped == 1
        told = s.last("ability")
        assert (told.rule, told.piece, told.target, told.text) == ("14.9", "C", "U1", "reroll")
        s.done()


@rule("14.9", "14.3")
def test_only_once_per_initiative_and_he_may_keep_it() -> None:
    s = stage(SPARE + QUIET + CC.format(at="60,3"), 3, goes_on=True)
    s.do("activate", "U1").do("keep")
    assert not s.b.passed and s.team("C").helped == -1
    s = stage(SPARE + QUIET + CC.format(at="60,3"), 3, goes_on=True)
    s.team("C").helped = s.b.initiative
    s.do("activate", "U1")
    assert s.asked == ("blue", "action")


@rule("14.9")
def test_a_passed_check_is_not_asked_about() -> None:
    """Unless a 6 would let another of his Units act again."""
    s = stage(SPARE + QUIET + CC.format(at="60,3"), 4, goes_on=True)
    s.do("activate", "U1")
    assert s.asked == ("blue", "action")


@rule("14.9", "3.5.a")
@pytest.mark.parametrize(("second", "passed"), [(6, True), (2, False)])
def test_a_passed_check_may_be_rolled_again_for_a_second_wind(second: int, passed: bool) -> None:
    text = (SPARE + QUIET).replace("U9 veteran", "U9 veteran activated") + CC.format(at="60,3")
    s = stage(text, 4, second, goes_on=True)
    s.do("activate", "U1")
    assert s.asked == ("blue", "second wind") and s.options() == [Choice("keep"), Choice("reroll", "U1")]
    assert MINIATURES.thinks.follow(s.b, s.play.decision, "blue", None) == Choice("keep")  # type: ignore[arg-type]
    assert MINIATURES.thinks.shortlist(s.b, s.play.decision) == [Choice("keep")]  # type: ignore[arg-type]
    s.do("reroll", "U1")
    assert s.b.passed is passed and s.unit("U9").activated is not passed and s.team("C").helped == 1
    s = stage(text, 6, goes_on=True)
    assert s.do("activate", "U1").asked == ("blue", "action")  # a 6 is not rolled again


@rule("14.9", "3.5.a", "11.4")
def test_a_check_that_cannot_pass_may_be_rolled_again_for_a_second_wind() -> None:
    """Green, two of three suppressed: 7 is needed."""
    text = PLATOON.format(b="markers=1", d="markers=1").replace("U1 veteran", "U1 green")
    text = (SPARE + text).replace("U9 veteran", "U9 veteran activated") + CC.format(at="60,3")
    s = stage(text, 2, 6, goes_on=True)
    s.do("activate", "U1")
    while s.asked[1] == "shift":
        s.do("pass")
    assert s.last("check").need == 7 and s.asked == ("blue", "second wind")
    s.do("reroll", "U1")
    assert not s.b.passed and s.told("second wind") and not s.unit("U9").activated
    s = stage(text.replace("U9 veteran activated", "U9 veteran"), 2, goes_on=True)
    s.do("activate", "U1")
    while s.asked[1] == "shift":
        s.do("pass")
    assert s.told("check") and s.asked[1] != "second wind"  # nobody would gain by it


@rule("3.5.a", "14.9")
def test_the_die_that_counts_gives_second_wind() -> None:
    s = stage(SPARE + QUIET + CC.format(at="60,3"), 3, 6, goes_on=True)
    s.do("activate", "U1").do("reroll", "U1")
    assert not s.unit("G1").activated and s.told("second wind")


@rule("11.5", "14.15")
def test_the_marker_of_a_cc_who_falls_as_a_guest_goes_to_the_unit_that_he_joined() -> None:
    text = """
    blue U1 veteran
      PL rifle A at 10,20
      rifle B at 12,20
    red G1 veteran activated
      PL rifle P at 11,32 moved
      rifle Q at 14,32 moved
    red CC veteran
      smg K at 12.5,32 markers=1 moved
    """
    s = acting(text, 6, 6, 6, 1, action="fire")
    s.do("fire", "", "K").do("pass")
    while s.asked[1] == "hit":
        options = s.options()
        s.play.choose(next((choice for choice in options if choice.piece == "K"), options[-1]))
    assert s.team("K").lost and s.asked == ("red", "suppression")
    s.do("suppress", "Q")
    assert [s.team(id).markers for id in "PQK"] == [0, 1, 0]
    assert s.last("suppressed").rule == "11.5"


@rule("14.9", "14.1")
def test_a_cc_in_a_tank_has_that_ability_alone() -> None:
    text = SPARE + PLATOON.format(b="markers=1", d="").replace("PL rifle A", "PL m4-sherman A")
    s = stage(text + "blue CC veteran\n  m4-sherman C at 22,7\n", 3, goes_on=True)
    s.do("activate", "U1")
    assert s.asked == ("blue", "reroll")


# Company checks (14.11-14.14) --------------------------------------------------------------------


def company(count: int, *dice: int, cc: str = CC.format(at="60,3")) -> MiniStage:
    """Red fires at U1, a single rifle, and removes it; blue had so many Units."""
    rows = [
        f"blue V{n} veteran activated\n  PL rifle at {4 + 4 * n},2\n  rifle at {6 + 4 * n},2"
        for n in range(count - 1)
    ]
    text = (
        "\n".join(rows)
        + "\n"
        + cc
        + """
    blue U1 veteran activated
      PL rifle A at 40,10 moved
    red G1 veteran
      PL rifle X at 40,20
    red G2 veteran
      PL rifle Y at 70,40
    active G1 failed
    """
    )
    s = stage(text, *dice)
    for gone in s.b.units[1 : count - 1]:  # all but one of the others are gone already
        gone.gone = True
        gone.pl = -1
        for index in gone.teams:
            s.b.teams[index].lost = True
    s.do("fire", "G1").do("fire", "X", "U1")
    return s


@rule("14.11", "14.12")
@pytest.mark.parametrize(("die", "winner"), [(4, None), (3, "red")])
def test_below_half_of_its_units_a_company_checks_at_once(die: int, winner: str | None) -> None:
    s = company(4, 6, 2, die)  # one of four is left
    check = s.last("company check")
    assert (check.need, check.dice, check.text) == (4, (die,), "1 of 4")
    assert s.play.result is not None
    if winner:
        assert (s.play.result.winner, s.play.result.rule) == ("red", "14.12")
        assert s.play.result.reason == "the Blue company retreats"
        shown = MINIATURES.shown
        assert decided(shown.view(s.play, "red"), s.play.log, shown.tellings)[0].endswith(
            "the Blue company retreats. The Blue company has 1 of 4 Units left and checks whether it fights on: "
            "3 against 4+, it retreats."
        )
    else:
        assert s.play.result.reason == "the scene is over"
    assert s.told("check") == []  # it is not rolled again
    s.done()


@rule("14.11")
def test_at_half_there_is_no_check() -> None:
    s = company(2, 6, 2)  # one of two is left
    assert s.told("company check") == []


@rule("14.14")
def test_without_a_cc_it_fails() -> None:
    s = company(4, 6, 2, cc="")
    assert s.play.result is not None
    assert (s.play.result.winner, s.play.result.rule) == ("red", "14.14")


@rule("14.13")
@pytest.mark.parametrize(("die", "over"), [(4, False), (3, True)])
def test_with_one_unit_left_it_checks_at_the_end_of_each_round(die: int, over: bool) -> None:
    text = """
    blue U1 veteran activated
      PL rifle A at 20,10
      rifle B at 22,10
    red G1 veteran activated
      PL rifle X at 20,40
      rifle X2 at 23,40
    red G2 veteran activated
      PL rifle Y at 30,40
      rifle Y2 at 33,40
    phase initiative
    blue U2 veteran
      PL rifle D at 60,10
    """
    b = scene(text + CC.format(at="60,3"))
    b.units[-1].gone, b.units[-1].pl, b.teams[b.by_id["D"]].lost = True, -1, True
    b.phase = END
    s = MiniStage(MINIATURES, b, die, *(() if over else (6, 1)))
    assert [event.rule for event in s.told("company check")] == ["14.13"]
    assert (s.play.result is not None) is over
    s.done()


@rule("END", "14.11")
def test_a_side_without_a_unit_has_lost() -> None:
    text = """
    blue U1 veteran activated
      PL rifle A at 40,10 moved
    red G1 veteran
      PL rifle X at 40,20
    active G1 failed
    """
    s = stage(text, 6, 2)
    s.do("fire", "G1").do("fire", "X", "U1")
    assert s.play.result is not None
    assert (s.play.result.winner, s.play.result.reason) == ("red", "Blue has no Unit left")


# Under attack (14.15) ----------------------------------------------------------------------------


@rule("14.15")
def test_a_cc_joins_the_nearest_unit_in_reach() -> None:
    b = scene(SPARE + QUIET + CC.format(at="20,16.5") + "blue U2 veteran\n  PL rifle E at 20,24\n")
    cc = b.cc(0)
    assert cc is not None
    assert [unit.key for unit in hosts(b, cc)] == ["U1"]
    cc.y = 1700
    assert [unit.key for unit in hosts(b, cc)] == ["U1", "U2"]  # equally near: the owner chooses
    cc.y = 1000 + 50 + 600 + 50 + 1
    b.teams[b.by_id["E"]].lost = True
    b.units[-1].gone = True
    assert hosts(b, cc) == []
    cc.y -= 1
    assert [unit.key for unit in hosts(b, cc)] == ["U1"]


@rule("14.15")
def test_the_attack_is_then_made_on_that_unit_and_he_is_one_of_its_teams() -> None:
    text = (
        PLATOON.format(b="moved", d="moved")
        .replace("X at 20,40", "X at 20,25")
        .replace("G1 veteran activated", "G1 veteran")
    )
    text = text.replace("A at 20,10", "A at 20,10 moved").replace("blue U1 veteran", "blue U1 veteran activated")
    s = stage(SPARE + text + CC.format(at="20,14 moved") + "active G1 failed", 6, 2)
    s.do("fire", "G1").do("fire", "X", "C")
    assert (s.last("joins").piece, s.last("shooting").target) == ("C", "U1")
    s.do("take", "C")
    assert s.team("C").lost
    s.done()


@rule("14.15")
def test_otherwise_he_is_not_hit_and_alone_he_is_a_unit_of_one() -> None:
    text = (
        PLATOON.format(b="moved", d="moved")
        .replace("X at 20,40", "X at 20,25")
        .replace("G1 veteran activated", "G1 veteran")
    )
    text = text.replace("blue U1 veteran", "blue U1 veteran activated")
    b = scene(SPARE + text + CC.format(at="20,14"))
    target = target_of(b, "U1")
    assert [team.id for team in target.teams] == ["A", "B", "D"]
    s = stage(SPARE + text + CC.format(at="30,20 moved") + "active G1 failed", 6, 2)
    s.do("fire", "G1").do("fire", "X", "C").do("pass")  # he does not go to ground
    assert s.told("joins") == [] and s.team("C").lost


@rule("14.15")
def test_a_plain_unit_joins_nobody() -> None:
    """The first Unit of the battle, with another beside it."""
    text = "blue U1 veteran activated\n  PL rifle A at 20,10 moved\n  rifle B at 22,10 moved\n"
    text += "blue U2 veteran activated\n  PL rifle E at 20,12\nred G1 veteran\n  PL rifle X at 20,25\n"
    s = stage(text + "active G1 failed", MISS)
    s.do("fire", "G1").do("fire", "X", "U1").done()
    assert s.told("joins") == [] and s.last("shooting").target == "U1"


@rule("14.15", "6.25")
@pytest.mark.parametrize(("ground", "needed"), [("ground", 3), ("", 2)])
def test_a_guest_lies_down_with_the_unit_that_has_gone_to_ground(ground: str, needed: int) -> None:
    """All have moved; the CC in the open is down only where his hosts have said that they are."""
    text = f"blue U1 veteran activated {ground}\n  PL rifle A at 20,10 moved\n  rifle B at 22,10 moved\n"
    text += CC.format(at="20,13 moved") + "red G1 veteran\n  PL rifle X at 20,25\nactive G1 failed"
    s = stage(SPARE + text, MISS)
    s.do("fire", "G1").do("fire", "X", "C").done()
    assert (s.last("joins").piece, s.last("joins").rule, s.last("shot").need) == ("C", "14.15", needed)


@rule("14.15", "6.22")
def test_a_guest_in_a_tank_lies_down_with_nobody() -> None:
    text = "blue U1 veteran ground\n  PL rifle A at 20,10 moved\nblue CC veteran\n  m4-sherman C at 20,13 moved\n"
    b = scene(SPARE + text)
    cc, host = b.team("C"), b.unit("U1")
    assert not lies_low(b, cc, Target("U1", host, [b.team("A"), cc]), [])


@rule("14.15")
def test_an_upright_team_of_a_unit_on_the_ground_stands_though_nobody_is_a_guest() -> None:
    """B has fired in reaction since its Unit went to ground, so the Unit has no bonus."""
    text = "blue U1 veteran activated ground\n  PL rifle A at 20,10 moved\n  rifle B at 22,10 moved fired upright\n"
    text += "red G1 veteran\n  PL rifle X at 20,25\nactive G1 failed"
    s = stage(SPARE + text, MISS)
    s.do("fire", "G1").do("fire", "X", "U1")
    assert s.last("shot").need == 2  # veterans, moving in the open


@rule("14.15", "13.1")
def test_red_may_assault_the_blue_cc_too() -> None:
    b = scene(SPARE + QUIET.replace("X at 20,40", "X at 28,12") + CC.format(at="30,3") + "active G1 passed")
    assert may_assault(b, b.unit("G1")) == ["U1", "C"]


# A new PL (14.16) --------------------------------------------------------------------------------

LEADERLESS = """
blue U1 veteran
  PL smg A at 50,10
  rifle B at 22,10 {b}
  57mm D at 26,10
red G1 veteran activated
  PL rifle X at 20,45
  rifle Y at 23,45
"""


def headless(text: str, appointed: int = -1) -> MiniStage:
    """U1 has lost its PL."""
    b = scene(SPARE + text)
    b.commands[0].appointed = appointed
    pl = b.teams[b.by_id["A"]]
    pl.lost = True
    b.unit_of(pl).pl = -1
    return MiniStage(MINIATURES, b)


@rule("14.16")
def test_the_cc_appoints_a_team_near_him() -> None:
    s = headless(LEADERLESS.format(b="markers=1") + CC.format(at="22,13.25"))
    assert [choice.piece for choice in s.options("appoint")] == ["B"]
    s.do("appoint", "B")
    team = s.team("B")
    assert (s.unit("U1").pl, team.type.key, team.radius, team.markers) == (team.index, "smg", 50, 1)
    assert s.options("appoint") == [] and s.unit("blue-cc").appointed == 1
    assert (s.last("appointed").piece, s.last("appointed").target) == ("B", "U1")


@rule("14.16")
def test_not_farther_than_two_inches_and_once_per_initiative() -> None:
    assert headless(LEADERLESS.format(b="") + CC.format(at="22,13.26")).options("appoint") == []
    assert headless(LEADERLESS.format(b="") + CC.format(at="22,13.25"), appointed=0).options("appoint")
    assert headless(LEADERLESS.format(b="") + CC.format(at="22,13.25"), appointed=1).options("appoint") == []


@rule("14.16")
def test_nobody_is_appointed_where_the_first_team_of_the_battle_leads() -> None:
    text = "blue U1 veteran\n  PL rifle A at 20,10\n  rifle B at 22,10\nred G1 veteran\n  PL rifle X at 20,45\n"
    s = stage(text + CC.format(at="22,13"), goes_on=True)
    assert s.unit("U1").pl == 0 and s.options("appoint") == []


@rule("14.16")
def test_a_tank_stays_the_tank_it_is() -> None:
    text = "blue U1 veteran\n  PL panther A at 50,10\n  m4-sherman B at 22,10\n"
    text += "red G1 veteran activated\n  PL rifle X at 20,45\n"
    s = headless(text + CC.format(at="22,13.5"))
    s.do("appoint", "B")
    assert (s.team("B").type.key, s.team("B").radius, s.unit("U1").pl) == ("m4-sherman", 110, s.team("B").index)


@rule("14.16")
def test_a_gun_makes_room_for_a_pl_too() -> None:
    """The book names no type of Team; the PL Team takes the place of the gun."""
    s = headless(LEADERLESS.format(b="") + CC.format(at="26,13.25"))
    assert [choice.piece for choice in s.options("appoint")] == ["D"]
    s.do("appoint", "D")
    team = s.team("D")
    assert (s.unit("U1").pl, team.type.key, team.radius, team.hx, team.hy) == (team.index, "smg", 50, 0, 0)
    assert s.play.system.rules.faults(s.b) == []


@rule("14.16")
def test_computer_players_do_not_give_a_gun_for_a_pl() -> None:
    s = headless(LEADERLESS.format(b="") + CC.format(at="26,13.25"))
    decision = s.play.decision
    assert decision is not None
    assert MINIATURES.thinks.follow(s.b, decision, "blue", None).do != "appoint"
    promised = MINIATURES.thinks.expected(s.b, decision, Choice("appoint", "D"), "blue")
    assert promised is not None and promised < 0


@rule("14.13")
def test_a_company_that_had_but_one_unit_is_not_left_with_one() -> None:
    text = """
    blue U1 veteran activated
      PL rifle A at 20,10
      rifle B at 22,10
    red G1 veteran activated
      PL rifle X at 20,40
      rifle X2 at 23,40
    red G2 veteran activated
      PL rifle Y at 30,40
      rifle Y2 at 33,40
    phase end
    """
    s = stage(text + CC.format(at="60,3"), 6, 1, goes_on=True)
    assert s.told("company check") == [] and s.b.round == 2
    s.done()
