"""3 Actions: the check, what it opens, and second wind."""

import pytest
from mini_stage import MiniStage, stage

from sandtable.testing import rule

MISS = 1
SPARE = """
blue U9 veteran
  PL rifle at 2,2
red G9 veteran
  PL rifle at 70,46
"""


def doing(text: str, *dice: int) -> MiniStage:
    """A scene with two spare Units, which ends with the activation under way."""
    return stage(SPARE + text, *dice)


def verbs(s: MiniStage) -> list[str]:
    return [choice.do for choice in s.options()]


PLATOON = """
blue U1 veteran
  PL rifle A at 30,10
  rifle B at 34,10
red G1 veteran activated
  PL rifle X at 30,{y} moved
"""


# The check (3.1, 3.2) ----------------------------------------------------------------------------


@rule("3.2", "3.1")
@pytest.mark.parametrize(("level", "need"), [("green", 5), ("veteran", 4), ("elite", 3)])
def test_one_die_equal_or_higher_passes(level: str, need: int) -> None:
    text = SPARE + PLATOON.format(y=45).replace("U1 veteran", f"U1 {level}")
    for die, passed in ((need, True), (need - 1, False)):
        s = stage(text, die, goes_on=True)
        s.do("activate", "U1")
        assert s.b.passed is passed
        assert (s.last("check").need, s.last("check").dice) == (need, (die,))


@rule("3.1")
def test_a_passed_check_opens_the_one_list_and_a_failed_one_the_other() -> None:
    s = doing(PLATOON.format(y=45) + "active U1 passed")
    assert verbs(s) == ["move and fire", "run", "dig in", "nothing"]  # nobody is in range, no guns, nobody to assault
    assert s.refused("overwatch", "U1").reason.endswith("overwatch is only for Units that fail.")
    s = doing(PLATOON.format(y=45) + "active U1 failed")
    assert verbs(s) == ["move", "overwatch", "nothing"]
    refusal = s.refused("run", "U1")
    assert (refusal.reason, refusal.rule) == (
        "U1 failed its check, and run is only for Units that pass.",
        "3.1",
    )


@rule("3.1", "3.5.a")
def test_a_number_of_seven_or_more_cannot_be_passed_but_a_six_still_counts() -> None:
    text = """
    blue U1 green
      PL rifle A at 30,10 markers=1
      rifle B at 33,10 markers=1
    red G1 veteran activated
      PL rifle X at 30,45
      rifle X2 at 33,45
    """
    s = stage(SPARE + text, 6, goes_on=True)
    s.do("activate", "U1").do("pass")  # the PL leaves the markers where they are, and so he does after the roll
    s.do("shed", "A").do("pass")
    assert s.last("check").need == 8 and not s.b.passed
    assert not s.unit("G1").activated  # refreshed
    s.done()


# Success Actions (3.3) ---------------------------------------------------------------------------


@rule("3.3.a")
def test_fire_and_move_fires_first_and_without_a_penalty() -> None:
    s = doing(PLATOON.format(y=20) + "active U1 passed", MISS, MISS)
    s.do("fire and move", "U1").do("fire", "", "G1")
    assert s.last("shot").need == 2  # Veteran 3+, moving in the open -1
    assert s.asked == ("blue", "move")
    s.move("U1", ("A", 30, 4), ("B", 34, 4))
    while s.asked == ("red", "reaction"):
        s.do("pass")
    assert s.at("B") == (34, 4)
    s.done()


@rule("3.3.b", "6.12.d")
def test_move_and_fire_moves_first_and_needs_one_more() -> None:
    s = doing(PLATOON.format(y=26) + "active U1 passed", MISS, MISS)
    s.do("move and fire", "U1").move("U1", ("B", 34, 10.5))
    s.do("pass").do("pass")  # G1 holds its fire
    s.do("fire", "", "G1")
    assert [event.need for event in s.told("shot")] == [3, 3]  # A has not moved, but its Unit has
    assert (1, "6.12.d") in [(each.amount, each.rule) for each in s.last("shot").modifiers]
    s.done()


