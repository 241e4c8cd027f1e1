"""Chapter 9: Fate Points spent on dice and on markers drawn."""

import pytest
from stage import NawStage, one_draw, stage

from sandtable.systems.nations_at_war.rules.combat.fire import hits_that_count
from sandtable.systems.nations_at_war.rules.dice import EACH, FREE, SUM, UNDER, changes
from sandtable.systems.nations_at_war.scene import scene
from sandtable.testing import rule

DUEL = """
    .. .. .. .. .. ..
    german pzivg P1 at A1
    german pzivg P2 at A1
    soviet t-34-76 S at F1
    """  # range 5: three dice, To-Hit 5; the T-34 saves with two dice on 5


def duel(lines: str, *dice: int) -> NawStage:
    """P1 fires at the T-34."""
    return stage(f"{DUEL}\n{lines}", *dice).do("act", "P1").do("fire", "P1", "S")


def offers(s: NawStage) -> set[tuple[str, int]]:
    return {(c.do, c.number) for c in s.options()}


# One die -----------------------------------------------------------------------------------------


@rule("9.0.b", "9.0.a", "9.0.i")
def test_a_point_rerolls_one_die_and_is_gone() -> None:
    """Dice 5, 1, 2: the 1 is rolled again and becomes a 6. The point does not come back for the next roll."""
    s = duel("fate german 1", 5, 1, 2, 6, 1, 1, *(1, 1, 1))
    assert s.asked == ("german", "fate dice")
    assert offers(s) == {("fate re-roll", 1), ("fate re-roll", 2), ("keep", 0)}
    s.do("fate re-roll", number=1)
    spent = s.last("fate die")
    assert (spent.rule, spent.dice, spent.value) == ("9.0.b", (1, 6), 0)
    assert (s.last("fired").dice, s.last("fired").value) == ((5, 6, 2), 2)
    assert s.b.fate == [0, 0]
    s.do("act", "P2").do("fire", "P2", "S").done()  # three misses, and nobody is asked
    assert s.last("fired").dice == (1, 1, 1)


@rule("9.0.d", "9.0.i")
def test_a_point_turns_a_die_by_one() -> None:
    """A 4 becomes a 5 and hits; a 3 is out of one point's reach and may only be rolled again."""
    s = duel("fate german 1", 4, 3, 6, 1, 1)
    assert offers(s) == {("fate re-roll", 3), ("fate re-roll", 4), ("fate up", 4), ("keep", 0)}
    s.do("fate up", number=4).done()
    assert (s.last("fate die").rule, s.last("fate die").dice) == ("9.0.d", (4, 5))
    assert (s.last("fired").dice, s.last("fired").value) == ((5, 3, 6), 2)


@rule("9.0.h", "9.0.i")
def test_several_effects_on_the_same_die() -> None:
    """With two points a 3 may be turned up twice."""
    s = duel("fate german 2", 3, 1, 1, 1, 1)
    assert ("fate up", 3) in offers(s)
    assert ("fate up", 1) not in offers(s)  # two points do not make a 5 of it
    s.do("fate up", number=3)
    assert ("fate up", 4) in offers(s)
    s.do("fate up", number=4).done()
    assert s.b.fate == [0, 0]
    assert s.last("fired").dice == (5, 1, 1)


@rule("9.0.b", "9.0.i")
def test_the_points_may_be_kept() -> None:
    s = duel("fate german 1", 1, 1, 1)
    s.do("keep").done()
    assert s.b.fate == [1, 0]
    assert s.told("fate die") == []


@rule("9.0.i")
def test_nobody_is_asked_when_no_die_can_help() -> None:
    """All attack dice hit and the saves fail; the Soviet has no points and the German needs none."""
    s = duel("fate german 3", 5, 5, 6, 1, 1)
    assert s.asked == ("german", "operation")
    assert s.told("fate die") == []


# Whose dice --------------------------------------------------------------------------------------


