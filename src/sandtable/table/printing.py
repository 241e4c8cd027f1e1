"""What a game has besides its board and its pieces when it is printed on paper and played at a table."""

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
