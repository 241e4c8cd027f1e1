"""Writes a position into the text of its scenario, key by key; what is not about the position stays as it was."""

from typing import Any

from sandtable.content.editing import Edit, edited, scenario_name, table_of
from sandtable.table.position import Position
from sandtable.table.shelf import Texts


def with_position(texts: Texts, position: Position, grid: str) -> Texts:
    """The files of a scenario that begins where a battle stands now."""
    known = table_of(texts[scenario_name(texts)])
    for edit in edits_of(position, known):
        texts = edited(texts, edit, grid)
    return texts


def edits_of(position: Position, known: dict[str, Any]) -> list[Edit]:
    """Lists of tables and tables are written anew, at the end; all else where it stands."""
    first: list[Edit] = [Edit("remove", ("balance",))] if "balance" in known else []
    last: list[Edit] = []
    for key, value in position.values.items():
        large = isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))
        if key in known and (large or value is None or value == []):
            first.append(Edit("remove", (key,)))
        if isinstance(value, dict):
            last += [Edit("set", (key, name), each) for name, each in value.items()]
        elif large:
            last += [Edit("add", (key,), each) for each in value]
        elif value is not None and value != []:
            first.append(Edit("set", (key,), value))
    return first + last


def renamed(name: str) -> str:
    """What a scenario is called that begins in the middle of another."""
    return f"{name}, under way"
