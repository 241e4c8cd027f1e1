"""Sockets: what is said, to whom, and what happens to those who misbehave."""

import contextlib
import json
import random
import socket
from pathlib import Path
from typing import Any

import pytest
from house import CATS, PATIENCE, SHORT, House, Page
from websockets.exceptions import ConnectionClosed

from sandtable.table.view import decode


def test_hello_then_a_view_for_every_new_state(house: House) -> None:
    made = house.new(CATS)
    with house.socket(made["seats"]["german"]) as german, house.socket(made["spectator"]) as watcher:
        hello = german.wait_for("hello")
        assert hello["seat"] == "german" and hello["battle"] == made["battle"] and hello["scenario"] == CATS
        assert hello["board"]["kind"] == "hexes" and hello["state"] == 0 and "board" not in hello["view"]
        assert watcher.wait_for("hello")["seat"] == ""
        actor = "german" if "decision" in hello["view"] else "soviet"
        options = house.view(made["seats"][actor])["decision"]["options"]
        house.choose(made["seats"][actor], options[0]["choice"], 0)
        for page in (german, watcher):
            news = page.wait_for("view")
            assert news["state"] == 1 and "board" not in news
            assert news["events"] and news["events"][0]["kind"]
        assert decode(json.dumps(news["view"])).seat == ""


def test_two_players_by_socket_alone(house: House) -> None:
    made = house.new(SHORT)
    pick = random.Random(9)
    with house.socket(made["seats"]["red"]) as red, house.socket(made["seats"]["blue"]) as blue:
        pages = (red, blue)
        latest = {page: page.wait_for("hello") for page in pages}
        for _ in range(100):
            asked = next((page for page in pages if "decision" in latest[page]["view"]), None)
            if asked is None:
                break
            option = pick.choice(latest[asked]["view"]["decision"]["options"])
            asked.choose(latest[asked]["state"], option["choice"])
            for page in pages:
                latest[page] = page.wait_for("view")
        assert latest[red]["view"]["result"] == latest[blue]["view"]["result"]
        assert latest[red]["state"] == latest[blue]["state"]
        red.choose(latest[red]["state"], {"do": "pass"})
        assert red.wait_for("refused")["error"] == "The battle is over."


def test_a_refusal_says_why_and_where_the_battle_stands(house: House, made: dict[str, Any]) -> None:
    with house.socket(made["seats"]["red"]) as red, house.socket(made["spectator"]) as watcher:
        red.wait_for("hello")
        red.choose(0, {"do": "surrender"})
        refused = red.wait_for("refused", "view")
        assert refused["type"] == "refused" and refused["state"] == 0 and refused["rule"] == "2.0"
        red.choose(3, {"do": "storm"})
        assert "state 0" in red.wait_for("refused")["error"]
        red.choose(0, {"do": "storm"})
        assert red.wait_for("view")["state"] == 1
        red.choose(0, {"do": "storm"})
        assert red.wait_for("refused")["state"] == 1
        red.say({"type": "undo", "state": 1})
        assert red.wait_for("view")["state"] == 2
        watcher.wait_for("hello")
        watcher.choose(2, {"do": "storm"})
        assert "watches" in watcher.wait_for("refused")["error"]
        watcher.say({"type": "undo", "state": 2})
        assert "watches" in watcher.wait_for("refused")["error"]
    assert house.state(made["spectator"]) == 2


def test_events_go_only_to_those_who_may_see_them(house: House) -> None:
    made = house.new()
    with (
        house.socket(made["seats"]["red"]) as red,
        house.socket(made["seats"]["blue"]) as blue,
        house.socket(made["spectator"]) as watcher,
    ):
        pages = {"red": red, "blue": blue, "": watcher}
        for page in pages.values():
            page.wait_for("hello")
        for state in range(60):
            views = {seat: house.view(token) for seat, token in made["seats"].items()}
            asked = next((seat for seat, view in views.items() if "decision" in view), None)
            if asked is None:
                break
            options = [option["choice"] for option in views[asked]["decision"]["options"]]
            choice = next((each for each in options if each["do"] == "scout"), options[0])
            house.choose(made["seats"][asked], choice, state)
            told = {seat: page.wait_for_state(state + 1)["events"] for seat, page in pages.items()}
            cards = {seat: [e for e in events if e["kind"] == "card"] for seat, events in told.items()}
            if choice["do"] == "scout" and any(cards.values()):
                assert len(cards[asked]) == 1 and cards[asked][0]["text"]
                assert not any(found for seat, found in cards.items() if seat != asked)
                assert not any("seen_by" in event for events in told.values() for event in events)
                return
    raise AssertionError("nobody scouted")


def test_a_ping_is_answered(house: House, made: dict[str, Any]) -> None:
    with house.socket(made["spectator"]) as page:
        page.wait_for("hello")
        page.say({"type": "ping"})
        assert page.hear() == {"type": "pong"}


def test_a_computer_player_is_heard_thinking(house: House) -> None:
    made = house.new(SHORT, blue="greedy")
    with house.socket(made["seats"]["red"]) as red:
        message = red.wait_for("hello")
        for _ in range(200):
            if "result" in message.get("view", {}):
                break
            if "decision" in message.get("view", {}):
                red.choose(message["state"], message["view"]["decision"]["options"][0]["choice"])
            message = red.wait_for("view", "refused")
        thinking = [json.loads(text) for text in red.came if '"thinking"' in text]
    assert thinking and all(each == {"type": "thinking", "seat": "blue"} for each in thinking)


