"""Told exactly: ranges of mortars and watchers, hits that Fate may change, HQs, passengers, ways back, control."""

from collections.abc import Generator
from copy import copy
from typing import Any

import pytest
from stage import stage

from sandtable.systems.nations_at_war.rules.combat.assault import assault_numbers, go_back
from sandtable.systems.nations_at_war.rules.combat.bombardment import mortar_range, why_no_bombard
from sandtable.systems.nations_at_war.rules.combat.fire import may_acquire, targets, why_no_fire
from sandtable.systems.nations_at_war.rules.combat.hits import suffer
from sandtable.systems.nations_at_war.rules.combat.opportunity_fire import react_to_fire, shots
from sandtable.systems.nations_at_war.rules.command import coerce
from sandtable.systems.nations_at_war.rules.exits import why_no_exit
from sandtable.systems.nations_at_war.rules.movement import may_step, part_with_hq
from sandtable.systems.nations_at_war.rules.operations.refusals import why_no_overwatch
from sandtable.systems.nations_at_war.rules.setup import place_measure
from sandtable.systems.nations_at_war.rules.transport import embark, lose_armor
from sandtable.systems.nations_at_war.rules.victory import lost_for_good
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.state.pieces import CARRIED, Action, Battle
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice
from sandtable.testing import rule
from sandtable.testing.scene import tale

ROW = " ".join([".."] * 14)
FIRED = ("german", "overwatch")


def questions(procedure: Generator[Any, Any, Any]) -> list[Any]:
    """The first question that is asked, if any."""
    return [each for _, each in zip(range(1), procedure, strict=False)]


# Mortars -----------------------------------------------------------------------------------------


@rule("2.5.5.1.b", "5.1.6.a")
def test_how_far_a_mortar_reaches() -> None:
    """Ten hexes, of which the tenth is in range; with nothing to fire it reaches none."""
    b = scene(f"{ROW}\ngerman american-81mm-mortar M at A1\nsoviet t-34-76 S at N1")
    mortar = b.unit("M")
    assert mortar_range(b, mortar) == 10
    found = [why_no_bombard(b, mortar, Choice("bombard", "M", name)) for name in ("K1", "L1")]
    assert found == [
        ("There is no enemy in K1.", "5.1.6.a"),
        ("L1 is 11 hexes away; M reaches 10.", "2.5.5.1.b"),
    ]
    face = copy(mortar.face)
    face.he, mortar.face = None, face
    assert mortar_range(b, mortar) == 0


@rule("5.1.6.a", "2.5.6.2.b")
@pytest.mark.parametrize(("side", "other"), [("german", "soviet"), ("soviet", "german")])
def test_a_mortar_bombards_enemies_of_its_side(side: str, other: str) -> None:
    b = scene(f"{ROW}\n{side} american-81mm-mortar M at A1\n{side} infantry I at C1\n{other} infantry J at D1")
    found = [why_no_bombard(b, b.unit("M"), Choice("bombard", "M", name, 1))[1] for name in ("C1", "D1", "E1")]
    assert found == ["5.1.6.a", "2.5.6.2.b", "5.1.6.a"]


@rule("2.5.5.2.d", "9.0.i")
@pytest.mark.parametrize(("dice", "asked"), [((1, 1), True), ((5, 1), False), ((5, 5), False)])
def test_one_hit_of_smoke_is_enough(dice: tuple[int, ...], asked: bool) -> None:
    """More hits put no more smoke there, so no point is asked for."""
    s = stage(f"{ROW}\ngerman american-81mm-mortar M at A1\nsoviet t-34-76 S at N1 ops\nfate german 1", *dice)
    s.do("act", "M").do("smoke", "M", "D1")
    assert (s.asked == ("german", "fate dice")) is asked


# Watchers ----------------------------------------------------------------------------------------


