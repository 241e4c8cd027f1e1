"""11.0 Overwatch, and what chapter 12 leaves out."""

import pytest
from stage import NawStage, stage

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.rules.combat.fire import concealed
from sandtable.table.decision import Choice
from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .. .. .. .. .. .. .. .."  # A1 to O1, a straight line

MOVED = ("german", "opportunity fire")
FIRED = ("german", "overwatch")


def row(*lines: str, dice: tuple[int, ...] = (), goes_on: bool = False) -> NawStage:
    return stage("\n".join([ROW, *lines]), *dice, goes_on=goes_on)


# Taking the marker ---------------------------------------------------------------------------------


@rule("11.0.a")
def test_overwatch_is_a_whole_action() -> None:
    """A Pz IV takes the marker, is not Ops Complete, and may do nothing else in this impulse."""
    s = row("german pzivg P at A1", "german pzivg Q at B1", "soviet t-34-76 S at F1")
    s.do("act", "P").do("overwatch", "P")
    assert (s.unit("P").overwatch, s.unit("P").ops_complete) == (True, False)
    assert s.last("overwatch").rule == "11.0.a"
    assert s.asked == ("german", "operation")
    assert s.refused("act", "P").rule == "3.2.e"


@rule("11.0.a")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("pzivg P at A1 disrupted", "P is Disrupted."),
        (
            "american-81mm-mortar P at A1",
            "P cannot go on Overwatch: mortars and units in transports have no Firepower for it.",
        ),
        (
            "panzergrenadier P at A1 mounted",
            "P cannot go on Overwatch: mortars and units in transports have no Firepower for it.",
        ),
        ("opel-blitz P at A1", "P cannot go on Overwatch: mortars and units in transports have no Firepower for it."),
    ],
)
def test_who_cannot_watch(line: str, reason: str) -> None:
    """Disrupted units, mortars, transports and units without Firepower."""
    s = row(f"german {line}", "soviet t-34-76 S at F1").do("act", "P")
    refused = s.refused("overwatch", "P")
    assert (refused.rule, refused.reason) == ("11.0.a", reason)


@rule("11.0.a")
@pytest.mark.parametrize(("state", "rule_id"), [("ops", "4.0.1"), ("ooc", "3.4.2.e")])
def test_who_cannot_act_cannot_watch(state: str, rule_id: str) -> None:
    """Ops Complete and Out of Command units take no action at all."""
    s = row(f"german pzivg P at A1 {state}", "german pzivg Q at A1", "soviet t-34-76 S at F1")
    assert s.refused("act", "P").rule == rule_id


@rule("11.0.a")
def test_dismounted_it_may() -> None:
    """The same platoon on foot has Firepower and may watch."""
    s = row("german panzergrenadier P at A1", "soviet t-34-76 S at F1").do("act", "P")
    assert s.options("overwatch") == [Choice("overwatch", "P")]


@rule("11.0.a")
def test_not_after_moving_and_not_as_a_stack() -> None:
    """It comes instead of moving or firing, one unit at a time."""
    s = row("german pzivg P at A1", "german pzivg Q at A1", "soviet t-34-76 S at O1")
    s.do("act", "P", "Q")
    assert not s.options("overwatch")
    assert s.refused("overwatch", "P").reason == "Units go on Overwatch one at a time."
    s = row("german pzivg P at A1", "soviet t-34-76 S at O1").do("act", "P").do("move", "", "B1")
    refused = s.refused("overwatch", "P")
    assert refused.reason == "P has moved or fired; Overwatch is a separate action."


# Answering movement --------------------------------------------------------------------------------


