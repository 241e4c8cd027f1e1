"""Chapters 3 and 4: command, initiative, activation, actions, passing, markers at the end of a turn."""

import pytest
from ws_fight import Drill
from ws_turns import FIELD, ROW, Turns

from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.rules.command import in_range
from sandtable.systems.war_storm.rules.reaction import why_no_reaction
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.book import REPLACEMENT, OfficerType
from sandtable.systems.war_storm.state.pieces import NEVER
from sandtable.testing import rule
from sandtable.testing.scene import Stage, tale

TWO = f"""{FIELD}
blue officer O at A000 morale=7 lead=1 range=1
blue us-infantry P at A000
blue us-infantry Q at A001
red officer X at A707 morale=7 lead=1 range=1
red grenadier G at A707
red grenadier H at A706
turns 5
"""


# Command (4.1) -----------------------------------------------------------------------------------


@rule("4.1.b", "4.1.c", "1.c")
def test_command_range() -> None:
    """Range 0 is the officer's own hex, 1 the hexes next to it; what lies between does not matter."""
    for command, distance in ((0, 0), (1, 1), (2, 2)):
        for far in range(4):
            b = scene(f".0\nw2\n.0\n.0\nblue officer O at A000 range={command}\nblue us-infantry P at A00{far}")
            assert in_range(b, b.platoons[0]) is (far <= distance)


@rule("4.1.d", "SCN.2")
def test_platoons_still_to_come_are_in_command_of_an_officer_who_is_there() -> None:
    b = scene(f"{ROW}\nblue officer O at A000 range=1\nblue us-infantry P at off\nred grenadier G at off")
    assert [in_range(b, platoon) for platoon in b.platoons] == [True, False]


@rule("4.1.a", "4.a")
def test_the_command_phase_sorts_afresh() -> None:
    text = TWO.replace("Q at A001", "Q at A004").replace("P at A000", "P at A000 ooc") + "phase start\nturn 0"
    stage = Turns(text, 5, 1)
    assert stage.platoon("Q").out_of_command
    assert not stage.platoon("P").out_of_command
    assert [event.kind for event in stage.play.log] == [
        "turn",
        "in command",
        "out of command",
        "initiative roll",
        "initiative roll",
        "initiative",
    ]
    assert not stage.platoon("G").out_of_command  # both sides


@rule("4.1.d")
def test_beyond_the_range_after_the_activation_it_is_marked_at_once() -> None:
    stage = Turns(TWO).do("activate", "O").do("move", "Q").do("to", "Q", "A005").do("halt")
    assert not stage.platoon("Q").out_of_command
    stage.do("done")
    assert stage.platoon("Q").out_of_command
    assert stage.last("out of command").rule == "4.1.d"


@rule("4.1.d", "4.1.b", "4.1.c")
def test_it_is_the_same_when_the_officer_goes_away() -> None:
    stage = Turns(TWO).do("activate", "O").do("move", "O").do("to", "O", "A004").do("halt").do("done")
    assert stage.platoon("P").out_of_command
    assert stage.platoon("Q").out_of_command


@rule("4.1.d", "4.4.a")
def test_back_in_range_it_keeps_the_marker_until_the_end_of_the_turn() -> None:
    text = TWO.replace("Q at A001", "Q at A004 ooc")
    stage = Turns(text, 2, 2, 5, 1).do("activate", "Q").do("move", "Q").do("to", "Q", "A001").do("halt")
    assert stage.platoon("Q").out_of_command
    stage.passes(2)
    assert not stage.platoon("Q").out_of_command
    assert stage.last("in command").rule == "4.4.a"


@rule("4.4.a")
def test_who_is_still_out_of_range_keeps_the_marker() -> None:
    stage = Turns(TWO.replace("Q at A001", "Q at A004 ooc"), 5, 1).passes(2)
    assert stage.b.turn == 2
    assert stage.platoon("Q").out_of_command
    assert stage.told("in command") == []


# Initiative (4.2) --------------------------------------------------------------------------------


@rule("4.2.a", "4.2.b", "1.f")
def test_the_higher_total_has_the_initiative() -> None:
    """Attacker +1, had it +1, the scenario -1; the totals are told with their modifiers."""
    text = TWO + "attacker blue\nbonus red 2\ninitiative blue\nphase start\nturn 1"
    stage = Turns(text, 3, 4)
    rolls = stage.told("initiative roll")
    assert [(event.side, event.value) for event in rolls] == [("blue", 5), ("red", 6)]
    assert [[m.amount for m in event.modifiers] for event in rolls] == [[1, 1], [2]]
    assert stage.b.initiative == 1
    assert stage.asked == ("red", "activation")


