"""Chapter 9: Fate Points spent between dice: moves, Ops Complete, command; and who decides when."""

import pytest
from stage import NawStage, stage

from sandtable.testing import rule

# When --------------------------------------------------------------------------------------------

ORDER = """
    .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
    german pzivg P1 at A1
    german pzivg P2 at B1
    soviet t-34-76 S at P1
    """


def after_one_action(lines: str) -> NawStage:
    """P1 has taken Overwatch as its action."""
    return stage(f"{ORDER}\n{lines}").do("act", "P1").do("overwatch", "P1")


@rule("9.0.h")
def test_the_active_player_decides_first_then_the_other_until_both_pass() -> None:
    """German, Soviet, and as the Soviet has spent a point, the German and the Soviet once more."""
    s = after_one_action("fate german 1\nfate soviet 2")
    assert s.asked == ("german", "operation")
    assert s.options("fate move")
    s.do("act", "P2")  # the German passes
    assert s.asked == ("soviet", "fate")
    s.do("fate move", "S", "O1")
    assert s.asked == ("german", "operation")  # P2 has not acted: he decides anew
    s.do("fate move", "P1", "B1")
    assert s.asked == ("german", "operation")
    s.do("act", "P2")
    assert s.asked == ("soviet", "fate")
    s.do("pass")
    assert s.asked == ("german", "action")
    assert s.b.fate == [0, 1]
    assert s.b.action.units == [s.unit("P2").index]


@rule("9.0.h")
def test_who_has_spent_a_point_may_spend_the_next() -> None:
    """The Soviet spends one; the German passes again; the Soviet is asked for the other."""
    s = after_one_action("fate soviet 2").do("act", "P2").do("fate move", "S", "O1").do("act", "P2")
    assert s.asked == ("soviet", "fate")


@rule("9.0.h")
def test_the_other_side_may_answer_a_point_spent() -> None:
    """No action has ended since he was last asked, but the German has spent Fate."""
    s = after_one_action("fate german 2\nfate soviet 1").do("act", "P2").do("pass").do("hold")
    s.do("fate move", "P2", "C1").do("finish")
    assert s.asked == ("soviet", "fate")


@rule("9.0.h")
def test_the_other_side_is_asked_before_each_action_unless_it_passes_for_the_impulse() -> None:
    for word, kind in (("pass", "fate"), ("pass impulse", "")):
        s = after_one_action("fate soviet 1").do("act", "P2")
        s.do(word).do("move", "", "D1").do("stop")
        assert s.asked == (("soviet", kind) if kind else ("", ""))  # else the impulse is over


@rule("9.0.h")
def test_the_other_side_is_asked_before_the_first_action_of_an_impulse() -> None:
    """The marker drawn is seen, so Fate may be spent before its Formation acts."""
    s = stage(
        f"{ORDER}\ngerman hq 11th-panzer-hq at A1\nfate soviet 1\nphase draw\ncup german soviet", 1, goes_on=True
    )
    assert s.asked == ("german", "operation")
    s.do("act", "P1", number=1)
    assert s.asked == ("soviet", "fate")
    s.do("pass")
    assert s.asked == ("german", "action")


@rule("9.0.h", "9.0.a")
def test_without_points_nobody_is_asked() -> None:
    s = after_one_action("").do("act", "P2")
    assert s.asked == ("german", "action")
    assert not s.options("fate move")


@rule("9.0.j")
def test_no_fate_move_while_an_attack_is_resolved() -> None:
    """Opportunity Fire, saves and their dice ask for no Fate move; after the action there is one again."""
    s = stage(
        """
        .. .. .. .. .. ..
        german pzivg P at A1
        soviet t-34-76 S at F1
        fate german 2
        fate soviet 2
        """,
        *(5, 1, 1),  # Opportunity Fire of the T-34
        *(1, 1),  # the save fails
    )
    s.do("act", "P").do("move", "", "B1")
    assert s.asked == ("soviet", "opportunity fire")
    assert {c.do for c in s.options()} == {"fire", "pass", "pass march"}
    s.do("fire", "S", "P")
    assert s.asked == ("soviet", "fate dice")
    assert {c.do for c in s.options()} == {"fate re-roll", "keep"}
    s.do("keep")
    assert s.asked == ("german", "fate save")
    assert {c.do for c in s.options()} == {"fate re-roll", "keep"}
    s.do("keep")
    assert s.asked == ("german", "operation")
    assert s.options("fate move", "P")


