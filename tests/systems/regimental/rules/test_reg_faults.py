"""Broken battles are found out: one break at a time, and its sentence."""

from collections.abc import Callable

import pytest

from sandtable.systems.regimental.rules.attack import new_combat
from sandtable.systems.regimental.rules.faults import faults
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.state.pieces import Battle

TEXT = """
. . . . . .
 . . . . . .
. . . . . .
blue hq HQ at 0101
blue infantry A at 0201 company=mg
blue infantry B at 0301
blue battery G at 0103 shots=1
red hq RQ at 0603
red infantry X at 0401
order blue M
active blue attack
"""


def combat_with(b: Battle, attackers: list[int]) -> None:
    b.combat = new_combat(b, b.stands[2], b.ground.index["0401"])
    b.combat.attackers = attackers


BREAKS: list[tuple[Callable[[Battle], object], str]] = [
    (lambda b: setattr(b.stands[1], "hex", b.stands[0].hex), "both in 0101"),
    (lambda b: b.at.clear(), "register of hexes"),
    (lambda b: setattr(b, "occupied", [0, 0]), "masks of occupied hexes"),
    (lambda b: setattr(b.stands[1], "sp", 9), "has 9 strength points"),
    (lambda b: setattr(b.stands[1], "sp", 0), "on the map without strength"),
    (lambda b: b.lift(b.stands[1]), "off the map with 5 strength points"),
    (lambda b: b.lift(b.stands[1]), "left without its stand"),
    (lambda b: setattr(b.companies[0], "host", 2), "who does not know"),
    (lambda b: setattr(b.companies[0], "host", -1), "has a company that is elsewhere"),
    (lambda b: setattr(b.stands[5], "shots", 7), "has 7 of 3 shots"),
    (lambda b: setattr(b.regiments[0], "order", "Q"), "has the order 'Q'"),
    (lambda b: setattr(b.regiments[0], "given", "M"), "face down after the reveal"),
    (lambda b: setattr(b.regiments[0], "gone", True), "is gone and HQ is on the map"),
    (lambda b: b.lift(b.stands[4]), "nothing but its HQ and is not gone"),
    (lambda b: b.lift(b.stands[0]), "nobody knows since when"),
    (lambda b: setattr(b, "round", 5), "it is round 5 of day 1"),
    (lambda b: setattr(b.regiments[0], "activated", False), "active and not marked"),
    (lambda b: setattr(b, "gun", 5), "outside the artillery phase"),
    (lambda b: setattr(b, "air", [3, 0]), "blue has 3 air points"),
    (lambda b: setattr(b, "strength", [-1, 0]), "spent more than it had"),
    (lambda b: combat_with(b, [1, 1]), "a stand attacks twice"),
    (lambda b: combat_with(b, [1, 2, 0]), "3 core stands attack"),
    (lambda b: combat_with(b, [4]), "another regiment attacks"),
]


def test_a_sound_battle_has_no_faults() -> None:
    assert faults(scene(TEXT)) == []


@pytest.mark.parametrize(("break_it", "sentence"), BREAKS, ids=[sentence for _, sentence in BREAKS])
def test_a_break_is_named(break_it: Callable[[Battle], object], sentence: str) -> None:
    b = scene(TEXT)
    break_it(b)
    assert any(sentence in fault for fault in faults(b)), faults(b)
