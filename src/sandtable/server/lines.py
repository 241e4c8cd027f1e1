"""The lines of a battle's journal: written one by one with their chain, and read again (docs/journal.md)."""

from sys import intern

import msgspec

from sandtable.table.decision import Choice
from sandtable.table.journal.record import End, Entry, Header, JournalError, link

_encode = msgspec.json.Encoder().encode
_CHAIN = b',"chain":"'


class _Line(msgspec.Struct):
    n: int = 0
    seat: str = ""
    choice: Choice | None = None
    draws: tuple[int, ...] = ()
    undo: int = 0
    agreed: bool = False
    end: End | None = None


_read = msgspec.json.Decoder(_Line).decode
_read_header = msgspec.json.Decoder(Header).decode


class Pen:
    """Writes the next line of one journal."""

    __slots__ = ("chain",)

    def __init__(self, chain: str = "") -> None:
        self.chain = chain

    def header(self, header: Header) -> bytes:
        return self._link(_encode(header))

    def opening(self, draws: list[int]) -> bytes:
        return self._link(_encode({"draws": draws}))

    def entry(self, entry: Entry) -> bytes:
        """A choice, or a choice taken back."""
        if entry.undo:
            agreed = {"agreed": True} if entry.agreed else {}
            return self._link(_encode({"undo": entry.number, **agreed}))
        line = {"n": entry.number, "seat": entry.seat, "choice": entry.choice, "draws": entry.draws}
        return self._link(_encode(line))

    def end(self, end: End, seed: bytes) -> bytes:
        return self._link(_encode({"end": end, "seed": seed.hex()}))

    def follow(self, line: bytes, number: int) -> Entry | End:
        """The next line, which somebody else wrote. JournalError: it is not the next one."""
        self.chain, body = _unlink(self.chain, line, number)
        end = _read(body).end
        return read_entry(body, number) if end is None else end

    def _link(self, body: bytes) -> bytes:
        self.chain = link(self.chain, body)
        return body[:-1] + _CHAIN + self.chain.encode() + b'"}\n'


class Written(msgspec.Struct, frozen=True):
    """A journal as it was read."""

    header: Header
    opening: tuple[int, ...]
    entries: tuple[Entry, ...]
    end: End | None
    chain: str

    @property
    def lines(self) -> int:
        """How many there are."""
        return 2 + len(self.entries) + (self.end is not None)


def read(lines: list[bytes]) -> Written:
    """A journal from its lines; raises JournalError if one is not as written."""
    chain = ""
    bodies: list[bytes] = []
    for number, line in enumerate(lines, 1):
        chain, body = _unlink(chain, line, number)
        bodies.append(body)
    if len(bodies) < 2:
        raise JournalError("it has no beginning.")
    try:
        header = _read_header(bodies[0])
        opening = _read(bodies[1]).draws
        last = _read(bodies[-1]).end
        kept = bodies[2:-1] if last else bodies[2:]
        entries = tuple(read_entry(body, number) for number, body in enumerate(kept, 3))
    except msgspec.MsgspecError as error:
        raise JournalError(f"it is not a line of a journal: {error}.") from error
    return Written(header, opening, entries, last, chain)


def _unlink(chain: str, line: bytes, number: int) -> tuple[str, bytes]:
    """The chain after a line, and the line without it."""
    if not isinstance(line, bytes):
        raise JournalError("it is not a line of a journal.", number)
    body, _, given = line.rpartition(_CHAIN)
    body += b"}"
    chain = link(chain, body)
    if given != chain.encode() + b'"}\n':
        raise JournalError("its chain is wrong: this line or the one before it was altered.", number)
    return chain, body


def read_entry(text: bytes, number: int = 0) -> Entry:
    """A choice or an undo from its line."""
    line = _read(text)
    if line.choice is None:
        return Entry(number, line.undo, undo=True, agreed=line.agreed)
    return Entry(number, line.n, intern(line.seat), kept_once(line.choice), line.draws)


def kept_once(choice: Choice) -> Choice:
    """A choice that came in, its words kept once however often they come: a battle keeps all its choices."""
    at = tuple([(intern(piece), x, y, facing) for piece, x, y, facing in choice.at])
    return Choice(intern(choice.do), intern(choice.piece), intern(choice.to), choice.number, at)
