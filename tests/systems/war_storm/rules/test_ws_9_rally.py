"""9.4 Rally: by himself, by the officer of the company, by superiors and commissars."""

import pytest
from ws_fight import OPEN, Drill

from sandtable.systems.war_storm.rules.activation import why_idle, why_not_ready
from sandtable.systems.war_storm.rules.rally import rally_options, why_no_rally
from sandtable.systems.war_storm.state.pieces import NEVER
from sandtable.testing import rule

RALLY = (
    OPEN
    + """
blue officer O at A001 morale=7 lead=1
blue us-infantry U at A001 routed
blue us-infantry V at A001
blue us-infantry W at A002 routed
blue us-infantry X at A001 routed of=other
red grenadier G at A606
actor O
"""
)


@rule("9.4.2.ex", "9.4.2.a", "9.2.2.e", "9.2.1.i", "9.4.1.a")
@pytest.mark.parametrize(("dice", "rallied"), [((2, 2), True), ((2, 3), False)])
def test_the_rally_example_of_the_book(dice: tuple[int, int], rallied: bool) -> None:
    """Lt. Jones, 7 and 1; 7 steps lost of a company of 4; the platoon itself has lost one: 7 + 1 - 3 - 1 = 4."""
    text = OPEN + "blue officer Jones at A001 type=jones\nblue us-infantry U at A001 routed lost=1\n"
    text += "blue us-infantry V at A002 lost=2\nblue us-infantry W at A002 lost=1\nblue us-infantry Z at dead\n"
    drill = Drill(text + "red grenadier G at A606\nactor Jones", *dice)
    drill.do("rally", "Jones", "U")
    event = drill.last("rally")
    assert event.need == 4 and [note.amount for note in event.modifiers] == [1, -3, -1]
    assert drill.platoon("U").routed == (not rallied) and drill.platoon("U").finished == (not rallied)


@rule("9.4.e", "3.2.c")
def test_whom_the_officer_of_a_company_may_rally() -> None:
    drill = Drill(RALLY)
    assert {choice.to for choice in drill.options("rally")} == {"U"}
    officer = drill.officer("O")
    assert why_no_rally(drill.b, officer, drill.unit("W"))[1] == "9.4.e"  # another hex
    assert why_no_rally(drill.b, officer, drill.unit("X"))[1] == "3.2.c"  # another company
    assert why_no_rally(drill.b, officer, drill.unit("V"))[1] == "9.4.e"  # not routed


@rule("9.4.e")
def test_whom_nobody_may_rally() -> None:
    """The enemy, the fallen, and who is not routed; but a unit in A000, the first hex, as any other."""
    text = RALLY.replace("A001", "A000").replace("G at A606", "G at A606 routed")
    drill = Drill(text.replace("actor", "blue us-infantry D at dead\nactor"))
    assert {choice.to for choice in drill.options("rally")} == {"U"}
    for id in ("G", "D", "V"):
        assert why_no_rally(drill.b, drill.officer("O"), drill.unit(id))[1] == "9.4.e"


@rule("9.4.e")
def test_an_armour_officer_rallies_within_his_range() -> None:
    drill = Drill(RALLY)
    drill.officer("O").type.kind = "armour"
    assert {unit.id for unit in rally_options(drill.b, drill.officer("O"))} == {"U", "W"}


@rule("9.4.a", "9.4.1.a", "9.2.1.i")
def test_a_routed_officer_rallies_himself_first_and_then_others() -> None:
    drill = Drill(RALLY.replace("O at A001", "O at A001 routed"), 3, 4, 1, 1)
    assert {choice.to for choice in drill.options("rally")} == {"O"}
    assert why_no_rally(drill.b, drill.officer("O"), drill.unit("U"))[1] == "9.4.a"
    drill.do("rally", "O", "O")
    assert drill.last("rally").need == 7 and not drill.officer("O").routed  # without his leadership
    drill.do("rally", "O", "U")
    assert drill.last("rally").need == 8


