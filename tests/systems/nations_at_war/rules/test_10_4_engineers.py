"""10.4 Engineers and Pioneers: blowing a bridge."""

import pytest
from stage import NawStage, stage

from sandtable.systems.nations_at_war.state.faults import faults
from sandtable.testing import rule

# The bridge is B1, the river B2; A1, A2, C1, C2 are its banks.
RIVER = ".. Lb .. ..\n .. L. .. .."
TO_REMOVAL = "phase removal\n turns 1"  # the battle ends after this Marker Removal Phase


def bridge_is_out(s: NawStage) -> bool:
    return bool(s.b.bridge_out >> s.b.ground.index["B1"] & 1)


@rule("10.4.a", "10.4.b", "10.4.c")
def test_a_demolition_from_start_to_end() -> None:
    """Three markers: one off in the Marker Removal Phase, one on activation, one in the next; then 3-6 blows it."""
    s = stage(
        f"{RIVER}\n german pioneer E at A1\n german hq 320th-infantry-hq at A1\n turns 3",
        2,  # turn 2: the German marker
        3,  # the charge goes off
        3,  # turn 3: the German marker
        goes_on=True,
    )
    s.do("act", "E", number=1).do("demolish", "E", "B1")
    begun = s.told("demolition begun")[0]
    assert (begun.piece, begun.place, begun.value, begun.rule) == ("E", "B1", 3, "10.4.a")
    assert [(e.value, e.dice, e.need) for e in s.told("demolition")] == [(2, (), 0), (1, (), 0), (0, (3,), 3)]
    order = [e.kind for e in s.play.log if e.kind in ("demolition", "marker removal", "activated", "bridge out")]
    assert order[:7] == [
        "marker removal",
        "demolition",
        "activated",
        "demolition",
        "marker removal",
        "demolition",
        "bridge out",
    ]
    assert bridge_is_out(s)
    # On the bank nobody is shifted. The blast has made the Pioneers Ops Complete; activation takes that off.
    assert s.where("E") == "A1" and s.told("shifted") == []
    assert s.asked == ("german", "operation")


@rule("10.4.a", "10.4.b")
@pytest.mark.parametrize(("die", "blown"), [(1, False), (2, False), (3, True), (6, True)])
def test_the_charge(die: int, blown: bool) -> None:
    """3-6 destroys the bridge, 1-2 does not; after a success the Engineer is Ops Complete, after a failure not."""
    s = stage(f"{RIVER}\n german pioneer E at A1 demolition=1\n {TO_REMOVAL}", die)
    s.done()
    assert bridge_is_out(s) is blown and s.unit("E").ops_complete is blown
    assert s.unit("E").demolition == 0


@rule("10.4.b", "10.4.a")
def test_after_a_failure_it_may_start_again() -> None:
    """In the activation in which the last marker came off."""
    s = stage(f"{RIVER}\n german pioneer E at A1 demolition=1\n german hq 320th-infantry-hq at A1\n phase command", 2)
    s.done()
    s.do("act", "E", number=1)
    assert s.places("demolish") == {"B1"}
    s.do("demolish", "E", "B1")
    assert s.unit("E").demolition == 3 and s.unit("E").ops_complete


@rule("10.4.a", "9.0.h")
@pytest.mark.parametrize(("points", "asked"), [(1, ("soviet", "fate")), (0, ("german", "action"))])
def test_once_work_has_begun_the_enemy_may_spend_fate(points: int, asked: tuple[str, str]) -> None:
    s = stage(
        f"{RIVER}\n german pioneer E at A1\n german tiger T at D1\n soviet t-34-76 S at D2\n fate soviet {points}"
    )
    assert not s.b.waiting_fate
    s.do("act", "E").do("demolish", "E", "B1")
    assert s.asked == ("german", "operation")
    assert s.do("act", "T").asked == asked


@rule("10.4.a")
def test_the_stack_of_a_successful_engineer_is_ops_complete() -> None:
    """Both do nothing in this activation, whichever counter comes first."""
    for first, second in (("pioneer E", "tiger T"), ("tiger T", "pioneer E")):
        words = {"pioneer E": "demolition=1", "tiger T": ""}
        s = stage(
            f"""{RIVER}
            german {first} at A1 {words[first]}
            german {second} at A1 {words[second]}
            german tiger U at D1
            german hq 505th-heavy-panzer-hq at A1
            phase command
            """,
            3,
        )
        s.done()
        assert s.unit("E").ops_complete and s.unit("T").ops_complete
        assert [c.piece for c in s.options("act")] == ["U"]


