"""5.3 Opportunity Fire."""

import pytest
from stage import NawStage, stage

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.table.decision import Choice
from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .. .. .. .. .. .. .. .."  # A1 to O1, a straight line

REACTION = ("german", "opportunity fire")


def approach(*lines: str, dice: tuple[int, ...] = (), row: str = ROW) -> NawStage:
    """A T-34 platoon steps from H1 to G1, six hexes from A1; the Germans stand as the lines say."""
    s = stage("\n".join([row, "soviet t-34-76 S at H1", *lines]), *dice)
    return s.do("act", "S").do("move", "", "G1")


@rule("5.3.a", "5.3.d", "4.0.e")
def test_a_mover_is_fired_at_in_the_hex_it_enters() -> None:
    """A Pz IV six hexes away fires when the T-34 comes into the hex, and is Ops Complete."""
    s = approach("german pzivg P at A1", dice=(5, 4, 6, 5, 1))
    assert s.asked == REACTION
    assert s.options() == [Choice("fire", "P", "S"), Choice("pass march"), Choice("pass")]
    s.do("fire", "P", "S").done()
    fired = s.last("fired")
    assert (fired.rule, fired.text, fired.place) == ("5.3.a", "opportunity fire", "G1")
    assert (fired.dice, fired.need, fired.value) == ((5, 4, 6), 5, 2)
    assert s.last("saved").dice == (5, 1)
    assert s.unit("P").ops_complete
    assert s.unit("S").disrupted and s.unit("S").steps == 2


@rule("5.3.a", "5.3.b")
def test_the_owner_may_let_it_pass() -> None:
    """Opportunity Fire is a choice; unused it may come in the next hex, and the firer stays ready."""
    s = stage(f"{ROW}\nsoviet t-34-76 S at H1\ngerman pzivg P at A1")
    s.do("act", "S").do("move", "", "F1").do("pass")
    assert (s.where("S"), s.asked) == ("F1", REACTION)
    s.do("pass")
    assert s.asked == ("soviet", "action")
    assert not s.unit("P").ops_complete and not s.told("fired")


@rule("5.3.a")
@pytest.mark.parametrize("state", ["disrupted", "ops", "mounted"])
def test_who_cannot_react(state: str) -> None:
    """Disrupted and Ops Complete units do not react, nor a towed gun, which has no Firepower."""
    kind = "45mm-atg" if state == "mounted" else "pzivg"
    s = approach(f"german {kind} P at D1 {state}")
    assert s.asked == ("soviet", "action")


@rule("5.3.a")
def test_out_of_command_units_react() -> None:
    """Out of Command forbids moving and firing in the own impulse only (3.4.2)."""
    assert approach("german pzivg P at A1 ooc").options("fire") == [Choice("fire", "P", "S")]


@rule("5.3.a")
def test_sight_is_needed() -> None:
    """Woods between firer and mover: nobody is asked."""
    s = approach("german pzivg P at A1", row=ROW.replace(".. .. ..", ".. .. W.", 1))
    assert s.asked == ("soviet", "action")


@rule("5.3.a", "5.3.1")
@pytest.mark.parametrize(("start", "end", "offered"), [("N1", "M1", True), ("O1", "N1", False)])
def test_extended_range_counts(start: str, end: str, offered: bool) -> None:
    """A Pz IV (range 6) reacts at 12 hexes, with To-Hit 6, and not at 13."""
    s = stage(f"{ROW}\nsoviet t-34-76 S at {start}\ngerman pzivg P at A1", *((5, 5, 5) if offered else ()))
    s.do("act", "S").do("move", "", end)
    assert (s.asked == REACTION) is offered
    if offered:
        s.do("fire", "P", "S").done()
        assert (s.last("fired").need, s.last("fired").value) == (6, 0)
        assert [(m.amount, m.rule) for m in s.last("fired").modifiers] == [(1, "5.1.4.a")]


@rule("5.3.a", "5.3.1")
def test_armour_or_high_explosive() -> None:
    """Infantry reaches a tank with AP one hex away only; at a soft mover it fires HE twice its range of 2."""
    text = f"{ROW}\nsoviet %s S at F1\ngerman infantry I at A1"
    s = stage(text % "t-34-76").do("act", "S").do("move", "", "E1")
    assert s.asked == ("soviet", "action")
    s.do("move", "", "C1")
    assert s.asked == ("soviet", "action")
    s.do("move", "", "B1")
    assert s.options() == [Choice("fire", "I", "S"), Choice("pass march"), Choice("pass")]
    s = stage(text % "guards-infantry", 6, 5, 5).do("act", "S").do("move", "", "E1").do("fire", "I", "S").done()
    assert (s.last("fired").dice, s.last("fired").need) == ((6, 5, 5), 6)


