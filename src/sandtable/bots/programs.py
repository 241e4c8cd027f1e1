"""Computer players in any language: a program that gets a line of JSON and answers with one (docs/bots.md)."""

import queue
import re
import shlex
import shutil
import subprocess
import threading
import time
import weakref
from pathlib import Path
from typing import IO

import msgspec

from sandtable.bots import wire
from sandtable.bots.outsider import GREETING, Outsider
from sandtable.bots.player import Seat

PREFIX = "exec:"
STARTS = 3  # times that a program is started in one battle


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first line. The program answers `{}`, or says what it wants to be shown."""

    protocol: int
    system: str
    scenario: str
    seat: str
    seed: int
    seconds: float  # for an answer


class Wants(msgspec.Struct, frozen=True):
    show: str = "question"


class ProgramBot(Outsider):
    """A program at a seat, in a process of its own."""

    def __init__(self, name: str, command: list[str], seed: int | None = None) -> None:
        super().__init__(name, seed)
        self._command = command
        self._process: Process | None = None
        self._starts = 0
        self._show = "question"

    def answer(self, seat: Seat, patience: float) -> wire.Answered:
        process = self._running(seat, patience)
        process.send(seat.asked(self._id, self._show, self._lost))
        return process.answer(self._id, patience)

    def end(self) -> None:
        if self._process is not None:
            self._process.end()

    def _running(self, seat: Seat, patience: float) -> "Process":
        """The program, started and greeted."""
        if self._process is not None and self._process.lives:
            return self._process
        if self._starts >= STARTS:
            raise wire.Unfit(f"it has ended {STARTS} times")
        self._starts += 1
        self._process = Process(self._command)
        weakref.finalize(self, self._process.end)
        self._process.send(Hello(wire.PROTOCOL, seat.system.key, seat.scenario, seat.name, self._seed, patience))
        line = self._process.line(GREETING)
        try:
            wants = msgspec.json.decode(line, type=Wants)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise wire.Unfit(f"its answer to the hello is not a JSON object: {error}") from error
        if wants.show not in wire.SHOWS:
            raise wire.Unfit(f"it wants to be shown {wants.show!r}; choose from {', '.join(wire.SHOWS)}")
        self._show = wants.show
        return self._process


class Process:
    """A program that runs: lines to it, lines from it, each within its time."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._popen = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise wire.Unfit(f"{command[0]} cannot be started: {error.strerror}") from error
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        assert self._popen.stdout is not None
        threading.Thread(target=_collect, args=(self._popen.stdout, self._lines), daemon=True).start()

    @property
    def lives(self) -> bool:
        return self._popen.poll() is None

    def send(self, message: msgspec.Struct) -> None:
        """One line. A program that does not read is found out when its answer does not come."""
        stdin = self._popen.stdin
        assert stdin is not None
        sent = threading.Thread(target=_write, args=(stdin, wire.line_of(message)), daemon=True)
        sent.start()
        sent.join(GREETING)
        if sent.is_alive():
            self.end()
            raise wire.Unfit("it does not read what it is asked")

    def line(self, patience: float, spent: float = 0.0) -> bytes:
        """The next line. Unfit: it has ended, or none came in time."""
        try:
            found = self._lines.get(timeout=max(patience - spent, 0.001))
        except queue.Empty:
            raise wire.Unfit(f"no answer came within {patience:g} seconds") from None
        if not found:
            self.end()
            raise wire.Unfit("it has ended")
        if len(found) > wire.LONGEST:
            self.end()
            raise wire.Unfit(f"its line is longer than {wire.LONGEST} bytes")
        return found

    def answer(self, id: int, patience: float) -> wire.Answered:
        """The answer to this question; late ones to earlier questions are passed over."""
        asked = time.monotonic()
        while True:
            answered = wire.read(self.line(patience, time.monotonic() - asked))
            if answered.id == id:
                return answered
            if answered.id > id:
                raise wire.Unfit(f"it answered question {answered.id}, and this is {id}")

    def end(self) -> None:
        """Kill it, and wait until it is gone."""
        if self._popen.poll() is None:
            self._popen.kill()
        self._popen.wait()


def _collect(stream: IO[bytes], lines: "queue.SimpleQueue[bytes]") -> None:
    """Read lines until the end, which is an empty one. A line that is too long is cut there and tells."""
    while True:
        try:
            line = stream.readline(wire.LONGEST + 1)
        except (OSError, ValueError):
            line = b""
        lines.put(line)
        if not line or len(line) > wire.LONGEST:
            return


def _write(stream: IO[bytes], line: bytes) -> None:
    try:
        stream.write(line)
        stream.flush()
    except (OSError, ValueError):
        pass  # it has ended, and its answer will not come


# Words of the command line -------------------------------------------------------------------------


def command_in(word: str) -> tuple[str, list[str]]:
    """The name and the command of `exec:./mybot` or `exec:name=node mybot.js`. ValueError: it cannot be run."""
    text = word.removeprefix(PREFIX).strip()
    named = re.match(r"([a-z0-9_-]+)=(.*)", text)
    try:
        command = shlex.split(named.group(2) if named else text)
    except ValueError as error:
        raise ValueError(f"{word!r} cannot be read as a command: {error}.") from error
    if not command:
        raise ValueError(f"Write your program as exec:./mybot or exec:name=node mybot.js, not {word!r}.")
    if shutil.which(command[0]) is None:
        raise ValueError(f"There is no program {command[0]!r} that can be run.")
    if named:
        return named.group(1), command
    files = [each for each in command if Path(each).is_file()] or command[:1]
    return re.sub(r"[^a-z0-9_-]+", "-", Path(files[-1]).stem.lower()).strip("-") or "program", command


def absolute(word: str) -> str:
    """The same from any folder."""
    name, command = command_in(word)
    found = [str(Path(each).resolve()) if Path(each).is_file() else each for each in command]
    return f"{PREFIX}{name}={shlex.join(found)}"
