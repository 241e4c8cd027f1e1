"""4.1 Move and Fire: single units and stacks, in either order."""

import pytest
from stage import ONE_IMPULSE, NawStage, stage, with_asterisk_on_foot

from sandtable.systems.nations_at_war.scene import scene
from sandtable.table.event import Modifier
from sandtable.testing import rule

COLUMN = "..\n" * 12  # A1 to A12 in a straight line
PENALTY = (
    Modifier(-1, "move and fire, Firepower", "4.1.e"),
    Modifier(1, "move and fire, To-Hit", "4.1.e"),
)


def shot(s: NawStage) -> tuple[str, str, tuple[int, ...], int]:
    """The last attack: who, at whom, dice, To-Hit."""
    fired = s.last("fired")
    return (fired.piece, fired.target, fired.dice, fired.need)


# The examples of the book ------------------------------------------------------------------------


@rule("4.1.c")
def test_tiger_example() -> None:
    """A Tiger with MF 3 may move one MP and fire; after two it may not."""
    s = stage(f"{COLUMN} german tiger T at A1\n soviet t-34-76 S at A9 ops", 1, 1, 1)
    s.do("act", "T").do("move", "", "A2")
    assert s.places("fire") == {"S"}
    s.do("move", "", "A3")
    assert s.options("fire") == []
    refusal = s.refused("fire", "T", "S")
    assert (refusal.reason, refusal.rule) == ("T has spent 2 MP; to fire as well, it could spend only 1.", "4.1.c")
    s = stage(f"{COLUMN} german tiger T at A1\n soviet t-34-76 S at A9 ops", 1, 1, 1)
    s.do("act", "T").do("move", "", "A2").do("fire", "T", "S").done()
    assert shot(s) == ("T", "S", (1, 1, 1), 5)


@rule("4.1.c")
def test_tiger_example_a_hex_of_two_points() -> None:
    """Firing first, the Tiger has one MP: Woods, which cost it two, are closed to it."""
    s = stage("W.\n ..\n ..\n ..\n ..\n ..\n german tiger T at A2\n soviet t-34-76 S at A6 ops", 1, 1, 1)
    s.do("act", "T").do("fire and move", "T", "S").done()
    assert s.places("move") == {"A3"}
    refusal = s.refused("move", "", "A1")
    assert (refusal.reason, refusal.rule) == ("T needs 2 MP to enter A1 (Woods) and has 1.", "4.1.c")


@rule("4.1.c")
def test_woods_entered_before_leave_no_shot() -> None:
    """The same Tiger may enter the Woods for two MP, but then it does not fire."""
    s = stage("..\n W.\n ..\n ..\n ..\n german tiger T at A1\n soviet t-34-76 S at A5 ops")
    s.do("act", "T").do("move", "", "A2")
    assert s.options("fire") == []
    assert s.refused("fire", "T", "S").rule == "4.1.c"


@rule("4.1.e", "4.1.a", "4.1.1")
def test_t34_example() -> None:
    """A T-34 (AP 3, To-Hit 5, MF 5) moves 2 hexes and fires at a Pz IV with 2 dice at To-Hit 6."""
    s = stage(f"{COLUMN} soviet t-34-76 S at A1\n german pzivg P at A7 ops", *(6, 5), *(1, 1))
    s.do("act", "S").do("move", "", "A3")
    s.do("fire", "S", "P").done()
    assert shot(s) == ("S", "P", (6, 5), 6)
    assert s.last("fired").modifiers == PENALTY and s.last("fired").text == "move and fire"
    assert s.last("saved").dice == (1, 1) and s.unit("P").disrupted
    assert s.unit("S").ops_complete
    assert [e.kind for e in s.play.log if e.kind in ("moved", "fired", "saved", "disrupted")] == [
        "moved",
        "moved",
        "fired",
        "saved",
        "disrupted",
    ]


