"""8 Reaction: with and without marker, in groups, at whom and at whom not; the book's example."""

import pytest
from ws_fight import OPEN, Drill

from sandtable.systems.war_storm.rules.faults import faults
from sandtable.systems.war_storm.rules.march import STOP
from sandtable.systems.war_storm.rules.reaction import able, in_danger, reactors, still_moving
from sandtable.systems.war_storm.rules.spotting import spotting_range
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import NEVER
from sandtable.testing import rule

# The reaction example of the book on map D.
PAST = """
layout D
blue officer Harmon at D609 type=harmon of=A
blue us-infantry U1 at D610 of=A
blue us-infantry U2 at D610 of=A
blue us-infantry U3 at D609 of=A
red officer P at D808 morale=7 range=3 of=B
red grenadier G1 at D909 of=B
red grenadier G2 at D806 of=B reaction=0
red german-mortar T at D806 of=B reaction=0
red grenadier G3 at D706 of=B reaction=0
red grenadier G4 at D706 of=B reaction=0
baseline red east
baseline blue west
actor Harmon
"""


def move(drill: Drill, unit: str, to: str) -> Drill:
    drill.do("move", unit)
    drill.do("to", unit, to)
    return drill


def hold(drill: Drill) -> None:
    """Nobody fires any more."""
    while drill.asked == ("red", "reaction"):
        drill.do("pass")


@rule("8.ex.1", "8.m", "8.n", "8.j", "8.c", "4.3.2.f")
def test_the_first_platoon_of_the_example() -> None:
    drill = Drill(PAST, 6, 6)
    move(drill, "U1", "D711")
    assert drill.asked == ("red", "reaction") and drill.last("moved").place == "D710"
    drill.do("react", "G1", "D710")
    fired = drill.last("fired")
    assert (fired.need, fired.rule) == (3, "8.m")  # half of 6, without marker
    assert drill.platoon("G1").finished
    refusal = drill.refused("react", "G2", "D710")  # the book says it could: see the ruling
    assert (refusal.rule, "5 hexes" in refusal.reason) == ("7.2.b", True)
    drill.do("pass")  # the marked platoons hold their fire
    drill.do("to", "U1", "D711")
    hold(drill)
    drill.do("halt")
    assert drill.at("U1") == "D711" and drill.platoon("U1").finished
    assert drill.platoon("G2").reaction == 0


@rule("8.ex.2", "7.2.b", "8.n")
def test_the_second_platoon_of_the_example() -> None:
    drill = Drill(PAST.replace("G1 at D909 of=B", "G1 at D909 of=B finished"), 6, 6)
    move(drill, "U2", "D710")
    hold(drill)
    drill.do("to", "U2", "D810")
    drill.do("react", "G2", "D810")
    assert (drill.last("fired").need, drill.last("fired").rule) == (3, "8.c")  # four hexes away: half
    assert drill.platoon("G2").reaction == NEVER and drill.platoon("G2").finished


@rule("8.ex.3", "8.i", "8.p")
def test_the_third_platoon_and_the_officer() -> None:
    text = PAST.replace("G1 at D909 of=B", "G1 at D909 of=B finished").replace(
        "G2 at D806 of=B reaction=0", "G2 at D806 of=B finished"
    )
    drill = Drill(text, 6, 6)
    drill.do("move", "Harmon").do("along", "U3").do("to", "Harmon", "D610")
    hold(drill)
    drill.do("to", "Harmon", "D710")
    refusal = drill.refused("react", "T", "D710")
    assert refusal.rule == "8.p"
    drill.do("volley", "G3", "D710")
    assert drill.last("fired").need == 6
    assert all(drill.platoon(id).finished and drill.platoon(id).reaction == NEVER for id in ("G3", "G4"))
    assert drill.at("U3") == "D710" and drill.at("Harmon") == "D710"


def with_more(text: str, *lines: str) -> str:
    """A scene with more lines before its last."""
    return text.replace("actor O", "\n".join([*lines, "actor O"]))


MOVE = (
    OPEN
    + """
blue officer O at A001 range=5
blue us-infantry U at A001
red officer P at A301 range=2
red grenadier G at A301 reaction=0
actor O
"""
)


