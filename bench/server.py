"""How quickly a choice comes back as a view, with many battles open. Prints one JSON object.

A real server in a process of its own, a file on the real disk, a socket for each seat of each battle, and battles of
every game on offer, in turn. Persons choose at random times; the time from the choice sent to its view received is
measured at the chooser and at the other seat. At the end the server is killed with signal 9, and every choice that
was acknowledged is looked up in the file.

    python bench/server.py [--battles 200] [--seconds 20] [--rates 20 50 100] [--data DIR]
"""

import argparse
import asyncio
import json
import math
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SERVER = """
import pathlib, sys
from sandtable.server import serve
from sandtable.server.settings import Settings
if __name__ == "__main__":
    data = pathlib.Path(sys.argv[1])
    settings = Settings(data, battles_an_hour=10**6, open_battles=10**4, messages_a_second=1000.0)
    serve(0, settings=settings, open_browser=False)
"""
PATIENCE = 60.0
HANDS = 16


class Option(msgspec.Struct):
    choice: msgspec.Raw


class Decision(msgspec.Struct):
    options: list[Option] = []


class View(msgspec.Struct):
    decision: Decision | None = None


class Message(msgspec.Struct):
    """As much of a message as a player here reads."""

    type: str
    state: int = -1
    view: View | None = None
    error: str = ""


read = msgspec.json.Decoder(Message).decode


class Chair:
    """One seat: its socket, and what came over it last."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.state = -1
        self.options: list[Option] = []
        self.came: asyncio.Event = asyncio.Event()
        self.at = 0.0  # when the present state came
        self.refused = 0

    async def listen(self) -> None:
        async for text in self.line:
            now = time.perf_counter()
            message = read(text)
            if message.view is not None:
                self.state, self.at = message.state, now
                self.options = message.view.decision.options if message.view.decision else []
                self.came.set()
            elif message.type in ("refused", "error"):
                raise RuntimeError(f"a choice was not taken: {message.error}")

    async def reach(self, state: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.state < state:
                self.came.clear()
                await self.came.wait()


class Table:
    """A battle between persons."""

    def __init__(self, battle: str, system: str, chairs: list[Chair], pick: random.Random) -> None:
        self.battle = battle
        self.system = system
        self.chairs = chairs
        self.pick = pick
        self.acknowledged: list[tuple[int, str]] = []

    async def play(self, until: float, pause: float, own: list[float], others: list[float]) -> None:
        """Choose at random times, so far apart on average, until the clock says so."""
        while True:
            left = until - time.perf_counter()
            await asyncio.sleep(max(0.0, min(left, self.pick.expovariate(1 / pause))))
            if time.perf_counter() >= until or not await self.choose(own, others):
                return

    async def choose(self, own: list[float], others: list[float]) -> bool:
        """Whoever is asked chooses, and both see it; False: the battle is over."""
        chair = next((each for each in self.chairs if each.options), None)
        if chair is None:
            return False
        state = chair.state
        choice = bytes(self.pick.choice(chair.options).choice).decode()
        message = f'{{"type":"choose","state":{state},"choice":{choice}}}'
        sent = time.perf_counter()
        await chair.line.send(message)
        await chair.reach(state + 1)
        self.acknowledged.append((state + 1, choice))
        own.append(chair.at - sent)
        for other in self.chairs:
            if other is not chair:
                await other.reach(state + 1)
                others.append(other.at - sent)
        return True


async def sit_down(base: str, number: int) -> list[Table]:
    """Make the battles and open their sockets."""
    tables = []
    async with httpx.AsyncClient(base_url=f"http://{base}", timeout=PATIENCE) as http:
        offered = every_game((await http.get("/api/games")).json()["systems"])
        for place in range(number):
            scenario = offered[place % len(offered)]
            body = {"scenario": scenario["id"], "seats": dict.fromkeys(scenario["sides"], "person")}
            answer = await http.post("/api/battles", json=body)
            answer.raise_for_status()
            made = answer.json()
            lines = [await connect(f"ws://{base}/ws/{token}", max_size=None) for token in made["seats"].values()]
            system = scenario["id"].partition("/")[0]
            tables.append(Table(made["battle"], system, [Chair(line) for line in lines], random.Random(place)))
    return tables


def every_game(systems: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Scenarios in an order that gives every system as many battles: one of each, then the next of each."""
    shelves = [system["scenarios"] for system in systems if system["scenarios"]]
    longest = math.lcm(*(len(shelf) for shelf in shelves))
    return [shelf[round % len(shelf)] for round in range(longest) for shelf in shelves]