@rule("4.2.b")
def test_nobody_had_it_before_the_first_turn() -> None:
    stage = Turns(TWO + "initiative none\nphase start\nturn 0", 3, 2)
    assert [event.modifiers for event in stage.told("initiative roll")] == [(), ()]


@rule("4.2.c")
def test_ties_are_rolled_again_with_the_same_modifiers() -> None:
    stage = Turns(TWO + "attacker blue\ninitiative none\nphase start\nturn 0", 3, 4, 2, 5).done()
    assert [event.value for event in stage.told("initiative roll")] == [4, 4, 3, 5]
    assert stage.b.initiative == 1


# Activation (4.3.1) ------------------------------------------------------------------------------


@rule("4.3.1.a", "4.3.1.d", "4.3.2.b")
def test_the_sides_take_turns_and_an_activation_is_finished_first() -> None:
    stage = Turns(TWO)
    assert stage.asked == ("blue", "activation")
    stage.do("activate", "O").do("prepare", "P")
    assert stage.asked == ("blue", "action")
    stage.do("done")
    assert stage.asked == ("red", "activation")
    assert stage.unit("O").finished
    stage.do("activate", "X").do("done")
    assert stage.asked == ("blue", "removal")  # all have been activated: both pass, and P has a marker


@rule("4.3.1.b", "4.3.1.a")
def test_finished_units_are_not_activated() -> None:
    text = TWO.replace("O at A000", "O at A000 finished").replace("Q at A001", "Q at A005 ooc")
    stage = Turns(text)
    assert {choice.piece for choice in stage.options("activate")} == {"Q"}
    assert stage.refused("activate", "O").rule == "4.3.1.b"
    assert stage.refused("activate", "X").rule == "4.3.1.a"


@rule("3.2.a", "4.3.1.c")
def test_an_officer_wakes_his_platoons_in_command() -> None:
    text = TWO.replace("Q at A001", "Q at A004 ooc") + "blue us-infantry R at A001 of=B"
    stage = Turns(text).do("activate", "O")
    assert {unit.id for unit in stage.b.units if unit.active} == {"O", "P"}


@rule("4.3.1.c", "9.3.a")
def test_a_routed_officer_only_rallies_himself_but_wakes_his_men() -> None:
    stage = Turns(TWO.replace("O at A000", "O at A000 routed").replace("P at A000", "P at A000 routed"))
    stage.do("activate", "O")
    assert {unit.id for unit in stage.b.units if unit.active} == {"O", "Q"}
    assert {choice.do for choice in stage.options("", "O")} == {"rally"}
    assert stage.refused("move", "O").rule == "9.3.a"


@rule("4.3.1.a", "4.3.1.e", "3.2.a")
def test_platoons_in_command_are_not_activated_alone() -> None:
    text = TWO.replace("Q at A001", "Q at A000 ooc").replace("P at A000", "P at A000 ooc")
    stage = Turns(text, 2, 2)
    assert stage.places("activate") == {""}
    assert {choice.piece for choice in stage.options("activate")} == {"O", "P", "Q"}
    stage.do("activate", "Q")
    assert {unit.id for unit in stage.b.units if unit.active} == {"Q"}  # stacked, and still alone
    plain = Turns(TWO)
    assert plain.refused("activate", "P").rule == "4.3.1.a"


@rule("4.3.1.f", "9.2.1.b", "9.2.2.b")
def test_an_out_of_command_platoon_must_pass_a_check() -> None:
    """Morale 7 without leadership, -1 for this check: 6 passes, 7 fails and the turn goes to the enemy."""
    text = TWO.replace("Q at A001", "Q at A004 ooc")
    good = Turns(text, 3, 3).do("activate", "Q")
    assert good.asked == ("blue", "action")
    assert good.platoon("Q").active
    bad = Turns(text, 3, 4).do("activate", "Q")
    assert bad.asked == ("red", "activation")
    assert bad.platoon("Q").finished


@rule("4.3.2.b")
def test_an_out_of_command_platoon_that_did_nothing_is_finished_all_the_same() -> None:
    stage = Turns(TWO.replace("Q at A001", "Q at A004 ooc"), 3, 3).do("activate", "Q").do("done")
    assert stage.platoon("Q").finished


