"""Whatever is wrong with a request gets a sentence and a 4xx, and nothing changes."""

import json
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from house import CATS, PATIENCE, TOY, House

from sandtable.server import ServeError, serve
from sandtable.server.store import Store, StoreError

PERSONS = {"red": "person", "blue": "person"}
NOBODY = "A" * 32


def complaint(answer: httpx.Response) -> str:
    """The sentence of a refusal, which has the shape of every refusal."""
    assert 400 <= answer.status_code < 500, answer.text
    body = answer.json()
    assert set(body) <= {"error", "rule"} and body["error"].endswith((".", "?")), body
    return str(body["error"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ([], 400),
        ("battle", 400),
        (None, 400),
        ({"scenario": TOY}, 400),
        ({"scenario": TOY, "seats": []}, 400),
        ({"scenario": 7, "seats": PERSONS}, 400),
        ({"scenario": TOY, "seats": PERSONS, "more": 1}, 400),
        ({"scenario": TOY, "seats": PERSONS, "hot_seat": "yes"}, 400),
        ({"scenario": CATS, "seats": PERSONS, "seed": -1}, 400),
        ({"scenario": CATS, "seats": PERSONS, "seed": 1.5}, 400),
        ({"scenario": CATS, "seats": PERSONS, "seed": True}, 400),
        ({"scenario": CATS, "seats": PERSONS, "seed": 10**30}, 400),
        ({"scenario": "x" * 5000, "seats": PERSONS}, 400),
        ({"scenario": TOY, "seats": dict.fromkeys([str(n) for n in range(99)], "person")}, 400),
        ({"scenario": "toy/rigde", "seats": PERSONS}, 422),
        ({"scenario": "../../etc/passwd", "seats": PERSONS}, 422),
        ({"scenario": TOY, "seats": {}}, 422),
        ({"scenario": TOY, "seats": {"red": "person"}}, 422),
        ({"scenario": TOY, "seats": {**PERSONS, "green": "person"}}, 422),
        ({"scenario": TOY, "seats": {"red": "person", "blue": "genius"}}, 422),
        ({"scenario": TOY, "seats": {"red": "person", "blue": ""}}, 422),
    ],
)
def test_a_battle_that_cannot_be_made(house: House, body: Any, status: int) -> None:
    before = len(house.get("battles")["battles"])
    answer = house.http.post("/api/battles", json=body)
    assert answer.status_code == status
    complaint(answer)
    assert len(house.get("battles")["battles"]) == before


def test_the_nearest_right_word_is_named(house: House) -> None:
    answer = house.http.post("/api/battles", json={"scenario": "toy/rigde", "seats": PERSONS})
    assert "Did you mean toy/ridge?" in complaint(answer)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"state": 0},
        {"choice": {"do": "storm"}},
        {"state": "0", "choice": {"do": "storm"}},
        {"state": 0.0, "choice": {"do": "storm"}},
        {"state": True, "choice": {"do": "storm"}},
        {"state": -1, "choice": {"do": "storm"}},
        {"state": 10**20, "choice": {"do": "storm"}},
        {"state": 0, "choice": "storm"},
        {"state": 0, "choice": {}},
        {"state": 0, "choice": {"do": 1}},
        {"state": 0, "choice": {"do": "storm", "now": True}},
        {"state": 0, "choice": {"do": "storm"}, "seat": "blue"},
        {"state": 0, "choice": {"do": "storm", "number": 10**40}},
        {"state": 0, "choice": {"do": "storm", "at": [["a", 1, 2]]}},
        {"state": 0, "choice": {"do": "storm", "at": [["a", 1, 2, 3]] * 501}},
    ],
)
def test_a_malformed_choice(house: House, made: dict[str, Any], body: Any) -> None:
    answer = house.http.post(f"/api/seat/{made['seats']['red']}/choices", json=body)
    assert answer.status_code == 400
    complaint(answer)
    assert house.state(made["spectator"]) == 0


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"nonsense",
        b"\xff\xfe\x00",
        b'{"state": NaN, "choice": {"do": "storm"}}',
        b'{"state": 0, "choice": {"do": "\\ud800"}}',
        b'{"\\udfff": 0}',
        b'{"state": ' + b"9" * 5000 + b', "choice": {"do": "storm"}}',
        b"[" * 30_000,
    ],
)
def test_what_is_hardly_json(house: House, made: dict[str, Any], text: bytes) -> None:
    for path in (f"/api/seat/{made['seats']['red']}/choices", "/api/battles"):
        answer = house.http.post(path, content=text, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422)
        complaint(answer)
    assert house.state(made["spectator"]) == 0


def test_a_choice_with_strange_words_is_refused_in_words(house: House, made: dict[str, Any]) -> None:
    for do in ("", "\x00", "storm\n", "'; DROP TABLE lines; --", "\u202e", "x" * 200):
        complaint(
            house.http.post(f"/api/seat/{made['seats']['red']}/choices", json={"state": 0, "choice": {"do": do}})
        )
    assert house.state(made["spectator"]) == 0


def test_only_json_is_taken_so_that_no_foreign_form_can_play(house: House, made: dict[str, Any]) -> None:
    body = json.dumps({"state": 0, "choice": {"do": "storm"}})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        path = f"/api/seat/{made['seats']['red']}/choices"
        complaint(house.http.post(path, content=body, headers={"content-type": kind}))
    assert house.state(made["spectator"]) == 0


