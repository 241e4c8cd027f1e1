"""4 and 7.4.4 in the corners: whose units, whose markers, whose replacements."""

import copy

import pytest
from ws_turns import FIELD, Turns

from sandtable.systems.war_storm.reading.shelf import find_scenario
from sandtable.systems.war_storm.rules.activation import independent, ready, why_not_activate, why_not_ready
from sandtable.systems.war_storm.rules.command import in_range
from sandtable.systems.war_storm.rules.reaction import why_no_reaction
from sandtable.systems.war_storm.rules.setup import new_battle
from sandtable.systems.war_storm.rules.turn import begin_turn
from sandtable.systems.war_storm.rules.victory import after_turn
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import POOL, Battle
from sandtable.table.decision import Choice
from sandtable.testing import rule

TWO = f"""{FIELD}
blue officer O at A000
blue us-infantry P at A000
blue us-infantry Q at A001
red officer X at A707
red grenadier G at A707
red grenadier H at A706
"""


@rule("4.3.1.a", "4.3.1.e")
def test_a_side_activates_only_its_own() -> None:
    b = scene(TWO.replace("H at A706", "H at A706 ooc").replace("Q at A001", "Q at A001 ooc"))
    assert [unit.id for unit in ready(b, 0)] == ["O", "Q"]
    assert [unit.id for unit in ready(b, 1)] == ["X", "H"]
    for side in (0, 1):
        assert [why_not_ready(b, unit) for unit in ready(b, side)] == [("", "")] * 2, "no reason speaks against it"


@rule("4.4.c")
def test_the_marker_that_is_named_goes() -> None:
    stage = Turns(TWO, 5, 1).do("activate", "O").do("prepare", "P").do("prepare", "Q").do("done").do("pass")
    stage.do("remove", "Q").do("keep")
    assert [(event.rule, event.piece) for event in stage.told("marker removed")] == [("4.4.c", "Q")]
    assert stage.platoon("P").reaction == 1 and stage.platoon("Q").reaction < 0


@rule("4.4.e", "4.3.1.g")
def test_an_out_of_command_platoon_in_reaction_does_not_keep_the_turn_open() -> None:
    text = TWO.replace("H at A706", "H at A706 ooc reaction=1").replace("G at A707", "G at A707 finished reaction=1")
    stage = Turns(text.replace("X at A707", "X at A707 finished") + "turn 2").do("pass")
    assert stage.told("turn closes") and stage.asked == ("red", "removal")


@rule("4.4.e")
def test_an_out_of_command_platoon_without_a_marker_keeps_the_turn_open() -> None:
    text = TWO.replace("H at A706", "H at A706 ooc").replace("G at A707", "G at A707 finished")
    stage = Turns(text.replace("X at A707", "X at A707 finished") + "turn 2").do("pass")
    assert not stage.told("turn closes") and stage.asked == ("red", "activation")


@rule("4.4.e")
def test_an_officer_without_platoons_to_wake_keeps_the_turn_open() -> None:
    text = TWO.replace("H at A706", "H at A706 finished").replace("G at A707", "G at A707 finished")
    stage = Turns(text + "turn 2").do("pass")
    assert not stage.told("turn closes") and stage.asked == ("red", "activation")


# Replacements --------------------------------------------------------------------------------------

FALLEN = (
    TWO.replace("X at A707", "X at dead")
    + "replacement blue argent\nreplacement red haas\nreplacement red lenz\nphase start"
)


def replaced(b: Battle) -> str:
    """Who takes over the red company, by the key of his counter; "" for nobody."""
    company = next(each for each in b.companies if each.side == 1)
    company.replace = True
    procedure = begin_turn(b)
    try:
        question = next(procedure)
        procedure.send(question.options()[0])
    except StopIteration:
        pass
    officer = b.officer_of(company)
    assert not company.replace
    return officer.type.key if officer is not None else ""


@rule("7.4.4.a")
def test_a_replacement_comes_from_the_own_side() -> None:
    b = scene(FALLEN)
    assert replaced(b) == "haas"
    assert [officer.type.key for officer in b.officers if officer.hex == POOL] == ["argent", "lenz"]