@rule("4.1.c")
def test_t34_with_three_of_five_points_spent() -> None:
    """Half of 5 is 2: after a third MP the T-34 does not fire."""
    s = stage(f"{COLUMN} soviet t-34-76 S at A1\n german pzivg P at A8 ops")
    s.do("act", "S").do("move", "", "A4")
    assert s.options("fire") == [] and s.refused("fire", "S", "P").rule == "4.1.c"


@rule("4.1.e", "4.1.a", "4.1.1", "4.1.j")
def test_pz_iv_example() -> None:
    """A Pz IV fires first with 2 dice at To-Hit 6, then moves up to 2 hexes of cost 1, and is Ops Complete."""
    s = stage(f"{COLUMN} german pzivg P at A5\n soviet t-34-76 S at A10 ops", *(6, 5), *(6, 1))
    s.do("act", "P").do("fire and move", "P", "S").done()
    assert shot(s) == ("P", "S", (6, 5), 6) and s.last("fired").modifiers == PENALTY
    assert not s.unit("P").ops_complete
    assert s.places("move") == {"A3", "A4", "A6", "A7"}
    assert s.refused("move", "", "A8").reason == "P cannot reach A8 with 2 MP."
    s.do("move", "", "A3")
    assert s.where("P") == "A3" and s.unit("P").ops_complete


@rule("4.1.g")
def test_panzer_iii_example() -> None:
    """A Sherman fires at the Pz III in its first hex; not Disrupted, the Pz III finishes its move and fires."""
    s = stage(
        f"{COLUMN} german pziiil P at A1\n soviet m4-sherman S at A8",
        *(5, 1, 1),
        *(6, 1),  # saved
        6,
        *(1, 1),
    )
    s.do("act", "P").do("move", "", "A3")
    assert s.where("P") == "A2" and s.asked == ("soviet", "opportunity fire")
    s.do("fire", "S", "P")
    assert s.asked == ("german", "action") and not s.unit("P").disrupted
    s.do("move", "", "A3").do("fire", "P", "S").done()
    assert [(e.piece, e.text) for e in s.told("fired")] == [("S", "opportunity fire"), ("P", "move and fire")]
    assert shot(s) == ("P", "S", (6,), 6) and s.unit("S").disrupted


# Who and when ------------------------------------------------------------------------------------


@rule("4.1.h")
def test_a_unit_disrupted_on_the_move_neither_moves_nor_fires() -> None:
    """The same Pz III, not saved: it is Ops Complete and its owner is not asked again."""
    s = stage(f"{COLUMN} german pziiil P at A1\n soviet m4-sherman S at A8", *(5, 1, 1), *(1, 1))
    s.do("act", "P").do("move", "", "A3").do("fire", "S", "P").done()
    assert s.unit("P").disrupted and s.unit("P").ops_complete and s.where("P") == "A2"
    assert s.asked == ("", "")


@rule("4.1.h")
def test_a_unit_disrupted_after_firing_does_not_move_on() -> None:
    """Fire and move: the Opportunity Fire comes in the first hex of the move and stops it there."""
    s = stage(
        f"{COLUMN} german pzivg P at A8\n soviet m4-sherman S at A2 ops\n soviet m4-sherman U at A1",
        *(1, 1),
        *(6, 6, 1),
        *(6, 1),
    )
    s.do("act", "P").do("fire and move", "P", "S").do("move", "", "A10").do("fire", "U", "P").done()
    assert s.where("P") == "A9" and s.unit("P").disrupted and s.unit("P").ops_complete
    assert s.asked == ("", "")


@rule("4.1.a")
def test_reactions_are_not_followed_by_a_move() -> None:
    """Outside its Formation's activation a unit fires without penalty and stays where it is."""
    s = stage(f"{COLUMN} german pzivg P at A1\n soviet m4-sherman S at A7", *(1, 1, 1))
    s.do("act", "P").do("move", "", "A2")
    assert {c.do for c in s.options()} == {"fire", "pass", "pass march"}
    s.do("fire", "S", "P").done()
    assert s.last("fired").modifiers == () and s.unit("S").ops_complete and s.where("S") == "A7"