@rule("4.3.1.g", "4.3.1.h", "10.d")
def test_two_passes_in_a_row_end_the_turn_one_does_not() -> None:
    stage = Turns(TWO, 5, 1).do("pass")
    assert stage.asked == ("red", "activation") and tale(stage.told("pass")) == ["4.3.1.g pass blue"]
    stage.do("activate", "X").do("done")
    assert stage.asked == ("blue", "activation")  # a pass is not final
    stage.do("pass")
    assert stage.b.turn == 2


@rule("4.3.1.h", "10.d")
def test_after_the_last_turn_the_battle_is_over() -> None:
    stage = Turns(TWO + "turn 5").passes(2)
    assert stage.play.result is not None
    assert stage.b.turn == 5


# Actions (3.1, 3.2, 4.3.2) -----------------------------------------------------------------------

MANY = f"""{FIELD}
blue officer O at A202 morale=7 lead=1 range=2
blue us-infantry P at A202
blue us-infantry Q at A203
blue us-infantry R at A303
blue us-infantry S at A202 routed
red officer X at A606 type=voss
red grenadier G at A504 finished
actor O
"""


@rule("4.3.2.a", "4.3.2.d", "3.1.f", "3.1.g", "3.1.h", "3.2.c", "4.3.2.c")
def test_each_does_something_else() -> None:
    """The officer rallies, one platoon moves, one prepares, one fires; in any order, each once."""
    stage = Drill(MANY, 6, 6, 2, 2)
    stage.do("prepare", "Q").do("fire", "R", "A504")
    stage.do("rally", "O", "S")
    stage.do("move", "P").do("to", "P", "A201").do("halt")
    assert stage.platoon("Q").reaction == 1 and not stage.platoon("Q").finished
    assert stage.platoon("R").finished and stage.platoon("P").finished
    assert not stage.platoon("S").routed
    assert stage.asked == ("", "")
    stage.done()


@rule("3.2.c", "9.4.2.b")
def test_an_officer_rallies_or_moves_and_who_is_rallied_does_not_act_now() -> None:
    stage = Drill(MANY, 2, 2).do("rally", "O", "S")
    assert stage.refused("move", "O").rule == "3.2.c"
    assert not stage.options("move", "S")
    assert stage.refused("fire", "O", "A504").rule == "3.2.c"


@rule("3.2.c", "6.a")
def test_an_officer_goes_along_unless_he_is_rallying() -> None:
    stage = Drill(MANY, 6, 6).do("move", "P")
    assert "O" in {choice.piece for choice in stage.options("along")}
    stage = Drill(MANY, 6, 6).do("rally", "O", "S").do("move", "P")
    assert "O" not in {choice.piece for choice in stage.options("along")}
    assert stage.refused("along", "Q").rule == "6.a", "who stands elsewhere does not go along"


@rule("4.3.2.c", "4.3.2.a")
def test_one_action_and_no_second() -> None:
    stage = Drill(MANY).do("prepare", "Q")
    assert stage.refused("move", "Q").rule == "4.3.2.c"
    assert stage.refused("prepare", "Q").rule == "4.3.2.c"
    assert stage.refused("move", "G").rule == "4.3.1.a"


@rule("4.3.2.b", "8.m")
def test_a_platoon_that_was_woken_and_did_nothing_may_still_react_but_not_act() -> None:
    stage = Turns(TWO + "blue us-infantry R at A007 ooc").do("activate", "O").do("done").do("pass")
    assert not stage.platoon("P").finished
    assert why_no_reaction(stage.platoon("P")) == ("", "")
    assert {choice.piece for choice in stage.options("activate")} == {"R"}
    assert stage.refused("activate", "P").rule == "4.3.2.c"


@rule("4.3.2.e", "14", "3.1.i", "14.3")
def test_platoons_gather_before_they_assault_together() -> None:
    """P comes up and waits; Q is next to the enemy already; only then do both go in."""
    text = f"""{FIELD}
    blue officer O at A002 morale=9 lead=1 range=3
    blue us-infantry P at A002
    blue us-infantry Q at A103
    red officer X at A606 type=voss
    red grenadier G at A203 finished
    actor O"""
    stage = Drill(text, 1, 1, 1, 1, 6, 6, 6, 6, 1, 1)
    stage.do("move", "P").do("to", "P", "A102").do("ready", "P", "A203")
    assert stage.platoon("P").waiting == stage.b.ground.index["A203"]
    assert not stage.platoon("P").finished
    assert stage.refused("fire", "P", "A203").rule == "4.3.2.e"
    stage.do("ready", "Q", "A203")
    stage.do("assault", to="A203")
    assert stage.last("enters").text == "Q"


