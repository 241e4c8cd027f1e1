"""Who is served next where only a few can be: clients in turn, so that one who wants much waits for himself alone."""

import asyncio
import itertools
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

REMEMBERED = 1000  # clients


class Rota:
    """A lock with so many places. A free one goes to the client who was served longest ago, and to whoever of his has
    waited longest.

    A battle asks one question at a time, so the battles of one client are served in turn, too.
    """

    def __init__(self, places: int = 1) -> None:
        self._free = places
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._served: OrderedDict[str, int] = OrderedDict()  # when each client was served last
        self._count = itertools.count(1)

    @property
    def waiting(self) -> int:
        return sum(len(each) for each in self._waiting.values())

    @asynccontextmanager
    async def turn(self, client: str, patience: float | None = None) -> AsyncIterator[None]:
        """Wait for one's turn, at most so many seconds; then TimeoutError."""
        async with asyncio.timeout(patience):
            await self._come(client)
        try:
            yield
        finally:
            self._next()

    async def _come(self, client: str) -> None:
        if self._free:
            self._serve(client)
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._next()  # it was our turn, and we have gone
            elif mine in self._waiting.get(client, ()):
                self._leave(client, mine)
            raise

    def _serve(self, client: str) -> None:
        self._free -= 1
        self._served[client] = next(self._count)
        self._served.move_to_end(client)
        if len(self._served) > REMEMBERED:
            self._served.popitem(last=False)

    def _leave(self, client: str, mine: "asyncio.Future[None]") -> None:
        line = self._waiting[client]
        line.remove(mine)
        if not line:
            del self._waiting[client]

    def _next(self) -> None:
        self._free += 1
        while self._waiting:
            client = min(self._waiting, key=lambda each: self._served.get(each, 0))
            mine = self._waiting[client][0]
            self._leave(client, mine)
            if not mine.done():  # else he has gone, and does not know it yet
                self._serve(client)
                mine.set_result(None)
                return
