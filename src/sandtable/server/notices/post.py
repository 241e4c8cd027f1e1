"""The post of one server process: sees who is due, writes letters, and gives them to a courier.

All of it goes on beside the battles: a choice only notes who is asked (calls.py), and a courier is a process of its
own.
"""

import asyncio
import base64
import importlib.util
import logging
import os
import sys
from contextlib import suppress

import msgspec

from sandtable.server.notices import letters
from sandtable.server.notices.calls import Call, due_calls, note_called
from sandtable.server.notices.courier import CHECK, Bag, Parcel, Receipt
from sandtable.server.notices.ways import MAIL, PUSH, Way, ways_in
from sandtable.server.people.clock import now
from sandtable.server.people.turns import find_turns
from sandtable.server.seats import PERSON
from sandtable.server.settings import Settings
from sandtable.server.store import Base, Facts, Store, StoreError, Taken, Work

log = logging.getLogger(__name__)

LIMIT = 120.0  # seconds for one courier
KEY = "push"

_facts = msgspec.json.Decoder(Facts).decode


class Keys(msgspec.Struct, frozen=True):
    """With which this server signs what it sends to browsers, the same in all processes."""

    private: str
    public: str


class Post:
    """Sends what is due."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._keys: Keys | None = None

    @property
    def can_push(self) -> bool:
        return importlib.util.find_spec("pywebpush") is not None

    @property
    def can_mail(self) -> bool:
        return bool(self._settings.mail)

    @property
    def can_apprise(self) -> bool:
        return importlib.util.find_spec("apprise") is not None

    async def run(self) -> None:
        """As long as the server lives."""
        while True:
            await asyncio.sleep(self._settings.notice_beat)
            with suppress(StoreError):
                await self._store.run(ring(now()))
                await self._send()

    async def _send(self) -> None:
        taken = await self._store.run(letters.take_letters(now()))
        mail = [each for each in taken if each[1].kind == MAIL]
        for some in (mail, [each for each in taken if each[1].kind != MAIL]):
            if some:
                await self._deliver(some)

    async def _deliver(self, some: list[tuple[letters.Letter, Way]]) -> None:
        parcels = [
            Parcel(way.kind, way.address, letter.title, letter.text, letter.link, letter.battle)
            for letter, way in some
        ]
        receipts = await self._courier(parcels)
        for (letter, way), receipt in zip(some, receipts, strict=True):
            if receipt.ok:
                await self._store.run(letters.note_sent(letter))
            elif receipt.gone:
                await self._store.run(letters.note_gone(way))
            else:
                log.info("a notice by %s did not get there: %s", way.kind, receipt.why)
                await self._store.run(letters.note_failed(letter, receipt.why, now()))

    async def check(self, address: str) -> Receipt:
        """Whether Apprise knows an address, and notices may go there."""
        return (await self._courier([Parcel(CHECK, address)]))[0]

    async def _courier(self, parcels: list[Parcel]) -> list[Receipt]:
        """What became of each; a courier that does not come back has delivered nothing."""
        settings = self._settings
        push = any(parcel.kind == PUSH for parcel in parcels)
        key = (await self.keys()).private if push else ""
        contact = settings.public_url or "https://localhost"
        bag = Bag(parcels, settings.notice_hosts, settings.mail, key, contact)
        outside = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "sandtable.server.notices.courier"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=outside,
        )
        try:
            answer, _ = await asyncio.wait_for(process.communicate(msgspec.json.encode(bag)), LIMIT)
            return msgspec.json.decode(answer, type=list[Receipt])
        except (TimeoutError, msgspec.MsgspecError) as error:
            log.warning("the courier of notices did not come back: %s", type(error).__name__)
            return [Receipt(False, "The notice could not be sent.")] * len(parcels)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def keys(self) -> Keys:
        """Made when they are first needed."""
        if self._keys is None:
            fresh = await asyncio.to_thread(new_keys)
            try:
                self._keys = await self._store.run(keep_keys(fresh))
            except Taken:  # another process was quicker
                self._keys = await self._store.run(keep_keys(fresh))
        return self._keys


def new_keys() -> Keys:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    def text(value: bytes) -> str:
        return base64.urlsafe_b64encode(value).rstrip(b"=").decode()

    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return Keys(text(key.private_numbers().private_value.to_bytes(32, "big")), text(point))


def keep_keys(fresh: Keys) -> Work[Keys]:
    """Those that are kept; if there are none, these are. Taken: another process has just kept its own."""

    def work(base: Base) -> Keys:
        for (value,) in base.rows("SELECT value FROM kept WHERE name = ?", KEY):
            return msgspec.json.decode(value, type=Keys)
        base.do("INSERT INTO kept (name, value) VALUES (?, ?)", KEY, msgspec.json.encode(fresh))
        return fresh

    return work


def ring(time: float) -> Work[None]:
    """Write letters to all who are due."""

    def work(base: Base) -> None:
        for call in due_calls(base, time):
            call_one(base, call, time)

    return work


def call_one(base: Base, call: Call, time: float) -> None:
    """Letters to whoever sits there, by each of his ways; none about what he is looking at, unless he wants that."""
    chairs = base.rows(
        "SELECT account FROM chairs JOIN accounts ON accounts.id = chairs.account "
        "WHERE battle = ? AND seat = ? AND given_up = 0 AND NOT banned",
        *(call.battle, call.seat),
    )
    battles = base.rows("SELECT facts, over FROM battles WHERE id = ?", call.battle)
    if not chairs or not battles or battles[0][1]:
        return
    facts = _facts(battles[0][0])
    if facts.hot_seat or sum(kind == PERSON for kind in facts.kinds.values()) < 2:
        return  # a computer player answers at once
    sits = base.rows("SELECT 1 FROM here WHERE battle = ? AND seat = ? AND until > ?", call.battle, call.seat, time)
    ways = [way for way in ways_in(base, chairs[0][0]) if not way.code and (way.always or not sits)]
    title, text = words(base, call, facts, time)
    for way in ways:
        link = f"{way.root}/#battle={call.battle}"
        about = {"battle": call.battle, "seat": call.seat, "asked": call.asked, "link": link}
        letters.write_letter(base, way, title, text, time, **about)
    if ways:
        note_called(base, call, time)


def words(base: Base, call: Call, facts: Facts, time: float) -> tuple[str, str]:
    """What is told: whose turn it is, and never about what he is asked."""
    turns = find_turns(call.battle)(base)
    ends = turns.runs_out(call.seat) if turns else None
    left = f" You have {span(ends - time)}." if ends is not None and ends > time else ""
    if call.reminder:
        return f"Your time is running out: {facts.title}", f"It is still your turn.{left}"
    return f"Your turn: {facts.title}", f"The others are waiting for you.{left}"


def span(seconds: float) -> str:
    """Roughly: "2 days", "3 hours", "5 minutes"."""
    for name, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        count = round(seconds / size)
        if seconds >= 2 * size or name == "minute":
            return f"{count} {name}{'' if count == 1 else 's'}"
    return ""
