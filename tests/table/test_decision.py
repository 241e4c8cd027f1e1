"""What is asked: lists that are whole, and questions with too many answers to list."""

import pytest

from sandtable.table.decision import Choice, Decision, Free, IllegalChoice


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
