"""A draft: its texts, what is wrong with them, what the form shows and what the board shows."""

import datetime
import tomllib
from typing import Any

import msgspec

from sandtable.content.editing import Edit, EditError, edited, scenario_name
from sandtable.content.folders import MAP_END
from sandtable.content.hex_names import HexNames
from sandtable.content.located import Located, located
from sandtable.content.mending import readable
from sandtable.content.problems import ContentError
from sandtable.server.workshop.warnings import warned
from sandtable.table.battle import Scenario
from sandtable.table.chance import SampledChance
from sandtable.table.fields import Declared, Table, instances
from sandtable.table.play import Play
from sandtable.table.shelf import Texts
from sandtable.table.system import AnySystem
from sandtable.table.view import HexBoard, View

MOST_FILES = 12
MOST_TEXT = 60_000  # characters of all files of a draft
MOST_EDITS = 2000

PLACED = ("hex", "hexes", "groups", "cells", "area", "point", "points")


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something in the text that lies on the board: where it is written, and where it lies."""

    path: tuple[str | int, ...]  # of the value
    kind: str  # of its field
    title: str  # "Objective"
    label: str = ""  # "Ford village"
    side: str = ""
    places: tuple[str, ...] = ()
    points: tuple[tuple[float, float], ...] = ()  # in inches
    piece: bool = False


class Reading(msgspec.Struct, frozen=True):
    """All that the page shows of a draft."""

    texts: Texts
    values: dict[str, Any]  # what the scenario's file says
    maps: dict[str, dict[str, Any]]  # and its map files
    problems: list[Located]
    warnings: list[Located]
    marks: list[Mark]
    view: View | None = None
    mended: bool = False  # the view leaves out what is wrong
    digest: str = ""  # of a draft without problems
    refused: str = ""  # why an edit was not made


def read_draft(system: AnySystem, texts: Texts, edits: list[Edit], refused: str = "") -> Reading:
    """A draft after some edits. One that cannot be made changes nothing, and the reading says why."""
    declared = system.shelf.fields()
    for edit in edits[:MOST_EDITS]:
        try:
            texts = edited(texts, edit, declared.grid)
        except EditError as error:
            refused = str(error)
            break
    found: list[Located] = []
    digest, scenario = "", None
    try:
        scenario = system.shelf.read(texts)
        digest = scenario.digest
    except ContentError as error:
        found = located(error.problems, texts)
        scenario = system.shelf.sketch(texts)
    view = None if scenario is None else view_of(system, scenario)
    if view is None:
        scenario = readable(system.shelf.read, texts, declared.blank)
        view = None if scenario is None else view_of(system, scenario)
    name = scenario_name(texts)
    values = values_of(texts.get(name, ""))
    if view is not None:
        view = with_setup(view, values.get("setup"))
    maps = {file: values_of(text) for file, text in texts.items() if file.endswith(MAP_END)}
    marks = marks_of(declared, values, view)
    warnings = warned(system, scenario, view, texts, values) if digest else []
    return Reading(texts, values, maps, found, warnings, marks, view, not digest, digest, refused)


def view_of(system: AnySystem, scenario: Scenario) -> View | None:
    """How a scenario looks before the first choice; None where it cannot begin."""
    try:
        play = Play(system, system.rules.new(scenario), SampledChance(1))
        view: View = system.shown.view(play, "")
    except Exception:  # a mended draft need not make sense to the rules
        return None
    return msgspec.structs.replace(view, decision=None, waiting=(), log=())


def with_setup(view: View, setup: Any) -> View:
    """With the pieces where the set-up of the file puts them."""
    if not isinstance(setup, dict):
        return view
    pieces = tuple(
        msgspec.structs.replace(piece, place=setup[piece.id]) if isinstance(setup.get(piece.id), str) else piece
        for piece in view.pieces
    )
    return msgspec.structs.replace(view, pieces=pieces)


def values_of(text: str) -> dict[str, Any]:
    """What a file says, as far as it is TOML."""
    try:
        found = plain(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def plain(value: Any) -> Any:
    """A value that can be sent: dates as text, no number that is none."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, datetime.date | datetime.time):
        return str(value)
    if isinstance(value, float) and not abs(value) < 1e15:
        return 0
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53:
        return 0
    return value


