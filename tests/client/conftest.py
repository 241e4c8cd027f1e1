"""A real server on a free port and a real browser, for tests that play through the page."""

import json
import os
import shutil
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from client_house import House
from hands import PATIENCE

from sinks import Letters, Web
from soak import LONG

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
NO_ANALYSIS = """{
  const { fetch } = window;
  const nothing = JSON.stringify({ state: "stopped", error: "", analysis: null });
  window.fetch = (path, how) =>
    /^\\/api\\/seat\\/[^/]+\\/analysis$/.test(path) ? Promise.resolve(new Response(nothing)) : fetch(path, how);
}"""
NO_PICTURES = """{
  const { fetch } = window;
  window.fetch = (path, how) =>
    /^\\/api\\/(boards|briefings)\\//.test(path) ? Promise.reject(Error("no picture")) : fetch(path, how);
}"""
# Nobody looks at the screen. What is there but cannot be seen is laid out, pointed at and clicked as ever, but it is
# not drawn: that would be a quarter of the processor time of these tests.
UNSEEN = """{
  const style = new CSSStyleSheet();
  style.replaceSync("@media screen { html { opacity: 0 } }");
  document.adoptedStyleSheets.push(style);
}"""
# Battles are played without animation, sound and lessons and on plain maps, unless a test wants them.
PLAIN = {"motion": "off", "guide": False, "map": "plain", "sound": False}
# What a visitor leaves behind.
LEFT = "cookies,indexeddb,local_storage,service_workers,cache_storage"


# The headless shell is the same browser without windows: a test takes half the processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """Where the browser is; empty if there is none."""
    named = [os.environ["CHROMIUM"]] if os.environ.get("CHROMIUM") else NAMES
    return next((found for name in named if (found := shutil.which(name))), "")


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    if sync_playwright is None:
        pytest.skip("the tests of the page need playwright: pip install -e '.[dev]'")
    if not chromium():
        how = "apt-get install chromium-headless-shell, or set CHROMIUM to its path"
        pytest.skip(f"the tests of the page need Chromium: {how}")
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(driver: Any) -> Iterator["Browser"]:
    """One for all tests. Every test has visitors of its own, who share nothing."""
    found = driver.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
    yield found
    found.close()


class Visitors:
    """Pages, each in a browser context of its own, one for each visitor at a time. One who has left is followed by
    another who knows nothing of him, but whose browser has the files of the page already, read and compiled."""

    def __init__(self, browser: "Browser") -> None:
        self._browser = browser
        self._free: dict[str, list[Any]] = {}

    def come(self, how: dict[str, Any]) -> "Page":
        free = self._free.get(repr(how))
        return free.pop() if free else self._browser.new_context(**how).new_page()

    def leave(self, page: "Page", how: dict[str, Any], addresses: list[str]) -> None:
        context = page.context
        for other in context.pages:
            if other is not page:
                other.close()
        line = context.new_cdp_session(page)
        page.goto("about:blank")  # so that nothing runs that could write something again
        for address in addresses:
            line.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": LEFT})
        line.detach()
        context.clear_cookies()
        context.clear_permissions()
        self._free.setdefault(repr(how), []).append(page)


class Visit:
    """A page while it is a visitor's, with what was prepared for him; nothing of that stays."""

    def __init__(self, page: "Page", how: dict[str, Any], scripts: list[str], heard: dict[str, Any]) -> None:
        self.page, self.how = page, how
        self._line = page.context.new_cdp_session(page)
        self._line.send("Page.enable")
        for script in scripts:
            self._line.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self._heard = heard
        for what, ear in heard.items():
            page.on(what, ear)  # type: ignore[call-overload]

    def end(self) -> None:
        self.page.unroute_all(behavior="ignoreErrors")  # an answer on its way is no fault when the page closes
        for what, ear in self._heard.items():
            self.page.remove_listener(what, ear)
        self._line.detach()  # and its scripts with it


@pytest.fixture(scope="session")
def visitors(browser: "Browser") -> Visitors:
    return Visitors(browser)


