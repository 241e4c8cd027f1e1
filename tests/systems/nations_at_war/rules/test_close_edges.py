"""Close to the edge of a rule: the first hex, the last hex of a range, one point more or less, one of two."""

from copy import copy

import pytest
from stage import redrawn, stage, with_sides

from sandtable.systems.nations_at_war.rules.combat.assault import why_no_assault
from sandtable.systems.nations_at_war.rules.combat.fire import targets, why_no_fire
from sandtable.systems.nations_at_war.rules.combat.opportunity_fire import could_be_freed
from sandtable.systems.nations_at_war.rules.movement import moves_and_fires
from sandtable.systems.nations_at_war.rules.operations.activation import leaves_hqs_behind
from sandtable.systems.nations_at_war.scene import scene
from sandtable.testing import rule

ROW = " ".join([".."] * 20)
FIELD = "\n".join([".. .. .. .. .. .. .. .."] * 6)


@rule("5.1.a")
def test_a_target_in_the_first_hex_is_on_the_map() -> None:
    b = scene(f"{ROW}\ngerman tiger T at C1\nsoviet t-34-76 S at A1\nsoviet t-34-76 X at eliminated")
    assert why_no_fire(b, b.unit("T"), b.unit("S"), False) == ("", "")
    assert why_no_fire(b, b.unit("T"), b.unit("X"), False) == ("X is not on the map.", "5.1.a")
    assert [choice.to for choice in targets(b, b.unit("T"), False)] == ["S"]


@rule("5.1.4.a", "5.1.5.1", "5.1.4.c")
def test_extended_range_ends_at_twice_the_range() -> None:
    """A T-34 reaches 5 and, extended, 10: at 10 it may fire, at 11 it may not."""
    b = scene(f"{ROW}\nsoviet t-34-76 S at A1\ngerman tiger N at K1\ngerman tiger F at L1")
    assert b.unit("S").face.ap is not None and b.unit("S").face.ap.range == 5
    assert why_no_fire(b, b.unit("S"), b.unit("N"), False) == ("", "")
    assert why_no_fire(b, b.unit("S"), b.unit("F"), False)[1] == "5.1.4.a"


@rule("4.1.k", "4.1.a", "4.1.b")
def test_an_mf_of_two_is_enough_to_move_and_fire() -> None:
    text = f"{ROW}\ngerman tiger T at C1\nsoviet t-34-76 S at A1"
    assert [moves_and_fires(redrawn(text, "T", mf=mf).unit("T")) for mf in (1, 2)] == [False, True]


@rule("4.0.b", "5.4.b")
def test_infantry_pays_a_point_more_for_the_hex_that_it_assaults() -> None:
    text = f"{FIELD}\ngerman infantry I at C3\nsoviet guards-infantry G at D3"
    s = stage(text, 1, 1, 1, 1, 1, 1).do("act", "I").do("assault", "", "D3")
    assert s.unit("I").spent == 2


@rule("5.4.c", "5.4.a")
def test_the_second_side_assaults_too() -> None:
    text = f"{FIELD}\nsoviet guards-infantry G at C3\ngerman infantry I at D3"
    s = stage(text, 1, 1, 1, 1, 1, 1).do("act", "G")
    refusal = s.refused("assault", "", "C4")
    assert (refusal.reason, refusal.rule) == ("There is no enemy in C4.", "5.4.a")
    assert s.do("assault", "", "D3").last("struck").piece == "I"


@rule("8.0.b")
def test_radio_trouble_strikes_one_hq_of_two() -> None:
    text = f"""{FIELD}
    german tiger T at A1
    german hq 11th-panzer-hq at A1
    german infantry I at C1 of=other
    german hq 505th-heavy-panzer-hq at C1 of=other
    soviet t-34-76 S at H6
    phase draw
    drawer soviet
    cup chaos
    """
    s = stage(text, 1, 1, 3, 1)
    assert s.asked == ("soviet", "chaos")
    assert [choice.piece for choice in s.options()] == ["11th-panzer-hq", "505th-heavy-panzer-hq"]
    s.do("pick", "11th-panzer-hq")
    assert [event.target for event in s.told("chaos radio")] == ["11th-panzer-hq"]


@rule("5.5.j", "7.2.c")
def test_who_goes_back_onto_mines_meets_them_again() -> None:
    """The tank is hit, loses the fight and goes back to C3, where the mines attack it."""
    text = f"{FIELD}\nsoviet t-34-76 S at C3\ngerman infantry I at D3\nmarker mines C3"
    s = stage(text, *(1, 1, 1, 1, 1, 1), *(5, 1, 1), *(1, 1, 1, 1)).do("act", "S").do("overrun", "", "D3")
    assert s.where("S") == "C3" and s.last("went back").rule == "5.5.j"
    assert [(mines.target, mines.place) for mines in s.told("mines")] == [("S", "C3")]


