"""Analyses in the background: one process that gives way to everything else, a slice of each battle in turn.

A battle is worked on as long as somebody asks for it. What was found is kept with the battle: nothing is worked out
twice.
"""

import asyncio
import hashlib
import tempfile
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from sandtable.analysis.analysing import analyse
from sandtable.analysis.findings import Analysis, AnalysisError
from sandtable.server.computers.background import Background, BrokeOff
from sandtable.server.computers.thinking import Thinkers
from sandtable.server.refusal import Refusal
from sandtable.server.store import Store, StoreError
from sandtable.server.store.studies import find_report, keep_report
from sandtable.table.journal import JournalError, load
from sandtable.table.system import systems

SLICE = 1.0  # seconds of one battle before it is another's turn
PATIENCE = 120.0  # seconds for one slice: a single choice may take long
ASKED = 30.0  # seconds after which nobody wants it any more
FIRST = 3.0  # seconds that a request waits for the curve
WAITING = 20  # battles at a time
FORMAT = 3  # of what is kept
BUSY = "Too many battles are being analysed. Please try again in a while."


class Report(msgspec.Struct, frozen=True):
    """How far an analysis is."""

    state: str  # "waiting", "running", "stopped", "done", "failed"
    error: str = ""
    analysis: Analysis | None = None


# In the worker -----------------------------------------------------------------------------------

_running: OrderedDict[str, Iterator[Analysis]] = OrderedDict()


def go_on(battle: str, lines: list[bytes], seconds: float) -> Analysis:
    """Work on a battle for a while, from where it was left; AnalysisError: it cannot be done."""
    work = _running.pop(battle, None) or begun(lines)
    until = time.monotonic() + seconds
    found = next(work)
    while not found.complete and time.monotonic() < until and found.done:
        found = next(work)
    if not found.complete:
        _running[battle] = work
        while len(_running) > WAITING:
            _running.popitem(last=False)
    return found


def first_picture(lines: list[bytes]) -> Analysis:
    """The curve alone: a moment's work."""
    return next(begun(lines))


def begun(lines: list[bytes]) -> Iterator[Analysis]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        path.write_bytes(b"".join(lines))
        try:
            loaded = load(path)
        except JournalError as error:
            raise AnalysisError(str(error)) from error
    return analyse(loaded, systems()[loaded.header.system])


# On the server -----------------------------------------------------------------------------------


class Job:
    """A battle that is being analysed."""

    def __init__(self, battle: str, system: str, lines: list[bytes]) -> None:
        self.battle = battle
        self.system = system
        self.lines = lines
        self.report = Report("waiting")
        self.asked = time.monotonic()
        self.worked = 0.0  # when it had its last slice; 0: none yet
        self.drawn = asyncio.Event()  # the curve is there, or never will be
        self.drawing: asyncio.Task[None] | None = None

    @property
    def open(self) -> bool:
        return self.report.state in ("waiting", "running")


class Analyses:
    """All analyses on this server, a slice of each in turn."""

    def __init__(self, store: Store, modules: tuple[str, ...], thinkers: Thinkers) -> None:
        self._store = store
        self._thinkers = thinkers
        self._background = Background(modules)
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    async def ask(self, battle: str, system: str, lines: list[bytes]) -> bytes:
        """What is known about a battle that is over; it is worked on from now on."""
        kept = await self._read(battle, system)
        if kept is not None:
            return kept
        job = self._jobs.get(battle)
        if job is None or job.report.state == "stopped":
            if sum(each.open for each in self._jobs.values()) >= WAITING:
                raise Refusal(429, BUSY, retry_after=30)
            job = self._jobs[battle] = Job(battle, system, lines)
            job.drawing = asyncio.create_task(self._draw(job))
        self._jobs.move_to_end(battle)
        job.asked = time.monotonic()
        if job.open:
            self._background.keep_going(self._run)
        with suppress(TimeoutError):  # then it will be there next time
            await asyncio.wait_for(job.drawn.wait(), FIRST)
        if job.report.state == "failed":
            self._jobs.pop(battle, None)  # said once: whoever asks again lets it be tried again
        return msgspec.json.encode(job.report)

    async def stop(self, battle: str, system: str) -> bytes:
        """Enough: the slice that is being worked on is the last."""
        job = self._jobs.get(battle)
        if job is not None and job.open:
            job.report = msgspec.structs.replace(job.report, state="stopped")
        kept = await self._read(battle, system)
        return kept or msgspec.json.encode(Report("stopped") if job is None else job.report)

    def close(self) -> None:
        self._background.close()

    async def _draw(self, job: Job) -> None:
        """The curve, by the worker that thought about the battle: that of the background may have to start first."""
        with suppress(Exception):  # then the background draws it, or says why it cannot
            found = await self._thinkers.do(job.battle, first_picture, job.lines)
            if job.report.state == "waiting":
                job.report = Report("running", "", found)
                job.drawn.set()

    async def _run(self) -> None:
        while todo := [job for job in self._jobs.values() if job.open]:
            job = min(todo, key=lambda each: each.worked)  # a new one comes first: its curve is quickly drawn
            if time.monotonic() - job.asked > ASKED:
                job.report = msgspec.structs.replace(job.report, state="stopped")
            else:
                await self._slice(job)
                job.worked = time.monotonic()
        while len(self._jobs) > WAITING:
            self._jobs.popitem(last=False)

    async def _slice(self, job: Job) -> None:
        try:
            found = await self._background.do(PATIENCE, go_on, job.battle, job.lines, SLICE)
        except AnalysisError as error:
            job.report = Report("failed", str(error))
        except BrokeOff:
            job.report = Report("failed", "The analysis took too long or broke off. Please try again.")
        except Exception:
            job.report = Report("failed", "This battle cannot be analysed.")
        else:
            if job.open or found.complete:
                job.report = Report("done" if found.complete else "running", "", found)
            if found.complete:
                report = msgspec.json.encode(job.report)
                with suppress(StoreError):  # then it is found again another time
                    await self._store.run(keep_report(job.battle, basis_of(job.system), report))
        job.drawn.set()

    # In the store --------------------------------------------------------------------------------

    async def _read(self, battle: str, system: str) -> bytes | None:
        return await self._store.run(find_report(battle, basis_of(system)))


@cache
def basis_of(system: str) -> str:
    """What an analysis rests on: its form, and the numbers that judge. What was found on another is found anew."""
    outlook = systems()[system].thinks.outlook
    return f"{FORMAT} {'' if outlook is None else hashlib.sha256(msgspec.json.encode(outlook)).hexdigest()[:16]}"
