"""Pieces are looked up by id: what must be there, and what may be."""

import pytest

from sandtable.systems.regimental.rules.attack import new_combat
from sandtable.systems.regimental.scene import scene

SCENE = ". . .\n . . .\nblue hq HQ at 0101\nblue infantry A at 0201 company=at\nred infantry X at 0302\n"


def test_a_piece_is_found_by_its_id() -> None:
    b = scene(SCENE)
    assert b.stand("A").hex == b.ground.index["0201"] and b.find_stand("A") is b.stand("A")
    assert b.company("A-at").host == b.stand("A").index and b.find_company("A-at") is b.company("A-at")
    assert b.regiment("blue").hq == b.stand("HQ").index and b.find_regiment("blue") is b.regiment("blue")


def test_a_piece_that_is_not_there_is_an_error_or_nothing() -> None:
    b = scene(SCENE)
    assert b.find_stand("A-at") is b.find_company("A") is b.find_regiment("green") is None
    for look_up, kind in ((b.stand, "stand"), (b.company, "company"), (b.regiment, "regiment")):
        with pytest.raises(LookupError, match=f"There is no {kind} 'nobody'"):
            look_up("nobody")


def test_who_is_asked_about_a_combat_finds_it() -> None:
    b = scene(SCENE)
    with pytest.raises(LookupError, match="No combat is under way"):
        _ = b.fight
    b.combat = new_combat(b, b.stand("A"), b.stand("X").hex)
    assert b.fight is b.combat
