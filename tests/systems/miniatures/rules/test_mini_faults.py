"""Broken battles are found out: one break at a time, and its sentence."""

from collections.abc import Callable

import pytest

from sandtable.systems.miniatures.rules.faults import faults
from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.state.pieces import ACTION, FIRE, Battle

TEXT = """
wall L1 5,20 15,20
blue U1 veteran
  PL rifle A at 10,10
  rifle B at 13,10
  m4-sherman C at 17,10
blue CC veteran
  smg D at 30,10
red G1 veteran
  PL rifle X at 10,40
  105mm Y at 13,40
  FO rifle Z at 16,40
"""


def put(b: Battle, index: int, x: int, y: int) -> None:
    b.teams[index].x, b.teams[index].y = x, y


def lose(b: Battle, *teams: int) -> None:
    for index in teams:
        b.teams[index].lost = True


BREAKS: list[tuple[Callable[[Battle], object], str]] = [
    (lambda b: put(b, 1, 1000, 1050), "stands on another base"),
    (lambda b: put(b, 1, 74, 1000), "is not wholly on the table"),
    (lambda b: put(b, 1, 1000, 2000), "stands on a linear obstacle"),
    (lambda b: setattr(b.teams[1], "markers", 3), "has 3 markers"),
    (lambda b: setattr(b.teams[5], "markers", 1), "is an FO and suppressed"),
    (lambda b: setattr(b.teams[2], "dug_in", True), "is a tank and dug in"),
    (lambda b: setattr(b.teams[1], "hx", 5), "B faces (5, 0)"),
    (lambda b: setattr(b.teams[4], "hy", 0), "Y faces (0, 0)"),
    (lambda b: setattr(b.teams[2], "ty", 0), "the turret of C faces (0, 0)"),
    (lambda b: setattr(b.teams[1], "last_fire", 2), "in an Initiative still to come"),
    (lambda b: (setattr(b.teams[1], "markers", 1), lose(b, 1)), "is lost and still has markers"),
    (lambda b: setattr(b.units[0], "gone", True), "is gone and has Teams on the table"),
    (lambda b: (lose(b, 3, 4, 5), setattr(b.units[1], "pl", -1)), "has no Team left and is not gone"),
    (lambda b: lose(b, 0), "U1 is led by A"),
    (lambda b: setattr(b.units[0], "pl", 1), "U1 is led by B"),
    (lambda b: (setattr(b.units[0], "ground", True), setattr(b.units[0], "overwatch", True)), "ground on Overwatch"),
    (lambda b: setattr(b.commands[0], "teams", (0, 6)), "is more than a Company Commander"),
    (lambda b: setattr(b, "round", 10), "round 10 of 9"),
    (lambda b: setattr(b, "phase", ACTION), "nobody is activated"),
    (lambda b: setattr(b, "steps", [FIRE]), "steps are left when nobody acts"),
]


def test_a_sound_battle_has_no_fault() -> None:
    assert faults(scene(TEXT)) == []


@pytest.mark.parametrize(("broken", "sentence"), BREAKS, ids=[sentence for _, sentence in BREAKS])
def test_a_broken_one_is_found_out(broken: Callable[[Battle], object], sentence: str) -> None:
    b = scene(TEXT)
    broken(b)
    assert any(sentence in fault for fault in faults(b)), faults(b)


def test_a_company_without_units_ends_the_battle() -> None:
    b = scene(TEXT)
    lose(b, 3, 4, 5)
    b.units[1].gone = True
    b.units[1].pl = -1
    assert faults(b) == ["red has no Unit left and the battle goes on (END)"]