@rule("9.0.j")
def test_no_fate_move_before_the_operations() -> None:
    """In the Fire Missions step nobody moves by Fate."""
    s = stage(
        """
        .. .. ..
        german infantry G at A1
        german hq 320th-infantry-hq at A1
        mission german 34
        fate german 3
        phase missions
        """
    )
    assert {c.do for c in s.options()} == {"call", "pass"}


# The move ----------------------------------------------------------------------------------------


@rule("9.0.c", "9.0.j")
def test_a_fate_move_ignores_terrain_costs_and_asks_for_no_movement() -> None:
    """A gun with MF 1 slips into wire although it is Ops Complete and Out of Command, and then once more."""
    s = stage(
        """
        .. R. ..
        german 45mm-atg A at A1 ops ooc
        marker wire B1
        fate german 2
        """
    )
    s.do("fate move", "A", "B1")
    assert s.where("A") == "B1"
    assert (s.unit("A").spent, s.unit("A").ops_complete, s.unit("A").out_of_command) == (0, True, True)
    moved = s.last("fate move")
    assert (moved.rule, moved.place, moved.value, moved.path) == ("9.0.c", "B1", 1, ("A1", "B1"))
    s.do("fate move", "A", "C1")
    assert s.b.fate == [0, 0]
    assert not s.options("fate move")


@rule("9.0.c")
def test_a_fate_move_does_not_make_the_unit_ops_complete() -> None:
    """It acts afterwards with its whole Movement Factor."""
    s = stage(".. .. .. .. .. ..\ngerman pzivg P at A1\nfate german 1")
    s.do("fate move", "P", "B1")
    assert not s.unit("P").ops_complete
    s.do("act", "P")
    assert s.places("move") == {"A1", "C1", "D1", "E1", "F1"}


@rule("9.0.j")
def test_where_a_fate_move_may_go() -> None:
    """Not into water, not to the enemy, not into a full hex, only to a neighbour; any Formation of the side."""
    s = stage(
        """
        .. .. .. .. ..
        .. L. .. .. ..
        .. .. .. .. ..
        german infantry G at B3
        german infantry O at C3 in=other
        german infantry O2 at C3 in=other
        soviet guards-infantry S at A3
        active german
        fate german 1
        """
    )
    # B3 has A3 (enemy), B2 (water), C3 (full), C4 (off the map) and A4 (off the map) around it.
    assert s.places("fate move", "G") == set()
    assert s.places("fate move", "O") == {"B3", "C2", "D2", "D3"}
    s.refused("fate move", "O", "E3")
    s.do("fate move", "O2", "B3")
    assert s.where("O2") == "B3"


@rule("9.0.j", "5.1.3.d")
def test_a_disrupted_unit_comes_no_closer_by_fate() -> None:
    """It sees the enemy four hexes away: back is allowed, forward is not."""
    s = stage(
        """
        .. .. .. .. .. ..
        german infantry G at B1 disrupted
        soviet guards-infantry S at F1
        fate german 1
        """
    )
    assert s.places("fate move", "G") == {"A1"}


@rule("9.0.j", "7.2.b", "7.2.c")
def test_a_fate_move_sets_off_mines() -> None:
    s = stage(".. .. ..\ngerman infantry G at A1\nmarker mines B1\nfate german 1", 5, 1)
    s.do("fate move", "G", "B1").done()
    assert (s.last("mines").target, s.last("mines").dice) == ("G", (5, 1))
    assert s.unit("G").disrupted and s.unit("G").ops_complete


