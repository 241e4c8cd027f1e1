"""From events and odds to what a view shows, and the small words that every narrator needs."""

from collections.abc import Callable, Container, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from sandtable.table.event import Event
from sandtable.table.view import LogLine

LOG_LINES = 80

B = TypeVar("B")


def log_lines(
    events: list[Event], sentence: Callable[[Event], str], summed: Container[str] = ()
) -> tuple[LogLine, ...]:
    """The last events in words, of those that a seat may see; `summed` are kinds whose dice are added up."""
    lines: list[LogLine] = []
    first = max(0, len(events) - LOG_LINES)
    for number, event in enumerate(events[first:], first + 1):
        text = sentence(event)
        if text:
            lines.append(
                LogLine(
                    number,
                    text,
                    event.kind,
                    event.rule,
                    event.side,
                    event.dice,
                    0 if event.kind in summed else event.need,
                    event.modifiers,
                    event.place,
                    event.piece,
                    event.target,
                    event.path,
                    event.faces,
                )
            )
    return tuple(lines)


def thousandths(chance: Fraction) -> int:
    """A chance as a view tells it, rounded."""
    return (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)


def count(number: int, noun: str, plural: str = "") -> str:
    """1 die, 2 dice."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def capital(text: str) -> str:
    """Only the first letter: capitalize() would spoil the names."""
    return text[:1].upper() + text[1:]


def turn_of(turn: int, turns: int) -> str:
    """Which turn it is, of how many; a game whose clock is something else has no number of turns.

    >>> turn_of(3, 8), turn_of(3, 0)
    ('turn 3 of 8', 'turn 3')
    """
    return f"turn {turn} of {turns}" if turns else f"turn {turn}"


# The kernel of narrators --------------------------------------------------------------------------

Sentence = Callable[[B, Event], str]
Fill = Callable[[B, str, Event], str]  # a pattern with the names of an event in it


def told(b: B, event: Event, special: Mapping[str, Sentence[B]], patterns: Mapping[str, str], fill: Fill[B]) -> str:
    """An event in words: by the function for its kind or by a pattern; else its kind must do."""
    tell = special.get(event.kind)
    if tell is not None:
        return tell(b, event)
    pattern = patterns.get(event.kind)
    return f"{capital(event.kind)}." if pattern is None else capital(fill(b, pattern, event))


def filled(pattern: str, event: Event, name: Callable[[str], str], side: str, **more: object) -> str:
    """A pattern with what every event has, by name; `more` are words of the system's, or better ones."""
    words = {
        "piece": name(event.piece),
        "target": name(event.target),
        "place": event.place,
        "side": side,
        "value": event.value,
        "need": event.need,
        "text": event.text,
    }
    return pattern.format(**words | more)


def either(fill: Fill[B], yes: str, no: str) -> Sentence[B]:
    """One pattern for an event with a value, another for one without."""
    return lambda b, event: fill(b, yes if event.value else no, event)


def side_called(b: Any, key: str) -> str:
    """A side by its name."""
    for side in b.scenario.sides:
        if side.key == key:
            return str(side.name)
    return "nobody"
