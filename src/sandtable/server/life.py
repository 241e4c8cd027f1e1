"""What lives as long as a process does: its store, its battles, and what goes on by itself."""

import asyncio
import gc
import importlib
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from sandtable.server.battles import Battles
from sandtable.server.computers.thinking import Thinkers
from sandtable.server.games import Games
from sandtable.server.settings import Settings
from sandtable.server.shared.sharing import Sharing
from sandtable.server.store import Store, StoreError

QUIET = 5.0  # seconds without a choice
SWEEP = 60.0  # seconds between two sweeps at least
FORGET = 3600.0  # seconds between two looks for battles that are to be forgotten
GREET = 20.0  # seconds between two notes of who is at the tables
SWEEP_AT_LAST = 900.0  # and at most, where something happened


def open_battles(settings: Settings) -> Battles:
    """All battles, with their store opened. StoreError: it cannot be used."""
    for module in settings.modules:
        importlib.import_module(module)
    store = Store(settings.database or settings.data)
    thinkers = Thinkers(settings.workers, settings.modules, settings.think_limit)
    return Battles(settings, store, thinkers, Games())


@asynccontextmanager
async def alive(battles: Battles, *more: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Computer players play, the house is kept, and more goes on; at the end all is closed, the store last."""
    sharing = Sharing(battles) if battles.settings.database else None
    work = [battles.computers.resume(), keep_house(battles), *([sharing.run()] if sharing else []), *more]
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await battles.close()
        if sharing:
            await sharing.leave()
        battles.thinkers.close()
        battles.store.close()


async def keep_house(battles: Battles) -> None:
    """Now and then, and rather when nobody is waiting, throw away what is not used any more."""
    swept = time.monotonic()
    forgot = greeted = -FORGET
    known = -1
    while True:
        await asyncio.sleep(QUIET)
        with suppress(StoreError):
            version = await battles.store.run(lambda base: base.version())  # finds out whether it is still there
            if known not in (-1, version):  # somebody has used `sandtable admin`
                await battles.look_anew()
            known = version
        battles.let_go()
        now = time.monotonic()
        if now - forgot > FORGET:
            forgot = now
            with suppress(StoreError):
                await battles.forget()
        if now - greeted > GREET:
            greeted = now
            battles.look_around()
        quiet = now - battles.last_write > QUIET and now - swept > SWEEP
        if battles.last_write > swept and (quiet or now - swept > SWEEP_AT_LAST):
            gc.collect()
            swept = time.monotonic()
