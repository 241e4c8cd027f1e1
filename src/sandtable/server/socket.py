"""One open page: a socket at a seat or in the gallery."""

import asyncio
import contextlib
import logging
import time
from collections import deque

from fastapi import WebSocket, WebSocketDisconnect
from msgspec import Raw
from msgspec.json import encode
from starlette.types import Receive, Scope, Send

from sandtable.server.battle import Battle, Shown
from sandtable.server.battles import Battles, still_here
from sandtable.server.edge.guard import FOREIGN, same_origin
from sandtable.server.edge.limits import MESSAGES
from sandtable.server.edge.messages import (
    Ask,
    Choose,
    Hello,
    Malformed,
    News,
    Ping,
    Pong,
    Refused,
    Thinking,
    Told,
    Wrong,
    read_message,
    write_message,
)
from sandtable.server.people.company import Player
from sandtable.server.refusal import NO_DATABASE, Refusal, clean
from sandtable.server.seats import GALLERY
from sandtable.server.settings import Settings
from sandtable.server.store import StoreError

log = logging.getLogger(__name__)

UNKNOWN = 4404
ELSEWHERE = 4403
FLOOD = 1008
TOO_BIG = 1009
FULL = 1013
AGAIN = 1012
FAILED = 1011

SOCKETS = "sockets"
UNREAD = 200  # answers that may wait for a client that does not read


class Sockets:
    """Where all sockets come in."""

    def __init__(self, battles: Battles) -> None:
        self._battles = battles

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        place, _, token = str(scope["path"]).removeprefix("/").partition("/")
        if place == "ws" and token and "/" not in token:
            await attend(self._battles, WebSocket(scope, receive, send), token)
        else:
            await send({"type": "websocket.close", "code": UNKNOWN, "reason": "There is nothing here."})


async def attend(battles: Battles, websocket: WebSocket, token: str) -> None:
    """Serve one socket from its hello to its end."""
    await websocket.accept()
    if not same_origin(dict(websocket.scope["headers"]), battles.settings.public_url):
        await websocket.close(ELSEWHERE, FOREIGN)
        return
    with battles.limits.at_once(SOCKETS, battles.settings.client_sockets) as room:
        if room:
            await sit_down(battles, websocket, token)
        else:
            await websocket.close(FULL, "You have too many pages open.")


async def sit_down(battles: Battles, websocket: WebSocket, token: str) -> None:
    battles.sockets += 1
    try:
        async with battles.seat(token) as (battle, seat):
            if has_room(battles, battle, seat):
                await Page(battles, websocket, battle, token, seat).run()
            else:
                await websocket.close(FULL, "This battle is open in too many pages.")
    except StoreError as error:
        log.error("the store cannot be read: %s", error)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await websocket.close(AGAIN, NO_DATABASE)
    except Refusal as refusal:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await websocket.close(code_of(refusal), refusal.error[:100])
    finally:
        battles.sockets -= 1


def has_room(battles: Battles, battle: Battle, seat: str) -> bool:
    """Whether one more may sit down. Seats go before the gallery: where the house is full a spectator must leave."""
    settings = battles.settings
    there = sum(listener.seat == seat for listener in battle.listeners)
    if there >= (settings.sockets_a_gallery if seat == GALLERY else settings.sockets_a_seat):
        return False
    if battles.sockets <= settings.sockets:
        return True
    return seat != GALLERY and battles.clear_gallery()


def code_of(refusal: Refusal) -> int:
    return UNKNOWN if refusal.status in (404, 410) else AGAIN


class Bucket:
    """Lets through so many messages a second, and a few more at once."""

    def __init__(self, settings: Settings) -> None:
        self._rate = settings.messages_a_second
        self._most = self._left = settings.burst
        self._last = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._last) * self._rate) - 1
        self._last = now
        return self._left >= 0