@rule("9.0.j", "5.3.a", "5.3.c")
def test_a_fate_move_draws_opportunity_fire() -> None:
    """The mover is hurt, and that ends what it may do."""
    s = stage(
        ".. .. ..\ngerman infantry G at A1\nsoviet guards-infantry S at C1\nfate german 1",
        *(5, 1),
    )
    s.do("fate move", "G", "B1")
    assert s.asked == ("soviet", "opportunity fire")
    s.do("fire", "S", "G").done()
    assert s.unit("G").disrupted and s.unit("G").ops_complete
    assert s.unit("S").ops_complete


@rule("9.0.j", "9.0.h")
def test_in_the_enemys_impulse_the_active_side_fires_at_who_moves_by_fate() -> None:
    s = after_one_action("german pzivg P3 at C1 ops\nsoviet t-34-76 S3 at I1\nfate soviet 1").do("act", "P2")
    s.do("fate move", "S3", "H1")
    assert s.asked == ("german", "opportunity fire")
    assert {c.piece for c in s.options("fire")} == {"P1", "P2"}  # P3 is Ops Complete


HQ_SCENE = """
    .. .. ..
    .. .. ..
    german infantry G at A1
    german hq 320th-infantry-hq at A1
    fate german 2
    """


@rule("9.0.j", "2.5.6.a")
def test_the_hq_goes_along_when_nobody_would_stay_with_it() -> None:
    s = stage(HQ_SCENE).do("fate move", "G", "B1")
    assert s.b.ground.names[s.hq("german").hex] == "B1"


@rule("9.0.j", "2.5.6.a")
@pytest.mark.parametrize(("word", "place"), [("go on", "B1"), ("stay", "A1")])
def test_the_owner_chooses_when_another_unit_would_stay(word: str, place: str) -> None:
    s = stage(f"{HQ_SCENE}\ngerman infantry H at A1").do("fate move", "G", "B1")
    assert s.asked == ("german", "hq parts")
    s.do(word, "320th-infantry-hq")
    assert s.b.ground.names[s.hq("german").hex] == place


@rule("9.0.j", "2.5.6.a", "2.5.6.c")
def test_a_unit_of_another_formation_neither_keeps_nor_takes_the_hq() -> None:
    """The HQ must go with the last of its own; where another HQ is it cannot go, nor can the unit."""
    s = stage(
        f"""{HQ_SCENE}
        german infantry O at A1 in=other
        german infantry P at B1 in=other
        german hq 18th-panzer-hq at B1 in=other
        active german
        """
    )
    assert "B1" not in s.places("fate move", "G")
    assert s.places("fate move", "G") == {"A2"}
    s.do("fate move", "O", "A2")
    assert s.b.ground.names[s.b.hqs[0].hex] == "A1"
    s.do("fate move", "G", "A2")
    assert s.b.ground.names[s.b.hqs[0].hex] == "A2"


@rule("9.0.c", "13.1.g")
def test_a_fate_move_takes_control_of_the_hex() -> None:
    s = stage(".. ..\ngerman infantry G at A1\ncontrol soviet B1\nfate german 1").do("fate move", "G", "B1")
    assert s.b.control[0] >> s.b.ground.index["B1"] & 1
    assert not s.b.control[1] >> s.b.ground.index["B1"] & 1


# Inside a move -----------------------------------------------------------------------------------


@rule("9.0.j")
def test_a_fate_move_inside_the_units_own_move() -> None:
    """A Tiger (MF 3) drives two hexes, slips one by Fate for nothing and drives the third it can pay for."""
    s = stage(".. .. .. .. .. ..\ngerman tiger T at A1\nfate german 1")
    s.do("act", "T").do("move", "", "C1")
    s.do("fate move", "T", "D1")
    assert (s.where("T"), s.unit("T").spent) == ("D1", 2)
    assert s.places("move") == {"C1", "E1"}
    s.do("move", "", "E1")
    assert s.where("T") == "E1"
    assert s.unit("T").spent == 3


