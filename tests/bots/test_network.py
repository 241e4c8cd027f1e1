"""Bots over the network play at a door of our own as they do on a server."""

import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels, network, outsider
from sandtable.bots.door import Door
from sandtable.bots.network import NetworkBot
from sandtable.bots.own import OwnBotError
from sandtable.bots.player import Seat
from sandtable.cli.words import use_bots
from sandtable.lab import ladder
from sandtable.table.chance import SeededChance
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import systems

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "network.py"


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    monkeypatch.setenv("SANDTABLE_BOTS", "")
    assert levels.use("network:rex") == ["rex"]
    word, found = next((word, each) for word, each in network._doors.items() if each.name == "rex")
    yield found
    found.close()
    del network._doors[word]


@pytest.fixture
def rex(door: Door) -> Iterator[Door]:
    """The sample bot, which has come."""
    process = subprocess.Popen([sys.executable, str(EXAMPLE), door.address, door.token])
    try:
        assert door.here.wait(60)
        yield door
    finally:
        process.kill()
        process.wait()


def begin() -> AnyPlay:
    system = systems()["nations_at_war"]
    return Play(system, system.rules.new(system.shelf.find("first-light")), SeededChance(7))


def ask(door: Door, path: str, body: Any = None, token: str = "") -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token or door.token}"}
    return urllib.request.urlopen(urllib.request.Request(f"{door.address}/api/{path}", data, headers), timeout=60)


def test_the_ladder_takes_a_bot_over_the_network_beside_others(rex: Door, caplog: pytest.LogCaptureFixture) -> None:
    """The sample that plays on a server plays here as it is, and wins against random most of the time or not."""
    made = ladder("nations_at_war", 2, ["random", "rex"], ["first-light"], workers=1)
    assert made.players == ("random", "rex") and made.meetings[0].games == 2
    assert not caplog.records, "no turn was lost"
    assert not rex.places, "its seats are given back"


def test_answers_name_their_question_and_lose_their_turn_otherwise(
    door: Door, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot by hand: it is shown the view, answers another question, then its own; then it is silent."""
    play = begin()
    seat = play.asked()[0]
    bot = levels.make("rex", 3)
    assert isinstance(bot, NetworkBot)
    bot.hurried = False
    told: list[Any] = []

    def come() -> None:
        news = json.loads(next(iter(ask(door, "bots/stream"))))
        lines = iter(ask(door, f"seat/{news['token']}/questions?show=view"))
        view, asked = json.loads(next(lines)), json.loads(next(lines))
        told.extend([news, view, asked])
        path = f"seat/{news['token']}/answers"
        for body in ({"id": asked["id"] + 1, "option": 0}, {"id": asked["id"], "option": "first"}):
            with pytest.raises(urllib.error.HTTPError) as refused:
                ask(door, path, body)
            told.append((refused.value.code, json.loads(refused.value.read())["error"]))
        told.append(json.load(ask(door, path, {"id": asked["id"], "option": asked["options"][1]["index"]})))

    visitor = threading.Thread(target=come)
    visitor.start()
    choice = bot.choose(Seat(play, seat))
    visitor.join()
    news, view, asked, other, odd, state = told
    assert (news["type"], news["seat"], news["scenario"]) == ("battle", seat, "nations_at_war/first-light")
    assert view["type"] == "view" and view["view"]["seat"] == seat and "view" not in asked
    assert other == (409, "You answer question 2, and now you are asked question 1.") and odd[0] == 422
    assert state == {"state": 1} and choice == Seat(play, seat).options()[1]
    assert not caplog.records
    monkeypatch.setattr(outsider, "UNHURRIED", 0.01)
    play.choose(choice, seat)
    again = play.asked()[0]
    assert bot.choose(Seat(play, again)) in Seat(play, again).options()
    assert "no answer came within 0.01 seconds. greedy chose for it." in caplog.records[0].getMessage()


def test_only_who_knows_the_token_comes_in(door: Door) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        ask(door, "bots/stream", token="somebody-else")
    assert refused.value.code == 401 and not door.here.is_set()
    with pytest.raises(urllib.error.HTTPError) as refused:
        ask(door, "seat/nothing/questions")
    assert refused.value.code == 404


def test_who_does_not_come_loses_his_turn(
    door: Door, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(network, "UNHURRIED", 0.01)
    play, bot = begin(), levels.make("rex", 3)
    bot.hurried = False
    bot.choose(Seat(play, play.asked()[0]))
    assert "it did not come within 0.01 seconds" in caplog.records[0].getMessage()


def test_words_for_bots_over_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    for word in ("network:", "network:Rex", "network:rex=here", "network:rex=127.0.0.1:99999"):
        with pytest.raises(OwnBotError, match="network:rex=127"):
            levels.use(word)
    monkeypatch.setenv("SANDTABLE_BOTS", "network:rex")
    with pytest.raises(OwnBotError, match="Name it with --bot"):
        levels.make("rex")


def test_commands_tell_where_to_come_and_wait(door: Door, capsys: pytest.CaptureFixture[str]) -> None:
    use_bots([], wait=False)  # as `serve` does
    assert capsys.readouterr().err == f"rex may come to {door.address} with the token {door.token}\n"
    visitor = threading.Thread(target=lambda: next(iter(ask(door, "bots/stream"))), daemon=True)
    visitor.start()
    use_bots([])  # as `lab` and `play` do
    assert door.here.is_set() and capsys.readouterr().err.count("\n") <= 1
    place = door.seat({})  # lets the visitor go
    visitor.join(60)
    assert place.token in door.places