@rule("3.3.b")
def test_a_unit_that_stays_under_move_and_fire_has_no_penalty() -> None:
    s = doing(PLATOON.format(y=20) + "active U1 passed", MISS, MISS)
    s.do("move and fire", "U1").do("stay", "U1").do("fire", "", "G1")
    assert s.last("shot").need == 2


@rule("3.3.c")
def test_run_is_two_moves_and_saves_are_rolled_again() -> None:
    s = doing(PLATOON.format(y=26) + "active U1 passed", 6, 4, 2)
    s.do("run", "U1").move("U1", ("B", 34, 10.5))
    assert s.unit("U1").ran
    s.do("react", "G1", "U1")  # a hit, and the save of 4 must be rolled again
    assert s.asked == ("blue", "move") and s.team("B").lost
    s.move("U1", ("A", 30, 12), ("A", 30, 16))
    assert s.at("A") == (30, 16)
    s.done()


@rule("3.3.d")
def test_aimed_fire_rolls_misses_again_and_stays_in_place() -> None:
    s = doing(PLATOON.format(y=20) + "active U1 passed", 1, 1, 1, 1)
    s.do("aimed fire", "U1").do("fire", "", "G1")
    assert [event.dice for event in s.told("shot")] == [(1,), (1,)]
    assert [event.dice for event in s.told("shot again")] == [(1,), (1,)]
    assert s.asked == ("", "")  # the activation is over: nobody moves
    s.done()


@rule("3.3.e")
def test_assault_is_open_to_who_can_reach_an_enemy() -> None:
    assert "assault" in verbs(doing(PLATOON.format(y=20) + "active U1 passed"))
    assert "assault" not in verbs(doing(PLATOON.format(y=40) + "active U1 passed"))
    assert "assault" not in verbs(doing(PLATOON.format(y=20) + "active U1 failed"))


@rule("3.1", "3.3.f")
def test_digging_in_is_hard_cover_until_a_team_moves() -> None:
    text = """
    blue U1 veteran
      PL rifle A at 30,10
      rifle B at 33,10
      57mm G at 36,10
    red G1 veteran activated
      PL rifle X at 30,45
    """
    s = doing(text + "active U1 passed")
    s.do("dig in", "U1")
    assert all(s.team(id).dug_in for id in "ABG")
    s = doing(
        text.replace("A at 30,10", "A at 30,10 dug").replace("B at 33,10", "B at 33,10 dug") + "active U1 failed"
    )
    s.team("G").dug_in = True
    s.do("move", "U1").move("U1", ("A", 30, 12, 0), ("G", 36, 10, 90))
    assert not s.team("A").dug_in  # moved
    assert s.team("B").dug_in  # did nothing
    assert s.team("G").dug_in and (s.team("G").hx, s.team("G").hy) == (7200, 0)  # only turned


@rule("3.3.f")
def test_a_unit_with_a_tank_cannot_dig_in() -> None:
    s = doing("blue U1 veteran\n  PL m4-sherman A at 30,10\nactive U1 passed")
    assert "dig in" not in verbs(s)
    assert s.refused("dig in", "U1").rule == "3.3.f"


@rule("3.3.g")
def test_a_barrage_needs_a_passed_check_and_guns_that_fire_barrages() -> None:
    text = """
    blue U1 veteran
      PL rifle A at 30,10
      60mm-mortar B at 33,10
      60mm-mortar C at 36,10
      60mm-mortar D at 39,10
    red G1 veteran activated
      PL rifle X at 30,25
    """
    assert "barrage" in verbs(doing(text + "active U1 passed"))
    assert "barrage" not in verbs(doing(text + "active U1 failed"))
    assert "barrage" not in verbs(doing(PLATOON.format(y=25) + "active U1 passed"))


# Fail Actions (3.4) ------------------------------------------------------------------------------


