"""4.1 Command in the course of a turn: markers come when a retreat or an activation is over, or an officer falls."""

import pytest
from ws_fight import LANE, OPEN, Drill

from sandtable.systems.war_storm.rules.command import after_retreat, check_range
from sandtable.systems.war_storm.rules.rout import OFF_BOARD, lost_in_rout
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import NEVER
from sandtable.testing import rule
from sandtable.testing.scene import tale


def marked(drill: Drill) -> list[tuple[str, str, str]]:
    """Who has been marked Out-of-Command so far, where, and by which rule."""
    return [(event.piece, event.place, event.rule) for event in drill.told("out of command")]


@rule("4.1.d", "9.3.1.b", "9.1.2.ex")
def test_markers_come_when_all_of_a_rout_is_over() -> None:
    """The attack of the book: the officer runs first, then G3, which ends in his hex and never was out of command."""
    drill = Drill(LANE, 1, 1, 2, 4, 6, 5, 3, 4)
    drill.do("fire", "U2", "D910").do("join", "U3").do("join", "M").do("fire")
    for place in ("D810", "D710", "D611"):
        drill.do("run", "G1", place)
    assert drill.at("Gielnik") == "D611" and drill.at("G3") != "D611" and not marked(drill)
    for place in ("D710", "D611"):
        drill.do("run", "G3", place)
    assert [(ran.piece, ran.place) for ran in drill.told("ran")] == [("G1", "D611"), ("G3", "D611")]
    assert not marked(drill) and not drill.platoon("G3").out_of_command


# U and V of a company move together; W and the officer are behind woods and see nothing.
AHEAD = (
    OPEN
    + """
blue officer O at A006 lead=0 range=1
blue us-infantry U at A401 lost=1
blue us-infantry V at A401
blue us-infantry W at A006 lost=2
red officer P at A604 range=2
red grenadier G at A603 reaction=0
ground A006 w0
ground A005 w0
ground A106 w0
ground A105 w0
actor O
"""
)


@rule("4.1.d", "8.b")
def test_mates_are_not_marked_in_the_middle_of_their_own_activation() -> None:
    """U routs and is marked where its run ends; V, as far from the officer, only when the activation is over."""
    drill = Drill(AHEAD, 3, 3, 4, 4, 1, 1)
    drill.do("move", "U").do("along", "V").do("to", "U", "A402").do("react", "G", "A402")
    assert not marked(drill)
    drill.run_on()
    assert drill.asked == ("blue", "march")
    assert marked(drill) == [("U", drill.at("U"), "4.1.d")]
    drill.do("halt").do("done")
    assert marked(drill)[1:] == [("V", "A402", "4.1.d")]


@rule("4.1.d", "8.b")
@pytest.mark.parametrize(
    ("actor", "out"), [("U", ["U"]), ("V", ["V"]), ("O", ["U"]), ("G", ["U", "V"]), ("", ["U", "V"])]
)
def test_who_is_marked_after_a_retreat(actor: str, out: list[str]) -> None:
    """Of the company that is activated, by its first platoon too, only who ran; of any other all."""
    text = f"{OPEN}blue us-infantry U at A101\nblue us-infantry V at A101\nblue officer O at A606 range=1\n"
    b = scene(f"{text}red grenadier G at A404")
    b.actor = b.unit(actor).index if actor else NEVER
    assert b.unit("U").index == 0
    after_retreat(b, [b.unit("V" if actor == "V" else "U")])
    assert [platoon.id for platoon in b.platoons if platoon.out_of_command] == out


@rule("4.1.d", "14.6")
def test_mates_of_a_platoon_that_dies_in_an_assault_are_not_marked_before_the_end() -> None:
    """U dies. X and Y, far from the officer, are still in command and fire together; then they are marked."""
    text = OPEN + "blue officer O at A006 morale=9 lead=1 range=1\nblue us-infantry U at A202 waiting=A302\n"
    text += "blue us-infantry X at A205\nblue us-infantry Y at A205\nred officer P at A606 morale=9\n"
    text += "red grenadier G at A302\nred grenadier H at A305\nactor O"
    drill = Drill(text, 1, 1, 1, 1, 6, 6, 1, 1, 6, 6)
    drill.do("assault", "", "A302").do("pass")
    assert drill.unit("U").hex < 0 and drill.last("fight won").side == "red" and not marked(drill)
    drill.do("volley", "X", "A305").do("done")
    assert drill.last("fired").need == 12
    assert marked(drill) == [("X", "A205", "4.1.d"), ("Y", "A205", "4.1.d")]


@rule("7.4.5.a", "7.4.5.c")
def test_a_fallen_officer_puts_his_platoons_out_of_command_at_once() -> None:
    """The officer falls on the move: his platoons are marked by the rule of companies without one, and go on."""
    text = OPEN + "blue officer O at A000\nblue us-infantry U at A000\nred grenadier G at A303 reaction=0\nactor O\n"
    drill = Drill(text, 1, 2, 1, 1, 1, 1)
    drill.do("move", "O").do("along", "U").do("to", "O", "A202").do("react", "G", "A100")
    assert marked(drill) == [("U", "A100", "7.4.5.a")]
    drill.do("to", "U", "A202")
    assert drill.at("U") == "A202"


@rule("7.4.5.a", "4.1.d")
def test_without_an_officer_all_are_marked_and_with_one_only_those_too_far_off() -> None:
    text = f"{OPEN}blue officer O at A000 range=1\nblue us-infantry U at A001\nblue us-infantry V at A006\n"
    b = scene(f"{text}red grenadier G at A404\nred grenadier H at A606 ooc")
    for company in b.companies:
        check_range(b, company)
    assert tale(b.events) == ["4.1.d out of command V @A006", "7.4.5.a out of command G @A404"]


@rule("7.4.5.a", "9.3.1.e")
def test_who_did_not_rout_is_marked_as_soon_as_his_officer_is_lost() -> None:
    """In the middle of his own activation too, in which he would else have until its end."""
    b = scene(f"{OPEN}blue officer O at A000\nblue us-infantry U at A001\nred grenadier G at A404\nactor O")
    assert lost_in_rout(b, [b.officer("O")], OFF_BOARD) == []
    assert tale(b.events) == ["9.3.1.e lost in rout O @A000 [off]", "7.4.5.a out of command U @A001"]


@rule("7.4.5.a", "9.3.1.e")
def test_an_officer_lost_in_a_rout_leaves_his_company_out_of_command() -> None:
    """The company routs: I runs, P and H are driven off the board, and I has no officer from then on."""
    text = OPEN + "red officer P at A602 morale=6 lead=0 range=6\nred grenadier G at A602 lost=2\n"
    text += "red grenadier H at A602 lost=2\nred grenadier I at A201\nblue officer O at A402\n"
    text += "blue us-infantry U at A402\nactor O"
    drill = Drill(text, 3, 3, 6, 6, 1, 3, 3)
    drill.do("fire", "U", "A602").run_on()
    assert [event.piece for event in drill.told("lost in rout")] == ["H", "P"]
    assert marked(drill) == [("I", drill.at("I"), "7.4.5.a")]
