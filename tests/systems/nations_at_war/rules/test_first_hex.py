"""A1 is the first hex of a map and a place like any other, and other edges of rules."""

from stage import stage

from sandtable.table.decision import Choice
from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .. .. .."


@rule("10.2.f", "10.2.g", "10.2.h")
def test_shells_fall_on_a1_beside_the_marker() -> None:
    text = f"{ROW}\ngerman infantry G at J1\ngerman hq 320th-infantry-hq at J1\nsoviet guards-infantry S at A1\n"
    s = stage(text + "mission german 34\nphase missions", 6, *(6, 1, 1))
    s.do("call", "320th-infantry-hq", "34").do("target", "320th-infantry-hq", "B1")
    s.do("fire for effect", "", "B1").done()
    assert [(e.place, e.rule) for e in s.told("bombarded")] == [("A1", "10.2.g")]
    assert s.unit("S").disrupted


@rule("2.6.2.a", "2.5.6.d", "3.4.2.a")
def test_a_unit_in_a1_far_from_its_hq_is_not_in_command() -> None:
    text = (
        f"{ROW}\ngerman infantry I at J1\ngerman hq 320th-infantry-hq at J1\ngerman infantry F at A1\nphase command"
    )
    s = stage(text, 6, 6).done()
    assert s.unit("F").out_of_command and not s.unit("I").out_of_command


@rule("4.1.j", "4.1.f", "4.1.a")
def test_who_fires_in_a1_may_still_move() -> None:
    """Declared before the shot: the Pz IV is Ops Complete when the whole action ends, not before."""
    s = stage(f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at E1", *(1, 1)).do("act", "P")
    s.do("fire and move", "P", "S")
    assert not s.unit("P").ops_complete and s.places("move") == {"B1", "C1"}
    s.do("move", "", "B1").do("pass").do("stop")
    assert s.unit("P").ops_complete


@rule("10.1.a", "10.1.b")
def test_the_aircraft_comes_over_a1_and_the_flak_there_fires() -> None:
    text = f"{ROW}\ngerman infantry G at J1\ngerman hq 320th-infantry-hq at J1\nsoviet 20mm-flak F at A1\n"
    s = stage(f"{text}aircraft german ju-87\ncup aircraft-ju-87\nphase draw", 1, goes_on=True)
    assert s.asked == ("soviet", "aa fire")
    assert s.b.ground.names[s.b.units_of[1][0].hex] == "A1"


@rule("5.1.3.c", "5.1.b")
def test_why_a_unit_does_not_fire() -> None:
    """Disrupted, or it has attacked; and neither of it is said of a unit that is in Good Order and has not."""
    text = f"{ROW}\ngerman infantry P at A1 STATE\nsoviet guards-infantry S at J1"
    s = stage(text.replace("STATE", "disrupted")).do("act", "P")
    assert s.refused("fire", "P", "S").rule == "5.1.3.c"
    s = stage(text.replace("STATE", "")).do("act", "P")
    assert "hexes away" in s.refused("fire", "P", "S").reason


@rule("UPS.a", "UPS.b", "5.1.6.a")
def test_smoke_and_shells_need_a_hex_of_the_map() -> None:
    text = f"{ROW}\ngerman american-81mm-mortar M at A1\ngerman infantry I at A1\nsoviet t-34-76 S at E1"
    s = stage(text).do("act", "M")
    assert s.refused("bombard", "M", "Z9").rule == "5.1.6.a"
    assert s.refused("smoke", "M", "Z9").rule == "UPS.b"


@rule("4.3.a", "EN.d")
def test_only_what_has_a_transport_is_set_up_in_one() -> None:
    """The reason is the transport only where one was asked for."""
    s = stage(".. ..\n soviet t-34-76 S at off\n soviet 45mm-atg G at off\n zone soviet A1\n phase setup")
    assert s.refused("place mounted", "S", "A1").rule == "4.3.a"
    assert s.refused("place", "S", "B1").rule != "4.3.a"
    assert s.refused("place mounted", "S", "B1").rule != "4.3.a"


@rule("9.0.e", "9.0.i", "3.4.2.a")
def test_the_certain_remedy_is_offered_first() -> None:
    text = (
        f"{ROW}\ngerman infantry I at J1\ngerman hq 320th-infantry-hq at J1\ngerman infantry F at A1\nfate german 1"
    )
    s = stage(f"{text}\nphase command", 6, 6)
    assert s.options()[0] == Choice("fate command", "", "A1")


@rule("10.2.f", "10.2.g", "10.2.h")
def test_shells_fall_on_friends_alone_too() -> None:
    text = f"{ROW}\ngerman infantry G at J1\ngerman hq 320th-infantry-hq at J1\ngerman infantry F at C1\n"
    s = stage(text + "mission german 34\nphase missions", 6, *(6, 1, 1))
    s.do("call", "320th-infantry-hq", "34").do("target", "320th-infantry-hq", "B1")
    s.do("fire for effect", "", "B1").done()
    assert [e.place for e in s.told("bombarded")] == ["C1"] and s.unit("F").disrupted


@rule("4.0.d")
def test_the_second_side_enters_no_enemy_hex_by_moving_either() -> None:
    s = stage(f"{ROW}\nsoviet t-34-76 S at A1\ngerman tiger T at B1\nactive soviet").do("act", "S")
    assert s.refused("move", "", "B1").rule == "4.0.d"


@rule("4.1.a", "4.1.c", "2.7.1.b", "2.9.c")
def test_numbers_that_the_code_keeps_as_flags_are_those_of_the_book() -> None:
    """One weapon, one Wreck, an MF of two at least: no marker or counter could hold more."""
    numbers = stage(f"{ROW}\ngerman tiger T at B1").b.ground.numbers
    assert (numbers["weapons_per_platoon"], numbers["wrecks_in_hex"], numbers["move_and_fire_least_mf"]) == (1, 1, 2)
