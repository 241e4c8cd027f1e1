"""The thread that owns the database.

Whatever waits for it when it comes round is written in one transaction and synced to the disk once, so that two
hundred battles at a time cost little more than one.
"""

import asyncio
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sandtable.server.store.contract import Base, StoreError, Work
from sandtable.server.store.postgres import PREFIXES, PostgresBase
from sandtable.server.store.sqlite import open_sqlite

T = TypeVar("T")

AT_ONCE = 500  # pieces of work in one transaction


class Awaited:
    """What somebody in an event loop waits for: a future of the loop's, settled from the thread.

    A future of concurrent.futures does the same, and takes longer than the work.
    """

    __slots__ = ("_loop", "future")

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self._loop.create_future()

    def set_running_or_notify_cancel(self) -> bool:
        return not self.future.cancelled()

    def set_result(self, result: Any) -> None:
        self._settle(self.future.set_result, result)

    def set_exception(self, error: BaseException) -> None:
        self._settle(self.future.set_exception, error)

    def _settle(self, tell: Callable[[Any], None], what: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._unless_done, tell, what)

    def _unless_done(self, tell: Callable[[Any], None], what: Any) -> None:
        if not self.future.done():  # whoever waited may have gone
            tell(what)


Job = tuple[Work[Any], "Future[Any] | Awaited"]


class Store:
    """A database, and the thread that reads and writes it."""

    def __init__(self, where: Path | str) -> None:
        """A folder, in which there is a file, or the address of a database."""
        self._where = where
        self.process = secrets.token_hex(6)  # who we are to others who use the same database
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.trouble = ""  # why nothing can be kept any more: a sentence
        ready: Future[None] = Future()
        self._thread = threading.Thread(target=self._work, args=(ready,), name="store", daemon=True)
        self._thread.start()
        ready.result()

    def submit(self, work: Work[T]) -> "Future[T]":
        """Have something done; the result comes when it is on the disk."""
        future: Future[T] = Future()
        self._jobs.put((work, future))
        return future

    async def run(self, work: Work[T]) -> T:
        """The same for somebody in an event loop."""
        awaited = Awaited()
        self._jobs.put((work, awaited))
        result: T = await awaited.future
        return result

    def close(self) -> None:
        """Finish what was begun and close the database."""
        self._jobs.put(None)
        self._thread.join()

    # The thread ------------------------------------------------------------------------------

    def _work(self, ready: "Future[None]") -> None:
        try:
            base = open_base(self._where, self.process)
        except StoreError as error:
            ready.set_exception(error)
            return
        ready.set_result(None)
        going = True
        while going:
            batch, going = self._batch()
            if batch:
                transact(base, batch)
                self.trouble = base.trouble
        base.close()

    def _batch(self) -> tuple[list[Job], bool]:
        """What waits now, and whether there may be more."""
        batch: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            if job[1].set_running_or_notify_cancel():
                batch.append(job)
            if len(batch) >= AT_ONCE:
                break
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
        return batch, job is not None


def open_base(where: Path | str, process: str) -> Base:
    """The database, ready. StoreError: it cannot be used."""
    if isinstance(where, Path):
        return open_sqlite(where)
    if not where.startswith(PREFIXES):
        raise StoreError(f"A database is named like {PREFIXES[0]}user@host/name.")
    return PostgresBase(where, process)


def transact(base: Base, batch: list[Job]) -> None:
    """One transaction for all; if one fails, one for each. Nobody hears before it is on the disk."""
    results: list[Any] = []
    try:
        base.begin()
        try:
            for work, _ in batch:
                results.append(work(base))
        except Exception as error:
            base.rollback()
            if len(batch) > 1:
                for job in batch:
                    transact(base, [job])
            else:
                batch[0][1].set_exception(error)
            return
        base.commit()
    except StoreError as error:
        base.rollback()
        for _, future in batch:
            future.set_exception(error)
        return
    for (_, future), result in zip(batch, results, strict=True):
        future.set_result(result)
