"""What everybody who loads something asks of a system: its scenarios, its catalogue, its rules in words."""

from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from sandtable.table.fields import Declared
from sandtable.table.learning.guide import Guide
from sandtable.table.learning.handbook import Handbook

S_co = TypeVar("S_co", covariant=True)


class Balance(msgspec.Struct, frozen=True):
    """Who won how often when a computer player fought itself."""

    level: str
    games: int
    wins: dict[str, int]  # by side
    draws: int
    scenario: str = ""  # the beginning of the digest of the scenario that was measured
    decisions: int = 0  # in a battle, on average; 0: not counted


class Variant(msgspec.Struct, frozen=True):
    """One of several scenarios that are the same battle: at another level of play, for more players."""

    family: str  # the name they share
    name: str  # "Colonel"
    text: str = ""  # what is different about it, in a sentence
    rank: int = 0  # the easiest first


class ScenarioInfo(msgspec.Struct, frozen=True):
    """A scenario in the list of games."""

    id: str  # "<system key>/<slug of its name>"
    system: str
    name: str
    sides: tuple[str, ...]  # seats, in order
    turns: int
    date: str = ""
    background: str = ""
    file: str = ""
    balance: Balance | None = None  # None: not measured, or changed since
    own: bool = False  # a user's
    variant: Variant | None = None  # None: there is but one of it
    practice: bool = False  # made to learn by: it need not be fair


class LeftOut(msgspec.Struct, frozen=True):
    """A user's file that is not in the list of games."""

    id: str  # what its scenario would be called
    file: str
    reason: str
    broken: bool = True  # False: another of the same name counts


class RuleText(msgspec.Struct, frozen=True):
    """A rule in our own words. `source`: "book", "found" (publicly known) or "design" (ours)."""

    id: str
    title: str
    text: str
    ruling: str = ""
    source: str = "book"
    examples: tuple[str, ...] = ()


Figure = int | str | bool


class Entry(msgspec.Struct, frozen=True):
    """Something that a scenario may name: the word it writes, what it is called, its main numbers by name."""

    word: str
    name: str = ""
    figures: dict[str, Figure] = {}


Catalogue = dict[str, list[Entry]]  # by kind: units, weapons, terrain


Texts = dict[str, str]  # the files of a scenario by name: its own, and those of its maps (valley.map.toml)


class Shelf(Protocol[S_co]):
    """Where a system keeps what it reads. `content.shelf.Shelf` is one over a folder of TOML files."""

    def infos(self) -> list[ScenarioInfo]:
        """All scenarios, the users' own (content.folders) after ours."""
        ...

    def left_out(self) -> list[LeftOut]:
        """The users' files that are not among the scenarios, and why."""
        ...

    def find(self, id: str) -> S_co:
        """A scenario by its id, whole or without the game; raises content.ContentError with all its problems."""
        ...

    def load(self, path: Path | str) -> S_co:
        """The scenario in somebody's file; ContentError with all its problems at once."""
        ...

    def texts(self, id: str) -> Texts:
        """What a scenario is read from, for a battle to keep; nothing where there are no files."""
        ...

    def read(self, texts: Texts) -> S_co:
        """The scenario in such texts; ContentError with all its problems at once."""
        ...

    def sketch(self, texts: Texts) -> S_co | None:
        """The same with problems, as far as it can be read, to be drawn and not to be played; None: not at all."""
        ...

    def describe_map(self, path: Path) -> str:
        """What is in somebody's map file, in a few words; ContentError with all its problems at once."""
        ...

    def catalogue(self) -> Catalogue:
        """What a scenario may name, kind by kind."""
        ...

    def fields(self) -> Declared:
        """What its files may say; nothing where it reads none."""
        ...

    def rules(self) -> dict[str, RuleText]:
        """The rules in our own words, by id, in the order of the book."""
        ...

    def handbook(self) -> Handbook:
        """Chapters, drawings and a one-page aid to these rules."""
        ...

    def plans(self, id: str) -> dict[str, str]:
        """How each side might go about a scenario, by side, for its briefing; empty where nobody has written it."""
        ...

    def guide(self) -> Guide | None:
        """What a newcomer is told, and his first battle; None: this game has no guide."""
        ...
