"""The header of a scenario: what it is read from, and what every file says at its top, whatever game it is for."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from sandtable.content.book import unfold
from sandtable.content.problems import Problems, quoted
from sandtable.content.reader import Reader
from sandtable.table.battle import Printed
from sandtable.table.fields import Keys
from sandtable.table.system import systems

Beside = Path | Mapping[str, bytes] | None  # where maps lie: a folder, or texts by the names of their files


class Source(msgspec.Struct, eq=False):
    """What a scenario is read from: its table, the bytes of its file, its id, the maps beside it."""

    table: dict[str, object]
    content: bytes
    id: str
    beside: Beside
    problems: Problems
    used: dict[str, bytes] = {}  # the map files that it uses, by name
    sketched: bool = False  # it is only to be drawn: with problems too, as far as it can be read

    @property
    def good(self) -> bool:
        """Whether a scenario may come of it."""
        return self.sketched or not self.problems

    def open(self, key: str) -> Reader:
        """A reader over the table, which must be for this game."""
        reader = Reader(self.table, "", self.problems, declared_keys(key))
        read_system(reader, key)
        reader.flag("practice")  # for the list of games (content.shelf)
        return reader


def declared_keys(system: str) -> Keys | None:
    """What the files of a game may say, where it declares it."""
    known = systems().get(system)
    return None if known is None else known.shelf.fields().keys()


def read_system(reader: Reader, key: str) -> None:
    """Which game the file is for: this one, said or not."""
    system = reader.one_of("system", sorted({*systems(), key}), "game system", key)
    if system and system != key:
        reader.wrong("system", f"is {quoted(system)}, but this file is read as a scenario of {quoted(key)}")


class Titled(Printed):
    """What has an id and a name."""

    id: str
    name: str


class Header(Titled, kw_only=True):
    """What all scenarios have; a scenario of a game derives from it and adds its own."""

    digest: str = ""  # of the scenario file, the map and the data it rests on
    date: str = ""
    background: str = ""


def read_header(reader: Reader, scenario: Header, digest: str) -> None:
    """When the battle was, and what it was about."""
    scenario.digest = digest
    scenario.date = reader.text("date", "")
    scenario.background = unfold(reader.text("background", "", lines=True))