@rule("9.4.1.a", "9.4.2.a")
def test_an_officer_who_fails_is_finished() -> None:
    drill = Drill(RALLY.replace("O at A001", "O at A001 routed"), 4, 4)
    drill.do("rally", "O", "O")
    officer = drill.officer("O")
    assert officer.routed and officer.finished
    assert rally_options(drill.b, officer) == []


@rule("9.4.d")
def test_one_attempt_a_turn() -> None:
    drill = Drill(RALLY, 6, 6)
    drill.do("rally", "O", "U")
    assert drill.platoon("U").finished and drill.platoon("U").tried
    assert why_no_rally(drill.b, drill.officer("O"), drill.unit("U"))[1] == "9.4.d"
    tired = Drill(RALLY.replace("U at A001 routed", "U at A001 routed finished"), 1, 1)
    tired.do("rally", "O", "U")
    assert not tired.platoon("U").routed and tired.platoon("U").finished  # Finished it stays


HIGH = (
    OPEN
    + """
blue officer H at A001 role=high-ranking morale=8 lead=2
blue officer O at A001 routed morale=7 lead=1
blue us-infantry U at A001 routed lost=1
blue us-infantry V at A002 routed
blue officer C at A001 routed role=commissar
red grenadier G at A606
actor H
"""
)


@rule("9.4.c", "9.4.1.b", "HRO.1", "HRO.4")
def test_a_superior_rallies_officers_and_platoons_of_all_companies() -> None:
    drill = Drill(HIGH, 5, 5, 5, 4)
    assert {choice.to for choice in drill.options("rally")} == {"O", "U"}
    drill.do("rally", "H", "O")
    assert drill.last("rally").need == 10 and not drill.officer("O").routed
    assert drill.last("rally").rule == "9.4.1.b"
    drill.do("rally", "H", "U")
    assert drill.last("rally").rule == "9.4.2.a"
    assert drill.last("rally").need == 9  # his 10, and one step lost


@rule("9.4.c")
def test_a_superior_outranks_the_officer_of_the_first_company_but_no_commissar() -> None:
    b = Drill(HIGH).b
    high, officer, commissar = (b.unit(id) for id in "HOC")
    officer.company = 0
    assert why_no_rally(b, high, officer) == ("", "")
    assert why_no_rally(b, high, commissar)[1] == "9.4.c"


@rule("9.4.1.c", "9.4.2.b")
def test_who_is_rallied_by_another_acts_after_an_enemy_activation() -> None:
    drill = Drill(HIGH, 1, 1, 1, 1)
    drill.do("rally", "H", "O").do("rally", "H", "U")
    officer, platoon = drill.officer("O"), drill.platoon("U")
    assert why_idle(drill.b, officer)[1] == "9.4.1.c" and why_idle(drill.b, platoon)[0]
    drill.b.activations[1] += 1
    assert why_idle(drill.b, officer)[0] == "" and why_idle(drill.b, platoon)[0] == ""


@rule("9.4.1.c", "9.4.2.b")
def test_the_second_side_waits_for_an_activation_of_the_first_too() -> None:
    swapped = HIGH.replace("blue", "green").replace("red", "blue").replace("green", "red")
    swapped = swapped.replace("us-infantry", "grenadier").replace("blue grenadier G", "blue us-infantry G")
    drill = Drill(swapped, 1, 1)
    drill.do("rally", "H", "U")
    assert why_idle(drill.b, drill.platoon("U"))[0]
    drill.b.activations[0] += 1
    assert why_idle(drill.b, drill.platoon("U"))[0] == ""


@rule("9.4.2.b")
def test_a_rallied_out_of_command_platoon_does_not_activate_itself() -> None:
    drill = Drill(HIGH.replace("U at A001 routed lost=1", "U at A001 routed ooc"), 1, 1)
    drill.do("rally", "H", "U")
    drill.b.activations[1] += 1
    assert why_not_ready(drill.b, drill.platoon("U"))[1] == "9.4.2.b"
    drill.platoon("U").rallied = NEVER  # in the next turn
    assert why_not_ready(drill.b, drill.platoon("U"))[0] == ""