@rule("5.3.a")
def test_loading_and_unloading_do_not_trigger() -> None:
    """A platoon that climbs into its half-tracks enters no new hex; driving off it does."""
    text = f"{ROW}\nsoviet american-armored-infantry S at D1 %s\ngerman pzivg P at A1"
    s = stage(text % "").do("act", "S").do("load", "S")
    assert s.asked == ("soviet", "action")
    assert s.do("move", "", "E1").asked == REACTION
    s = stage(text % "mounted").do("act", "S").do("unload", "S")
    assert s.asked != REACTION
    assert not s.unit("S").mounted


@rule("5.3.a")
def test_entering_the_map_triggers() -> None:
    """A unit that comes on is fired at in its edge hex."""
    s = stage(f"{ROW}\nsoviet t-34-76 S at off\ngerman pzivg P at C1\nedge soviet F1")
    s.do("act", "S").do("move", "", "F1")
    assert s.asked == REACTION
    assert s.places("fire", "P") == {"S"}


@rule("5.3.b", "5.3.g")
def test_one_unit_fires_for_each_hex() -> None:
    """Three Pz IVs in two hexes: one fires at G1, the next at F1; they never fire together."""
    s = approach("german pzivg P1 at A1", "german pzivg P2 at B1", "german pzivg P3 at B1", dice=(1,) * 6)
    assert {choice.piece for choice in s.options("fire")} == {"P1", "P2", "P3"}
    s.do("fire", "P2", "S")
    assert s.asked == ("soviet", "action")
    s.do("move", "", "F1")
    assert {choice.piece for choice in s.options("fire")} == {"P1", "P3"}
    assert s.refused("fire", "P2", "S").reason == "P2 is Ops Complete."
    s.do("fire", "P1", "S").done()
    assert s.asked == ("soviet", "action")
    assert [event.piece for event in s.told("fired")] == ["P2", "P1"]


@rule("5.3.b")
def test_a_hex_entered_again_counts_again() -> None:
    """Out of G1 and back into it: the hex is entered a second time and fired at a second time."""
    s = approach("german pzivg P1 at A1", "german pzivg P2 at A1", dice=(1,) * 6)
    s.do("fire", "P1", "S").do("move", "", "F1").do("pass").do("move", "", "G1")
    assert s.asked == REACTION
    s.do("fire", "P2", "S").done()


@rule("5.3.c")
def test_a_disrupted_mover_stops() -> None:
    """One hit Disrupts the T-34: it stops where it was hit and is Ops Complete."""
    s = stage(f"{ROW}\nsoviet t-34-76 S at H1\nsoviet t-34-76 X at O1\ngerman pzivg P at A1", 5, 1, 1, 1, 1)
    s.do("act", "S").do("move", "", "E1").do("fire", "P", "S").done()
    assert (s.where("S"), s.unit("S").ops_complete, s.unit("S").disrupted) == ("G1", True, True)
    assert s.asked == ("soviet", "operation")
    assert s.refused("act", "S").rule == "4.0.1"


@rule("5.3.c")
def test_a_reduced_mover_stops() -> None:
    """A unit that was Disrupted already and loses a step stops as well."""
    s = stage(f"{ROW}\nsoviet t-34-76 S at G1 disrupted\nsoviet t-34-76 X at O1\ngerman pzivg P at A1", 6, 1, 1, 1, 1)
    s.do("act", "S").do("move", "", "H1").do("fire", "P", "S").done()
    assert (s.where("S"), s.unit("S").ops_complete, s.unit("S").steps) == ("H1", True, 1)


@rule("5.3.c")
def test_a_mover_that_saves_goes_on() -> None:
    """All hits cancelled: no result, and the move continues with what is left of the MF."""
    s = approach("german pzivg P at A1", dice=(5, 1, 1, 5, 2))
    s.do("fire", "P", "S").done()
    assert s.asked == ("soviet", "action")
    assert "C1" in s.places("move") and "B1" not in s.places("move")  # 4 of 5 MP left


