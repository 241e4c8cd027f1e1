"""A plan for one activation, and what a player thought about his plans."""

import msgspec

from sandtable.table.decision import Choice

WIN = 1000.0  # worth more than any army
SURE = 100.0  # no army is worth so much: beyond it a value tells how often the battle was won or lost


class Scheme(msgspec.Struct, frozen=True):
    """A scheme of manoeuvre: what each piece is to do until the activation is over.

    The words of the orders are the system's own; `Mind.follow` reads them.
    """

    label: str  # in plain words: "Storm the mill, the guns cover"
    orders: dict[str, str] = {}  # piece: what it is to do
    first: Choice | None = None  # the answer with which it begins
    promise: float | None = None  # what it comes to on average, where the system can tell without playing it
    prior: float = 0.0  # what speaks for it before it is tried; it counts beside the tries


class Weighed(msgspec.Struct, frozen=True):
    """One plan or option that was weighed: how well the player would stand, 1 about a platoon, on so many tries."""

    label: str
    value: float
    tries: int


class Thought(msgspec.Struct, frozen=True):
    """Why a computer player chose what it chose: all it weighed, the best first."""

    level: str
    choice: str  # what it chose, in words
    why: str  # what is particular to this choice
    plans: tuple[Weighed, ...] = ()
    more: str = ""  # what such an answer is good for, and what decides the battle


def worth(value: float) -> str:
    """How well a player would stand, in short: "+2.1" (platoons), "win", "40% loss"."""
    if abs(value) < SURE:
        return f"{value:+.1f}".replace("-", "−") if abs(value) >= 0.05 else "0.0"
    end = "win" if value > 0 else "loss"
    part = round(100 * abs(value) / WIN)
    return end if part >= 100 else f"{part}% {end}"