@rule("10.4.a")
def test_a_bridge_that_is_out_is_closed_to_all() -> None:
    """Nobody moves there, nobody assaults across; the reason is named."""
    s = stage(f"{RIVER}\n german pzivg P at A1\n marker bridge-out B1")
    s.do("act", "P")
    assert s.places("move") == {"A2"}
    refusal = s.refused("move", "", "B1")
    assert (refusal.reason, refusal.rule) == ("The bridge at B1 is out.", "10.4.a")
    s = stage(".. Lb ..\n L. L. L.\n german pzivg P at off\n edge german B1\n marker bridge-out B1")
    s.do("act", "P")
    assert s.options("move") == []


@rule("10.4.a")
def test_the_engineer_on_the_bridge_is_shifted_with_its_stack() -> None:
    """To a bank of the owner's choice, HQ included; the enemy's hex is no choice."""
    s = stage(
        f"""{RIVER}
        german pioneer E at B1 demolition=1
        german tiger T at B1
        german hq 320th-infantry-hq at B1
        soviet t-34-76 S at C2 acquired=T
        {TO_REMOVAL}
        """,
        4,
    )
    s.done()
    assert s.asked == ("german", "shift") and s.places("shift") == {"A1", "A2", "C1"}
    assert s.refused("shift", "E", "C2").rule == "10.4.a"
    s.do("shift", "E", "A2")
    assert (s.where("E"), s.where("T"), s.b.ground.names[s.hq("german").hex]) == ("A2", "A2", "A2")
    told = [(event.rule, event.side, event.piece, event.place) for event in s.told("shifted")]
    assert told == [("10.4.a", "german", "E", "A2"), ("10.4.a", "german", "T", "A2")]
    assert s.unit("E").ops_complete and s.unit("T").ops_complete
    assert s.unit("S").acquired == -1  # the target has moved (5.2.f)
    assert s.b.control[0] >> s.b.ground.index["A2"] & 1


@rule("10.4.a", "10.4.b")
def test_the_enemy_on_the_bridge_is_shifted_by_its_owner() -> None:
    """Blown from the bank under a Soviet tank."""
    s = stage(f"{RIVER}\n german pioneer E at A1 demolition=1\n soviet t-34-76 S at B1\n {TO_REMOVAL}", 6)
    s.done()
    assert s.asked == ("soviet", "shift") and s.places("shift") == {"A2", "C1", "C2"}
    assert faults(s.b) == []  # it is not closed before they are off it
    s.do("shift", "S", "C2")
    assert bridge_is_out(s)
    assert s.where("S") == "C2" and not s.unit("S").ops_complete


@rule("10.4.b", "7.2.b", "10.4.a")
def test_a_single_way_is_taken_without_a_question_and_mines_there_attack() -> None:
    """The only legal hex is mined: entered for whatever reason (7.2.b)."""
    s = stage(f".. Lb L.\n L. L. L.\n german pioneer E at B1 demolition=1\n marker mines A1\n {TO_REMOVAL}", *(3,), 5)
    s.done()
    assert s.where("E") == "A1" and s.last("mines").target == "E" and s.unit("E").disrupted


@rule("10.4.b", "10.4.a", "2.5.6.b")
def test_units_without_a_legal_hex_are_eliminated() -> None:
    """Enemies on one bank, water on the other: the tank is lost with its HQ."""
    s = stage(
        f"""
        .. Lb L.
        L. L. L.
        german pioneer E at A1 demolition=1
        soviet t-34-76 S at B1
        soviet hq 276th-tank-hq at B1
        {TO_REMOVAL}
        """,
        5,
    )
    s.done()
    assert s.where("S") == "eliminated" and s.hq("soviet").steps == 0
    assert s.last("eliminated").rule == "10.4.b"


@rule("10.4.b", "10.4.a")
def test_a_stack_that_finds_no_common_hex_is_shifted_one_by_one() -> None:
    """On each bank there is room for one; nobody is lost."""
    s = stage(
        f"""
        .. Lb ..
        L. L. L.
        german pioneer E at B1 demolition=1
        german tiger T at B1
        german infantry I at A1
        german infantry J at C1
        {TO_REMOVAL}
        """,
        5,
    )
    s.done()
    assert s.places("shift") == {"A1", "C1"}
    s.do("shift", "E", "C1")
    assert (s.where("E"), s.where("T")) == ("C1", "A1")
    s = stage(
        f"""
        .. Lb L.
        L. L. L.
        german pioneer E at B1 demolition=1
        german tiger T at B1
        german infantry I at A1
        {TO_REMOVAL}
        """,
        5,
    )
    s.done()
    assert (s.where("E"), s.where("T")) == ("A1", "eliminated")


