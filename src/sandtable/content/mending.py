"""A draft with mistakes as it may have been meant, so that a board can show what can be read.

What is wrong is left out, a cell of the map that means nothing becomes open ground, and what then is missing is taken
from a small battle that the game declares. Nobody plays the result: it is drawn.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

import tomlkit

from sandtable.content.editing import scenario_name
from sandtable.content.places import CELL, spot_of
from sandtable.content.problems import ContentError, Problem
from sandtable.table.shelf import Texts

S = TypeVar("S")
ROUNDS = 16
STEP = re.compile(r"\[(\d+)\]|'([^']*)'|\"([^\"]*)\"|([^.\[\]'\"]+)")


def readable(read: Callable[[Texts], S], texts: Texts, blank: str) -> S | None:
    """The scenario that can be read from a draft; None where not even that is possible."""
    name = scenario_name(texts)
    try:
        table = tomllib.loads(texts.get(name, ""))
        usual = tomllib.loads(blank)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return None
    table.pop("balance", None)
    tried: set[str] = set()
    now = dict(texts)
    for _ in range(ROUNDS):
        try:
            now[name] = tomlkit.dumps(table)
            return read(now)
        except ContentError as error:
            for problem in sorted(error.problems, key=lambda each: -len(each.place)):
                mend(problem, table, usual, now, name, tried)
        except Exception:  # a draft may be as wrong as it likes; then there is nothing to draw
            return None
    return None


def mend(
    problem: Problem, table: dict[str, Any], usual: dict[str, Any], texts: Texts, name: str, tried: set[str]
) -> None:
    """Take the nearest word, or leave out what is wrong; the second time the table around it.

    What is missing at the top is taken from the usual battle.
    """
    cell = CELL.fullmatch(problem.place)
    if cell is not None:
        if problem.file == name:
            grid = at_path(table, steps(cell["grid"]))
            if isinstance(grid, str):
                put(table, steps(cell["grid"]), opened(grid, cell["row"], cell["column"] or ""))
        elif problem.file in texts:
            texts[problem.file] = opened_in(texts[problem.file], problem.place)
        return
    if problem.file != name:
        return
    path = steps(problem.place)
    repair = problem.repair
    if repair is not None and repair.of == "value" and isinstance(at_path(table, path), str):
        put(table, path, repair.word)
        return
    while path and repr(path) in tried:
        path = path[:-1]
    if not path:
        return
    tried.add(repr(path))
    if len(path) == 1 and path[0] in usual and table.get(str(path[0])) != usual[str(path[0])]:
        table[str(path[0])] = usual[str(path[0])]
    elif at_path(table, path) is not None:
        drop(table, path)
    elif len(path) > 1:
        drop(table, path[:-1])
        tried.add(repr(path[:-1]))


def steps(place: str) -> list[str | int]:
    """The steps of a place: "units[2].type" is units, 1, type."""
    found: list[str | int] = []
    for number, single, double, word in STEP.findall(place):
        found.append(int(number) - 1 if number else single or double or word)
    return found


def at_path(table: Any, path: list[str | int]) -> Any:
    for step in path:
        try:
            table = table[step]
        except (KeyError, IndexError, TypeError):
            return None
    return table


def put(table: Any, path: list[str | int], value: Any) -> None:
    at_path(table, path[:-1])[path[-1]] = value


def drop(table: Any, path: list[str | int]) -> None:
    around = at_path(table, path[:-1])
    if isinstance(around, dict | list) and at_path(table, path) is not None:
        del around[path[-1]]  # type: ignore[arg-type]


def opened(grid: str, row: str, column: str) -> str:
    """A map with open ground, the commonest cell, instead of one that cannot be read; a short row is filled."""
    lines = grid.split("\n")
    full = [number for number, line in enumerate(lines) if line.strip()]
    heads = lines[full[0]].split() if full else []
    cells = Counter(word for number in full[1:] for word in lines[number].split()[1:])
    usual = cells.most_common(1)[0][0] if cells else ".."
    for number in full[1:]:
        words = lines[number].split()
        if words[0] == row:
            words = (words + [usual] * len(heads))[: len(heads) + 1]
            if column in heads:
                words[heads.index(column) + 1] = usual
            lines[number] = " ".join(words)
    return "\n".join(lines)


def opened_in(text: str, place: str) -> str:
    """The same in the text of a map file: the cell becomes the one before it, or the one after it."""
    spot = spot_of(text, place)
    if spot is None:
        return text
    lines = text.split("\n")
    words = lines[spot[0] - 1].split()
    cells = Counter(words[1:])
    usual = cells.most_common(1)[0][0] if cells else ".."
    line, start = lines[spot[0] - 1], spot[1] - 1
    end = start + len(line[start:].split()[0]) if line[start:].split() else start
    lines[spot[0] - 1] = line[:start] + usual + line[end:]
    return "\n".join(lines)
