"""A bot over the network as a computer player: as it would play on a server, at a door of our own."""

import http.client
import re
import secrets
import weakref
from contextlib import suppress

import msgspec

from sandtable.bots import wire
from sandtable.bots.door import Door
from sandtable.bots.outsider import GREETING, UNHURRIED, Outsider
from sandtable.bots.player import Seat

PREFIX = "network:"
WORD = re.compile(r"network:([a-z0-9_-]+)(?:=(?:([A-Za-z0-9_-]{8,})@)?([A-Za-z0-9.-]+):([0-9]{1,5}))?")
HERE = "127.0.0.1"
MORE = 5.0  # seconds that a request may take longer than what it waits for

_doors: dict[str, Door] = {}  # those that this process has opened, by the word that finds them


class Address(msgspec.Struct, frozen=True):
    """Where the door of a bot is, and what it shows there."""

    host: str
    port: int
    token: str


class Seated(msgspec.Struct, frozen=True):
    """What the door says when the bot has come: the seat's own token, and what it wants to be shown."""

    token: str
    show: str


class NetworkBot(Outsider):
    """Waits at its door until the bot comes, and asks it there."""

    def __init__(self, name: str, address: Address, seed: int | None = None) -> None:
        super().__init__(name, seed)
        self._address = address
        self._seat: Seated | None = None

    def answer(self, seat: Seat, patience: float) -> wire.Answered:
        if self._seat is None:
            self._seat = self._taken(seat)
        asked = seat.asked(self._id, self._seat.show, self._lost)
        lines = wire.line_of(msgspec.structs.replace(asked, view=None))
        if asked.view is not None:
            lines = wire.line_of({"type": "view", "state": self._id, "view": asked.view}) + lines
        path = f"/door/{self._seat.token}/{self._id}?patience={patience}"
        return wire.read(request(self._address, path, patience, lines))

    def end(self) -> None:
        if self._seat is not None:
            leave(self._address, self._seat.token)
            self._seat = None

    def _taken(self, seat: Seat) -> Seated:
        """A seat for the bot; it has to come for it."""
        wait = GREETING if self.hurried else UNHURRIED
        facts = {"system": seat.system.key, "scenario": seat.scenario, "seat": seat.name, "title": seat.scenario}
        found = request(self._address, f"/door?patience={wait}", wait, wire.line_of(facts))
        seated = msgspec.json.decode(found, type=Seated)
        weakref.finalize(self, leave, self._address, seated.token)
        return seated


def request(address: Address, path: str, patience: float, body: bytes = b"") -> bytes:
    """Ask a door. Unfit: it says why not, or there is none."""
    line = http.client.HTTPConnection(address.host, address.port, timeout=patience + MORE)
    try:
        line.request("POST", path, body, {"Authorization": f"Bearer {address.token}"})
        answer = line.getresponse()
        text = answer.read()
    except (OSError, http.client.HTTPException) as error:
        raise wire.Unfit(f"its door at {address.host}:{address.port} does not answer") from error
    finally:
        line.close()
    if answer.status != 200:
        raise wire.Unfit(msgspec.json.decode(text, type=dict[str, str])["error"])
    return text


def leave(address: Address, token: str) -> None:
    """The battle is over for the bot."""
    with suppress(wire.Unfit):  # the door is closed, and with it the seat
        request(address, f"/door/{token}/over", 0.0)


# Words of the command line -------------------------------------------------------------------------


def parts(word: str) -> tuple[str, Address]:
    """The name and, as far as it is said, the address of `network:rex` or `network:rex=TOKEN@127.0.0.1:8099`."""
    found = WORD.fullmatch(word)
    if found is None or int(found[4] or 0) > 65535:
        raise ValueError(f"Write a bot over the network as network:rex or network:rex=127.0.0.1:8099, not {word!r}.")
    return found[1], Address(found[3] or HERE, int(found[4] or 0), found[2] or "")


def address_in(word: str) -> tuple[str, Address]:
    """The name and the address of a bot whose door is open. ValueError: that is not said."""
    name, address = parts(word)
    if not address.port or not address.token:
        raise ValueError(f"{word!r} does not say where its door is. Name it with --bot, which opens one.")
    return name, address


def opened(word: str) -> str:
    """Open the door of a bot; the word by which every process finds it. ValueError: it cannot be opened."""
    if word in _doors:
        return word
    name, wanted = parts(word)
    token = wanted.token or secrets.token_urlsafe(24)
    try:
        door = Door(name, wanted.host, wanted.port, token)
    except OSError as error:
        raise ValueError(f"{name} cannot come in at {wanted.host}:{wanted.port}: {error.strerror}.") from error
    found = f"{PREFIX}{name}={token}@{wanted.host}:{door.port}"
    _doors[found] = door
    return found


def doors() -> list[Door]:
    """Those that this process has opened."""
    return list(_doors.values())