@rule("9.0.h", "9.0.i")
def test_each_side_changes_its_own_dice_in_the_order_of_the_rolls() -> None:
    """The attacker after his dice, then the defender after his saves; never the dice of the other."""
    s = duel("fate german 1\nfate soviet 1", 5, 4, 1, 5, 4, 6)
    assert s.asked == ("german", "fate dice")
    s.do("fate up", number=4)  # two hits
    assert s.asked == ("soviet", "fate save")
    assert offers(s) == {("fate re-roll", 4), ("fate up", 4), ("keep", 0)}
    s.do("fate re-roll", number=4).done()
    assert (s.last("saved").dice, s.last("saved").value) == ((5, 6), 2)
    assert not s.unit("S").disrupted
    assert s.b.fate == [0, 0]


@rule("9.0.i")
def test_a_save_that_has_cancelled_all_hits_asks_nobody() -> None:
    s = duel("fate soviet 2", 5, 1, 1, 5, 1)
    assert s.asked == ("german", "operation")
    assert s.b.fate == [0, 2]


@rule("9.0.i")
@pytest.mark.parametrize(("do", "more", "steps"), [("fate up", (), 2), ("fate re-roll", (3,), 2), ("keep", (), 1)])
def test_the_die_of_an_hq_check(do: str, more: tuple[int, ...], steps: int) -> None:
    """A 1 would flip the HQ: turned to a 2 it does not."""
    s = duel("soviet hq 3rd-tank-hq at F1\nfate soviet 1", 5, 5, 1, *(6, 1), 1, *more)
    s.do("keep")  # the save that failed
    assert offers(s) == {("fate re-roll", 1), ("fate up", 1), ("keep", 0)}
    s.do(do, number=1 if do != "keep" else 0).done()
    assert s.hq("soviet").steps == steps


@rule("9.0.i", "9.0.d", "2.11.2")
def test_one_die_of_two_in_a_morale_check() -> None:
    """Morale 7 and a sum of 8: one down on either die passes."""
    s = stage(
        """
        .. .. .. ..
        german infantry G at A1 disrupted
        german infantry H at A1
        german hq british-14th-hq at A1
        fate german 1
        phase rally
        """,
        *(5, 4),  # Leadership 1: 8 against 7
    )
    assert s.asked == ("german", "fate rally")
    assert offers(s) == {
        ("fate re-roll", 4),
        ("fate re-roll", 5),
        ("fate down", 4),
        ("fate down", 5),
        ("keep", 0),
    }
    s.do("fate down", number=5)
    assert (s.last("morale check").dice, s.last("morale check").value) == ((4, 4), 1)
    assert not s.unit("G").disrupted


@rule("9.0.i", "10.2.d")
@pytest.mark.parametrize(("die", "allowed"), [(1, {"fate re-roll", "fate up"}), (6, {"fate re-roll", "fate down"})])
def test_a_drift_die_stays_between_1_and_6(die: int, allowed: set[str]) -> None:
    s = stage(
        """
        .. .. .. .. ..
        .. .. .. .. ..
        .. .. .. .. ..
        german infantry G at A1
        german hq 320th-infantry-hq at A1
        soviet t-34-76 S at E3
        mission german 34
        fate german 1
        phase missions
        """,
        *(3, die),  # Leadership 1: 4, it drifts one hex
    )
    s.do("call", "320th-infantry-hq", "34").do("target", "320th-infantry-hq", "C2")
    s.do("keep")  # the ranging die
    assert s.asked == ("german", "fate dice")
    assert {c.do for c in s.options()} == allowed | {"keep"}


@rule("9.0.i", "8.0.a", "8.0.b", "9.0.d")
def test_the_drawer_may_change_the_chaos_dice() -> None:
    """A lull of 3 and 4 becomes Fortune: the 4 is rolled again for a 6."""
    s = one_draw(
        ".. ..\ngerman infantry G at A1\nsoviet t-34-76 S at B1\nchaos 1\nfate german 1\ncup chaos", 1, 3, 4, 6
    )
    assert s.asked == ("german", "fate dice")
    s.do("fate re-roll", number=4).done()
    assert s.last("fate die").need == 0  # no die of them has to reach anything
    assert s.last("chaos").value == 9
    assert s.b.fate == [1, 0]  # one spent, one gained


