"""3.4 The impulse of a Formation: marker removal, command status, rallies, fire missions, operations."""

import pytest
from stage import NawStage, stage

from sandtable.bots.player import Seat
from sandtable.table.decision import Choice
from sandtable.testing import rule


def checks(s: NawStage) -> list[tuple[str, int]]:
    """The command checks: hex, and whether it was passed."""
    return [(event.place, event.value) for event in s.told("command check")]


# 3.4 and 3.4.1 ---------------------------------------------------------------------------------------


@rule("3.4")
def test_the_five_steps_in_order() -> None:
    """A unit far from the HQ fails its check before it tries to rally with +1; then the mission, then operations."""
    s = stage(
        f"""
        {".. " * 8}
        german tiger T at A1 ops
        german hq 505th-heavy-panzer-hq at A1
        german tiger U at F1 disrupted
        soviet t-34-76 S at H1
        mission german 34
        phase draw
        cup german
        """,
        1,
        *(5, 5),  # command: 10 against 9
        *(4, 5),  # rally: 9 and 1 against 9
    )
    assert s.asked == ("german", "fire mission")
    assert not s.unit("T").ops_complete
    kinds = [event.kind for event in s.play.log if event.kind not in ("drawn",)]
    assert kinds == ["activated", "morale check", "command check", "morale check"]
    assert [(m.amount, m.rule) for m in s.last("morale check").modifiers] == [(1, "3.4.3.b")]
    s.do("pass")
    assert s.asked == ("german", "operation")


@rule("3.4", "2.5.6.2.b", "2.5.6.a", "2.4.o")
def test_every_activation_starts_afresh() -> None:
    """Leadership, the HQ's own move and the Movement Points of an earlier impulse are there again."""
    s = stage(
        """
        .. .. .. .. .. .. .. ..
        german tiger T at A1 spent=3
        german tiger U at A1
        german hq 505th-heavy-panzer-hq at A1 led moved
        soviet t-34-76 S at H1
        phase draw
        cup german
        """,
        1,
    )
    assert Choice("act", "T", number=1) in s.options()
    s.do("act", "T")
    assert Choice("fire", "T", "S", 1) in s.options()
    assert s.places("move") == {"B1", "C1", "D1"}


@rule("3.4.1")
def test_marker_removal_of_the_activated_formation_only() -> None:
    """Ops Complete, Out of Command and Overwatch come off its units; Disrupted and other Formations' markers stay."""
    s = stage(
        """
        .. .. .. .. .. .. .. ..
        german tiger A at A1 ops ooc in=heavy
        german tiger B at A1 overwatch in=heavy
        german hq 505th-heavy-panzer-hq at A1 in=heavy
        german pzivg P at B1 ops ooc overwatch in=panzer
        soviet t-34-76 S at H1 ops
        active german heavy
        phase command
        """
    )
    a, b, p = s.unit("A"), s.unit("B"), s.unit("P")
    assert (a.ops_complete, a.out_of_command, b.overwatch) == (False, False, False)
    assert (p.ops_complete, p.out_of_command, p.overwatch) == (True, True, True)
    assert s.unit("S").ops_complete


@rule("3.4.1")
def test_a_unit_that_opportunity_fired_acts_in_its_own_impulse() -> None:
    s = stage(
        """
        .. .. .. .. .. .. ..
        soviet t-34-76 S at G1
        soviet hq 276th-tank-hq at G1
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at A1
        active soviet
        cup german soviet
        """,
        *(1, 1, 1, 1),
        1,
        goes_on=True,
    )
    s.do("act", "S", number=1).do("move", "", "F1").do("fire", "T", "S").do("stop")
    assert s.asked == ("german", "operation")
    assert [choice.piece for choice in s.options("act")] == ["T"]
    assert not s.unit("T").ops_complete


@rule("3.4.1")
def test_a_bridge_blown_leaves_the_engineers_stack_ops_complete() -> None:
    """The last marker of a demolition comes off with the others; after the blast the stack has its Ops Complete."""
    s = stage(
        """
        .. .b ..
        german pioneer E at A1 demolition=1
        german infantry I at A1
        german hq 320th-infantry-hq at A1
        phase command
        """,
        3,
    )
    assert s.told("bridge out")
    assert s.unit("E").ops_complete and s.unit("I").ops_complete