@pytest.fixture(scope="session")
def house(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests; a test that kills one takes `frail`."""
    server = House(tmp_path_factory.mktemp("house") / "data")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def school(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose computer players think, with seeds."""
    server = House(tmp_path_factory.mktemp("school") / "data", thinkers=True)
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


# Where people meet: one server with SQLite; in `make soak` also two servers on one PostgreSQL.
PLACES = ["sqlite", *([pytest.param("postgresql", marks=pytest.mark.soak)] if LONG else [])]


def houses_at(request: pytest.FixtureRequest, folder: Path, **settings: Any) -> Iterator[list[House]]:
    """Servers to which others come, with names and open tables. Two on one database know the same people."""
    count = 1
    if request.param == "postgresql":
        settings["database"], count = request.getfixturevalue("cluster").new(), 2
    found = [House(folder / "data", people=True, **settings) for _ in range(count)]
    for each in found:
        each.start()
    yield found
    for each in found:
        each.stop()


@pytest.fixture(scope="session", params=PLACES)
def village(
    driver: Any, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[list[House]]:
    yield from houses_at(request, tmp_path_factory.mktemp("village"))


class Table:
    """Opens pages and keeps what goes wrong in them. Of several houses each new visitor takes the next."""

    def __init__(self, visitors: Visitors, house: House, *others: House) -> None:
        self._visitors = visitors
        self.house = house
        self.houses = (house, *others)
        self._doors = cycle(self.houses)
        self._visits: list[tuple[Visit, bool]] = []
        self._leaving = False
        self.faults: list[str] = []

    def door(self) -> str:
        """The address at which the next visitor comes in."""
        return next(self._doors).address

    def page(
        self,
        settings: dict[str, Any] | None = None,
        clock: bool = False,
        pictures: bool = False,
        analysis: bool = False,
        seen: bool = False,
        script: str = "",
        **how: Any,
    ) -> "Page":
        """A page of a fresh visitor with these settings, in which nothing fades or glides.

        With a clock of its own the test may let time pass (page.clock), instead of waiting. Maps take their time,
        those in the lobby and in briefings most of all: most tests do without these pictures. An analysis keeps a
        processor busy long after its battle: it is made only where a test wants it. Only a page that is seen
        is drawn. A script runs before the page.
        """
        how.setdefault("viewport", {"width": 1280, "height": 800})
        how.setdefault("reduced_motion", "reduce")
        kept = json.dumps(json.dumps(PLAIN | ({"map": "drawn"} if pictures else {}) | (settings or {})))
        scripts = [
            f"if (!localStorage.getItem('sandtable.settings')) localStorage.setItem('sandtable.settings', {kept})",
            *([] if pictures else [NO_PICTURES]),
            *([] if analysis else [NO_ANALYSIS]),
            *([] if seen else [UNSEEN]),
            *([script] if script else []),
        ]
        page = self._visitors.come(how)
        heard = {"pageerror": lambda error: self._found(str(error)), "console": self._heard}
        self._visits.append((Visit(page, how, scripts, heard), clock))
        if clock:
            page.clock.install()
        page.set_default_timeout(1000 * PATIENCE)
        return page

    def _found(self, fault: str) -> None:
        if not self._leaving:
            self.faults.append(fault)

    def _heard(self, message: Any) -> None:
        # A lost connection, a game without a board or a guide, a question about a move that was made meanwhile: the
        # browser tells of these itself, and they are no fault of the page.
        words = f"{message.text} {message.location.get('url', '')}"
        expected = ("ERR_CONNECTION_REFUSED", "WebSocket", "/api/boards/toy/", "/api/guides/", "/dangers?")
        if message.type == "error" and not any(word in words for word in expected):
            self._found(words)

    def open(self, token: str, settings: dict[str, Any] | None = None, **how: Any) -> "Page":
        """The page of a seat, as soon as it shows the battle."""
        page = self.page(settings, **how)
        page.goto(f"{self.house.address}/b/{token}")
        page.wait_for_selector(".ground.painted", state="attached")
        return page

    def close(self) -> None:
        """Everybody leaves. A clock that was set stays set: nobody else gets it."""
        self._leaving = True
        for visit, clock in self._visits:
            if visit.page.is_closed():
                continue
            visit.end()
            if clock:
                visit.page.context.close()
            else:
                self._visitors.leave(visit.page, visit.how, [house.address for house in self.houses])
        self._visits.clear()


@pytest.fixture
def lesson(visitors: Visitors, school: House) -> Iterator[Table]:
    """Where somebody learns a game and wins it."""
    found = Table(visitors, school)
    yield found
    found.close()
    assert not found.faults, "\n".join(found.faults)


@pytest.fixture
def square(visitors: Visitors, village: list[House]) -> Iterator[Table]:
    """Where strangers meet."""
    found = Table(visitors, *village)
    yield found
    found.close()
    assert not found.faults, "\n".join(found.faults)


@pytest.fixture(params=PLACES)
def post(browser: "Browser", tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Table, Letters, Web]]:
    """Where strangers meet over days: a clock that the test sets, a mail server and a push service."""
    mail, web = Letters(), Web()
    settings = {"mail": mail.address, "notice_hosts": ["127.0.0.1"], "notice_beat": 0.05}
    for houses in houses_at(request, tmp_path, **settings):
        found = Table(Visitors(browser), *houses)
        yield found, mail, web
        found.close()
    web.close()
    mail.close()
    assert not found.faults, "\n".join(found.faults)


@pytest.fixture
def table(visitors: Visitors, house: House) -> Iterator[Table]:
    found = Table(visitors, house)
    yield found
    found.close()
    assert not found.faults, "\n".join(found.faults)
