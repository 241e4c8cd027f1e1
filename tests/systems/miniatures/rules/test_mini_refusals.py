"""Why an action, a target or an observer is refused: a sentence and the rule."""

import pytest
from mini_fire import scene_of, unit_text
from mini_stage import MiniStage, stage

from sandtable.testing import rule

X = "PL rifle X at 30,16 moved"


def acting(blue: str, red: str = X, *more: str, check: str = "passed") -> MiniStage:
    return stage(scene_of(blue, red, *more, check=check))


def told(s: MiniStage, do: str, piece: str = "U1", to: str = "") -> tuple[str, str]:
    refused = s.refused(do, piece, to)
    return refused.reason, refused.rule


@rule("14.7", "13.1", "13.20")
@pytest.mark.parametrize(
    ("blue", "red", "reason", "rule_id"),
    [
        ("rifle A at 30,10", X, "U1 has no Platoon Leader, so it may not assault.", "14.7"),
        ("PL hmg A at 30,10", X, "U1 has only guns, and guns stay behind in an assault.", "13.1"),
        ("PL rifle A at 30,10", "PL rifle X at 30,30", "X is 19 inches from A, and a charge reaches 12.", "13.1"),
        ("PL tiger-i A at 30,10", "PL rifle X at 30,20", "X is 8.4 inches from A, and a charge reaches 8.", "13.1"),
        ("PL m4-sherman A at 30,10", "PL m4-sherman X at 30,16", "Tanks may not assault tanks.", "13.20"),
    ],
)
def test_why_nobody_can_be_assaulted(blue: str, red: str, reason: str, rule_id: str) -> None:
    text = scene_of(blue, red, check="passed").replace("PL rifle G9-1 at 70,46", "PL m4-sherman G9-1 at 70,46")
    assert told(stage(text), "assault") == (reason, rule_id)


@rule("13.1", "13.20")
def test_why_this_unit_cannot_be_assaulted() -> None:
    more = unit_text("red G2 veteran activated", "PL m4-sherman T at 40,12")
    s = acting("PL m4-sherman A at 30,10", X, more, unit_text("red G3 veteran activated", "PL rifle Y at 30,15.8"))
    s.do("assault", "U1")
    assert told(s, "assault", "U1", "G2") == ("Tanks may not assault tanks.", "13.20")
    assert told(s, "assault", "U1", "G9") == ("G9-1 is 52.21 inches from A, and a charge reaches 12.", "13.1")
    assert told(s, "assault", "U1", "U9") == ("There is no enemy called 'U9' to assault.", "13.1")


GUNS = "PL rifle A at 30,4; 105mm B at 27,6; 105mm C at 33,6"


@rule("15.11", "3.3.g", "15.3")
@pytest.mark.parametrize(
    ("blue", "reason", "rule_id"),
    [
        ("PL rifle A at 30,10", "U1 has no weapon that fires barrages.", "3.3.g"),
        ("PL rifle A at 30,4; 105mm B at 27,6", "U1 has one gun left. A barrage takes at least 2.", "15.11"),
    ],
)
def test_why_there_is_no_barrage(blue: str, reason: str, rule_id: str) -> None:
    assert told(acting(blue), "barrage") == (reason, rule_id)


@rule("15.11", "11.3")
def test_suppressed_guns_do_not_count_for_a_barrage() -> None:
    s = acting(GUNS.replace("27,6", "27,6 markers=1"))
    assert told(s, "barrage") == ("1 gun of U1 can fire now. A barrage takes at least 2.", "15.11")


@rule("15.3", "15.4")
def test_why_somebody_cannot_observe() -> None:
    s = acting(GUNS, X, "blue CC veteran", "  smg Q at 36,6 moved", "wood W1 20,8 40,8 40,12 20,12")
    s.do("barrage", "U1")
    assert told(s, "barrage", "Q") == ("Q has moved in this round and cannot observe.", "15.4")
    assert told(s, "smoke", "U9-1")[1] == "15.3"
    assert told(s, "barrage", "A") == ("A sees no enemy.", "15.3")


@rule("15.1", "15.3")
def test_why_the_guns_cannot_range_in() -> None:
    red = "PL rifle X at 30,16 moved; rifle V at 33,16 moved; rifle Y at 30,2 moved; rifle Z at 60,40 moved"
    s = acting(GUNS, red, "wood W1 50,30 55,30 55,40 50,40")
    s.do("barrage", "U1").do("barrage", "A")
    assert told(s, "target", "Y") == ("0 guns of U1 can reach Y. A barrage takes at least 2.", "15.1")
    assert told(s, "target", "Z") == ("A does not see Z.", "15.3")
    assert told(s, "target", "B") == ("B is not an enemy.", "15.3")


@rule("6.8")
def test_who_is_in_the_way_is_named() -> None:
    s = acting("PL rifle A at 30,8; rifle B at 30,11", check="failed")
    s.do("fire", "U1")
    assert told(s, "fire", "A", "G1") == ("B is in the way of A.", "6.8")


@rule("2.1")
def test_a_unit_fires_only_with_its_own_teams() -> None:
    s = acting("PL rifle A at 30,10; rifle B at 33,10", check="failed")
    s.do("fire", "U1")
    for name in ("X", "nobody"):
        assert told(s, "fire", name, "G1")[1] == "2.1"
    s.do("fire", "A", "G1")
    assert told(s, "fire", "A", "G1")[1] != "2.1"


@rule("2.1")
@pytest.mark.parametrize("name", ["X", "nobody"])
def test_a_unit_moves_only_its_own_teams(name: str) -> None:
    s = acting("PL rifle A at 30,10", check="failed")
    s.do("move", "U1")
    refusal = s.no_move("U1", (name, 30, 12))
    assert (refusal.reason, refusal.rule) == (f"U1 has no Team '{name}' on the table.", "2.1")
    s.move("U1", ("A", 30, 12))
    assert s.at("A") == (30, 12)


@rule("3.3.f", "11.3", "6.3")
def test_why_there_is_nothing_else() -> None:
    assert told(acting("PL m4-sherman A at 30,10"), "dig in") == ("U1 has tanks, and tanks do not dig in.", "3.3.f")
    s = acting("PL rifle A at 30,10 markers=1", check="failed")
    assert told(s, "fire") == ("Every armed Team of U1 is suppressed and may not fire.", "11.3")
    s = acting("PL rifle A at 30,10", "PL rifle X at 30,31 moved", check="failed")
    assert told(s, "fire") == ("G1 is 20 inches away; the Rifle has no Fire Points left beyond 18.", "6.12.c")
