"""Makes the pictures of the page in docs/pictures: `make pictures`. Wants Chromium, Playwright and Pillow.

A server with fresh data plays battles of computer players; a moment worth a picture is found in each, and the page is
opened there as a person would see it.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
OUT = HERE / "pictures"
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
PATIENCE = 900.0  # seconds for anything: a machine may have much else to do
View = dict[str, Any]


class Studio:
    """A server, a browser, and what is photographed with them."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api{path}", data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def battle(self, scenario: str, seats: dict[str, str], **more: Any) -> dict[str, Any]:
        made: dict[str, Any] = self.ask("/battles", {"scenario": scenario, "seats": seats, **more})
        return made

    def fought(self, scenario: str, sides: tuple[str, str], level: str, seed: int) -> dict[str, Any]:
        """A battle between computer players, to its end."""
        made = self.battle(scenario, dict.fromkeys(sides, level), seed=seed)
        end = time.monotonic() + PATIENCE
        while not self.ask(f"/seat/{made['spectator']}")["over"]:
            if time.monotonic() > end:
                raise SystemExit(f"{scenario} does not come to an end")
            time.sleep(0.5)
        return made

    def moment(self, made: dict[str, Any], seat: str, wanted: Callable[[View], bool], turn: int = 2) -> int:
        """The first state from this turn on in which the seat sees what is wanted."""
        token = made["spectator"]
        moments = self.ask(f"/seat/{token}")["moments"]
        for state in [each["state"] for each in moments if each["turn"] >= turn]:
            if wanted(self.ask(f"/seat/{token}/view?state={state}&as={seat}")):
                return int(state)
        raise SystemExit("the battle has no such moment: change the seed")

    def from_there(self, made: dict[str, Any], state: int, seats: dict[str, str], seat: str) -> str:
        """A battle that goes on from a moment, with a person in a seat; its link."""
        forked = self.ask(f"/seat/{made['spectator']}/fork", {"state": state, "seats": seats})
        return str(forked["seats"][seat])

    def page(self, path: str, size: dict[str, int] = WIDE, theme: str = "light") -> Page:
        context = self.browser.new_context(viewport=size, has_touch=size is PHONE)  # type: ignore[arg-type]
        kept = json.dumps({"motion": "off", "guide": False, "theme": theme})
        context.add_init_script(f"localStorage.setItem('sandtable.settings', {json.dumps(kept)})")
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(self.address + path)
        return page

    def open(self, token: str, size: dict[str, int] = WIDE, theme: str = "light") -> Page:
        page = self.page(f"/b/{token}", size, theme)
        page.wait_for_selector(".ground.painted")
        page.wait_for_timeout(900)
        return page


