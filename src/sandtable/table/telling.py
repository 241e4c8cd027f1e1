"""From events and odds to what a view shows, and the small words that every narrator needs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, TypeVar

import msgspec

from sandtable.table.battle import Fought
from sandtable.table.event import Event
from sandtable.table.view import Effect, Harm, LineTone, LogLine, Odds

LOG_LINES = 80

B = TypeVar("B")


def nothing_more(event: Event) -> str:
    """The sentence says all."""
    return ""


def its_kind(event: Event) -> str:
    """What the event is called is what the piece is now."""
    return event.kind


class Telling(msgspec.Struct, frozen=True):
    """How events of one kind are told: what a reader hears, what a spectator sees, how the dice count."""

    tone: LineTone = ""
    shows: Effect = ""
    about: Callable[[Event], str] = nothing_more  # the word of the system's that goes with the line
    # each: every die had to reach what was needed; sum: they are added up or only looked at; again: dice that another
    # event has told, which count once for luck.
    dice: Literal["each", "sum", "again"] = "each"
    least: int = 0  # the lowest face that may do, however little is needed
    ends: bool = False  # where it was the last event, it says why the battle is over


Tellings = Mapping[str, Telling]  # by kind of event; what is not there is told without more

ALL_PLAIN: Tellings = MappingProxyType({})

PLAIN = Telling()
TURN = Telling("turn", "news")
IMPULSE = Telling("impulse", "news")
NEWS = Telling(shows="news")
SHOT = Telling(shows="shot")
BURST = Telling(shows="burst")
BAD = Telling("bad")
HURT = Telling("bad", "hurt", its_kind)
LOST = Telling("bad", "lost", lambda event: "eliminated")
SUM = Telling(dice="sum")
AGAIN = Telling(dice="again")


def log_lines(
    events: list[Event],
    sentence: Callable[[Event], str],
    tellings: Tellings = ALL_PLAIN,
    before: int = 0,
    states: Sequence[int] = (),
) -> tuple[LogLine, ...]:
    """The last events in words, of those that a seat may see, which has seen so many before.

    `states`: what each event was told in, where states are counted.
    """
    first = max(0, len(events) - LOG_LINES)
    lines = [
        log_line(before + place + 1, event, states[place] if states else 0, sentence, tellings)
        for place, event in enumerate(events[first:], first)
    ]
    return tuple([line for line in lines if line.text])


def log_line(number: int, event: Event, state: int, sentence: Callable[[Event], str], tellings: Tellings) -> LogLine:
    """One event in words; none where it goes without saying."""
    telling = tellings.get(event.kind, PLAIN)
    return LogLine(
        number,
        sentence(event),
        event.kind,
        event.rule,
        event.side,
        event.dice,
        max(event.need, telling.least) if telling.dice == "each" else 0,
        event.modifiers,
        event.place,
        event.piece,
        event.target,
        event.path,
        event.faces,
        state,
        tone=telling.tone,
        shows=telling.shows,
        about=telling.about(event),
        value=int(event.value),
    )


def told_odds(
    chances: Iterable[tuple[str, Fraction]], none: Iterable[str] = (), worst: Iterable[str] = ()
) -> tuple[Odds, ...]:
    """Outcomes with their chances; `none` are those in which nothing happens, `worst` those that end the target."""
    harms: dict[str, Harm] = dict.fromkeys(none, "none")
    harms |= dict.fromkeys(worst, "worst")
    return tuple([Odds(text, thousandths(chance), harms.get(text, "")) for text, chance in chances])


def thousandths(chance: Fraction) -> int:
    """A chance as a view tells it, rounded."""
    return (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)


def percent(chance: float) -> str:
    """A chance or a share as "35%", wherever one is read: what can happen is not 0, what may fail is not 100."""
    thousandths = round(1000 * chance, 6)  # 0.07 is 70 of them
    if 0 < thousandths < 10:
        return "<1%"
    if 990 < thousandths < 1000:
        return ">99%"
    return f"{int(max(0.0, min(1000.0, thousandths)) / 10 + 0.5)}%"


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


def the_side(name: str) -> str:
    """A side within a sentence.

    >>> the_side("American"), the_side("Blue"), the_side("Allies"), the_side("Axis, second player")
    ('the American side', 'the Blue side', 'the Allies', 'the Axis')
    """
    name = name.partition(",")[0]
    return f"the {name}" if name.lower().endswith("s") else f"the {name} side"


def side_called(b: Fought, key: str) -> str:
    """A side by its name."""
    for side in b.scenario.sides:
        if side.key == key:
            return side.name
    return "nobody"