@rule("9.0.i", "10.2.h")
def test_artillery_on_friends_hopes_to_miss() -> None:
    """The dice that hit his own platoon are those a player may turn down."""
    s = stage(
        """
        .. .. ..
        german infantry G at A1
        german hq 320th-infantry-hq at A1
        german infantry H at C1
        soviet guards-infantry S at B1 disrupted
        mission german 34
        fate german 1
        phase missions
        """,
        6,  # on target
        *(1, 1, 1),  # the Soviet hex: three misses
        *(4, 3, 1),  # C1, direction 2: one hit on a friend
        *(1, 1, 1),  # A1, direction 6
    )
    s.do("call", "320th-infantry-hq", "34").do("target", "320th-infantry-hq", "B1")
    s.do("fire for effect", to="B1")
    assert offers(s) == {("fate re-roll", 1), ("keep", 0)}  # on the enemy: misses
    s.do("keep")
    assert offers(s) == {("fate re-roll", 4), ("fate down", 4), ("keep", 0)}  # on a friend: hits
    s.do("fate down", number=4).done()
    assert [(e.place, e.dice, e.value) for e in s.told("bombarded")] == [
        ("B1", (1, 1, 1), 0),
        ("C1", (3, 3, 1), 0),
        ("A1", (1, 1, 1), 0),
    ]


@rule("9.0.i", "7.2.b")
def test_mines_are_rolled_by_the_opponent_of_who_enters() -> None:
    s = stage(".. ..\ngerman infantry G at A1\nsoviet guards-infantry S at off\nmarker mines B1\nfate soviet 1", 4, 1)
    s.do("act", "G").do("move", "", "B1")
    assert s.asked == ("soviet", "fate dice")
    s.do("fate up", number=4).done()
    assert s.last("mines").dice == (5, 1)
    assert s.unit("G").disrupted


@rule("9.0.i")
@pytest.mark.parametrize(
    ("dice", "need", "hope", "points", "expected"),
    [
        ([6, 6], 7, SUM, 1, {("fate re-roll", 6)}),  # at best 6 and 1
        ([6, 6], 6, SUM, 1, set()),
        ([6, 6], 6, SUM, 2, {("fate re-roll", 6), ("fate down", 6)}),
        ([6, 3], 7, SUM, 2, {("fate re-roll", 6), ("fate re-roll", 3), ("fate down", 6), ("fate down", 3)}),
        ([6, 1], 6, SUM, 1, {("fate re-roll", 6), ("fate down", 6)}),
        ([6, 1], 6, SUM, 2, {("fate re-roll", 6), ("fate down", 6)}),  # a 1 cannot be lower
        ([3, 4], 7, SUM, 3, set()),
        ([5, 6], 5, EACH, 3, set()),
        ([2], 4, EACH, 1, {("fate re-roll", 2)}),
        ([2], 4, EACH, 2, {("fate re-roll", 2), ("fate up", 2)}),
        ([6], 4, UNDER, 2, {("fate re-roll", 6)}),
        ([6], 4, UNDER, 3, {("fate re-roll", 6), ("fate down", 6)}),
        ([3], 4, UNDER, 3, set()),
        ([6], 0, FREE, 1, {("fate re-roll", 6), ("fate down", 6)}),
        ([1], 0, FREE, 1, {("fate re-roll", 1), ("fate up", 1)}),
    ],
)
def test_what_points_can_still_change(
    dice: list[int], need: int, hope: int, points: int, expected: set[tuple[str, int]]
) -> None:
    """Only changes that can better the outcome, with all the points at hand, are offered."""
    found = changes(dice, need, hope, points, points, int)
    assert {(c.do, c.number) for c in found} == expected