@rule("8.a", "8.c", "8.g")
def test_a_marked_platoon_fires_in_full_at_who_enters() -> None:
    drill = Drill(MOVE, 6, 6)
    move(drill, "U", "A100")
    assert drill.asked == ("red", "reaction")
    drill.do("react", "G", "A100")
    fired = drill.last("fired")
    assert (fired.rule, fired.need, fired.place, fired.text) == ("8.c", 6, "A100", "reaction fire")


@rule("8.a", "8.c", "8.g")
def test_both_sides_react() -> None:
    """The same with red on the move, and blue in the first hex of the board."""
    text = OPEN + "red officer P at A301\nred grenadier G at A301\nblue officer O at A606\nactor P\n"
    drill = move(Drill(text + "blue us-infantry U at A000 reaction=0", 6, 6), "G", "A300")
    assert drill.asked == ("blue", "reaction") and [c.piece for c in drill.options("react")] == ["U"]
    drill.do("react", "U", "A300")
    assert (drill.last("fired").rule, drill.last("fired").side, drill.platoon("U").finished) == ("8.c", "blue", True)


@rule("6.2.d", "8.c", "4.3.2.f")
def test_fire_on_the_way_to_the_end_of_a_move_lets_the_mover_choose_anew() -> None:
    """And fire at its end does not: it has stopped."""
    drill = Drill(MOVE, 6, 6).do("move", "U").do("to", "U", "A101", STOP)
    assert drill.asked == ("red", "reaction")
    drill.do("react", "G", "A101")
    assert drill.platoon("U").finished and drill.asked == ("blue", "action")
    drill = Drill(MOVE, 6, 6).do("move", "U").do("to", "U", "A102", STOP)
    way = drill.at("U")
    assert drill.asked == ("red", "reaction") and way != "A102"
    drill.do("react", "G", way)
    assert drill.asked == ("blue", "march") and not drill.platoon("U").finished


@rule("8.d")
def test_nobody_reacts_in_the_starting_hex() -> None:
    drill = Drill(MOVE.replace("U at A001", "U at A101"))
    drill.do("move", "U")
    assert drill.asked == ("blue", "march")  # nobody is asked before a hex is entered


@rule("8.d")
def test_nobody_reacts_in_the_starting_hex_when_the_move_comes_back_to_it() -> None:
    drill = Drill(MOVE.replace("U at A001", "U at A202"))
    move(drill, "U", "A201").do("pass").do("to", "U", "A202")
    assert drill.asked == ("blue", "march") and drill.at("U") == "A202"
    drill.do("to", "U", "A102")
    assert drill.asked == ("red", "reaction")  # beyond it the move is under fire again


@rule("8.d", "6.c", "8.h")
def test_who_is_picked_up_is_safe_where_he_set_out_and_the_others_are_not() -> None:
    """O and U pick up V in A201, turn round in A200 and come back: there only O and U can be hit."""
    text = MOVE.replace("O at A001", "O at A202").replace("U at A001", "U at A202")
    drill = Drill(with_more(text, "blue us-infantry V at A201"), 1, 1, 6, 6)
    drill.do("move", "O").do("along", "U").do("to", "O", "A201").do("pass")
    drill.do("along", "V").do("to", "O", "A200").do("pass").do("to", "O", "A201")
    assert drill.asked == ("red", "reaction")
    drill.do("react", "G", "A201")
    assert drill.last("fired").modifiers == ()  # three steps, not six
    assert drill.hits() == [("U", 1), ("U", 2)]


@rule("8.d", "14.5")
def test_who_came_up_for_an_assault_keeps_his_starting_hex() -> None:
    """U waits in A101 for an assault that does not come about, and goes on by the hex where it began."""
    text = MOVE.replace("U at A001", "U at A001\nblue us-infantry V at A101").replace("G at A301", "G at A302")
    text = text.replace("P at A301", "P at A302") + "red static-infantry H at A201 lost=2 finished\n"
    drill = Drill(text, 1, 1, 1, 1)
    move(drill, "U", "A101").do("pass").do("ready", "U", "A201")
    drill.do("fire", "V", "A201").do("move", "U").do("to", "U", "A001")
    assert drill.unit("H").hex < 0 and drill.at("U") == "A001"
    assert drill.asked == ("blue", "march")


