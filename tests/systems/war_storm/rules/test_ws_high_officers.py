"""High-ranking officers and commissars: HRO.1 to HRO.5, 3.2.b."""

from ws_turns import FIELD, Turns

from sandtable.systems.war_storm.rules.actions import officer_options
from sandtable.testing import rule

STAFF = f"""{FIELD}
blue officer M at A202 morale=8 lead=2 range=3 role=high-ranking
blue officer O at A000 morale=7 lead=1 range=1 of=A
blue us-infantry P at A000 of=A
blue us-infantry Q at A203 of=A ooc
blue us-infantry R at A202 of=A ooc routed
red officer X at A707 type=voss
red grenadier G at A405 finished
red grenadier H at A707
"""


@rule("3.2.b", "HRO.1", "4.3.1.a")
def test_his_activation_is_one_of_his_side_and_he_does_one_thing() -> None:
    stage = Turns(STAFF, 2, 2).do("activate", "M")
    assert {choice.do for choice in stage.options("", "M")} == {"move", "double", "rally", "lend"}
    assert {unit.id for unit in stage.b.units if unit.active} == {"M"}
    stage.do("rally", "M", "R")
    assert not stage.platoon("R").routed
    assert stage.asked == ("red", "activation")
    assert stage.unit("M").finished


@rule("3.2.c", "HRO.1", "HRO.2")
def test_who_has_moved_up_for_an_assault_neither_rallies_nor_lends() -> None:
    stage = Turns(STAFF).do("activate", "M")
    officer = stage.officer("M")
    assert {choice.do for choice in officer_options(stage.b, officer)} == {"move", "double", "rally", "lend"}
    officer.spent = 1
    assert not {"rally", "lend", "double"} & {choice.do for choice in officer_options(stage.b, officer)}


@rule("HRO.2", "9.4.2.b")
def test_he_activates_one_platoon_within_his_range_without_a_check() -> None:
    stage = Turns(STAFF, 6, 6).do("activate", "M")
    assert stage.places("lend", "M") == {"P", "Q"}  # R is routed
    assert stage.refused("lend", "M", "R").rule == "HRO.2"
    stage.do("lend", "M", "Q")
    told = stage.last("lent")
    assert (told.rule, told.piece, told.target, told.place) == ("HRO.2", "M", "Q", "A203")
    assert {unit.id for unit in stage.b.units if unit.active} == {"Q"}
    stage.do("fire", "Q", "A405")
    assert stage.asked == ("red", "activation")
    assert stage.platoon("Q").finished
    stage.done()


@rule("HRO.2")
def test_not_farther_than_his_range_and_not_twice() -> None:
    far = Turns(STAFF.replace("P at A000", "P at A006 ooc")).do("activate", "M")
    assert "P" not in far.places("lend", "M")
    used = Turns(STAFF.replace("Q at A203 of=A ooc", "Q at A203 of=A ooc used")).do("activate", "M")
    assert used.places("lend", "M") == {"P"}


@rule("HRO.2", "9.4.1.c", "9.4.2.b")
def test_a_platoon_rallied_by_its_officer_is_lent_only_after_an_enemy_activation() -> None:
    text = STAFF.replace("O at A000", "O at A202").replace("R at A202 of=A ooc routed", "R at A202 of=A routed")
    stage = Turns(text, 2, 2).do("activate", "O").do("rally", "O", "R").do("done")
    stage.do("pass").do("activate", "M")
    assert "R" not in stage.places("lend", "M")  # the enemy has only passed
    again = Turns(text, 2, 2).do("activate", "O").do("rally", "O", "R").do("done")
    again.do("activate", "X").do("done").do("activate", "M")
    assert "R" in again.places("lend", "M")


@rule("HRO.3")
def test_he_may_go_along_with_a_company_and_is_then_finished() -> None:
    text = STAFF.replace("O at A000", "O at A202").replace("P at A000", "P at A202")
    stage = Turns(text).do("activate", "O").do("move", "P")
    assert {choice.piece for choice in stage.options("along")} == {"O", "M"}
    stage.do("along", "M").do("to", "P", "A201").do("halt")
    assert (stage.at("M"), stage.unit("M").finished) == ("A201", True)
    stage.do("done").do("pass")
    assert "M" not in {choice.piece for choice in stage.options("activate")}
    done = Turns(text.replace("role=high-ranking", "role=high-ranking finished")).do("activate", "O").do("move", "P")
    assert done.refused("along", "M").rule == "HRO.3"


@rule("HRO.5", "9.4.b")
def test_a_commissar_only_moves_or_rallies() -> None:
    text = STAFF.replace("role=high-ranking", "role=commissar")
    stage = Turns(text).do("activate", "M")
    assert {choice.do for choice in stage.options("", "M")} == {"move", "double", "rally"}
