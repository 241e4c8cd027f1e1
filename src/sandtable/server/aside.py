"""What takes long is done aside, in a thread, a few at a time: whoever wants much of it waits for himself alone."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from sandtable.server.computers.rota import Rota
from sandtable.server.edge.callers import caller

P = ParamSpec("P")
T = TypeVar("T")

PLACES = 2  # threads take turns with the one that answers everybody, so few of them


class Aside:
    """Opens battles, begins them and looks back in them. Clients are served in turn."""

    def __init__(self, places: int = PLACES) -> None:
        self._rota = Rota(places)

    @property
    def waiting(self) -> int:
        return self._rota.waiting

    async def run(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Have something done that touches nothing that others use."""
        async with self._rota.turn(caller.get()):
            return await asyncio.to_thread(work, *args, **named)
