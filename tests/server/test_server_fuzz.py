"""Whatever is shouted into a socket or sent to an address: it is answered or refused, and the battle stands."""

import json
import random
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

CALM = settings(max_examples=sample(50, 2500), database=None, suppress_health_check=list(HealthCheck))


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


# Requests ----------------------------------------------------------------------------------------------

MESSAGES = sample(200, 10_000)
ODD = [
    *(b"", b"{", b"null", b"[]", b"0", b'"x"', b"\xff\xfe", b"[" * 2000, b'{"state": NaN}', b'{"\\ud800": 1}'),
    *(b'{"state": -1}', b'{"state": 1e9}', b'{"state": 99999999999999999999}', b'{"token": "short"}'),
    *(b'{"state": 0, "choice": {}}', b'{"state": 0, "choice": {"do": "surrender", "at": [[]]}}'),
    *(b'{"state": 0, "seats": []}', b'{"scenario": "toy/ridge", "seats": {"red": "person"}, "visibility": "no"}'),
]
QUESTIONS = ["", "?state=x", "?state=-1", "?state=99999999999", "?from=", "?to=%00", "?as=%ff", "?piece=" + "x" * 300]


def damaged(text: bytes, pick: random.Random) -> bytes:
    """Nearly a body: some bytes are others, are gone, or come twice."""
    found = bytearray(text)
    for _ in range(pick.randint(1, 4)):
        place = pick.randrange(len(found) + 1)
        found[place : place + pick.randint(0, 3)] = pick.randbytes(pick.randint(0, 3))
    return bytes(found)


@pytest.mark.soak
def test_malformed_requests_to_every_address(house: House, battle: dict[str, Any]) -> None:
    """Each address in turn gets a body or a question that is none. Nothing is a fault of the server's."""
    pick = random.Random(7)
    described = house.http.get("/api/openapi.json").json()["paths"]
    asked = [
        (method.upper(), path, "requestBody" in known)
        for path, methods in described.items()
        for method, known in methods.items()
    ]
    assert len(asked) >= 18
    good = json.dumps({"state": 0, "choice": {"do": "surrender", "piece": "x", "to": "y", "number": 1}}).encode()
    for number in range(MESSAGES):
        method, path, wants_a_body = asked[number % len(asked)]
        token = pick.choice([battle["seats"]["red"], battle["spectator"], "A" * 32])
        if path.endswith("/take") or (method != "GET" and not wants_a_body):
            token = "A" * 32  # the links are still needed, and what wants no body cannot be malformed
        for name, value in (("token", token), ("id", battle["battle"]), ("system", "toy"), ("slug", "ridge")):
            path = path.replace(f"{{{name}}}", value)
        kind = pick.choice(["application/json", "application/json", "text/plain", ""])
        body = None if method == "GET" else pick.choice([pick.choice(ODD), damaged(good, pick)])
        answer = house.http.request(
            method, path + pick.choice(QUESTIONS), content=body, headers={"content-type": kind} if kind else {}
        )
        assert answer.status_code < 500, (method, path, body, answer.text)
        assert answer.status_code < 400 or answer.json()["error"], (method, path, body)
    assert house.state(battle["spectator"]) == 0
