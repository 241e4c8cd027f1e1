"""How long an analysis takes on a server. Prints one JSON object.

    python bench/analyses.py [--level corporal] [--scenario nations_at_war/cats-in-the-mist ...]

A real server with its workers lets computer players play a battle to its end. Then a page is opened at its replay
(Chromium, if it is there), and the curve is asked for by a click: how long until it is drawn. After that it is waited
for until the analysis is done: by the clock, and in processor time of the server and its workers; both for 300
choices too. The aims are a second for the first picture and 60 seconds for 300 choices on two cores. `call` is what a
call of a Python function takes meanwhile, in nanoseconds: 30 to 50 on a quiet machine of the kind this was made on.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from claims import SCENARIOS

SERVER = """
import pathlib, sys
from sandtable.server import serve
from sandtable.server.settings import Settings
if __name__ == "__main__":
    serve(0, settings=Settings(pathlib.Path(sys.argv[1]), battles_an_hour=10**6), open_browser=False)
"""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
TICK = os.sysconf("SC_CLK_TCK")


class Server:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        script = folder / "server.py"
        script.write_text(SERVER)
        words = [sys.executable, str(script), str(folder / "data")]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.address = "http://" + line.split("://")[1].split("/")[0].strip()

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api{path}", data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def seconds(self) -> float:
        """The processor time of the server and of everybody who works for it."""
        every = {pid: stat_of(pid) for pid in map(int, filter(str.isdigit, os.listdir("/proc")))}
        ours = {self.process.pid}
        while more := {pid for pid, stat in every.items() if stat and int(stat[1]) in ours} - ours:
            ours |= more
        return sum((int(stat[11]) + int(stat[12])) / TICK for pid in ours if (stat := every.get(pid)))

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


def stat_of(pid: int) -> list[str]:
    """What the system says of a process, from its state on."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def battle(server: Server, scenario: str, level: str) -> tuple[str, int]:
    """Let computer players play a battle to its end: the link to watch it by, and how many choices it took."""
    shelf = [each for system in server.ask("/games")["systems"] for each in system["scenarios"]]
    seats = [seat["id"] for seat in next(each for each in shelf if each["id"] == scenario)["seats"]]
    made = server.ask("/battles", {"scenario": scenario, "seats": dict.fromkeys(seats, level)})
    token = str(made["spectator"])
    while not server.ask(f"/seat/{token}/view").get("result"):
        time.sleep(1)
    return token, int(server.ask(f"/seat/{token}")["state"])


def drawn(server: Server, token: str, browser: Any) -> float | None:
    """How long it takes in the page from the click to the curve."""
    if browser is None:
        return None
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{server.address}/b/{token}#at=1")
    page.wait_for_selector(".battle.replaying", timeout=120_000)
    page.evaluate(TIMED)
    page.get_by_role("button", name="Who was winning").click()
    page.wait_for_function("() => window.drawnAfter !== undefined", timeout=120_000)
    found = float(page.evaluate("() => window.drawnAfter"))
    page.close()
    return round(found / 1000, 2)


TIMED = """() => {
  addEventListener("click", () => (window.clicked = performance.now()), { capture: true, once: true });
  const look = () => {
    if (window.clicked && document.querySelector(".replay-curve svg polyline"))
      window.drawnAfter = performance.now() - window.clicked;
    else requestAnimationFrame(look);
  };
  look();
}"""


def measured(server: Server, scenario: str, level: str, browser: Any) -> dict[str, Any]:
    token, choices = battle(server, scenario, level)
    used, begun = server.seconds(), time.monotonic()
    picture = drawn(server, token, browser)
    while (report := server.ask(f"/seat/{token}/analysis"))["state"] in ("waiting", "running"):
        time.sleep(2)
    assert report["state"] == "done", report["error"]
    clock, processor = time.monotonic() - begun, server.seconds() - used
    whole = {"clock": round(clock, 1), "processor": round(processor, 1)}
    scaled = {f"{name} for 300": round(each * 300 / choices, 1) for name, each in whole.items()}
    looked = sum(step.get("ends", 0) for step in report["analysis"]["steps"])
    facts = {"scenario": scenario, "choices": choices, "picture": picture, **whole, **scaled}
    row = {**facts, "battles to the end": 2 * looked, "call": call(), "load": round(os.getloadavg()[0], 1)}
    print(json.dumps(row), file=sys.stderr, flush=True)
    return row


def call() -> int:
    """Nanoseconds of processor time for a call and a step of a loop."""

    def same(number: int) -> int:
        return number

    start = time.process_time()
    for number in range(2_000_000):
        same(number)
    return round((time.process_time() - start) * 500)


def main() -> None:
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    reader.add_argument("--level", default="corporal")
    reader.add_argument("--scenario", nargs="*", default=SCENARIOS)
    asked = reader.parse_args()
    path = next((found for name in BROWSERS if (found := shutil.which(name))), "")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            if path:
                from playwright.sync_api import sync_playwright

                with sync_playwright() as driver:
                    browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
                    rows = [measured(server, each, asked.level, browser) for each in asked.scenario]
            else:
                rows = [measured(server, each, asked.level, None) for each in asked.scenario]
        finally:
            server.close()
    print(json.dumps({"level": asked.level, "battles": rows}, indent=1))


if __name__ == "__main__":
    main()