@rule("8.c", "8.f")
def test_only_movement_is_reacted_to() -> None:
    near = MOVE.replace("U at A001", "U at A201").replace(
        "actor O", "blue us-infantry V at A201\nblue us-infantry R at A001 routed\nactor O"
    )
    drill = Drill(near, 6, 6, 1, 1)
    drill.do("prepare", "U")
    assert drill.asked == ("blue", "action")
    drill.do("fire", "V", "A301")
    assert drill.asked == ("blue", "action")
    drill.do("rally", "O", "R")
    assert not [event for event in drill.told("fired") if event.text == "reaction fire"]


@rule("8.c", "9.3.1.c")
def test_rout_movement_is_not_reacted_to() -> None:
    text = OPEN + "blue us-mg-4-4 M at A002\nblue officer O at A002\nred grenadier G at A202 lost=1 ooc\n"
    text += "red officer P at A602\nblue us-infantry W at A402 of=w reaction=0\nblue officer X at A402 of=w\nactor O"
    drill = Drill(text, 1, 1, 6, 4)  # a hit; 10 against 5 ... 7 - 2
    drill.do("fire", "M", "A202")
    assert drill.asked[1] != "reaction"


@rule("8.d", "10.1.d")
def test_who_enters_the_board_can_be_reacted_to_at_once() -> None:
    text = MOVE.replace("blue us-infantry U at A001", "blue us-infantry U at off").replace("O at A001", "O at off")
    drill = Drill(text.replace("actor O", "entry blue 1 A100\nactor O"), 6, 6)
    drill.do("move", "U")
    drill.do("to", "U", "A100")
    assert drill.asked == ("red", "reaction")
    drill.do("react", "G", "A100")


@rule("8.e", "5.1.11.2.f")
def test_a_risky_action_is_reacted_to() -> None:
    text = MOVE.replace("actor O", "river N A100 A101 A102 A103 A104 A105 A106 S\nriver-kind major\nboats\nactor O")
    drill = Drill(text, 6, 6)
    drill.do("move", "U")
    drill.do("boat", "U", next(iter(drill.places("boat"))))
    assert drill.asked == ("red", "reaction")


@rule("8.b")
def test_hits_do_not_stop_the_mover_but_losing_the_last_step_does() -> None:
    drill = Drill(MOVE, 3, 4)  # effect 2: one hit; the company stands unchecked
    move(drill, "U", "A200")
    drill.do("react", "G", drill.last("moved").place)
    assert drill.platoon("U").lost == 1 and drill.asked == ("blue", "march")
    drill.do("to", "U", "A200") if drill.at("U") != "A200" else drill.do("halt")
    last = Drill(MOVE.replace("U at A001", "U at A001 lost=2"), 3, 4)
    move(last, "U", "A200")
    last.do("react", "G", last.last("moved").place)
    assert last.platoon("U").hex < 0 and last.b.move is None


@rule("8.b", "8.j")
def test_nobody_fires_at_who_has_lost_his_last_step() -> None:
    """Two stacks could react; the first eliminates U, and the other is asked again only while V goes on."""
    more = "red grenadier I at A302 reaction=0"
    alone = Drill(with_more(MOVE.replace("U at A001", "U at A001 lost=2"), more), 3, 4)
    move(alone, "U", "A101").do("react", "G", "A101")
    assert alone.unit("U").hex < 0 and alone.b.move is None and alone.asked == ("blue", "action")
    text = MOVE.replace("U at A001", "U at A001 lost=2\nblue us-infantry V at A001 lost=2")
    pair = Drill(with_more(text, more), 3, 4, 1, 1, 1, 6, 6)
    pair.do("move", "U").do("along", "V").do("to", "U", "A101").do("react", "G", "A101")
    assert pair.asked == ("red", "reaction")
    pair.do("react", "I", "A101")
    assert [(fired.piece, fired.target) for fired in pair.told("fired")] == [("G", "U"), ("I", "V")]


