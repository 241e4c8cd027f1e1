"""Programs play over the network: by the link of a seat, or with an account of their own."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from house import PATIENCE, House
from town import open_town

from sandtable.server.tokens import new_token

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
SMALL = [
    "nations_at_war/first-light",
    "regimental/the-village-of-lauen",
    "war_storm/the-orchard-gate",
    "miniatures/the-farm-on-the-lane",
    "of_war_and_men/boot-camp",
]
LIVELY = {
    "people": True,
    "stream_beat": 0.05,
    "workers": 1,
    "accounts_an_hour": 1000,
    "secret_pace": 0.02,
    "ping": 1.0,
}


class Stream:
    """The lines of a stream, as they come."""

    def __init__(self, http: httpx.Client, path: str, **query: Any) -> None:
        self._open = http.stream("GET", f"/api/{path}", params=query)
        self.answer = self._open.__enter__()
        assert self.answer.status_code == 200, self.answer.read()
        self._lines = self.answer.iter_lines()

    def next(self) -> Any:
        return json.loads(next(line for line in self._lines if line))

    def close(self) -> None:
        self._open.__exit__(None, None, None)


@pytest.fixture
def stream(house: House) -> Iterator[Any]:
    opened = []

    def begin(token: str, **query: Any) -> Stream:
        opened.append(Stream(house.http, f"seat/{token}/questions", **query))
        return opened[-1]

    yield begin
    for each in opened:
        each.close()


def test_a_question_has_an_id_that_the_answer_names(house: House, stream: Any) -> None:
    """The toy asks both for a secret order; red answers by option, and is asked nothing else until blue has."""
    made = house.new()
    red, blue = made["seats"]["red"], made["seats"]["blue"]
    heard = {"red": stream(red), "blue": stream(blue)}
    first = heard["red"].next()
    assert first["type"] == "question" and first["seat"] == "red" and "view" not in first
    assert [option["index"] for option in first["options"]] == list(range(len(first["options"])))
    assert [option["choice"] for option in first["options"]] == [
        option["choice"] for option in house.view(red)["decision"]["options"]
    ]
    other = heard["blue"].next()
    house.post(f"seat/{red}/answers", {"id": first["id"], "option": 0})
    house.post(f"seat/{blue}/answers", {"id": other["id"], "option": 1})  # red's answer has not made it stale
    asked, stale = (red, first) if "decision" in house.view(red) else (blue, other)
    again = house.post(f"seat/{asked}/answers", {"id": stale["id"], "option": 0}, 409)
    assert again["error"] == f"You answer question {stale['id']}, and now you are asked question 2."


def test_a_whole_battle_by_streams(house: House, stream: Any) -> None:
    made = house.new()
    heard = {seat: stream(token) for seat, token in made["seats"].items()}
    ids: list[tuple[str, int]] = []
    while True:
        asked = [seat for seat, token in made["seats"].items() if "decision" in house.view(token)]
        if not asked:
            break
        said = heard[asked[0]].next()
        assert said["type"] == "question"
        ids.append((said["seat"], said["id"]))
        house.post(f"seat/{made['seats'][asked[0]]}/answers", {"id": said["id"], "option": 0})
    assert len(set(ids)) == len(ids) > 6
    for each in heard.values():
        last = each.next()
        assert last["type"] == "over" and set(last["result"]) == {"winner", "reason", "rule"}


def test_what_is_shown_can_be_chosen(house: House, stream: Any) -> None:
    made = house.new()
    token = made["seats"]["red"]
    whole, parts = stream(token, show="view"), stream(token, show="changes")
    for each in (whole, parts):
        first, asked = each.next(), each.next()
        assert (first["type"], asked["type"]) == ("view", "question") and "pieces" in first["view"]
    house.post(f"seat/{token}/answers", {"id": asked["id"], "option": 0})
    assert whole.next()["type"] == "view"
    assert parts.next()["type"] == "changes"
    refused = house.get(f"seat/{token}/questions", 422, show="everything")
    assert refused["error"] == "show must be one of question, changes, view."


def test_bad_answers_are_refused_with_a_sentence(house: House, stream: Any) -> None:
    made = house.new()
    red = made["seats"]["red"]
    id = stream(red).next()["id"]
    for body, status, word in (
        ({"id": id, "option": 99}, 422, "There is no option 99: they go from 0 to"),
        ({"id": id}, 422, "It must name either an option or a choice."),
        ({"id": id, "choice": {"do": "fly"}}, 422, ""),
        ({"id": id + 7, "option": 0}, 409, f"You answer question {id + 7}, and now you are asked question {id}."),
        ({"id": -1, "option": 0}, 400, "not understood"),
        ({"option": 0}, 400, "not understood"),
    ):
        assert word in house.post(f"seat/{red}/answers", body, status)["error"]
    assert house.state(red) == 0
    assert "spectator" in house.get(f"seat/{made['spectator']}/questions", 403)["error"]
    house.get(f"seat/{new_token()}/questions", 404)


# Bots ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    place = House(tmp_path_factory.mktemp("bots") / "data", settings=LIVELY)
    House.started.remove(place)
    yield place
    place.stop()
    assert "Traceback" not in place.complaints(), place.complaints()


def as_who(house: House, key: str) -> httpx.Client:
    headers = {"Authorization": f"Bearer {key}"}
    return httpx.Client(base_url=f"http://127.0.0.1:{house.port}/api/", headers=headers, timeout=PATIENCE)


def join(house: House, name: str) -> httpx.Client:
    key = new_token()
    answer = httpx.post(
        f"http://127.0.0.1:{house.port}/api/people", json={"name": name, "key": key}, timeout=PATIENCE
    )
    assert answer.status_code == 201, answer.text
    return as_who(house, key)


def make_bot(owner: httpx.Client, name: str) -> str:
    token = new_token()
    answer = owner.post("bots", json={"name": name, "token": token})
    assert answer.status_code == 201 and answer.json()["bot"] is True, answer.text
    return token


def test_a_bot_is_an_account_with_a_flag_and_an_owner(lively: House) -> None:
    owner = join(lively, "Ada")
    token = make_bot(owner, "Engine")
    bot = as_who(lively, token)
    assert bot.get("people/me").json()["bot"] is True
    assert [each["name"] for each in owner.get("bots").json()["bots"]] == ["Engine"]
    assert owner.get("bots/stream").status_code == 403
    assert "no bots of its own" in bot.post("bots", json={"name": "Child", "token": new_token()}).json()["error"]
    assert owner.post("bots", json={"name": "Engine", "token": token}).json()["name"] == "Engine"  # asked again
    for number in range(4):
        make_bot(owner, f"Engine {number}")
    many = owner.post("bots", json={"name": "Engine 9", "token": new_token()})
    assert (many.status_code, many.json()["error"]) == (429, "You have 5 bots, which is the most you may have.")
    assert owner.post("bots/nobody here/challenge", json={"scenario": SMALL[0]}).status_code == 404


@pytest.mark.parametrize("scenario", SMALL)
def test_sample_bots_play_whole_battles_over_the_network(lively: House, scenario: str) -> None:
    """One in Python and one in JavaScript; where there is no node, two in Python."""
    slug = scenario.rpartition("/")[2][:14]
    owner = join(lively, f"Owner {slug}")
    node = shutil.which("node")
    runners = ([sys.executable, "network.py"], [node, "network.js"] if node else [sys.executable, "network.py"])
    tokens = [make_bot(owner, f"{letter} {slug}") for letter in "XY"]
    address = f"http://127.0.0.1:{lively.port}"
    running = [
        subprocess.Popen([runner[0], str(EXAMPLES / runner[1]), address, token])
        for runner, token in zip(runners, tokens, strict=True)
    ]
    try:
        first = as_who(lively, tokens[0])
        made = first.post(f"bots/Y {slug}/challenge", json={"scenario": scenario})
        assert made.status_code == 201, made.text
        until = time.monotonic() + PATIENCE
        over: list[Any] = []
        while not over and time.monotonic() < until and all(each.poll() is None for each in running):
            over = [each for each in first.get("people/battles").json()["battles"] if each["over"]]
            time.sleep(0.1)
        assert over and over[0]["scenario"] == scenario and over[0]["result"]["reason"]
        assert [each.poll() for each in running] == [None, None], "a bot has failed"
    finally:
        for each in running:
            each.kill()
            each.wait()


@pytest.mark.parametrize("name", ["network.py", "network.js"])
def test_samples_are_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text().splitlines()) <= 40


def test_computers_among_themselves_keep_no_beat(tmp_path: Path) -> None:
    """With a beat of an hour a battle of the toy, which has secrets, is over as soon as they have played it."""
    with open_town(tmp_path / "data", tmp_path, secret_pace=3600.0) as town:
        seats = {"red": "random", "blue": "random"}
        made = town.stranger.post("battles", {"scenario": "toy/meeting", "seats": seats}, 201)
        until = time.monotonic() + PATIENCE
        while not (seen := town.stranger.get(f"seat/{made['spectator']}"))["over"] and time.monotonic() < until:
            time.sleep(0.05)
        assert seen["over"]
