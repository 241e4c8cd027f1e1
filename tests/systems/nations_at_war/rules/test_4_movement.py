"""4.0 Movement and 4.2 Stacked Units; 5.1.3.d how Disrupted units move."""

import pytest
from stage import NawStage, stage

from sandtable.table.decision import Choice
from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .."  # A1 to H1, each next to the one before


def values(s: NawStage) -> list[tuple[str, int]]:
    """The hexes moved into and the MP spent so far."""
    return [(event.place, event.value) for event in s.told("moved")]


# A unit ------------------------------------------------------------------------------------------


@rule("4.0.a", "4.0.b")
def test_a_unit_moves_up_to_its_movement_factor() -> None:
    """A Pz IV with MF 4 reaches the fourth Clear hex and not the fifth; each hex entered is paid for."""
    s = stage(f"{ROW}\n german pzivg P at A1")
    s.do("act", "P")
    assert s.places("move") == {"B1", "C1", "D1", "E1"}
    refusal = s.refused("move", "", "F1")
    assert (refusal.reason, refusal.rule) == ("P cannot reach F1 with 4 MP.", "4.0.a")
    s.do("move", "", "E1")
    assert values(s) == [("B1", 1), ("C1", 2), ("D1", 3), ("E1", 4)]
    assert [event.path for event in s.told("moved")] == [("A1", "B1"), ("B1", "C1"), ("C1", "D1"), ("D1", "E1")]
    assert s.where("P") == "E1"


@rule("4.0.a", "4.0.c")
def test_moving_is_voluntary_and_unused_points_are_lost() -> None:
    """Two of four points are spent, then the unit stops: it is Ops Complete and does not move again."""
    s = stage(f"{ROW}\n german pzivg P at A1\n german pzivg Q at H1")
    s.do("act", "P").do("move", "", "C1")
    assert s.places("move") == {"A1", "B1", "D1", "E1"}
    assert not s.unit("P").ops_complete
    s.do("stop")
    assert s.unit("P").ops_complete
    assert [c.piece for c in s.options("act")] == ["Q"]
    s.do("act", "Q").do("hold")
    assert s.where("Q") == "H1" and not s.unit("Q").ops_complete


@rule("4.0.c", "4.0.1")
def test_a_unit_without_points_is_marked_without_a_question() -> None:
    """After its last point nothing is left to choose: Ops Complete."""
    s = stage(f"{ROW}\n german tiger T at A1\n german tiger U at H1")
    s.do("act", "T").do("move", "", "D1")
    assert s.unit("T").ops_complete and s.unit("T").spent == 3
    assert s.asked == ("german", "operation")


@rule("4.0.b")
def test_moves_lead_from_hex_to_adjacent_hex_at_the_cost_of_each() -> None:
    """With 4 MP a Pz IV pays 2 for Woods, 1 for Clear, 2 for Rough: the third hex is too much."""
    s = stage(".. W. .. R.\n L. L. .. L.\n german pzivg P at A1")
    s.do("act", "P")
    assert s.places("move") == {"B1", "C1", "C2"}
    s.do("move", "", "C1")
    assert values(s) == [("B1", 2), ("C1", 3)]
    refusal = s.refused("move", "", "D1")
    assert (refusal.reason, refusal.rule) == ("P needs 2 MP to enter D1 (Rough) and has 1.", "4.0.b")


@rule("4.0.b")
def test_no_minimum_move() -> None:
    """A Tiger with MF 3 does not enter a hex that costs 4, though it has moved nothing yet."""
    s = stage(f"{ROW}\n german tiger T at A1\n marker ditch B1")
    s.do("act", "T")
    assert s.places("move") == set()
    assert s.refused("move", "", "B1").reason == "T needs 4 MP to enter B1 (Clear) and has 3."


@rule("4.0.b")
def test_a_march_takes_the_cheapest_way() -> None:
    """From A2 to C2 lead Woods in one hex and Clear in the other, whichever it is."""
    for rows, way in ((".. W. ..\n .. .. ..", "B2"), (".. .. ..\n .. W. ..", "B1")):
        s = stage(f"{rows}\n german t-34-76 P at A2")
        s.do("act", "P").do("move", "", "C2")
        assert values(s) == [(way, 1), ("C2", 2)]


@rule("4.0.d")
def test_an_enemy_hex_is_entered_only_to_fight() -> None:
    """Simple movement ends before the enemy; into his hex leads an Assault."""
    s = stage(f"{ROW}\n german pzivg P at A1\n soviet guards-infantry S at C1 ops")
    s.do("act", "P")
    assert s.places("move") == {"B1"}
    refusal = s.refused("move", "", "C1")
    assert (refusal.reason, refusal.rule) == ("Enemies hold C1; only an Assault or an Overrun can enter it.", "4.0.d")
    assert s.options("assault") == []  # not yet next to it
    s.do("move", "", "B1")
    assert s.places("assault") == {"C1"} and s.places("overrun") == {"C1"}