# 3.4.2 -----------------------------------------------------------------------------------------------


@rule("3.4.2.a")
def test_status_is_settled_for_the_whole_impulse() -> None:
    """A unit In Command stays so when the HQ drives off, one Out of Command when it arrives."""
    s = stage(
        f"""
        {".. " * 10}
        german pziiil T at A1
        german hq 505th-heavy-panzer-hq at A1
        german tiger N at B1
        german tiger F at F1
        phase command
        """,
        *(6, 6),
    )
    assert checks(s) == [("F1", 0)]
    s.do("act", "T", number=1).do("move", "", "F1")
    assert [choice.piece for choice in s.options("act")] == ["N"]
    assert s.unit("F").out_of_command


@rule("3.4.2.a")
def test_losing_the_hq_in_the_impulse_changes_nothing() -> None:
    s = stage(
        """
        .. .. .. .. ..
        german tiger T at B1
        german hq 505th-heavy-panzer-hq at B1 reduced
        german tiger N at A1
        soviet t-34-76 S at E1
        phase command
        """,
        *(4, 1, 1),  # Opportunity Fire
        *(1, 1, 1),
        1,  # the HQ
    )
    s.do("act", "T", number=1).do("move", "", "C1").do("fire", "S", "T").done()
    assert s.hq("german").hex < 0
    assert [choice.piece for choice in s.options("act")] == ["N"]


@rule("3.4.2.b")
def test_a_leader_keeps_his_platoon_in_command() -> None:
    s = stage(
        f"""
        {".. " * 8}
        german infantry I at A1
        german hq 320th-infantry-hq at A1
        german infantry L at H1 leader=1/9
        phase command
        """
    )
    assert checks(s) == []
    assert not s.unit("L").out_of_command


@rule("3.4.2.c", "2.5.6.3.b")
@pytest.mark.parametrize(("dice", "passed"), [((4, 5), 1), ((5, 5), 0)])
def test_units_whose_hq_is_gone_check_their_morale(dice: tuple[int, int], passed: int) -> None:
    """505th: Morale 9."""
    s = stage(
        """
        .. ..
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at eliminated
        phase command
        """,
        *dice,
    )
    check = s.last("morale check")
    assert (check.dice, check.need, check.value, check.modifiers) == (dice, 9, passed, ())
    assert s.unit("T").out_of_command == (not passed)


@rule("3.4.2.d")
def test_command_check_example() -> None:
    """Dismounted Armored Infantry and an M3 Lee of CCB outside command: one roll of 8 fails for the stack."""
    s = stage(
        f"""
        {".. " * 8}
        german m3-lee L at A1
        german hq ccb-hq at A1
        german american-armored-infantry A at G1
        german m3-lee M at G1
        phase command
        """,
        *(3, 5),
    )
    s.done()
    assert checks(s) == [("G1", 0)]
    assert (s.last("morale check").dice, s.last("morale check").need) == ((3, 5), 7)
    assert s.unit("A").out_of_command and s.unit("M").out_of_command


@rule("3.4.2.d")
def test_one_roll_for_each_hex() -> None:
    """Two stacks of two: two rolls, a pass for one hex and a failure for the other."""
    s = stage(
        f"""
        {".. " * 9}
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at A1
        german tiger A at F1
        german tiger B at F1
        german tiger C at H1
        german tiger D at H1
        phase command
        """,
        *(4, 5),
        *(5, 5),
    )
    s.done()
    assert checks(s) == [("F1", 1), ("H1", 0)]
    assert [s.unit(id).out_of_command for id in "TABCD"] == [False, False, False, True, True]


@rule("3.4.2.d")
@pytest.mark.parametrize("line", ["sdkfz-222 X at G1", "infantry X at G1 leader=1/9", "infantry X at G1 commissar"])
def test_a_unit_in_command_by_itself_is_not_touched(line: str) -> None:
    """Recon within twice the range, a platoon with a leader or the Commissar: the roll is for the other unit."""
    s = stage(
        f"""
        {".. " * 8}
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at A1
        german tiger U at G1
        german {line}
        phase command
        """,
        *(6, 6),
    )
    s.done()
    assert checks(s) == [("G1", 0)]
    assert s.unit("U").out_of_command and not s.unit("X").out_of_command


