"""What happened: told where the state changes, read by log, replay, animation, statistics and tests."""

import msgspec


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """One reason why a number is not the printed one. No sum is made in silence."""

    amount: int
    label: str
    rule: str


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """One thing that happened, by which rule, and for whom to see (`seen_by` empty: for all)."""

    kind: str
    rule: str = ""
    side: str = ""  # who did it
    piece: str = ""
    target: str = ""
    place: str = ""
    dice: tuple[int, ...] = ()
    need: int = 0  # what each die, or the sum, had to reach
    value: int = 0  # hits, points, a level, a count
    text: str = ""  # a word of the system's: a marker, a result
    modifiers: tuple[Modifier, ...] = ()
    path: tuple[str, ...] = ()
    seen_by: tuple[str, ...] = ()
    faces: int = 6  # of each of the dice


class Result(msgspec.Struct, frozen=True):
    """How a battle ended: the winning side or None for a draw, why, and by which rule."""

    winner: str | None
    reason: str
    rule: str
    margin: int | None = None  # points by which the winner is ahead, where points decided; in a draw 0


def visible(events: list[Event], seat: str) -> list[Event]:
    """The events that a seat may see."""
    return [event for event in events if not event.seen_by or seat in event.seen_by]
