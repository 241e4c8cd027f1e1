"""The list of what must never be true: each invariant is seen when it is broken."""

from collections.abc import Callable
from typing import Any

import pytest
from stage import game

from sandtable.systems.nations_at_war.state.faults import faults
from sandtable.systems.nations_at_war.state.pieces import CARRIED, ELIMINATED, EXITED, OFF_MAP

BRIDGE = "the-bridge-at-berezovyy-logg"


def set_on(id: str, **states: object) -> Callable[[Any], None]:
    """Give a unit a state that it cannot have."""

    def change(b: Any) -> None:
        for name, value in states.items():
            setattr(b.unit(id), name, value)

    return change


def set_hq(id: str, **states: object) -> Callable[[Any], None]:
    def change(b: Any) -> None:
        hq = next(hq for hq in b.hqs if hq.id == id)
        for name, value in states.items():
            setattr(hq, name, value)

    return change


def set_battle(**states: object) -> Callable[[Any], None]:
    def change(b: Any) -> None:
        for name, value in states.items():
            setattr(b, name, value)

    return change


def at(b: Any, name: str) -> int:
    return int(b.ground.index[name])


def bit(b: Any, name: str) -> int:
    return 1 << at(b, name)


def both_sides(b: Any) -> None:
    b.unit("infantry-1").hex = at(b, "M6")


def three(b: Any) -> None:
    for id in ("guards-infantry-2", "guards-infantry-3"):
        b.unit(id).hex = at(b, "M6")


def two_hqs(b: Any) -> None:
    next(hq for hq in b.hqs if hq.id == "31st-tank-hq").hex = at(b, "M6")


def in_the_river(b: Any) -> None:
    b.unit("t-70a-2").hex = at(b, "O5")
    b.control[1] |= bit(b, "O5")


def dead_with_weapon(b: Any) -> None:
    unit = b.unit("guards-infantry-1")
    unit.steps, unit.hex = 0, ELIMINATED


BROKEN: list[tuple[str, Callable[[Any], object]]] = [
    ("2.9.a", three),
    ("2.5.6.c", two_hqs),
    ("13.1.g", both_sides),
    ("13.1.g", lambda b: b.control.__setitem__(0, bit(b, "T11"))),
    ("13.1.g", lambda b: b.control.__setitem__(1, 0)),
    ("5.1.3.h", set_on("t-70a-1", steps=3)),
    ("5.1.3.h", set_on("t-70a-1", hex=ELIMINATED)),
    ("5.1.3.h", set_on("t-70a-1", hex=ELIMINATED, steps=0, disrupted=True)),
    ("2.7.2.a", dead_with_weapon),
    ("2.5.b", set_on("t-70a-1", steps=1)),
    ("4.3.a", set_on("t-70a-1", mounted=True)),
    ("TEC.river", in_the_river),
    ("2.4.o", set_on("guards-infantry-4", hex=CARRIED)),
    ("5.2.f", set_on("t-70a-1", acquired=20)),
    ("5.2.e", set_on("t-70a-1", acquired=0, disrupted=True)),
    ("11.0.e", set_on("t-70a-1", overwatch=True, disrupted=True)),
    ("10.4.b", set_on("t-70a-1", demolition=2, ops_complete=True)),
    ("4.0.a", set_on("t-70a-1", spent=9)),
    ("EN.a", set_on("t-34-76-1", hex=200)),
    ("EN.d", set_on("guards-infantry-4", hex=OFF_MAP)),
    ("2.5.6.a", set_hq("31st-tank-hq", hex=3)),
    ("2.5.6.a", set_hq("31st-tank-hq", hex=OFF_MAP)),
    ("2.5.6.2.c", set_hq("31st-tank-hq", hex=ELIMINATED)),
    ("2.5.6.2.c", set_hq("31st-tank-hq", steps=3)),
    ("CM.a", lambda b: setattr(b.formations[2], "commissar", b.unit("t-70a-1").index)),
    ("SM.a", lambda b: b.smoke.update({5: 1})),
    ("SM.a", lambda b: b.set_smoke(5, 3)),
    ("S1.ssr1", lambda b: (setattr(b.scenario, "smoke_allowed", False), b.set_smoke(5, 1))),
    ("7.2.a", lambda b: setattr(b, "mines", b.improved)),
    ("7.2.a", lambda b: setattr(b, "mines", bit(b, "M6"))),
    ("10.4.a", lambda b: setattr(b, "bridge_out", bit(b, "A1"))),
    ("10.2.j", set_battle(barrages=[(0, 5, -1)])),
    ("RP.a", set_battle(plane=5)),
    ("3.3.1", set_battle(cup=["end-turn"] * 3)),
    ("3.3.1", set_battle(end_turns_drawn=1)),
    ("EN.b", set_battle(cup=["3rd-tank"])),
    ("EN.b", set_battle(cup=["31st-tank", "31st-tank"])),
    ("S2.ssr2", set_battle(out_of_cup=["aircraft-fw-189"])),
    ("8.0.a", set_battle(cup=["chaos"])),
    ("9.0.a", set_battle(fate=[-1, 0])),
    ("9.0.a", set_battle(fate=[4, 0])),
    ("10.2.a", lambda b: b.missions[1].append(b.missions[0][0])),
    ("3.4.4.a", set_battle(missions_called=3)),
    ("TRT", set_battle(turn=9)),
    ("13.1.e", set_on("t-70a-1", hex=EXITED)),
    ("13.1.e", set_hq("31st-tank-hq", hex=EXITED)),
]


@pytest.mark.parametrize(("rule", "change"), BROKEN, ids=[f"{rule}-{n}" for n, (rule, _) in enumerate(BROKEN)])
def test_a_broken_invariant_is_seen(rule: str, change: Callable[[Any], object]) -> None:
    """A battle without fault, one thing broken: the fault names the rule."""
    s = game(BRIDGE).do("default").do("go first", "18th-panzer")
    b = s.b.copy()
    assert faults(b) == []
    allowed = b.scenario.smoke_allowed
    try:
        change(b)
        assert any(rule in fault.replace("(", " ").replace(")", " ").replace(",", " ").split() for fault in faults(b))
    finally:
        b.scenario.smoke_allowed = allowed
