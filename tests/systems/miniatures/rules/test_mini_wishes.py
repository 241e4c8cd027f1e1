"""What is left to the house: the details of fire, and who takes hits and markers."""

import pytest
from mini_fire import scene_of
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.wishes import ASK, FIRE, HITS
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.testing import rule

TANKS = "PL m4-sherman A at 30,10; m4-sherman B at 34,10"


def acting(blue: str, red: str, *dice: int, asks: str = "") -> MiniStage:
    """U1 may fire, and only `asks` is not left to the house: a side and a kind, like "red hits"."""
    wishes = tuple([(*each.split(), ASK) for each in asks.split(", ") if each])
    s = stage(scene_of(blue, red), *dice, wishes=wishes)  # type: ignore[arg-type]
    s.do("fire", "U1")
    return s


@rule("6.1", "6.10", "16.6", "6.15", "11.1")
def test_a_platoon_fires_at_a_unit_and_nothing_else_is_asked() -> None:
    """Coaxial and hull MG at men: 3 dice for each of the four MGs, no save fails, and three hits are a marker."""
    s = acting(TANKS, "PL rifle X at 30,20 moved; rifle Y at 34,20 moved", *[6] * 3, *[1] * 9, *[6] * 3)
    assert s.options() == [Choice("fire", "", "G1"), Choice("detail"), Choice("done")]
    s.do("fire", "", "G1").done()
    assert {event.text for event in s.told("shot")} == {"Vehicle MG"}
    assert [s.team(id).markers for id in "XY"] == [0, 1]  # not the leader


@rule("6.10", "6.21", "16.6")
def test_the_main_guns_aim_at_tanks() -> None:
    s = acting("PL m4-sherman A at 30,10", "PL m4-sherman X at 30,20; rifle Y at 34,20 moved", *[1] * 7)
    s.do("fire", "A", "G1").done()
    assert [(event.text, len(event.dice)) for event in s.told("shot")] == [("Vehicle MG", 3), ("75mm", 4)]


@rule("6.1", "16.6", "6.21")
def test_details_are_asked_for_when_they_are_wanted() -> None:
    s = acting(TANKS, "PL m4-sherman X at 30,20; rifle Y at 34,20 moved")
    s.do("detail")
    assert Choice("fire", "B", "G1") in s.options() and Choice("detail") not in s.options()
    s.do("fire", "B", "G1").do("done")
    assert s.asked == ("blue", "main or coax")
    s.do("main", "B")
    assert s.asked == ("blue", "aim")


@rule("6.2")
def test_the_others_fire_at_somebody_else_if_that_is_wanted() -> None:
    """B cannot reach G1: all fire ends the question, splitting asks for B."""
    blue = "PL rifle A at 30,10; rifle C at 33,10; smg B at 10,38; rifle D at 13,38"
    red = "PL rifle X at 30,20 moved"
    text = scene_of(blue, red, "red G2 veteran activated", "  PL rifle Y at 10,43 moved")
    s = stage(text, 1, 1, 1, wishes=())
    s.do("fire", "U1")
    assert s.options("split") == [Choice("split", "", "G1"), Choice("split", "", "G2")]
    s.do("fire", "", "G1").done()
    assert [event.piece for event in s.told("shot")] == ["A", "C"]
    s = stage(text, 1, 1, 1, 1, 1, 1, wishes=())
    s.do("fire", "U1").do("split", "", "G1")
    assert s.options() == [Choice("fire", "", "G2"), Choice("detail"), Choice("done")]
    s.do("fire", "", "G2").done()
    assert [event.piece for event in s.told("shot")] == ["A", "C", "B", "D"]


@rule("14.5", "14.3")
def test_the_leader_directs_the_best_team_unless_a_move_follows() -> None:
    blue = "PL rifle A at 30,10; rifle B at 32,10; lmg C at 28,10; hmg D at 40,10"
    s = acting(blue, "PL rifle X at 30,20 moved", *[1] * 9, *[1] * 3)
    s.do("fire", "", "G1").done()
    assert s.last("ability").target == "C" and s.last("shot again").piece == "C"
    s = stage(scene_of(blue, "PL rifle X at 30,20 moved", check="passed"), *[1] * 9, wishes=())
    s.do("fire and move", "U1").do("fire", "", "G1")
    assert s.told("ability") == [] and s.asked == ("blue", "move")


@rule("6.15", "8.2", "8.3")
def test_hits_go_to_who_saves_best_and_then_to_the_least_dear() -> None:
    """One hit among a leader, a rifle, an LMG and a gun that has fired: the rifle takes it."""
    red = "PL rifle X at 30,20 moved; rifle Y at 33,20 moved; smg V at 36,20 moved; 57mm Z at 27,20 moved fired"
    s = acting("PL rifle A at 60,3 markers=1; rifle B at 30,10", red, 6, 6)
    s.do("fire", "B", "G1").done()
    assert [event.piece for event in s.told("saves")] == ["Y"]
    s = acting("PL rifle A at 60,3 markers=1; rifle B at 30,10", red, 6, asks="red hits")
    s.do("fire", "B", "G1")
    assert s.asked == ("red", "hit")


@rule("6.16", "9.9")
def test_the_tank_that_shows_its_front_takes_the_packet() -> None:
    red = "PL panther X at 30,40 faces 1,0; panther Y at 36,40 faces 0,-1"
    s = acting("PL rifle A at 60,3 markers=1; pak40 B at 30,10", red, 6, 1, 1, 1, 6)
    s.do("fire", "B", "G1").done()
    assert [event.piece for event in s.told("saves")] == ["Y"]


@rule("11.9")
def test_the_best_team_sheds_its_marker() -> None:
    text = scene_of(
        "PL rifle A at 30,10; rifle B at 35,10 markers=1; lmg C at 38,10 markers=1", "PL rifle X at 30,40"
    )
    s = stage(text.replace("active U1 failed", "side blue"), 1, goes_on=True, wishes=())
    s.do("activate", "U1")
    assert [s.team(id).markers for id in "BC"] == [1, 0]


def test_wishes_can_be_changed_at_any_time_by_their_own_seat() -> None:
    s = acting("PL rifle A at 30,10", "PL rifle X at 30,20 moved")
    s.play.choose(Choice("wish", HITS.key, ASK), "red")
    assert s.b.wishes == (("red", "hits", "ask"),)
    s.play.choose(Choice("wish", HITS.key, "auto"), "red")
    assert s.b.wishes == () and s.asked == ("blue", "fire")
    with pytest.raises(IllegalChoice):
        s.play.choose(Choice("wish", FIRE.key, "sometimes"), "blue")