@rule("7.4.4.a", "7.4.4.b", "3.a")
@pytest.mark.parametrize(("kind", "key", "by"), [("cavalry", "lenz", "7.4.4.a"), ("armour", "haas", "7.4.4.b")])
def test_one_of_the_same_kind_goes_before_the_infantry(kind: str, key: str, by: str) -> None:
    b = scene(FALLEN)
    for officer in b.officers:
        if officer.type.key == "lenz":
            officer.type = copy.copy(officer.type)
            officer.type.kind = "cavalry"
    next(each for each in b.companies if each.side == 1).kind = kind
    assert replaced(b) == key
    assert [event.rule for event in b.events if event.kind == "replaced"] == [by]


@rule("7.4.4.a")
def test_a_company_without_platoons_gets_nobody() -> None:
    text = FALLEN.replace("G at A707", "G at dead").replace("H at A706", "H at dead")
    assert replaced(scene(text)) == ""


# The end -------------------------------------------------------------------------------------------


@rule("SCN.4", "10.c")
@pytest.mark.parametrize(
    ("side", "reason"),
    [
        (0, "German decisive victory: the American side has no platoon left"),
        (1, "American decisive victory: the German side has no platoon left"),
    ],
)
def test_a_side_without_platoons_loses_with_the_worst_grade(side: int, reason: str) -> None:
    b = new_battle(find_scenario("war_storm/the-mill-bridge"))
    for platoon in b.platoons:
        if platoon.side == side:
            b.remove(platoon)
    after_turn(b)
    assert b.result is not None
    assert (b.result.winner, b.result.reason) == (b.side_name(1 - side), reason)


@rule("3.e")
def test_a_company_is_its_officer_and_its_platoons_where_they_were_set_up() -> None:
    b = scene(TWO)
    company = b.companies[0]
    assert [(unit.id, b.ground.names[unit.hex]) for unit in b.platoons_of(company)] == [("P", "A000"), ("Q", "A001")]
    officer = b.officer_of(company)
    assert officer is not None and (officer.id, b.ground.names[officer.hex]) == ("O", "A000")
    assert b.occupied[0] == 1 << b.ground.index["A000"] | 1 << b.ground.index["A001"]


@rule("4.1.b", "7.4.5.a")
def test_without_an_officer_nobody_is_in_range() -> None:
    b = scene(TWO)
    assert [in_range(b, platoon) for platoon in b.platoons[:2]] == [True, True]
    assert not independent(b, b.platoons[0])
    b.companies[0].officer = -1
    assert [in_range(b, platoon) for platoon in b.platoons[:2]] == [False, False]
    assert independent(b, b.platoons[0]), "whether marked or not"


@rule("6.2.b")
def test_who_has_nowhere_to_go_is_told_so() -> None:
    stage = Turns(".0\nblue officer O at A000\nblue us-infantry P at A000\nactor O")
    refusal = stage.refused("move", "P")
    assert (refusal.reason, refusal.rule) == ("P has nowhere to go.", "6.2.b")


@rule("3.2.a")
def test_only_an_officer_of_a_company_can_be_without_one() -> None:
    """A reserve officer who leads nobody is told so; a high-ranking one who has acted is told that."""
    text = f"{TWO}blue officer M at A202 role=high-ranking finished\nblue officer N at A203 of=N"
    b = scene(text)
    spare = b.unit("N")
    spare.company = -1
    assert why_not_activate(b, 0, Choice("activate", "N")) == ("N leads no company.", "3.2.a")
    assert why_not_activate(b, 0, Choice("activate", "M"))[1] != "3.2.a"


@rule("8.c")
def test_a_platoon_in_the_first_hex_of_the_board_may_react() -> None:
    b = scene(TWO)
    platoon = b.platoons[0]
    assert platoon.hex == 0 and why_no_reaction(platoon) == ("", "")
    b.put(platoon, POOL)
    assert why_no_reaction(platoon) == ("P is not on the board.", "8.c")
