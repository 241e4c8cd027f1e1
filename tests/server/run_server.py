"""A server for tests, in a process of its own: with the toy on offer, and with its dice or links bent if wanted.

Every battle of a scenario with the same players has the same seed, so that what happens in a test happens every time.

python run_server.py '{"data": "DIR", "port": 0, "settings": {...}, "deal": [1, 2, 3, 4], "links": true}'
"""

import hashlib
import itertools
import json
import resource
import secrets
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
from house import PATIENCE

from sandtable.server import battles, serve
from sandtable.server.battle import Known
from sandtable.server.games import Found
from sandtable.server.serving import Reach
from sandtable.server.settings import Settings
from sandtable.server.store import Facts
from sandtable.table.chance import SeededChance
from sandtable.testing import toy

# Tests come from one address, as fast as they can. Nobody is cut off for being slow, unless a test says so.
PATIENT = {
    "hint_limit": PATIENCE,
    "think_limit": PATIENCE,
    "request_limit": PATIENCE,
    "ping": PATIENCE,
    "client_messages_a_second": 1e6,
    "requests_a_second": 1e6,
    "requests_at_once": 1e6,
    "client_sockets": 10_000,
    "client_connections": 10_000,
    "client_hints_a_minute": 10_000,
    "client_hints_at_once": 100,
    "verifications_a_minute": 10_000,
    "order_pause": [0.0, 0.0],
}


def bend_dice(deal: list[int]) -> None:
    """The first draws are these, whatever the seed; nothing else changes, not even the digest."""
    honest = SeededChance.fresh

    def fresh(self: SeededChance, sides: int, place: int, why: str) -> int:
        return deal[place] if place < len(deal) else honest(self, sides, place, why)

    SeededChance.fresh = fresh  # type: ignore[method-assign]


def bend_seeds() -> None:
    """The seed that nobody chose follows from what is played; a fork has another than its battle."""
    honest = battles.Battles._make

    async def make(
        self: battles.Battles, found: Found, facts: Facts, seed: bytes, known: Known | None = None, **more: Any
    ) -> battles.Made:
        if not facts.seed_chosen:
            seed = hashlib.sha256(repr((facts.scenario, facts.kinds, known is None)).encode()).digest()
        return await honest(self, found, facts, seed, known, **more)

    battles.Battles._make = make  # type: ignore[method-assign]


def bend_secrets() -> None:
    """The same links, names and seeds in every run, so that two runs can be compared byte by byte."""
    numbers = itertools.count()

    def token_bytes(length: int | None = None) -> bytes:
        return hashlib.sha512(str(next(numbers)).encode()).digest()[: length or 32]

    battles.time = SimpleNamespace(time=lambda: 0.0, monotonic=time.monotonic)  # type: ignore[attr-defined]
    secrets.token_bytes = token_bytes
    secrets.token_hex = lambda length=None: token_bytes(length).hex()  # type: ignore[assignment]
    secrets.token_urlsafe = lambda length=None: token_bytes(16).hex()  # type: ignore[assignment]


def revise_toy(changes: dict[str, Any]) -> None:
    """The ridge is another scenario than it was."""
    toy.SCENARIOS["toy/ridge"] = msgspec.structs.replace(toy.SCENARIOS["toy/ridge"], **changes)


def main() -> None:
    wish: dict[str, Any] = json.loads(sys.argv[1])
    bend_seeds()
    if wish.get("links"):
        bend_secrets()
    if wish.get("file_limit"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (wish["file_limit"], wish["file_limit"]))
    revise_toy(wish.get("toy", {}))
    if wish.get("deal"):
        bend_dice(wish["deal"])
    wanted = PATIENT | wish.get("settings", {})
    if "client" in wanted:
        wanted["client"] = Path(wanted["client"])
    settings = Settings(Path(wish["data"]), modules=("sandtable.systems", "toy_table"), **wanted)
    reach = Reach(lan=wish.get("lan", False))
    serve(wish.get("port", 0), settings=settings, open_browser=False, processes=wish.get("processes", 1), reach=reach)


if __name__ == "__main__":
    main()
