"""How the server bears many players. Prints one JSON object.

A real server in processes of its own, a real disk, a socket for each seat of each battle, and battles of every game
on offer, in turn. Persons choose at random times; the time from choice sent to what changed received is measured at
the chooser and at the other seat. Three measures on a server with SQLite, and the same on several server processes
with PostgreSQL: at a rate, flat out, and with many sockets of which few are used. At the end of each the server is
killed with signal 9, and every choice that was acknowledged is looked up in the database. What the clients take of
the processors is told too: they share them with the server. Then the memory that one more battle takes is weighed.

    python bench/server.py [--battles 200] [--many 2000] [--seconds 15] [--rates 100] [--stores sqlite ...]
    python bench/server.py --table report.json      # what it printed, as the table of docs/scaling.md

`make bench-server` runs it. It wants a quiet machine: what else is going on goes into the high percentiles.
"""

import argparse
import asyncio
import json
import math
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from kept import Database, File, Kept, disk
from orphans import ends_with_us
from sandtable.server.edge.changes import changed

SERVER = """
import json, pathlib, sys
from sandtable.server import serve
from sandtable.server.settings import Settings
if __name__ == "__main__":
    wish = json.loads(sys.argv[1])
    processes = wish.pop("processes")
    serve(0, settings=Settings(pathlib.Path(wish.pop("data")), **wish), open_browser=False, processes=processes)
"""
# Nobody is to be refused for being busy: that is measured elsewhere.
SETTINGS = {
    "battles_an_hour": 10**6,
    "open_battles": 10**4,
    "messages_a_second": 1e4,
    "burst": 1e4,
    "client_messages_a_second": 1e6,
    "sockets": 10**4,
    "client_sockets": 10**4,
    "connections": 10**4,
    "client_connections": 10**4,
    "requests_a_second": 1e6,
    "requests_at_once": 1e6,
}
PATIENCE = 120.0
HANDS = 16
FIRST, MORE = 100, 100  # battles, of which the second lot is weighed: by then most of what all share is there
LENGTH = 90  # choices that each of them makes
ONE_IN = 60  # of the many battles, how many choose at any moment
MANY = "one battle in sixty"


class Came(msgspec.Struct):
    """A message of the server's. Only what is asked is read: the clients must not slow down what they measure."""

    type: str
    state: int = -1
    view: msgspec.Raw = msgspec.Raw()
    changes: msgspec.Raw = msgspec.Raw()
    error: str = ""


class Question(msgspec.Struct):
    """The decision of a view, or what changed in it."""

    decision: Any = msgspec.UNSET


read = msgspec.json.Decoder(Came).decode
read_question = msgspec.json.Decoder(Question).decode


