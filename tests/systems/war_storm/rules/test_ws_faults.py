"""Every fault is found: a battle broken by hand is told so."""

from collections.abc import Callable

import pytest
from ws_turns import ROW

from sandtable.systems.war_storm.rules.faults import faults
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import Battle, Move

TEXT = f"""{ROW}
blue officer O at A000
blue us-infantry P at A000
blue us-infantry Q at A001
red officer X at A009
red grenadier G at A009
objective Mill A002 red
"""


def test_a_sound_battle_has_none() -> None:
    assert faults(scene(TEXT)) == []


def unit_to(id: str, field: str, value: object) -> Callable[[Battle], None]:
    def breaks(b: Battle) -> None:
        setattr(b.unit(id), field, value)

    return breaks


def crowd(b: Battle) -> None:
    b.steps[0][0] = 12


def both(b: Battle) -> None:
    b.put(b.platoons[0], 9)


def lone_move(b: Battle) -> None:
    b.move = Move([0, 1])


def strange_holder(b: Battle) -> None:
    b.holders = [7]


def late(b: Battle) -> None:
    b.turn = 11


def leader_gone(b: Battle) -> None:
    b.officers[0].hex = -3


def waits_for_another(b: Battle) -> None:
    b.companies[0].replace = True


def stranger_leads(b: Battle) -> None:
    b.companies[0].officer = b.officers[1].index


@pytest.mark.parametrize(
    ("breaks", "words"),
    [
        (crowd, "register of steps"),
        (both, "both sides are in A009"),
        (unit_to("P", "hex", 3), "register of steps"),
        (unit_to("P", "hex", -9), "nowhere"),
        (unit_to("P", "lost", 3), "has lost 3 steps"),
        (unit_to("P", "active", True), "nobody is activated"),
        (unit_to("P", "reaction", 5), "of turn 5"),
        (unit_to("P", "bank", 1), "bank of no river"),
        (unit_to("P", "waiting", 4), "and is not active"),
        (lone_move, "not in one hex"),
        (lone_move, "nobody is activated"),
        (strange_holder, "objectives are held"),
        (late, "it is turn 11"),
        (leader_gone, "who is gone"),
        (waits_for_another, "waits for an officer"),
        (stranger_leads, "who does not know"),
    ],
)
def test_it_is_found(breaks: Callable[[Battle], None], words: str) -> None:
    b = scene(TEXT)
    breaks(b)
    assert any(words in fault for fault in faults(b)), faults(b)


def test_a_finished_platoon_has_no_reaction_marker() -> None:
    b = scene(TEXT.replace("P at A000", "P at A000 reaction=0 finished"))
    assert any("cannot react" in fault for fault in faults(b))