class Page:
    """A socket. One task reads, one writes; a slow page gets the latest view and all events since its last."""

    def __init__(self, battles: Battles, websocket: WebSocket, battle: Battle, token: str, seat: str) -> None:
        self.token = token
        self.seat = seat
        self.away = False
        self._battles = battles
        self._socket = websocket
        self._battle = battle
        self._bucket = Bucket(battles.settings)
        self._waiting: deque[Told] = deque()
        self._stirred = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._shown: Shown  # what this page has, from its hello on
        self._told = 0  # events
        self._company = battles.company is not None  # something about those at the table may have changed
        self._table: tuple[list[Player], int] | None = None  # what this page has heard of them
        self._heard = 0  # the last line of talk that this page has
        self._all = False  # whether it has heard what was said in all rooms

    # What the battle calls -----------------------------------------------------------------------

    def wake(self) -> None:
        self._stirred.set()

    def thinks(self, seat: str) -> None:
        self._say(Thinking(seat))

    def stir(self) -> None:
        self._company = self._battles.company is not None
        self._stirred.set()

    def dismiss(self, code: int, reason: str) -> None:
        self._closing = (code, reason)
        self._stirred.set()

    def _say(self, message: Told) -> None:
        self._waiting.append(message)
        if len(self._waiting) > UNREAD:
            self.dismiss(FLOOD, "Answers are not being read.")
        self._stirred.set()

    # The two tasks -------------------------------------------------------------------------------

    async def run(self) -> None:
        self._battle.listeners.add(self)
        company = self._battles.company
        if company:
            company.came(self._battle, self.seat)
        reader = asyncio.create_task(self._read())
        writer = asyncio.create_task(self._write())
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._battle.listeners.discard(self)
            if company:
                company.went(self._battle, self.seat)
            for task in (reader, writer):
                task.cancel()
            for ended in await asyncio.gather(reader, writer, return_exceptions=True):
                if isinstance(ended, Refusal):
                    self._closing = (code_of(ended), ended.error[:100])
                elif isinstance(ended, StoreError):  # nothing could be read or written just now: come again
                    self._closing = self._closing or (AGAIN, NO_DATABASE)
                elif isinstance(ended, Exception):
                    log.error("a socket failed", exc_info=ended)
                    self._closing = (FAILED, "Something went wrong on the server.")
        if self._closing is not None:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self._socket.close(*self._closing)

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._battles.links.find(self.token)  # it may have been taken while we came in
            await self._send(await self._hello())
            while self._closing is None:
                if self._shown.state != self._battle.state:
                    await self._send(await self._news())
                elif self._waiting:
                    await self._send(self._waiting.popleft())
                elif self._company:
                    self._company = False
                    await self._tell_company()
                else:
                    self._stirred.clear()
                    await self._stirred.wait()

    async def _read(self) -> None:
        limit = self._battles.settings.message_limit
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while self._closing is None:
                message = await self._socket.receive()
                if message["type"] != "websocket.receive":
                    return
                text = message.get("text")
                size = len(message.get("bytes") or b"") if text is None else len(text.encode("utf-8", "replace"))
                if size > limit:
                    self.dismiss(TOO_BIG, f"A message may have at most {limit} bytes.")
                elif not self._bucket.take():
                    self.dismiss(FLOOD, "Too many messages at once.")
                elif text is None:
                    self._say(Wrong("Messages must be text, not bytes."))
                else:
                    await asyncio.sleep(self._battles.limits.book(MESSAGES))  # of all pages of one client
                    await self._hear(text)

    async def _hear(self, text: str) -> None:
        """Do what a message asks for."""
        try:
            asked = read_message(text)
            if isinstance(asked, Ping):
                self._say(Pong())
                self._see(asked.away)
            elif isinstance(asked, Ask):
                self._say(await self._battles.probe(self.token, asked.state, asked.choice.choice(), asked.id))
            elif isinstance(asked, Choose):
                await self._battles.choose(self.token, asked.state, asked.choice.choice())
            else:
                await self._battles.undo(self.token, asked.state)
        except Malformed as error:
            self._say(Wrong(str(error)))
        except StoreError:
            self._say(Refused(self._battle.state, NO_DATABASE, ""))
        except Refusal as refusal:
            self._say(Refused(self._battle.state, clean(refusal.error), refusal.rule))

    def _see(self, away: bool) -> None:
        """Somebody looks at this page again, or nobody does any more."""
        company = self._battles.company
        if away != self.away:
            self.away = away
            if company:
                (company.went if away else company.came)(self._battle, self.seat)

    async def _send(self, message: Told) -> None:
        await self._socket.send_text(write_message(message))

    async def _tell_company(self) -> None:
        """Who is at the table, where there is company; when the battle is over, also what was said elsewhere.

        Nothing is told where nothing has changed: else that somebody's order will answer now could be heard.
        """
        battle, company = self._battle, self._battles.company
        over = battle.over
        found = await company.told(battle, self.seat, self._heard if self._all == over else 0) if company else None
        if found is None:
            return
        told, heard = found
        if told.talk or self._table != (told.players, told.watching):
            self._all = over
            self._table = (told.players, told.watching)
            self._heard = max(self._heard, heard)
            await self._socket.send_text(encode(told).decode())

    # What is told --------------------------------------------------------------------------------

    async def _hello(self) -> Hello:
        battle = self._battle
        async with battle.lock:
            still_here(battle)
            shown = self._shown = battle.shown(self.seat)
            self._told = len(battle.course.told)
            board = Raw(shown.board)
            if battle.thinking:
                self._waiting.append(Thinking(battle.thinking))
            view = Raw(shown.text)
            notice, step, astray = clean(battle.notice), battle.step(self.seat), battle.astray(self.seat)
            return Hello(self.seat, battle.id, battle.facts.scenario, board, shown.state, view, notice, step, astray)

    async def _news(self) -> News:
        battle = self._battle
        async with battle.lock:
            still_here(battle)
            had, shown = self._shown, battle.shown(self.seat)
            changes = Raw(battle.changes(self.seat, had))
            events = battle.told(self.seat, self._told)
            board = Raw(shown.board) if shown.key != had.key else None
            self._shown = shown
            self._told = len(battle.course.told)
            return News(shown.state, changes, events, board, battle.step(self.seat), battle.astray(self.seat))