@rule("10.4.b")
def test_who_may_start() -> None:
    """A Good Order Engineer in or next to the bridge hex; not one farther off, not infantry, not after moving."""
    for text, may in (
        ("pioneer E at A1", True),
        ("pioneer E at C2", True),
        ("pioneer E at B1", True),
        ("pioneer E at D1", False),
        ("infantry E at A1", False),
        ("pioneer E at A1 disrupted", False),
    ):
        s = stage(f"{RIVER}\n german {text}")
        s.do("act", "E")
        assert (s.options("demolish") != []) is may, text
    s = stage(f"{RIVER}\n german pioneer E at D1")
    s.do("act", "E").do("move", "", "C1")
    assert s.options("demolish") == []
    s = stage(f"{RIVER}\n german pioneer E at A1 ooc\n german tiger T at D1")
    assert s.refused("act", "E").rule == "3.4.2.e"
    s = stage(f"{RIVER}\n german pioneer E at A1\n marker bridge-out B1")
    s.do("act", "E")
    assert s.options("demolish") == []


@rule("10.4.b")
def test_at_work_it_does_nothing_else() -> None:
    """It does not act in its own impulse, nor fire at who moves past."""
    s = stage(f"{RIVER}\n german pioneer E at A1 demolition=2\n german tiger T at D1")
    refusal = s.refused("act", "E")
    assert (refusal.reason, refusal.rule) == ("E is working on the bridge.", "10.4.b")
    s = stage(f"{RIVER}\n soviet guards-infantry S at D1\n german pioneer E at A1 demolition=2")
    s.do("act", "S").do("move", "", "C1")
    assert s.asked == ("soviet", "action")  # nobody was asked for Opportunity Fire


@rule("10.4.b")
def test_its_markers_come_off_one_at_a_time() -> None:
    """The Marker Removal Phase takes one of three and leaves the Engineer Ops Complete; the others lose theirs."""
    s = stage(f"{RIVER}\n german pioneer E at A1 demolition=3\n german tiger T at D1 ops\n {TO_REMOVAL}")
    assert s.unit("E").demolition == 2 and s.unit("E").ops_complete
    assert not s.unit("T").ops_complete
    s = stage(f"{RIVER}\n german pioneer E at A1 demolition=3\n german hq 320th-infantry-hq at A1\n phase command")
    assert s.unit("E").demolition == 2 and s.unit("E").ops_complete


@rule("10.4.b")
def test_being_disrupted_ends_the_attempt() -> None:
    """Fire that Disrupts the Engineer ends it; fire that misses does not."""
    for dice, left in (((6, 1), 0), ((1, 1), 2)):
        s = stage(f"{RIVER}\n soviet t-34-76 S at D1\n german pioneer E at A1 demolition=2", *dice)
        s.do("act", "S").do("fire", "S", "E").done()
        assert s.unit("E").demolition == left


@rule("10.4.b")
def test_being_moved_ends_the_attempt() -> None:
    """A Fate move, or a retreat out of the hex."""
    s = stage(f"{RIVER}\n german pioneer E at A1 demolition=2\n fate german 1\n german tiger T at D1")
    s.do("fate move", "E", "A2")
    assert s.unit("E").demolition == 0


@rule("10.4.b")
def test_a_beaten_off_assault_does_not_end_it() -> None:
    """Neither Disrupted nor moved, the Engineer works on."""
    s = stage(
        f"{RIVER}\n soviet t-34-76 S at A2\n german pioneer E at A1 demolition=2",
        *(1, 1),
        *(4, 1, 1),
    )
    s.do("act", "S").do("assault", "", "A1").do("keep").done()
    assert s.where("S") == "A2" and s.unit("E").demolition == 2 and s.unit("E").ops_complete


@rule("10.4.b")
def test_between_two_bridges_the_owner_chooses_when_he_is_ready() -> None:
    """Both are next to him; the one he names goes up."""
    s = stage(f"Lb .. Lb\n L. L. L.\n german pioneer E at B1 demolition=1\n {TO_REMOVAL}", 3)
    assert s.asked == ("german", "demolition") and s.places("blow") == {"A1", "C1"}
    s.do("blow", "E", "C1").done()
    assert s.last("bridge out").place == "C1" and s.b.bridge_out == 1 << s.b.ground.index["C1"]