@rule("3.4.a")
def test_fail_move_is_one_move() -> None:
    s = doing(PLATOON.format(y=45) + "active U1 failed")
    s.do("move", "U1").move("U1", ("A", 30, 12))
    assert s.asked == ("", "") and s.at("A") == (30, 12)


@rule("3.4.b")
def test_fail_fire_is_one_fire() -> None:
    s = doing(PLATOON.format(y=20) + "active U1 failed", MISS, MISS)
    s.do("fire", "U1").do("fire", "", "G1")
    assert s.asked == ("", "") and s.team("A").fired
    s.done()


@rule("3.4.c", "7.1")
def test_overwatch_fires_at_any_range_of_its_weapon_and_without_a_penalty() -> None:
    text = """
    blue U1 veteran
      PL rifle A at 30,10
    red G1 veteran overwatch
      PL rifle X at 10,45
      hmg Y at 30,35 faces 0,-1
    """
    s = doing(text + "active U1 failed", MISS, MISS)
    s.do("move", "U1").move("U1", ("A", 30, 12, 0), ("A", 32, 12, 0))
    assert s.asked == ("red", "reaction")  # 23 inches away: long range of the HMG, beyond reaction fire
    s.do("react", "G1", "U1")
    shot = s.last("shot")
    assert (shot.need, shot.dice) == (3, (1, 1))  # Veteran 3+, long range +1, moving in the open -1
    assert not s.unit("G1").overwatch  # it has fired
    s.done()


@rule("3.4.c")
def test_overwatch_ends_with_the_next_activation() -> None:
    s = stage(SPARE + PLATOON.format(y=45).replace("U1 veteran", "U1 veteran overwatch"), 4, goes_on=True)
    s.do("activate", "U1")
    assert not s.unit("U1").overwatch


# Second wind (3.5) -------------------------------------------------------------------------------


def units(count: int) -> str:
    """So many Units on the table, all activated but the first."""
    rows = []
    for number in range(count):
        side, key = ("blue", "U") if number % 2 == 0 else ("red", "G")
        y = 3 if side == "blue" else 45
        rows.append(f"{side} {key}{number} veteran {'activated' if number else ''}")
        rows.append(f"  PL rifle at {4 + 4 * number},{y}")
        rows.append(f"  rifle at {6 + 4 * number},{y}")
    return "\n".join(rows)


@rule("3.5.a", "3.5.b", "3.5.c")
@pytest.mark.parametrize(
    ("count", "second", "refreshed", "by"),
    [
        (5, (), True, "3.5.a"),
        (6, (3,), True, "3.5.b"),
        (6, (2,), False, "3.5.b"),
        (10, (3,), True, "3.5.b"),
        (11, (4,), False, "3.5.c"),  # ruling: 11 and 12 are in the last band
        (11, (5,), True, "3.5.c"),
        (13, (5,), True, "3.5.c"),
        (13, (4,), False, "3.5.c"),
    ],
)
def test_a_six_refreshes_the_others(count: int, second: tuple[int, ...], refreshed: bool, by: str) -> None:
    s = stage(units(count), 6, *second, goes_on=True)
    assert all(unit.activated is not refreshed for unit in s.b.units[1:])
    assert (s.last("second wind").rule, s.last("second wind").value) == (by, refreshed)
    s.done()


@rule("3.5.a")
def test_the_unit_that_rolls_is_not_refreshed_and_other_numbers_do_nothing() -> None:
    s = stage(units(4).replace("U2 veteran activated", "U2 veteran"), 6, 4, goes_on=True)
    s.do("activate", "U0").do("nothing", "U0")
    assert s.unit("U0").activated and not s.unit("G1").activated
    s = stage(units(4), 5, goes_on=True)
    assert s.told("second wind") == [] and s.unit("G1").activated


@rule("3.5.d")
def test_the_first_roll_decides_the_actions_whatever_the_second_is() -> None:
    s = stage(units(6), 6, 1, goes_on=True)
    assert s.b.passed and "run" in verbs(s)