@rule("11.0.c", "2.7.3.a")
@pytest.mark.parametrize(
    ("place", "weapon", "asked"), [("C1", "", True), ("D1", "", False), ("D1", "hmg", True), ("E1", "hmg", False)]
)
def test_a_support_weapon_reaches_farther_in_an_answer_too(place: str, weapon: str, asked: bool) -> None:
    """HE range 2, and 3 with a heavy machine gun."""
    words = f"weapon={weapon}" if weapon else ""
    text = f"{ROW}\nsoviet 45mm-atg S at {place}\nsoviet t-34-76 X at N1\ngerman infantry P at A1 overwatch {words}"
    s = stage(text, 1, 1, 1, 1).do("act", "S").do("fire", "S", "P")
    assert (s.asked == FIRED) is asked


@rule("11.0.c", "11.0.a")
@pytest.mark.parametrize(
    ("words", "asked"), [("overwatch", True), ("", False), ("overwatch ops", False), ("overwatch disrupted", False)]
)
def test_who_may_answer_fire(words: str, asked: bool) -> None:
    """Two Pz IVs at A1 are not on Overwatch, nor is the one that is off the map; P is, if it can."""
    more = "german pzivg Q at A1\ngerman pzivg R at off overwatch"
    text = f"{ROW}\nsoviet t-34-76 S at F1\nsoviet t-34-76 X at N1\ngerman pzivg P at A1 {words}\n{more}"
    s = stage(text, 1, 1, 1, 1, 1, 1).do("act", "S").do("fire", "S", "Q")
    assert (s.asked == FIRED) is asked
    if asked:
        assert s.options() == [Choice("overwatch", "P", "S"), Choice("pass")]
        found = [s.refused("overwatch", *names) for names in (("Nobody", "S"), ("S", "S"), ("P", "X"), ("Q", "S"))]
        assert [(each.reason, each.rule) for each in found] == [
            ("No unit of yours is called 'Nobody'.", "11.0.c"),
            ("No unit of yours is called 'S'.", "11.0.c"),
            ("Only S, which has just fired, can be answered.", "11.0.c"),
            ("Q is not on Overwatch.", "11.0.c"),
        ]
    b = scene(text)
    b.unit("P").attacked = True
    assert questions(react_to_fire(b, b.unit("S"))) == []


@rule("13.1.e")
@pytest.mark.parametrize(
    ("place", "exits", "told"),
    [
        ("A1", "D1", "A1 is not an exit hex; the exit hexes are D1."),
        ("B1", "A1 D1", "B1 is not an exit hex; the exit hexes are A1, D1."),
        ("off", "D1", "Off the map is not an exit hex; the exit hexes are D1."),
        ("A1", "A1 D1", ""),
    ],
)
def test_from_where_a_unit_may_leave_the_map(place: str, exits: str, told: str) -> None:
    b = scene(f"{ROW}\ngerman pzivg P at {place}\nsoviet t-34-76 S at N1\npoints german 1 exit=1 by {exits}")
    unit = b.unit("P")
    assert why_no_exit(b, Action([unit.index], -1), [unit]) == (told, "13.1.e" if told else "")