@rule("5.3.c", "5.3.f", "4.2.c", "4.1.m", "4.1.h", "5.3.b")
def test_one_unit_of_a_stack_is_picked_and_only_it_stops() -> None:
    """Two T-34s with their HQ: one is hit and stops; the owner keeps the HQ back, the other drives on."""
    s = stage(
        f"""{ROW}
        soviet t-34-76 S1 at H1
        soviet t-34-76 S2 at H1
        soviet hq 276th-tank-hq at H1
        german pzivg P at A1
        """,
        *(5, 1, 1),  # one hit
        *(1, 1),  # no save
        3,  # the HQ is unharmed
    )
    s.do("act", "S1", "S2", 1).do("move", "", "G1")
    assert s.options("fire") == [Choice("fire", "P", "S1"), Choice("fire", "P", "S2")]
    s.do("fire", "P", "S2").done()
    assert s.asked == ("soviet", "hq parts")
    assert s.options() == [Choice("go on", "276th-tank-hq"), Choice("stay", "276th-tank-hq")]
    s.do("stay", "276th-tank-hq")
    assert (s.unit("S1").disrupted, s.unit("S2").disrupted) == (False, True)
    assert s.unit("S2").ops_complete and not s.unit("S1").ops_complete
    s.do("move", "", "F1")
    assert (s.where("S1"), s.where("S2")) == ("F1", "G1")
    assert s.b.ground.names[s.hq("soviet").hex] == "G1"


FIELD = "\n".join([".. .. .. .. .. .. .."] * 5)


@rule("5.3.e")
def test_no_fire_at_assaulters() -> None:
    """The Pz IV beside the fight sees the T-34 enter D3 and cannot fire; the loser's way back draws none either."""
    s = stage(
        f"""{FIELD}
        soviet t-34-76 S at C3
        german infantry I at D3
        german pzivg P at D5
        """,
        *(1, 1),  # the T-34
        *(1, 1, 1),  # the infantry
    )
    s.do("act", "S").do("assault", "", "D3").done()
    assert s.told("struck") and not s.told("fired")
    assert s.where("S") == "C3"


@rule("5.3.e", "5.5.i")
def test_no_fire_at_an_overrun_but_at_its_exit() -> None:
    """Entering D3 draws no fire; the hex behind it does, even from the unit that was overrun."""
    s = stage(
        f"""{FIELD}
        soviet t-34-76 S at C3
        german infantry I at D3
        german pzivg P at D5
        """,
        *(1, 1, 1, 1, 1, 1),  # the T-34, tripled
        *(1, 1, 1),  # the infantry
    )
    s.do("act", "S").do("overrun", "", "D3").done()
    assert s.asked == ("soviet", "overrun exit")
    s.do("move", "", "E3")
    assert s.asked == REACTION
    assert {choice.piece for choice in s.options("fire")} == {"I", "P"}


@rule("5.3.1")
def test_the_whole_procedure() -> None:
    """Leadership, Augmented fire, defensive roll, HQ check, hits, Ops Complete, in the order of the summary."""
    s = stage(
        f"""{ROW}
        soviet t-34-76 S at C1
        soviet hq 276th-tank-hq at C1
        german american-armored-infantry I at A1 weapon=bazooka
        german hq american-armored-infantry-hq at A1
        """,
        *(6, 2),  # AP 1 + Leadership 1
        5,  # the 2 again
        *(1, 1),  # no save
        1,  # the HQ is hit
    )
    s.do("act", "S", "", 1).do("move", "", "B1")
    assert s.options("fire") == [Choice("fire", "I", "S"), Choice("fire", "I", "S", 1)]
    s.do("fire", "I", "S", 1)
    assert s.asked == ("german", "augmented")
    s.do("re-roll", number=2).done()
    assert (s.last("fired").dice, s.last("fired").need, s.last("fired").value) == ((6, 5), 5, 2)
    assert [(m.amount, m.rule) for m in s.last("fired").modifiers if m.amount] == [(1, "2.5.6.2.b")]
    order = [e.kind for e in s.play.log if e.kind in ("fired", "saved", "hq check", "disrupted", "reduced")]
    assert order == ["fired", "saved", "hq check", "disrupted", "reduced"]
    assert s.hq("soviet").steps == 1
    assert s.unit("I").ops_complete and s.hq("german").led


@rule("5.3.1")
def test_reduced_range() -> None:
    """Within half its range the reacting Pz IV needs 4."""
    s = stage(f"{ROW}\nsoviet t-34-76 S at E1\ngerman pzivg P at A1", 4, 3, 3, 5, 1)
    s.do("act", "S").do("move", "", "D1").do("fire", "P", "S").done()
    assert (s.last("fired").need, s.last("fired").value) == (4, 1)