@rule("11.0.b", "11.0.d", "11.0.e", "5.3.b")
def test_one_more_shot_at_a_mover() -> None:
    """Two Pz IVs watch, a third does not: at one hex one fires as Opportunity Fire and one from Overwatch."""
    s = row(
        "soviet t-34-76 S at H1",
        "german pzivg P at A1 overwatch",
        "german pzivg Q at A1 overwatch",
        "german pzivg R at B1",
        dice=(*(1, 1, 1), *(5, 1, 1), 1, 1),
    )
    s.do("act", "S").do("move", "", "G1")
    assert s.asked == MOVED
    shots = [(c.do, c.piece) for c in s.options()]
    assert shots == [
        ("fire", "P"),
        ("overwatch", "P"),
        ("fire", "Q"),
        ("overwatch", "Q"),
        ("fire", "R"),
        ("pass march", ""),
        ("pass", ""),
    ]
    s.do("overwatch", "P", "S")
    fired = s.last("fired")
    assert (fired.rule, fired.text, fired.dice, fired.need) == ("11.0.d", "overwatch fire", (1, 1, 1), 5)
    assert (s.unit("P").ops_complete, s.unit("P").overwatch) == (True, False)
    assert [(c.do, c.piece) for c in s.options()] == [("fire", "Q"), ("fire", "R"), ("pass march", ""), ("pass", "")]
    refused = s.refused("overwatch", "Q", "S")
    assert (refused.rule, refused.reason) == (
        "11.0.b",
        "Only one unit on Overwatch may fire for each hex entered, and one already has.",
    )
    s.do("fire", "R", "S").done()
    assert s.unit("Q").overwatch  # it has kept its marker
    assert s.unit("S").disrupted


@rule("11.0.b", "5.3.b")
def test_the_other_order() -> None:
    """After the Opportunity Fire shot only Overwatch is left for that hex."""
    s = row(
        "soviet t-34-76 S at H1",
        "german pzivg P at A1 overwatch",
        "german pzivg R at A1",
        dice=(1, 1, 1, 1, 1, 1),
    )
    s.do("act", "S").do("move", "", "G1").do("fire", "R", "S")
    assert s.options() == [Choice("overwatch", "P", "S"), Choice("pass march"), Choice("pass")]
    refused = s.refused("fire", "P", "S")
    assert refused.rule == "5.3.b"
    assert refused.reason == "Only one unit may use Opportunity Fire for each hex entered, and one already has."
    s.do("overwatch", "P", "S").done()
    assert s.asked == ("soviet", "action")


@rule("11.0.b")
@pytest.mark.parametrize(("start", "end", "offered"), [("N1", "M1", True), ("O1", "N1", False)])
def test_range_and_sight_as_in_opportunity_fire(start: str, end: str, offered: bool) -> None:
    """Extended Range counts against movers: 12 hexes for a Pz IV, not 13."""
    s = row(f"soviet t-34-76 S at {start}", "german pzivg P at A1 overwatch").do("act", "S").do("move", "", end)
    assert bool(s.options("overwatch")) is offered


@rule("11.0.b", "11.0.a", "5.3.a")
def test_why_a_unit_may_not_answer_a_march() -> None:
    """The marker is asked for only where the shot is one of Overwatch."""
    s = row("soviet t-34-76 S at H1", "german pzivg P at A1", "german pzivg Q at A1 ops").do("act", "S")
    s.do("move", "", "G1")
    found = [s.refused(do, id, "S") for do, id in (("overwatch", "P"), ("overwatch", "Q"), ("fire", "Q"))]
    assert [(each.reason, each.rule) for each in found] == [
        ("P is not on Overwatch.", "11.0.b"),
        ("Q is not on Overwatch.", "11.0.b"),
        ("Q is Ops Complete.", "5.3.a"),
    ]


@rule("11.0.e", "5.3.a")
def test_ordinary_opportunity_fire_gives_up_the_marker() -> None:
    """A watcher may fire as Opportunity Fire; the marker goes all the same."""
    s = row("soviet t-34-76 S at H1", "german pzivg P at A1 overwatch", dice=(1, 1, 1))
    s.do("act", "S").do("move", "", "G1").do("fire", "P", "S").done()
    assert s.last("fired").rule == "5.3.a"
    assert (s.unit("P").overwatch, s.unit("P").ops_complete) == (False, True)


