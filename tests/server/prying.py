"""What a bad actor does with a link: everything that can be asked, as bytes, to be compared."""

import itertools
import json
from collections.abc import Iterator
from typing import Any

from house import House, Page

Pair = tuple[str, str]
TOYS = ("red", "blue")  # the seats of the toy; its places are the same


def probe(house: House, token: str, state: int, seats: Pair = TOYS, places: Pair = TOYS) -> Iterator[tuple[Any, ...]]:
    """Everything that can be asked with a link, as bytes; each with what was asked."""
    seat = f"/api/seat/{token}"
    one, other = seats
    looks = ["", "/view", "/board", "/journal", "/verify", "/company", f"/sight?from={places[0]}"]
    looks += [f"/sight?from={places[0]}&to={places[1]}"]
    looks += [f"/view?state={n}" for n in range(state + 2)]
    looks += [f"/view?as={who}" for who in (one, other, "nobody")]
    looks += [f"/view?as={one}&state={state}", *(f"/dangers?state={state}&to={place}" for place in places)]
    looks += [f"/odds?state={state}&option={place}" for place in (0, 99)]
    for path in [*(seat + look for look in looks), "/api/battles", "/api/games", "/api/openapi.json"]:
        yield whole(path, house.http.get(path))
    mine = [] if house.view(token).get("may_undo") else [state]  # where it would be taken, it is no probe
    doings: list[tuple[str, Any]] = [("undo", {"state": n}) for n in (*mine, state - 1, state + 1) if n >= 0]
    doings += [("fork", {"state": n, "seats": dict.fromkeys(seats, "person")}) for n in (0, state)]
    doings += [("choices", {"state": state + 1, "choice": {"do": "pass"}})]
    for doing, body in doings:
        answer = house.http.post(f"{seat}/{doing}", json=body)
        assert answer.status_code >= 400, (doing, body, answer.text)
        yield whole((doing, str(body)), answer)


def meddle(house: House, token: str, state: int) -> Iterator[tuple[Any, ...]]:
    """Choices of a seat that is not asked: none may be taken, and the refusals must not tell why another's would."""
    for do, piece, to in itertools.product(
        ("barrage", "smoke", "scout", "dig in", "storm", "pass", "x"), ("", "red"), ("", "blue")
    ):
        body = {"state": state, "choice": {"do": do, "piece": piece, "to": to}}
        answer = house.http.post(f"/api/seat/{token}/choices", json=body)
        assert answer.status_code in (403, 422), answer.text
        yield whole(("meddles", str(body)), answer)


def whole(asked: Any, answer: Any) -> tuple[Any, ...]:
    headers = [(name, value) for name, value in answer.headers.raw if name.lower() != b"date"]
    return (asked, answer.status_code, headers, answer.content)


def without_skips(page: Page) -> list[str]:
    """All that came but views of states that were passed quickly: which of those a page gets is a matter of speed.

    Their events come with the next, so all events are compared, in their order; and what is on the screen at the end.
    """
    messages = [json.loads(text) for text in page.came]
    events = [event for message in messages for event in message.get("events", [])]
    return [page.came[0], json.dumps(page.view), json.dumps(events)]


def same(one: list[Any], two: list[Any]) -> int:
    """How much was compared; fails at the first difference."""
    assert len(one) == len(two)
    for left, right in zip(one, two, strict=True):
        assert left == right
    return len(one)
