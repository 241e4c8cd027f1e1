"""What goes over a socket, in both directions (docs/server.md); a choice that comes by HTTP is read the same way."""

from typing import Annotated, Any, TypeVar

import msgspec

from sandtable.server.lines import kept_once
from sandtable.server.refusal import clean
from sandtable.table.decision import Choice
from sandtable.table.event import Event
from sandtable.table.shown import Danger, Note
from sandtable.table.view import Zone

# From the client -----------------------------------------------------------------------------------


Name = Annotated[str, msgspec.Meta(max_length=200)]
State = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Whole = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice as it comes in: nothing in it may be left over."""

    do: Name
    piece: Name = ""
    to: Name = ""
    number: Whole = 0
    at: Annotated[tuple[tuple[Name, Whole, Whole, Whole], ...], msgspec.Meta(max_length=500)] = ()

    def choice(self) -> Choice:
        return kept_once(Choice(self.do, self.piece, self.to, self.number, self.at))


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice, and the state in which it was made."""

    state: State
    choice: Wish


class Undone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last choice is to be taken back."""

    state: State


class Choose(Chosen, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="choose"):
    pass


class Ask(Chosen, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="probe"):
    """What would this choice mean? `id` comes back with the answer."""

    id: int = 0


class Undo(Undone, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="undo"):
    pass


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """The page is still there; `away`: nobody sees it just now, for it lies behind another one."""

    away: bool = False


T = TypeVar("T")
Asked = Choose | Ask | Undo | Ping
_asked: msgspec.json.Decoder[Asked] = msgspec.json.Decoder(Asked)
_chosen = msgspec.json.Decoder(Chosen)
_undone = msgspec.json.Decoder(Undone)


class Malformed(Exception):
    """A message that is none: a sentence."""


def _read(decoder: "msgspec.json.Decoder[T]", text: str | bytes) -> T:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Malformed(f"This message was not understood: {clean(str(error))}.") from error


def read_message(text: str) -> Asked:
    """A message of the client's."""
    return _read(_asked, text)


def read_chosen(text: bytes) -> Chosen:
    """A choice that comes by HTTP."""
    return _read(_chosen, text)


def read_undone(text: bytes) -> Undone:
    """The same for an undo."""
    return _read(_undone, text)


def described(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The shape of a body for the OpenAPI document, in one piece."""
    schema = msgspec.json.schema(kind)
    defined = schema.pop("$defs")

    def whole(part: Any) -> Any:
        if isinstance(part, dict):
            name = part.get("$ref", "")
            return (
                whole(defined[name.rpartition("/")[2]]) if name else {key: whole(each) for key, each in part.items()}
            )
        return [whole(each) for each in part] if isinstance(part, list | tuple) else part

    found: dict[str, Any] = whole(schema)
    return found


# From the server -----------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    seat: str
    battle: str
    scenario: str
    board: msgspec.Raw
    state: int
    view: msgspec.Raw
    notice: str = ""  # why the battle can be looked at and not played
    step: int = -1  # of the guide, in a guided battle
    astray: bool = False  # its path was left, and can be found again


class News(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="view"):
    """A new state: what changed in the view (changes.py). `board` only if it is another than before."""

    state: int
    changes: msgspec.Raw
    events: list[Event]
    board: msgspec.Raw | None = None
    step: int = -1
    astray: bool = False


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