@rule("8.b", "9.3.1.b")
def test_nobody_fires_at_the_officer_who_has_run_with_his_platoon() -> None:
    """U and O move together; U routs alone, O runs with it, and I, who could still fire at A803, is not asked."""
    text = ".0 .0 .0 .0 .0 .0 .0 .0 .0 .0 .0 .0\n" * 7
    text += "blue officer O at A802 lead=0 range=9\nblue us-infantry U at A802 lost=1\n"
    text += "blue us-infantry W at A006 lost=2\nred officer P at A1002\nred grenadier G at A1003 reaction=0\n"
    text += "ground A006 w0\nground A005 w0\nground A106 w0\nground A105 w0\nred grenadier I at A1004 reaction=0\n"
    drill = Drill(text + "actor O", 3, 4, 6, 6, 3, 3)
    drill.do("move", "O").do("along", "U").do("to", "O", "A803").do("react", "G", "A803").run_on()
    assert drill.unit("U").routed and drill.at("O") == drill.at("U") != "A803"
    assert drill.asked == ("blue", "action") and len(drill.told("fired")) == 1


@rule("8.b", "4.3.2.b")
def test_who_came_up_for_an_assault_and_routs_is_finished() -> None:
    """U waits for the assault when V is shot on the way: the company fails, 9 against 8, and U has had its action."""
    text = OPEN + "blue officer O at A203 morale=7 lead=1 range=9\nblue us-infantry U at A203 waiting=A303 spent=1\n"
    text += (
        "blue us-infantry V at A301 lost=2\nblue us-infantry X at A204 waiting=A303\nred officer P at A303 range=5\n"
    )
    text += "red grenadier G at A303 finished\nred grenadier H at A501 reaction=0\nactor O"
    drill = Drill(text, 3, 4, 4, 5)
    move(drill, "V", "A302").do("react", "H", "A302").run_on()
    assert drill.unit("V").hex < 0 and drill.unit("U").routed and drill.unit("X").routed
    assert drill.unit("U").finished and not drill.unit("X").finished
    assert drill.unit("X").waiting == NEVER and faults(drill.b) == []


@rule("8.b")
def test_who_routs_loses_the_rest_of_his_action() -> None:
    """The second step lost of a company of one: 8 against 7; nobody fires at it on the run."""
    text = MOVE.replace("U at A001", "U at A301 lost=1").replace("O at A001", "O at A500 lead=0")
    text = text.replace("P at A301", "P at A503").replace("G at A301", "G at A503")
    drill = Drill(with_more(text, "red grenadier I at A504 reaction=0"), 3, 4, 4, 4)
    move(drill, "U", "A402")
    assert drill.asked == ("red", "reaction")
    drill.do("react", "G", "A402").run_on()
    assert drill.unit("U").routed and drill.b.move is None
    assert drill.asked == ("", "") and len(drill.told("fired")) == 1  # his officer has run with him: all is over


@rule("8.b", "8.c")
def test_nobody_fires_at_who_has_run_in_a_circle() -> None:
    """A flight may end in the hex where it began: who stands there again goes on no more."""
    drill = move(Drill(MOVE), "U", "A201")
    assert drill.asked == ("red", "reaction") and drill.b.move is not None
    unit = drill.unit("U")
    assert still_moving(drill.b, [unit], unit.hex) == in_danger(drill.b) == [unit]
    drill.b.move.units.remove(unit.index)  # as a rout does
    assert still_moving(drill.b, [unit], unit.hex) == []


@rule("4.3.2.b", "4.3.2.c", "6.3.c")
def test_who_routs_on_the_move_is_finished_and_has_used_his_double_time() -> None:
    """The company checks, 8 against 7 - 1, and routs; V, which has not moved, is not Finished."""
    text = MOVE.replace("O at A001 range=5", "O at A406 lead=0").replace("U at A001", "U at A401")
    text = text.replace("P at A301", "P at A604").replace("G at A301", "G at A603")
    drill = Drill(with_more(text, "blue us-infantry V at A406 lost=2"), 3, 3, 4, 4)
    drill.do("double", "U").do("to", "U", "A402")
    drill.do("react", "G", "A402")
    assert drill.asked == ("blue", "rout") and faults(drill.b) == []
    drill.run_on()
    assert drill.unit("U").routed and drill.unit("U").finished and drill.unit("U").doubled == drill.b.turn
    assert drill.unit("V").routed and not drill.unit("V").finished and drill.unit("V").doubled == NEVER


