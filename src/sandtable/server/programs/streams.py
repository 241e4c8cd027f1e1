"""What a program hears: the questions of one seat, or all that concerns a bot; a line of JSON for each."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from msgspec import Raw

from sandtable.bots.wire import line_of, question
from sandtable.server.battle import Battle, Shown
from sandtable.server.battles import Battles, still_here
from sandtable.server.people.challenges import challenges
from sandtable.server.people.people import People
from sandtable.server.people.records import Account
from sandtable.server.people.tables import shown as shown_tables
from sandtable.server.refusal import Refusal, clean
from sandtable.server.socket import SOCKETS, has_room

QUESTION, CHANGES, VIEW = "question", "changes", "view"
SHOWS = (QUESTION, CHANGES, VIEW)
ALIVE = b"\n"  # says that the line still stands

_encode = msgspec.json.Encoder().encode


class Ear:
    """A stream at a seat: one of the battle's listeners."""

    def __init__(self, token: str, seat: str) -> None:
        self.token = token
        self.seat = seat
        self.away = False
        self.ended = ""  # why it is to be closed
        self._stirred = asyncio.Event()

    def wake(self) -> None:
        self._stirred.set()

    def thinks(self, seat: str) -> None:
        """A program need not know."""

    def stir(self) -> None:
        """Nor who else is at the table."""

    def dismiss(self, code: int, reason: str) -> None:
        self.ended = reason or "The stream is closed."
        self._stirred.set()

    async def stirs(self, patience: float) -> bool:
        """Wait until there is something to tell; False: there was nothing for so many seconds."""
        try:
            await asyncio.wait_for(self._stirred.wait(), patience)
        except TimeoutError:
            return False
        self._stirred.clear()
        return True


async def questions(battles: Battles, token: str, show: str) -> AsyncIterator[bytes]:
    """The questions of a seat until the battle is over. Refusals come as a last line, of the type `closed`."""
    settings = battles.settings
    try:
        with battles.limits.at_once(SOCKETS, settings.client_sockets) as room:
            if not room:
                raise Refusal(429, f"You have {settings.client_sockets} streams and pages open. Close one first.")
            async with battles.seat(token) as (battle, seat):
                if not has_room(battles, battle, seat):
                    raise Refusal(429, f"A seat has at most {settings.sockets_a_seat} streams and pages.")
                ear = Ear(token, seat)
                battle.listeners.add(ear)
                try:
                    async for line in listen(battle, ear, show, settings.ping):
                        yield line
                finally:
                    battle.listeners.discard(ear)
    except Refusal as refusal:
        yield closed(refusal.error)


async def listen(battle: Battle, ear: Ear, show: str, ping: float) -> AsyncIterator[bytes]:
    told: Shown | None = None
    asked = -1
    while not ear.ended:
        async with battle.lock:
            still_here(battle)
            lines = []
            if show != QUESTION and (told is None or told.state != battle.state):
                now = battle.shown(ear.seat)
                lines.append(seen(battle, ear.seat, told, now, show))
                told = now
            decision = None if battle.notice or battle.over else battle.play.decision_for(ear.seat)
            id = battle.course.seen_by(ear.seat)
            if decision is not None and not decision.settled and id != asked:
                asked = id
                lines.append(line_of(question(battle.play, ear.seat, decision, id)))
            if battle.over:
                result = battle.summed_up()
                end = {"winner": result.winner, "reason": result.reason, "rule": result.rule}
                lines.append(line_of({"type": "over", "state": battle.state, "result": end}))
        for line in lines:
            yield line
        if battle.over:
            return
        if battle.notice:
            yield closed(clean(battle.notice))
            return
        while not await ear.stirs(ping):
            yield ALIVE
    yield closed(ear.ended)


def seen(battle: Battle, seat: str, told: Shown | None, now: Shown, show: str) -> bytes:
    """What a seat sees: all of it, or what changed since it was told something."""
    if told is None or show == VIEW:
        return line_of({"type": "view", "state": now.state, "view": Raw(now.text)})
    return line_of({"type": "changes", "state": now.state, "changes": Raw(battle.changes(seat, told))})


def closed(reason: str) -> bytes:
    return line_of({"type": "closed", "error": reason})


async def concerns(people: People, bot: Account, key: str) -> AsyncIterator[bytes]:
    """What concerns a bot: who challenges it, its battles with a link to its seat, its turn, and how they end."""
    battles = people.battles
    known: dict[str, Any] = {}
    silent = 0.0
    beat = people.settings.stream_beat
    while not battles.closing:
        lines = [line async for line in news(people, bot, key, known)]
        for line in lines:
            yield line
        silent = 0.0 if lines else silent + beat
        if silent >= people.settings.ping:
            silent = 0.0
            yield ALIVE
        await asyncio.sleep(beat)
    yield closed("The server is shutting down.")


async def news(people: People, bot: Account, key: str, known: dict[str, Any]) -> AsyncIterator[bytes]:
    """What is new to whoever knows so much."""
    found = [each for each in await people.store.run(challenges(bot.id)) if bot.id in each.facts.only]
    for table in await shown_tables(people, found, bot.id):
        if not table["inside"] and table["id"] not in known:
            known[table["id"]] = True
            yield line_of({"type": "challenge", "table": table})
    for battle in await people.mine.listing(bot):
        id = battle["id"]
        was = known.get(id)
        if was == "over" or (was is None and battle["over"]):
            continue
        if was is None:
            for seat in battle["own"]:
                token = await people.mine.open(id, seat, bot, key)
                facts = {name: battle[name] for name in ("system", "scenario", "title")}
                yield line_of({"type": "battle", "battle": id, "seat": seat, "token": token, **facts})
        if battle["over"]:
            known[id] = "over"
            yield line_of({"type": "over", "battle": id, "result": battle["result"]})
        elif battle["my_turn"] is not None and battle["my_turn"] != was:
            known[id] = battle["my_turn"]
            yield line_of({"type": "turn", "battle": id})
        else:
            known.setdefault(id, "waiting")