@rule("4.1.b", "4.1.a")
def test_mf_one_may_not_move_and_fire() -> None:
    """A gun with MF 1 moves or fires; a mortar crew's MF 2 would do, but see 4.1.k."""
    text = f"{COLUMN} soviet 45mm-atg G at A1\n german pzivg P at A4 ops"
    s = stage(text)
    s.do("act", "G")
    assert s.options("fire and move") == [] and s.places("fire") == {"P"}
    refusal = s.refused("fire and move", "G", "P")
    assert (refusal.reason, refusal.rule) == ("G with MF 1 cannot move and fire.", "4.1.b")
    s.do("move", "", "A2")
    assert s.asked == ("", "") and s.told("fired") == []


@rule("4.1.b")
def test_a_unit_that_unloads_may_not_fire() -> None:
    """Armored Infantry dismounts next to the enemy and has no shot this activation."""
    text = f"{COLUMN} german panzergrenadier G at A1 mounted\n soviet guards-infantry S at A3 ops"
    s = stage(text)
    s.do("act", "G").do("move", "", "A2")
    assert s.options("fire") != []  # the half-track itself may
    s.do("unload", "G")
    assert s.told("fired") == [] and s.asked == ("", "")
    # Not only for want of MP: with an asterisk on the foot side 1 MP is paid, no more than half of 3.
    b = scene(text)
    b.units[0].type = with_asterisk_on_foot(b.units[0].type)
    s = NawStage(ONE_IMPULSE, b)
    s.do("act", "G").do("unload", "G")
    assert s.unit("G").spent == 1 and s.places("move") == {"A2"}
    assert s.options("fire") == []
    refusal = s.refused("fire", "G", "S")
    assert (refusal.reason, refusal.rule) == ("G has unloaded in this activation and may not fire.", "4.1.b")


@rule("4.1.d")
def test_no_other_platoon_acts_between_move_and_fire() -> None:
    """While P is on its way only P may be told to go on; once it has stopped it does not fire later."""
    s = stage(f"{COLUMN} german pzivg P at A1\n german pzivg Q at A2\n soviet t-34-76 S at A7 ops")
    s.do("act", "P").do("move", "", "A3")
    assert s.options("act") == [] and s.options("fire") != []
    s.do("stop").do("act", "Q").do("hold")
    s = stage(f"{COLUMN} german pzivg P at A1\n german pzivg Q at A2\n soviet t-34-76 S at A7 ops")
    s.do("act", "P").do("move", "", "A3").do("stop")
    refusal = s.refused("act", "P")
    assert (refusal.reason, refusal.rule) == ("P is Ops Complete.", "4.0.1")


@rule("4.1.d")
def test_after_moving_and_firing_no_more_movement() -> None:
    """One MP of two is left, but the shot has ended the action."""
    s = stage(f"{COLUMN} german pzivg P at A1\n german pzivg Q at A9\n soviet t-34-76 S at A7 ops", 1, 1)
    s.do("act", "P").do("move", "", "A2").do("fire", "P", "S").done()
    assert s.unit("P").ops_complete and s.asked == ("german", "operation")


@rule("4.1.f")
def test_firing_first_must_be_declared() -> None:
    """A plain shot has no penalty and ends the action; the declared one has the penalty and lets the unit move."""
    text = f"{COLUMN} german pzivg P at A1\n german pzivg Q at A12\n soviet t-34-76 S at A6 ops"
    s = stage(text, 1, 1, 1)
    s.do("act", "P").do("fire", "P", "S").done()
    assert shot(s) == ("P", "S", (1, 1, 1), 5)
    assert s.unit("P").ops_complete and s.asked == ("german", "operation")
    s = stage(text, 1, 1)
    s.do("act", "P").do("fire and move", "P", "S").done()
    assert shot(s) == ("P", "S", (1, 1), 6)
    assert s.asked == ("german", "action") and s.places("move") == {"A2", "A3"}


