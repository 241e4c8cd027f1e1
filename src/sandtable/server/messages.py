"""What goes over a socket, in both directions (docs/server.md)."""

import msgspec

from sandtable.server.refusal import clean
from sandtable.table.decision import Choice
from sandtable.table.event import Event
from sandtable.table.shown import Danger, Note
from sandtable.table.view import Zone

# From the client -----------------------------------------------------------------------------------


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice as it comes in: nothing in it may be left over."""

    do: str
    piece: str = ""
    to: str = ""
    number: int = 0
    at: tuple[tuple[str, int, int, int], ...] = ()

    def choice(self) -> Choice:
        return Choice(self.do, self.piece, self.to, self.number, self.at)


class Choose(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="choose"):
    state: int
    choice: Wish


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="probe"):
    """What would this choice mean? `id` comes back with the answer."""

    state: int
    choice: Wish
    id: int = 0


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="undo"):
    state: int


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    pass


Asked = Choose | Ask | Undo | Ping
_read = msgspec.json.Decoder(Asked).decode


class Malformed(Exception):
    """A message that is none: a sentence."""


def read_message(text: str) -> Asked:
    """A message of the client's."""
    try:
        message: Asked = _read(text)
        return message
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Malformed(f"This message was not understood: {clean(str(error))}.") from error


# From the server -----------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    seat: str
    battle: str
    scenario: str
    board: msgspec.Raw
    state: int
    view: msgspec.Raw
    notice: str = ""  # why the battle can be looked at and not played


class News(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="view"):
    """A new state. `board` only if it is another than before."""

    state: int
    view: msgspec.Raw
    events: list[Event]
    board: msgspec.Raw | None = None


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    state: int
    error: str
    rule: str


class Probed(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="probed"):
    """What a choice would mean; nothing has changed. `ok` false: why it is not allowed, and by which rule."""

    state: int
    id: int
    ok: bool = False
    reason: str = ""
    rule: str = ""
    notes: tuple[Note, ...] = ()
    dangers: tuple[Danger, ...] = ()
    zones: tuple[Zone, ...] = ()


class Thinking(msgspec.Struct, frozen=True, tag_field="type", tag="thinking"):
    seat: str


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    pass


class Wrong(msgspec.Struct, frozen=True, tag_field="type", tag="error"):
    error: str


Told = Hello | News | Refused | Probed | Thinking | Pong | Wrong
_write = msgspec.json.Encoder().encode


def write_message(message: Told) -> str:
    return _write(message).decode()