@rule("3.4.2.d")
def test_units_of_another_formation_in_the_hex_are_not_touched() -> None:
    s = stage(
        f"""
        {".. " * 8}
        german tiger T at A1 in=heavy
        german hq 505th-heavy-panzer-hq at A1 in=heavy
        german tiger U at G1 in=heavy
        german pzivg P at G1 in=panzer
        active german heavy
        phase command
        """,
        *(6, 6),
    )
    assert s.unit("U").out_of_command and not s.unit("P").out_of_command


OUT = """
    .. .. .. .. .. .. ..
    german pioneer P at A1 ooc smoke
    german panzergrenadier A at A1 ooc
    german tiger T at B1
    soviet t-34-76 S at G1
    """


@rule("3.4.2.e", "3.4.2.1")
def test_out_of_command_units_do_not_act_in_their_impulse() -> None:
    """No move, fire, assault, loading, smoke or Overwatch: they are not even chosen."""
    s = stage(OUT)
    assert [choice.piece for choice in s.options("act")] == ["T"]
    for unit in ("P", "A"):
        refusal = s.refused("act", unit)
        assert (refusal.reason, refusal.rule) == (f"{unit} is Out of Command.", "3.4.2.e")
    refusal = s.refused("act", "P", "A")
    assert refusal.rule == "3.4.2.e"


@rule("3.4.2.e", "3.4.2.1")
@pytest.mark.parametrize(("state", "fires"), [("ooc", True), ("ooc ops", False)])
def test_out_of_command_units_opportunity_fire_unless_ops_complete(state: str, fires: bool) -> None:
    s = stage(
        f"""
        .. .. .. .. .. .. ..
        german tiger T at A1 {state}
        soviet t-34-76 S at G1
        active soviet
        """,
        *(1, 1, 1, 1) * fires,
    )
    s.do("act", "S").do("move", "", "F1")
    assert (s.asked == ("german", "opportunity fire")) == fires
    if fires:
        s.do("fire", "T", "S").done()
        assert s.last("fired").text == "opportunity fire"


@rule("3.4.2.f")
def test_entering_units_are_in_command() -> None:
    """All units and the HQ are off the map: no check, and each acts when it has entered; one that stays off too."""
    s = stage(
        f"""
        {".. " * 12}
        german pziiil P at off
        german pziiil Q at off
        german hq 505th-heavy-panzer-hq at off
        edge german A1
        phase command
        """
    )
    assert checks(s) == []
    assert {choice.piece for choice in s.options("act")} == {"P", "Q"}


@rule("3.4.2.f")
def test_a_unit_held_off_the_map_needs_no_check_later() -> None:
    s = stage(
        f"""
        {".. " * 12}
        german pziiil P at L1
        german hq 505th-heavy-panzer-hq at L1
        german pziiil Q at off
        edge german A1
        phase command
        """
    )
    assert checks(s) == []
    s.do("act", "Q").do("move", "", "A1")
    assert s.where("Q") == "A1"


@rule("3.4.2.1")
def test_a_unit_that_passed_its_check_acts_normally() -> None:
    s = stage(
        f"""
        {".. " * 8}
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at A1
        german tiger U at G1
        phase command
        """,
        *(4, 5),
    )
    assert checks(s) == [("G1", 1)]
    s.do("act", "U").do("move", "", "H1")
    assert s.where("U") == "H1"


# 3.4.3 -----------------------------------------------------------------------------------------------

SHAKEN = """
    .. .. .. .. .. .. .. ..
    german tiger T at A1 disrupted{state}
    german tiger H at B1
    german hq 505th-heavy-panzer-hq at B1
    soviet t-34-76 S at G1 disrupted
    phase rally
    """