@rule("9.0.j")
def test_before_it_has_moved_a_unit_has_no_move_to_slip_in() -> None:
    s = stage(".. ..\ngerman tiger T at A1\nfate german 1").do("act", "T")
    assert s.options("fate move") == []


@rule("9.0.j", "5.3.c", "7.2.c", "9.0.c")
def test_hurt_by_a_fate_step_inside_its_move_the_unit_stops() -> None:
    s = stage(".. .. .. ..\ngerman infantry G at A1\ngerman infantry H at D1\nmarker mines C1\nfate german 1", 5, 1)
    s.do("act", "G").do("move", "", "B1").do("fate move", "G", "C1").done()
    assert s.unit("G").disrupted and s.unit("G").ops_complete
    assert s.asked == ("german", "operation")
    s = stage(".. .. .. ..\ngerman infantry G at B1\ngerman infantry H at D1\nmarker mines A1\nfate german 1", 5, 1)
    s.do("fate move", "G", "A1").done()
    assert s.where("G") == "A1" and s.unit("G").disrupted and s.unit("G").ops_complete


@rule("9.0.j", "4.2.a", "2.5.6.a")
def test_the_rest_of_a_split_stack_takes_the_hq_that_stayed() -> None:
    """The first half slips on without the HQ it was to lead; so the HQ goes with the second half."""
    s = stage(
        """
        .. .. .. .. .. ..
        german infantry G at A1
        german infantry H at A1
        german hq 320th-infantry-hq at A1
        fate german 1
        """
    )
    s.do("act", "G", "H", 1).do("move", "", "B1").do("split", "G", number=1)
    s.do("fate move", "G", "C1").do("stay", "320th-infantry-hq").do("stop")
    assert s.b.action.units == [s.unit("H").index]
    s.do("move", "", "A1")
    assert s.b.ground.names[s.hq("german").hex] == "A1"
    assert s.play.system.rules.faults(s.b) == []


@rule("9.0.j", "2.5.6.a", "9.0.c")
def test_an_hq_picked_up_on_the_way_goes_on_with_the_unit() -> None:
    """The HQ leaves its companion by Fate with a unit passing through, and is not dropped after it."""
    s = stage(
        """
        .. .. .. .. .. ..
        german infantry G at A1
        german infantry H at B1
        german hq 320th-infantry-hq at B1
        fate german 1
        """
    )
    s.do("act", "G").do("move", "", "B1").do("fate move", "G", "C1").do("go on", "320th-infantry-hq")
    s.do("move", "", "D1")
    assert s.b.ground.names[s.hq("german").hex] == "D1"
    assert s.play.system.rules.faults(s.b) == []


# In Command --------------------------------------------------------------------------------------

APART = """
    .. .. .. .. .. .. .. .. ..
    german infantry H at A1
    german hq 320th-infantry-hq at A1
    german infantry G1 at G1
    german infantry G2 at G1
    german infantry G3 at H1
    soviet t-34-76 S at I1
    phase command
    """


@rule("9.0.e", "9.0.k")
def test_a_point_after_a_failed_check_puts_all_units_of_the_hex_in_command() -> None:
    s = stage(f"{APART}\nfate german 1", *(6, 6), *(6, 6))  # G1 and H1 fail
    assert s.asked == ("german", "fate command")
    assert {c.do for c in s.options()} == {"fate command", "fate re-roll", "keep"}
    s.do("fate command", to="G1").done()
    assert [s.unit(id).out_of_command for id in ("G1", "G2", "G3")] == [False, False, True]
    assert (s.last("fate command").rule, s.last("fate command").value) == ("9.0.e", 0)
    assert {c.piece for c in s.options("act")} == {"H", "G1", "G2"}