def test_who_comes_back_gets_the_present_state(house: House, made: dict[str, Any]) -> None:
    with house.socket(made["seats"]["red"]) as red:
        red.wait_for("hello")
    house.choose(made["seats"]["red"], {"do": "hold"}, 0)
    with house.socket(made["seats"]["red"]) as red:
        assert red.wait_for("hello")["state"] == 1


# Those who misbehave -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        "",
        "hello",
        "{}",
        "[]",
        "null",
        '{"type": "dance"}',
        '{"type": "choose"}',
        '{"type": "choose", "state": 0}',
        '{"type": "choose", "state": "0", "choice": {"do": "storm"}}',
        '{"type": "choose", "state": 0.5, "choice": {"do": "storm"}}',
        '{"type": "choose", "state": 0, "choice": {"do": "storm", "seat": "blue"}}',
        '{"type": "choose", "state": 0, "choice": {"do": "storm"}, "seat": "blue"}',
        '{"type": "choose", "state": 0, "choice": {"do": "\\ud800"}}',
        '{"type": "undo", "state": null}',
        '{"type": "ping", "more": 1}',
        "[" * 10_000,
        b"\x00\x01",
        b'{"type": "ping"}',
    ],
)
def test_a_malformed_message_is_answered_and_changes_nothing(
    house: House, made: dict[str, Any], message: str | bytes
) -> None:
    with house.socket(made["seats"]["red"]) as page:
        page.wait_for("hello")
        page.say(message)
        answer = page.hear()
        assert answer["type"] == "error" and answer["error"].endswith(".")
        page.say({"type": "ping"})
        assert page.hear() == {"type": "pong"}
    assert house.state(made["spectator"]) == 0


def test_an_oversized_message_closes_the_socket(house: House, made: dict[str, Any]) -> None:
    for message in ("x" * 17_000, "ä" * 9_000, b"x" * 17_000):
        with house.socket(made["seats"]["red"]) as page:
            page.wait_for("hello")
            page.say(message)
            assert page.closed() == 1009
    assert house.state(made["spectator"]) == 0


@pytest.mark.parametrize("token", ["A" * 32, "x", "%00", "ä" * 32])
def test_an_unknown_link_closes_the_socket(house: House, token: str) -> None:
    with house.socket(token) as page:
        assert page.closed() == 4404


def test_a_page_of_another_site_may_not_connect(house: House, made: dict[str, Any]) -> None:
    with house.socket(made["seats"]["red"], origin="https://evil.example") as page:
        assert page.closed() == 4403
    with house.socket(made["seats"]["red"], origin=f"http://127.0.0.1:{house.port}") as page:
        assert page.hear()["type"] == "hello"


def test_only_so_many_pages_of_a_battle_and_messages_at_once(folder: Path) -> None:
    small = House(folder, settings={"sockets_a_gallery": 1, "burst": 20, "messages_a_second": 0.001})
    try:
        made = small.new()
        with small.socket(made["seats"]["red"]) as red, small.socket(made["spectator"]) as watcher:
            red.wait_for("hello")
            watcher.wait_for("hello")
            with small.socket(made["spectator"]) as another:
                assert another.closed() == 1013
            with contextlib.suppress(ConnectionClosed):
                for _ in range(200):
                    watcher.say({"type": "ping"})
            assert watcher.closed() == 1008
        assert small.state(made["spectator"]) == 0
        with small.socket(made["seats"]["blue"]) as blue:
            blue.wait_for("hello")
            # And when the server is closed the page is told to come back.
            assert small.stop() == 0
            assert blue.closed() == 1012
    finally:
        if small.process.poll() is None:
            small.kill()


def test_a_slow_page_misses_states_and_no_event(house: House) -> None:
    made = house.new(CATS)
    pick = random.Random(3)
    with house.socket(made["spectator"]) as slow:
        hello = slow.wait_for("hello")
        for _ in range(60):  # meanwhile it hears nothing
            assert house.act(made, pick)
        last_state = house.state(made["spectator"])
        events, states = 0, [hello["state"]]
        while states[-1] < last_state:
            news = slow.wait_for("view")
            events += len(news["events"])
            states.append(news["state"])
    assert states == sorted(set(states)) and states[-1] == last_state == 60
    last = house.view(made["spectator"])["log"][-1]["number"]
    first = hello["view"]["log"][-1]["number"] if hello["view"].get("log") else 0
    assert abs(events - (last - first)) <= 2  # the last event may be one without words


def test_pages_leave_without_a_word(house: House, made: dict[str, Any]) -> None:
    pages = [house.socket(made["spectator"]) for _ in range(5)]
    for page in pages:
        assert isinstance(page, Page)
        page.wait_for("hello")
        page.line.socket.close()
    house.choose(made["seats"]["red"], {"do": "hold"}, 0)
    assert house.state(made["spectator"]) == 1


def test_a_page_that_sleeps_is_pinged_and_closed(folder: Path) -> None:
    small = House(folder, settings={"ping": 0.3})
    try:
        made = small.new()
        with socket.create_connection(("127.0.0.1", small.port), PATIENCE) as line:
            line.sendall(
                f"GET /ws/{made['spectator']} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            came = b""
            for _ in range(100):  # never answers; until the server hangs up
                more = line.recv(65536)
                came += more
                if not more:
                    break
            assert not more
        assert b"101 Switching" in came and b"\x89\x04" in came  # a ping with four bytes
    finally:
        small.stop()
