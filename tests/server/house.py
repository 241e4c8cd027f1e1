"""A real server in a process of its own, and people who use it."""

import contextlib
import json
import os
import queue
import random
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any, ClassVar

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from nursery import Started
from sandtable.server.edge.changes import changed

HERE = Path(__file__).parent
PATIENCE = 240.0  # seconds for anything, on a machine that does much else

TOY = "toy/ridge"
SHORT = "toy/meeting"
CATS = "nations_at_war/cats-in-the-mist"


class House:
    """A server; `kill` is kill -9."""

    started: ClassVar[list["House"]] = []

    def __init__(self, data: Path, port: int = 0, **wish: Any) -> None:
        self.data = data
        self.errors = data.with_name(data.name + ".err")
        self.wish = wish = {"data": str(data), "port": port, **wish}
        self.process = Started(HERE / "run_server.py", [json.dumps(wish)], self.errors)
        self.started.append(self)
        self.port = self._address()
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)

    def _address(self) -> int:
        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=lambda: lines.put(self.process.stdout.readline()), daemon=True).start()
        line = lines.get(timeout=PATIENCE)
        assert "Sandtable is on http://127.0.0.1:" in line, line + self.complaints()
        return int(line.split("127.0.0.1:")[1].split("/")[0])

    def complaints(self) -> str:
        return self.errors.read_text(errors="replace")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to end, as Ctrl-C does."""
        self.http.close()
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    # What people do ----------------------------------------------------------------------------

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        answer = self.http.get(f"/api/{path}", params=query)
        assert answer.status_code == status, (path, query, answer.status_code, answer.text)
        return answer.json()

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        answer = self.http.post(f"/api/{path}", json=body)
        assert answer.status_code == status, (path, body, answer.status_code, answer.text)
        return answer.json()

    def new(self, scenario: str = TOY, **kinds: str) -> dict[str, Any]:
        """A battle; persons sit where nobody else is named."""
        sides = ("red", "blue") if scenario.startswith("toy") else ("german", "soviet")
        seats = {side: kinds.pop(side, "person") for side in sides}
        made: dict[str, Any] = self.post("battles", {"scenario": scenario, "seats": seats, **kinds}, 201)
        return made

    def view(self, token: str, **query: Any) -> Any:
        return self.get(f"seat/{token}/view", **query)

    def state(self, token: str) -> int:
        return int(self.get(f"seat/{token}")["state"])

    def choose(self, token: str, choice: dict[str, Any], state: int | None = None, status: int = 200) -> Any:
        body = {"state": self.state(token) if state is None else state, "choice": choice}
        return self.post(f"seat/{token}/choices", body, status)

    def act(self, made: dict[str, Any], pick: random.Random | None = None) -> str:
        """Somebody who is asked makes a choice: any, or the first; who it was, or nobody."""
        for seat, token in made["seats"].items():
            view = self.view(token)
            if "decision" in view:
                options = view["decision"]["options"]
                option = pick.choice(options) if pick else options[0]
                self.choose(token, option["choice"])
                return str(seat)
        return ""

    def play_out(self, made: dict[str, Any], pick: random.Random, most: int = 400) -> None:
        """To the end of a battle between persons."""
        for _ in range(most):
            if not self.act(made, pick):
                return
        raise AssertionError("the battle does not end")

    def socket(self, token: str, **extra: Any) -> "Page":
        return Page(f"ws://127.0.0.1:{self.port}/ws/{token}", **extra)


class Page:
    """An open socket. Everything that came is kept as it came, but for who is here."""

    def __init__(self, address: str, **extra: Any) -> None:
        self._stack = contextlib.ExitStack()
        self.line: ClientConnection = self._stack.enter_context(connect(address, max_size=None, **extra))
        self.came: list[str] = []
        self.view: Any = None

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message, but for who has come or gone meanwhile."""
        while (message := self._next(timeout))["type"] == "company":
            pass
        return message

    def _next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        text = self.line.recv(timeout=timeout)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        if message["type"] != "company":  # who is here is a matter of speed, and tells its time
            self.came.append(text)
        if "changes" in message:  # a view comes whole first, and then as what changed
            message["view"] = changed(self.view, message["changes"])
        self.view = message.get("view", self.view)
        return message

    def wait_for(self, *kinds: str, most: int = 2000) -> dict[str, Any]:
        """The next message of one of these kinds."""
        for _ in range(most):
            message = self._next()
            if message["type"] in kinds:
                return message
        raise AssertionError(f"no {kinds} came")

    def wait_for_state(self, state: int, most: int = 2000) -> dict[str, Any]:
        for _ in range(most):
            message = self.wait_for("view", "hello")
            if message["state"] >= state:
                return message
        raise AssertionError(f"state {state} did not come")

    def say(self, message: Any) -> None:
        self.line.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def choose(self, state: int, choice: dict[str, Any]) -> None:
        self.say({"type": "choose", "state": state, "choice": choice})

    def closed(self, most: int = 2000) -> int:
        """The code with which the server closes."""
        for _ in range(most):
            try:
                self.hear()
            except ConnectionClosed as end:
                assert end.rcvd is not None, end
                return end.rcvd.code
        raise AssertionError("it is not closed")

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._stack.close()


def children_of(pid: int) -> list[int]:
    """The processes that a process has started (Linux)."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(each) for each in text.split()]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def until(what: Any, seconds: float = PATIENCE) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.02)
