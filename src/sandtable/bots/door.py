"""Where a bot over the network comes in: the requests that it would make of a server (docs/bots.md), and no server.

The bot hears of its battles in one stream and of its questions in another for each seat. The other side of the door
is for our own processes, which ask and wait for the answer.
"""

import hmac
import json
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import parse_qs, urlsplit

from sandtable.bots import wire

ALIVE = 20.0  # seconds after which an empty line says that a stream still stands
LINES = "application/x-ndjson"


class Place:
    """A seat of the bot: what it is asked there, and what it answered."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.token = secrets.token_urlsafe(24)
        self.news = wire.line_of({"type": "battle", "battle": self.token[:12], "token": self.token, **facts})
        self.show = ""
        self.taken = threading.Event()
        self.asked = 0  # the id of the question that is open; 0 if there is none
        self.text = b""  # that question, as lines
        self.over = False
        self.changed = threading.Condition()
        self.answers: SimpleQueue[tuple[int, bytes]] = SimpleQueue()

    def ask(self, id: int, text: bytes, patience: float) -> bytes:
        """Put a question, and wait. TimeoutError: no answer came in time."""
        while not self.answers.empty():
            self.answers.get()
        with self.changed:
            self.asked, self.text = id, text
            self.changed.notify_all()
        try:
            return self.answers.get(timeout=max(patience, 0.001))[1]
        except Empty:
            raise TimeoutError from None
        finally:
            with self.changed:
                self.asked, self.text = 0, b""

    def next(self, told: int) -> tuple[int, bytes]:
        """The question after the one that was told; an empty line if there is none for some time."""
        with self.changed:
            self.changed.wait_for(lambda: self.over or self.asked not in (0, told), ALIVE)
            return (self.asked, self.text) if self.asked not in (0, told) else (0, b"\n")

    def end(self) -> None:
        with self.changed:
            self.over = True
            self.changed.notify_all()


class Door:
    """The door of one bot, open for as long as this process lives."""

    def __init__(self, name: str, host: str, port: int, token: str) -> None:
        self.name, self.token = name, token
        self.here = threading.Event()  # the bot has come
        self.places: dict[str, Place] = {}
        self.streams: list[SimpleQueue[bytes]] = []
        self.lock = threading.Lock()
        self._server = Server((host, port), Caller)
        self._server.door = self
        self.port = int(self._server.server_address[1])
        self.address = f"http://{host}:{self.port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def seat(self, facts: dict[str, Any]) -> Place:
        """A new seat, of which the bot is told."""
        place = Place(facts)
        with self.lock:
            self.places[place.token] = place
            for stream in self.streams:
                stream.put(place.news)
        return place

    def listen(self) -> "SimpleQueue[bytes]":
        """A stream of what concerns the bot, with the battles that go on."""
        stream: SimpleQueue[bytes] = SimpleQueue()
        with self.lock:
            for place in self.places.values():
                stream.put(place.news)
            self.streams.append(stream)
        self.here.set()
        return stream

    def forget(self, stream: "SimpleQueue[bytes]") -> None:
        with self.lock:
            self.streams.remove(stream)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Server(ThreadingHTTPServer):
    """A thread for each request."""

    daemon_threads = True
    door: Door


class Refused(Exception):
    """A request that is not answered: its status, and why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Caller(BaseHTTPRequestHandler):
    """One request: of the bot below /api, of our own processes below /door."""

    @property
    def door(self) -> Door:
        assert isinstance(self.server, Server)
        return self.server.door

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody wants to read all requests."""

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        try:
            if url.path == "/api/bots/stream":
                self.check()
                self.tell()
                return
            place = self.place(url.path, "questions")
            show = parse_qs(url.query).get("show", [wire.SHOWS[0]])[0]
            if show not in wire.SHOWS:
                raise Refused(422, f"show must be one of {', '.join(wire.SHOWS)} here.")
            self.question(place, show)
        except Refused as refused:
            self.reply({"error": str(refused)}, refused.status)
        except OSError:
            pass  # whoever listened has gone

    def do_POST(self) -> None:
        url = urlsplit(self.path)
        try:
            size = int(self.headers.get("Content-Length") or 0)
            if url.path.startswith("/door"):
                self.check()
                patience = float(parse_qs(url.query).get("patience", ["0"])[0])
                self.inside(url.path.split("/")[2:], self.rfile.read(size), patience)
                return
            place = self.place(url.path, "answers")
            if size > wire.LONGEST:
                raise Refused(413, f"An answer has at most {wire.LONGEST} bytes.")
            self.answer(place, self.rfile.read(size))
        except Refused as refused:
            self.reply({"error": str(refused)}, refused.status)
        except OSError:
            pass

    def check(self) -> None:
        """Only who knows the token."""
        shown = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(shown.encode(), self.door.token.encode()):
            raise Refused(401, "This is not the token of the bot.")

    def place(self, path: str, what: str) -> Place:
        """The seat of /api/seat/TOKEN/what."""
        words = path.split("/")
        found = self.door.places.get(words[3]) if len(words) == 5 and words[1:3] == ["api", "seat"] else None
        if found is None or words[4] != what:
            raise Refused(404, "There is nothing here.")
        return found

    # The bot's side -----------------------------------------------------------------------------

    def tell(self) -> None:
        """All that concerns the bot."""
        self.begin(LINES)
        stream = self.door.listen()
        try:
            while True:
                try:
                    self.wfile.write(stream.get(timeout=ALIVE))
                except Empty:
                    self.wfile.write(b"\n")
        finally:
            self.door.forget(stream)

    def question(self, place: Place, show: str) -> None:
        """The questions of a seat, until its battle is over."""
        self.begin(LINES)
        place.show = show
        place.taken.set()
        told = 0
        while True:
            asked, text = place.next(told)
            if place.over:
                self.wfile.write(wire.line_of({"type": "over", "state": told, "result": None}))
                return
            told = asked or told
            self.wfile.write(text)

    def answer(self, place: Place, text: bytes) -> None:
        """409: another question is asked now, or none."""
        try:
            answered = wire.read(text)
        except wire.Unfit as unfit:
            raise Refused(422, f"This answer was not understood: {unfit}.") from unfit
        with place.changed:
            asked = place.asked
            if answered.id == asked:
                place.asked, place.text = 0, b""
                place.answers.put((asked, text))
        if answered.id != asked:
            now = f"now you are asked question {asked}" if asked else "now you are asked nothing"
            raise Refused(409, f"You answer question {answered.id}, and {now}.")
        self.reply({"state": asked})

    # Our own side -------------------------------------------------------------------------------

    def inside(self, words: list[str], body: bytes, patience: float) -> None:
        """A new seat, a question to it, or its end."""
        if not words:
            place = self.door.seat(json.loads(body))
            if not place.taken.wait(patience):
                self.over(place)
                raise Refused(504, f"it did not come within {patience:g} seconds")
            self.reply({"token": place.token, "show": place.show})
            return
        found = self.door.places.get(words[0])
        if found is None or len(words) != 2:
            raise Refused(404, "it has no such seat")
        if words[1] == "over":
            self.over(found)
            self.reply({})
            return
        try:
            text = found.ask(int(words[1]), body, patience)
        except TimeoutError:
            raise Refused(504, f"no answer came within {patience:g} seconds") from None
        self.begin("application/json")
        self.wfile.write(text)

    def over(self, place: Place) -> None:
        place.end()
        with self.door.lock:
            self.door.places.pop(place.token, None)

    # Replies ------------------------------------------------------------------------------------

    def begin(self, kind: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()

    def reply(self, body: dict[str, Any], status: int = 200) -> None:
        self.begin("application/json", status)
        self.wfile.write(json.dumps(body).encode())
