"""What a scenario file of a game may say: every key, declared once in data/fields.toml of its system.

The declaration drives the forms of the workshop, the reference in docs/scenarios.md and the readers (content.reader),
which take kinds, ranges, words and defaults from it. tests/content/test_fields.py proves that each is read.
"""

from functools import cache
from pathlib import Path

import msgspec

from sandtable.table.fields import Declared, Field, Table


@cache
def read_fields(data: Path) -> Declared:
    """The declaration in a system's data folder; an empty one where there is none."""
    path = data / "fields.toml"
    if not path.exists():
        return Declared(())
    return msgspec.toml.decode(path.read_bytes(), type=Declared)


# The reference -----------------------------------------------------------------------------------

WRITTEN = {
    "text": "text",
    "lines": "text of several lines",
    "key": "lower-case letters, digits and dashes",
    "flag": "`true` or `false`",
    "texts": "list of texts",
    "hex": "hex",
    "hexes": "hexes",
    "groups": "list of groups of hexes",
    "area": "area",
    "point": "`[x, y]` in inches",
    "points": "list of points in inches",
    "cells": "list of positions",
    "grid": "map as text",
    "integers": "list of whole numbers",
    "names": "table of texts",
    "amounts": "table of whole numbers",
    "setup": "table: pieces to hexes",
    "map": "key of a map, or a table",
}


def reference(declared: Declared) -> str:
    """Every key of a game's files as Markdown."""
    parts = [f"{head(table)}\n\n{rows(table)}" if table.fields else head(table) for table in declared.tables]
    return "\n\n".join(parts)


def head(table: Table) -> str:
    name = "At the top" if not table.path else f"`{written(table.path)}`"
    names = f" Names, each with a {WRITTEN.get(table.each, 'whole number')}." if table.each else ""
    return f"**{name}**: {table.help}{names}"


def written(path: str) -> str:
    """The path of a table as a writer writes it: [[sides]], [map], units = [{ … }]."""
    last = path.rpartition(".")[2]
    inner = path.count("[]") > 1 or (path.endswith("[]") and "." in path) or (path.count(".") and "[]" in path)
    if inner:
        return f"{last.removesuffix('[]')} = " + ("[{ … }]" if path.endswith("[]") else "{ … }")
    return f"[[{path.removesuffix('[]')}]]" if path.endswith("[]") else f"[{path}]"


def rows(table: Table) -> str:
    lines = ["| key | what is written | what it says |", "|---|---|---|"]
    for field in table.fields:
        lines.append(f"| `{field.key}` | {what(field)} | {field.help}{usual(field)} |")
    return "\n".join(lines)


def what(field: Field) -> str:
    """What may stand there, in words."""
    if field.kind == "integer":
        return f"{field.least} to {field.most}"
    if field.kind in ("word", "words"):
        known = ", ".join(f"`{word}`" for word in field.words) or " or ".join(named(each) for each in field.of)
        return known if field.kind == "word" else f"list of {known}"
    return WRITTEN[field.kind]


def named(of: str) -> str:
    return f"key of `{of}`"


def usual(field: Field) -> str:
    if field.needed:
        return " **Needed.**"
    if field.default is None or field.default == "" or field.default is False:
        return ""
    shown = str(field.default).lower() if isinstance(field.default, bool) else field.default
    return f" `{shown}` if not given."