@rule("8.b", "9.3.1.b")
def test_who_routs_out_of_a_moving_group_leaves_it() -> None:
    """U and V see it and check singly, W is behind the woods: U runs, V is asked how it goes on."""
    woods = "".join(f"ground {h} w0\n" for h in ("A006", "A005", "A106", "A105"))
    text = MOVE.replace("O at A001 range=5", "O at A006 lead=0 range=9").replace("U at A001", "U at A401 lost=1")
    text = text.replace("P at A301", "P at A604").replace("G at A301", "G at A603")
    more = ("blue us-infantry V at A401", "blue us-infantry W at A006 lost=2", woods)
    drill = Drill(with_more(text, *more), 3, 3, 4, 4, 1, 1)
    drill.do("move", "U").do("along", "V").do("to", "U", "A402").do("react", "G", "A402")
    while drill.asked == ("blue", "rout"):
        assert faults(drill.b) == []
        drill.do("run", "U", drill.options()[0].to)
    assert drill.asked == ("blue", "march") and drill.play.decision is not None
    assert drill.play.decision.piece == "V" and drill.unit("U").finished and not drill.unit("V").finished


STACK = (
    OPEN
    + """
blue officer O at A001 range=5
blue us-infantry U at A001
blue us-infantry V at A101 of=other
blue us-infantry W at A101 of=other
red officer P at A301 range=2
red grenadier G at A301 reaction=0
actor O
"""
)


@rule("8.h", "MOD")
def test_only_the_moving_unit_is_fired_at() -> None:
    """Nine steps stand in A101, but only U moves: no modifier for six steps, and U alone is hit."""
    drill = Drill(STACK, 1, 1, 1, 1)  # two hits, and the company of one stands
    move(drill, "U", "A101")
    drill.do("react", "G", "A101")
    assert drill.last("fired").modifiers == ()
    assert {piece for piece, _ in drill.hits()} == {"U"}
    together = Drill(STACK.replace("V at A101 of=other", "V at A001"), 6, 6)
    together.do("move", "U").do("along", "V").do("to", "U", "A101").do("react", "G", "A101")
    assert [note.rule for note in together.last("fired").modifiers] == ["MOD"]


@rule("8.h", "7.4.3.a")
def test_an_officer_moving_alone_is_fired_at_as_if_alone() -> None:
    drill = Drill(STACK.replace("U at A001", "U at A101"), 3, 4, 1, 1)
    move(drill, "O", "A101")
    drill.do("react", "G", "A101")
    assert drill.last("officer lost").rule == "7.4.3.a" and not drill.hits()


@rule("8.i", "7.1")
def test_stacked_platoons_of_one_company_react_together_and_others_do_not() -> None:
    more = ("H at A301 reaction=0 ooc", "I at A302 reaction=0", "J at A301 reaction=0 of=other")
    drill = Drill(with_more(MOVE, *[f"red grenadier {each}" for each in more]), 6, 6)
    move(drill, "U", "A101")
    assert [choice.piece for choice in drill.options("volley")] == ["G"]
    assert [choice.piece for choice in drill.options("alone")] == ["G", "H"]
    assert [choice.piece for choice in drill.options("react")] == ["I", "J"]
    drill.do("volley", "G", "A101")
    assert drill.last("fired").need == 12 and drill.last("joins").rule == "8.i"
    assert [event.piece for event in drill.told("joins")] == ["H"]


@rule("8.i")
def test_of_three_in_a_stack_some_may_react() -> None:
    """G fires with H, or with K too; who stands elsewhere or belongs to others cannot join."""
    more = ("H at A301 reaction=0", "K at A301 reaction=0", "I at A302 reaction=0", "J at A301 reaction=0 of=other")
    drill = Drill(with_more(MOVE, *[f"red grenadier {each}" for each in more]), 6, 6)
    move(drill, "U", "A101")
    drill.do("react", "G", "A101")
    assert drill.play.decision is not None and drill.play.decision.rule == "8.i"
    assert {choice.piece for choice in drill.options("join")} == {"H", "K"}
    assert drill.refused("join", "I").rule == "8.i" and drill.refused("join", "J").rule == "8.i"
    drill.do("join", "H").do("fire")
    assert drill.last("fired").need == 12
    assert drill.platoon("H").finished and not drill.platoon("K").finished
    drill = Drill(with_more(MOVE, *[f"red grenadier {each}" for each in more]), 6, 6)
    move(drill, "U", "A101").do("react", "G", "A101").do("all")
    assert [(event.piece, event.rule) for event in drill.told("joins")] == [("H", "8.i"), ("K", "8.i")]
    assert drill.platoon("K").finished and not drill.platoon("I").finished and not drill.platoon("J").finished


