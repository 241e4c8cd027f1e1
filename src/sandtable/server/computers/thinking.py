"""Computer players think in other processes, so that the server never waits for one.

A worker gets the choices so far with their dice, plays them again without knowing the seed, and gives the bot its
seat: forks in which all that it cannot see is dealt anew. It keeps the battles it thought about last, so that the
next time only what is new need be sent; a battle always goes to the same worker.
"""

import asyncio
import importlib
import logging
import multiprocessing
import os
import signal
import tempfile
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import msgspec

from sandtable.bots import adviser, levels
from sandtable.bots.giving_up import Seen, look, no_hope
from sandtable.bots.player import Bot, Seat
from sandtable.server.computers.rota import Rota
from sandtable.table.decision import Choice
from sandtable.table.journal import RecordedChance, Report, scenario_of, verify
from sandtable.table.journal.record import Entry, Header
from sandtable.table.play import Play
from sandtable.table.scheme import Thought
from sandtable.table.system import systems

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)

BATTLES = 100  # that a worker keeps in mind
UNKNOWN = -1
TRIES = 3


class Played(msgspec.Struct, frozen=True):
    """A battle so far: its beginning, and every choice and undo."""

    header: Header
    opening: Sequence[int]
    entries: Sequence[Entry]


class Question(msgspec.Struct, frozen=True):
    """What a bot is to answer. Of what was played its worker has `known` so many entries, and gets the rest."""

    battle: str
    known: int  # UNKNOWN: it has not heard of the battle
    played: Played
    seat: str
    level: str
    limit: float
    hint: bool = False  # for a person who sits there: nothing of it is remembered
    gives_up: bool = False  # in this battle computer players may give up when they have lost


class Answer(msgspec.Struct, frozen=True):
    """What a bot chose, and what it says about it. `lost`: it has had no hope for a whole turn, and may give up."""

    choice: Choice
    thought: Thought | None = None
    lost: bool = False


# In the worker -----------------------------------------------------------------------------------


class TooSlow(Exception):
    """The bot thought for too long."""


class Game:
    """A battle in a worker's mind."""

    def __init__(self, played: Played, gives_up: bool = False) -> None:
        system = systems()[played.header.system]
        self.count = 0  # entries
        self.bots: dict[tuple[str, str], Bot] = {}
        self.gives_up = gives_up
        self.seen: dict[str, list[Seen]] = {}  # how each seat stood whenever it chose, where somebody may give up
        self.chance = RecordedChance()
        self.chance.known = list(played.opening)
        battle = system.rules.new(scenario_of(system, played.header))
        self.play = Play(system, battle, self.chance)
        for entry in played.entries:
            self.go_on(entry)

    def go_on(self, entry: Entry) -> None:
        self.count += 1
        if entry.undo:
            self.play.take_back(entry.agreed)
        else:
            if self.gives_up:
                self.seen[entry.seat] = self.looked(entry.seat)
            self.chance.known[len(self.chance.drawn) :] = entry.draws
            self.play.choose(entry.choice, entry.seat)

    def answer(self, seat: str, level: str) -> Answer:
        """The choice of the bot that plays this seat and remembers what it planned."""
        bot = self.bots.get((seat, level))
        if bot is None:
            bot = self.bots[seat, level] = levels.make(level)
        answer = asked(bot, Seat(self.play, seat))
        return msgspec.structs.replace(answer, lost=self.gives_up and no_hope(self.looked(seat)))

    def looked(self, seat: str) -> list[Seen]:
        """How a seat stood at its choices so far, and stands now."""
        now = look(Seat(self.play, seat)) if self.play.decision_for(seat) is not None else None
        return [*self.seen.get(seat, ()), *([now] if now is not None else [])]

    def hint(self, seat: str, level: str) -> Answer:
        """What a bot would do that sits down there just now."""
        return asked(adviser.make(level), Seat(self.play, seat))


def asked(bot: Bot, seat: Seat) -> Answer:
    """What a bot chooses and says. It may be at a loss for words; the choice counts."""
    choice = bot.choose(seat)
    try:
        return Answer(choice, bot.thought)
    except TooSlow:
        raise
    except Exception:
        log.exception("%s cannot explain %s", bot.name, choice)
        return Answer(choice)


_games: OrderedDict[str, Game] = OrderedDict()


def begin(modules: tuple[str, ...]) -> None:
    """A worker starts: it gets to know the games, leaves Ctrl-C to the server, and ends when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    for module in modules:
        importlib.import_module(module)


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def think(question: Question) -> Answer | None:
    """The answer of a bot; None: this worker does not know what came before."""
    game = _games.pop(question.battle, None)
    if question.known == UNKNOWN:
        game = Game(question.played, question.gives_up)
    elif game is None or game.count != question.known:
        return None
    else:
        for entry in question.played.entries:
            game.go_on(entry)
    _games[question.battle] = game
    if len(_games) > BATTLES:
        _games.popitem(last=False)
    work = game.hint if question.hint else game.answer
    return _in_time(question.limit, lambda: work(question.seat, question.level))


def _in_time(limit: float, work: Callable[[], T]) -> T:
    """Do it within so many seconds, where the system has an alarm clock."""
    if not hasattr(signal, "setitimer"):
        return work()

    def ring(*_: Any) -> None:
        raise TooSlow(f"no answer within {limit:g} seconds")

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def examine(lines: list[bytes]) -> Report:
    """Verify a journal: every choice by the rules, every die by the seed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        path.write_bytes(b"".join(lines))
        return verify(path, systems())


