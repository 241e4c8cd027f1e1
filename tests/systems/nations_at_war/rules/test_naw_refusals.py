"""Why not: attacks, works, splitting, moves and passengers, condition by condition."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.systems.nations_at_war.rules.combat.opportunity_fire import why_no_reaction
from sandtable.systems.nations_at_war.rules.operations.refusals import (
    why_no_attack,
    why_no_move,
    why_no_split,
    why_unarmed,
)
from sandtable.systems.nations_at_war.rules.transport import may_unload, why_no_disembark
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.state.pieces import CARRIED, Action, Battle
from sandtable.table.decision import Choice
from sandtable.testing import rule

ROW = " ".join([".."] * 14)


def acting(b: Battle, *ids: str, **words: Any) -> Action:
    action = Action([b.unit(id).index for id in ids], -1)
    for name, value in words.items():
        setattr(action, name, value)
    return action


Change = Callable[[Battle], None]


def set_unit(id: str, **words: Any) -> Change:
    def change(b: Battle) -> None:
        for name, value in words.items():
            setattr(b.unit(id), name, value)

    return change


def nothing(b: Battle) -> None:
    """As it is."""


@rule("4.1.b", "4.1.c", "4.1.f", "4.1.k", "4.1.l", "5.1.a", "5.1.d", "5.1.1.a")
@pytest.mark.parametrize(
    ("do", "ids", "words", "change", "number"),
    [
        ("fire", "P", {}, nothing, ""),
        ("fire", "Q", {}, nothing, ""),
        ("fire", "P", {}, set_unit("P", hex=-1), "5.1.a"),
        ("fire", "P", {}, set_unit("P", unloaded=True), "4.1.b"),
        ("fire and move", "P", {"moved": True}, nothing, "4.1.c"),
        ("fire and move", "P", {}, nothing, ""),
        ("fire", "P", {"moved": True}, set_unit("P", spent=2), ""),
        ("fire", "P", {"moved": True}, set_unit("P", spent=3), "4.1.c"),
        ("fire", "PQ", {}, nothing, "5.1.d"),
        ("fire and move", "PQ", {}, nothing, ""),
        ("fire", "PQ", {"moved": True}, nothing, ""),
        ("fire", "PQ", {"half": True}, nothing, ""),
        ("fire", "PQ", {"moved": True}, set_unit("Q", spent=3), "4.1.l"),
        ("fire", "P", {"moved": True, "half": True}, nothing, "4.1.f"),
        ("fire", "M", {}, nothing, "5.1.6.a"),
        ("bombard", "P", {}, nothing, "5.1.6.a"),
        ("fire", "G", {"moved": True}, nothing, "4.1.b"),
        ("fire", "G", {}, nothing, ""),
        ("bombard", "M", {"moved": True}, nothing, "4.1.k"),
    ],
)
def test_why_a_unit_does_not_attack(do: str, ids: str, words: dict[str, bool], change: Change, number: str) -> None:
    """Two Pz IVs (MF 4), a mortar and a gun with MF 1, and a T-34 in sight of all of them."""
    b = scene(
        f"{ROW}\ngerman pzivg P at A1\ngerman pzivg Q at A1\ngerman american-81mm-mortar M at B1\n"
        "soviet t-34-76 S at F1\nsoviet 45mm-atg G at G1\ngerman pzivg X at H1"
    )
    units = [b.unit(id) for id in ids]
    change(b)
    target = {"bombard": "F1"}.get(do, "X" if ids == "G" else "S")
    assert why_no_attack(b, acting(b, *ids, **words), units, Choice(do, ids[0], target))[1] == number


@rule("5.1.1.a", "5.1.6.a", "UPS.b", "2.5.6.2.b")
def test_what_an_attack_names() -> None:
    b = scene(f"{ROW}\ngerman pzivg P at A1 smoke\ngerman pzivg Q at A1\nsoviet t-34-76 S at F1")
    action, units = acting(b, "P"), [b.unit("P")]
    found = [
        why_no_attack(b, action, units, choice)
        for choice in (
            Choice("fire", "Q", "S"),
            Choice("fire", "Nobody", "S"),
            Choice("fire", "P", "Nobody"),
            Choice("fire", "P", "S", 1),
            Choice("smoke", "P", "Z9"),
            Choice("smoke", "P", "C1"),
            Choice("smoke", "P", "B1"),
        )
    ]
    assert [number for _, number in found] == [
        "5.1.1.a",
        "5.1.1.a",
        "5.1.1.a",
        "2.5.6.2.b",
        "UPS.b",
        "UPS.b",
        "",
    ]


@rule("2.5.6.2.b", "5.3.a")
@pytest.mark.parametrize(
    ("hq", "number", "refused"),
    [("", 0, ""), ("", 1, "2.5.6.2.b"), ("A1", 0, ""), ("A1", 1, ""), ("B1", 1, "2.5.6.2.b")],
)
def test_only_who_asks_for_leadership_in_a_reaction_needs_it(hq: str, number: int, refused: str) -> None:
    text = f"{ROW}\ngerman infantry P at A1\nsoviet infantry S at C1\n"
    b = scene(text + (f"german hq 320th-infantry-hq at {hq}" if hq else ""))
    choice = Choice("fire", "P", "S", number)
    assert why_no_reaction(b, b.unit("P"), b.unit("S"), choice, "5.3.a")[1] == refused


@rule("5.1.g", "5.1.6.a", "UPS.a", "UPS.d", "2.5.5.2.a", "S1.ssr1")
@pytest.mark.parametrize(
    ("do", "line", "number"),
    [
        ("fire", "pzivg P at A1", ""),
        ("fire", "panzergrenadier P at A1", ""),
        ("fire", "opel-blitz P at A1", "5.1.g"),
        ("fire", "pzivg P at A1 disrupted", "5.1.3.c"),
        ("smoke", "pzivg P at A1", "UPS.a"),
        ("smoke", "pzivg P at A1 smoke", ""),
        ("smoke", "pzivg P at A1 smoke disrupted", "UPS.a"),
        ("smoke", "american-81mm-mortar P at A1", ""),
        ("bombard", "american-81mm-mortar P at A1", ""),
    ],
)
def test_who_has_something_to_fire(do: str, line: str, number: str) -> None:
    b = scene(f"{ROW}\ngerman {line}\nsoviet t-34-76 S at F1")
    assert why_unarmed(b, b.unit("P"), Choice(do, "P", "B1"))[1] == number
    if do == "smoke" and not number and not b.unit("P").type.mortar:
        b.unit("P").attacked = True
        assert why_unarmed(b, b.unit("P"), Choice(do, "P", "B1"))[1] == "UPS.d"
    b.scenario.smoke_allowed = False
    if do == "smoke":
        assert why_unarmed(b, b.unit("P"), Choice(do, "P", "B1"))[1] == "S1.ssr1"


@rule("4.2.a", "4.1.f", "2.5.6.a")
@pytest.mark.parametrize(
    ("ids", "piece", "words", "change", "number"),
    [
        ("P", "P", {"moved": True}, nothing, "4.2.a"),
        ("PQ", "P", {}, nothing, "4.2.a"),
        ("PQ", "X", {"moved": True}, nothing, "4.2.a"),
        ("PQ", "P", {"moved": True, "fired": True}, nothing, "4.1.f"),
        ("PQ", "P", {"moved": True, "fired": True, "half": True}, nothing, "2.5.6.a"),
        ("PQ", "Q", {"moved": True}, nothing, "2.5.6.a"),
        ("PQ", "Q", {"moved": True}, set_unit("P", spent=4), "2.5.6.a"),
    ],
)
def test_why_a_stack_does_not_split(
    ids: str, piece: str, words: dict[str, bool], change: Change, number: str
) -> None:
    b = scene(f"{ROW}\ngerman pzivg P at A1\ngerman pzivg Q at A1\ngerman pzivg X at B1\nsoviet t-34-76 S at N1")
    change(b)
    units = [b.unit(id) for id in ids]
    assert why_no_split(b, acting(b, *ids, **words), units, Choice("split", piece))[1] == number
    if number == "2.5.6.a":
        for unit in units:
            unit.spent = 4
        found = why_no_split(b, acting(b, *ids, **words), units, Choice("split", piece))
        assert found == ("Neither unit has MP left to go on alone.", "4.2.a")


@rule("4.0.a", "4.0.b", "4.1.c", "4.1.f", "4.0.d", "2.9.a", "5.1.3.d", "7.2.b")
@pytest.mark.parametrize(
    ("to", "words", "change", "number"),
    [
        ("B1", {"fired": True}, nothing, "4.1.f"),
        ("K1", {"fired": True, "half": True}, nothing, "4.0.a"),
        ("N1", {}, nothing, "4.0.d"),
        ("C1", {}, nothing, "2.9.a"),
        ("B1", {}, set_unit("P", spent=4), "4.0.b"),
        ("B1", {"half": True}, set_unit("P", spent=2), "4.1.c"),
        ("K1", {}, nothing, "4.0.a"),
        ("D1", {}, set_unit("P", disrupted=True), "4.0.b"),
        ("E1", {}, nothing, "7.2.b"),
    ],
)
def test_why_a_unit_does_not_move_there(to: str, words: dict[str, bool], change: Change, number: str) -> None:
    """P at A1 with MF 4; two friends are in C1, mines in E1 and the enemy in N1."""
    b = scene(
        f"{ROW}\ngerman pzivg P at A1\ngerman pzivg Q at C1\ngerman pzivg R at C1\nmarker mines E1\n"
        "soviet t-34-76 S at N1"
    )
    change(b)
    assert why_no_move(b, acting(b, "P", **words), [b.unit("P")], b.ground.index[to])[1] == number


@rule("4.3.2.a", "4.3.2.c", "4.3.1.a", "4.1.b")
@pytest.mark.parametrize(
    ("words", "change", "number"),
    [
        ({}, nothing, ""),
        ({}, set_unit("P", mounted=False), "4.3.2.a"),
        ({}, set_unit("P", flipped=True), "4.3.1.a"),
        ({"fired": True}, nothing, "4.1.b"),
    ],
)
def test_why_a_platoon_does_not_unload(words: dict[str, bool], change: Change, number: str) -> None:
    b = scene(f"{ROW}\ngerman panzergrenadier P at A1 mounted\nsoviet t-34-76 S at N1")
    change(b)
    assert may_unload(b, acting(b, "P", **words), b.unit("P"))[1] == number


@rule("2.4.o", "4.3.1.a", "2.9.a")
@pytest.mark.parametrize(
    ("change", "number"),
    [
        (nothing, ""),
        (set_unit("I", hex=0), "2.4.o"),
        (set_unit("I", carrier=1), "2.4.o"),
        (set_unit("I", flipped=True), "4.3.1.a"),
        (set_unit("T", hex=-1), "2.4.o"),
        (set_unit("Q", hex=0), "2.9.a"),
    ],
)
def test_why_a_passenger_does_not_climb_down(change: Change, number: str) -> None:
    """In the first hex of the map, where one more finds room beside the truck."""
    b = scene(
        f"{ROW}\ngerman opel-blitz T at A1\ngerman pzivg Q at B1\ngerman infantry I at A1\nsoviet t-34-76 S at N1"
    )
    passenger = b.unit("I")
    passenger.hex, passenger.carrier = CARRIED, b.unit("T").index
    change(b)
    assert why_no_disembark(b, acting(b, "T"), b.unit("T"), passenger)[1] == number


@rule("2.5.5.1.b", "2.5.5.1.c", "5.3.a", "6.1.1.b")
@pytest.mark.parametrize(
    ("kind", "place", "more", "number"),
    [
        ("american-81mm-mortar", "E1", "marker smoke1 C1", "2.5.5.1.c"),
        ("american-81mm-mortar", "L1", "", "2.5.5.1.b"),
        ("pzivg", "E1", "marker smoke1 C1", "6.1.1.b"),
        ("pzivg", "E1", "", ""),
        ("pzivg", "N1", "", "5.1.4.a"),
    ],
)
def test_why_a_unit_does_not_react(kind: str, place: str, more: str, number: str) -> None:
    """A mortar fires indirectly in its own activation alone, and no farther than its range."""
    b = scene(f"{ROW}\ngerman {kind} P at A1\nsoviet t-34-76 S at {place}\n{more}")
    choice = Choice("fire", "P", "S")
    assert why_no_reaction(b, b.unit("P"), b.unit("S"), choice, "5.3.a")[1] == number
