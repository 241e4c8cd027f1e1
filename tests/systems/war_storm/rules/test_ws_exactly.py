"""Told exactly: reach and half fire, rallies and discipline, who is ready, boats from bank to bank."""

from copy import copy
from typing import Any

import pytest
from ws_fight import OPEN

from sandtable.systems.war_storm.rules.activation import why_not_ready
from sandtable.systems.war_storm.rules.attack import factor, factor_at, reach
from sandtable.systems.war_storm.rules.fire import may_hit, targets, to_spot, why_no_hit
from sandtable.systems.war_storm.rules.rally import discipline, rally, why_no_rally
from sandtable.systems.war_storm.rules.reaction import may_react_with, why_no_reaction
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import NEVER, Battle
from sandtable.table.chance import ScriptedChance
from sandtable.testing import rule
from sandtable.testing.scene import tale

COLUMN = "\n".join([".0"] * 8)


@rule("7.2.b", "5.2.b")
@pytest.mark.parametrize(
    ("place", "share", "hit", "number"),
    [
        ("A001", 1, True, ""),
        ("A002", 1, True, ""),
        ("A003", 2, True, ""),
        ("A004", 2, True, ""),
        ("A005", 0, False, "7.2.b"),
    ],
)
def test_how_far_a_platoon_fires(place: str, share: int, hit: bool, number: str) -> None:
    """A grenadier has range 2: all of its factor to the second hex, half to the fourth, nothing beyond."""
    b = scene(f"{COLUMN}\nred grenadier G at A000\nblue us-infantry U at {place}\nblue us-infantry X at A007")
    platoon, victims = b.platoon("G"), [b.unit("U")]
    b.unit("U").moving = True
    assert (platoon.type.range, reach(b, platoon)) == (2, 4)
    away = b.ground.distance[platoon.hex][victims[0].hex]
    assert factor_at(b, platoon, away) == (0 if share == 0 else -(-factor(platoon) // share))
    assert may_hit(b, platoon, victims[0].hex, to_spot(victims)) is hit
    assert why_no_hit(b, platoon, victims[0].hex, victims)[1] == number


@rule("7.3.b", "9.3.a", "3.1.e")
@pytest.mark.parametrize(
    ("change", "found"), [({}, ["A002"]), ({"routed": True}, []), ({"hex": -1}, []), ({"lost": 2}, [])]
)
def test_what_a_platoon_fires_at_from_the_first_hex(change: dict[str, Any], found: list[str]) -> None:
    b = scene(f"{COLUMN}\nred grenadier G at A000\nblue us-infantry U at A002\nblue us-infantry X at A007")
    b.unit("U").moving = True
    kind = copy(b.platoon("G").type)
    kind.ff = (*kind.ff[:2], 0)  # without a step left it has no fire factor
    b.platoon("G").type = kind
    for name, value in change.items():
        setattr(b.platoon("G"), name, value)
    assert [b.ground.names[place] for place in targets(b, b.platoon("G"))] == found


@rule("7.3.b", "7.4.a")
@pytest.mark.parametrize(
    ("there", "spotted"), [("U", "U"), ("O", "O"), ("UO", "U"), ("S", ""), ("SO", ""), ("SU", "U"), ("", "")]
)
def test_of_whom_one_must_be_spotted(there: str, spotted: str) -> None:
    """Platoons that can be hurt; officers where no platoon is; nobody where there is armour alone."""
    b = scene(
        f"{COLUMN}\nblue us-infantry U at A001\nblue officer O at A001\nblue assault-gun S at A001\n"
        "red grenadier G at A007"
    )
    assert [unit.id for unit in to_spot([b.unit(id) for id in there])] == list(spotted)


@rule("6.4.c")
def test_roads_that_leave_the_board_on_two_sides_are_two() -> None:
    b = scene("\n".join([".0 .0"] * 3) + "\nroad N A000 A001\nroad A101 A102 S\nblue us-infantry U at A000")
    first, last = b.ground.way[0], b.ground.way[b.ground.size - 1]
    assert {way for way in first if way >= 0} != {way for way in last if way >= 0}
    assert len({way for row in b.ground.way for way in row if way >= 0}) == 2


@rule("BOC.1", "5.3.1.b")
def test_bocage_at_the_first_hex_of_the_board_is_looked_over() -> None:
    for names, between in (("A000/A001", True), ("A001/A002", True), ("A002/A003", False)):
        b = scene(f"{COLUMN}\nbocage {names}\nblue us-infantry U at A000")
        assert b.ground.sight.line(0, b.ground.index["A002"]).bocage is between, names


@rule("9.4", "9.4.a", "9.4.c", "9.4.d", "9.4.e", "3.2.c")
@pytest.mark.parametrize(
    ("officer", "unit", "change", "number"),
    [
        ("O", "U", {}, ""),
        ("O", "U", {"routed": False}, "9.4.e"),
        ("O", "U", {"tried": True}, "9.4.d"),
        ("O", "U", {"hex": -1}, "9.4.e"),
        ("O", "V", {}, "9.4.e"),  # in the next hex
        ("O", "W", {}, "3.2.c"),  # of another company
        ("O", "P", {}, "3.2.c"),  # an officer
        ("O", "G", {}, "9.4.e"),  # an enemy
        ("H", "W", {}, ""),
        ("H", "P", {}, ""),
        ("H", "J", {}, "9.4.c"),  # as high as he
        ("H", "V", {}, "9.4.e"),
    ],
)
def test_whom_an_officer_may_rally(officer: str, unit: str, change: dict[str, int], number: str) -> None:
    """In the first hex of the board as anywhere: his own platoons in his hex, a high-ranking one all below him."""
    b = scene(
        f"""{COLUMN}
        blue officer O at A000 of=A
        blue us-infantry U at A000 of=A routed
        blue us-infantry V at A001 of=A routed
        blue officer P at A000 of=B routed
        blue us-infantry W at A000 of=B routed
        blue officer H at A000 role=high-ranking
        blue officer J at A000 role=high-ranking routed
        red grenadier G at A007 routed
        """
    )
    who = b.unit(unit)
    for name, value in change.items():
        setattr(who, name, value)
    assert why_no_rally(b, b.officer(officer), who)[1] == number


@rule("9.4.a", "9.4.d", "9.4.1.a")
def test_a_routed_officer_rallies_himself_first_and_once() -> None:
    text = f"{COLUMN}\nblue officer O at A000 of=A routed\nblue us-infantry U at A000 of=A routed\n"
    b = scene(f"{text}red grenadier G at A007")
    officer = b.officer("O")
    assert why_no_rally(b, officer, b.unit("U"))[1] == "9.4.a" and why_no_rally(b, officer, officer) == ("", "")
    officer.finished = True
    assert why_no_rally(b, officer, officer)[1] == "9.4.d"


@rule("9.4.1.c", "9.4.2.a", "9.4.2.b", "9.2.2.e")
@pytest.mark.parametrize(("dice", "rallied"), [((3, 4), True), ((4, 4), False)])
def test_what_a_rally_leaves_behind(dice: tuple[int, int], rallied: bool) -> None:
    """Seven or less: it is steady, remembers when, and its failures are forgotten. Else it is Finished."""
    b = scene(
        f"{COLUMN}\nblue officer O at A000 of=A morale=7 lead=0\nblue us-infantry U at A000 of=A routed\n"
        "red grenadier G at A007"
    )
    unit = b.platoon("U")
    unit.discipline, b.activations = True, [5, 3]
    b.chance = ScriptedChance(*dice)
    assert list(rally(b, b.officer("O"), unit)) == []
    assert (unit.tried, unit.routed, unit.finished) == (True, not rallied, not rallied)
    assert (unit.rallied, unit.discipline) == ((3, False) if rallied else (NEVER, True))
    assert tale(b.events)[0] == f"9.4.2.a rally U @A000 {dice[0]} {dice[1]} /7{'' if rallied else ' =1'} [O]"


@rule("9.4.2.c", "9.4.c")
@pytest.mark.parametrize("before", [False, True])
def test_the_second_failure_before_a_commissar_costs_a_step(before: bool) -> None:
    b = scene(
        f"{COLUMN}\nblue officer O at A007 of=A\nblue us-infantry U at A000 of=A routed\n"
        "blue officer C at A000 role=commissar\nred grenadier G at A005"
    )
    unit = b.platoon("U")
    unit.discipline = before
    b.chance = ScriptedChance()
    assert list(discipline(b, b.officer("C"), unit)) == []
    assert (unit.discipline, unit.lost) == (True, int(before))
    told = tale(b.events)[0]
    assert told.startswith("9.4.2.c step lost U @A000" if before else "9.4.2.c discipline failure U >C @A000")


def company(b: Battle) -> None:
    """Both platoons of red are in one hex and have not acted."""
    for id in ("G", "H"):
        b.platoon(id).finished = False


@rule("8.i", "8.k", "8.m", "8.n", "9.3.a")
@pytest.mark.parametrize(
    ("change", "number"),
    [
        ({}, ""),
        ({"finished": True}, "8.n"),
        ({"routed": True}, "9.3.a"),
        ({"hex": -1}, "8.i"),
        ({"out_of_command": True, "reaction": NEVER}, "8.m"),
        ({"out_of_command": True, "reaction": 0}, ""),
        ({"company": 0}, "8.i"),
    ],
)
def test_who_reacts_with_the_first_platoon(change: dict[str, int], number: str) -> None:
    b = scene(
        f"{COLUMN}\nblue us-infantry U at A002 of=A\nred grenadier G at A000 of=B\nred grenadier H at A000 of=B\n"
    )
    company(b)
    first, other = b.platoon("G"), b.platoon("H")
    for name, value in change.items():
        setattr(other, name, value)
    moving = [b.unit("U")]
    moving[0].moving = True
    assert may_react_with(b, [first], first, moving)[1] == "8.i"
    assert may_react_with(b, [first], other, moving)[1] == number
    if number in ("8.n", "9.3.a", "8.m"):
        assert why_no_reaction(other)[1] == number
    other.hex = -1
    assert why_no_reaction(other)[1] == "8.c"


@rule("4.3.1.a", "4.3.1.b", "4.3.2.c", "9.4.1.c", "9.4.2.b", "9.3.a")
@pytest.mark.parametrize(
    ("change", "number"),
    [
        ({}, ""),
        ({"hex": -3}, "4.3.1.a"),
        ({"finished": True}, "4.3.1.b"),
        ({"used": True}, "4.3.2.c"),
        ({"routed": True}, "9.3.a"),
        ({"rallied": 3}, "9.4.1.c"),  # the enemy has activated nobody since
        ({"rallied": 2}, "9.4.2.b"),
        ({"out_of_command": False}, "4.3.1.a"),
    ],
)
def test_which_platoon_is_activated_by_itself(change: dict[str, int], number: str) -> None:
    b = scene(f"{OPEN}blue us-infantry U at A000 of=A ooc\nblue officer O at A606 of=A\nred grenadier G at A404")
    b.activations = [0, 3]
    unit = b.platoon("U")
    for name, value in change.items():
        setattr(unit, name, value)
    assert why_not_ready(b, unit)[1] == number
