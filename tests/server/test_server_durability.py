"""Kill -9 at any moment and start again: every acknowledged choice is there, and every page goes on."""

import json
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

from sandtable.server.lines import read
from sandtable.server.tokens import new_token
from soak import sample

ROUNDS = 3  # kills of one server


class Player(threading.Thread):
    """Plays both seats of a battle without a pause, and notes every choice that was acknowledged."""

    def __init__(self, house: House, made: dict[str, Any], acknowledged: list[tuple[int, Any]], seed: int) -> None:
        super().__init__(daemon=True)
        self.house = house
        self.made = made
        self.acknowledged = acknowledged
        self.pick = random.Random(seed)

    def run(self) -> None:
        try:
            with httpx.Client(base_url=self.house.http.base_url, timeout=PATIENCE) as line:
                for _ in range(10_000):
                    if not self.choose_once(line):
                        return
        except httpx.HTTPError:
            return  # the server was killed

    def choose_once(self, line: httpx.Client) -> bool:
        for token in self.made["seats"].values():
            state = line.get(f"/api/seat/{token}").json()["state"]
            view = line.get(f"/api/seat/{token}/view").json()
            if "decision" in view:
                choice = self.pick.choice(view["decision"]["options"])["choice"]
                answer = line.post(f"/api/seat/{token}/choices", json={"state": state, "choice": choice})
                if answer.status_code == 200:
                    self.acknowledged.append((answer.json()["state"], choice))
                return True
        return False


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


def on_disk(house: House, battle: str) -> list[bytes]:
    """The journal of a battle as it lies in the file of a server that is dead."""
    base = sqlite3.connect(house.data / "sandtable.db")
    lines = [text for (text,) in base.execute("SELECT text FROM lines WHERE battle = ? ORDER BY number", (battle,))]
    base.close()
    return lines


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(sample(1, 100)))
def test_killed_in_the_middle_of_everything(folder: Path, seed: int) -> None:
    settings = {"workers": 1, "pace": 0.02}  # so that computers are at it as long as this takes
    house = House(folder, settings=settings)
    port = house.port
    machines = house.new(CATS, german="greedy", soviet="random")
    persons = house.new(CATS)
    orders = house.new(TOY)
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
        time.sleep(pick.random() * 0.4)
        workers += children_of(house.process.pid)
        house.kill()
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        for battle, choices in acknowledged.items():
            entries = read(on_disk(house, battle)).entries
            for state, choice in choices:
                found = json.loads(json.dumps(choice))
                entry = entries[state - 1]
                assert (entry.choice.do, entry.choice.piece, entry.choice.to) == (
                    found["do"],
                    found.get("piece", ""),
                    found.get("to", ""),
                )
        assert len(read(on_disk(house, machines["battle"])).entries) >= max(shown)
        house = House(folder, port, settings=settings)  # the same port: open pages find it again
        for state in pick.sample(sorted(shown), 3):
            assert house.view(machines["spectator"], state=state) == shown[state]
        for made in (persons, orders):
            last = max((state for state, _ in acknowledged[made["battle"]]), default=0)
            assert house.state(made["spectator"]) >= last
    assert len(shown) >= 5 * ROUNDS and all(len(choices) > 5 for choices in acknowledged.values())
    until(lambda: not any(is_running(worker) for worker in workers))  # nobody thinks on for a dead server
    finish(house, machines)
    house.stop()
    assert "Traceback" not in house.complaints()


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
