"""7 Reaction Fire by a standing order."""

import pytest
from mini_stage import MiniStage, stage

from sandtable.table.decision import Choice
from sandtable.testing import rule

# Y fires at B where it first comes within 18 inches: a Team is lost in 222 of 1000.
SCENE = """
blue U9 veteran
  PL rifle at 2,2
red G9 veteran
  PL rifle at 70,46
blue U1 veteran
  PL rifle A at 20,6.2
  rifle B at 20,9
red G1 veteran
  PL rifle X at 60,40
  rifle Y at 20,30
active U1 failed
"""


def moved(wish: str, *dice: int) -> MiniStage:
    s = stage(SCENE, *dice, wishes=())
    s.play.choose(Choice("wish", "reaction", wish), "red")
    s.do("move", "U1")
    s.move("U1", ("B", 20, 12))
    return s


@rule("7.1")
def test_from_20_on_it_fires_without_a_question() -> None:
    s = moved("20", 1, 1, 1, 1, 1, 1)
    assert [event.piece for event in s.told("shooting")] == ["G1"] and s.asked[0] != "red"


@rule("7.1")
@pytest.mark.parametrize("wish", ["40", "never"])
def test_what_is_too_little_or_never_wanted_passes(wish: str) -> None:
    s = moved(wish)
    assert s.asked[0] != "red" and s.at("B") == (20, 12) and not s.told("shooting")
