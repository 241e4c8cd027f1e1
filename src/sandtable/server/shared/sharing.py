"""Several processes, one database (docs/scaling.md): this one says that it is alive, and hears what others did.

Any process answers for any battle. What one writes the others repeat, if they have the battle open. Two that write at
once write the same line of the journal, and the database lets one of them.
"""

import asyncio
import logging
from contextlib import suppress

from sandtable.server.battles import Battles
from sandtable.server.shared.turns import SharedComputers
from sandtable.server.store import StoreError, shares
from sandtable.server.store.news import News

log = logging.getLogger(__name__)

BEATS = 3  # in the time of a lease


class Sharing:
    """What joins this process to the others."""

    def __init__(self, battles: Battles) -> None:
        self._battles = battles
        self._me = battles.store.process

    async def run(self) -> None:
        """Until it is cancelled."""
        battles, loop = self._battles, asyncio.get_running_loop()
        lease = battles.settings.lease

        def hear(news: str) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
                loop.call_soon_threadsafe(self._hear, news)

        def missed() -> None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._missed)

        news = News(battles.settings.database, self._me, hear, missed)
        try:
            while True:
                with suppress(StoreError):
                    await battles.store.run(shares.beat(self._me, lease))
                battles.look_on()
                await asyncio.sleep(lease / BEATS)
        finally:
            await asyncio.to_thread(news.close)

    async def leave(self) -> None:
        """All that we hold is free for others."""
        with suppress(StoreError):
            await self._battles.store.run(shares.leave(self._me))

    def _missed(self) -> None:
        self._battles.links.forget_all()
        self._battles.start(self._battles.catch_up())

    def _hear(self, news: str) -> None:
        battles = self._battles
        match news.split(" "):
            case ["lines", battle, count, due]:
                battles.start(battles.follow(battle, int(count)))
                if due == "True":
                    self._look()
            case ["thinks", battle, seat]:
                battles.announce(battle, seat)
            case ["link", battle, digest]:
                battles.lost_link(battle, bytes.fromhex(digest))
            case ["company", battle]:
                battles.stir(battle)
            case ["facts", battle]:
                battles.start(battles.heed_facts(battle))
            case ["due"]:
                self._look()
            case _:
                log.warning("another process says what is not understood: %s", news)

    def _look(self) -> None:
        if isinstance(self._battles.computers, SharedComputers):
            self._battles.computers.look()
