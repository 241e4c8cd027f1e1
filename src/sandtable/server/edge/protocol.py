"""Connections: a head, a body and an answer have bounds in size and time, kept before anything else looks at them.

uvicorn bounds none of these: whoever opens connections and sends nothing, or a head without end, would use up the
server's memory and the connections it may have.
"""

import asyncio
import ipaddress
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from sandtable.server.refusal import problem
from sandtable.server.settings import Settings

TOO_SLOW = (408, "The request did not come in time.")
LONG_URL = (414, "The address is too long.")
BIG_BODY = (413, "The request is too big.")
BIG_HEAD = (431, "The headers are too big.")
FULL = (503, "The server has too many connections. Please try again in a moment.")

CHUNKY = 16  # times the limit of a body: what it may have with its head, in chunks of a byte


class Door:
    """All open connections of a server: how many there are, and which of them wait for a request."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.open = 0
        self.by_address: Counter[str] = Counter()
        self.waiting: dict[Bounded, None] = {}  # for a whole request; the oldest first
        self._trusted = [ipaddress.ip_network(each) for each in settings.trusted]

    def limit_of(self, address: str) -> int:
        """How many one address may have; a proxy brings those of everybody."""
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return self.settings.client_connections
        proxy = any(found in network for network in self._trusted)
        return self.settings.connections if proxy else self.settings.client_connections

    def leave(self, address: str) -> None:
        """A connection of this address is closed; without one it was not counted, or not any more."""
        if address:
            self.open -= 1
            self.by_address[address] -= 1
            if self.by_address[address] <= 0:
                del self.by_address[address]


class Bounded(HttpToolsProtocol):
    """uvicorn's protocol, with bounds."""

    door: Door

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._in_head = self._in_body = False
        self._head = 0  # bytes of the head so far
        self._size = 0  # of the whole request
        self._timer: asyncio.TimerHandle | None = None  # for the request
        self._reader: asyncio.TimerHandle | None = None  # for whoever reads the answer
        self._counted = ""
        self._refused = False

    # A connection comes and goes -----------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        door, address = self.door, self.client[0] if self.client else "?"
        if door.open >= door.settings.connections and door.waiting:
            next(iter(door.waiting))._refuse(*FULL)  # whoever has waited longest makes room
        self._counted = address
        door.open += 1
        door.by_address[address] += 1
        self._wait_for_request()
        if door.open > door.settings.connections or door.by_address[address] > door.limit_of(address):
            self._refuse(*FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        if self._refused:
            return
        self._stop_clock()
        transport = self.transport
        super().handle_websocket_upgrade()
        self._leave_with(transport)

    def _leave_with(self, transport: asyncio.Transport) -> None:
        """A socket is counted until it is closed, though another protocol has it now."""
        protocol: Any = transport.get_protocol()
        lost, door, address = protocol.connection_lost, self.door, self._counted
        self._counted = ""
        self._stop_reader()

        def leave(exc: Exception | None) -> None:  # knows nothing of the request, which is over
            door.leave(address)
            lost(exc)

        protocol.connection_lost = leave

    def _leave(self) -> None:
        self._stop_clock()
        self._stop_reader()
        self.door.leave(self._counted)
        self._counted = ""

    # A request -------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        was_in_head = self._in_head
        if self._timer is None and (self.cycle is None or self.cycle.response_complete):
            self._wait_for_request()
        super().data_received(data)
        if self._refused or self.transport.is_closing():
            return
        self._size += len(data)
        if self._size > self.door.settings.body_limit * CHUNKY:
            self._refuse(*BIG_BODY)
        elif self._in_head:
            self._head += len(data) if was_in_head else 0
            if len(self.url) > self.door.settings.url_limit:
                self._refuse(*LONG_URL)
            elif self._head > self.door.settings.head_limit:
                self._refuse(*BIG_HEAD)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True
        self._head = self._size = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # what comes after a body is nobody's business
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if self._refused:
            return
        settings = self.door.settings
        size = sum(len(name) + len(value) for name, value in self.headers)
        if len(self.url) > settings.url_limit:
            self._refuse(*LONG_URL)
        elif size > settings.head_limit or len(self.headers) > settings.headers:
            self._refuse(*BIG_HEAD)
        else:
            self._in_body = True
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_body = False
        if not self._refused:
            self._stop_clock()
            super().on_message_complete()

    # A slow reader -----------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._reader is None:
            self._reader = self.loop.call_later(self.door.settings.request_limit, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_reader()

    def _stop_reader(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None

    # Clocks ------------------------------------------------------------------------------------------

    def _wait_for_request(self) -> None:
        self._stop_clock()
        self.door.waiting[self] = None
        self._timer = self.loop.call_later(self.door.settings.request_limit, self._refuse, *TOO_SLOW)

    def _stop_clock(self) -> None:
        self.door.waiting.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, status: int, sentence: str) -> None:
        """Say why, and hang up."""
        self._refused = True
        self._stop_clock()
        if self.transport.is_closing():
            return
        if not self._in_body and (self.cycle is None or self.cycle.response_complete):  # else it has its answer
            body = problem(sentence)
            head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[status] + head + body)
        self.transport.close()


def protocol_for(settings: Settings) -> type[Bounded]:
    """The protocol of one server."""
    return type("Bounded", (Bounded,), {"door": Door(settings)})
