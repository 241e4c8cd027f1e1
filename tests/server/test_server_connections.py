"""Hostile connections: half-open, slow, oversized, too many. The server bounds them itself, and serves the others."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from house import PATIENCE, House, until

HEAD = b"GET /api/battles HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@contextlib.contextmanager
def line(house: House) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", house.port), PATIENCE) as found:
        yield found


def answer(found: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    came = b""
    with contextlib.suppress(ConnectionResetError):
        while more := found.recv(65536):
            came += more
    return came


def serves(house: House) -> bool:
    return house.http.get("/api/battles").status_code == 200


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    limits: dict[str, Any] = {"request_limit": 0.5, "connections": 40, "client_connections": 30}
    found = House(tmp_path_factory.mktemp("strict") / "data", settings=limits)
    House.started.remove(found)
    yield found
    assert found.stop() == 0
    assert "Traceback" not in found.complaints(), found.complaints()


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\n",
        HEAD,
        HEAD + b"X-Slow: 1",
        b"POST /api/battles HTTP/1.1\r\nHost: x\r\n\r\n"[:-2],
    ],
)
def test_a_half_open_request_is_closed_in_time(strict: House, begun: bytes) -> None:
    with line(strict) as half:
        half.sendall(begun)
        assert answer(half).startswith(b"HTTP/1.1 408 ")
    assert serves(strict)


def test_a_body_that_does_not_come_is_not_waited_for(strict: House) -> None:
    with line(strict) as half:
        half.sendall(b"POST /api/battles HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n")
        half.sendall(b"Content-Length: 100\r\n\r\n{")
        assert b" 20" not in answer(half)[:16]
    assert serves(strict)


def test_a_connection_that_is_kept_and_begins_again_slowly(strict: House) -> None:
    with line(strict) as kept:
        kept.sendall(HEAD + b"\r\n")
        assert kept.recv(65536).startswith(b"HTTP/1.1 200 ")
        kept.sendall(HEAD)
        assert b"HTTP/1.1 408 " in answer(kept)


def test_many_half_open_connections_stop_nobody(strict: House) -> None:
    with contextlib.ExitStack() as lines:
        for _ in range(120):
            half = lines.enter_context(line(strict))
            half.sendall(HEAD)
        until(lambda: serves(strict))
    until(lambda: serves(strict))


@pytest.mark.parametrize(
    ("request_line", "headers", "status"),
    [
        (b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\n", b"Host: 127.0.0.1\r\n", 414),
        (b"GET / HTTP/1.1\r\n", b"Host: 127.0.0.1\r\nX: " + b"x" * 20_000 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\n", b"Host: 127.0.0.1\r\n" + b"X: y\r\n" * 150, 431),
    ],
)
def test_a_head_is_bounded(house: House, request_line: bytes, headers: bytes, status: int) -> None:
    with line(house) as big:
        big.sendall(request_line + headers + b"\r\n")
        assert answer(big).startswith(b"HTTP/1.1 %d " % status)
    assert serves(house)


UPGRADE = b"Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
UPGRADE += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        (b"/ws/" + b"x" * 5000, b"", 414),
        (b"/ws/x", b"X: " + b"x" * 20_000 + b"\r\n", 431),
        (b"/ws/x", b"X: y\r\n" * 150, 431),
    ],
)
def test_the_head_of_a_socket_is_bounded(strict: House, address: bytes, headers: bytes, status: int) -> None:
    """It is refused, and no socket is opened for it all the same."""
    with line(strict) as big:
        big.sendall(b"GET " + address + b" HTTP/1.1\r\n" + UPGRADE + headers + b"\r\n")
        assert answer(big).startswith(b"HTTP/1.1 %d " % status)
    assert serves(strict)
    assert "Traceback" not in strict.complaints(), strict.complaints()


def test_a_head_without_end_is_cut_off(house: House) -> None:
    sent = 0
    with line(house) as endless, contextlib.suppress(ConnectionError):
        endless.sendall(HEAD + b"X-Endless: ")
        for _ in range(2000):
            endless.sendall(b"x" * 8192)
            sent += 8192
    assert sent < 2000 * 8192
    assert serves(house)


@pytest.mark.parametrize("endless", [b"X-Trailer: y\r\n" * 600, b"x" * 8192])
def test_what_comes_after_a_body_is_cut_off(house: House, endless: bytes) -> None:
    """A body in chunks may be followed by headers, which nobody waits for and nobody keeps."""
    sent = 0
    with line(house) as big, contextlib.suppress(ConnectionError):
        big.sendall(
            b"POST /api/battles HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-End: "
        )
        for _ in range(5000):
            big.sendall(endless)
            sent += len(endless)
    assert sent < 5000 * len(endless)
    assert serves(house)


def test_a_trailer_is_no_header(house: House) -> None:
    with line(house) as sly:
        sly.sendall(
            b"POST /api/guides/toy HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n0\r\nHost: evil.example\r\n\r\n"
        )
        assert answer(sly).startswith(b"HTTP/1.1 201 ")  # two hosts would be 400


def test_pages_of_other_sites_may_ask_for_nothing_that_changes_something(house: House) -> None:
    """A form or a script of another site can post without being asked whether it may."""
    own = f"http://127.0.0.1:{house.port}"
    before = len(house.get("battles")["battles"])
    for origin in ("https://evil.example", "http://[", "null", ""):
        got = house.http.post("/api/guides/nations_at_war", headers={"Origin": origin})
        assert got.status_code == 403 and "other sites" in got.json()["error"], origin
    assert len(house.get("battles")["battles"]) == before
    assert house.http.get("/api/games", headers={"Origin": "https://evil.example"}).status_code == 200
    assert house.http.post("/api/guides/nations_at_war", headers={"Origin": own}).status_code == 201


def test_odd_hosts_and_origins(house: House, made: dict[str, Any]) -> None:
    with line(house) as two:
        two.sendall(HEAD + b"Host: evil.example\r\nConnection: close\r\n\r\n")
        assert answer(two).startswith(b"HTTP/1.1 400 ")
    for origin in ("http://[", "http://]", "null", ""):
        with house.socket(made["seats"]["red"], additional_headers={"Origin": origin}) as page:
            assert page.closed() == 4403
    assert "Traceback" not in house.complaints()


def test_a_reader_who_does_not_read_is_left(folder: Path) -> None:
    house = House(folder, settings={"request_limit": 0.5})
    with line(house) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with contextlib.suppress(ConnectionError):
            for _ in range(300):
                deaf.sendall(b"GET /api/rules/of_war_and_men HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        until(lambda: hung_up(deaf))
    assert serves(house)
    assert house.stop() == 0


def hung_up(deaf: socket.socket) -> bool:
    """Whether the server has closed the connection: writing to it fails."""
    try:
        deaf.sendall(b"x")
    except ConnectionError:
        return True
    return False
