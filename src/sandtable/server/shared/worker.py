"""`sandtable worker`: a process in which computer players think, for servers that share its database."""

import asyncio
import signal

from sandtable.server.life import alive, open_battles
from sandtable.server.running import calm_collector
from sandtable.server.serving import ServeError
from sandtable.server.settings import Settings
from sandtable.server.store import StoreError


def work(settings: Settings) -> None:
    """Think until Ctrl-C or a SIGTERM."""
    try:
        asyncio.run(_work(settings))
    except StoreError as error:
        raise ServeError(str(error)) from error


async def _work(settings: Settings) -> None:
    battles = open_battles(settings)
    calm_collector()
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, ended.set)
    async with alive(battles):
        print(f"Computer players think here, {settings.workers} at a time (Ctrl-C stops it).", flush=True)
        await ended.wait()