@rule("9.0.e", "9.0.k")
def test_a_hex_out_of_command_may_still_be_bought_later_in_the_impulse() -> None:
    s = stage(f"{APART}\nfate german 2", *(6, 6), *(6, 6))
    s.do("keep").do("keep")
    assert s.asked == ("german", "operation")
    assert s.places("fate command") == {"G1", "H1"}
    assert not s.options("act", "G3")
    s.do("fate command", to="H1")
    assert s.options("act", "G3")
    assert s.unit("G1").out_of_command


@rule("9.0.e", "9.0.b", "9.0.d", "9.0.i")
def test_command_for_certain_is_offered_together_with_the_dice() -> None:
    """Morale 8 and a sum of 9: one down would pass, a re-roll may, and In Command is certain, at the same price."""
    text = f"{APART.replace('german infantry G3 at H1', '')}\nfate german 1"
    s = stage(text, *(5, 4))
    assert s.asked == ("german", "fate command")
    assert {c.do for c in s.options()} == {"fate command", "fate re-roll", "fate down", "keep"}
    s.do("fate command", to="G1").done()
    assert not s.unit("G1").out_of_command and s.b.fate == [0, 0]
    assert [e.kind for e in s.play.log if e.kind in ("morale check", "command check", "fate command")] == [
        "morale check",
        "command check",
        "fate command",
    ]
    assert (s.last("command check").value, s.last("morale check").dice) == (0, (5, 4))
    s = stage(text, *(5, 4)).do("fate down", number=5)
    assert s.asked == ("german", "operation") and not s.unit("G1").out_of_command


@rule("9.0.e", "9.0.a")
def test_without_a_point_a_failed_check_is_final() -> None:
    s = stage(APART, *(6, 6), *(6, 6))
    assert s.asked == ("german", "operation")
    assert {c.piece for c in s.options("act")} == {"H"}


@rule("9.0.k")
def test_command_is_bought_for_the_active_formation_only() -> None:
    """It lasts for the current activation, so for others it would buy nothing."""
    s = stage(
        """
        .. .. ..
        german infantry G at A1 ooc
        german infantry O at C1 ooc in=other
        active german
        fate german 1
        """
    )
    assert s.places("fate command") == {"A1"}


# Ops Complete ------------------------------------------------------------------------------------


@rule("9.0.f", "9.0.l")
def test_two_points_take_ops_complete_off_and_the_unit_acts_again() -> None:
    """It has spent 2 of its 4 MP: two are left, no more (4.0.a)."""
    s = stage(".. .. .. .. .. .. .. ..\ngerman pzivg P at A1\nfate german 2")
    s.do("act", "P").do("move", "", "C1").do("stop")
    assert s.unit("P").ops_complete
    s.do("fate free", "P")
    assert s.b.fate == [0, 0]
    assert (s.last("fate free").rule, s.last("fate free").value) == ("9.0.f", 0)
    s.do("act", "P")
    assert s.places("move") == {"A1", "B1", "D1", "E1"}


@rule("9.0.f")
def test_one_point_does_not_free_a_unit() -> None:
    s = stage(".. ..\ngerman pzivg P at A1 ops\nfate german 1")
    assert s.options("fate free") == []


@rule("9.0.l", "5.1.b")
def test_a_freed_unit_does_not_attack_twice() -> None:
    """It has fired: now it may move, but neither fire nor assault."""
    s = stage(
        """
        .. .. .. ..
        german pzivg P at A1
        soviet t-34-76 S at C1
        fate german 2
        """,
        *(1, 1, 1),
    )
    s.do("act", "P").do("fire", "P", "S").do("keep")
    s.do("fate free", "P").do("act", "P")
    assert {c.do for c in s.options()} == {"move", "hold", "back"}
    assert s.refused("fire", "P", "S").rule == "5.1.b"
    s.do("move", "", "B1").do("pass")
    refusal = s.refused("assault", "", "C1")
    assert (refusal.rule, refusal.reason) == ("5.1.b", "P has already attacked in this impulse.")