@rule("5.3.a", "11.0.b", "7.1.c")
@pytest.mark.parametrize("shot", ["fire", "overwatch"])
def test_a_mover_has_no_use_of_trenches(shot: str) -> None:
    """The Improved Position in the hex just entered cancels no hit of Opportunity or Overwatch fire."""
    s = approach("german pzivg P at A1 overwatch", "marker improved G1", dice=(5, 1, 1, 1, 1))
    s.do(shot, "P", "S").done()
    assert s.unit("S").disrupted and not s.told("dug in")


@rule("5.3.1", "2.5.6.2.b")
def test_leadership_once_in_an_enemy_impulse() -> None:
    """The HQ helps one of two reacting platoons; for the second hex no Leadership is left."""
    s = approach("german pzivg P1 at A1", "german pzivg P2 at A1", "german hq 11th-panzer-hq at A1", dice=(1,) * 5)
    s.do("fire", "P1", "S", 1).done().do("move", "", "F1")
    assert s.options("fire") == [Choice("fire", "P2", "S")]
    refused = s.refused("fire", "P2", "S", 1)
    assert (refused.rule, refused.reason) == ("2.5.6.2.b", "No unused Leadership of its Formation is with P2.")


@rule("5.3.a", "5.1.b")
def test_refusals_say_why() -> None:
    """Each unit that may not react is told the reason."""
    s = approach(
        "german pzivg P at A1",
        "german pzivg D at B1 disrupted",
        "german pzivg O at B1 ops",
        "german infantry I at C1",
        "german american-81mm-mortar M at off",
    )
    said = {id: (r := s.refused("fire", id, "S")).rule + " " + r.reason for id in ("D", "O", "I", "M", "X")}
    assert said == {
        "D": "5.3.a D is Disrupted.",
        "O": "5.3.a O is Ops Complete.",
        "I": "5.1.5.1 S is 4 hexes away; I reaches 1.",
        "M": "5.3.a M is not on the map.",
        "X": "5.3.a No unit of yours is called 'X'.",
    }
    assert s.refused("fire", "P", "P").reason == "Only a unit that has just entered the hex can be fired at."
    assert s.refused("overwatch", "P", "S").rule == "11.0.b"


# Letting a march pass ----------------------------------------------------------------------------

PARADE = """
    .. .. .. .. .. .. .. ..
    .. .. .. .. .. .. .. ..
    german pzivg P at A1
    german pzivg Q at A2
    soviet t-34-76 S at H1
    """


@rule("5.3.a", "5.3.b")
def test_a_whole_march_may_be_let_pass() -> None:
    """One answer for all hexes of this move; the next unit is asked about again."""
    s = stage(PARADE).do("act", "P").do("move", "", "E1")
    assert (s.asked, s.where("P")) == (("soviet", "opportunity fire"), "B1")
    s.do("pass march")
    assert (s.asked, s.where("P")) == (("german", "operation"), "E1")
    s.do("act", "Q").do("move", "", "B2")
    assert s.asked == ("soviet", "opportunity fire")


@rule("5.3.a", "5.3.b")
def test_a_march_let_pass_stays_so_when_it_goes_on() -> None:
    """Hex by hex it is still the same march; a plain pass is for one hex."""
    s = stage(PARADE).do("act", "P").do("move", "", "B1").do("pass march").do("move", "", "C1")
    assert s.asked == ("german", "action") and s.b.action.let_pass
    s = stage(PARADE).do("act", "P").do("move", "", "B1").do("pass").do("move", "", "C1")
    assert s.asked == ("soviet", "opportunity fire")


@rule("5.3.a", "5.3.b")
def test_with_the_last_hex_there_is_no_march_left_to_pass() -> None:
    s = stage(PARADE).do("act", "P").do("move", "", "E1")
    for place in ("B1", "C1", "D1"):
        assert s.where("P") == place and s.options("pass march")
        s.do("pass")
    assert s.where("P") == "E1" and not s.options("pass march") and s.options("pass")


@rule("5.3.a", "5.3.b")
def test_holding_fire_says_for_how_long() -> None:
    """In this hex or for the whole move; of the last hex there is nothing more to ask."""

    def said() -> list[tuple[str, str]]:
        shown = NATIONS_AT_WAR.shown.view(s.play, "soviet").decision
        assert shown is not None
        return [(option.label, option.brings) for option in shown.options if option.role]

    s = stage(PARADE).do("act", "P").do("move", "", "E1")
    again = "You are asked again at the next hex of its move."
    whole = "You are not asked at its next hexes, but when another unit moves."
    assert said() == [("Hold fire for this whole move", whole), ("Hold fire while it is in B1", again)]
    for _ in range(3):
        s.do("pass")
    assert said() == [("Hold fire while it is in E1", "")]