# What lies on the board --------------------------------------------------------------------------


def marks_of(declared: Declared, values: dict[str, Any], view: View | None) -> list[Mark]:
    """Every place that the file names, by the fields that the game declares."""
    found: list[Mark] = []
    names = hex_names(declared, view)
    for table in declared.tables:
        for path, each in instances(values, table.path):
            for field in table.fields:
                value = each.get(field.key)
                if field.kind in PLACED and value is not None and (table.path or field.key != "table"):
                    mark = mark_of(field.kind, value, names)
                    if mark is not None:
                        label = shown(each, table, values, path)
                        side = side_of(values, path)
                        here = (*path, field.key)
                        whole = bool(table.piece) and field.kind in ("hex", "point")
                        found.append(Mark(here, field.kind, table.title, label, side, *mark, whole))
    setup = values.get("setup")
    for id, place in setup.items() if isinstance(setup, dict) else ():
        if isinstance(place, str) and place in names:
            found.append(Mark(("setup", id), "hex", "Set-up", id, "", (place,), (), True))
    return found


def hex_names(declared: Declared, view: View | None) -> HexNames | dict[str, int]:
    board = None if view is None else view.board
    if isinstance(board, HexBoard) and declared.grid in ("letters", "numbers"):
        return HexNames(board.columns, board.rows, declared.grid == "letters")
    if board is None or (not hasattr(board, "hexes") and not hasattr(board, "cells")):
        return {}
    every = board.hexes if isinstance(board, HexBoard) else getattr(board, "cells", ())
    return {each.name: number for number, each in enumerate(every)}


def mark_of(
    kind: str, value: Any, names: HexNames | dict[str, int]
) -> tuple[tuple[str, ...], tuple[tuple[float, float], ...]] | None:
    """The places or points of a value; None where it names none."""
    if kind in ("point", "points"):
        pairs = [value] if kind == "point" else value
        if not isinstance(pairs, list) or not all(is_pair(each) for each in pairs):
            return None
        return (), tuple((float(x), float(y)) for x, y in pairs)
    places: list[str] = []
    for text in value if isinstance(value, list) else [value] if isinstance(value, str) else list(value or ()):
        for part in str(text).split(","):
            if part.strip() in names:
                places.append(part.strip())
            elif isinstance(names, HexNames):
                hexes = names.hexes_in(part.strip())
                places += [names.name(h) for h in hexes] if isinstance(hexes, list) else []
    return (tuple(dict.fromkeys(places)), ()) if places else None


def is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(each, int | float) for each in value)


def shown(each: dict[str, Any], table: Table, values: dict[str, Any], path: tuple[str | int, ...]) -> str:
    """What somebody calls a table: its name, or that of the table around it."""
    for key in ("name", table.label, "key"):
        value = each.get(key)
        if isinstance(value, str):
            return value
    around = values
    for step in path[:-1]:
        around = around[step]  # type: ignore[index]
    name = around.get("name") if isinstance(around, dict) else None
    return f"{name} {table.title}" if isinstance(name, str) else table.title


def side_of(values: dict[str, Any], path: tuple[str | int, ...]) -> str:
    """The side of the nearest table around that names one."""
    found, at = "", values
    if path[:1] == ("sides",) and len(path) > 1:
        at = values["sides"][path[1]]
        return str(at.get("key", ""))
    for step in path:
        at = at[step]  # type: ignore[index]
        if isinstance(at, dict) and isinstance(at.get("side"), str):
            found = at["side"]
    return found
