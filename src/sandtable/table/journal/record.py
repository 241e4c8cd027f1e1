"""The lines of a journal and how they are read (docs/journal.md).

The header, the opening draws, then a line for each choice with the draws that followed it; at the end the
result and the seed. Every line carries a chain, a short hash over the chain before and its own text, so
that an altered, dropped, swapped or inserted line is found.
"""

import hashlib
import re
from pathlib import Path
from stat import S_ISREG
from typing import Annotated, Literal

import msgspec

from sandtable.table.decision import Choice

FORMAT = 1
LARGEST = 64 * 2**20  # bytes; a long battle has one or two hundred thousand

Draw = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
Number = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


class JournalError(Exception):
    """A journal that cannot be read, written or believed: a sentence, and the line if one is at fault."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(f"Line {line}: {sentence}" if line else sentence)
        self.sentence = sentence
        self.line = line


# The lines ---------------------------------------------------------------------------------------


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played, by whom, and the promise about the dice."""

    format: int
    package: str
    system: str
    scenario: str
    digest: str
    options: dict[str, str]
    seats: dict[str, str]  # who sits there: "human", "greedy"
    seed_digest: str  # empty: the dice were not seeded and cannot be verified
    texts: dict[str, str] | msgspec.UnsetType = msgspec.UNSET  # the files of the scenario; old journals have none
    given: Number | msgspec.UnsetType = msgspec.UNSET  # so many first draws were taken over from another battle


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How it ended."""

    winner: str | None
    reason: str
    rule: str
    turn: int | None = None


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A choice made or, where `undo` is set, taken back: `agreed`, by all. `line` is its line in the file."""

    line: int
    number: int
    seat: str = ""
    choice: Choice = Choice("")
    draws: tuple[int, ...] = ()
    undo: bool = False
    agreed: bool = False


class Loaded(msgspec.Struct, frozen=True):
    """A journal as read: its chain holds and its numbers follow; the rules have not been asked yet."""

    header: Header
    opening: tuple[int, ...] | None  # None: the game had not begun
    entries: tuple[Entry, ...]
    end: End | None
    seed: bytes | None  # revealed at the end
    torn: str  # a sentence about a tail that was cut off, or nothing
    lines: int
    size: int  # bytes of the whole lines
    chain: str

    @property
    def draws(self) -> list[int]:
        """All draws from the opening on."""
        return [*(self.opening or ()), *(draw for entry in self.entries for draw in entry.draws)]

    @property
    def moves(self) -> list[Entry]:
        """The choices that stand: without those that were taken back."""
        standing: list[Entry] = []
        for entry in self.entries:
            if entry.undo:
                standing.pop()
            else:
                standing.append(entry)
        return standing


class _Format(msgspec.Struct):
    format: int


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """Any line after the header."""

    n: Number | None = None
    seat: str | None = None
    choice: Choice | None = None
    draws: list[Draw] | None = None
    undo: Number | None = None
    agreed: Literal[True] | None = None
    end: End | None = None
    seed: str | None = None

    def kind(self) -> frozenset[str]:
        return frozenset(name for name in self.__struct_fields__ if getattr(self, name) is not None)


_OPENING = frozenset({"draws"})
_CHOICE = frozenset({"n", "seat", "choice", "draws"})
_UNDO = frozenset({"undo"})
_AGREED = frozenset({"undo", "agreed"})
_END = frozenset({"end", "seed"})

_read_format = msgspec.json.Decoder(_Format).decode
_read_header = msgspec.json.Decoder(Header).decode
_read_line = msgspec.json.Decoder(_Line).decode
_linked = re.compile(rb'(\{.+),"chain":"([0-9a-f]{16})"\}')


def link(chain: str, text: bytes) -> str:
    """The chain of a line: a hash over the chain before it and its text without the chain."""
    return hashlib.blake2b(chain.encode() + text, digest_size=8).hexdigest()


# Reading -----------------------------------------------------------------------------------------


