"""What the battles of all systems share: pieces, telling, asking, what is kept."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.table.asking import PASS, ask
from sandtable.table.battle import Piece, Told, found, states, with_id
from sandtable.table.chance import SampledChance, SeededChance, seed_digest
from sandtable.table.decision import Choice
from sandtable.table.event import Event, Modifier
from sandtable.table.kept import FEW, MOST, Kept
from sandtable.table.system import side_of
from sandtable.table.telling import (
    LOG_LINES,
    SUM,
    capital,
    count,
    either,
    filled,
    log_lines,
    side_called,
    thousandths,
    told,
)

SIDES = SimpleNamespace(sides=[SimpleNamespace(key="red"), SimpleNamespace(key="blue")])


class Tank(Piece):
    sp: int
    hits: list[int] = []


class Battle(Told):
    scenario: Any
    ground: Any


def battle() -> Battle:
    return Battle(SIDES, SimpleNamespace(names=["A1", "A2"], index={"A1": 0, "A2": 1}))


def test_pieces_are_equal_to_themselves_alone_and_copied_one_deep() -> None:
    one = Tank(3)
    twin = one.__copy__()
    assert one != twin and one in [one] and twin not in [one]
    twin.sp = 2
    assert one.sp == 3 and one.hits is twin.hits and Tank(1).hits is not one.hits
    with pytest.raises(AttributeError):
        battle().something = 1  # type: ignore[attr-defined]


def test_events_speak_of_names() -> None:
    b = battle()
    b.tell("fires", "5.1", 1, "t", place=1, dice=(6,), modifiers=(Modifier(1, "x", "2"),), seen_by=("blue",))
    b.tell("night", "8.a")
    assert b.events[0] == Event(
        "fires", "5.1", "blue", "t", place="A2", dice=(6,), modifiers=(Modifier(1, "x", "2"),), seen_by=("blue",)
    )
    assert b.events[1] == Event("night", "8.a")
    assert b.place_called("A2") == 1
    with pytest.raises(ValueError, match="no place 'Z9'"):
        b.place_called("Z9")


def test_the_log_has_the_last_lines_in_words() -> None:
    events = [Event("roll", need=4, value=n) for n in range(LOG_LINES + 5)] + [Event("quiet"), Event("sum", need=7)]
    lines = log_lines(
        events, lambda event: "" if event.kind == "quiet" else f"{event.kind} {event.value}", {"sum": SUM}
    )
    assert len(lines) == LOG_LINES - 1  # one of the last has no words
    assert (lines[0].number, lines[0].text, lines[0].need) == (8, "roll 7", 4)
    assert (lines[-1].number, lines[-1].need) == (LOG_LINES + 7, 0)


def test_words_and_odds() -> None:
    assert [count(1, "die", "dice"), count(2, "die", "dice"), count(0, "hit")] == ["1 die", "2 dice", "0 hits"]
    assert capital("the IV. of Tanks") == "The IV. of Tanks" and capital("") == ""
    assert [thousandths(Fraction(n, 2000)) for n in (0, 1, 999, 2000)] == [0, 1, 500, 1000]


def test_nobody_is_asked_where_one_answer_is_possible() -> None:
    asking = ask(battle(), 1, "kind", "Which?", "1", [PASS])
    with pytest.raises(StopIteration) as end:
        next(asking)
    assert end.value.value == PASS
    asking = ask(battle(), 1, "kind", "Which?", "1", [Choice("go"), PASS], piece="t")
    decision = next(asking)
    assert (decision.seat, decision.piece, decision.options()) == ("blue", "t", [Choice("go"), PASS])


def test_what_is_kept_is_made_once_until_there_is_too_much_and_then_a_few_are_forgotten() -> None:
    made: list[int] = []
    kept: Kept[str] = Kept()

    def thing(number: int) -> str:
        return kept.get(number, lambda: (made.append(number), f"thing {number}")[1])

    assert [thing(1), thing(1), thing(2)] == ["thing 1", "thing 1", "thing 2"] and made == [1, 2]
    for number in range(3, MOST + 2):
        thing(number)
    assert made == [*range(1, MOST + 2)]
    for number in range(FEW + 1, MOST + 2):
        thing(number)
    assert made == [*range(1, MOST + 2)]  # all but the oldest are still there
    thing(1)
    assert made.count(1) == 2


def test_promises_and_sides() -> None:
    assert SeededChance(b"x").promise == seed_digest(b"x") and SampledChance(1).promise == ""
    b = battle()
    assert [side_of(b, seat) for seat in ("red", "blue", "")] == [0, 1, 0]


class Gun(Piece):
    id: str
    shots: int = 0

    def state(self) -> tuple[str, int]:
        return (self.id, self.shots)


def test_pieces_are_looked_up_by_id() -> None:
    guns = [Gun("a"), Gun("b", 2)]
    assert with_id(guns, "b") is guns[1] and with_id(guns, "c") is None
    assert found(with_id(guns, "a"), "gun", "a") is guns[0]
    with pytest.raises(KeyError, match="no gun 'c'"):
        found(with_id(guns, "c"), "gun", "c")
    assert list(states(guns, [])) == [[("a", 0), ("b", 2)], []]


def test_events_are_told_by_function_by_pattern_or_by_kind() -> None:
    def fill(b: Battle, pattern: str, event: Event) -> str:
        return filled(pattern, event, str.lower, side_called(b, event.side), place=event.place or "nowhere")

    special = {"check": either(fill, "{piece} passes.", "{piece} fails {need}+.")}
    patterns = {"moves": "{piece} moves to {place}.", "wins": "{side} wins."}

    def words(event: Event) -> str:
        return told(battle(), event, special, patterns, fill)

    assert words(Event("check", piece="T", value=1)) == "t passes."
    assert words(Event("check", piece="T", need=4)) == "t fails 4+."
    assert words(Event("moves", piece="T", place="A2")) == "T moves to A2."
    assert words(Event("moves", piece="T")) == "T moves to nowhere."
    assert words(Event("wins")) == "Nobody wins."
    assert words(Event("storms of rage")) == "Storms of rage."