@rule("3.4.3.a", "3.4.3.1")
@pytest.mark.parametrize(("dice", "rallied"), [((4, 5), True), ((4, 6), False)])
def test_rally_at_or_below_morale(dice: tuple[int, int], rallied: bool) -> None:
    """Morale 9: a 9 rallies, a 10 does not; one try, and the enemy does not rally now."""
    s = stage(SHAKEN.format(state=""), *dice)
    s.done()
    check = s.last("morale check")
    assert (check.dice, check.need, check.value, check.text, check.modifiers) == (dice, 9, rallied, "rally of T", ())
    assert s.unit("T").disrupted == (not rallied)
    assert [(event.piece, event.rule) for event in s.told("rallied")] == [("T", "3.4.3.a")] * rallied
    assert s.unit("S").disrupted and len(s.told("morale check")) == 1


@rule("3.4.3.a")
def test_a_rallied_unit_acts_in_the_same_activation() -> None:
    s = stage(SHAKEN.format(state=""), *(1, 1), *(1, 1, 1, 1))
    s.do("act", "T").do("fire", "T", "S").done()
    assert s.unit("T").ops_complete


@rule("3.4.3.b", "3.4.3.1")
@pytest.mark.parametrize(("dice", "rallied"), [((4, 4), True), ((4, 5), False)])
def test_out_of_command_adds_one_to_the_rally_roll(dice: tuple[int, int], rallied: bool) -> None:
    s = stage(SHAKEN.format(state=" ooc"), *dice)
    check = s.last("morale check")
    assert [(m.amount, m.label, m.rule) for m in check.modifiers] == [(1, "Out of Command", "3.4.3.b")]
    assert s.unit("T").disrupted == (not rallied)
    assert s.unit("T").out_of_command, "rallied or not, it does not act"


@rule("3.4.3.c", "3.4.3.b", "3.4.3.a")
def test_both_modifiers_count() -> None:
    """An HQ that came after the command check: +1 and -2 make a roll of 10 pass at Morale 9."""
    s = stage(SHAKEN.format(state=" ooc").replace("T at A1", "T at B1"), *(5, 5))
    check = s.last("morale check")
    assert [(m.amount, m.rule) for m in check.modifiers] == [(1, "3.4.3.b"), (-2, "3.4.3.c")]
    assert check.value == 1 and not s.unit("T").disrupted


@rule("3.4.3.c")
def test_the_hq_of_another_formation_does_not_help() -> None:
    s = stage(
        """
        .. ..
        german pzivg P at A1 disrupted in=panzer
        german tiger T at A1 in=heavy
        german hq 505th-heavy-panzer-hq at A1 in=heavy
        active german panzer
        phase rally
        """,
        *(4, 4),
    )
    assert s.last("morale check").modifiers == ()
    assert s.unit("P").disrupted, "an 8 against Morale 7"


@rule("3.4.3.a")
def test_a_disrupted_unit_off_the_map_may_rally_too() -> None:
    """Thrown back off the map by a lost Assault (EN.c): it is In Command and gets no help from an HQ that waits."""
    s = stage(
        """
        .. .. ..
        german tiger T at off disrupted
        german hq 505th-heavy-panzer-hq at off
        edge german A1
        phase rally
        """,
        *(4, 5),
    )
    assert s.last("morale check").modifiers == ()
    assert not s.unit("T").disrupted


@rule("3.4.3.a", "3.4.3.1")
def test_each_disrupted_unit_tries_once() -> None:
    s = stage(SHAKEN.format(state="").replace("H at B1", "H at B1 disrupted"), *(6, 6), *(5, 6))
    s.done()
    assert [event.text for event in s.told("morale check")] == ["rally of T", "rally of H"]
    assert s.unit("T").disrupted and not s.unit("H").disrupted, "11 less Leadership 2 is 9"


# 3.4.4 -----------------------------------------------------------------------------------------------

GUNS = """
    .. .. .. .. .. ..
    german m3-lee L at A1
    german hq ccb-hq at A1
    german m3-lee N at B1
    german sub-hq ccb-sub-hq at {sub}1
    german sdkfz-222 R at B1
    german american-81mm-mortar M at A1
    soviet guards-infantry G at F1
    mission german 34
    mission german 34
    mission german 34
    phase missions
    """