@rule("4.1.f")
def test_moving_first_needs_no_declaration() -> None:
    """Within half its MF a unit may still decide: fire, move on beyond half, or stop."""
    s = stage(f"{COLUMN} german pzivg P at A1\n soviet t-34-76 S at A9 ops")
    s.do("act", "P").do("move", "", "A3")
    assert {c.do for c in s.options()} == {"move", "fire", "stop"}
    s.do("move", "", "A5")
    assert s.unit("P").spent == 4 and s.unit("P").ops_complete


@rule("4.1.i")
@pytest.mark.parametrize("do", ["assault", "overrun"])
def test_after_firing_no_entry_into_an_enemy_hex(do: str) -> None:
    """A unit that has declared fire and move does not assault or overrun."""
    s = stage(f"{COLUMN} german pzivg P at A2\n soviet guards-infantry S at A3 ops", *(1,))
    s.do("act", "P")
    assert s.places("assault") == {"A3"}
    s.do("fire and move", "P", "S").done()
    assert s.options("assault") == [] and s.options("overrun") == [] and s.places("move") == {"A1"}
    refusal = s.refused(do, "", "A3")
    assert (refusal.reason, refusal.rule) == ("A unit that moves and fires may not enter an enemy hex.", "4.1.i")


@rule("4.1.k")
def test_mortars_never_move_and_fire() -> None:
    """Before a move it may bombard; after one not; and after bombarding it does not move."""
    text = (
        f"{COLUMN} german american-81mm-mortar M at A1\n german tiger T at A12\n soviet guards-infantry S at A7 ops"
    )
    s = stage(text)
    s.do("act", "M")
    assert s.places("bombard") == {"A7"} and s.options("fire and move") == []
    s.do("move", "", "A2")
    assert s.options("bombard") == []
    refusal = s.refused("bombard", "M", "A7")
    assert (refusal.reason, refusal.rule) == ("M is a mortar and cannot move and fire.", "4.1.k")
    s = stage(text, 1, 1)
    s.do("act", "M").do("bombard", "M", "A7").done()
    assert s.unit("M").ops_complete and s.asked == ("german", "operation")


# Stacks ------------------------------------------------------------------------------------------


@rule("4.1.l")
def test_a_stack_moves_then_each_fires_in_turn() -> None:
    """Two Pz IV move two hexes together, then each makes its own attack with the penalty, one after the other."""
    s = stage(
        f"{COLUMN} german pzivg P at A1\n german pzivg Q at A1\n soviet t-34-76 S at A8 ops",
        *(6, 1),
        *(1, 1),
        *(6, 1),
        *(1, 1),
    )
    s.do("act", "P", "Q").do("move", "", "A3")
    assert s.places("fire", "P") == {"S"} and s.places("fire", "Q") == {"S"}
    s.do("fire", "Q", "S")
    assert s.unit("S").disrupted and not s.unit("Q").ops_complete
    assert s.options("fire", "Q") == [] and s.options("move") == [] and s.options("split") == []
    s.do("fire", "P", "S").done()
    assert [(e.piece, e.dice, e.need) for e in s.told("fired")] == [("Q", (6, 1), 6), ("P", (6, 1), 6)]
    assert s.unit("S").steps == 1  # the second hit came when the first had been applied
    assert s.unit("P").ops_complete and s.unit("Q").ops_complete


@rule("4.1.l")
def test_a_stack_fires_then_moves() -> None:
    """In reverse: both fire with the penalty, then they move half together."""
    s = stage(f"{COLUMN} german pzivg P at A4\n german pzivg Q at A4\n soviet t-34-76 S at A10 ops", *(1, 1), *(1, 1))
    s.do("act", "P", "Q")
    assert s.options("fire") == []  # standing units fire one by one; together they fire and move
    s.do("fire and move", "P", "S").do("fire", "Q", "S").done()
    assert [(e.piece, e.dice, e.need) for e in s.told("fired")] == [("P", (1, 1), 6), ("Q", (1, 1), 6)]
    assert s.places("move") == {"A2", "A3", "A5", "A6"}
    s.do("move", "", "A2")
    assert (s.where("P"), s.where("Q")) == ("A2", "A2")
    assert s.unit("P").ops_complete and s.unit("Q").ops_complete