@rule("4.0.d")
def test_an_assault_does_not_depend_on_the_corner_of_the_map() -> None:
    """A1 is water, and still B1 assaults B2."""
    s = stage("L. ..\n .. ..\n german pzivg P at B1\n soviet guards-infantry S at B2 ops")
    s.do("act", "P")
    assert s.places("assault") == {"B2"}


@rule("4.0.e", "4.0.c")
def test_movement_draws_opportunity_fire() -> None:
    """The enemy is asked in each hex entered; the mover is not Ops Complete before its action ends."""
    s = stage(f"{ROW}\n german pzivg P at A1\n soviet t-34-76 S at H1", 1, 1, 1)
    s.do("act", "P").do("move", "", "C1")
    assert s.asked == ("soviet", "opportunity fire") and s.where("P") == "B1"
    assert not s.unit("P").ops_complete
    s.do("pass")
    assert s.asked == ("soviet", "opportunity fire") and s.where("P") == "C1"
    s.do("fire", "S", "P").done()
    assert s.last("fired").text == "opportunity fire"
    assert s.asked == ("german", "action") and s.unit("S").ops_complete


@rule("4.0.e")
def test_a_march_halts_where_it_was_shot_at() -> None:
    """A shot that missed interrupts the march of four hexes after the first; the owner goes on as he likes."""
    s = stage(f"{ROW}\n german pzivg P at A1\n soviet t-34-76 S at H1", 1, 1, 1)
    s.do("act", "P").do("move", "", "E1").do("fire", "S", "P").done()
    assert s.where("P") == "B1" and s.unit("P").spent == 1
    assert s.asked == ("german", "action")
    assert s.places("move") == {"A1", "C1", "D1", "E1"}
    s.do("move", "", "E1")
    assert values(s) == [("B1", 1), ("C1", 2), ("D1", 3), ("E1", 4)]


@rule("4.0.1")
@pytest.mark.parametrize(
    ("words", "reason", "by"),
    [
        ("at A1 ops", "P is Ops Complete.", "4.0.1"),
        ("at A1 ooc", "P is Out of Command.", "3.4.2.e"),
        ("at A1 in=other", "P does not belong to German, which is active.", "2.10.b"),
    ],
)
def test_who_is_not_eligible_to_move(words: str, reason: str, by: str) -> None:
    """Only units of the active Formation, In Command and not Ops Complete."""
    s = stage(f"{ROW}\n german pzivg Q at H1\n german pzivg P {words}")
    refusal = s.refused("act", "P")
    assert (refusal.reason, refusal.rule) == (reason, by)


# Disrupted units ---------------------------------------------------------------------------------


@rule("5.1.3.d", "4.0.1")
def test_a_disrupted_unit_comes_no_closer_to_an_enemy_it_sees() -> None:
    """From C1, with the enemy in G1: A1 and B1 are farther, D1 nearer; it goes hex by hex."""
    s = stage(f"{ROW}\n german pzivg P at C1 disrupted\n soviet t-34-76 S at G1 ops")
    s.do("act", "P")
    assert s.places("move") == {"B1"}
    refusal = s.refused("move", "", "D1")
    assert (refusal.reason, refusal.rule) == ("P is Disrupted and may not come closer to the enemy.", "5.1.3.d")
    assert s.refused("move", "", "A1").reason == "P must move one hex at a time: choose an adjacent hex."
    s.do("move", "", "B1").do("move", "", "A1")
    assert s.where("P") == "A1"


@rule("5.1.3.d")
def test_a_disrupted_unit_may_approach_what_it_does_not_see_but_never_next_to_it() -> None:
    """Woods hide the enemy in A5 from A1: A2 is allowed, though nearer; A4, next to him, is not."""
    s = stage("..\n..\n W.\n ..\n ..\n german infantry P at A1 disrupted\n soviet guards-infantry S at A5 ops")
    s.do("act", "P")
    assert s.places("move") == {"A2"}
    s.do("move", "", "A2").do("move", "", "A3")
    assert s.unit("P").spent == 2
    assert s.places("move") == {"A2"}
    assert s.refused("move", "", "A4").rule == "5.1.3.d"


@rule("5.1.3.d")
def test_an_adjacent_disrupted_unit_may_leave_if_it_comes_no_closer_to_another() -> None:
    """Next to the enemy in A3, P in A4 may step back to A5 only while the other enemy, seen in A9, is not nearer."""
    rows = "..\n" * 9
    s = stage(f"{rows} german infantry P at A4 disrupted\n soviet guards-infantry S at A3 ops")
    s.do("act", "P")
    assert s.places("move") == {"A5"}
    s = stage(
        f"{rows} german infantry P at A4 disrupted\n soviet guards-infantry S at A3 ops\n soviet t-34-76 U at A9 ops"
    )
    s.do("act", "P")
    assert s.places("move") == set()