@rule("9.0.f", "9.0.l", "5.3.b")
def test_a_unit_is_freed_in_the_enemys_impulse_to_fire_at_a_mover() -> None:
    s = stage(
        """
        .. .. .. .. .. ..
        german pzivg P at A1
        soviet t-34-76 S at F1 ops
        fate soviet 2
        """,
        *(1, 1, 1),
    )
    s.do("act", "P").do("move", "", "B1")
    assert s.asked == ("soviet", "opportunity fire")
    assert {(c.do, c.piece) for c in s.options()} == {("fate free", "S"), ("pass march", ""), ("pass", "")}
    s.do("fate free", "S")
    assert s.b.fate == [0, 0]
    assert {(c.do, c.piece, c.to) for c in s.options()} == {
        ("fire", "S", "P"),
        ("pass march", "", ""),
        ("pass", "", ""),
    }
    s.do("fire", "S", "P").done()
    assert s.last("fired").text == "opportunity fire"
    assert s.unit("S").ops_complete


@rule("9.0.l", "5.1.b")
def test_who_has_fired_at_this_mover_is_not_freed_to_fire_again_in_the_impulse() -> None:
    s = stage(
        ".. .. .. .. .. ..\ngerman pzivg P at A1\nsoviet t-34-76 S at F1\nfate soviet 2",
        *(1, 1, 1),
    )
    s.do("act", "P").do("move", "", "B1").do("fire", "S", "P").do("keep")
    s.do("move", "", "C1")
    assert s.asked == ("german", "action")  # the Soviet is not asked: S has attacked in this impulse


@rule("9.0.l", "9.0.a")
def test_units_are_freed_as_often_as_points_last() -> None:
    s = stage(".. ..\ngerman pzivg P at A1 ops\ngerman pzivg Q at A1 ops\nfate german 5")
    s.do("fate free", "P").do("fate free", "Q")
    assert s.b.fate == [1, 0]
    assert s.options("fate free") == []


@rule("9.0.f")
def test_a_unit_freed_between_actions_of_the_enemy_fires_at_the_next_mover() -> None:
    s = after_one_action("soviet t-34-76 S3 at G1 ops\nfate soviet 2").do("act", "P2")
    s.do("fate free", "S3").do("act", "P2").do("move", "", "D1")
    assert s.asked == ("soviet", "opportunity fire")
    assert {c.piece for c in s.options("fire")} == {"S3"}


# Reactions to a Fate move ------------------------------------------------------------------------

LANE = ".. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .."  # A1 to P1, a straight line


def their_fate_move(*lines: str, dice: tuple[int, ...] = ()) -> NawStage:
    """In the German impulse U has acted; before the next action S is moved by Fate, from G1 to F1."""
    s = stage("\n".join([LANE, "german pzivg U at C1", "soviet t-34-76 S at G1", *lines]), *dice)
    s.do("act", "U").do("overwatch", "U").do("act", "V")
    assert s.asked == ("soviet", "fate")
    return s.do("fate move", "S", "F1")


@rule("3.4.2.e", "9.0.j")
def test_a_unit_out_of_command_does_not_react_in_the_impulse_of_its_formation() -> None:
    """T, Out of Command, lets the T-34 pass; the others may fire, and it may when another Formation acts."""
    s = their_fate_move("german pzivg T at A1 ooc", "german pzivg V at B1", "fate soviet 1")
    assert s.asked == ("german", "opportunity fire")
    assert {choice.piece for choice in s.options("fire")} == {"U", "V"}
    refused = s.refused("fire", "T", "S")
    assert (refused.rule, refused.reason) == (
        "3.4.2.e",
        "T is Out of Command in the impulse of its own Formation.",
    )
    other = stage(f"{LANE}\ngerman pzivg T at A1 ooc\nsoviet t-34-76 S at G1\nactive soviet")
    other.do("act", "S").do("move", "", "F1")
    assert other.options("fire")