@rule("4.1.l")
def test_who_did_not_fire_before_the_move_does_not_fire_after_it() -> None:
    """One order for the whole stack: after fire and move Q, which has not fired, has no shot left."""
    s = stage(f"{COLUMN} german pzivg P at A4\n german pzivg Q at A4\n soviet t-34-76 S at A10 ops", *(1, 1))
    s.do("act", "P", "Q").do("fire and move", "P", "S").do("move", "", "A5").done()
    assert s.options("fire") == []
    refusal = s.refused("fire", "Q", "S")
    assert (refusal.reason, refusal.rule) == ("Q should have fired before it moved.", "4.1.f")


@rule("4.1.l")
def test_a_stack_of_unequal_mf_moves_and_fires_by_the_lower_half() -> None:
    """Tiger (half 1) and Pz IV (half 2): one hex and both may fire; after two neither fires with the stack."""
    text = f"{COLUMN} german tiger T at A4\n german pzivg P at A4\n soviet t-34-76 S at A10 ops"
    s = stage(text)
    s.do("act", "T", "P").do("move", "", "A5")
    assert {c.piece for c in s.options("fire")} == {"T", "P"}
    s.do("move", "", "A6")
    assert s.options("fire") == []
    refusal = s.refused("fire", "P", "S")
    assert (refusal.reason, refusal.rule) == ("T has spent 2 MP; to fire as well, it could spend only 1.", "4.1.l")
    assert s.refused("fire", "T", "S").rule == "4.1.c"
    s = stage(text, *(1, 1))
    s.do("act", "T", "P").do("fire and move", "P", "S").done()
    assert s.places("move") == {"A3", "A5"}


@rule("4.1.l", "4.2.a")
def test_a_stack_may_still_split_in_the_half_move() -> None:
    """Tiger and Pz IV fire, move a hex together, and the Pz IV takes its second MP alone, without another shot."""
    s = stage(
        f"{COLUMN} german tiger T at A4\n german pzivg P at A4\n soviet t-34-76 S at A10 ops", *(1, 1), *(1, 1, 1)
    )
    s.do("act", "T", "P").do("fire and move", "P", "S").do("fire", "T", "S").do("move", "", "A3").done()
    s.do("split", "P")
    assert s.places("move") == {"A2", "A4"} and s.options("fire") == []
    s.do("move", "", "A2")
    assert (s.where("T"), s.where("P")) == ("A3", "A2")
    assert s.unit("T").ops_complete and s.unit("P").ops_complete and s.asked == ("", "")


@rule("4.1.l", "4.2.a", "4.1.j")
def test_a_unit_that_splits_off_fires_and_the_other_moves_on() -> None:
    """After one hex P splits off and fires; Q then goes on with all the rest of its MF."""
    s = stage(f"{COLUMN} german pzivg P at A4\n german pzivg Q at A4\n soviet t-34-76 S at A11 ops", *(1, 1))
    s.do("act", "P", "Q").do("move", "", "A5").do("split", "P").do("fire", "P", "S").done()
    assert s.unit("P").ops_complete and s.asked == ("german", "action")
    assert s.places("move") == {"A2", "A3", "A4", "A6", "A7", "A8"}
    assert s.places("fire") == {"S"}


