"""Whatever is shouted into a socket: it is answered or the socket is closed, and the battle stands."""

import json
from typing import Any

import pytest
from house import House, Page
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from soak import sample

WORDS = st.sampled_from(
    ["choose", "undo", "ping", "hello", "view", "", "type", "storm", "hold", "red", "do", "state"]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | WORDS
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | WORDS, inner, max_size=5),
    max_leaves=12,
)
# Nearly right: a message of ours with one thing or another amiss. Never a choice that would be taken.
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(["choose", "undo", "ping", "dance"]) | LEAVES},
    optional={
        "state": st.integers(-5, 5) | LEAVES,
        "choice": st.fixed_dictionaries(
            {"do": st.sampled_from(["surrender", ""]) | st.integers() | st.none()},
            optional={"piece": LEAVES, "to": LEAVES, "number": LEAVES, "at": JSON, "more": JSON},
        )
        | LEAVES,
        "more": JSON,
    },
)
SHOUTS = (
    st.text(max_size=200)
    | st.binary(max_size=200)
    | JSON.map(json.dumps)
    | NEARLY.map(json.dumps)
    | NEARLY.map(lambda message: json.dumps(message)[:-1])
    | st.integers(15_000, 17_500).map(lambda size: "x" * size)
)

CALM = settings(max_examples=sample(25, 3000), database=None, suppress_health_check=list(HealthCheck))


class Pages:
    """A page that is opened again when the server has closed it."""

    def __init__(self, house: House, token: str) -> None:
        self.house = house
        self.token = token
        self.page: Page | None = None

    def open(self) -> Page:
        if self.page is None:
            self.page = self.house.socket(self.token)
            self.page.wait_for("hello")
        return self.page

    def shut(self) -> None:
        if self.page is not None:
            self.page.close()
        self.page = None


@pytest.fixture(scope="module")
def battle(house: House) -> dict[str, Any]:
    return house.new()


@pytest.mark.soak
@pytest.mark.parametrize("seat", ["red", "spectator"])
def test_shouting(house: House, battle: dict[str, Any], seat: str) -> None:
    token = battle["seats"].get(seat, battle["spectator"])
    pages = Pages(house, token)

    @CALM
    @given(st.lists(SHOUTS, min_size=1, max_size=8))
    def shout(messages: list[str | bytes]) -> None:
        page = pages.open()
        try:
            for message in messages:
                page.say(message)
                answer = page.hear()
                assert answer["type"] in ("error", "refused", "pong"), (message, answer)
        except ConnectionClosed as end:
            assert end.rcvd is not None and end.rcvd.code in (1007, 1008, 1009), end
            pages.shut()

    shout()
    pages.shut()
    assert house.state(battle["spectator"]) == 0