@rule("3.4.4.a")
def test_two_fire_missions_artillery_and_mortars_together() -> None:
    """One of the artillery, one of the mortar, and the step is over though two artillery missions are left."""
    s = stage(GUNS.format(sub="B"), 6, *(1, 1, 1), *(1, 1))
    assert s.asked == ("german", "fire mission")
    s.do("call", "ccb-hq", "34").do("target", "ccb-hq", "F1").do("fire for effect", "", "F1")
    assert s.asked == ("german", "fire mission")
    s.do("direct", "M").do("bombard", "M", "F1").done()
    assert s.asked == ("german", "operation")
    assert len(s.b.missions[0]) == 2


@rule("3.4.4.a")
def test_nobody_has_to_call() -> None:
    s = stage(GUNS.format(sub="B"))
    s.do("pass")
    assert s.asked == ("german", "operation")
    assert len(s.b.missions[0]) == 3


@rule("3.4.4.b")
def test_hq_sub_hq_and_recon_call() -> None:
    s = stage(GUNS.format(sub="B"))
    assert {choice.piece for choice in s.options("call")} == {"ccb-hq", "ccb-sub-hq", "R"}


@rule("3.4.4.b", "2.5.6.1.b")
def test_a_sub_hq_out_of_command_calls_nothing() -> None:
    """Nine hexes from the HQ with Command Range 4."""
    text = GUNS.format(sub="J").replace(".. .. .. .. .. ..", ".. " * 10).replace("N at B1", "N at J1")
    assert {choice.piece for choice in stage(text).options("call")} == {"ccb-hq", "R"}
    text = text.replace("J1", "I1")
    assert {choice.piece for choice in stage(text).options("call")} == {"ccb-hq", "ccb-sub-hq", "R"}


@rule("3.4.4.b")
def test_only_the_active_formation_calls() -> None:
    s = stage(
        """
        .. .. .. .. .. ..
        german tiger T at A1 in=heavy
        german pzivg P at B1 in=panzer
        german hq 11th-panzer-hq at B1 in=panzer
        soviet guards-infantry G at F1
        mission german 34
        active german heavy
        phase missions
        """
    )
    assert s.asked == ("german", "operation"), "without an HQ on the map nobody could call"


# 3.4.5 -----------------------------------------------------------------------------------------------


@rule("3.4.5")
def test_operations_in_any_order_one_action_after_the_other() -> None:
    """The owner picks any unit; until its action is over no other begins."""
    s = stage(
        """
        .. .. .. .. .. .. .. ..
        german tiger A at A1
        german tiger B at B1
        soviet t-34-76 S at H1
        """,
        *(1, 1, 1, 1),
    )
    assert s.options("act") == [Choice("act", "A"), Choice("act", "B")]
    s.do("act", "B")
    assert {choice.do for choice in s.options()} == {"move", "fire", "fire and move", "overwatch", "hold", "back"}
    assert s.options("act") == []
    s.do("fire", "B", "S").done()
    assert s.unit("B").ops_complete
    assert s.options("act") == [Choice("act", "A")]
    refusal = s.refused("act", "B")
    assert (refusal.reason, refusal.rule) == ("B is Ops Complete.", "4.0.1")


@rule("3.4.5")
def test_the_impulse_ends_when_nobody_can_act_any_more() -> None:
    s = stage(".. .. ..\ngerman tiger A at A1\nsoviet t-34-76 S at off\n")
    s.do("act", "A").do("move", "", "B1").do("stop")
    assert s.b.active == -1


@rule("3.4.5", "2.5.6.a")
def test_hq_and_sub_hq_that_wait_off_the_map_enter_with_different_units() -> None:
    """Two units, two headquarters: the first to enter must bring one along, so that none is left alone."""
    s = stage(
        """
        .. .. ..
        german m3-lee L at off
        german m3-lee M at off
        german hq ccb-hq at off
        german sub-hq ccb-sub-hq at off
        edge german A1
        """
    )
    assert Choice("act", "L") not in s.options()
    assert Choice("act", "L", "M", 1) not in s.options(), "both together could bring only one"
    s.do("act", "L", number=1).do("move", "", "A1").do("move", "", "B1").do("stop")
    s.do("act", "M", number=1).do("move", "", "A1")
    assert [s.b.ground.names[hq.hex] for hq in s.b.hqs] == ["B1", "A1"]


