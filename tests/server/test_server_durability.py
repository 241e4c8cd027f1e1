"""Kill -9 at any moment and start again: every acknowledged choice is there, and every page goes on."""

import random
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from house import CATS, PATIENCE, TOY, House, children_of, is_running, until
from websockets.exceptions import WebSocketException

from cluster import Cluster
from sandtable.server.lines import read
from sandtable.server.tokens import new_token
from soak import LONG, sample

ROUNDS = sample(3, 5)  # kills of one server or its database


class Player(threading.Thread):
    """Plays both seats of a battle without a pause, and notes every choice that was acknowledged."""

    def __init__(self, house: House, made: dict[str, Any], acknowledged: list[tuple[int, Any]], seed: int) -> None:
        super().__init__(daemon=True)
        self.house = house
        self.tokens = list(made["seats"].values())
        self.acknowledged = acknowledged
        self.pick = random.Random(seed)

    def run(self) -> None:
        try:
            with httpx.Client(base_url=self.house.http.base_url, timeout=PATIENCE) as line:
                known = line.get(f"/api/seat/{self.tokens[0]}")
                state = known.json()["state"] if known.status_code == 200 else -1  # the database was killed
                while state >= 0:
                    state = self.choose_once(line, state)
        except httpx.HTTPError:
            return  # the server was killed

    def choose_once(self, line: httpx.Client, state: int) -> int:
        """The state after a choice; -1: there is none to make any more."""
        for token in list(self.tokens):
            shown = line.get(f"/api/seat/{token}/view")
            view = shown.json() if shown.status_code == 200 else {}
            if "decision" in view:
                choice = self.pick.choice(view["decision"]["options"])["choice"]
                answer = line.post(f"/api/seat/{token}/choices", json={"state": state, "choice": choice})
                if answer.status_code != 200:
                    return -1
                state = answer.json()["state"]
                self.acknowledged.append((state, choice))
                return state
            self.tokens.reverse()  # who is asked now is likely asked again
        return -1


class Watcher(threading.Thread):
    """A page that watches, and keeps what it was shown by state."""

    def __init__(self, house: House, token: str, shown: dict[int, Any]) -> None:
        super().__init__(daemon=True)
        self.house = house
        self.token = token
        self.shown = shown

    def run(self) -> None:
        try:
            with self.house.socket(self.token) as page:
                for _ in range(10_000):
                    message = page.wait_for("hello", "view")
                    self.shown[message["state"]] = message["view"]
        except (WebSocketException, OSError, TimeoutError):
            return  # the server was killed