@rule("9.0.f", "9.0.l")
def test_whom_no_point_frees_to_fire() -> None:
    s = stage(f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at F1 ops\nsoviet t-34-76 R at F1\nfate soviet 2")
    s.do("act", "P").do("move", "", "B1")
    assert s.asked == ("soviet", "opportunity fire")
    found = [s.refused("fate free", name) for name in ("Nobody", "P", "R")]
    assert [(each.reason, each.rule) for each in found] == [
        ("No unit of yours is called 'Nobody'.", "9.0.f"),
        ("No unit of yours is called 'P'.", "9.0.f"),
        ("R is not Ops Complete.", "9.0.f"),
    ]


@rule("10.1.a", "9.0.i")
@pytest.mark.parametrize(("dice", "asked"), [((1, 1, 1), True), ((5, 1, 1), True), ((5, 5, 1), False)])
def test_two_hits_are_all_that_an_aircraft_can_take(dice: tuple[int, ...], asked: bool) -> None:
    """The first drives it off, the second destroys it; a third is not worth a point."""
    s = stage(
        f"""
        {ROW}
        german infantry G at A1
        german hq 320th-infantry-hq at A1
        soviet 20mm-flak F at C1
        aircraft german ju-87
        fate soviet 1
        phase draw
        cup aircraft-ju-87 end-turn german
        """,
        1,
        *dice,
        *(() if asked else (2,)),
        goes_on=True,
    )
    assert s.asked == ("soviet", "aa fire")
    s.do("fire", "F", "ju-87")
    assert (s.asked == ("soviet", "fate dice")) is asked


@rule("11.0.a")
@pytest.mark.parametrize(
    ("words", "spent", "attacked", "told"),
    [
        ({}, 0, False, "P cannot go on Overwatch: mortars and units in transports have no Firepower for it."),
        ({"moved": True}, 0, False, "P has moved or fired; Overwatch is a separate action."),
        ({"fired": True}, 0, False, "P has moved or fired; Overwatch is a separate action."),
        ({}, 1, False, "P has moved or fired; Overwatch is a separate action."),
        ({}, 0, True, "P has moved or fired; Overwatch is a separate action."),
    ],
)
def test_why_a_unit_does_not_watch(words: dict[str, bool], spent: int, attacked: bool, told: str) -> None:
    b = scene(f"{ROW}\ngerman american-81mm-mortar P at A1\nsoviet t-34-76 S at N1")
    unit = b.unit("P")
    unit.spent, unit.attacked = spent, attacked
    action = Action([unit.index], -1, **words)
    assert why_no_overwatch(action, [unit], Choice("overwatch", "P")) == (told, "11.0.a")


# Fire and assault --------------------------------------------------------------------------------


@rule("5.1.4.c", "5.1.4.a", "5.1.4.b")
@pytest.mark.parametrize(
    ("firepower", "to_hit", "number"), [(1, 6, "5.1.4.c"), (2, 6, ""), (1, 5, ""), (2, 5, ""), (0, 6, "5.1.4.c")]
)
def test_a_single_die_that_needs_a_six_has_no_extended_range(firepower: int, to_hit: int, number: str) -> None:
    b = scene(f"{ROW}\nsoviet t-34-76 S at A1\ngerman tiger P at G1")
    unit = b.unit("S")
    face = copy(unit.face)
    weapon = copy(face.ap)
    assert weapon is not None
    weapon.firepower, weapon.to_hit = firepower, to_hit
    face.ap, unit.face = weapon, face
    assert why_no_fire(b, unit, b.unit("P"), False)[1] == number


@rule("5.3.a", "11.0.b", "5.1.a", "4.1.e", "9.0.l")
@pytest.mark.parametrize(("to_hit", "numbers"), [(6, {0, 1}), (7, {1}), (8, {1}), (9, set())])
def test_who_has_a_die_left_is_asked(to_hit: int, numbers: set[int]) -> None:
    """One die, and two more by Leadership; each point above 6 takes one away, and nobody moves or has acquired."""
    b = scene(
        f"{ROW}\ngerman tiger P at A1 overwatch\ngerman hq 505th-heavy-panzer-hq at A1\n"
        "soviet t-34-76 S at G1\nfate german 2"
    )
    unit, target = b.unit("P"), b.unit("S")
    face = copy(unit.face)
    weapon = copy(face.ap)
    assert weapon is not None
    weapon.firepower, weapon.to_hit = 1, to_hit
    face.ap, unit.face = weapon, face
    assert b.hqs[0].leadership == 2
    assert {choice.number for choice in targets(b, unit, False)} == numbers
    fire, watch = (shots(b, [target], one, not one) for one in (True, False))
    assert {(choice.do, choice.number) for choice in fire} == {("fire", number) for number in numbers}
    assert {(choice.do, choice.number) for choice in watch} == {("overwatch", number) for number in numbers}
    assert len(shots(b, [target], True, True)) == 2 * len(numbers)


@rule("5.4.s", "5.4.d")
@pytest.mark.parametrize("factor", [0, 1, 2])
def test_without_an_assault_factor_there_are_no_dice(factor: int) -> None:
    b = scene(f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at A1")
    unit = b.unit("P")
    face = copy(unit.face)
    face.assault, unit.face = factor, face
    found = assault_numbers(b, unit, [b.unit("S")], 0, 0, False, True, [])
    assert found == (factor, face.assault_to_hit)


@rule("5.4.k", "13.1.g", "EN.c")
@pytest.mark.parametrize(("start", "rule_id"), [("A1", "5.4.k"), ("B1", "5.4.k"), ("off", "EN.c")])
def test_who_goes_back_holds_the_hex_again(start: str, rule_id: str) -> None:
    b = scene(f"{ROW}\ngerman pzivg P at C1\nsoviet t-34-76 S at N1")
    origin = b.ground.index.get(start, -1)
    b.control = [0, (1 << 14) - 1]
    assert list(go_back(b, [b.unit("P")], origin, "5.4.k")) == []
    assert b.unit("P").hex == origin
    assert b.control == ([0, (1 << 14) - 1] if origin < 0 else [1 << origin, (1 << 14) - 1 - (1 << origin)])
    place = f" @{start}" if origin >= 0 else ""
    assert tale(b.events) == [f"{rule_id} went back P{place}"]


@rule("5.2.a", "5.2.h", "5.2.i", "5.2.j", "SM.d")
@pytest.mark.parametrize(
    ("firer", "target", "more", "may"),
    [
        ("pzivg F at A1", "t-34-76 T at D1", "", True),
        ("pzivg F at D1", "t-34-76 T at A1", "", True),
        ("american-81mm-mortar F at A1", "t-34-76 T at D1", "", False),
        ("pzivg F at A1", "guards-infantry T at D1", "", False),
        ("pzivg F at A1", "t-34-76 T at D1 disrupted", "", False),
        ("pzivg F at A1 disrupted", "t-34-76 T at D1", "", False),
        ("pzivg F at A1", "t-34-76 T at eliminated", "", False),
        ("pzivg F at eliminated", "t-34-76 T at D1", "", False),
        ("pzivg F at A1", "t-34-76 T at D1", "marker smoke1 D1", False),
        ("pzivg F at A1", "t-34-76 T at D1", "marker smoke1 A1", True),
    ],
)
def test_who_may_be_acquired_and_by_whom(firer: str, target: str, more: str, may: bool) -> None:
    b = scene(f"{ROW}\ngerman {firer}\nsoviet {target}\n{more}")
    assert may_acquire(b, b.unit("F"), b.unit("T")) is may


@rule("5.1.1.g", "9.0.i", "7.1.c")
def test_a_save_on_the_move_is_worth_a_point_for_there_is_no_trench() -> None:
    """One hit on a platoon that has come into the woods; its one die fails, and a point could turn it."""
    row = ".. W. .. .. .."
    s = stage(f"{row}\ngerman infantry I at A1\nmarker improved B1\nsoviet t-34-76 S at E1\nfate german 1", 6, 1, 1)
    s.do("act", "I").do("move", "", "B1").do("fire", "S", "I")
    assert s.asked[0] == "german" and s.options("keep") and s.b.fate == [1, 0]


@rule("5.1.3.d")
@pytest.mark.parametrize(("side", "enemy"), [("german", "soviet"), ("soviet", "german")])
def test_a_disrupted_unit_of_either_side_keeps_away(side: str, enemy: str) -> None:
    """It may go where it comes no nearer to an enemy that it sees, its friends do not matter, nor who is gone."""
    b = scene(
        f"{ROW}\n{side} pzivg P at C1 disrupted\n{side} pzivg Q at B1\n{enemy} t-34-76 S at H1\n"
        f"{enemy} t-34-76 X at eliminated"
    )
    index = b.ground.index
    assert [may_step(b, b.unit("P"), index["C1"], index[to]) for to in ("B1", "D1")] == [True, False]
    assert [may_step(b, b.unit("P"), -1, index[to]) for to in ("F1", "G1", "I1", "J1")] == [True, False, False, True]


@rule("6.1.b", "6.0.d", "6.1.1.a")
def test_why_a_line_is_open_or_not() -> None:
    b = scene("..\n..\nW.\n..\ngerman pzivg P at A1\nsoviet t-34-76 S at A4")
    index = b.ground.index
    found = [b.ground.sight.explain(index["A2"], index[to], 0, 0) for to in ("A1", "A4")]
    assert [(open_, number) for open_, _, number in found] == [(True, "6.0.d"), (False, "6.1.1.a")]
    b = scene("..\n..\n..\ngerman pzivg P at A1\nsoviet t-34-76 S at A3")
    found = [b.ground.sight.explain(0, b.ground.index["A3"], 0, 0)]
    assert found == [(True, "nothing blocks the line between A1 and A3", "6.1.b")]


# HQs ---------------------------------------------------------------------------------------------


@rule("2.5.6.2.c", "2.5.6.2.e")
@pytest.mark.parametrize(
    ("die", "own", "told"),
    [
        (2, True, []),
        (1, True, ["2.5.6.2.c hq reduced 11th-panzer-hq @A1"]),
        (2, False, ["2.5.6.2.e hq reduced 11th-panzer-hq @A1", "2.5.6.2.e hq eliminated 11th-panzer-hq @A1"][1:]),
    ],
)
def test_an_hq_loses_what_its_check_says(die: int, own: bool, told: list[str]) -> None:
    """One hit Disrupts its tanks and a die decides; where its last unit dies it is gone without one."""
    words = "" if own else "reduced disrupted"
    b = scene(f"{ROW}\ngerman pzivg P at A1 {words}\ngerman hq 11th-panzer-hq at A1\nsoviet t-34-76 S at N1")
    b.chance = ScriptedChance(die)
    assert questions(suffer(b, 0, [b.unit("P")], [1], "5.1.3.h")) == []
    assert [each for each in tale(b.events) if "hq reduced" in each or "hq eliminated" in each] == told


@rule("2.5.6.3.b", "2.5.6.1.d", "13.1.e")
@pytest.mark.parametrize(
    ("place", "kind", "formation", "hq", "lost"),
    [
        ("B1", "t-34-76", "second", "eliminated", False),
        ("off", "t-34-76", "second", "eliminated", False),
        ("eliminated", "t-34-76", "second", "eliminated", True),
        ("exited", "t-34-76", "second", "eliminated", True),
        ("B1", "t-34-76", "first", "eliminated", True),
        ("B1", "t-70a", "second", "eliminated", True),
        ("eliminated", "t-34-76", "second", "B1", False),
    ],
)
def test_when_an_hq_is_lost_for_good(place: str, kind: str, formation: str, hq: str, lost: bool) -> None:
    """When no tank of its type in its own Formation is left, on the map or still to come; a sub-HQ at once."""
    b = scene(
        f"{ROW}\ngerman pzivg P at N1\nsoviet {kind} T at {place} in={formation}\n"
        "soviet guards-infantry F at B1 in=first\nsoviet guards-infantry G at B1 in=second\n"
        f"soviet hq 276th-tank-hq at {hq} in=second\nsoviet sub-hq ccb-sub-hq at eliminated in=second"
    )
    assert [lost_for_good(b, each) for each in b.hqs] == [lost, True]


@rule("5.3.c", "2.5.6.a")
@pytest.mark.parametrize(
    ("going", "staying", "asked", "leads"),
    [("P", "Q", True, 0), ("P", "X", False, 0), ("X", "P", False, -1), ("P", "", False, 0), ("X", "Y", False, -1)],
)
def test_with_whom_an_hq_goes_on(going: str, staying: str, asked: bool, leads: int) -> None:
    """Its owner is asked only if a unit of its own Formation goes on and another stays."""
    b = scene(
        f"""
        {ROW}
        german pzivg P at A1 in=eleventh
        german pzivg Q at A1 in=eleventh
        german infantry X at B1 in=other
        german infantry Y at B1 in=other
        german hq 11th-panzer-hq at A1 in=eleventh
        soviet t-34-76 S at N1
        """
    )
    action = Action([b.unit(going).index], 0)
    parted = part_with_hq(b, action, b.hqs[0], [b.unit(going)], [b.unit(id) for id in [staying] if id], "")
    found = questions(parted)
    assert bool(found) is asked and action.hq == leads
    if asked:
        assert found[0].options() == [Choice("go on", b.hqs[0].id), Choice("stay", b.hqs[0].id)]


@rule("CM.d")
@pytest.mark.parametrize(
    ("commissar", "unit", "words", "asked"),
    [
        ("A1", "A1", "", True),
        ("A1", "B1", "", True),
        ("B1", "A1", "", True),
        ("A1", "C1", "", False),
        ("off", "A1", "", False),
        ("A1", "A1", "reduced", False),
    ],
)
def test_whom_the_commissar_forces(commissar: str, unit: str, words: str, asked: bool) -> None:
    """A full platoon on foot in his hex or the next, at the corner of the map as anywhere; once."""
    text = f"{ROW}\nsoviet guards-infantry C at {commissar}\nsoviet guards-infantry U at {unit} disrupted {words}\n"
    b = scene(f"{text}german pzivg P at N1")
    formation = b.formations[b.unit("U").formation]
    assert bool(questions(coerce(b, formation, b.unit("C"), b.unit("U")))) is asked
    b.coerced = True
    assert questions(coerce(b, formation, b.unit("C"), b.unit("U"))) == []


# Transport ---------------------------------------------------------------------------------------


@rule("2.4.o", "4.3.1.a")
def test_who_climbs_aboard_is_carried() -> None:
    b = scene(f"{ROW}\ngerman opel-blitz T at B1\ngerman infantry I at B1\nsoviet t-34-76 S at N1")
    action, carrier, unit = Action([b.unit("T").index], -1), b.unit("T"), b.unit("I")
    embark(b, action, carrier, unit)
    assert (carrier.spent, action.moved) == (b.ground.numbers["load"], True)
    assert (unit.hex, unit.carrier, unit.flipped) == (CARRIED, carrier.index, True)
    assert tale(b.events) == ["2.4.o embarked I >T @B1"]


@rule("5.2.a")
@pytest.mark.parametrize(("side", "enemy"), [("german", "soviet"), ("soviet", "german")])
@pytest.mark.parametrize(("words", "kept"), [("mounted", True), ("", False)])
def test_on_foot_nobody_is_acquired(side: str, enemy: str, words: str, kept: bool) -> None:
    """In its half-track it is an AFV. Only the enemy's acquisitions of this platoon end."""
    b = scene(
        f"{ROW}\n{side} panzergrenadier G at A1 {words}\n{side} pzivg P at B1\n"
        f"{enemy} t-34-76 S at N1 acquired=G\n{enemy} t-34-76 R at N1 acquired=P"
    )
    lose_armor(b, b.unit("G"))
    assert (b.unit("S").acquired == b.unit("G").index) is kept
    assert b.unit("R").acquired == b.unit("P").index
    assert tale(b.events) == ([] if kept else ["5.2.a acquisition lost S >G"])


# Set-up ------------------------------------------------------------------------------------------


def asked_by(b: Battle, kind: str) -> str:
    question = questions(place_measure(b, 0, kind))[0]
    assert (question.seat, question.kind) == ("german", "setup")
    rule_id: str = question.rule
    return rule_id


@rule("7.1.a", "7.2.a")
def test_the_question_names_the_rule_of_the_measure() -> None:
    b = scene(f"{ROW}\ngerman pzivg P at A1\nsoviet t-34-76 S at N1")
    assert [asked_by(b, kind) for kind in ("mines", "improved", "wire", "ditch")] == ["7.2.a", *["7.1.a"] * 3]
