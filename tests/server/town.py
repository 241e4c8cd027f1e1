"""A server with people in the process of the test: requests without a network, and a clock that the test sets."""

import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.server import games
from sandtable.server.app import create_app
from sandtable.server.people import clock
from sandtable.server.settings import Settings
from sandtable.server.tokens import new_token
from sandtable.table.system import _systems
from sandtable.testing.toy import TOY as TOY_SYSTEM

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have another httpx
    from starlette.testclient import TestClient

PATIENT: dict[str, Any] = {
    "people": True,
    "requests_at_once": 1e6,
    "accounts_an_hour": 10_000,
    "codes_a_minute": 10_000,
    "workers": 1,
    "order_pause": (0.0, 0.0),
}
MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0


listed = cache(games.read_all)  # the same scenarios for all servers of a test run


class Somebody:
    """A person with a browser; without a key a stranger."""

    def __init__(self, town: "Town", key: str = "") -> None:
        self.town = town
        self.key = key

    def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        answer = self.town.http.request(method, f"/api/{path}", json=body, headers=headers)
        assert answer.status_code == status, (path, body, answer.status_code, answer.text)
        return answer.json()

    def get(self, path: str, status: int = 200) -> Any:
        return self.ask("GET", path, status=status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return self.ask("POST", path, body or {}, status)

    @property
    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("people/me")
        return found


class Town:
    """A server, and the people in it."""

    def __init__(self, http: TestClient, settings: Settings, time: SimpleNamespace) -> None:
        self.http = http
        self.settings = settings
        self._time = time
        self.stranger = Somebody(self)

    def join(self, name: str) -> Somebody:
        """Somebody with a name."""
        person = Somebody(self, new_token())
        person.post("people", {"name": name, "key": person.key}, 201)
        return person

    @contextmanager
    def page(self, link: str) -> Iterator[Any]:
        """An open socket. How the test client ends it, cancelled or not, is no matter of ours."""
        with suppress(CancelledError), self.http.websocket_connect(f"/ws/{link}") as found:
            yield found

    @property
    def now(self) -> float:
        """What time it is here."""
        return float(self._time.time())

    def run(self, work: Any) -> Any:
        """Something with the database of this server."""
        assert self.http.portal is not None
        return self.http.portal.call(self.http.app.state.battles.store.run, work)  # type: ignore[attr-defined]

    def later(self, seconds: float) -> None:
        """Let time pass."""
        self._time.passed += seconds


@contextmanager
def open_town(where: Path | str, folder: Path, **settings: Any) -> Iterator[Town]:
    """The server of a place, a folder or a database, until the test has done."""
    database = where if isinstance(where, str) else ""
    wanted = Settings(where if isinstance(where, Path) else folder, database=database, **(PATIENT | settings))
    time = SimpleNamespace(passed=0.0, begun=1_700_000_000.0)
    time.time = lambda: time.begun + time.passed
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "time", time)
        patch.setitem(_systems, "toy", TOY_SYSTEM)
        patch.setattr(games, "read_all", listed)
        with TestClient(create_app(wanted), base_url="http://127.0.0.1") as http:
            yield Town(http, wanted, time)