# Answering fire ------------------------------------------------------------------------------------


@rule("11.0.c", "11.0.d")
def test_an_attack_is_answered() -> None:
    """The T-34 fires and misses; after that the watcher fires back, with Leadership if its HQ is there."""
    s = row(
        "soviet t-34-76 S at F1",
        "soviet t-34-76 X at O1",
        "german pzivg P at A1 overwatch",
        "german hq 11th-panzer-hq at A1",
        dice=(*(1, 1, 1), *(5, 1, 1, 1, 1), *(1, 1)),
    )
    s.do("act", "S").do("fire", "S", "P")
    assert s.asked == FIRED
    assert s.options() == [Choice("overwatch", "P", "S"), Choice("overwatch", "P", "S", 1), Choice("pass")]
    s.do("overwatch", "P", "S", 1).done()
    assert [e.piece for e in s.told("fired")] == ["S", "P"]
    assert (s.last("fired").rule, s.last("fired").dice) == ("11.0.d", (5, 1, 1, 1, 1))
    assert s.unit("S").disrupted
    assert s.unit("P").ops_complete and not s.unit("P").overwatch
    assert s.asked == ("soviet", "operation")


@rule("11.0.c")
def test_the_answer_is_a_choice() -> None:
    """Passing keeps the marker for the next attack."""
    s = row("soviet t-34-76 S at F1", "german pzivg P at A1 overwatch", dice=(1, 1, 1))
    s.do("act", "S").do("fire", "S", "P").do("pass").done()
    assert s.unit("P").overwatch and not s.unit("P").ops_complete


@rule("11.0.c")
@pytest.mark.parametrize(("place", "offered"), [("G1", True), ("H1", False)])
def test_within_printed_range_only(place: str, offered: bool) -> None:
    """The Pz IV answers at 6 hexes, not at 7, where it could fire at a mover."""
    s = row(f"soviet t-34-76 S at {place}", "german pzivg P at A1 overwatch", dice=(1, 1, 1))
    s.do("act", "S").do("fire", "S", "P").done()
    assert (s.asked == FIRED) is offered


@rule("11.0.c", "2.5.5.1.b")
def test_beyond_printed_range_is_refused() -> None:
    """With a nearer watcher to ask, the far one is told why not."""
    s = row(
        "soviet t-34-76 S at I1",
        "german pzivg P at C1 overwatch",
        "german pzivg Q at B1 overwatch",
        "german pzivg R at B1",
        dice=(1, 1, 1),
    )
    s.do("act", "S").do("fire", "S", "P").done()
    assert s.options("overwatch") == [Choice("overwatch", "P", "S")]
    refused = s.refused("overwatch", "Q", "S")
    assert (refused.rule, refused.reason) == ("11.0.c", "S is beyond the printed range of Q.")
    assert s.refused("overwatch", "R", "S").reason == "R is not on Overwatch."


@rule("11.0.c", "11.0.e")
def test_only_in_good_order() -> None:
    """A watcher Disrupted by the attack cannot answer it, and has lost its marker."""
    s = row("soviet t-34-76 S at F1", "german pzivg P at A1 overwatch", dice=(6, 1, 1, 1, 1))
    s.do("act", "S").do("fire", "S", "P").done()
    assert (s.unit("P").disrupted, s.unit("P").overwatch) == (True, False)
    assert s.asked != FIRED


@rule("11.0.c")
def test_one_shot_answers_each_attack() -> None:
    """Two watchers: after one has answered the other waits for the next attack."""
    s = row(
        "soviet t-34-76 S at F1",
        "soviet t-34-76 T at F1",
        "german pzivg P at A1 overwatch",
        "german pzivg Q at B1 overwatch",
        dice=(1, 1, 1) * 4,
    )
    s.do("act", "S").do("fire", "S", "P").do("overwatch", "P", "S")
    assert s.asked == ("soviet", "operation")
    s.do("act", "T").do("fire", "T", "P")
    assert s.options("overwatch") == [Choice("overwatch", "Q", "T")]
    s.do("overwatch", "Q", "T").done()