@rule("9.0.i", "10.2.c")
def test_a_ranging_die_on_target_need_not_go_higher() -> None:
    """Leadership 2: a 4 is on target, and so are 5 and 6; a 3 as well, so one down changes nothing."""
    found = changes([4], 0, FREE, 1, 1, lambda face: 0 if face >= 3 else 1)
    assert {(c.do, c.number) for c in found} == {("fate re-roll", 4)}


# Markers drawn -----------------------------------------------------------------------------------


CUP = """
    .. ..
    german infantry G at A1
    german hq 320th-infantry-hq at A1
    soviet t-34-76 S at B1
    soviet hq 3rd-tank-hq at B1
    cup german soviet end-turn
    phase draw
    """


@rule("9.0.g", "9.0.m", "9.0.h")
def test_a_drawn_marker_goes_back_and_the_same_player_draws_again() -> None:
    """Drawer first, then the other side; nothing of the marker has happened yet."""
    s = stage(f"{CUP}\nfate german 2\nfate soviet 2", 3, 2, goes_on=True)  # the Soviet marker, then the German
    assert s.last("drawn").text == "soviet"
    assert s.asked == ("german", "fate marker")
    assert s.told("activated") == []
    s.do("pass")
    assert s.asked == ("soviet", "fate marker")
    s.do("fate return", to="soviet")
    assert s.b.fate == [2, 0]
    assert (s.last("fate return").side, s.last("fate return").text) == ("soviet", "soviet")
    assert [(e.side, e.text) for e in s.told("drawn")] == [("german", "soviet"), ("german", "german")]
    assert s.asked == ("german", "fate marker")  # the Soviets cannot pay again
    s.do("pass")
    assert s.b.active == 0
    assert "soviet" in s.b.cup


@rule("9.0.g")
@pytest.mark.parametrize(("points", "kind"), [(1, "operation"), (2, "fate marker")])
def test_the_return_of_a_marker_costs_two_points(points: int, kind: str) -> None:
    s = stage(f"{CUP}\nfate german {points}", 2, goes_on=True)
    assert s.asked == ("german", kind)


@rule("9.0.g", "9.0.m")
def test_an_end_turn_marker_may_go_back_too() -> None:
    s = stage(f"{CUP}\nfate german 2", 1, 2, goes_on=True)
    assert s.last("drawn").text == "end-turn"
    s.do("fate return", to="end-turn")
    assert s.b.end_turns_drawn == 0
    assert s.b.active == 0


@rule("9.0.g")
def test_the_only_marker_left_is_not_worth_a_question() -> None:
    """It would be drawn again at once."""
    s = stage(f"{CUP}\nfate german 2".replace("cup german soviet end-turn", "cup german"), 1, goes_on=True)
    assert s.asked == ("german", "operation")


# What the question says --------------------------------------------------------------------------


@rule("9.0.i")
def test_the_question_keeps_the_names_of_hexes_and_units() -> None:
    """Only its first letter is made a capital: hexes and names keep theirs."""
    s = stage(
        """
        .. .. .. .. .. .. .. ..
        german infantry H at A1
        german hq 320th-infantry-hq at A1
        german infantry G at G1
        fate german 1
        phase command
        """,
        *(6, 5),
    )
    assert s.play.decision is not None
    assert s.play.decision.prompt == "Command at G1: 6, 5. Spend a Fate Point?"


# Only where it changes something -----------------------------------------------------------------


@rule("9.0.i", "5.1.3.h")
def test_nobody_is_asked_about_a_platoon_that_is_dead_already() -> None:
    """Reduced and Disrupted it dies of one hit; two saves leave one of three. A fourth hit adds nothing."""
    text = """
        .. .. .. .. .. ..
        german tiger P at A1
        soviet t-34-76 S at F1 reduced disrupted
        fate german 1
        fate soviet 1
        """
    s = stage(text, *(5, 5, 5, 1), *(1, 1))
    s.do("act", "P").do("fire", "P", "S")
    assert s.where("S") == "eliminated" and s.told("fate die") == []
    assert s.b.fate == [1, 1]  # nor could one save by the Soviet's point have helped against three hits
    s = stage(text, *(5, 5, 1, 1), *(1, 1))
    s.do("act", "P").do("fire", "P", "S")
    assert s.asked == ("german", "fate dice")  # two hits might both be saved
    s.do("keep")
    assert s.where("S") == "eliminated"  # two hits, one point: one save is not enough


