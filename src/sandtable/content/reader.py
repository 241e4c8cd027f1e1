"""A typed look at one TOML table. It notes what is wrong and goes on, so that one reading finds all."""

import datetime
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TypeVar

from sandtable.content.problems import LONGEST_WORD, Problems, Repair, hint, nearest, quoted
from sandtable.table.fields import Field, Keys

MOST_TEXT = 200  # characters of a name
MOST_LINES = 20_000  # characters of a text of many lines: a story, a map
HUGE = 10**9
MISSING = "is missing"

# The kinds of a declaration that are read as one text, or as a list of them.
TEXTS = ("text", "lines", "key", "word", "hex", "hexes", "area", "grid", "map", "texts")
LISTS = ("texts", "groups", "hexes", "area", "words", "cells")

V = TypeVar("V")


class Reader:
    """Reads the keys of a table by type. After a mistake it returns a harmless stand-in.

    The stand-ins are "" for a text, the least for a number, an empty table or list; ask good(key)
    before a check that would only repeat the complaint. done() reports the keys nobody asked for.

    Where the files of a game are declared (data/fields.toml), the declaration says what a key may hold: its bounds,
    its words, whether it is needed and what is taken if it is not written. The code adds only what depends on the
    rest of the file. To ask for a key that is not declared, or in another kind, is a fault of the program.
    """

    __slots__ = ("_asked", "_bad", "_children", "_keys", "_path", "_table", "place", "problems")

    def __init__(
        self,
        table: Mapping[str, object],
        place: str,
        problems: Problems,
        keys: Keys | None = None,
        path: str = "",
    ) -> None:
        self._table = table
        self._asked: dict[str, None] = {}
        self._bad: set[str] = set()
        self._children: list[Reader] = []
        self._keys = keys
        self._path = path  # of this table in the declaration: "sides[]"
        self.place = place
        self.problems = problems

    def has(self, key: str) -> bool:
        """Is the key written?"""
        self._asked[key] = None
        return key in self._table

    def names(self) -> list[str]:
        """Every key written, for tables whose keys are names; all count as asked for."""
        for key in self._table:
            self._asked[key] = None
        return list(self._table)

    def raw(self, key: str) -> object | None:
        """What is written there, of whatever type."""
        self._asked[key] = None
        return self._table.get(key)

    def good(self, key: str) -> bool:
        """No problem was noted about this key."""
        return key not in self._bad

    def at(self, key: str) -> str:
        """The place of a key, as a problem names it."""
        return f"{self.place}.{bare(key)}" if self.place else bare(key)

    def mark(self, key: str) -> None:
        """The key is not good: a problem about something in it was noted."""
        self._bad.add(key)

    def wrong(self, key: str, message: str) -> None:
        """Note a problem about a key."""
        self._bad.add(key)
        self.problems.add(self.at(key), message)

    def text(self, key: str, default: str | None = None, lines: bool = False) -> str:
        """A text; several lines only where `lines` or the declaration allows them."""
        field = self._field(key, *TEXTS)
        if field is not None:
            lines = field.kind in ("lines", "grid")
            default = usual(field, default, "")
        value = self._get(key, default is None)
        if value is None:
            return default or ""
        if not isinstance(value, str):
            self.wrong(key, f"must be text, but is {described(value)}")
            return ""
        fault = text_fault(value, lines)
        if default is None and not value.strip():
            fault = "is empty"
        if fault:
            self.wrong(key, fault)
            return ""
        return value

    def integer(self, key: str, least: int | None = None, most: int | None = None, default: int | None = None) -> int:
        """A whole number within its bounds and those of the declaration. True and 3.0 are not numbers here."""
        field = self._field(key, "integer")
        if field is not None:
            least = max(bound for bound in (least, field.least) if bound is not None)
            most = min(bound for bound in (most, field.most) if bound is not None)
            default = usual(field, default, None)
        if least is None or most is None:
            raise TypeError(f"{key} has no bounds")
        value = self._get(key, default is None)
        if value is None:
            return least if default is None else default
        return self._number(key, value, least, most, "")

    def integers(self, key: str, least: int, most: int, count: int) -> list[int]:
        """A list of so many whole numbers."""
        value = self._get(key, True)
        if value is None:
            return [least] * count
        if not isinstance(value, list) or len(value) != count:
            self.wrong(key, f"must be a list of {count} whole numbers, but is {described(value)}")
            return [least] * count
        return [self._number(key, each, least, most, f"[{i}]") for i, each in enumerate(value, start=1)]

    def flag(self, key: str, default: bool | None = False) -> bool:
        """true or false."""
        field = self._field(key, "flag")
        if field is not None:
            default = None if field.needed else bool(field.default)
        value = self._get(key, default is None)
        if value is None:
            return bool(default)
        if not isinstance(value, bool):
            self.wrong(key, f"must be true or false, but is {described(value)}")
            return False
        return value

    def one_of(self, key: str, words: Iterable[str], what: str, default: str | None = None) -> str:
        """One of some known words, or "" after the problem with the nearest word was noted."""
        self._field(key, "word", "text")
        word = self.text(key, default)
        known = list(words)
        if word and word not in known:
            self.unknown(key, what, word, known)
            return ""
        if not word and self.good(key) and key in self._table:
            self.wrong(key, f"is empty; it must name a {what}")
        return word

    def word(self, key: str, what: str, default: str | None = None) -> str:
        """One of the words that the declaration lists."""
        field = self._field(key, "word")
        if field is None:
            raise TypeError(f"{key} is not declared")
        return self.one_of(key, field.words, what, default)

    def unknown(self, key: str, what: str, word: str, known: Iterable[str]) -> None:
        """Note that a key holds a word nobody knows."""
        self._bad.add(key)
        self.problems.unknown(self.at(key), what, word, known)

    def texts(
        self,
        key: str,
        default: list[str] | None = None,
        most: int = 500,
        lines: bool = False,
        needed: bool = False,
    ) -> list[str]:
        """A list of texts. The wrong ones are noted and left out. `needed`: even if it is not declared so."""
        field = self._field(key, *LISTS)
        value = self._get(key, needed or (default is None if field is None else field.needed))
        if value is None:
            return list(default or [])
        found: list[str] = []
        for number, each in enumerate(self._list(key, value, "texts", most), start=1):
            if isinstance(each, str):
                fault = text_fault(each, lines)
            else:
                fault = f"must be text, but is {described(each)}"
            if fault:
                self._bad.add(key)
                self.problems.add(f"{self.at(key)}[{number}]", fault)
            else:
                found.append(str(each))
        return found

    def _list(self, key: str, value: object, what: str, most: int) -> list[object]:
        """A list that is not too long; nothing after the problem was noted."""
        if not isinstance(value, list):
            self.wrong(key, f"must be a list of {what}, but is {described(value)}")
            return []
        if len(value) > most:
            self.wrong(key, f"has more than {most} entries")
            return []
        return value

    def text_or_texts(self, key: str, default: list[str] | None = None, needed: bool = False) -> list[str]:
        """A text alone, or a list of texts."""
        if isinstance(self._table.get(key), str):
            word = self.text(key)
            return [word] if word else []
        return self.texts(key, default, needed=needed)

    def words(self, key: str, known: Iterable[str], what: str) -> list[str]:
        """A list of known words, empty by default. The unknown ones are noted and left out."""
        self._field(key, "words", "cells")
        allowed = list(known)
        found: list[str] = []
        for number, word in enumerate(self.texts(key, []), start=1):
            if word in allowed:
                found.append(word)
            else:
                self._bad.add(key)
                self.problems.unknown(f"{self.at(key)}[{number}]", what, word, allowed)
        return found

    def table(self, key: str, needed: bool = False) -> "Reader":
        """A table inside this one; empty when it is not written."""
        if self._declared is not None and not self._inner(key):
            self._field(key, "hexes", "map")
        value = self._get(key, needed)
        if value is not None and not isinstance(value, dict):
            self.wrong(key, f"must be a table, but is {described(value)}")
            value = None
        return self._child(value if isinstance(value, dict) else {}, self.at(key), key)

    def tables(self, key: str, needed: bool = False, most: int = 500) -> list["Reader"]:
        """A list of tables ([[key]] in the file). What is not a table is noted and left out."""
        if self._declared is not None and not self._inner(key):
            self._field(key)
        value = self._get(key, needed)
        if value is None:
            return []
        if needed and value == []:
            self.wrong(key, "is empty")
        readers: list[Reader] = []
        for number, each in enumerate(self._list(key, value, "tables", most), start=1):
            place = f"{self.at(key)}[{number}]"
            if isinstance(each, dict):
                readers.append(self._child(each, place, f"{key}[]"))
            else:
                self._bad.add(key)
                self.problems.add(place, f"must be a table, but is {described(each)}")
        return readers

    def done(self) -> None:
        """Report the keys that nobody asked for, here and in every table read from here."""
        for key in self._table:
            if key not in self._asked:
                known = {**self._asked, **dict.fromkeys(self._declared or ())}
                near = nearest(key, known) or ""
                self.problems.add(self.at(key), f"there is no such key here{hint(key, known)}", Repair("key", near))
        for child in self._children:
            child.done()

    @property
    def _declared(self) -> Mapping[str, Field] | None:
        """The fields of this table; None for tables that are not declared, or whose keys are names."""
        return (self._keys or {}).get(self._path) or None

    def _inner(self, key: str) -> bool:
        """Whether a table of this name is declared inside this one."""
        path = f"{self._path}.{key}" if self._path else key
        return path in (self._keys or {}) or f"{path}[]" in (self._keys or {})

    def _field(self, key: str, *kinds: str) -> Field | None:
        """What the declaration says of a key; None where nothing is declared."""
        declared = self._declared
        if declared is None:
            return None
        field = declared.get(key)
        if field is None and self._inner(key):
            return None
        if field is None or field.kind not in kinds:
            raise LookupError(f"{self._path or 'the top'}: {key} is not declared as {' or '.join(kinds)}")
        return field

    def _child(self, table: Mapping[str, object], place: str, key: str) -> "Reader":
        child = Reader(table, place, self.problems, self._keys, f"{self._path}.{key}" if self._path else key)
        self._children.append(child)
        return child

    def _get(self, key: str, needed: bool) -> object | None:
        self._asked[key] = None
        value = self._table.get(key)
        if value is None and needed:
            self.wrong(key, MISSING)
        return value

    def _number(self, key: str, value: object, least: int, most: int, suffix: str) -> int:
        fault = ""
        if isinstance(value, bool) or not isinstance(value, int):
            fault = f"must be a whole number from {least} to {most}, but is {described(value)}"
        elif abs(value) > HUGE:
            fault = f"must be from {least} to {most}, but is a huge number"
        elif not least <= value <= most:
            fault = f"must be from {least} to {most}, but is {value}"
        else:
            return value
        self._bad.add(key)
        self.problems.add(self.at(key) + suffix, fault)
        return least


