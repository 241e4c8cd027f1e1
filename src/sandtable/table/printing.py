"""Counters apart from a battle: what is printed on paper to play at a table, and the palette of the workshop."""

import msgspec

from sandtable.table.view import Card, Marker, Piece, Shape


class Token(msgspec.Struct, frozen=True):
    """A marker that lies on pieces, and how many of it are wanted."""

    marker: Marker
    count: int


class Template(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to measure with, in hundredths of an inch: a square for a barrage, a ruler."""

    name: str
    shape: Shape
    rule: str = ""


class Printed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is printed besides the view of the first moment."""

    backs: tuple[Piece, ...] = ()  # by id: what the other side of a counter shows; without one it is blank
    pieces: tuple[
        Piece, ...
    ] = ()  # that are not in the view before the battle, or whole again where they begin it worn
    tokens: tuple[Token, ...] = ()
    cards: tuple[Card, ...] = ()
    templates: tuple[Template, ...] = ()


class Sample(msgspec.Struct, frozen=True):
    """A counter that a scenario may have: what the file writes for it, and how it lies on the board."""

    word: str  # of the catalogue
    piece: Piece


class Tray(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counters that belong together: those of a nation, or of a kind where a game has no nations."""

    name: str
    samples: tuple[Sample, ...]
    colour: str = ""  # of its counters, where a nation has one; otherwise they are drawn in the colour of their side
    emblem: str = ""
