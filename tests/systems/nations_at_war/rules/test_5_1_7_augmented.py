"""5.1.7 Augmented Abilities."""

from typing import Any

import pytest
from stage import NawStage, redrawn, stage

from sandtable.systems.nations_at_war.state.counters import Weapon
from sandtable.testing import rule

ROW = " ".join([".."] * 14)  # A1 to N1


def engineers(*dice: int) -> NawStage:
    s = stage(".. ..\ngerman american-engineer E at A1\nsoviet guards-infantry S at B1", *dice)
    s.do("act", "E").do("assault", "", "B1")
    return s


@rule("5.1.7.a")
def test_augmented_example() -> None:
    """American Engineers roll 1, 3, 4 at To-Hit 4: one missed die is rolled again and becomes a second hit."""
    s = engineers(1, 3, 4, 5, *(1, 1, 1))
    assert s.asked == ("german", "augmented")
    assert [(c.do, c.number) for c in s.options()] == [("re-roll", 1), ("re-roll", 3), ("keep", 0)]
    s.do("re-roll", number=3).done()
    struck = s.told("struck")[0]
    assert (struck.dice, struck.need, struck.value) == ((1, 5, 4), 4, 2)


@rule("5.1.7.a")
def test_augmented_is_optional_and_only_once() -> None:
    """The owner may keep his dice; a re-rolled die stands, even worse, and no second is rolled again."""
    s = engineers(1, 3, 4, *(1, 1, 1))
    s.do("keep").done()
    assert s.told("struck")[0].dice == (1, 3, 4)
    s = engineers(1, 3, 4, 2, *(1, 1, 1))
    s.do("re-roll", number=3).done()
    assert s.told("struck")[0].dice == (1, 2, 4)


@rule("5.1.7.a")
def test_augmented_without_a_miss_asks_nobody() -> None:
    """Where every die hits there is nothing to re-roll."""
    s = engineers(4, 5, 6, *(1, 1, 1))
    assert s.told("struck")[0].value == 3
    s.done()


DUEL = f"{ROW}\ngerman tiger P at A1\nsoviet t-34-76 S at G1"
FOOT = f"{ROW}\ngerman tiger P at A1\nsoviet guards-infantry S at E1"
PLUS: list[tuple[str, str, dict[str, Any], tuple[int, ...]]] = [
    (DUEL, "P", {"ap": Weapon(2, 8, 4, False, True)}, (3, 5, 6, 1, 1)),
    (FOOT, "P", {"he": Weapon(2, 6, 4, False, True)}, (3, 5, 6)),
    (DUEL, "S", {"armor_augmented": True}, (4, 4, 1, 1, 3, 1, 6)),
]


@pytest.mark.parametrize(("text", "who", "printed", "dice"), PLUS, ids=["AP", "HE", "armour"])
@rule("5.1.7.a", "5.1.7.b")
def test_every_ability_may_be_augmented(text: str, who: str, printed: dict[str, Any], dice: tuple[int, ...]) -> None:
    """AP, HE and Armor as well as Assault: one flag for each group, wherever the plus is printed."""
    s = redrawn(text, who, *dice, **printed)
    s.do("act", "P").do("fire", "P", "S")
    assert s.asked == ("german" if who == "P" else "soviet", "augmented")
    s.do("re-roll", number=3).done()
    assert s.last("re-rolled").dice == (3, 6)
    event = s.last("fired" if who == "P" else "saved")
    assert event.value == (2 if who == "P" else 1) and 6 in event.dice


@rule("5.1.7.a")
def test_a_save_that_is_not_needed_is_not_rolled_again() -> None:
    """The one hit is cancelled: the miss beside it changes nothing and nobody is asked."""
    s = redrawn(DUEL, "S", *(4, 1, 1, 1), *(5, 1), armor_augmented=True)
    s.do("act", "P").do("fire", "P", "S").done()
    assert s.last("saved").value == 1 and not s.unit("S").disrupted