def usual(field: Field, given: V | None, otherwise: V | None) -> V | None:
    """What is taken for a key that is not written: what is given, else what is declared; None if it is needed."""
    if given is not None or field.needed:
        return given
    return otherwise if field.default is None else field.default  # type: ignore[return-value]


def text_fault(text: str, lines: bool) -> str:
    """Why a text is refused, or "". Nobody can see or type a control character, so none is allowed."""
    most = MOST_LINES if lines else MOST_TEXT
    if len(text) > most:
        return f"is longer than {most} characters"
    if (text.replace("\n", "") if lines else text).isprintable():  # nearly every text, at the speed of C
        return ""
    for character in text:
        if character == "\n" and lines:
            continue
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            return f"holds the control character U+{ord(character):04X}"
    return ""


def described(value: object) -> str:
    """What kind of thing stands there, in words a scenario's writer uses. Never prints a huge value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, int):
        return f"the number {value}" if abs(value) <= HUGE else "a huge number"
    if isinstance(value, float):
        return f"the decimal number {value}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, datetime.date | datetime.time):
        return "a date or time without quotation marks"
    return "something else"


def bare(key: str) -> str:
    """A key as a place may show it: plain ones as they are, others quoted."""
    if key.isascii() and key.replace("-", "_").isidentifier():
        return key
    allowed = "-_/."
    plain = 0 < len(key) <= LONGEST_WORD and all(c.isascii() and (c.isalnum() or c in allowed) for c in key)
    return key if plain else quoted(key)