@rule("8.j")
def test_several_stacks_react_one_after_the_other() -> None:
    drill = Drill(with_more(MOVE, "red grenadier I at A302 reaction=0"), 6, 6, 6, 6)
    move(drill, "U", "A101")
    drill.do("react", "I", "A101")
    assert drill.asked == ("red", "reaction") and {choice.piece for choice in drill.options("react")} == {"G"}
    drill.do("react", "G", "A101")
    assert [event.piece for event in drill.told("fired")] == ["I", "G"]


@rule("8.j")
def test_a_platoon_may_hold_its_fire() -> None:
    drill = Drill(MOVE)
    move(drill, "U", "A100").do("pass")
    assert drill.platoon("G").reaction == 0 and not drill.platoon("G").finished


@rule("8.k")
def test_an_out_of_command_platoon_with_a_marker_reacts_without_a_check() -> None:
    drill = Drill(MOVE.replace("G at A301 reaction=0", "G at A301 reaction=0 ooc"), 6, 6)
    move(drill, "U", "A100")
    drill.do("react", "G", "A100")
    assert drill.last("fired").need == 6 and not drill.told("activation check")


@rule("8.m")
@pytest.mark.parametrize(
    ("words", "asked"), [("", True), ("ooc", False), ("finished", False), ("routed", False), ("used", True)]
)
def test_reaction_without_marker(words: str, asked: bool) -> None:
    """In command and not Finished, also after an activation in which it did nothing; FF halved, rounded up."""
    drill = Drill(MOVE.replace("G at A301 reaction=0", f"G at A301 lost=1 {words}"), 6, 6)
    move(drill, "U", "A100")
    assert (drill.asked == ("red", "reaction")) == asked
    if asked:
        drill.do("react", "G", "A100")
        assert drill.last("fired").need == 3  # 5 halved is 2.5


@rule("8.m", "7.3.c")
def test_both_halvings_apply_and_only_to_the_unmarked() -> None:
    text = (
        MOVE.replace("U at A001", "U at A000")
        .replace("G at A301 reaction=0", "G at A401")
        .replace("P at A301", "P at A401")
    )
    drill = Drill(text.replace("actor O", "red grenadier H at A401 reaction=0\nactor O"), 6, 6)
    move(drill, "U", "A100")
    assert drill.last("moved").place == "A100"
    drill.do("volley", "G", "A100")
    assert drill.last("fired").need == 5  # three hexes away: 6 / 4 = 2, and 6 / 2 = 3
    assert drill.last("fired").rule == "8.m"


@rule("8.n", "8.o", "4.4.d", "1.a")
def test_who_has_reacted_is_finished_and_the_activation_is_the_movers() -> None:
    drill = Drill(MOVE, 6, 6)
    move(drill, "U", "A100")
    drill.do("react", "G", "A100")
    platoon = drill.platoon("G")
    assert platoon.finished and platoon.reaction == NEVER and platoon.moving
    assert drill.b.activations == [1, 0]  # reacting is no activation


@rule("8.p")
def test_mortars_do_not_react() -> None:
    drill = Drill(MOVE.replace("red grenadier G at A301 reaction=0", "red german-mortar G at A301 reaction=0"))
    move(drill, "U", "A100")
    assert drill.asked[1] != "reaction"


@rule("8.l", "4.4.d")
def test_a_marker_from_before_the_battle_lets_its_platoon_act_in_turn_one() -> None:
    text = OPEN + "blue officer O at A001\nblue us-infantry U at A001 reaction=0\nred grenadier G at A606\nactor O"
    drill = Drill(text)
    assert {choice.do for choice in drill.options(piece="U")} >= {"move", "prepare"}


