"""Work in the background: one process that gives way to everything else, and files that keep what came of it."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from sandtable.server.computers.thinking import begin

P = ParamSpec("P")
T = TypeVar("T")

STARTING = 120.0  # seconds: it loads every game, on a busy machine slowly
GIVES_WAY = 10  # as a process: everything else goes first


class BrokeOff(Exception):
    """The work took too long, or its process died."""


def start(modules: tuple[str, ...]) -> None:
    """The process starts: it knows the games and gives way."""
    begin(modules)
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)


class Background:
    """The process. It starts with the first work, and anew after one that broke off."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        self._modules = modules
        self._pool: ProcessPoolExecutor | None = None
        self._started: Future[int] = Future()
        self._task: asyncio.Task[None] | None = None

    async def do(self, patience: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function there. BrokeOff: not within so many seconds after it has started, or never."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), start, (self._modules,))
            self._started = self._pool.submit(os.getpid)
        pool = self._pool
        try:
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._started)), STARTING)
            if pool is not self._pool:  # other work has broken it off meanwhile
                raise BrokeOff
            return await asyncio.wait_for(asyncio.wrap_future(pool.submit(function, *args, **kwargs)), patience)
        except (BrokenExecutor, TimeoutError) as error:
            self._end()
            raise BrokeOff from error

    def keep_going(self, run: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Go through what there is to do, if nobody does so yet."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(run())

    def close(self) -> None:
        """Stop, and end the process whatever it is at."""
        if self._task is not None:
            self._task.cancel()
        self._end()

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())  # a pool that is shut down knows them no more
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()


def keep_file(path: Path, content: bytes, most: int) -> None:
    """Write a file whole or not at all, and keep only the newest of its folder. Where the disk is full it is lost."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".part")
        draft.write_bytes(content)
        os.replace(draft, path)
        old = sorted(path.parent.glob("*.json"), key=lambda each: each.stat().st_mtime)
        for each in old[:-most]:
            each.unlink(missing_ok=True)
    except OSError:
        return
