"""Standing orders: wishes that answer a question for their seat."""

from typing import Any

import pytest

from sandtable.table.asking import PASS
from sandtable.table.decision import Choice, Decision, IllegalChoice
from sandtable.table.standing_orders import StandingOrder, fire_wish, ordered
from sandtable.table.wishes import WishKind, WishValue, kept_for_later, not_as_for_all

FIRE = fire_wish("fire", "Fire", "1")
CHANCES = {"weak": 150, "good": 400, "better": 650}


def order(battle: Any, decision: Decision, choice: Choice) -> int | None:
    return CHANCES.get(choice.piece)


class Table:
    def __init__(self, wish: str) -> None:
        self.wishes = (("red", "fire", wish),) if wish else ()


def answer(
    wish: str, *pieces: str, kind: str = "reaction", seat: str = "red", may_pass: bool = True
) -> Choice | None:
    options = [Choice("fire", piece) for piece in pieces] + [PASS] * may_pass
    decision = Decision(seat, kind, "Who fires?", "1", lambda: options)
    return ordered((StandingOrder(FIRE, ("reaction",), order),), Table(wish), decision)


def test_the_usual_is_to_ask() -> None:
    assert FIRE.usual == "ask" and answer("", "good") is None
    assert [value.key for value in FIRE.values] == ["ask", "20", "40", "60", "80", "never"]


@pytest.mark.parametrize(
    ("wish", "pieces", "expected"),
    [
        ("never", ("better",), PASS),
        ("40", ("weak", "good"), Choice("fire", "good")),  # at the very bound
        ("60", ("weak", "good"), PASS),
        ("40", ("good", "better", "weak"), Choice("fire", "better")),
        ("80", ("better",), PASS),
        ("20", ("unknown",), None),  # what cannot be weighed is asked
        ("20", ("unknown", "weak"), PASS),
    ],
)
def test_from_a_chance_on_the_best_shot_is_taken(wish: str, pieces: tuple[str, ...], expected: Choice | None) -> None:
    assert answer(wish, *pieces) == expected


def test_it_answers_its_own_questions_for_its_own_seat_where_one_may_pass() -> None:
    assert answer("never", "good", kind="retreat") is None
    assert answer("never", "good", seat="blue") is None
    assert answer("never", "good", may_pass=False) is None


def test_an_order_that_is_kept_for_later_is_heard_only_then() -> None:
    options = [Choice("fire", "better"), PASS]
    decision = Decision("red", "reaction", "Who fires?", "1", lambda: options)
    orders = (StandingOrder(FIRE, ("reaction",), order),)
    for wish, expected in (("60", options[0]), ("80", PASS), ("never", PASS)):
        assert ordered(orders, Table(f"later {wish}"), decision) is None
        assert ordered(orders, Table(f"later {wish}"), decision, later=True) == expected
        assert ordered(orders, Table(wish), decision, later=True) is None
        assert FIRE.of(Table(f"later {wish}"), "red") == wish and FIRE.heeded(Table(f"later {wish}"), "red") == "ask"
    assert FIRE.value("later ask") is None and FIRE.value("later 70") is None


@pytest.mark.parametrize("wish", ["", "later 40", "later never"])
def test_while_others_watch_neither_a_wait_nor_the_work_shows_the_wish(wish: str) -> None:
    """All chances are worked out whatever is wished, and where none can be told everybody is asked."""
    weighed: list[str] = []

    def weigh(battle: Any, decision: Decision, choice: Choice) -> int | None:
        weighed.append(choice.piece)
        return None

    options = [Choice("fire", "one"), Choice("fire", "two"), PASS]
    decision = Decision("red", "reaction", "Who fires?", "1", lambda: options)
    assert ordered((StandingOrder(FIRE, ("reaction",), weigh),), Table(wish), decision, later=True) is None
    assert weighed == ["one", "two"]


def test_only_what_answers_is_kept_for_later() -> None:
    def kept(value: str) -> str:
        return kept_for_later((FIRE,), Choice("wish", "fire", value)).to

    assert [kept(value) for value in ("40", "never", "ask", "often")] == ["later 40", "later never", "ask", "often"]
    assert kept("later 40") == "later 40"


ALWAYS, NEVER = WishValue("always", "Always", waits=True), WishValue("never", "Never", answers=True)
MOMENTS = WishKind("moments", "Moments", (WishValue("mine", "When it is about me"), ALWAYS, NEVER), "17")
HITS = WishKind("hits", "Hits", (WishValue("auto", "Share them out"), WishValue("ask", "Ask me", waits=True)), "6")


@pytest.mark.parametrize(
    ("kind", "value", "usually", "all_asked"),
    [
        (MOMENTS, "mine", "mine", "each mine"),
        (MOMENTS, "always", None, "always"),
        (MOMENTS, "never", "later never", "each never"),
        (MOMENTS, "each never", "later never", "each never"),
        (HITS, "auto", "auto", None),
        (HITS, "ask", None, "ask"),
        (FIRE, "ask", "ask", "ask"),
        (FIRE, "40", "later 40", "later 40"),
    ],
)
def test_where_others_play_a_wish_answers_and_calls_for_nothing(
    kind: WishKind, value: str, usually: str | None, all_asked: str | None
) -> None:
    for everything, expected in ((False, usually), (True, all_asked)):
        wish = Choice("wish", kind.key, value)
        if expected is None:
            with pytest.raises(IllegalChoice, match="all are asked alike"):
                kept_for_later((kind,), wish, everything)
            continue
        assert kept_for_later((kind,), wish, everything).to == expected
        table = Table("")
        table.wishes = (("red", kind.key, expected),)
        assert kind.heeded(table, "red") == (kind.everything.key if everything and kind.everything else kind.usual)
        assert not not_as_for_all((kind,), table, ["red"], everything)


def test_older_wishes_become_as_all_are() -> None:
    table = Table("")
    table.wishes = (("red", "moments", "always"), ("red", "hits", "ask"), ("blue", "moments", "never"))

    def found(all_asked: bool) -> list[tuple[str, str, str]]:
        changes = not_as_for_all((MOMENTS, HITS), table, ["red", "blue"], all_asked)
        return [(seat, choice.piece, choice.to) for seat, choice in changes]

    assert found(False) == [("red", "moments", "mine"), ("red", "hits", "auto"), ("blue", "moments", "later never")]
    assert found(True) == [("blue", "moments", "each never"), ("blue", "hits", "ask")]


def test_what_is_more_than_usual_is_passed_where_all_are_asked_about_everything() -> None:
    decision = Decision("red", "window", "Well?", "17", lambda: [Choice("play"), PASS])
    for beyond, wish, expected in (
        (True, "each mine", PASS),
        (False, "each mine", None),
        (False, "each never", PASS),
        (True, "always", None),
    ):
        table = Table("")
        table.wishes = (("red", "moments", wish),)
        orders = (StandingOrder(MOMENTS, ("window",), order, beyond=lambda decision, now=beyond: now),)
        assert ordered(orders, table, decision, later=True) == expected
        assert ordered(orders, table, decision) is None