# Stacks ------------------------------------------------------------------------------------------


@rule("4.2.a", "4.0.b")
def test_stacked_units_move_together() -> None:
    """Both pay and both are marked when they stop."""
    s = stage(f"{ROW}\n german pzivg P at A1\n german pzivg Q at A1")
    assert Choice("act", "P", "Q") in s.options("act")
    s.do("act", "P", "Q").do("move", "", "C1")
    assert (s.where("P"), s.where("Q"), s.unit("P").spent, s.unit("Q").spent) == ("C1", "C1", 2, 2)
    moved = s.last("moved")
    assert (moved.piece, moved.target) == ("P", "Q")
    s.do("stop")
    assert s.unit("P").ops_complete and s.unit("Q").ops_complete


@rule("4.2.a")
def test_only_stacked_units_act_together() -> None:
    """Units in two hexes do not."""
    s = stage(f"{ROW}\n german pzivg P at A1\n german pzivg Q at B1")
    refusal = s.refused("act", "P", "Q")
    assert (refusal.reason, refusal.rule) == (
        "Only units that have been stacked since the impulse began can act together.",
        "4.2.a",
    )


@rule("4.2.a")
def test_a_unit_left_in_the_starting_hex_has_not_acted() -> None:
    """One of the stack moves off; the other may act later."""
    s = stage(f"{ROW}\n german pzivg P at A1\n german pzivg Q at A1")
    s.do("act", "P").do("move", "", "E1")
    assert s.unit("P").ops_complete and not s.unit("Q").ops_complete
    s.do("act", "Q")
    assert s.places("move") == {"B1", "C1", "D1", "E1"}


@rule("4.2.a", "4.0.c")
def test_a_stack_of_unequal_speed_goes_together_while_both_can_pay() -> None:
    """Tiger (MF 3) and Pz IV (MF 4): together three hexes; the Pz IV may split off for its fourth point."""
    s = stage(f"{ROW}\n german tiger T at A1\n german pzivg P at A1")
    s.do("act", "T", "P")
    assert s.places("move") == {"B1", "C1", "D1"}
    s.do("move", "", "D1")
    assert s.options("move") == []
    s.do("split", "P")
    assert s.places("move") == {"C1", "E1"}
    s.do("move", "", "E1")
    assert (s.where("T"), s.where("P")) == ("D1", "E1")
    assert s.unit("T").ops_complete and s.unit("P").ops_complete  # the Tiger has no point left: not asked
    assert s.asked == ("", "")


@rule("4.2.a")
def test_a_stack_splits_at_any_point_and_one_ends_before_the_other_goes_on() -> None:
    """After two hexes P goes on to D1 and is Ops Complete; then Q goes back with its own two points."""
    s = stage(f"{ROW}\n german pzivg P at A1\n german pzivg Q at A1")
    s.do("act", "P", "Q").do("move", "", "C1").do("split", "P")
    assert s.options("split") == []
    s.do("move", "", "D1").do("stop")
    assert s.unit("P").ops_complete and not s.unit("Q").ops_complete
    assert s.asked == ("german", "action") and s.options("fire") == []
    assert s.places("move") == {"A1", "B1", "D1", "E1"}
    s.do("move", "", "A1")
    assert (s.where("P"), s.where("Q")) == ("D1", "A1")
    assert s.unit("Q").ops_complete


@rule("4.2.a", "4.1.l")
def test_a_split_stack_leaves_its_hq_with_either() -> None:
    """The HQ goes on with the one that splits off, or waits with the other and goes with it."""
    text = f"{ROW}\n german pzivg P at A1\n german pzivg Q at A1\n german hq 11th-panzer-hq at A1"
    s = stage(text)
    assert Choice("act", "P", "Q") not in s.options("act")  # the HQ would be alone (2.5.6.a)
    s.do("act", "P", "Q", 1).do("move", "", "B1")
    assert s.options("split") == [
        Choice("split", "P"),
        Choice("split", "P", number=1),
        Choice("split", "Q"),
        Choice("split", "Q", number=1),
    ]
    s.do("split", "P", number=1).do("move", "", "E1").do("stop")
    names = s.b.ground.names
    assert names[s.hq("german").hex] == "E1" and s.where("Q") == "B1"
    s = stage(text)
    s.do("act", "P", "Q", 1).do("move", "", "B1").do("split", "P").do("move", "", "E1")
    assert names[s.hq("german").hex] == "B1"
    s.do("move", "", "C1")
    assert (names[s.hq("german").hex], s.where("P"), s.where("Q")) == ("C1", "E1", "C1")