@rule("4.1.l", "4.1.b", "4.1.k")
@pytest.mark.parametrize(("type", "moves"), [("45mm-atg", 1), ("american-81mm-mortar", 1)])
def test_who_may_not_move_and_fire_goes_along(type: str, moves: int) -> None:
    """A gun with MF 1 or a mortar goes along in the infantry's half move, in either order, and does not fire."""
    text = f"{COLUMN} german infantry I at A4\n german {type} G at A4\n soviet guards-infantry S at A6 ops"
    s = stage(text, *(1, 1))
    s.do("act", "I", "G")
    assert {c.piece for c in s.options("fire and move")} == {"I"} and s.options("bombard") == []
    s.do("fire and move", "I", "S").done()
    assert s.options("fire") == []
    word, target, no = ("fire", "S", "4.1.b") if type == "45mm-atg" else ("bombard", "A6", "4.1.k")
    assert s.refused(word, "G", target).rule == no
    assert s.places("move") == {"A3", "A5"}
    s.do("move", "", "A3")
    assert (s.where("I"), s.where("G"), s.unit("G").spent) == ("A3", "A3", moves)
    s = stage(text, *(1, 1))
    s.do("act", "I", "G").do("move", "", "A5")
    assert {c.piece for c in s.options("fire")} == {"I"}
    assert s.refused(word, "G", target).rule == no
    s.do("fire", "I", "S").done()
    assert s.last("fired").modifiers[:2] == PENALTY


@rule("4.1.l", "4.1.k")
def test_a_mortar_that_goes_along_does_not_slow_the_half_move() -> None:
    """Pz IV (half 2) and a mortar with MF 2: two hexes together, before or after the shot of the tank."""
    text = f"{COLUMN} german pzivg P at A4\n german american-81mm-mortar M at A4\n soviet t-34-76 S at A11 ops"
    s = stage(text, 1)
    s.do("act", "P", "M").do("fire and move", "P", "S").done()
    s.do("move", "", "A5").do("move", "", "A6")
    assert (s.where("P"), s.where("M"), s.unit("M").spent) == ("A6", "A6", 2)
    s = stage(text)
    s.do("act", "P", "M").do("move", "", "A5").do("move", "", "A6")
    assert s.places("fire") == {"S"} and {c.piece for c in s.options("fire")} == {"P"}


@rule("4.1.l", "4.1.h")
def test_only_the_unit_that_is_hurt_stops() -> None:
    """Opportunity Fire Disrupts Q; P finishes the half move and fires."""
    s = stage(
        f"{COLUMN} german pzivg P at A1\n german pzivg Q at A1\n soviet t-34-76 S at A7",
        *(5, 1, 1),
        *(1, 1),
        *(1, 1),
    )
    s.do("act", "P", "Q").do("move", "", "A3").do("fire", "S", "Q")
    assert s.where("Q") == "A2" and s.unit("Q").ops_complete
    s.do("move", "", "A3").do("fire", "P", "S").done()
    assert (s.where("P"), s.where("Q")) == ("A3", "A2")


@rule("4.1.m")
def test_one_target_in_a_stack_for_each_hex_moved() -> None:
    """S fires at one unit in the first hex, U at one in the second; never both in one hex."""
    s = stage(
        f"""{COLUMN} german pzivg P at A1
        german pzivg Q at A1
        soviet t-34-76 S at A8
        soviet t-34-76 U at A8""",
        *(1, 1, 1),
        *(1, 1, 1),
        *(1, 1),
    )
    s.do("act", "P", "Q").do("move", "", "A3")
    assert {(c.piece, c.to) for c in s.options("fire")} == {("S", "P"), ("S", "Q"), ("U", "P"), ("U", "Q")}
    s.do("fire", "S", "P")
    assert s.asked == ("german", "action")
    s.do("move", "", "A3")
    assert {(c.piece, c.to) for c in s.options("fire")} == {("U", "P"), ("U", "Q")}
    s.do("fire", "U", "Q").do("fire", "P", "S").done()
    assert [(e.piece, e.target, e.place) for e in s.told("fired")] == [
        ("S", "P", "A2"),
        ("U", "Q", "A3"),
        ("P", "S", "A8"),
    ]
