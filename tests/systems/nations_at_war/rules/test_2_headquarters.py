"""2.5.6, 2.5.6.1 Headquarters and sub-headquarters: where they stand, how they move, whom they command."""

import pytest
from stage import ELSEWHERE, NawStage, stage

from sandtable.systems.nations_at_war.state.pieces import Hq
from sandtable.table.decision import Choice
from sandtable.testing import rule


def hq(s: NawStage, id: str) -> Hq:
    found: Hq = next(hq for hq in s.b.hqs if hq.id == id)
    return found


def hq_at(s: NawStage, id: str) -> str:
    """Where an HQ is."""
    place = hq(s, id).hex
    return ELSEWHERE.get(place) or s.b.ground.names[place]


def acts(s: NawStage) -> list[tuple[str, str, bool]]:
    """Who may act: unit, second unit, with the HQ."""
    return [(choice.piece, choice.to, bool(choice.number)) for choice in s.options("act")]


# Where it stands and how it moves ---------------------------------------------------------------------


@rule("2.5.6.a")
def test_the_hq_goes_with_its_only_companion() -> None:
    s = stage(".. .. ..\ngerman tiger T at A1\ngerman hq 505th-heavy-panzer-hq at A1\n")
    assert acts(s) == [("T", "", True)]
    refusal = s.refused("act", "T")
    assert (refusal.reason, refusal.rule) == ("The HQ would be left alone, so it must come along.", "2.5.6.a")
    s.do("act", "T", number=1).do("move", "", "C1")
    assert (s.where("T"), hq_at(s, "505th-heavy-panzer-hq")) == ("C1", "C1")


STAFF = """
    .. .. .. .. ..
    german tiger T1 at A1
    german tiger T2 at A1
    german tiger T3 at C1
    german hq 505th-heavy-panzer-hq at A1
    """


@rule("2.5.6.a")
def test_with_two_companions_the_owner_chooses_whether_the_hq_goes() -> None:
    s = stage(STAFF)
    assert acts(s) == [
        ("T1", "", False),
        ("T1", "", True),
        ("T1", "T2", True),
        ("T2", "", False),
        ("T2", "", True),
        ("T3", "", False),
    ]
    s.do("act", "T1").do("move", "", "B1").do("stop")
    assert hq_at(s, "505th-heavy-panzer-hq") == "A1"
    assert acts(s) == [("T2", "", True), ("T3", "", False)], "now T2 is its last companion"


@rule("2.5.6.a")
def test_one_move_of_its_own_choice_in_an_activation() -> None:
    """The HQ goes with T1 to C1 and may not go on with T3; T3 itself is not hindered."""
    s = stage(STAFF)
    s.do("act", "T1", number=1).do("move", "", "C1").do("stop")
    assert hq_at(s, "505th-heavy-panzer-hq") == "C1"
    assert acts(s) == [("T2", "", False), ("T3", "", False)]
    refusal = s.refused("act", "T3", number=1)
    assert (refusal.reason, refusal.rule) == ("The HQ has already moved, or is not there.", "2.5.6.a")
    s.do("act", "T3").do("move", "", "D1")
    assert (s.where("T3"), hq_at(s, "505th-heavy-panzer-hq")) == ("D1", "C1")


@rule("2.5.6.a")
def test_an_hq_that_has_moved_goes_on_with_its_last_companion() -> None:
    s = stage(
        """
        .. .. .. ..
        german tiger T at B1
        german hq 505th-heavy-panzer-hq at B1 moved
        """
    )
    s.do("act", "T", number=1).do("move", "", "D1")
    assert hq_at(s, "505th-heavy-panzer-hq") == "D1"


@rule("2.5.6.a")
def test_the_hq_moves_at_the_speed_of_the_unit_it_accompanies() -> None:
    s = stage(
        f"""
        {".. " * 8}
        german pziiil F at A1
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at A1
        """
    )
    s.do("act", "F", number=1)
    assert "F1" in s.places("move"), "MF 5"
    s.do("hold").do("act", "T", number=1)
    assert "D1" in s.places("move") and "E1" not in s.places("move"), "MF 3"


@rule("2.5.6.a")
def test_a_unit_of_another_formation_is_no_companion() -> None:
    """The Pz IV of another Formation shares the hex, yet the HQ goes with its Tiger."""
    s = stage(
        """
        .. .. ..
        german tiger T at A1 in=heavy
        german hq 505th-heavy-panzer-hq at A1 in=heavy
        german pzivg P at A1 in=panzer
        active german heavy
        """
    )
    assert acts(s) == [("T", "", True)]
    s = stage(
        """
        .. .. ..
        german tiger T at A1 in=heavy
        german hq 505th-heavy-panzer-hq at A1 in=heavy
        german pzivg P at A1 in=panzer
        active german panzer
        """
    )
    assert acts(s) == [("P", "", False)]