@rule("4.2.a")
def test_a_stack_of_soft_and_hard_units_pays_each_its_own_cost() -> None:
    """Infantry pays 1 and the tank 2 for Woods; they go hex by hex, as long as both can pay."""
    s = stage(".. W. W. .. ..\n german infantry I at A1\n german pzivg P at A1")
    s.do("act", "I", "P")
    assert s.places("move") == {"B1"}
    assert s.refused("move", "", "C1").reason == "I and P must move one hex at a time: choose an adjacent hex."
    s.do("move", "", "B1").do("move", "", "C1")
    assert (s.unit("I").spent, s.unit("P").spent) == (2, 4)
    assert s.options("move") == []
    assert s.refused("move", "", "D1").reason == "P needs 1 MP to enter D1 (Clear) and has 0."
    s.do("split", "I").do("move", "", "D1")
    assert s.unit("I").spent == 3 and s.unit("P").ops_complete


@rule("4.2.a", "5.1.3.d")
def test_a_disrupted_unit_binds_its_stack() -> None:
    """Together they go only where the Disrupted one may."""
    s = stage(f"{ROW}\n german pzivg P at C1 disrupted\n german pzivg Q at C1\n soviet t-34-76 S at G1 ops")
    s.do("act", "P", "Q")
    assert s.places("move") == {"B1"}
    assert s.refused("move", "", "D1").rule == "5.1.3.d"


@rule("4.2.b")
def test_a_stack_assaults_together() -> None:
    """Two tanks enter the hex and both roll before the defender does."""
    s = stage(
        f"{ROW}\n german pzivg P at A1\n german pzivg Q at A1\n soviet guards-infantry S at B1 ops",
        *(6, 1),
        *(6, 1),
        *(1, 1, 1),
    )
    s.do("act", "P", "Q").do("assault", "", "B1").done()
    entered = s.last("entered")
    assert (entered.piece, entered.target, entered.place) == ("P", "Q", "B1")
    assert [(e.piece, e.dice) for e in s.told("struck")] == [("P", (6, 1)), ("Q", (6, 1)), ("S", (1, 1, 1))]
    assert (s.where("P"), s.where("Q")) == ("B1", "B1")


@rule("4.2.c")
def test_opportunity_fire_on_a_stack_picks_one_unit() -> None:
    """Either may be the target; after the shot at Q nobody fires at the stack in this hex again."""
    s = stage(
        f"{ROW}\n german pzivg P at A1\n german pzivg Q at A1\n soviet t-34-76 S at H1\n soviet t-34-76 U at H1",
        *(5, 1, 1),
        *(1, 1),
    )
    s.do("act", "P", "Q").do("move", "", "D1").do("pass").do("pass")
    assert s.places("fire") == {"P", "Q"}
    s.do("fire", "S", "Q").done()
    assert s.unit("Q").disrupted and not s.unit("P").disrupted
    assert s.asked == ("german", "action")


@rule("4.2.a", "4.2.c")
def test_the_unhurt_unit_of_a_stack_goes_on_and_the_hq_with_whom_its_owner_likes() -> None:
    """Q stops Disrupted; the owner leaves the HQ with it or takes it along."""
    text = f"""{ROW}
        german pzivg P at A1
        german pzivg Q at A1
        german hq 11th-panzer-hq at A1
        soviet t-34-76 S at H1
        """
    for answer, place in (("stay", "D1"), ("go on", "E1")):
        s = stage(text, *(5, 1, 1), *(1, 1), 2)  # the last: the check of the HQ
        s.do("act", "P", "Q", 1).do("move", "", "D1").do("pass").do("pass").do("fire", "S", "Q").done()
        assert s.asked == ("german", "hq parts")
        s.do(answer, "11th-panzer-hq")
        assert s.unit("Q").ops_complete and not s.unit("P").ops_complete
        assert s.options("split") == []
        s.do("move", "", "E1")
        assert (s.where("P"), s.where("Q"), s.b.ground.names[s.hq("german").hex]) == ("E1", "D1", place)


@rule("4.2.a")
def test_units_that_did_not_begin_the_impulse_stacked_do_not_act_together() -> None:
    """A platoon that a Fate move brings into another's hex acts alone; two that began there act together."""
    s = stage(
        """
        .. .. .. ..
        .. .. .. ..
        german pzivg P1 at A1
        german pzivg P2 at B1
        german pzivg P3 at D2
        german pzivg P4 at D2
        german hq 11th-panzer-hq at D2
        soviet t-34-76 S at D1 disrupted ops
        phase command
        active german
        fate german 1
        """
    )
    assert s.asked == ("german", "operation")
    s.do("fate move", "P1", "B1")
    pairs = {(c.piece, c.to) for c in s.options("act") if c.to}
    assert pairs == {("P3", "P4")}
    assert s.refused("act", "P1", "P2").rule == "4.2.a"
