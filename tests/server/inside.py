"""A server's battles in the process of the test, for what must happen in an exact order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sandtable.server.battles import Battles
from sandtable.server.computers.thinking import Thinkers
from sandtable.server.games import Games
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.table.system import _systems
from sandtable.testing.toy import TOY

PERSONS = {"red": "person", "blue": "person"}


@asynccontextmanager
async def battles(folder: Path, **settings: Any) -> AsyncIterator[Battles]:
    """Battles of the toy. No worker is started before a computer player must think."""
    _systems["toy"] = TOY
    wanted = Settings(folder, **settings)
    store, thinkers = Store(wanted.database or folder), Thinkers(1, ("sandtable.systems",), 5.0)
    found = Battles(wanted, store, thinkers, Games())
    try:
        yield found
    finally:
        await found.close()
        thinkers.close()
        store.close()
        _systems.pop("toy", None)


class Socket:
    """What a page is to the server: it says nothing, and notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.closed: tuple[int, str] | None = None

    async def send_text(self, text: str) -> None:
        self.heard.append(text)

    async def receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)


class Talker(Socket):
    """A page that says these at once."""

    def __init__(self, says: list[str]) -> None:
        super().__init__()
        self._says = list(says)

    async def receive(self) -> dict[str, Any]:
        if self._says:
            return {"type": "websocket.receive", "text": self._says.pop(0)}
        return await super().receive()
