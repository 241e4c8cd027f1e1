"""What the files of a game may say: every key with its kind, its range and what it is for."""

from typing import Literal

import msgspec

Kind = Literal[
    "text",  # a line
    "lines",  # a text of many lines
    "key",  # small letters, digits and dashes
    "integer",
    "flag",
    "word",  # one of `words`, of a catalogue or of what the file itself names (`of`)
    "words",  # a list of them
    "texts",  # a list of lines
    "hex",  # a place on the map
    "hexes",  # places: "C4", "M1-Q1", "B-H", a text or a list of them
    "groups",  # a list of such texts
    "area",  # places in words (War Storm)
    "point",  # [x, y] in inches
    "points",  # a list of them
    "cells",  # a list of positions of cards
    "grid",  # a map as text
    "integers",  # a list of whole numbers
    "names",  # a table whose keys are names, with texts
    "amounts",  # a table whose keys are names, with whole numbers
    "setup",  # pieces to hexes
    "map",  # the key of a map, or a table of its own
]


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One key of a table."""

    key: str
    kind: Kind
    help: str
    needed: bool = False
    least: int | None = None
    most: int | None = None
    default: str | int | bool | None = None  # what is taken if it is not written
    words: tuple[str, ...] = ()
    of: tuple[str, ...] = ()  # kinds of the catalogue, or tables of the file whose keys it may name: "sides"
    example: str = ""  # as it is written, where the kind does not say it


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of a file, or each table of a list: "sides[]", "formations[].units[]"; "" is the top."""

    path: str
    title: str
    help: str
    fields: tuple[Field, ...] = ()
    label: str = "name"  # the key by which one is told from another
    needed: bool = False
    piece: str = ""  # the kind of the catalogue that is put on the board with it


class Declared(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that the files of a game may say."""

    tables: tuple[Table, ...]
    grid: Literal["", "letters", "numbers", "sheets", "cards"] = ""  # how the hexes or cells of its maps are called
    signs: tuple[tuple[str, str], ...] = ()  # what the second character of a cell may be: sign and name
    blank: str = ""  # a small battle to begin with
    maps: dict[str, str] = {}  # and its map files, by name

    def table(self, path: str) -> Table | None:
        return next((each for each in self.tables if each.path == path), None)
