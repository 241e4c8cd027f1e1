"""A plan for one activation, and what a player thought about his plans."""

import msgspec

from sandtable.table.decision import Choice


class Scheme(msgspec.Struct, frozen=True):
    """A scheme of manoeuvre: what each piece is to do until the activation is over.

    The words of the orders are the system's own; `System.follow` reads them. Two schemes may be crossed: a new one
    takes the order of each piece from the one or the other.
    """

    label: str  # in plain words: "Storm the mill, the guns cover"
    orders: dict[str, str] = {}  # piece: what it is to do
    first: Choice | None = None  # the answer with which it begins


class Weighed(msgspec.Struct, frozen=True):
    """One plan or option that was weighed: how well the player would stand, 1 about a platoon, on so many tries."""

    label: str
    value: float
    tries: int


class Thought(msgspec.Struct, frozen=True):
    """Why a computer player chose what it chose: all it weighed, the best first."""

    level: str
    choice: str  # what it chose, in words
    why: str
    plans: tuple[Weighed, ...] = ()