async def measure(base: str, wanted: argparse.Namespace) -> tuple[list[Table], list[dict[str, Any]]]:
    """All loads one after the other, on the same battles."""
    tables = await sit_down(base, wanted.battles)
    chairs = [chair for table in tables for chair in table.chairs]
    listening = [asyncio.create_task(chair.listen()) for chair in chairs]
    await asyncio.gather(*(chair.reach(0) for chair in chairs))
    found = []
    await load(tables, wanted.warm_up, 0)
    for rate in [*wanted.rates, 0]:
        print(f"{rate or 'as many as it takes'} choices a second", file=sys.stderr, flush=True)
        found.append(await load(tables, wanted.seconds, rate))
    broken = [task for task in listening if task.done() and task.exception() is not None]
    if broken:
        raise RuntimeError(f"{len(broken)} sockets broke: {broken[0].exception()}")
    for task in listening:
        task.cancel()
    return tables, found


async def load(tables: list[Table], seconds: float, rate: int) -> dict[str, Any]:
    """So many choices a second, at random times; rate 0: a few at a time, one after the other."""
    own: list[float] = []
    others: list[float] = []
    begun = time.perf_counter()
    until = begun + seconds
    if rate:
        pause = len(tables) / rate
        await asyncio.gather(*(table.play(until, pause, own, others) for table in tables))
    else:
        await asyncio.gather(*(hurry(tables[place::HANDS], until, own, others) for place in range(HANDS)))
    return {
        "wanted_a_second": rate or f"as many as it takes, {HANDS} at a time",
        "choices_a_second": round(len(own) / (time.perf_counter() - begun), 1),
        "choices": len(own),
        "chooser": spread(own),
        "other_seat": spread(others),
    }


async def hurry(tables: list[Table], until: float, own: list[float], others: list[float]) -> None:
    """One hand that plays many battles without a pause."""
    while time.perf_counter() < until:
        for table in tables:
            await table.choose(own, others)


def spread(times: list[float]) -> dict[str, float]:
    """Median, 99th percentile and worst, in milliseconds."""
    ordered = sorted(times)
    at = [statistics.median(ordered), ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], ordered[-1]]
    return {name: round(value * 1000, 1) for name, value in zip(("median_ms", "p99_ms", "worst_ms"), at, strict=True)}


def look_up(data: Path, tables: list[Table]) -> tuple[int, int]:
    """How many choices were acknowledged, and how many of them are in the file just there."""
    base = sqlite3.connect(data / "sandtable.db")
    asked = found = 0
    for table in tables:
        rows = base.execute("SELECT text FROM lines WHERE battle = ? ORDER BY number", (table.battle,))
        written = [json.loads(text) for (text,) in rows][2:]
        for state, choice in table.acknowledged:
            asked += 1
            found += state <= len(written) and written[state - 1].get("choice") == json.loads(choice)
    base.close()
    return asked, found


def disk(folder: Path) -> float:
    """What one transaction costs on this disk, in milliseconds: the least a choice can take."""
    base = sqlite3.connect(folder / "probe.db", isolation_level=None)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    base.execute("CREATE TABLE probe (text BLOB)")
    times = []
    for _ in range(100):
        begun = time.perf_counter()
        base.execute("INSERT INTO probe VALUES (?)", (b"x" * 150,))
        times.append(time.perf_counter() - begun)
    base.close()
    return round(statistics.median(times) * 1000, 2)


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--battles", type=int, default=200)
    arguments.add_argument("--seconds", type=float, default=20.0, help="for each load")
    arguments.add_argument("--warm-up", type=float, default=10.0, help="seconds of play before the first is measured")
    arguments.add_argument("--rates", type=int, nargs="*", default=[20, 50, 100], help="choices a second, all told")
    arguments.add_argument("--data", type=Path, help="a folder on the disk to be measured; a new one if not given")
    wanted = arguments.parse_args()
    load_before = round(os.getloadavg()[0], 1)  # of others: it goes into the high percentiles
    folder = wanted.data or Path(tempfile.mkdtemp(prefix="sandtable-bench-"))
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "serve.py"
    script.write_text(SERVER)
    server = subprocess.Popen([sys.executable, str(script), str(folder / "data")], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        base = server.stdout.readline().split("http://")[1].split("/")[0]
        tables, loads = asyncio.run(measure(base, wanted))
        memory = resident(server.pid)
    finally:
        server.kill()
        server.wait()
    asked, found = look_up(folder / "data", tables)
    report = {
        "battles": wanted.battles,
        "systems": sorted({table.system for table in tables}),
        "sockets": sum(len(table.chairs) for table in tables),
        "processors": os.cpu_count(),
        "others_at_work": load_before,
        "transaction_on_this_disk_ms": disk(folder),
        "server_memory_mb": memory,
        "loads": loads,
        "acknowledged": asked,
        "found_on_disk_after_kill": found,
        "choices_in_a_battle": round(asked / len(tables)),
    }
    print(json.dumps(report, indent=2))
    if wanted.data is None:
        shutil.rmtree(folder)
    if found != asked:
        sys.exit(f"{asked - found} acknowledged choices are not in the file")


def resident(pid: int) -> int | None:
    """The memory of the server, where the system tells."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * 4096 // 2**20


if __name__ == "__main__":
    main()