class File:
    """Battles in SQLite: whoever kills, kills the server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings: dict[str, Any] = {}

    def kill(self, house: House, number: int) -> House:
        house.kill()
        return house

    def lines(self, battle: str) -> list[bytes]:
        """The journal of a battle as it lies in the file of a server that is dead."""
        base = sqlite3.connect(self.folder / "sandtable.db")
        found = base.execute("SELECT text FROM lines WHERE battle = ? ORDER BY number", (battle,)).fetchall()
        base.close()
        return [text for (text,) in found]

    def again(self, house: House, number: int) -> House:
        """The same port: open pages find it again."""
        return House(self.folder, house.port, settings=house.wish["settings"])


class Database(File):
    """Battles in PostgreSQL: the server is killed, and PostgreSQL itself, in turn."""

    def __init__(self, folder: Path, cluster: Cluster) -> None:
        super().__init__(folder)
        self.cluster = cluster
        self.settings = {"database": cluster.new(), "lease": 0.5}

    def kill(self, house: House, number: int) -> House:
        if number % 2:
            self.cluster.kill()
            self.cluster.restart()
        else:
            house.kill()
        return house

    def lines(self, battle: str) -> list[bytes]:
        sql = f"SELECT text FROM lines WHERE battle = '{battle}' ORDER BY number"
        return [text for (text,) in self.cluster.ask(self.settings["database"], sql)]

    def again(self, house: House, number: int) -> House:
        if number % 2 == 0:
            return super().again(house, number)
        until(lambda: house.http.get("/api/battles").status_code == 200)  # it finds its database again by itself
        return house


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, folder: Path) -> File:
    return File(folder) if request.param == "sqlite" else Database(folder, request.getfixturevalue("cluster"))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(sample(1, 20)))
def test_killed_in_the_middle_of_everything(kept: File, folder: Path, seed: int) -> None:
    # The pace keeps computers at it as long as this takes.
    house = House(folder, settings={"workers": 1, "pace": 0.02, **kept.settings})
    machines = house.new(CATS, german="random", soviet="random")
    persons, orders = house.new(CATS), house.new(TOY)
    acknowledged: dict[str, list[tuple[int, Any]]] = {persons["battle"]: [], orders["battle"]: []}
    shown: dict[int, Any] = {}
    pick = random.Random(seed)
    workers: list[int] = []
    for number in range(ROUNDS):
        threads = [
            Watcher(house, machines["spectator"], shown),
            Player(house, persons, acknowledged[persons["battle"]], 10 * seed + number),
            Player(house, orders, acknowledged[orders["battle"]], 10 * seed + number),
        ]
        for thread in threads:
            thread.start()
        until(lambda wanted=5 * (number + 1): len(shown) >= wanted)  # computers are at it
        for thread, choices in zip(threads[1:], acknowledged.values(), strict=True):
            until(lambda at=thread, done=choices, wanted=2 * number + 2: len(done) >= wanted or not at.is_alive())
        time.sleep(pick.random() * 0.1)  # a kill at any moment
        workers += children_of(house.process.pid) if number % 2 == 0 else []
        kept.kill(house, number)
        for thread in threads[1:]:  # a watcher of a server that lives on without its database just goes on waiting
            thread.join(PATIENCE)
            assert not thread.is_alive()
        for battle, choices in acknowledged.items():
            entries = read(kept.lines(battle)).entries
            for state, choice in choices:
                found = entries[state - 1].choice
                wanted = (choice["do"], choice.get("piece", ""), choice.get("to", ""))
                assert (found.do, found.piece, found.to) == wanted
        seen = max(shown)  # before the journal is read: a server that lives on goes on showing
        assert len(read(kept.lines(machines["battle"])).entries) >= seen
        house = kept.again(house, number)
        for state in pick.sample(sorted(shown), 3):
            assert house.view(machines["spectator"], state=state) == shown[state]
        for made in (persons, orders):
            last = max((state for state, _ in acknowledged[made["battle"]]), default=0)
            assert house.state(made["spectator"]) >= last
    assert len(shown) >= 5 * ROUNDS and all(len(choices) > 5 for choices in acknowledged.values())
    until(lambda: not any(is_running(worker) for worker in workers))  # nobody thinks on for a dead server
    seen = max(shown)
    until(lambda: house.state(machines["spectator"]) > seen)  # computers go on
    if LONG:
        finish(house, machines)
    house.stop()
    assert "Traceback" not in house.complaints(), house.complaints()


def finish(house: House, machines: dict[str, Any]) -> None:
    """The battle goes on to its end by itself, and its journal holds."""
    until(lambda: house.get(f"seat/{machines['spectator']}")["over"], 5 * PATIENCE)
    assert house.get(f"seat/{machines['spectator']}/verify")["ok"]
    listed = {each["id"]: each for each in house.get("battles")["battles"]}
    assert listed[machines["battle"]]["over"]


def test_the_list_is_right_after_a_kill(folder: Path) -> None:
    house = House(folder)
    made = house.new(TOY)
    house.choose(made["seats"]["red"], {"do": "hold"}, 0)
    house.choose(made["seats"]["blue"], {"do": "hold"}, 1)
    house.kill()
    house = House(folder)
    (entry,) = house.get("battles")["battles"]
    assert entry["state"] == 2 and entry["turn"] == 1
    assert house.get(f"seat/{made['seats']['red']}")["seat"] == "red"
    assert house.stop() == 0


def test_a_seat_that_was_taken_is_not_lost_with_the_answer(folder: Path) -> None:
    house = House(folder)
    made = house.new(TOY)
    invitation, own = f"seat/{made['seats']['blue']}/take", {"token": new_token()}
    house.post(invitation, own)
    house.kill()  # and the page never heard of it
    house = House(folder)
    assert house.post(invitation, own) == own
    assert house.get(f"seat/{own['token']}")["seat"] == "blue"
    house.post(invitation, {"token": new_token()}, 404)
    assert house.stop() == 0


def test_a_full_disk_refuses_and_loses_nothing(folder: Path) -> None:
    house = House(folder, file_limit=400_000)
    made = house.new(CATS)
    pick = random.Random(1)
    with house.socket(made["spectator"]) as page:
        page.wait_for("hello")
        states = 0
        for _ in range(300):
            token = next(token for token in made["seats"].values() if "decision" in house.view(token))
            option = pick.choice(house.view(token)["decision"]["options"])
            answer = house.http.post(f"/api/seat/{token}/choices", json={"state": states, "choice": option["choice"]})
            if answer.status_code != 200:
                break
            states += 1
        assert answer.status_code == 503 and "Nothing was changed" in answer.json()["error"]
        assert page.closed() == 1012
    assert house.state(made["spectator"]) == states
    kept = house.view(made["spectator"])
    house.kill()
    house = House(folder)  # with room again
    assert house.state(made["spectator"]) == states and house.view(made["spectator"]) == kept
    assert house.act(made, pick)
    assert house.stop() == 0


def test_battles_that_nobody_looks_at_leave_the_memory(folder: Path) -> None:
    house = House(folder, settings={"open_battles": 3})
    battles = [house.new(TOY) for _ in range(8)]
    for made in battles:
        house.choose(made["seats"]["red"], {"do": "hold"}, 0)
    with house.socket(battles[0]["seats"]["blue"]) as page:
        page.wait_for("hello")
        for made in battles:
            assert house.state(made["spectator"]) == 1
        house.choose(battles[0]["seats"]["blue"], {"do": "storm"}, 1)
        assert page.wait_for("view")["state"] == 2
    assert house.stop() == 0
    assert "Traceback" not in house.complaints()