@rule("2.5.6.a", "2.5.6.c")
def test_set_up_with_a_unit_of_its_formation_and_alone_of_its_kind() -> None:
    text = """
        .. .. ..
        german tiger T at A1 in=heavy
        german hq 505th-heavy-panzer-hq at off in=heavy
        german pzivg P1 at A1 in=panzer
        german pzivg P2 at B1 in=panzer
        german pzivg P3 at C1 in=panzer
        german hq 11th-panzer-hq at off in=panzer
        phase setup
        """
    s = stage(text)
    assert hq_at(s, "505th-heavy-panzer-hq") == "A1", "its only unit is there, so nobody was asked"
    assert s.options() == [Choice("place", "11th-panzer-hq", "B1"), Choice("place", "11th-panzer-hq", "C1")]
    refusal = s.refused("place", "11th-panzer-hq", "A1")
    assert (refusal.reason, refusal.rule) == ("There is already an HQ in A1.", "2.5.6.c")


@rule("2.5.6.c")
def test_the_last_unit_is_set_up_where_its_hq_finds_room() -> None:
    """A1 holds the HQ of the 505th: the only Pz IV of the other Formation may not join it there."""
    s = stage(
        """
        .. ..
        german tiger T at A1 in=heavy
        german hq 505th-heavy-panzer-hq at A1 in=heavy
        german pzivg P at off in=panzer
        german hq 11th-panzer-hq at off in=panzer
        zone german A1 B1 in=panzer
        phase setup
        """
    )
    assert s.options("place") == [Choice("place", "P", "B1")]
    refusal = s.refused("place", "P", "A1")
    assert (refusal.reason, refusal.rule) == (
        "No hex would be left for the HQ of Panzer, since a hex holds only one HQ.",
        "2.5.6.c",
    )


@rule("2.9.a", "EN.d")
def test_a_full_hex_is_refused_for_its_stacking() -> None:
    """A1 is full and holds the HQ of the 505th; B1 is full: that is the reason, whoever is still to come."""
    s = stage(
        """
        .. .. ..
        german tiger T at A1 in=heavy
        german tiger U at A1 in=heavy
        german hq 505th-heavy-panzer-hq at A1 in=heavy
        german tiger V at B1 in=heavy
        german tiger W at B1 in=heavy
        german pzivg P at off in=panzer
        german pzivg Q at off in=panzer
        german hq 11th-panzer-hq at off in=panzer
        zone german A1 B1 C1 in=panzer
        phase setup
        """
    )
    for to in ("A1", "B1"):
        refusal = s.refused("place", "P", to)
        assert (refusal.reason, refusal.rule) == (f"{to} already holds two of your units.", "2.9.a")


TWO_HQS = """
    .. .. .. ..
    .. .. .. ..
    german pzivg P at A1 in=panzer
    german pzivg P2 at A1 in=panzer
    german hq 11th-panzer-hq at A1 in=panzer
    german tiger T at B1 in=heavy
    german hq 505th-heavy-panzer-hq at B1 in=heavy
    active german panzer
    """


@rule("2.5.6.c")
def test_an_hq_neither_enters_nor_passes_a_hex_with_another() -> None:
    """On a single row B1 bars the way; without its HQ the platoon drives through."""
    one_row = TWO_HQS.replace(".. .. .. ..\n    .. .. .. ..", ".. .. .. ..")
    s = stage(one_row).do("act", "P", number=1)
    assert s.places("move") == set()
    refusal = s.refused("move", "", "B1")
    assert (refusal.reason, refusal.rule) == ("There is already an HQ in B1.", "2.5.6.c")
    assert stage(one_row).do("act", "P").places("move") == {"B1", "C1", "D1"}
    s = stage(TWO_HQS).do("act", "P", number=1)
    assert "B1" not in s.places("move") and "C1" in s.places("move")
    s.do("move", "", "C1")
    assert "B1" not in {event.place for event in s.told("moved")}, "it went around"


@rule("2.5.6.c", "2.9.b", "2.9.a")
def test_an_hq_does_not_count_for_stacking() -> None:
    s = stage(
        """
        .. ..
        german tiger T1 at A1
        german hq 505th-heavy-panzer-hq at A1
        german tiger T2 at B1
        german tiger T3 at B1
        """
    )
    assert "A1" in s.do("act", "T2").places("move")
    s = stage(
        """
        .. .. ..
        german tiger T1 at A1
        german tiger T2 at A1
        german tiger T3 at B1
        german hq 505th-heavy-panzer-hq at A1
        """
    )
    s.do("act", "T1", number=1).do("move", "", "B1")
    assert hq_at(s, "505th-heavy-panzer-hq") == "B1"


# Command ---------------------------------------------------------------------------------------------