@rule("4.3.2.e")
def test_who_waited_in_vain_is_finished_if_he_had_moved() -> None:
    text = f"""{FIELD}
    blue officer O at A002 morale=9 lead=1 range=3
    blue us-infantry P at A002
    blue us-infantry Q at A103
    red officer X at A606 type=voss
    red grenadier G at A203 finished
    actor O"""
    stage = Turns(text)
    stage.do("move", "P").do("to", "P", "A102").do("ready", "P", "A203").do("ready", "Q", "A203").do("done")
    assert stage.platoon("P").finished
    assert not stage.platoon("Q").finished
    assert stage.platoon("Q").waiting == NEVER


@rule("4.3.2.e")
def test_who_waits_for_an_enemy_that_is_gone_waits_no_more() -> None:
    """R shoots the enemy out of A203: Q, who had not moved, may do something else."""
    text = f"""{FIELD}
    blue officer O at A002 morale=9 lead=1 range=3
    blue us-infantry Q at A103
    blue us-infantry R at A202
    red officer X at A606 type=voss
    red grenadier G at A203 lost=2
    actor O"""
    stage = Drill(text, 1, 1).do("ready", "Q", "A203").do("fire", "R", "A203")
    assert stage.at("G") == ""
    assert not stage.options("assault")
    assert stage.options("move", "Q")


# The end of a turn (4.4) -------------------------------------------------------------------------


@rule("4.4.b", "5.2.d", "1.e")
def test_finished_markers_go() -> None:
    stage = Turns(TWO, 5, 1).do("activate", "O").do("move", "P").do("to", "P", "A001").do("halt").do("done")
    assert stage.platoon("P").finished and stage.platoon("P").moving
    stage.passes(2)
    unit = stage.platoon("P")
    assert not (unit.finished or unit.used or unit.moving)


@rule("4.4.c", "4.4.f", "3.1.h")
def test_reaction_markers_stay_or_go_as_the_owner_likes() -> None:
    stage = Turns(TWO, 5, 1).do("activate", "O").do("prepare", "P").do("prepare", "Q").do("done").do("pass")
    assert stage.asked == ("blue", "removal")
    assert stage.refused("remove", "G").rule == "4.4.c"
    stage.do("remove", "P").do("keep")
    assert (stage.platoon("P").reaction, stage.platoon("Q").reaction) == (NEVER, 1)
    assert stage.b.turn == 2  # a marker of turn 1 is an old one now


@rule("4.4.c", "10.d")
def test_nobody_is_asked_about_markers_after_the_last_turn() -> None:
    text = TWO.replace("P at A000", "P at A000 reaction=4") + "turn "
    assert Turns(text + "4").passes(2).asked == ("blue", "removal")
    assert Turns(text + "5").passes(2).play.result is not None
    beaten = text.replace("red grenadier G at A707\nred grenadier H at A706", "red grenadier G at dead")
    assert Turns(beaten + "4").passes(2).play.result is not None, "red has no platoon left"


@rule("4.3.1.g")
def test_that_nothing_is_left_is_told_once_in_a_turn() -> None:
    """Red has nothing; Blue activates one after the other."""
    text = TWO.replace("G at A707", "G at A707 finished").replace("H at A706", "H at A706 finished")
    text = text.replace("X at A707", "X at A707 finished").replace("Q at A001", "Q at A004 ooc")
    stage = Turns(text + "turn 2", 3, 3, 5, 1).do("activate", "Q").do("done")
    assert stage.asked == ("blue", "activation") and tale(stage.told("pass")) == ["4.3.1.g pass red [nothing]"]
    stage.do("activate", "O").do("done")
    assert stage.b.turn == 3 and tale(stage.told("pass")) == [
        "4.3.1.g pass red [nothing]",
        "4.3.1.g pass blue [nothing]",
    ]


@rule("4.4.d", "4.3.2.c")
def test_an_old_marker_lets_a_platoon_act_and_acting_takes_it_off() -> None:
    text = TWO.replace("P at A000", "P at A000 reaction=1").replace("Q at A001", "Q at A001 reaction=1") + "turn 2"
    stage = Turns(text).do("activate", "O")
    assert stage.options("move", "P")
    stage.do("move", "P").do("to", "P", "A002").do("halt")
    assert stage.platoon("P").reaction == NEVER and stage.platoon("P").finished
    assert stage.platoon("Q").reaction == 1


