"""Computer players of many processes: work that lies in the database.

Whoever is free takes the battle whose turn it is, and holds it until one choice is made there. A process that
dies holds nothing any more when its lease has ended, so its battles go on elsewhere.
"""

import asyncio
import logging
import time
from contextlib import ExitStack, suppress
from hashlib import blake2b
from typing import TYPE_CHECKING

from sandtable.server.battle import Battle
from sandtable.server.computers.players import PATIENCE, Computers
from sandtable.server.store import StoreError, shares

if TYPE_CHECKING:
    from sandtable.server.battles import Battles

log = logging.getLogger(__name__)

LOOK = 1.0  # seconds after which a process looks for work if nobody told it of any


class SharedComputers(Computers):
    """This process's share of them."""

    def __init__(self, battles: "Battles") -> None:
        super().__init__(battles)
        self._store = battles.store
        self._me = battles.store.process
        self._free = asyncio.Semaphore(battles.settings.workers)  # for those who think here at the same time
        self._work = asyncio.Event()  # there may be some
        self._held: set[str] = set()  # battles that nobody else takes now
        self._failures: dict[str, int] = {}  # in a row, by battle

    def poke(self, battle: Battle) -> None:
        if not battle.next_bot():
            return
        if battle.client != battle.played_for:
            battle.played_for = battle.client
            # The database keeps no addresses: the same client is known again, and that is enough.
            client = blake2b(battle.client.encode(), digest_size=8).hexdigest()
            self._store.submit(shares.play_for(battle.id, client))
        if self._failures.pop(battle.id, 0) >= PATIENCE:  # we gave up there, and now somebody has come
            self._at_work(self._let_go(battle.id))
        self.look()

    def look(self) -> None:
        """There may be work."""
        self._work.set()

    async def resume(self) -> None:
        """Take work as long as there is any, and wait for more."""
        while self._battles.settings.workers > 0:
            await self._free.acquire()
            self._work.clear()
            id = None
            with suppress(StoreError):
                since = time.time() - self._battles.settings.rest_after
                id = await self._store.run(shares.take_due(self._me, since, self._held))
            if id is not None:
                self._held.add(id)
                self._at_work(self._take_turn(id))
                continue
            self._free.release()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._work.wait(), LOOK)

    async def _take_turn(self, id: str) -> None:
        """One choice in a battle that we hold. One that cannot be opened we go on holding: nobody else could."""
        try:
            given_up = await self._one_choice(id)
        except StoreError as error:  # the database is away: the battle is there again when it is
            log.warning("battle %s waits for the database: %s", id, error)
            given_up = False
        if not given_up:
            await self._let_go(id)

    async def _one_choice(self, id: str) -> bool:
        """Ask and answer; whether its computer player has failed too often."""
        with ExitStack() as place:
            place.callback(self._free.release)
            async with self._battles.battle(id) as battle:
                await self._battles.follow(id)
                found = await self.ask(battle)
                place.close()  # who waits for the beat keeps nobody from thinking
                if found is None:
                    given_up = bool(battle.notice)
                elif await self.answer(battle, *found):
                    given_up = False
                    self._failures.pop(id, None)
                else:
                    self._failures[id] = self._failures.get(id, 0) + 1
                    given_up = self._failures[id] >= PATIENCE
        return given_up

    async def _let_go(self, id: str) -> None:
        while True:
            try:
                await self._store.run(shares.let_go(self._me, id))
                break
            except StoreError:
                await asyncio.sleep(LOOK)
        self._held.discard(id)
        self.look()

    def rests(self, battle: Battle) -> bool:
        return False  # the database was asked: somebody may look on elsewhere

    def announce(self, battle: Battle, seat: str) -> None:
        if seat and seat != battle.thinking:
            self._store.submit(shares.tell(f"thinks {battle.id} {seat}"))
        super().announce(battle, seat)