class Chair:
    """One seat: its socket, and what came over it last."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.state = -1
        self.asked: dict[str, Any] | None = None  # the decision, without the rest of the view
        self.came: asyncio.Event = asyncio.Event()
        self.at = 0.0  # when the present state came
        self.sizes: list[int] = []  # of the messages with changes
        self.whole = 0  # of the hello's view

    async def listen(self) -> None:
        async for text in self.line:
            now = time.perf_counter()
            message = read(text)
            if message.type == "hello":
                found = read_question(message.view).decision
                self.asked = None if found is msgspec.UNSET else found
                self.whole = len(message.view)
            elif message.type == "view":
                self.sizes.append(len(message.changes))
                found = read_question(message.changes).decision
                if found is not msgspec.UNSET:
                    self.asked = None if found is None else changed(self.asked, found)
            elif message.type in ("refused", "error"):
                raise RuntimeError(f"a choice was not taken: {message.error}")
            else:
                continue
            self.state, self.at = message.state, now
            self.came.set()

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
        self.acknowledged: list[tuple[int, Any]] = []

    async def play(self, until: float, pause: float, own: list[float], others: list[float]) -> None:
        """Choose at random times, so far apart on average, until the clock says so."""
        while True:
            left = until - time.perf_counter()
            await asyncio.sleep(max(0.0, min(left, self.pick.expovariate(1 / pause))))
            if time.perf_counter() >= until or not await self.choose(own, others):
                return

    async def choose(self, own: list[float], others: list[float]) -> bool:
        """Whoever is asked chooses, and both see it; False: the battle is over."""
        chair = next((each for each in self.chairs if each.asked and each.asked.get("options")), None)
        if chair is None or chair.asked is None:
            return False
        state, choice = chair.state, self.pick.choice(chair.asked["options"])["choice"]
        message = json.dumps({"type": "choose", "state": state, "choice": choice})
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


class Server:
    """The server that is measured: `processes` of it."""

    def __init__(self, folder: Path, kept: Kept, processes: int) -> None:
        script = folder / "serve.py"
        script.write_text(SERVER)
        wish = {"data": str(folder / "data"), "processes": processes, **SETTINGS, **kept.settings}
        self._process = subprocess.Popen(
            [sys.executable, str(script), json.dumps(wish)],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=ends_with_us(),
        )
        assert self._process.stdout is not None
        self.base = self._process.stdout.readline().split("http://")[1].split("/")[0]

    def memory(self) -> float:
        """Of all its processes, in MiB."""
        return sum(resident(pid) for pid in (self._process.pid, *children(self._process.pid)))

    def spent(self) -> float:
        """The seconds of a processor that all its processes have used."""
        return sum(processor_time(pid) for pid in (self._process.pid, *children(self._process.pid)))

    def kill(self) -> None:
        """With signal 9, all of it."""
        for pid in (*children(self._process.pid), self._process.pid):
            os.kill(pid, 9)
        self._process.wait()


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def resident(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 2**20


def processor_time(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(server: Server, battles: int, loads: list[tuple[str, float]], wanted: argparse.Namespace) -> Any:
    """All loads one after the other, on the same battles."""
    empty = server.memory()
    tables = await sit_down(server.base, battles)
    chairs = [chair for table in tables for chair in table.chairs]
    listening = [asyncio.create_task(chair.listen()) for chair in chairs]
    await asyncio.gather(*(chair.reach(0) for chair in chairs))
    found = {}
    await load(tables, wanted.warm_up, 0)
    for name, rate in loads:
        print(f"  {name}", file=sys.stderr, flush=True)
        before, own = server.spent(), time.process_time()
        found[name] = await load(tables, wanted.seconds, rate)
        for key, spent in (("", server.spent() - before), ("clients_", time.process_time() - own)):
            found[name][f"{key}processor_ms_a_choice"] = round(spent * 1000 / max(1, found[name]["choices"]), 2)
    broken = [task for task in listening if task.done() and task.exception() is not None]
    if broken:
        raise RuntimeError(f"{len(broken)} sockets broke: {broken[0].exception()}")
    for task in listening:
        task.cancel()
    shares = [statistics.median(chair.sizes) / chair.whole for chair in chairs if chair.sizes]
    report = {
        "battles": battles,
        "sockets": len(chairs),
        "memory_mib": round(server.memory()),
        "memory_a_battle_mib": round((server.memory() - empty) / battles, 3),
        "bytes_of_a_view": round(statistics.median(chair.whole for chair in chairs)),
        "changes_to_whole_view": round(statistics.median(shares), 4),
        "loads": found,
    }
    return tables, report


async def weigh(server: Server) -> Any:
    """What one more battle of a certain length takes of memory, besides what battles share: maps, tables, ways."""
    tables, weights = [], []
    for number in (FIRST, MORE):
        come = await sit_down(server.base, number)
        chairs = [chair for table in come for chair in table.chairs]
        listening = [asyncio.create_task(chair.listen()) for chair in chairs]
        await asyncio.gather(*(chair.reach(0) for chair in chairs))
        await asyncio.gather(*(play_through(come[place::HANDS]) for place in range(HANDS)))
        for task in listening:
            task.cancel()
        tables += come
        weights.append(server.memory())
    report = {"battles": MORE, "memory_of_one_more_mib": round((weights[1] - weights[0]) / MORE, 3), "loads": {}}
    return tables, report


async def play_through(tables: list[Table]) -> None:
    """One hand that plays these battles so far, one after the other."""
    for table in tables:
        while len(table.acknowledged) < LENGTH and await table.choose([], []):
            pass


async def load(tables: list[Table], seconds: float, rate: float) -> dict[str, Any]:
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
        "choices_a_second": round(len(own) / (time.perf_counter() - begun), 1),
        "choices": len(own),
        "chooser": spread(own),
        "other_seat": spread(others),
    }


async def hurry(tables: list[Table], until: float, own: list[float], others: list[float]) -> None:
    """One hand that plays many battles without a pause."""
    while time.perf_counter() < until:
        played = [await table.choose(own, others) for table in tables if time.perf_counter() < until]
        if not any(played):
            return


def spread(times: list[float]) -> dict[str, float]:
    """Median, 99th percentile and worst, in milliseconds."""
    if not times:
        return {}
    ordered = sorted(times)
    at = [statistics.median(ordered), ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], ordered[-1]]
    return {name: round(value * 1000, 1) for name, value in zip(("median_ms", "p99_ms", "worst_ms"), at, strict=True)}


def look_up(kept: Kept, tables: list[Table]) -> dict[str, int]:
    """How many choices were acknowledged, and how many of them are in the database just there."""
    asked = found = 0
    for table in tables:
        written = [json.loads(text) for text in kept.lines(table.battle)][2:]
        for state, choice in table.acknowledged:
            asked += 1
            # Among people a server keeps what somebody orders for later, and says so in the journal.
            found += state <= len(written) and written[state - 1].get("choice") in (choice, {**choice, "to": "later"})
    return {"acknowledged": asked, "found_after_the_kill": found}


def run(name: str, kept: Kept, processes: int, folder: Path, wanted: argparse.Namespace) -> list[dict[str, Any]]:
    """Both crowds: those who all play, and those of whom few do."""
    found = []
    rates = [(f"{rate} choices a second", float(rate)) for rate in wanted.rates]
    # A battle in sixty at any moment, a choice a second each.
    many = [(MANY, wanted.many / 2 / ONE_IN)]
    for battles, loads in ((wanted.battles, [*rates, ("flat out", 0.0)]), (wanted.many // 2, many)):
        if not battles:
            continue
        print(f"{name}: {battles} battles, {processes} server processes", file=sys.stderr, flush=True)
        work = partial(measure, battles=battles, loads=loads, wanted=wanted)
        found.append(measured(name, kept, processes, folder, work))
    if wanted.battles:
        print(f"{name}: the memory of one more battle", file=sys.stderr, flush=True)
        found.append(measured(name, kept, processes, folder, weigh))
    return found


def measured(name: str, kept: Kept, processes: int, folder: Path, work: Callable[[Server], Any]) -> dict[str, Any]:
    """What comes of some work with a server, and whether all its choices are there when it was killed."""
    server = Server(folder, kept, processes)
    try:
        tables, report = uvloop.run(work(server))
    finally:
        server.kill()
    return {"store": name, "server_processes": processes, **report, **look_up(kept, tables)}


def views() -> dict[str, dict[str, float]]:
    """What views cost after a choice: to work out for both seats, to write one and to tell what changed in it.

    Medians in milliseconds.
    """
    import sandtable.systems  # noqa: F401
    from sandtable.server.battle import begin
    from sandtable.server.edge.changes import changes
    from sandtable.table.system import systems
    from sandtable.table.view import encode, without_board

    found = {}
    for key, system in sorted(systems().items()):
        info = system.shelf.infos()[0]
        course, pick, old = begin(system, system.shelf.find(info.id), b"bench" * 4), random.Random(1), None
        times: list[list[float]] = []
        for _ in range(100):
            at = [time.perf_counter()]
            new, *_ = [without_board(course.view(seat)) for seat in info.sides]
            at.append(time.perf_counter())
            size = len(encode(new))
            at.append(time.perf_counter())
            changes(old or new, new)
            at.append(time.perf_counter())
            times.append([(after - before) * 1000 for before, after in pairwise(at)])
            asked = course.play.asked()
            decision = course.play.decision_for(asked[0]) if asked else None
            if decision is None:
                break
            course.choose(asked[0], pick.choice(list(decision.options())))
            old = new
        medians = [round(statistics.median(each), 3) for each in zip(*times, strict=True)]
        found[key] = {**dict(zip(("both_seats_ms", "write_ms", "changes_ms"), medians, strict=True)), "bytes": size}
    return found


Row = tuple[str, str, tuple[str, ...]]  # what was measured, what is aimed at, and where it stands in a report

ROWS: tuple[Row, ...] = (
    ("100 choices a second, 99 of 100 within, ms", "15", ("loads", "100 choices a second", "chooser", "p99_ms")),
    ("the median of these, ms", "", ("loads", "100 choices a second", "chooser", "median_ms")),
    ("flat out, choices a second", "600", ("loads", "flat out", "choices_a_second")),
    ("flat out, processor time of the server for a choice, ms", "", ("loads", "flat out", "processor_ms_a_choice")),
    ("the same of the clients, ms", "", ("loads", "flat out", "clients_processor_ms_a_choice")),
    ("2,000 sockets, one battle in sixty, 99 of 100 within, ms", "250", ("loads", MANY, "chooser", "p99_ms")),
    ("memory of an open battle with all that battles share, MiB", "0.5", ("memory_a_battle_mib",)),
    ("of one more battle, after 90 choices, MiB", "0.5", ("memory_of_one_more_mib",)),
    ("changes against the whole view, median", "0.2", ("changes_to_whole_view",)),
    ("acknowledged choices before the kill", "", ("acknowledged",)),
    ("those of them found after it", "all", ("found_after_the_kill",)),
)


def table(report: dict[str, Any]) -> str:
    """A report as the table of docs/scaling.md; what was not measured is a dash."""
    stores = {}  # the 200 battles and the 2,000 sockets of a store are one column
    for each in report["servers"]:
        found = stores.setdefault((each["store"], each["server_processes"]), {"loads": {}})
        stores[each["store"], each["server_processes"]] = {**each, **found, "loads": found["loads"] | each["loads"]}
    heads = [f"{store}, processes: {number}" for store, number in stores]
    lines = [f"| | aim | {' | '.join(heads)} |", f"|{'---|' * (len(heads) + 2)}"]
    for text, aim, path in ROWS:
        values = [at(found, path) for found in stores.values()]
        lines.append(f"| {text} | {aim} | {' | '.join(values)} |")
    return "\n".join(lines)


def at(found: Any, path: tuple[str, ...]) -> str:
    for key in path:
        found = found.get(key, {})
    return f"{found:,}" if isinstance(found, int | float) else "-"


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--battles", type=int, default=200, help="in which everybody plays")
    arguments.add_argument("--many", type=int, default=2000, help="sockets of which few are used; 0: not measured")
    arguments.add_argument("--seconds", type=float, default=15.0, help="for each load")
    arguments.add_argument("--warm-up", type=float, default=5.0, help="seconds of play before the first is measured")
    arguments.add_argument("--rates", type=int, nargs="*", default=[100], help="choices a second, all told")
    arguments.add_argument("--stores", nargs="*", default=["sqlite", "postgresql"])
    arguments.add_argument("--processes", type=int, default=2, help="server processes with PostgreSQL")
    arguments.add_argument("--table", type=Path, help="a report, to be printed as a table; nothing is measured")
    wanted = arguments.parse_args()
    if wanted.table:
        print(table(json.loads(wanted.table.read_text())))
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a socket is a file, here and in the server
    folder = Path(tempfile.mkdtemp(prefix="sandtable-bench-"))
    report: dict[str, Any] = {
        "processors": os.cpu_count(),
        "others_at_work": round(os.getloadavg()[0], 1),
        "transaction_on_this_disk_ms": disk(folder),
        "views": views(),
        "servers": [],
    }
    try:
        if "sqlite" in wanted.stores:
            report["servers"] += run("sqlite", File(folder / "data"), 1, folder, wanted)
        if "postgresql" in wanted.stores and not Database.missing():
            database = Database()
            try:
                report["servers"] += run("postgresql", database, wanted.processes, folder, wanted)
            finally:
                database.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(json.dumps(report, indent=2))
    lost = sum(each["acknowledged"] - each["found_after_the_kill"] for each in report["servers"])
    if lost:
        sys.exit(f"{lost} acknowledged choices are not in the database")


if __name__ == "__main__":
    main()