@rule("4.3.2.b", "4.4.d")
def test_a_fresh_marker_bars_a_second_activation() -> None:
    stage = Turns(TWO.replace("Q at A001", "Q at A004 ooc"), 3, 3).do("activate", "Q").do("prepare", "Q")
    stage.do("pass")
    assert not stage.platoon("Q").finished
    assert stage.refused("activate", "Q").rule == "4.3.2.c"


@rule("4.4.e")
@pytest.mark.parametrize("marked", [True, False])
def test_with_only_reaction_left_a_pass_of_the_other_closes_the_turn(marked: bool) -> None:
    words = "reaction=1" if marked else ""
    text = TWO.replace("G at A707", f"G at A707 {words}").replace("H at A706", "H at A706 reaction=1") + "turn 2"
    stage = Turns(text).do("pass")
    assert stage.asked == (("red", "removal") if marked else ("red", "activation"))


@rule("4.4.e")
def test_an_officer_with_somebody_to_rally_keeps_the_turn_open() -> None:
    text = TWO.replace("G at A707", "G at A707 routed").replace("H at A706", "H at A706 reaction=1") + "turn 2"
    assert Turns(text).do("pass").asked == ("red", "activation")


@rule("8.o", "4.3.1.a")
def test_reacting_is_no_activation() -> None:
    text = f"""{ROW}
    blue officer O at A000 type=harmon
    blue us-infantry P at A000
    red officer X at A009 range=9
    red grenadier G at A005 reaction=0
    red grenadier H at A005"""
    stage = Turns(text, 6, 6).do("activate", "O").do("move", "P").do("to", "P", "A003")
    stage.do("alone", "G", stage.last("moved").place)
    while stage.asked[1] == "reaction":
        stage.do("pass")
    while stage.asked[1] in ("march", "reaction"):
        stage.do("halt" if stage.asked[1] == "march" else "pass")
    stage.do("done")
    assert stage.asked == ("red", "activation")
    assert stage.b.activations == [1, 0]


# Replacements (7.4.4) ----------------------------------------------------------------------------


@rule("7.4.4.a", "7.4.4.c", "3.b", "4.a")
def test_a_fallen_officer_is_replaced_before_the_command_phase() -> None:
    """Sgt. Argent joins a platoon of the owner's choice, and only then is command looked at."""
    text = TWO.replace("blue officer O at A000 morale=7 lead=1 range=1\n", "").replace("Q at A001", "Q at A003 ooc")
    stage = Turns(text + "replacement blue argent\nfallen blue\nphase start\nturn 1", 5, 1)
    assert stage.asked == ("blue", "replacement")
    assert stage.places("place") == {"A000", "A003"}
    assert stage.refused("place", "blue-argent", "A001").rule == "7.4.4.a"
    stage.do("place", "blue-argent", "A003")
    assert stage.company("P").officer == stage.unit("blue-argent").index
    assert stage.company("P").morale == 7
    assert stage.platoon("P").out_of_command and not stage.platoon("Q").out_of_command


@rule("7.4.4.b", "7.4.5.a")
def test_without_a_replacement_of_the_kind_one_of_the_infantry_comes_and_without_any_none() -> None:
    text = TWO.replace("blue officer O at A000 morale=7 lead=1 range=1\n", "").replace("Q at A001", "Q at dead")
    stage = Turns(text + "replacement blue cole\nfallen blue cavalry\nphase start\nturn 1", 5, 1)
    assert stage.at("blue-cole") == "A000"  # one platoon is left: nobody is asked
    assert stage.last("replaced").rule == "7.4.4.b"
    none = Turns(text + "fallen blue\nphase start\nturn 1", 5, 1)
    assert none.platoon("P").out_of_command
    assert {choice.piece for choice in none.options("activate")} == {"P"}


@rule("7.4.4.a")
def test_the_replacement_is_of_the_same_kind_if_there_is_one() -> None:
    text = TWO.replace("blue officer O at A000 morale=7 lead=1 range=1\n", "").replace("Q at A001", "Q at dead")
    b = scene(text + "replacement blue argent\nreplacement blue cole\nfallen blue cavalry\nphase start\nturn 1")
    rider = OfficerType("rider", "Sgt. Rider", "american", REPLACEMENT)
    rider.kind, rider.morale, rider.mp = "cavalry", 6, 5
    second = next(officer for officer in b.officers if officer.id == "blue-cole")
    second.type = rider
    Stage(WAR_STORM, b, 5, 1)
    assert b.officer_of(b.companies[0]) is second
    assert b.companies[0].morale == 6
