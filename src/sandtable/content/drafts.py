"""What the readers of scenarios have in common: keys, ids, the two sides."""

from typing import Generic, TypeVar

import msgspec

from sandtable.content.folders import slug
from sandtable.content.problems import plain, quoted
from sandtable.content.reader import Reader

S = TypeVar("S")
R = TypeVar("R")


class Draft(msgspec.Struct, Generic[S, R]):
    """A scenario being read, with its rulebook: the keys of its sides, and the ids that are taken."""

    root: Reader
    scenario: S
    book: R
    sides: list[str] = []
    ids: set[str] = set()


def read_key(reader: Reader, default: str | None = None) -> str:
    """A key of lower-case letters, digits and dashes."""
    key = reader.text("key", default)
    if key and key != slug(key):
        reader.wrong("key", f"must be lower-case letters, digits and dashes: {quoted(slug(key))}")
    return slug(key)  # so that the right word elsewhere is not called wrong


def take_id(ids: set[str], reader: Reader, key: str, id: str) -> None:
    """Every piece has an id of its own; `ids` are those taken so far."""
    if id and id in ids:
        reader.wrong(key, f"two pieces are called {quoted(id)}")
    ids.add(id)


def read_side(reader: Reader, sides: list[str]) -> int:
    """The index of the side that `side` names; -1 after the problem was noted."""
    side = reader.one_of("side", [each for each in sides if each], "side")
    return sides.index(side) if side else -1


def side_readers(root: Reader, sides: list[str], count: int = 2) -> list[tuple[Reader, str]]:
    """The [[sides]] with their keys, noted in `sides`; there must be so many."""
    found: list[tuple[Reader, str]] = []
    names: set[str] = set()
    for reader in root.tables("sides", needed=True):
        key = read_key(reader)
        if key and key in sides:
            reader.wrong("key", f"two sides are called {quoted(key)}")
        name = plain(str(reader.raw("name") or ""))
        if name and name in names:
            reader.wrong("name", "is also the name of the other side")
        names.add(name)
        sides.append(key)
        found.append((reader, key))
    if found and len(found) != count:
        root.wrong("sides", f"a battle has {'two' if count == 2 else count} sides, but there are {len(found)} here")
    return found
