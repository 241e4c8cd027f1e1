"""Close to the edge: the first hex, one die, one hex, and who is meant."""

from copy import copy

import pytest
from stage import stage

from sandtable.systems.nations_at_war.rules.combat.fire import why_no_fire
from sandtable.systems.nations_at_war.rules.combat.smoke import place_smoke, why_no_smoke
from sandtable.systems.nations_at_war.rules.fate import fate_moment
from sandtable.systems.nations_at_war.rules.transport import may_load
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.state.pieces import Action
from sandtable.testing.citing import rule
from sandtable.testing.scene import tale

ROW = ".. " * 10


@rule("10.2.b", "2.6.2.b")
def test_a_recon_unit_in_a1_calls_for_fire() -> None:
    text = f"{ROW}\ngerman infantry I at C1\ngerman hq 320th-infantry-hq at C1\ngerman sdkfz-222 R at A1\n"
    s = stage(f"{text}soviet infantry S at J1\nmission german 34\nphase missions")
    assert {choice.piece for choice in s.options("call")} == {"320th-infantry-hq", "R"}


@rule("2.6.2.a", "3.4.2.b", "2.5.6.d")
@pytest.mark.parametrize(
    ("unit", "out"),
    [
        ("infantry R at E1", False),  # Command Range 4
        ("infantry R at F1", True),
        ("sdkfz-222 R at I1", False),  # Recon: twice as far
        ("sdkfz-222 R at J1", True),
        ("sdkfz-222 R at J1 leader=1/9", False),
        ("infantry R at J1 leader=1/9", False),
    ],
)
def test_who_is_in_command_by_range_or_by_a_leader(unit: str, out: bool) -> None:
    text = f"{ROW}\ngerman infantry I at A1\ngerman hq 320th-infantry-hq at A1\ngerman {unit}\nphase command"
    s = stage(text, *((6, 6) if out else ())).done()
    assert s.unit("R").out_of_command is out and not s.unit("I").out_of_command


@rule("4.1.j", "5.1.c", "4.0.c")
def test_who_has_acted_in_a1_is_ops_complete() -> None:
    s = stage(f"{ROW}\ngerman pzivg P at B1\ngerman pzivg Q at A1\nsoviet t-34-76 S at J1").do("act", "P")
    s.do("move", "", "A1").do("pass").do("stop")
    assert s.unit("P").ops_complete and not s.unit("Q").ops_complete


@rule("SM.a", "5.2.h")
def test_smoke_ends_acquisitions_on_its_own_hex_only() -> None:
    text = f"{ROW}\ngerman pzivg P at A1 acquired=S\ngerman pzivg Q at A1 acquired=T\n"
    b = scene(f"{text}soviet t-34-76 S at E1\nsoviet t-34-76 T at F1")
    place_smoke(b, b.ground.index["E1"], 1, "SM.a")
    assert "SM.a smoke @E1 =1" in tale(b.events)
    assert (b.unit("P").acquired, b.unit("Q").acquired) == (-1, b.unit("T").index)
    assert b.smoke == {b.ground.index["E1"]: 1}


@rule("UPS.a", "UPS.b")
@pytest.mark.parametrize(
    ("words", "more", "places"),
    [("smoke", "", {"A1", "B1"}), ("", "", set()), ("smoke", "no-smoke", set()), ("smoke disrupted", "", set())],
)
def test_who_may_place_smoke_and_where(words: str, more: str, places: set[str]) -> None:
    s = stage(f"{ROW}\ngerman infantry I at A1 {words}\nsoviet t-34-76 S at J1\n{more}").do("act", "I")
    assert s.places("smoke") == places


@rule("UPS.b")
def test_smoke_is_placed_in_an_adjacent_hex_and_no_farther() -> None:
    b = scene(f"{ROW}\ngerman infantry I at B1 smoke\nsoviet t-34-76 S at J1")
    reasons = [why_no_smoke(b, b.unit("I"), b.ground.index[name])[1] for name in ("A1", "B1", "C1", "D1")]
    assert reasons == ["", "", "", "UPS.b"]


@rule("4.1.e", "2.5.6.2.a")
def test_a_leader_is_not_counted_when_a_shot_is_refused() -> None:
    """On the move two dice are one, and needing a 7 none; a third would leave one, but Leadership is not asked."""
    b = scene(f"{ROW}\ngerman pzivg P at A1\ngerman hq 320th-infantry-hq at A1\nsoviet t-34-76 S at D1")
    unit = b.unit("P")
    face = copy(unit.face)
    weapon = copy(face.ap)
    assert weapon is not None
    weapon.firepower, weapon.to_hit, weapon.range = 2, 6, 5
    face.ap, unit.face = weapon, face
    assert why_no_fire(b, unit, b.unit("S"), False) == ("", "")
    assert why_no_fire(b, unit, b.unit("S"), True)[1] == "4.1.e"
    weapon.firepower = 3
    assert why_no_fire(b, unit, b.unit("S"), True) == ("", "")


