"""The estimates of computer players use the numbers of the rules."""

from typing import Any

import pytest
from stage import stage

import sandtable.systems  # noqa: F401
from sandtable.systems.nations_at_war.reading.book import rulebook
from sandtable.systems.nations_at_war.rules.combat.fire import attack_numbers, defence_numbers
from sandtable.systems.nations_at_war.rules.combat.hits import effect
from sandtable.systems.nations_at_war.thinking.estimates import Estimates, hits_of_fire, price
from sandtable.systems.nations_at_war.thinking.mind import NationsAtWarMind
from sandtable.systems.nations_at_war.thinking.worth import face_worth, price_of_hits, unit_worth
from sandtable.testing import rule

LETTERS = sorted(kind.letter for kind in rulebook().terrain.values() if kind.letter and kind.passable)
MARKERS = ["", "wreck", "ditch", "smoke1", "smoke2"]
TYPES = ["tiger", "infantry", "panzergrenadier"]


def estimates(b: Any) -> Estimates:
    return Estimates(b, 0, NationsAtWarMind().judge(b), 0.3)


@rule("5.1.2", "5.1.2.2", "SM.c", "TEC.note1")
@pytest.mark.parametrize("marker", MARKERS)
@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("type", TYPES)
def test_the_estimate_of_cover_is_that_of_the_rules(type: str, letter: str, marker: str) -> None:
    """From clear ground below, concealment left aside, on every terrain with every marker."""
    s = stage(
        f"""
        .. .. {letter}. ..
        german {type} G at C1
        soviet t-34-76 S at A1
        {f"marker {marker} C1" if marker else ""}
        """
    )
    unit, enemy = s.unit("G"), s.unit("S")
    assert estimates(s.b).saves(unit, unit.hex) == defence_numbers(s.b, unit, enemy.hex, False, True)


def test_the_estimate_of_a_hex_is_that_of_a_unit_in_it() -> None:
    """A hex is judged before the unit goes there."""
    s = stage(
        """
        .. .. W. H.
        german tiger G at A1
        soviet t-34-76 S at B1
        """
    )
    unit, enemy = s.unit("G"), s.unit("S")
    before = [estimates(s.b).saves(unit, place) for place in range(s.b.ground.size)]
    for place, found in enumerate(before):
        unit.hex = place
        assert found == defence_numbers(s.b, unit, enemy.hex, False, True)
    assert len(set(before)) > 1


@rule("5.1.4.a", "5.1.5", "4.1.e")
@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("distance", range(1, 12))
def test_the_estimate_of_a_shot_is_that_of_the_rules(distance: int, moving: bool) -> None:
    s = stage(f"{'.. ' * 13}\ngerman tiger G at A1\nsoviet t-34-76 S at M1")
    unit = s.unit("G")
    found = NationsAtWarMind().judge(s.b).shot_numbers(s.b, unit, True, distance, moving)
    assert found == attack_numbers(s.b, unit, True, distance, moving, 0, False)


@rule("5.1.3.a", "5.1.3.h")
@pytest.mark.parametrize("words", ["", "disrupted", "reduced", "reduced disrupted"])
def test_what_hits_cost_follows_from_what_they_do(words: str) -> None:
    """5.1.3 One hit, two, three: what is lost is the worth of the steps lost and of the order lost."""
    s = stage(f".. ..\ngerman tiger G at A1 {words}\nsoviet t-34-76 S at B1")
    unit = s.unit("G")
    shock = 0.3
    expected = []
    for hits in (1, 2, 3):
        disrupts, lost = effect(unit.disrupted, unit.steps, hits, False)
        left = unit.steps - lost
        after = face_worth(unit.type.sides[0][left]) * (1 - shock * (disrupts or unit.disrupted)) if left else 0.0
        expected.append(unit_worth(unit) - after)
    assert price(unit, shock) == pytest.approx(expected)
    assert price_of_hits(unit, 0.5, 0.25) == pytest.approx(0.5 * expected[0] + 0.25 * expected[1])


@rule("7.1.b")
def test_an_improved_position_takes_as_many_hits_as_the_rules_say() -> None:
    """Fire at who is dug in hurts less; at who is on the move it does not (7.1.c)."""
    text = ".. .. ..\ngerman tiger G at A1\nsoviet guards-infantry S at C1\n"
    bare, dug = stage(text), stage(text + "marker improved C1")
    fresh, less, caught = [
        sum(hits_of_fire(s.b, s.unit("G"), s.unit("S"), False, 0, mover))
        for s, mover in ((bare, False), (dug, False), (dug, True))
    ]
    assert less < fresh == caught