def test_a_body_that_is_too_big(house: House, made: dict[str, Any]) -> None:
    path = f"/api/seat/{made['seats']['red']}/choices"
    big = json.dumps({"state": 0, "choice": {"do": "storm"}, "x": "x" * 70_000}).encode()
    headers = {"content-type": "application/json"}
    answer = house.http.post(path, content=big, headers=headers)
    assert answer.status_code == 413
    complaint(answer)
    # In pieces, without saying how much will come.
    answer = house.http.post(path, content=(big[n : n + 9000] for n in range(0, len(big), 9000)), headers=headers)
    assert answer.status_code == 413
    complaint(answer)
    assert house.state(made["spectator"]) == 0


@pytest.mark.parametrize("token", [NOBODY, "short", "x" * 4000, "%00" * 8, "..%2f..", "ä" * 32, "'" * 32])
def test_a_link_that_nobody_has(house: House, token: str) -> None:
    for path in ("", "/view", "/board", "/journal", "/verify", "/sight?from=A1", "/dangers?state=0&to=A1"):
        answer = house.http.get(f"/api/seat/{token}{path}")
        assert answer.status_code == 404, path
        complaint(answer)
    choice = {"state": 0, "choice": {"do": "storm"}}
    fork = {"state": 0, "seats": PERSONS}
    for path, body in (("choices", choice), ("undo", {"state": 0}), ("fork", fork), ("take", {"token": "x" * 32})):
        answer = house.http.post(f"/api/seat/{token}/{path}", json=body)
        assert answer.status_code == 404, path
        complaint(answer)


def test_questions_that_are_none(house: House, made: dict[str, Any]) -> None:
    red = f"/api/seat/{made['seats']['red']}"
    for path, status in (
        ("/view?state=x", 400),
        ("/view?state=-1", 400),
        ("/view?state=99999999999999999999", 400),
        ("/view?state=5", 404),
        ("/view?as=" + "x" * 300, 400),
        ("/sight", 400),
        ("/sight?from=" + "x" * 300, 400),
        ("/dangers", 400),
        ("/dangers?state=0", 400),
        ("/dangers?state=4&to=A1", 404),
    ):
        answer = house.http.get(red + path)
        assert answer.status_code == status, path
        complaint(answer)


def test_wrong_methods_and_wrong_places(house: House) -> None:
    for method, path, status in (
        ("DELETE", "/api/games", 405),
        ("GET", "/api/battles/x/watch", 405),
        ("PUT", "/api/battles", 405),
        ("GET", "/api/nothing", 404),
        ("GET", "/api", 404),
        ("POST", "/", 404),
        ("GET", "/ws/" + NOBODY, 404),
        ("GET", "/docs", 404),
        ("GET", "/sandtable.db", 404),
        ("GET", "/..%2f..%2fpyproject.toml", 404),
        ("GET", "/%00", 404),
        ("GET", "/b/x/y", 404),
    ):
        answer = house.http.request(method, path)
        assert answer.status_code == status, (method, path, answer.status_code)
        complaint(answer)
    assert house.http.request("DELETE", "/api/games").headers["allow"] == "GET"


def test_answers_carry_what_protects_the_links(house: House) -> None:
    headers = house.http.get("/api/games").headers
    assert headers["referrer-policy"] == "no-referrer" and headers["cache-control"] == "no-store"
    assert (
        headers["x-content-type-options"] == "nosniff" and "default-src 'self'" in headers["content-security-policy"]
    )
    assert "server" not in headers


def test_limits_names_and_the_page(folder: Path, tmp_path: Path) -> None:
    client = tmp_path / "client"
    (client / "board").mkdir(parents=True)
    (client / "index.html").write_text("<!doctype html><title>Sandtable</title>")
    (client / "board" / "hexes.js").write_text("export {}")
    (client / ".hidden").write_text("x")
    (tmp_path / "outside.txt").write_text("x")
    settings = {"battles_an_hour": 2, "hosts": ["127.0.0.1", "localhost"], "client": str(client)}
    small = House(folder, settings=settings)
    try:
        made = small.new()
        small.new()
        answer = small.http.post("/api/battles", json={"scenario": TOY, "seats": PERSONS})
        assert answer.status_code == 429 and 1000 < int(answer.headers["retry-after"]) <= 1800
        assert (
            answer.json()["error"] == "You have started too many battles: 2 an hour are allowed. Please wait a while."
        )
        complaint(answer)
        for path in ("/", f"/b/{made['spectator']}", "/b/whatever"):
            page = small.http.get(path)
            assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
        script = small.http.get("/board/hexes.js")
        assert script.headers["content-type"].startswith("text/javascript")
        for path in ("/../outside.txt", "/%2e%2e/outside.txt", "/.hidden", "/board"):
            assert small.http.get(path).status_code == 404, path
        for name, status in (("evil.example", 421), ("localhost:1", 200), ("[", 421), ("", 421)):
            assert raw_status(small.port, name) == status, name
    finally:
        assert small.stop() == 0
    assert "Traceback" not in small.complaints()


def raw_status(port: int, host: str) -> int:
    """The status of a request to a name."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        line.sendall(f"GET /api/battles HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        return int(line.recv(100).split()[1])


# Starting ------------------------------------------------------------------------------------------


def test_a_port_that_is_taken_and_a_file_that_is_in_use(house: House, tmp_path: Path) -> None:
    with pytest.raises(ServeError, match=f"Port {house.port} on 127.0.0.1 cannot be used"):
        serve(house.port, tmp_path / "other", open_browser=False)
    with pytest.raises(ServeError, match="in use by another Sandtable server"):
        serve(0, house.data, open_browser=False)
    with pytest.raises(ServeError, match="cannot be used"):
        serve(70_000, tmp_path, open_browser=False)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "sandtable.db").write_bytes(b"not a database at all, but long enough to be read as one" * 50)
    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path)
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(StoreError, match="cannot be used: Not a directory"):
        Store(blocked / "data")