@rule("11.0.c")
def test_reactions_are_not_answered() -> None:
    """Opportunity Fire of the enemy is no attack of the active Formation: a watcher beside the mover is not asked."""
    s = row(
        "soviet t-34-76 S at H1",
        "soviet t-34-76 W at I1 overwatch",
        "german pzivg P at B1 overwatch",
        dice=(1, 1, 1),
    )
    s.do("act", "S").do("move", "", "G1").do("fire", "P", "S").done()
    assert s.asked == ("soviet", "action")
    assert s.unit("W").overwatch


@rule("11.0.c", "4.1.h", "4.1.j")
def test_a_firer_hurt_by_the_answer_does_not_move_on() -> None:
    """Fire and move: the answer Disrupts the T-34, which stays where it is, Ops Complete."""
    s = row(
        "soviet t-34-76 S at F1",
        "soviet t-34-76 X at O1",
        "german pzivg P at A1 overwatch",
        dice=(*(1, 1), *(5, 1, 1), *(1, 1)),
    )
    s.do("act", "S").do("fire and move", "S", "P").do("overwatch", "P", "S").done()
    assert (s.unit("S").disrupted, s.unit("S").ops_complete, s.where("S")) == (True, True, "F1")
    assert s.asked == ("soviet", "operation")


@rule("11.0.c", "4.1.j")
def test_a_firer_missed_by_the_answer_goes_on() -> None:
    """Fire and move: the answer misses and the T-34 still has its half move."""
    s = row("soviet t-34-76 S at F1", "german pzivg P at A1 overwatch", dice=(*(1, 1), *(1, 1, 1)))
    s.do("act", "S").do("fire and move", "S", "P").do("overwatch", "P", "S").done()
    assert s.places("move") == {"D1", "E1", "G1", "H1"}


@rule("11.0.c", "5.1.6.a")
def test_a_mortar_that_bombards_is_answered() -> None:
    """Direct mortar fire is a ranged attack too."""
    s = row("soviet american-81mm-mortar M at D1", "german pzivg P at A1 overwatch", dice=(1, 1))
    s.do("act", "M").do("bombard", "M", "A1").done()
    assert s.options("overwatch") == [Choice("overwatch", "P", "M")]


# The shot ------------------------------------------------------------------------------------------


@rule("11.0.d")
def test_the_target_is_not_concealed() -> None:
    """Infantry concealed in Woods fires: against the answer it has the die of the terrain alone."""
    text = """
        .. .. .. W. .. ..
        soviet guards-infantry G at D1
        german infantry O at B1 overwatch
        """
    s = stage(text, 1, *(6, 1, 1), 1)
    assert concealed(s.b, s.unit("G"))
    s.do("act", "G").do("fire and move", "G", "O").do("overwatch", "O", "G").done()
    assert [m.rule for m in s.last("saved").modifiers] == ["TEC.woods"]
    assert s.last("saved").dice == (1,)


@rule("11.0.d", "5.2.a")
def test_no_acquisition() -> None:
    """A miss from Overwatch at a standing tank acquires nothing."""
    s = row("soviet t-34-76 S at F1", "german pzivg P at A1 overwatch", dice=(*(1, 1, 1), *(1, 1, 1)))
    s.do("act", "S").do("fire", "S", "P").do("overwatch", "P", "S").done()
    assert s.unit("P").acquired == -1


