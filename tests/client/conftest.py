"""A real server on a free port and a real browser, for tests that play through the page."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from client_house import House
from hands import PATIENCE

from sinks import Letters, Web

try:
    from playwright.sync_api import Browser, Page, sync_playwright
except ImportError:  # the tests below are skipped then
    sync_playwright = None  # type: ignore[assignment]

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
NO_PICTURES = """{
  const { fetch } = window;
  window.fetch = (path, how) =>
    /^\\/api\\/(boards|briefings)\\//.test(path) ? Promise.reject(Error("no picture")) : fetch(path, how);
}"""
# Battles are played without animation and without lessons, unless a test wants them.
PLAIN = {"motion": "off", "guide": False}


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
        how = "apt-get install chromium, or set CHROMIUM to its path"
        pytest.skip(f"the tests of the page need Chromium: {how}")
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(driver: Any) -> Iterator["Browser"]:
    """One for all tests. Every test has visitors of its own, who share nothing."""
    found = driver.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
    yield found
    found.close()


@pytest.fixture(scope="session")
def house(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests; a test that kills one takes `frail`."""
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


@pytest.fixture(scope="session")
def village(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server to which others come: with names and open tables."""
    server = House(tmp_path_factory.mktemp("village") / "data", people=True)
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

    def page(
        self, settings: dict[str, Any] | None = None, clock: bool = False, pictures: bool = False, **how: Any
    ) -> "Page":
        """A page of a fresh visitor with these settings, in which nothing fades or glides.

        With a clock of its own the test may let time pass (page.clock), instead of waiting. The maps of all scenarios
        in the lobby and of briefings take their time, too: most tests do without these pictures.
        """
        how.setdefault("viewport", {"width": 1280, "height": 800})
        how.setdefault("reduced_motion", "reduce")
        context = self._browser.new_context(**how)
        self._contexts.append(context)
        kept = json.dumps(json.dumps(PLAIN | (settings or {})))
        context.add_init_script(
            f"if (!localStorage.getItem('sandtable.settings')) localStorage.setItem('sandtable.settings', {kept})"
        )
        if not pictures:
            context.add_init_script(NO_PICTURES)
        page = context.new_page()
        if clock:
            page.clock.install()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, message: Any) -> None:
        # A lost connection, a game without a board or a guide, a question about a move that was made meanwhile: the
        # browser tells of these itself, and they are no fault of the page.
        words = f"{message.text} {message.location.get('url', '')}"
        expected = ("ERR_CONNECTION_REFUSED", "WebSocket", "/api/boards/toy/", "/api/guides/", "/dangers?")
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
            for page in context.pages:
                page.unroute_all(behavior="ignoreErrors")  # an answer on its way is no fault when the page closes
            context.close()


@pytest.fixture
def square(browser: "Browser", village: House) -> Iterator[Table]:
    """Where strangers meet."""
    found = Table(browser, village)
    yield found
    found.close()
    assert not found.faults, "\n".join(found.faults)


@pytest.fixture
def post(browser: "Browser", tmp_path: Path) -> Iterator[tuple[Table, Letters, Web]]:
    """Where strangers meet over days: a clock that the test sets, a mail server and a push service."""
    mail, web = Letters(), Web()
    house = House(tmp_path / "data", people=True, mail=mail.address, notice_hosts=["127.0.0.1"], notice_beat=0.05)
    house.start()
    found = Table(browser, house)
    yield found, mail, web
    found.close()
    house.stop()
    web.close()
    mail.close()
    assert not found.faults, "\n".join(found.faults)


@pytest.fixture
def table(browser: "Browser", house: House) -> Iterator[Table]:
    found = Table(browser, house)
    yield found
    found.close()
    assert not found.faults, "\n".join(found.faults)