def keep(page: Page, name: str) -> None:
    """Take the picture, with as few colours as the eye allows."""
    path = OUT / f"{name}.png"
    page.screenshot(path=str(path))
    page.context.close()
    with Image.open(path) as taken:
        small = taken.convert("RGB").quantize(256, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
    small.save(path, optimize=True)
    print(f"{path.relative_to(HERE.parent)}: {path.stat().st_size // 1024} KB", flush=True)


def middle(page: Page, what: str) -> tuple[float, float]:
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def attacks(view: View) -> list[Any]:
    return [option for option in view.get("decision", {}).get("options", []) if option.get("attack")]


# The pictures ----------------------------------------------------------------------------------------


def lobby(studio: Studio) -> None:
    page = studio.page("/")
    page.wait_for_function("() => document.querySelectorAll('.map-picture canvas').length >= 3")
    page.wait_for_timeout(1500)
    keep(page, "lobby")


def nations_at_war(studio: Studio) -> None:
    made = studio.fought("nations_at_war/the-bridge-at-berezovyy-logg", ("german", "soviet"), "greedy", 8)
    people = {"german": "person", "soviet": "greedy"}
    rich = studio.moment(made, "german", lambda view: len(attacks(view)) > 2, 3)
    token = studio.from_there(made, rich, people, "german")
    page = studio.open(token)
    page.wait_for_selector(".ring.target")
    keep(page, "battle")
    page = studio.open(token)
    page.locator(".attack-option").first.click()
    page.wait_for_selector(".menu-popover .odds")
    page.wait_for_timeout(300)
    keep(page, "odds")
    keep(studio.open(token, PHONE), "phone")
    keep(studio.open(token, WIDE, "dark"), "dark")
    page = studio.open(made["spectator"])
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.wait_for_selector(".replay:not([hidden])")
    for _ in range(60):
        page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(1500)
    keep(page, "replay")


def regimental(studio: Studio) -> None:
    made = studio.battle("regimental/the-varne-bridgehead", {"blue": "person", "red": "person"})
    token = made["seats"]["blue"]
    for order in ("M", "H"):
        state = studio.ask(f"/seat/{token}")["state"]
        studio.ask(f"/seat/{token}/choices", {"state": state, "choice": {"do": "order", "to": order}})
    page = studio.open(token)
    page.keyboard.press("f")
    page.wait_for_selector(".overlay.o-control", state="attached")
    page.wait_for_timeout(300)
    keep(page, "regimental")


def war_storm(studio: Studio) -> None:
    made = studio.fought("war_storm/hedgerow-lane", ("american", "german"), "greedy", 3)
    state = studio.moment(made, "american", lambda view: len(attacks(view)) > 0, 2)
    people = {"american": "person", "german": "greedy"}
    keep(studio.open(studio.from_there(made, state, people, "american")), "war-storm")


def miniatures(studio: Studio) -> None:
    made = studio.battle("miniatures/saint-aubry-crossroads", {"us": "person", "german": "greedy"}, seed=5)
    page = studio.open(made["seats"]["us"])
    page.locator(".ask .option").filter(has_text="Tank Platoon").first.click()
    page.locator(".ask .option").filter(has_text="Move and Fire").click()
    page.wait_for_selector(".ask[data-free]")
    page.wait_for_timeout(500)
    for _ in range(4):
        page.mouse.move(*middle(page, ".ring.ready > rect:not(.edge)"))
        page.mouse.wheel(0, -180)
        page.wait_for_timeout(150)
    x, y = middle(page, ".ring.ready > rect:not(.edge)")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 230, steps=8)
    page.mouse.wheel(0, 100)
    page.mouse.up()
    page.wait_for_selector(".plan-bar .verdict")
    page.wait_for_timeout(500)
    keep(page, "miniatures")


def of_war_and_men(studio: Studio) -> None:
    seats = {"axis": "person", "allies": "random"}
    made = studio.battle("of_war_and_men/random-mission-generator-colonel", seats)
    page = studio.open(made["seats"]["axis"])
    for _ in range(60):  # to a moment with a hand to choose from and some ground won
        page.wait_for_selector(".ask.asked")
        page.wait_for_timeout(250)
        if page.locator(".hand.own button.card").count() > 2 and page.locator(".pieces .k-man").count() > 4:
            break
        page.locator(".ask .option").first.click()
        page.wait_for_timeout(250)
        commit = page.locator(".menu-popover .commit-button")
        if commit.count():
            commit.click()
    page.locator(".hand.own button.card").nth(1).hover()
    page.wait_for_timeout(400)
    keep(page, "of-war-and-men")


PICTURES = [lobby, nations_at_war, regimental, war_storm, miniatures, of_war_and_men]


def main(wanted: list[str]) -> None:
    OUT.mkdir(exist_ok=True)
    chromium = (
        os.environ.get("CHROMIUM")
        or shutil.which("chromium-headless-shell")
        or shutil.which("chromium")
        or shutil.which("chromium-browser")
        or shutil.which("google-chrome")
    )
    if not chromium:
        raise SystemExit("The pictures want Chromium: apt-get install chromium.")
    with tempfile.TemporaryDirectory() as data:
        command = [
            str(Path(sys.executable).with_name("sandtable")),
            "serve",
            "--port",
            "0",
            "--data",
            data,
            "--no-open",
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            address = "http" + line.split("http")[1].split("/ ")[0].rstrip("/\n")
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=chromium, args=ARGUMENTS)
                for picture in PICTURES:
                    if not wanted or picture.__name__ in wanted:
                        picture(Studio(browser, address))
                browser.close()
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main(sys.argv[1:])