@rule("3.4.2.e", "9.0.l")
def test_fate_does_not_free_a_unit_out_of_command_to_react_in_its_own_impulse() -> None:
    """T is Ops Complete and Out of Command: two points would not help it."""
    s = their_fate_move("german pzivg T at A1 ooc ops", "german pzivg V at B1", "fate soviet 1", "fate german 2")
    assert s.asked == ("german", "opportunity fire")
    assert not s.options("fate free")


@rule("11.0.b", "5.3.b")
def test_overwatch_waits_for_the_enemys_impulse() -> None:
    """U watches since this impulse: at a Fate move in it there is one shot, Opportunity Fire."""
    s = their_fate_move("german pzivg V at B1", "fate soviet 1", dice=(1, 1, 1))
    assert s.unit("U").overwatch
    assert {choice.do for choice in s.options()} == {"fire", "pass"}
    refused = s.refused("overwatch", "U", "S")
    assert (refused.rule, refused.reason) == (
        "11.0.b",
        "Overwatch works only in the enemy's impulse. In your own impulse, use Opportunity Fire.",
    )
    s.do("fire", "U", "S").done()
    assert s.asked == ("german", "operation")


@rule("5.3.c", "9.0.j")
def test_a_unit_hurt_by_fire_on_a_fate_move_between_actions_does_nothing_more() -> None:
    """S goes from G1 to F1 and is Disrupted there: it is Ops Complete and may not act; V may."""
    s = stage(
        f"{LANE}\ngerman pzivg T at A1\nsoviet t-34-76 S at G1\nsoviet t-34-76 V at P1\nfate soviet 1\nactive soviet",
        *(6, 1, 1, 1, 1),
    )
    s.do("fate move", "S", "F1").do("fire", "T", "S").done()
    assert (s.unit("S").disrupted, s.unit("S").steps, s.unit("S").ops_complete) == (True, 2, True)
    assert s.refused("act", "S").rule == "4.0.1"
    assert [choice.piece for choice in s.options("act")] == ["V"]


@rule("7.2.c", "9.0.j")
def test_a_unit_hurt_by_mines_on_a_fate_move_between_actions_does_nothing_more() -> None:
    """F1 is mined: the T-34 takes a hit there and is Ops Complete."""
    s = stage(
        f"{LANE}\nmarker mines F1\nsoviet t-34-76 S at G1\nsoviet t-34-76 V at P1\nfate soviet 1\nactive soviet",
        *(6, 1, 1, 1),
    )
    s.do("fate move", "S", "F1").done()
    assert (s.unit("S").disrupted, s.unit("S").ops_complete) == (True, True)
    assert [choice.piece for choice in s.options("act")] == ["V"]


@rule("5.3.c", "9.0.j")
def test_a_unit_unhurt_on_a_fate_move_may_still_act() -> None:
    s = stage(
        f"{LANE}\ngerman pzivg T at A1\nsoviet t-34-76 S at G1\nsoviet t-34-76 V at P1\nfate soviet 1\nactive soviet",
        *(1, 1, 1),
    )
    s.do("fate move", "S", "F1").do("fire", "T", "S").done()
    assert not s.unit("S").ops_complete
    assert {choice.piece for choice in s.options("act")} == {"S", "V"}


# Why not -----------------------------------------------------------------------------------------

REFUSING = """
    .. .. .. ..
    .. L. .. ..
    german pzivg P at A1
    german pzivg Q at A2
    german pzivg R at A2 ops
    german pioneer E at C1 demolition=2
    soviet t-34-76 S at B1
    """