@rule("9.0.i", "7.1.b")
def test_a_hit_that_the_trench_cancels_is_not_worth_a_question() -> None:
    """No die hits. One point makes one hit, which the Improved Position cancels; with two points it is asked."""
    text = """
        .. .. .. .. .. ..
        german pzivg P at A1
        soviet guards-infantry S at C1
        marker improved C1
        fate german {}
        """
    s = stage(text.format(1), *(1, 1)).do("act", "P").do("fire", "P", "S")
    assert s.asked != ("german", "fate dice") and s.b.fate == [1, 0]
    s = stage(text.format(2), *(1, 1)).do("act", "P").do("fire", "P", "S")
    assert s.asked == ("german", "fate dice")


@rule("9.0.i", "7.1.b", "7.1.c")
@pytest.mark.parametrize(
    ("moving", "spotted", "worth"),
    [
        (True, False, [0, 1, 2, 3, 4, 4, 4]),  # on the move: no trench and no concealment
        (False, True, [1, 1, 2, 3, 4, 5, 5]),  # the trench cancels the first
        (False, False, [1, 1, 2, 3, 4, 5, 6]),  # and concealment may save one more
    ],
)
def test_which_hits_can_make_a_difference(moving: bool, spotted: bool, worth: list[int]) -> None:
    """The woods may save one; three more end the platoon, and what is beyond is worth nothing."""
    b = scene(".. .. W.\ngerman pzivg P at A1\nsoviet guards-infantry S at C1\nmarker improved C1")
    outcome = hits_that_count(b, b.unit("S"), b.unit("P").hex, moving, spotted)
    assert [outcome(hits) for hits in range(7)] == worth


@rule("9.0.i", "10.2.c")
@pytest.mark.parametrize(("die", "asked"), [(6, False), (4, False), (3, True), (1, True)])
def test_ranging_on_target_asks_nobody(die: int, asked: bool) -> None:
    """Leadership 1: a 4 is on target and nothing is better; a 3 drifts."""
    s = stage(
        """
        .. .. .. .. ..
        .. .. .. .. ..
        .. .. .. .. ..
        german infantry G at A1
        german hq 320th-infantry-hq at A1
        soviet t-34-76 S at E3
        mission german 34
        fate german 1
        phase missions
        """,
        die,
    )
    s.do("call", "320th-infantry-hq", "34").do("target", "320th-infantry-hq", "C2")
    assert (s.asked == ("german", "fate dice")) is asked
    if asked:
        assert "fate down" not in {c.do for c in s.options()}  # that would be worse


@rule("9.0.i", "5.4.h")
def test_an_assault_that_has_killed_already_asks_nobody() -> None:
    """A Reduced, Disrupted platoon dies of the first hit: the die that misses is not asked about."""
    s = stage(
        """
        .. ..
        german infantry G at A1
        soviet guards-infantry S at B1 reduced disrupted
        fate german 1
        """,
        *(6, 1, 1, 1, 1, 1, 1, 1),
    )
    s.do("act", "G").do("assault", "", "B1")
    assert s.where("S") == "eliminated" and s.b.fate == [1, 0] and s.told("fate die") == []


@rule("9.0.i", "5.4.h")
def test_the_odd_hit_is_asked_about_by_halves() -> None:
    """An odd face names the first unit, an even one the second: only a change from one to the other counts."""
    found = changes([3], 0, FREE, 1, 1, lambda face: face % 2)
    assert {(c.do, c.number) for c in found} == {("fate re-roll", 3), ("fate up", 3), ("fate down", 3)}
    assert changes([3], 0, FREE, 1, 1, lambda face: 0) == []