@rule("9.4.a", "9.4.d", "9.4.e", "3.2.c")
def test_a_rally_is_refused_with_its_reason() -> None:
    drill = Drill(
        RALLY.replace("actor", "blue us-infantry F at A003 routed\nblue us-infantry S at A001\nactor"), 6, 6
    )
    assert drill.refused("rally", "O", "F").rule == "9.4.e"
    assert "not a routed friendly unit" in drill.refused("rally", "O", "S").reason
    drill.do("rally", "O", "U")
    assert drill.refused("rally", "O", "U").rule == "9.4.d"


@rule("9.4.b", "HRO.5")
def test_a_commissar_rallies_anybody_of_his_side() -> None:
    text = HIGH.replace("H at A001 role=high-ranking", "H at A001 role=commissar")
    drill = Drill(text)
    assert {choice.to for choice in drill.options("rally")} == {"O", "U", "C"}
    routed = Drill(text.replace("H at A001 role", "H at A001 routed role"))
    assert {choice.to for choice in routed.options("rally")} == {"H"}


@rule("9.4.2.c", "9.4.d")
def test_discipline_failure() -> None:
    text = HIGH.replace("H at A001 role=high-ranking", "H at A001 role=commissar")
    first = Drill(text, 6, 6)
    first.do("rally", "H", "U")
    platoon = first.platoon("U")
    assert platoon.discipline and platoon.finished and platoon.lost == 1
    failed = first.last("discipline failure")
    assert (failed.rule, failed.piece, failed.target, failed.place) == ("9.4.2.c", "U", "H", "A001")
    again = Drill(text.replace("U at A001 routed lost=1", "U at A001 routed lost=1 discipline"), 6, 6)
    again.do("rally", "H", "U")
    assert again.platoon("U").lost == 2 and again.last("step lost").rule == "9.4.2.c"
    well = Drill(text.replace("U at A001 routed lost=1", "U at A001 routed lost=1 discipline"), 1, 1)
    well.do("rally", "H", "U")
    assert not well.platoon("U").discipline and not well.platoon("U").routed
    by_superior = Drill(HIGH, 6, 6)
    by_superior.do("rally", "H", "U")
    assert not by_superior.platoon("U").discipline


@rule("9.4.2.a")
def test_leadership_counts_for_a_platoon_still_marked_out_of_command() -> None:
    drill = Drill(RALLY.replace("U at A001 routed", "U at A001 routed ooc"), 4, 4)
    drill.do("rally", "O", "U")
    assert drill.last("rally").need == 8 and not drill.platoon("U").routed


@rule("SCN.1")
def test_a_platoon_that_rallies_takes_the_hex_it_is_in() -> None:
    drill = Drill(RALLY.replace("V at A001", "V at A002").replace("actor", "objective Mill A001 red\nactor"), 1, 1)
    drill.b.holders = [1]
    drill.do("rally", "O", "U")
    assert drill.b.holders == [0]


@rule("4.3.2.e", "3.2.c")
def test_rallying_is_over_when_another_unit_begins_its_action() -> None:
    """O rallies U and then W, one after the other; with a move of V in between he has had his action."""
    text = OPEN + "blue officer O at A001 morale=12 range=9\nblue us-infantry U at A001 routed\n"
    text += "blue us-infantry W at A001 routed\nblue us-infantry V at A003\nred grenadier G at A606\nactor O"
    at_once = Drill(text, 1, 1, 1, 1).do("rally", "O", "U").do("rally", "O", "W").done()
    assert not at_once.unit("U").routed and not at_once.unit("W").routed
    drill = Drill(text, 1, 1)
    drill.do("rally", "O", "U").do("move", "V").do("to", "V", "A004").do("halt")
    assert drill.unit("O").finished and drill.unit("W").routed and not drill.options("rally")
    first = Drill(text, 1, 1).do("move", "V").do("to", "V", "A004").do("halt").do("rally", "O", "W")
    assert not first.unit("W").routed and {choice.to for choice in first.options("rally")} == {"U"}
