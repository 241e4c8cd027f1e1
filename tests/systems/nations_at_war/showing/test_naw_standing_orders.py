"""5.3, 11.0 Opportunity Fire and Overwatch by a standing order."""

import pytest
from stage import NawStage, stage

from sandtable.table.decision import Choice
from sandtable.testing import rule

ROW = ".. .. .. .. .. .. .. .. .. .. .. .. .. .. .."


def approach(wish: str, *lines: str, dice: tuple[int, ...] = ()) -> NawStage:
    """A T-34 steps into the sight of a Pz IV six hexes away, which does something in 432 of 1000."""
    s = stage("\n".join([ROW, "soviet t-34-76 S at H1", "german pzivg P at A1", *lines]), *dice)
    s.play.choose(Choice("wish", "opportunity", wish), "german")
    s.do("act", "S").do("move", "", "G1")
    return s


@rule("5.3.a")
def test_from_40_on_it_fires_without_a_question() -> None:
    s = approach("40", dice=(5, 4, 6, 5, 1))
    fired = s.last("fired")
    assert (fired.text, fired.place, fired.dice) == ("opportunity fire", "G1", (5, 4, 6))
    assert s.unit("S").disrupted and s.unit("P").ops_complete
    assert [move.seat for move in s.play.history if move.choice.do != "wish"] == ["soviet", "soviet"]


@rule("5.3.a")
@pytest.mark.parametrize("wish", ["60", "never"])
def test_what_is_too_little_or_never_wanted_passes(wish: str) -> None:
    s = approach(wish)
    assert s.asked == ("soviet", "action") and not s.told("fired")
    assert not s.unit("P").ops_complete


@rule("5.3.a")
def test_the_best_shot_is_taken() -> None:
    """From D1 it is 625 of 1000."""
    s = approach("20", "german pzivg Q at D1", dice=(1, 1, 1))
    assert s.last("fired").piece == "Q"


@rule("11.0.c")
def test_who_fires_is_answered_from_overwatch() -> None:
    lines = f"{ROW}\nsoviet t-34-76 S at G1\ngerman pzivg P at D1 overwatch\ngerman pzivg Q at C1"
    s = stage(lines, 1, 1, 1, 1, 1, 1)
    s.play.choose(Choice("wish", "opportunity", "20"), "german")
    s.do("act", "S").do("fire", "S", "Q")
    assert [event.text for event in s.told("fired")] == ["fire", "overwatch fire"]


def test_a_fork_for_the_other_seat_does_not_know_the_order() -> None:
    s = stage("\n".join([ROW, "soviet t-34-76 S at H1", "german pzivg P at A1"]))
    s.play.choose(Choice("wish", "opportunity", "never"), "german")
    asked = s.play.fork(seat="soviet")
    for choice in (Choice("act", "S"), Choice("move", "", "G1")):
        asked.choose(choice)
    assert asked.asked() == ["german"]