@rule("8.c")
def test_nobody_is_asked_where_fire_could_do_nothing() -> None:
    """An unmarked reduced MG at long range has FF 1 on column 1: never more than effect 1, and the divisor is 2."""
    text = MOVE.replace("red grenadier G at A301 reaction=0", "red german-mg-3-3 G at A501 lost=2").replace(
        "P at A301", "P at A501"
    )
    drill = Drill(text)
    move(drill, "U", "A101")
    assert drill.asked[1] != "reaction"


@rule("8.c", "8.j", "7.3.e")
def test_a_veteran_is_asked_though_his_weak_mate_would_spoil_the_volley() -> None:
    """G alone fires on column 8 and may hit in a built-up area; with M, who is no veteran, it would be column 6."""
    text = MOVE.replace("G at A301 reaction=0", "G at A301 reaction=0 veteran")
    weak = "red german-mg-3-3 M at A301 lost=2 reaction=0"
    drill = Drill(with_more(text, weak, "ground A101 B0"), 1, 1)
    move(drill, "U", "A101")
    assert drill.asked == ("red", "reaction")
    assert {choice.piece for choice in drill.options("alone")} == {"G", "M"}
    drill.do("alone", "G", "A101")
    assert drill.last("fired").need == 8 and drill.hits() == [("U", 1)]
    green = with_more(MOVE, weak + " green", "ground A101 w0")  # 6 alone may hit in woods, 7 a column lower not
    assert move(Drill(green), "U", "A101").asked == ("red", "reaction")
    assert move(Drill(green.replace("G at A301", "G at A301 green")), "U", "A101").asked == ("blue", "march")


@rule("8.g", "5.2.d")
def test_a_mover_is_seen_farther_than_who_stands_still() -> None:
    """In woods a still target is spotted at 3, a moving one at 5; it has the divisor of the woods it is in."""
    text = MOVE.replace("red grenadier G at A301 reaction=0", "red german-mg-4-4 G at A500 reaction=0")
    more = [f"red german-mg-4-4 {name} at A500 reaction=0" for name in "HI"]
    drill = Drill(with_more(text, "ground A101 w0", *more), 1, 1, 1, 1)
    move(drill, "U", "A101")
    assert spotting_range(drill.b, drill.unit("G"), drill.unit("U")) == 5
    drill.do("react", "G", "A101").do("all")
    assert (drill.last("fired").need, drill.last("hits").need, drill.last("hits").value) == (12, 4, 2)
    drill.unit("U").moving = False
    assert spotting_range(drill.b, drill.unit("G"), drill.unit("U")) == 3 < 4


@rule("8.c", "7.3.b")
def test_refusals_of_reactions_name_the_reason() -> None:
    more = ("F at A301 finished", "R at A301 routed", "X at A606 reaction=0")
    text = with_more(MOVE, *[f"red grenadier {each}" for each in more])
    drill = Drill(text)
    move(drill, "U", "A100")
    assert drill.refused("react", "F", "A100").rule == "8.n"
    assert drill.refused("react", "R", "A100").rule == "9.3.a"
    assert drill.refused("react", "X", "A100").rule == "7.2.b"
    assert drill.refused("react", "U", "A100").reason == "U is not an enemy of U."


@rule("8.g", "8.c", "7.3.b", "7.f")
def test_who_could_react_is_who_can_when_it_comes_to_it() -> None:
    """For every hex of a board with woods, a hill and friends in the way: the forecast against the fact."""
    enemies = ("H at A304 ooc", "I at A306", "J at A500 finished", "K at A504 ooc reaction=0")
    ground = ("ground A202 w0", "ground A304 .1", "ground A404 f0", "ground A101 w0", "ground A503 l0")
    more = [f"red grenadier {each}" for each in enemies]
    text = with_more(MOVE, *more, *ground, "red german-mortar T at A302")
    b = scene(text)
    seen = set()
    for place in range(b.ground.size):
        if b.occupied[1] >> place & 1:
            continue
        twin = b.copy()
        (unit,) = [each for each in twin.units if each.id == "U"]
        foretold = [each.id for each in reactors(twin, [unit], place)]
        twin.put(unit, place)
        unit.moving = True
        assert foretold == [each.id for each in able(twin, [unit])], b.ground.names[place]
        seen.update(foretold)
    assert seen == {"G", "I", "K"}
