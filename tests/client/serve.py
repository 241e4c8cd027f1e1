"""A server for the browser: the real games, and some that the page has never seen.

python serve.py PORT FOLDER [people] [thinkers] ['{"mail": "smtp://...", ...}']

The last is settings of the server. With people, the file FOLDER.clock says how many seconds to add to the clock.

Its computer players are scripted; with thinkers they are those that are shipped, each with a seed. A battle for which
no seed is chosen has always the same. So what happens in a test happens every time.
"""

import json
import secrets
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sandtable.server import battles, serve
from sandtable.server.people import clock
from sandtable.server.settings import Settings


def bend_seeds() -> None:
    """Links and names stay hard to guess; dice and cards do not."""
    same = SimpleNamespace(token_bytes=lambda length: b"s" * length, token_hex=secrets.token_hex)
    battles.secrets = same  # type: ignore[attr-defined]


def bend_clock(file: Path) -> None:
    """Days pass when the test says so."""

    def now() -> float:
        return time.time() + (float(file.read_text() or 0) if file.exists() else 0.0)

    clock.time = SimpleNamespace(time=now)  # type: ignore[assignment]


if __name__ == "__main__":
    bend_seeds()
    wanted: dict[str, Any] = json.loads(sys.argv[-1]) if sys.argv[-1].startswith("{") else {}
    if "people" in sys.argv:
        bend_clock(Path(f"{sys.argv[2]}.clock"))
    players = "thinkers" if "thinkers" in sys.argv else "players"
    modules = ("sandtable.systems", "gallery", "parade", "platoon", players)
    # Computer players answer at once: that their pace tells nothing is tested elsewhere. All pages are one client.
    settings = Settings(
        Path(sys.argv[2]),
        modules=modules,
        secret_pace=0.02,
        battles_an_hour=100_000,
        hints_a_minute=10_000,
        client_hints_a_minute=10_000,
        verifications_a_minute=10_000,
        requests_at_once=1e6,
        people="people" in sys.argv,
        accounts_an_hour=100_000,
        codes_a_minute=100_000,
        ways_an_hour=100_000,
        notice_hosts=tuple(wanted.pop("notice_hosts", ())),
        **wanted,
    )
    serve(int(sys.argv[1]), settings=settings, open_browser=False)