@rule("10.4.b")
def test_a_bridge_already_blown_needs_no_die() -> None:
    """Another Engineer was quicker: the last marker comes off and nothing happens."""
    s = stage(f"{RIVER}\n german pioneer E at A1 demolition=1\n marker bridge-out B1\n {TO_REMOVAL}")
    assert s.unit("E").demolition == 0 and not s.unit("E").ops_complete and s.chance.drawn == []


@rule("10.4.c")
def test_pioneers_are_engineers() -> None:
    """German Pioneers as well as American Engineers, and no infantry."""
    s = stage(f"{RIVER}\n german pioneer P at A1\n german american-engineer E at A2\n german infantry I at C1")
    assert [s.unit(id).type.engineer for id in "PEI"] == [True, True, False]
    s.do("act", "P")
    assert s.places("demolish") == {"B1"}


# Why not -----------------------------------------------------------------------------------------


LATER = "You choose the bridge when the charges are ready, not when the work begins."


@rule("7.2.e", "7.3.c", "10.4.a", "10.4.b")
@pytest.mark.parametrize(
    ("who", "do", "to", "reason", "rule_id"),
    [
        ("G", "clear mines", "", "G is not an Engineer.", "7.2.e"),
        ("G", "cut wire", "", "G is not an Engineer.", "7.3.c"),
        ("G", "demolish", "B1", "G is not an Engineer.", "10.4.a"),
        ("E", "clear mines", "", "There are no mines in D1.", "7.2.e"),
        ("E", "cut wire", "", "There is no wire in D1.", "7.3.c"),
        ("E", "demolish", "B1", "E has no intact bridge in its hex or an adjacent one.", "10.4.b"),
        ("W", "demolish", "C1", LATER, "10.4.b"),
        ("D", "clear mines", "", "D is Disrupted.", "5.1.3.c"),
    ],
)
def test_why_this_work_is_refused(who: str, do: str, to: str, reason: str, rule_id: str) -> None:
    s = stage(
        f"{RIVER}\n german infantry G at A1\n german pioneer E at D1\n german pioneer D at D2 disrupted\n"
        "german pioneer W at A2\nmarker mines D2"
    )
    refused = s.do("act", who).refused(do, who, to)
    assert (refused.reason, refused.rule) == (reason, rule_id)


@rule("7.2.e", "7.3.c", "5.1.3.c")
def test_work_takes_the_whole_activation() -> None:
    s = stage(f"{RIVER}\n german pioneer E at C1").do("act", "E").do("move", "", "D1")
    assert s.asked == ("german", "action")
    refused = s.refused("cut wire", "E")
    assert (refused.reason, refused.rule) == ("E has moved or fired; this takes its whole activation.", "7.3.c")


@rule("4.2.a", "2.5.6.a", "4.1.f")
def test_why_a_stack_does_not_split() -> None:
    text = ".. .. .. ..\n german pzivg P at A1\n german pzivg Q at A1"
    s = stage(text).do("act", "P")
    refused = s.refused("split", "P")
    assert (refused.reason, refused.rule) == ("P acts alone: there is no stack to split.", "4.2.a")
    s = stage(text).do("act", "P", "Q")
    assert (
        s.refused("split", "P").reason
        == "A stack can split only once it has moved. Before that, let a single unit act."
    )
    s.do("move", "", "B1")
    refused = s.refused("split", "X")
    assert (refused.reason, refused.rule) == ("'X' is not acting now.", "4.2.a")
    refused = s.refused("split", "P", number=1)
    assert (refused.reason, refused.rule) == ("The HQ must stay with a unit of its own Formation.", "2.5.6.a")


@rule("4.2.a", "4.1.f")
def test_a_stack_of_which_one_has_fired_does_not_split() -> None:
    text = ".. .. .. .. ..\n german pzivg P at A1\n german pzivg Q at A1\n soviet t-34-76 S at E1"
    s = stage(text, *(1, 1, 1)).do("act", "P", "Q").do("move", "", "B1")
    if s.asked == ("soviet", "opportunity fire"):
        s.do("pass")
    s.do("fire", "P", "S")
    refused = s.refused("split", "Q")
    assert (refused.reason, refused.rule) == ("The stack has fired and can no longer move.", "4.1.f")


@rule("10.4.b")
def test_another_bridge_is_not_blown() -> None:
    s = stage(f"Lb .. Lb .. Lb\n L. L. L. .. ..\n german pioneer E at B1 demolition=1\n {TO_REMOVAL}")
    refused = s.refused("blow", "E", "E1")
    assert (refused.reason, refused.rule) == ("E works on a bridge in its own hex or an adjacent one.", "10.4.b")