def load(path: Path | str) -> Loaded:
    """Read a journal up to its last whole line; raises JournalError for what is no journal."""
    text = _bytes_of(Path(path))
    lines = text.split(b"\n")
    tail = lines.pop()
    if not lines:
        raise JournalError(f"{path} holds no complete line: it is empty, cut off, or not a journal.")
    torn = f"The file is cut off in line {len(lines) + 1}; the battle is as it was before that line." if tail else ""
    chain = ""
    bodies: list[bytes] = []
    for number, line in enumerate(lines, 1):
        body, given = _unlink(line, number)
        if number == 1:
            header = _header(body)
        chain = link(chain, body)
        if chain != given:
            raise JournalError("its chain is wrong: this line or the one before it was altered.", number)
        bodies.append(body)
    opening, entries, last = _entries(bodies)
    seed = _seed(last.seed, len(bodies)) if last else None
    size = len(text) - len(tail)
    return Loaded(header, opening, entries, last.end if last else None, seed, torn, len(lines), size, chain)


def _bytes_of(path: Path) -> bytes:
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):
            raise JournalError(f"{path} is not a file.")
        if status.st_size > LARGEST:
            raise JournalError(f"{path} has {status.st_size:,} bytes; a journal has at most {LARGEST:,}.")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise JournalError(f"{path} cannot be read: {reason_of(error)}.") from error


def _unlink(line: bytes, number: int) -> tuple[bytes, str]:
    """The text of a line without its chain, and the chain."""
    found = _linked.fullmatch(line)
    if found is None and line.endswith(b"\r"):
        raise JournalError("it ends with CR LF, as some editors write it; a journal uses LF alone.", number)
    if found is None:
        raise JournalError("it is not a line of a journal: a JSON object that ends with its chain.", number)
    return found[1] + b"}", found[2].decode()


def _header(body: bytes) -> Header:
    try:
        number = _read_format(body).format
        if number != FORMAT:
            raise JournalError(f"the journal has format {number}; this Sandtable reads format {FORMAT}.", 1)
        return _read_header(body)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise JournalError(f"it is not the header of a journal: {error}.", 1) from error


def _entries(bodies: list[bytes]) -> tuple[tuple[int, ...] | None, tuple[Entry, ...], _Line | None]:
    """The opening, the choices, and the last line if the game was finished."""
    opening: tuple[int, ...] | None = None
    entries: list[Entry] = []
    standing: list[bool] = []  # whether each choice that stands was followed by draws
    last: _Line | None = None
    for number, body in enumerate(bodies[1:], 2):
        try:
            line = _read_line(body)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise JournalError(f"it is not a line of a journal: {error}.", number) from error
        kind = line.kind()
        if last is not None:
            raise JournalError("it comes after the end of the game.", number)
        if (kind == _OPENING) != (number == 2):
            raise JournalError("the second line, and no other, holds the opening draws.", number)
        if kind == _OPENING:
            opening = tuple(line.draws or ())
        elif kind == _CHOICE:
            assert line.n is not None and line.seat is not None and line.choice is not None
            if line.n != len(standing) + 1:
                raise JournalError(f"choice {len(standing) + 1} should come here, not {line.n}.", number)
            draws = tuple(line.draws or ())
            entries.append(Entry(number, line.n, line.seat, line.choice, draws))
            standing.append(bool(draws))
        elif kind in (_UNDO, _AGREED):
            if line.undo != len(standing):
                raise JournalError(f"choice {line.undo} is not the last one and cannot be taken back.", number)
            if standing.pop() and not line.agreed:
                raise JournalError("it takes back a choice after which dice were drawn.", number)
            entries.append(Entry(number, line.undo, undo=True, agreed=bool(line.agreed)))
        elif kind == _END:
            last = line
        else:
            raise JournalError("it is neither a choice, an undo nor an end.", number)
    return opening, tuple(entries), last


def _seed(text: str | None, line: int) -> bytes | None:
    if not text:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise JournalError("the seed is not written in hexadecimal digits.", line) from None
    if not 1 <= len(seed) <= 64 or seed.hex() != text:
        raise JournalError("the seed is not 1 to 64 bytes in small hexadecimal digits.", line)
    return seed


def reason_of(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