@rule("9.0.c", "9.0.j", "9.0.e", "9.0.f", "9.0.k", "10.4.b", "5.1.3.d")
@pytest.mark.parametrize(
    ("points", "do", "piece", "to", "reason", "rule_id"),
    [
        (0, "fate move", "P", "A2", "That costs 1 Fate Point; you have 0.", "9.0.c"),
        (1, "fate free", "R", "", "That costs 2 Fate Points; you have 1.", "9.0.f"),
        (0, "fate command", "", "A1", "That costs 1 Fate Point; you have 0.", "9.0.e"),
        (2, "fate command", "", "A1", "No unit of the active Formation is Out of Command in A1.", "9.0.k"),
        (2, "fate move", "S", "B2", "No unit of yours is called 'S'.", "9.0.c"),
        (2, "fate move", "P", "D1", "A Fate move goes to an adjacent hex, and D1 is not next to P.", "9.0.c"),
        (2, "fate move", "P", "B1", "Enemies hold B1; a Fate move is not an attack.", "9.0.j"),
        (2, "fate move", "P", "A2", "A2 already holds two of your units.", "2.9.a"),
        (2, "fate move", "Q", "B2", "B2 cannot be entered.", "9.0.j"),
        (2, "fate free", "P", "", "P is not Ops Complete.", "9.0.f"),
        (2, "fate free", "E", "", "E is working on a bridge: its markers come off one at a time.", "10.4.b"),
    ],
)
def test_what_fate_does_not_buy(points: int, do: str, piece: str, to: str, reason: str, rule_id: str) -> None:
    s = stage(f"{REFUSING}\nfate german {points}")
    refused = s.refused(do, piece, to)
    assert (refused.reason, refused.rule) == (reason, rule_id)


@rule("9.0.h", "9.0.j")
def test_what_fate_does_not_buy_inside_an_action() -> None:
    s = stage(f"{REFUSING}\nfate german 2").do("act", "Q")
    reason = "During an action, only a single unit that has begun to move can make a Fate move."
    assert (s.refused("fate move", "Q", "A3").reason, s.refused("fate move", "Q", "A3").rule) == (reason, "9.0.j")
    refused = s.refused("fate free", "R")
    assert (refused.reason, refused.rule) == ("You can buy this between two actions, but not during one.", "9.0.h")
    refused = s.do("move", "", "A1").do("pass").refused("fate move", "P", "A2")
    assert (refused.reason, refused.rule) == ("Q is moving: the others must wait until it has finished.", "9.0.j")


@rule("9.0.j", "2.5.6.a", "2.5.6.c")
def test_fate_moves_no_hq_into_the_hex_of_another() -> None:
    """P is the last unit with its HQ, which would have to come along."""
    s = stage(
        """
        .. .. ..
        german pzivg P at A1
        german hq 11th-panzer-hq at A1
        german infantry G at B1
        german hq 320th-infantry-hq at B1
        soviet t-34-76 S at C1
        fate german 1
        """
    )
    refused = s.refused("fate move", "P", "B1")
    assert (refused.reason, refused.rule) == (
        "The HQ must come along, but there is already an HQ in B1.",
        "2.5.6.c",
    )


@rule("9.0.f", "9.0.l")
def test_whom_fate_does_not_free_for_opportunity_fire() -> None:
    """Points that lack, a unit without the marker, and one that would not see the mover anyway."""
    text = """
        .. .. .. W. .. ..
        german pzivg P at A1
        soviet t-34-76 S at C1
        soviet t-34-76 T at F1 ops
        fate soviet {}
        """
    s = stage(text.format(1)).do("act", "P").do("move", "", "B1")
    assert s.refused("fate free", "T").reason == "That costs 2 Fate Points; you have 1."
    s = stage(text.format(2)).do("act", "P")
    if s.asked == ("soviet", "fate"):
        s.do("pass")
    s.do("move", "", "B1")
    assert s.asked == ("soviet", "opportunity fire")
    assert (s.refused("fate free", "S").reason, s.refused("fate free", "S").rule) == (
        "S is not Ops Complete.",
        "9.0.f",
    )
    refused = s.refused("fate free", "T")
    assert refused.reason == "T could not fire at the moving unit, even without its marker."
    assert refused.rule == "9.0.l"
