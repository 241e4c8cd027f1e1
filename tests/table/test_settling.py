"""A battle that ends by agreement: a choice like any other, in the journal and in copies."""

import pytest

from sandtable.table.chance import SeededChance
from sandtable.table.decision import SETTLE, Choice, IllegalChoice, settled
from sandtable.table.event import Result
from sandtable.table.play import Play
from sandtable.testing.toy import TOY

SIDES = {"axis": "axis", "allies": "allies", "axis-2": "axis", "allies-2": "allies"}


@pytest.mark.parametrize(
    ("seat", "why", "result"),
    [
        ("axis-2", "resign", Result("allies", "axis resigned", "")),
        ("allies", "time", Result("axis", "allies ran out of time", "")),
        ("axis", "draw", Result(None, "both sides agreed to a draw", "")),
        ("axis", "abort", Result(None, "the battle was called off before it began", "")),
    ],
)
def test_how_it_ends(seat: str, why: str, result: Result) -> None:
    assert settled(SIDES, seat, Choice(SETTLE, why)) == result


@pytest.mark.parametrize(
    ("seat", "choice", "why"),
    [
        ("", Choice(SETTLE, "resign"), "A spectator has no seat"),
        ("axis", Choice(SETTLE, "sulk"), "resign, time, draw, abort"),
        ("axis", Choice(SETTLE, "resign", "allies"), "resign, time, draw, abort"),
    ],
)
def test_what_settles_nothing(seat: str, choice: Choice, why: str) -> None:
    with pytest.raises(IllegalChoice, match=why):
        settled(SIDES, seat, choice)


def test_a_settled_battle_asks_nobody_and_its_copies_are_settled_too() -> None:
    play = Play(TOY, TOY.rules.new(TOY.shelf.find("toy/ridge")), SeededChance(b"seed"))
    play.choose(play.decision_for("red").options()[0], "red")  # type: ignore[union-attr]
    before = TOY.rules.fingerprint(play.battle)
    with pytest.raises(IllegalChoice):
        play.choose(Choice(SETTLE, "sulk"), "blue")
    assert TOY.rules.fingerprint(play.battle) == before and play.asked() == ["blue"]
    play.choose(Choice(SETTLE, "resign"), "red")  # though red is not asked
    assert play.result == Result("blue", "red resigned", "") and play.asked() == []
    assert play.fork().result == play.result
    with pytest.raises(IllegalChoice, match="over"):
        play.choose(Choice(SETTLE, "resign"), "blue")
