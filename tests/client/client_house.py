"""A real server in a process of its own, for the browser."""

import json
import random
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from hands import PATIENCE

from nursery import Started

HERE = Path(__file__).parent
# A game without a number of turns is as long as its mission: this one is over soon.
SHORT = {"of_war_and_men": "of_war_and_men/the-road-to-ruin-private"}


class House:
    """A server that can be killed and started again on the same port with the same data."""

    def __init__(self, folder: Path, people: bool = False, thinkers: bool = False, **settings: Any) -> None:
        self.folder = folder
        self.thinkers = thinkers
        self.people = people
        self.settings = settings
        self.port = 0
        self.process: Started | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        words = [str(self.port), str(self.folder)]
        words += [word for word, wanted in (("people", self.people), ("thinkers", self.thinkers)) if wanted]
        words += [json.dumps(self.settings)] if self.settings else []
        self.process = Started(HERE / "serve.py", words)
        line = self.process.stdout.readline()
        assert "Sandtable is on" in line, line
        self.port = int(line.split("://")[1].split("/")[0].rsplit(":", 1)[1])

    def later(self, seconds: float) -> None:
        """So much later than it is, on the clock of people; not once more later."""
        fresh = Path(f"{self.folder}.fresh")
        fresh.write_text(str(seconds))
        fresh.replace(f"{self.folder}.clock")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
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

    def choose_until(
        self, token: str, luck: random.Random, wanted: Any, most: int = 200, others: tuple[str, ...] = ()
    ) -> bool:
        """Make random choices for a seat until it is asked what is wanted; False: that never came.

        With the links of all others these are played too, one after another: then the same comes every time.
        """
        for step in range(most + 1):
            view = self.wait_for(token, lambda view: view.get("decision") or view.get("result") or others)
            if view.get("result") or (view.get("decision") and wanted(view["decision"])):
                return not view.get("result")
            if step < most:
                seen = [(token, view), *((other, self.ask(f"/seat/{other}/view")) for other in others)]
                asked, view = next(each for each in seen if each[1].get("decision"))
                choices = [option["choice"] for option in view["decision"]["options"]]
                self.choose(asked, view, luck.choice([choice for choice in choices if choice["do"] != "back"]))
        return False

    def choose(self, token: str, view: dict[str, Any], choice: dict[str, Any]) -> bool:
        """Make a choice that this view offers; False: the battle has gone on since it was looked at."""
        state = self.ask(f"/seat/{token}")["state"]
        if self.ask(f"/seat/{token}/view") != view:
            return False
        try:
            self.ask(f"/seat/{token}/choices", {"state": state, "choice": choice})
        except urllib.error.HTTPError as error:
            if error.code != 409:
                raise
            return False
        return True

    def wait_for(self, token: str, ready: Any) -> dict[str, Any]:
        """The view of a seat as soon as it is as wanted. It is asked for less and less often: views are dear."""
        end = time.monotonic() + PATIENCE
        pause = 0.03
        while True:
            view: dict[str, Any] = self.ask(f"/seat/{token}/view")
            if ready(view):
                return view
            assert time.monotonic() < end, "the battle does not get there"
            time.sleep(pause)
            pause = min(0.4, 1.3 * pause)