# Another unit instead ----------------------------------------------------------------------------

PAIR = """
    .. .. .. .. .. .. .. ..
    german tiger A at A1
    german tiger B at A1
    german tiger C at B1
    soviet t-34-76 S at F1
    """


@rule("3.2.e", "4.2.a")
def test_a_unit_named_by_mistake_may_act_later() -> None:
    """The stack is named, then C instead; A acts alone after it, and B."""
    s = stage(PAIR, *[1] * 4)
    before = s.b.state()
    s.do("act", "A", "B").do("back")
    assert s.asked == ("german", "operation")
    assert s.b.second_thoughts == 1
    s.b.second_thoughts = 0
    assert s.b.state() == before
    assert {(c.piece, c.to) for c in s.options("act")} == {("A", ""), ("B", ""), ("A", "B"), ("C", "")}
    s.do("act", "C").do("fire", "C", "S").done()
    s.do("act", "A").do("hold")
    assert s.refused("act", "A").rule == "3.2.e"
    assert s.do("act", "B").options("fire")


@rule("3.2.e", "EN.a")
def test_a_unit_off_the_map_may_be_put_back_too() -> None:
    s = stage(".. ..\ngerman tiger A at off\ngerman tiger B at off\nedge german A1")
    s.do("act", "A").do("back")
    assert {(c.piece, c.to) for c in s.options("act")} == {("A", ""), ("B", ""), ("A", "B")}


@rule("3.2.e")
@pytest.mark.parametrize(
    ("do", "piece", "to", "dice"), [("move", "", "B1", ()), ("fire and move", "C", "S", (1, 1, 1))]
)
def test_once_it_has_begun_there_is_no_way_back(do: str, piece: str, to: str, dice: tuple[int, ...]) -> None:
    s = stage("\n".join([".. .. .. .. .. .. .. ..", "german pzivg C at A1", "soviet t-34-76 S at F1 ops"]), *dice)
    s.do("act", "C").do(do, piece, to)
    assert not s.options("back")
    refused = s.refused("back")
    assert (refused.rule, refused.reason) == ("3.2.e", "C has begun to act: it can only go on or stop.")


@rule("3.2.e")
def test_nobody_changes_his_mind_for_ever() -> None:
    """Twenty units are put back; the next must act or stay idle, and then it may begin again."""
    s = stage(PAIR, *[1] * 4)
    for _ in range(10):
        s.do("act", "A").do("back").do("act", "C").do("back")
    s.do("act", "C")
    assert not s.options("back") and s.options("hold")
    refused = s.refused("back")
    reason = "You have put back 20 units since the last one acted: C must act or stay idle."
    assert (refused.rule, refused.reason) == ("3.2.e", reason)
    s.do("fire", "C", "S").done().do("act", "A")
    assert s.options("back")
    s.do("hold").do("act", "B")
    assert s.options("back") and s.b.second_thoughts == 0


@rule("3.2.e", "9.0.h")
def test_the_other_side_is_not_asked_twice_for_it() -> None:
    """He has let the moment for his Fate pass; which unit acts now is the owner's business."""
    s = stage(f"{PAIR}\nfate soviet 1").do("act", "C").do("overwatch", "C").do("act", "A")
    assert s.asked == ("soviet", "fate")
    s.do("pass").do("back").do("act", "B")
    assert s.asked == ("german", "action")


@rule("3.2.e")
def test_computer_players_have_no_second_thoughts() -> None:
    """None of them is offered it, however bad the rest."""
    s = stage(PAIR).do("act", "A")
    system, decision = s.play.system, s.play.decision
    assert Choice("back") in decision.options()
    assert Choice("back") not in Seat(s.play, "german").options()
    assert Choice("back") not in system.thinks.shortlist(s.b, decision)
    found = system.mind.policy(s.b).best_acts(s.b, decision.options(), 0)
    assert Choice("back") not in [choice for _, choice in found] and len(found) == len(decision.options()) - 1
