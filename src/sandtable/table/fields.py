"""What the files of a game may say: every key with its kind, its range and what it is for."""

from collections.abc import Mapping
from typing import Any, Literal

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
    within: str = ""  # the key at the top that says how long the battle lasts: what is later never comes


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of a file, or each table of a list: "sides[]", "formations[].units[]"; "" is the top."""

    path: str
    title: str
    help: str
    fields: tuple[Field, ...] = ()
    label: str = "name"  # the key by which one is told from another
    needed: bool = False
    piece: str = ""  # the kind of the catalogue that is put on the board with it
    each: Kind | Literal[""] = ""  # of a table without fields, whose keys are names: what each of them says


Keys = Mapping[str, Mapping[str, Field]]  # the fields of each table, by its path and their keys


class Declared(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that the files of a game may say."""

    tables: tuple[Table, ...]
    grid: Literal["", "letters", "numbers", "sheets", "cards"] = ""  # how the hexes or cells of its maps are called
    signs: tuple[tuple[str, str], ...] = ()  # what the second character of a cell may be: sign and name
    blank: str = ""  # a small battle to begin with
    maps: dict[str, str] = {}  # and its map files, by name

    def keys(self) -> Keys:
        """The fields of every table, by its path."""
        return {table.path: {field.key: field for field in table.fields} for table in self.tables}

    def table(self, path: str) -> Table | None:
        return next((each for each in self.tables if each.path == path), None)


def instances(values: Any, path: str) -> list[tuple[tuple[str | int, ...], dict[str, Any]]]:
    """The tables of a path in a file, each with its own path."""
    found: list[tuple[tuple[str | int, ...], Any]] = [((), values)]
    for part in path.split(".") if path else ():
        key = part.removesuffix("[]")
        inner = [((*way, key), each.get(key)) for way, each in found if isinstance(each, dict) and key in each]
        if part.endswith("[]"):
            inner = [
                ((*way, number), each)
                for way, entries in inner
                if isinstance(entries, list)
                for number, each in enumerate(entries)
            ]
        found = inner
    return [(way, each) for way, each in found if isinstance(each, dict)]