@rule("5.1.1.a")
def test_only_who_acts_fires() -> None:
    units = "german infantry P at A1\ngerman infantry Q at B1\nsoviet guards-infantry S at J1"
    s = stage(f"{ROW}\n{units}").do("act", "P")
    assert (s.refused("fire", "Q", "S").rule, s.refused("fire", "Q", "S").reason) == (
        "5.1.1.a",
        "'Q' is not acting now.",
    )
    assert s.refused("fire", "Nobody", "S").rule == "5.1.1.a"
    assert "hexes away" in s.refused("fire", "P", "S").reason


@rule("4.3.a", "2.9.a")
def test_a_full_hex_is_no_question_of_transport() -> None:
    units = "soviet t-34-76 A at A1\nsoviet t-34-76 B at A1\nsoviet t-34-76 S at off\n"
    s = stage(f".. ..\n{units}zone soviet A1 B1\nphase setup")
    assert s.refused("place", "S", "A1").rule == "2.9.a"
    assert s.refused("place mounted", "S", "A1").rule == "4.3.a"


@rule("4.1.j", "4.2.a")
def test_the_rest_of_a_split_stack_has_moved() -> None:
    units = "german pzivg P at A1\ngerman pzivg Q at A1\nsoviet infantry S at J1 disrupted"
    s = stage(f"{ROW}\n{units}").do("act", "P", "Q")
    s.do("move", "", "B1").do("split", "P").do("stop")
    assert s.unit("P").ops_complete and not s.unit("Q").ops_complete and s.asked == ("german", "action")
    assert s.refused("fire and move", "Q", "S").rule == "4.1.c"


@rule("2.9.a")
def test_two_units_are_the_limit_on_the_way_in_too() -> None:
    units = "german pzivg A at A1\ngerman pzivg B at A1\ngerman pzivg C at B1\ngerman pzivg D at off\n"
    s = stage(f"{ROW}\n{units}soviet infantry S at J1 disrupted\nedge german A1 B1 C1").do("act", "D")
    assert s.refused("move", "", "A1").rule == "2.9.a"
    assert {"B1", "C1"} <= s.places("move") and s.refused("move", "", "E1").rule == "EN.a"


@rule("4.3.3.a", "4.3.1.a")
@pytest.mark.parametrize("spent", [0, 1])
def test_who_has_moved_does_not_load(spent: int) -> None:
    b = scene(f"{ROW}\ngerman infantry I at A1\nsoviet infantry S at J1")
    unit = b.unit("I")
    kinds = b.scenario.rulebook.units.values()
    unit.type = next(type for type in kinds if type.transport and type.kind == unit.type.kind)
    action = Action([unit.index], -1)
    assert may_load(b, action, unit)[1] != "4.3.3.a"
    action.moved, unit.spent = not spent, spent
    assert may_load(b, action, unit) == ("Loading comes before any movement.", "4.3.3.a")


@rule("5.3.c", "2.5.6.a")
def test_an_hq_elsewhere_is_not_asked_about() -> None:
    units = (
        "soviet t-34-76 S1 at H1\nsoviet t-34-76 S2 at H1\nsoviet t-34-76 X at J1\nsoviet hq 276th-tank-hq at J1\n"
    )
    s = stage(f"{ROW}\n{units}german pzivg P at A1", 5, 1, 1, 1, 1).do("act", "S1", "S2")
    s.do("move", "", "E1").do("fire", "P", "S1")
    assert s.unit("S1").disrupted and s.asked == ("soviet", "action") and "F1" in s.places("move")


@rule("9.0.h")
@pytest.mark.parametrize(("points", "passed", "asked"), [(1, False, True), (1, True, False), (0, False, False)])
def test_who_has_nothing_to_spend_or_has_passed_holds_nobody_up(points: int, passed: bool, asked: bool) -> None:
    b = scene(f"{ROW}\ngerman pzivg P at A1\nsoviet infantry S at J1\nfate soviet {points}")
    b.fate_passed[1] = passed
    moment = fate_moment(b, 1)
    if asked:
        assert next(moment).kind == "fate"
        return
    with pytest.raises(StopIteration) as end:
        next(moment)
    assert end.value.value is False, "the active side goes on"


@rule("4.1.f", "4.1.c")
def test_who_has_moved_a_little_is_refused_for_the_range_alone() -> None:
    s = stage(f"{ROW}\ngerman infantry P at A1\nsoviet guards-infantry S at J1").do("act", "P").do("move", "", "B1")
    while s.asked[0] == "soviet":
        s.do("pass")
    assert "hexes away" in s.refused("fire", "P", "S").reason


@rule("5.4.a")
def test_from_a1_only_a_neighbour_is_assaulted() -> None:
    s = stage(f"{ROW}\ngerman infantry I at A1\nsoviet infantry S at C1\nsoviet infantry R at B1").do("act", "I")
    refusal = s.refused("assault", "", "C1")
    assert (refusal.reason, refusal.rule) == ("C1 is not next to I.", "5.4.a")
    assert s.places("assault") == {"B1"}


@rule("RP.c", "10.2.b")
def test_a_plane_over_a1_calls_for_fire() -> None:
    text = (
        f"{ROW}\ngerman pzivg G at J1\ngerman hq 11th-panzer-hq at J1\nsoviet infantry S at B1\nmission german 34\n"
    )
    s = stage(f"{text}aircraft german fw-189\nplane A1\nphase missions")
    assert {choice.piece for choice in s.options("call")} == {"11th-panzer-hq", "plane"}
