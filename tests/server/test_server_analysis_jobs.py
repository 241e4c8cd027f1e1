"""Analyses share one process fairly, can be stopped, are bounded and are kept: without a process, step by step."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sandtable.analysis.findings import Analysis
from sandtable.server.analysis import jobs
from sandtable.server.analysis.jobs import WAITING, Analyses
from sandtable.server.computers.background import BrokeOff
from sandtable.server.computers.thinking import TooSlow
from sandtable.server.refusal import Refusal

SYSTEM = "war_storm"


class Worker:
    """In the place of the process: a slice is done when the test says so."""

    def __init__(self, slices: int) -> None:
        self.slices = slices  # that a battle takes
        self.done: list[str] = []  # whose slices, in their order
        self.gate = asyncio.Semaphore(0)
        self.task: asyncio.Task[None] | None = None
        self.broken = False

    async def do(self, patience: float, function: Any, battle: str, lines: list[bytes], seconds: float) -> Analysis:
        await self.gate.acquire()
        if self.broken:
            raise BrokeOff
        self.done.append(battle)
        count = self.done.count(battle)
        first = Analysis("x/y", battle, ("a", "b"), ("A", "B"), "Turn", "a", "it won", "Rough.", ())
        return Analysis(**{**first_of(first), "done": count - 1, "of": self.slices, "complete": count > self.slices})

    def keep_going(self, run: Callable[[], Awaitable[None]]) -> None:
        if self.task is None or self.task.done():
            self.task = asyncio.ensure_future(run())

    async def slices_done(self, count: int) -> None:
        """Let so many slices be worked on."""
        for _ in range(count):
            wanted = len(self.done) + 1
            self.gate.release()
            while len(self.done) < wanted and not self.broken:
                await asyncio.sleep(0)
            await asyncio.sleep(0)

    def close(self) -> None:
        if self.task is not None:
            self.task.cancel()


def first_of(found: Analysis) -> dict[str, Any]:
    return {name: getattr(found, name) for name in found.__struct_fields__}


class Absent:
    """In the place of those who think: nobody is there to draw a curve quickly."""

    async def do(self, battle: str, work: Any, *args: Any) -> Analysis:
        raise TooSlow


class Quick:
    """One who draws it at once."""

    async def do(self, battle: str, work: Any, *args: Any) -> Analysis:
        return Analysis("x/y", battle, ("a", "b"), ("A", "B"), "Turn", "a", "it won", "Rough.", ())


class Shelf:
    """In the place of the store."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    async def run(self, work: Callable[["Shelf"], Any]) -> Any:
        return work(self)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Analyses]:
    """Analyses with this worker and a shelf; no request waits for a curve."""
    monkeypatch.setattr(jobs, "FIRST", 0.0)
    monkeypatch.setattr(jobs, "basis_of", lambda system: "these numbers")
    monkeypatch.setattr(jobs, "find_report", lambda battle, basis: lambda shelf: shelf.kept.get(battle))
    monkeypatch.setattr(
        jobs, "keep_report", lambda battle, basis, report: lambda shelf: shelf.kept.update({battle: report})
    )

    def made(worker: Worker, shelf: Shelf | None = None) -> Analyses:
        found = Analyses(shelf or Shelf(), (), Absent())  # type: ignore[arg-type]
        found._background = worker  # type: ignore[assignment]
        return found

    return made


async def state(analyses: Analyses, battle: str) -> str:
    return str(json.loads(await analyses.ask(battle, SYSTEM, []))["state"])


def test_battles_have_their_slices_in_turn_and_a_new_one_comes_first(house: Callable[..., Analyses]) -> None:
    async def work() -> None:
        worker = Worker(3)
        analyses = house(worker)
        await analyses.ask("one", SYSTEM, [])
        await analyses.ask("two", SYSTEM, [])
        await worker.slices_done(4)
        assert worker.done == ["one", "two", "one", "two"]
        await analyses.ask("new", SYSTEM, [])
        await worker.slices_done(3)
        assert "new" in worker.done[4:6]  # the slice that was begun is finished first
        assert worker.done.count("one") >= 2 and worker.done.count("two") >= 2
        analyses.close()

    asyncio.run(work())


def test_who_stops_it_stops_it_and_can_go_on(house: Callable[..., Analyses]) -> None:
    async def work() -> None:
        worker = Worker(5)
        analyses = house(worker)
        await analyses.ask("one", SYSTEM, [])
        await worker.slices_done(1)
        assert json.loads(await analyses.stop("one", SYSTEM))["state"] == "stopped"
        await worker.slices_done(1)  # the one that was begun is the last
        assert worker.task is not None
        await worker.task
        assert worker.done == ["one", "one"]
        assert await state(analyses, "one") == "waiting"  # asked again, it goes on
        analyses.close()

    asyncio.run(work())


def test_what_nobody_asks_for_any_more_is_stopped(
    house: Callable[..., Analyses], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        worker = Worker(100)
        analyses = house(worker)
        await analyses.ask("one", SYSTEM, [])
        await worker.slices_done(2)
        monkeypatch.setattr(jobs, "ASKED", -1.0)  # every question is too long ago
        worker.gate.release()
        assert worker.task is not None
        await worker.task
        assert len(worker.done) == 3
        analyses.close()

    asyncio.run(work())


def test_only_so_many_at_a_time(house: Callable[..., Analyses]) -> None:
    async def work() -> None:
        analyses = house(Worker(5))
        for number in range(WAITING):
            await analyses.ask(str(number), SYSTEM, [])
        with pytest.raises(Refusal) as refused:
            await analyses.ask("one more", SYSTEM, [])
        assert refused.value.status == 429
        assert await state(analyses, "0") == "waiting"  # those that are there may be asked for
        analyses.close()

    asyncio.run(work())


def test_what_was_found_is_kept_and_not_worked_out_again(house: Callable[..., Analyses]) -> None:
    async def work() -> None:
        worker, shelf = Worker(2), Shelf()
        analyses = house(worker, shelf)
        await analyses.ask("one", SYSTEM, [])
        await worker.slices_done(3)
        assert worker.task is not None
        await worker.task
        assert await state(analyses, "one") == "done" and "one" in shelf.kept
        again = Worker(2)
        assert await state(house(again, shelf), "one") == "done"  # on a server that was started anew
        assert again.task is None and again.done == []
        analyses.close()

    asyncio.run(work())


def test_one_that_breaks_off_says_so_and_holds_up_nobody(house: Callable[..., Analyses]) -> None:
    async def work() -> None:
        worker = Worker(2)
        analyses = house(worker)
        worker.broken = True
        await analyses.ask("one", SYSTEM, [])
        await worker.slices_done(1)
        assert worker.task is not None
        await worker.task
        report = json.loads(await analyses.ask("one", SYSTEM, []))
        assert report["state"] == "failed" and "try again" in report["error"]
        assert await state(analyses, "one") == "waiting"  # and it is
        analyses.close()

    asyncio.run(work())


def test_the_first_curve_does_not_wait_for_the_background(house: Callable[..., Analyses]) -> None:
    """Whoever thought about the battle draws it; what the background then finds is not overwritten by it."""

    async def work() -> None:
        worker = Worker(2)
        analyses = house(worker)
        analyses._thinkers = Quick()  # type: ignore[assignment]
        await analyses.ask("one", SYSTEM, [])
        await asyncio.sleep(0)
        report = json.loads(await analyses.ask("one", SYSTEM, []))
        assert report["state"] == "running" and report["analysis"]["scenario"] == "x/y" and worker.done == []
        await worker.slices_done(3)
        assert await state(analyses, "one") == "done"

    asyncio.run(work())
