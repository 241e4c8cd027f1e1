"""Scenes: a battle from a few lines of text, as a FEN string is for chess. What the readers of all systems share."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from sandtable.content.problems import ContentError, Problems

Words = list[str]
B = TypeVar("B")
R = TypeVar("R")


def read_scene(text: str, build: Callable[[list[Words], Problems], B]) -> B:
    """Build a battle from the lines of a scene; whatever is wrong is a ContentError.

    Words that are missing, or are no numbers, need no test of their own: IndexError, ValueError and KeyError of
    the builder are told as one problem.
    """
    problems = Problems("scene")
    lines = [line.split("#")[0].split() for line in text.splitlines()]
    try:
        battle = build([line for line in lines if line], problems)
    except (ValueError, IndexError, KeyError) as error:
        if not problems:
            problems.add("", f"this is not a scene: {error}")
        raise ContentError(problems.found) from error
    problems.check()
    return battle


def split_map(lines: list[Words], signs: int, problems: Problems) -> tuple[list[Words], list[Words]]:
    """The rows of a map at the head of a scene, so many signs a hex, and the lines after it."""
    count = 0
    while count < len(lines) and all(len(word) == signs for word in lines[count]):
        count += 1
    rows = lines[:count]
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        what = "one sign" if signs == 1 else f"{signs} signs"
        problems.add("map", f"a scene begins with rows of the same length, {what} for each hex")
        problems.check()
    return (rows, lines[count:])


def read_known(builder: R, table: Mapping[str, Callable[[R, Words], None]], lines: Iterable[Words]) -> list[Words]:
    """Have the lines read whose first word is in the table; the others, which come later, are given back."""
    rest: list[Words] = []
    for words in lines:
        read = table.get(words[0])
        if read is None:
            rest.append(words)
        else:
            read(builder, words)
    return rest


def hex_called(name: str, index: Mapping[str, int], problems: Problems) -> int:
    """The hex of this name; KeyError, after the problem was noted, for one that is not on the map."""
    if name not in index:
        problems.add("", f"there is no hex {name} on this map")
    return index[name]


def value(words: Words, key: str, default: str = "") -> str:
    """What stands after key= among the words."""
    return next((word[len(key) + 1 :] for word in words if word.startswith(f"{key}=")), default)


def known(word: str, words: Iterable[str], what: str, problems: Problems) -> bool:
    """Whether a word is one of the known ones; otherwise it is noted with the nearest."""
    every = list(words)
    if word not in every:
        problems.unknown("", what, word, every)
    return word in every