@rule("4.1.f", "4.0.b")
def test_why_a_unit_may_not_move_there() -> None:
    """Only who has fired without saying that he moves as well is told so; for others the hex itself is the reason."""
    text = ".. L. ..\n.. .. ..\ngerman pzivg P at A1\nsoviet guards-infantry S at C2 ops"
    s = stage(text).do("act", "P")
    refusal = s.refused("move", "", "Z9")
    assert (refusal.reason, refusal.rule) == ("There is no hex 'Z9' on this map.", "4.0.b")
    assert s.refused("move", "", "B1").reason == "B1 is Lake / River and cannot be entered."
    s = stage(text, 1, 1).do("act", "P").do("fire and move", "P", "S")
    assert s.refused("move", "", "B1").reason == "B1 is Lake / River and cannot be entered."


@rule("4.1.i")
@pytest.mark.parametrize(("half", "fired"), [(True, False), (False, True), (True, True)])
def test_who_moves_and_fires_or_has_fired_assaults_nobody(half: bool, fired: bool) -> None:
    s = stage(f"{FIELD}\ngerman infantry I at C3\nsoviet guards-infantry G at D3").do("act", "I")
    place = s.b.ground.index["D3"]
    assert why_no_assault(s.b, s.b.action, place) == ("", "")
    s.b.action.half, s.b.action.fired = half, fired
    assert why_no_assault(s.b, s.b.action, place)[1] == "4.1.i"


@rule("5.2.e")
def test_the_first_unit_of_the_battle_is_no_longer_acquired_either() -> None:
    text = f"{ROW}\ngerman tiger S at D1\nsoviet t-34-76 P at A1 acquired=S\ngerman infantry T at D1\nactive soviet"
    s = stage(text, 1, 1)
    assert s.unit("S").index == 0
    s.do("act", "P").do("fire", "P", "T").done()
    assert s.unit("P").acquired == -1 and s.last("acquisition lost").target == "S"


@rule("2.5.6.c", "2.5.6.a")
def test_every_hq_that_waits_needs_a_unit_to_come_in_with() -> None:
    """An HQ and a sub-HQ wait with three units; a fourth is on the map and does not count."""
    units = "\n".join(f"german m3-lee {name} at off" for name in "PQR")
    b = scene(f"{FIELD}\n{units}\ngerman m3-lee X at C3\ngerman hq ccb-hq at off\ngerman sub-hq ccb-sub-hq at off")
    formation = b.formations[b.unit("P").formation]
    assert [leaves_hqs_behind(b, formation, going) for going in (1, 2, 3)] == [False, False, True]


@rule("9.0.l")
@pytest.mark.parametrize(("firepower", "to_hit", "freed"), [(1, 6, True), (2, 6, True), (0, 6, False)])
def test_who_is_freed_fires_as_one_that_stands_still_and_without_leadership(
    firepower: int, to_hit: int, freed: bool
) -> None:
    """One die that needs a 6 is enough; on the move it would have none."""
    text = f"{ROW}\nsoviet t-34-76 S at A1\ngerman tiger P at G1 ops\nfate german 2"
    b = scene(text)
    unit = b.unit("P")
    face = copy(unit.face)
    weapon = copy(face.ap)
    assert weapon is not None
    weapon.firepower, weapon.to_hit = firepower, to_hit
    face.ap = weapon
    unit.face = face
    assert [choice.piece for choice in could_be_freed(b, [b.unit("S")])] == (["P"] if freed else [])


@rule("4.3.1.b")
@pytest.mark.parametrize(("mf", "may"), [(3, True), (2, False)])
def test_a_transport_with_just_the_points_to_load(mf: int, may: bool) -> None:
    s = stage(f"{ROW}\ngerman american-armored-infantry A at A1\ngerman tiger T at H1")
    unit = s.unit("A")
    slow = [copy(face) for face in unit.type.sides[1]]
    for face in slow:
        face.mf = mf
    unit.type = with_sides(unit.type, unit.type.sides[0], slow)
    s.do("act", "A")
    assert bool(s.options("load", "A")) is may
    if not may:
        refusal = s.refused("load", "A")
        assert (refusal.reason, refusal.rule) == ("A does not have the 3 MP it needs to load.", "4.3.1.b")


@rule("5.1.8", "9.0.i")
@pytest.mark.parametrize(("words", "asked"), [("reduced disrupted", True), ("reduced disrupted ops", False)])
def test_fate_is_asked_as_long_as_one_hit_more_could_get_through(words: str, asked: bool) -> None:
    """Two of three dice hit. Concealed in the woods it has two saves, so the third die counts; else it cannot."""
    text = f".. .. W. ..\ngerman tiger P at A1\nsoviet guards-infantry S at C1 {words}\nfate german 1"
    s = stage(text, *(6, 6, 1), 1).do("act", "P").do("fire", "P", "S")
    assert (s.asked == ("german", "fate dice")) is asked


@rule("4.1.e")
def test_a_shot_without_a_die_is_refused_though_a_leader_could_give_one() -> None:
    """One die that needs a 6, on the move: 7 is one above 6, and the die is gone."""
    b = scene(f"{ROW}\nsoviet t-34-76 S at A1\ngerman tiger P at G1")
    unit = b.unit("P")
    face = copy(unit.face)
    weapon = copy(face.ap)
    assert weapon is not None
    weapon.firepower, weapon.to_hit = 1, 6
    face.ap = weapon
    unit.face = face
    assert why_no_fire(b, unit, b.unit("S"), False) == ("", "")
    assert why_no_fire(b, unit, b.unit("S"), True) == ("P has no attack die left for this shot.", "4.1.e")
