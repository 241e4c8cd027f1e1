"""A real server on a free port and a real browser, for tests that play through the page."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

try:
    from playwright.sync_api import Browser, Page, sync_playwright
except ImportError:  # the tests below are skipped then
    sync_playwright = None  # type: ignore[assignment]

HERE = Path(__file__).parent
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 40  # seconds for anything: a machine may have much else to do
# A game without a number of turns is as long as its mission: this one is over soon.
SHORT = {"of_war_and_men": "of_war_and_men/the-road-to-ruin-private"}
# Battles are played without animation and without lessons, unless a test wants them.
PLAIN = {"motion": "off", "guide": False}


class House:
    """A server that can be killed and started again on the same port with the same data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, str(HERE / "serve.py"), str(self.port), str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "Sandtable is on" in line, line
        self.port = int(line.split("://")[1].split("/")[0].rsplit(":", 1)[1])

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def ask(self, path: str, body: Any = None) -> Any:
        """A request to the API; POST with a body."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api{path}", data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def battle(
        self, seats: dict[str, str], scenario: str = "nations_at_war/cats-in-the-mist", **more: Any
    ) -> dict[str, Any]:
        made: dict[str, Any] = self.ask("/battles", {"scenario": scenario, "seats": seats, **more})
        return made

    def shortest(self, system: str) -> dict[str, Any]:
        """The scenario of a system that takes the least time, as far as the server knows; or the one in SHORT."""
        shelf = next(each for each in self.ask("/games")["systems"] if each["key"] == system)
        for scenario in shelf["scenarios"]:
            if scenario["id"] == SHORT.get(system):
                return dict(scenario)
        found: dict[str, Any] = min(shelf["scenarios"], key=lambda scenario: scenario["minutes"])
        return found

    def wait_for(self, token: str, ready: Any, seconds: float = PATIENCE) -> dict[str, Any]:
        """The view of a seat as soon as it is as wanted."""
        end = time.monotonic() + seconds
        while True:
            view: dict[str, Any] = self.ask(f"/seat/{token}/view")
            if ready(view):
                return view
            assert time.monotonic() < end, "the battle does not get there"
            time.sleep(0.05)


NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """Where the browser is; empty if there is none."""
    named = [os.environ["CHROMIUM"]] if os.environ.get("CHROMIUM") else NAMES
    return next((found for name in named if (found := shutil.which(name))), "")


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    if sync_playwright is None:
        pytest.skip("the tests of the page need playwright: pip install -e '.[dev]'")
    if not chromium():
        pytest.skip("the tests of the page need Chromium: apt-get install chromium, or set CHROMIUM to its path")
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="module")
def browser(driver: Any) -> Iterator["Browser"]:
    """One for each module. Every test has visitors of its own, who share nothing."""
    found = driver.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
    yield found
    found.close()


@pytest.fixture(scope="module")
def house(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for each module; a test that kills one takes `frail`."""
    server = House(tmp_path_factory.mktemp("house") / "data")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def frail(driver: Any, tmp_path: Path) -> Iterator[House]:
    """A server that may be killed."""
    server = House(tmp_path / "data")
    server.start()
    yield server
    server.stop()


class Table:
    """Opens pages and keeps what goes wrong in them."""

    def __init__(self, browser: "Browser", house: House) -> None:
        self._browser = browser
        self.house = house
        self._contexts: list[Any] = []
        self.faults: list[str] = []

    def page(self, settings: dict[str, Any] | None = None, **how: Any) -> "Page":
        """A page of a fresh visitor with these settings."""
        how.setdefault("viewport", {"width": 1280, "height": 800})
        context = self._browser.new_context(**how)
        self._contexts.append(context)
        kept = json.dumps(json.dumps(PLAIN | (settings or {})))
        context.add_init_script(
            f"if (!localStorage.getItem('sandtable.settings')) localStorage.setItem('sandtable.settings', {kept})"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, message: Any) -> None:
        # A lost connection, a game without a board, a question about a move that has been made meanwhile: the
        # browser tells of these itself, and they are no fault of the page.
        words = f"{message.text} {message.location.get('url', '')}"
        expected = ("ERR_CONNECTION_REFUSED", "WebSocket", "/api/boards/toy/", "/dangers?")
        if message.type == "error" and not any(word in words for word in expected):
            self.faults.append(words)

    def open(self, token: str, settings: dict[str, Any] | None = None, **how: Any) -> "Page":
        """The page of a seat, as soon as it shows the battle."""
        page = self.page(settings, **how)
        page.goto(f"{self.house.address}/b/{token}")
        page.wait_for_selector(".ground.painted", state="attached")
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def table(browser: "Browser", house: House) -> Iterator[Table]:
    found = Table(browser, house)
    yield found
    found.close()
    assert not found.faults, "\n".join(found.faults)