# In the server -----------------------------------------------------------------------------------


class Lane:
    """One worker, and how many entries of each battle it has seen."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        self.modules = modules
        self.seen: dict[str, int] = {}
        self.rota = Rota()  # one question at a time: what the next one needs to be told is known after it
        self.pool: ProcessPoolExecutor | None = None  # started when first needed

    def _start(self) -> ProcessPoolExecutor:
        # Started afresh, not forked: a fork would inherit the database and every socket.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, context, begin, (self.modules,))

    async def run(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Have the worker do something. If it dies a new one takes its place, and the caller may try again."""
        pool = self.pool = self.pool or self._start()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, partial(work, *args, **named))
        except BrokenExecutor:
            if pool is self.pool:
                self.seen.clear()
                self.pool = None
                pool.shutdown(wait=False)
            raise

    def close(self) -> None:
        """Send the worker home, thinking or not."""
        if self.pool is None:
            return
        workers = list((getattr(self.pool, "_processes", None) or {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()


class Thinkers:
    """All workers."""

    def __init__(self, workers: int, modules: tuple[str, ...], limit: float) -> None:
        self._lanes = [Lane(modules) for _ in range(max(1, workers))]
        self._limit = limit
        self._next = 0

    @property
    def waiting(self) -> int:
        """How many wait for a worker."""
        return sum(lane.rota.waiting for lane in self._lanes)

    async def answer(
        self, battle: str, played: Played, seat: str, level: str, client: str = "", gives_up: bool = False
    ) -> Answer:
        """What the bot at this seat chooses. Clients are served in turn."""
        lane = self._lane(battle)
        async with lane.rota.turn(client):
            question = Question(battle, UNKNOWN, played, seat, level, self._limit, gives_up=gives_up)
            return await self._ask(lane, question)

    async def hint(
        self,
        battle: str,
        played: Played,
        seat: str,
        level: str,
        limit: float,
        client: str = "",
        gives_up: bool = False,
    ) -> Answer:
        """What a bot would choose at this seat. TooSlow: no worker was free in so many seconds, or it took longer."""
        lane = self._lane(battle)
        try:
            async with lane.rota.turn(client, limit):
                return await self._ask(lane, Question(battle, UNKNOWN, played, seat, level, limit, True, gives_up))
        except TimeoutError as error:
            raise TooSlow("all workers are busy") from error

    def _lane(self, battle: str) -> Lane:
        return self._lanes[zlib.crc32(battle.encode()) % len(self._lanes)]

    async def _ask(self, lane: Lane, whole: Question) -> Answer:
        """Ask about a whole battle, sending only what the worker has not seen of it."""
        battle, entries = whole.battle, whole.played.entries
        for _ in range(TRIES):
            known = lane.seen.get(battle, UNKNOWN)
            rest = msgspec.structs.replace(whole.played, entries=entries[max(known, 0) :])
            question = msgspec.structs.replace(whole, known=known, played=rest)
            try:
                answer = await lane.run(think, question)
            except BrokenExecutor:
                log.warning("a worker died while %s thought in battle %s", whole.level, battle)
                continue
            except TooSlow:
                lane.seen[battle] = len(entries)  # the clock runs only after it has read them
                raise
            if answer is not None:
                lane.seen[battle] = len(entries)
                return answer
            lane.seen.pop(battle, None)
        raise TooSlow("no worker gave an answer")

    async def verify(self, lines: list[bytes], client: str = "") -> Report:
        """Check a whole journal, wherever a worker is next."""
        self._next += 1
        lane = self._lanes[self._next % len(self._lanes)]
        try:
            return await self._do(lane, client, examine, lines)
        except TooSlow:
            return Report(False, 0, "The battle could not be verified. Please try again.")

    async def do(self, battle: str, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Something short about a battle, by the worker that thinks about it. TooSlow: it died again and again."""
        return await self._do(self._lane(battle), "", work, *args, **named)

    async def _do(self, lane: Lane, client: str, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        async with lane.rota.turn(client):
            for _ in range(TRIES):
                try:
                    return await lane.run(work, *args, **named)
                except BrokenExecutor:
                    continue
        raise TooSlow("no worker did it")

    def forget(self, battle: str) -> None:
        """The battle has left the memory of the server; the worker may be asked for it from the start."""
        for lane in self._lanes:
            lane.seen.pop(battle, None)

    def close(self) -> None:
        for lane in self._lanes:
            lane.close()