@rule("2.4.n", "2.5.6.d", "2.5.6.e", "3.4.2.a")
@pytest.mark.parametrize(
    ("state", "column", "checks"), [("", "E", 0), ("", "F", 1), ("reduced", "D", 0), ("reduced", "E", 1)]
)
def test_command_range(state: str, column: str, checks: int) -> None:
    """505th HQ: Command Range 4, reduced 3, counted in hexes over a river and an enemy."""
    s = stage(
        f"""
        .. L. .. .. .. ..
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at A1 {state}
        german tiger U at {column}1
        soviet t-34-76 S at C1
        phase command
        """,
        *(6, 6) * checks,
    )
    assert s.unit("U").out_of_command == bool(checks)
    assert not s.unit("T").out_of_command
    assert [event.place for event in s.told("command check")] == [f"{column}1"] * checks


@rule("2.5.6.d")
def test_only_the_own_formation_is_commanded() -> None:
    s = stage(
        """
        .. ..
        german tiger T at A1 in=heavy
        german hq 505th-heavy-panzer-hq at A1 in=heavy
        german pzivg P at B1 in=panzer
        active german panzer
        phase command
        """,
        *(6, 6),
    )
    assert s.unit("P").out_of_command


@rule("2.5.6.e")
def test_a_unit_outside_acts_after_passing_the_check() -> None:
    text = """
        .. .. .. .. .. .. ..
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at A1
        german tiger U at G1
        phase command
        """
    s = stage(text, *(4, 5))
    assert acts(s) == [("T", "", True), ("U", "", False)]
    s = stage(text, *(4, 6))
    assert acts(s) == [("T", "", True)]
    refusal = s.refused("act", "U")
    assert (refusal.reason, refusal.rule) == ("U is Out of Command.", "3.4.2.e")


SUB = """
    {row}
    german m3-lee L at A1
    german hq ccb-hq at A1
    german m3-lee M at {sub}1
    german sub-hq ccb-sub-hq at {sub}1
    german m3-lee U at {unit}1
    phase command
    """


@rule("2.5.6.1.a", "2.5.6.1.c")
@pytest.mark.parametrize(("sub", "unit", "checks"), [("I", "K", []), ("I", "L", ["L1"]), ("I", "G", [])])
def test_a_sub_hq_in_command_commands(sub: str, unit: str, checks: list[str]) -> None:
    """CCB HQ has range 4: the sub-HQ eight hexes away is In Command and commands two hexes around it."""
    s = stage(SUB.format(row=".. " * 13, sub=sub, unit=unit), *(6, 6) * len(checks))
    s.done()
    assert [event.place for event in s.told("command check")] == checks


@rule("2.5.6.1.b", "2.5.6.1.c")
def test_a_sub_hq_out_of_command_commands_nobody() -> None:
    """Nine hexes from the HQ: its own companion and the unit beside it must check."""
    s = stage(SUB.format(row=".. " * 13, sub="J", unit="K"), *(1, 1), *(6, 6))
    assert [(event.place, event.value) for event in s.told("command check")] == [("J1", 1), ("K1", 0)]


@rule("2.5.6.1.c", "8.0.b")
def test_radio_trouble_of_the_hq_leaves_its_sub_hq_in_command() -> None:
    """Twice the printed range counts, not the halved one: the sub-HQ eight hexes away still commands."""
    text = SUB.format(row=".. " * 13, sub="I", unit="K").replace("ccb-hq at A1", "ccb-hq at A1 halved")
    s = stage(text)
    s.done()
    assert s.hq("german").halved and s.told("command check") == []


@rule("2.5.6.1.a")
def test_otherwise_a_sub_hq_behaves_as_an_hq() -> None:
    """It goes along, leads, helps to rally and calls missions."""
    s = stage(
        """
        .. .. .. .. .. .. ..
        german m3-lee L at A1
        german hq ccb-hq at A1
        german m3-lee M at D1 disrupted
        german sub-hq ccb-sub-hq at D1
        soviet t-34-76 S at G1
        mission german 34
        phase rally
        """,
        *(4, 4),
    )
    assert [(m.amount, m.rule) for m in s.last("morale check").modifiers] == [(-1, "3.4.3.c")]
    assert not s.unit("M").disrupted
    assert Choice("call", "ccb-sub-hq", "34") in s.options()
    s.do("pass").do("act", "M", number=1)
    assert Choice("fire", "M", "S", 1) in s.options()
    s.do("move", "", "C1")
    assert hq_at(s, "ccb-sub-hq") == "C1"


@rule("2.5.6.1.d")
def test_a_sub_hq_has_one_step_and_never_returns() -> None:
    s = stage(
        """
        .. .. .. ..
        german m3-lee L at D1
        german m3-lee M at D1
        german sub-hq ccb-sub-hq at D1
        soviet t-34-76 S at A1
        active soviet
        turns 1
        """,
        *(5, 1, 1),  # one hit
        *(1,) * 2,  # not saved
        1,  # the check of the sub-HQ
        goes_on=True,
    )
    s.do("act", "S").do("fire", "S", "L").done()
    assert hq_at(s, "ccb-sub-hq") == "eliminated"
    assert s.told("hq reduced") == []
    assert s.play.result is not None, "the Marker Removal Phase of the last turn is over"
    assert s.told("hq returned") == []
