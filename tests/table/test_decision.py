"""What is asked: lists that are whole, and questions with too many answers to list."""

from typing import TypeVar

import pytest

from sandtable.table.decision import Choice, Decision, Free, IllegalChoice, Pick

T = TypeVar("T")


def test_a_list_is_all_that_is_legal() -> None:
    asked = Decision("red", "move", "Where to?", "4.0", lambda: [Choice("move", to="A1")])
    asked.check(Choice("move", to="A1"))
    with pytest.raises(IllegalChoice, match="one of the choices: move") as refused:
        asked.check(Choice("move", to="A2"))
    assert refused.value.rule == "4.0"


def test_on_a_plane_the_options_are_examples_and_the_judge_decides() -> None:
    def judge(choice: Choice) -> None:
        (_, x, y, _) = choice.at[0]
        if x * x + y * y > 600 * 600:
            raise IllegalChoice("That is more than 6 inches.", "MOVE.1")

    def at(x: int, y: int) -> Choice:
        return Choice("move", "squad-1", at=(("squad-1", x, y, 0),))

    asked = Free("red", "move", "Where to?", "MOVE", lambda: [at(600, 0)], judge, piece="squad-1")
    assert asked.options() == [at(600, 0)]
    asked.check(at(424, 424))
    with pytest.raises(IllegalChoice, match="more than 6 inches") as refused:
        asked.check(at(425, 425))
    assert refused.value.rule == "MOVE.1"


def test_any_choice_of_a_list_is_picked_from_all_of_it() -> None:
    row = [Choice("move", to="A1"), Choice("move", to="A2")]
    asked = Decision("red", "move", "Where to?", "4.0", lambda: row)
    assert asked.any(the_last) == row[1]


def test_on_a_plane_any_choice_is_made_without_the_list() -> None:
    listed: list[str] = []

    def listing() -> list[Choice]:
        listed.append("yes")
        return [Choice("stay")]

    def one(pick: Pick) -> Choice:
        return Choice("move", number=pick([3, 7]))

    asked = Free("red", "move", "Where to?", "MOVE", listing, lambda choice: None, one=one)
    assert asked.any(the_last) == Choice("move", number=7) and not listed
    asked.options()
    assert asked.any(the_last) == Choice("move", number=7)  # whether or not all are listed


def the_last(things: list[T]) -> T:
    return things[-1]