@rule("11.0.d", "5.2.c")
def test_normal_modifiers() -> None:
    """An acquisition made earlier counts for the answer: To-Hit 5 becomes 4."""
    s = row("soviet t-34-76 S at F1", "german pzivg P at A1 overwatch acquired=S", dice=(*(1, 1, 1), *(3, 3, 3)))
    s.do("act", "S").do("fire", "S", "P").do("overwatch", "P", "S").done()
    assert (s.last("fired").need, [m.rule for m in s.last("fired").modifiers]) == (4, ["5.2.c"])


# The end of the marker -----------------------------------------------------------------------------


@rule("11.0.e")
def test_a_step_lost_ends_it() -> None:
    """A watcher that is hit by fire loses the marker (Disrupted, or Reduced as well)."""
    s = row("soviet t-34-76 S at D1", "german pzivg P at A1 overwatch", dice=(6, 6, 1, 1, 1))
    s.do("act", "S").do("fire", "S", "P").done()
    assert (s.unit("P").steps, s.unit("P").overwatch) == (1, False)


@rule("11.0.e")
def test_moving_ends_it() -> None:
    """A Fate move is a move."""
    s = row("german pzivg P at A1", "soviet t-34-76 S at O1", "fate german 1").do("act", "P").do("overwatch", "P")
    s.do("fate move", "P", "B1")
    assert (s.where("P"), s.unit("P").overwatch) == ("B1", False)


@rule("11.0.e", "3.4.1")
def test_the_next_activation_ends_it() -> None:
    """The marker comes off when its own Formation is activated again, and stays on the units of another."""
    s = row(
        "german pzivg P at A1 overwatch",
        "german hq 11th-panzer-hq at A1",
        "german pzivg Q at B1 overwatch in=other",
        "soviet t-34-76 S at O1",
        "phase command",
    )
    assert s.asked == ("german", "operation")
    assert (s.unit("P").overwatch, s.unit("Q").overwatch) == (False, True)


@rule("11.0.e")
def test_it_stays_through_marker_removal() -> None:
    """The Marker Removal Phase takes Ops Complete off and leaves Overwatch; then the Soviets are drawn."""
    s = row(
        "german pzivg P at A1 overwatch",
        "german pzivg Q at B1 ops",
        "soviet t-34-76 S at O1",
        "soviet hq 276th-tank-hq at O1",
        "phase removal",
        dice=(2,),  # of german, soviet; each side holds an End Turn marker (3.3.1.c)
        goes_on=True,
    ).done()
    assert (s.b.turn, s.asked) == (2, ("soviet", "operation"))
    assert s.unit("P").overwatch
    assert not s.unit("Q").ops_complete


@rule("11.0.f")
def test_the_counter_mix_is_no_limit() -> None:
    """The kit has two such counters; four units may watch at once."""
    ids = ("P", "Q", "R", "T")
    s = row(*(f"german pzivg {id} at {'ABCD'[n]}1" for n, id in enumerate(ids)), "soviet t-34-76 S at O1")
    for id in ids:
        s.do("act", id).do("overwatch", id)
    assert [s.unit(id).overwatch for id in ids] == [True] * 4


# Chapter 12 ----------------------------------------------------------------------------------------


@rule("12.0", "12.0.a")
def test_no_unique_weapons_in_the_scenarios() -> None:
    """Everything in both orders of battle is of the kinds of chapter 2; no piece needs a rule of chapter 12."""
    game = NATIONS_AT_WAR
    kinds: set[str] = set()
    weapons: set[str] = set()
    for id in ("nations_at_war/cats-in-the-mist", "nations_at_war/the-bridge-at-berezovyy-logg"):
        scenario = game.shelf.find(id)
        kinds |= {unit.type.kind for formation in scenario.formations for unit in formation.units}
        weapons |= {weapon.key for formation in scenario.formations for weapon in formation.free_weapons}
    assert kinds == {"afv", "infantry", "engineer", "gun"}  # 2.5.1, 2.5.2, 10.4.c, 2.5.4
    assert weapons == {"hmg"}  # 2.7.a
