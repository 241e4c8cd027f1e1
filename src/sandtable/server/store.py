"""The one file: battles, the lines of their journals, and the links to their seats.

One thread owns the database. Whatever waits for it when it comes round is written in one transaction and synced to
the disk once, so that two hundred battles at a time cost little more than one.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import msgspec

from sandtable.table.scheme import Thought

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

FILE = "sandtable.db"
AT_ONCE = 500  # pieces of work in one transaction

_BATTLES = """
CREATE TABLE battles (
    id TEXT PRIMARY KEY,
    facts BLOB NOT NULL,
    seed BLOB NOT NULL,
    made REAL NOT NULL,
    due INTEGER NOT NULL,
    over INTEGER NOT NULL,
    summary BLOB NOT NULL
);
CREATE INDEX by_age ON battles (made);
CREATE TABLE lines (
    battle TEXT NOT NULL,
    number INTEGER NOT NULL,
    text BLOB NOT NULL,
    PRIMARY KEY (battle, number)
) WITHOUT ROWID;
CREATE TABLE links (
    digest BLOB PRIMARY KEY,
    battle TEXT NOT NULL,
    seat TEXT NOT NULL,
    token TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX links_of ON links (battle, seat);
"""
_THOUGHTS = """
CREATE TABLE thoughts (
    battle TEXT NOT NULL,
    state INTEGER NOT NULL,
    thought BLOB NOT NULL,
    PRIMARY KEY (battle, state)
) WITHOUT ROWID;
"""
_STEPS = (_BATTLES, _THOUGHTS)  # the first makes the file, each other brings one of the format before up to date
FORMAT = len(_STEPS)


class StoreError(Exception):
    """The file cannot be used: a sentence."""


class Facts(msgspec.Struct, frozen=True):
    """What is fixed about a battle when it is made."""

    system: str
    scenario: str
    title: str
    kinds: dict[str, str]  # who sits where: "person" or a computer player
    hot_seat: bool = False
    seed_chosen: bool = False
    fork_of: str = ""


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a battle stands, for the list; of `state` choices."""

    state: int = -1
    turn: int = 0
    phase: str = ""
    winner: str | None = None
    reason: str = ""
    rule: str = ""


class Row(msgspec.Struct, frozen=True):
    """A battle in the file. `states` counts its choices, taken back ones and undos included."""

    id: str
    facts: Facts
    seed: bytes
    made: float
    due: bool  # a computer player must choose
    over: bool
    summary: Summary
    states: int


class Link(msgspec.Struct, frozen=True):
    """Whose seat a token holds; seat "" is the gallery."""

    battle: str
    seat: str
    token: str


_facts = msgspec.json.Decoder(Facts).decode
_summary = msgspec.json.Decoder(Summary).decode
_thought = msgspec.json.Decoder(Thought).decode
_pack = msgspec.json.encode


class Store:
    """The file, and the thread that reads and writes it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._jobs: SimpleQueue[tuple[Work[Any], Future[Any]] | None] = SimpleQueue()
        ready: Future[None] = Future()
        self._thread = threading.Thread(target=self._work, args=(ready,), name="store", daemon=True)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{folder} cannot be created: {error.strerror}.") from error
        self._thread.start()
        ready.result()

    def submit(self, work: Work[T]) -> "Future[T]":
        """Have something done; the result comes when it is on the disk."""
        future: Future[T] = Future()
        self._jobs.put((work, future))
        return future

    async def run(self, work: Work[T]) -> T:
        return await asyncio.wrap_future(self.submit(work))

    def close(self) -> None:
        """Finish what was begun and close the file."""
        self._jobs.put(None)
        self._thread.join()

    # The thread ------------------------------------------------------------------------------

    def _work(self, ready: "Future[None]") -> None:
        try:
            base = open_base(self.path)
        except (sqlite3.Error, StoreError) as error:
            ready.set_exception(error if isinstance(error, StoreError) else _unusable(self.path, error))
            return
        ready.set_result(None)
        going = True
        while going:
            batch = []
            job = self._jobs.get()
            while job is not None:
                if job[1].set_running_or_notify_cancel():
                    batch.append(job)
                if len(batch) >= AT_ONCE:
                    break
                try:
                    job = self._jobs.get_nowait()
                except Empty:
                    break
            going = job is not None
            if batch:
                transact(base, batch)
        base.close()


def transact(base: sqlite3.Connection, batch: list[tuple[Work[Any], "Future[Any]"]]) -> None:
    """One transaction for all; what fails is undone by itself. Nobody hears before it is on the disk."""
    done: list[tuple[Future[Any], Any]] = []
    try:
        base.execute("BEGIN IMMEDIATE")
        for work, future in batch:
            base.execute("SAVEPOINT one")
            try:
                done.append((future, work(base)))
            except Exception as error:
                base.execute("ROLLBACK TO one")
                future.set_exception(error)
            base.execute("RELEASE one")
        base.execute("COMMIT")
    except sqlite3.Error as error:
        if base.in_transaction:
            base.execute("ROLLBACK")
        for _, future in batch:
            if not future.done():
                future.set_exception(error)
        return
    for future, result in done:
        future.set_result(result)


def open_base(path: Path) -> sqlite3.Connection:
    """The database, ours alone as long as we run."""
    base = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
    base.execute("PRAGMA locking_mode = EXCLUSIVE")
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    base.execute("BEGIN IMMEDIATE")  # takes the lock, or finds that another server has it
    found = base.execute("PRAGMA user_version").fetchone()[0]
    if not 0 <= found <= FORMAT:
        base.close()
        raise StoreError(f"{path} has format {found}; this Sandtable reads format {FORMAT}.")
    base.execute("COMMIT")
    if found < FORMAT:
        base.executescript(f"BEGIN; {' '.join(_STEPS[found:])} PRAGMA user_version = {FORMAT}; COMMIT;")
    return base


def _unusable(path: Path, error: sqlite3.Error) -> StoreError:
    if "locked" in str(error):
        return StoreError(f"{path} is in use by another Sandtable server.")
    return StoreError(f"{path} cannot be used: {error}.")


# What is done there --------------------------------------------------------------------------------


def add_battle(row: Row, lines: list[bytes], links: list[tuple[bytes, Link]]) -> Work[None]:
    """A new battle with the beginning of its journal and its links."""

    def work(base: sqlite3.Connection) -> None:
        base.execute(
            "INSERT INTO battles VALUES (?, ?, ?, ?, ?, ?, ?)",
            (row.id, _pack(row.facts), row.seed, row.made, row.due, row.over, _pack(row.summary)),
        )
        _add_lines(base, row.id, 0, lines)
        for digest, link in links:
            base.execute("INSERT INTO links VALUES (?, ?, ?, ?)", (digest, link.battle, link.seat, link.token))

    return work


def add_lines(
    battle: str, first: int, lines: list[bytes], due: bool, over: bool, why: tuple[int, Thought] | None = None
) -> Work[None]:
    """More of a journal; a line number that is taken already is an error and changes nothing.

    `why`: what a computer player thought of its choice, and the state that the choice made.
    """

    def work(base: sqlite3.Connection) -> None:
        _add_lines(base, battle, first, lines)
        if why is not None:
            base.execute("INSERT INTO thoughts VALUES (?, ?, ?)", (battle, why[0], _pack(why[1])))
        base.execute("UPDATE battles SET due = ?, over = ? WHERE id = ?", (due, over, battle))

    return work


def _add_lines(base: sqlite3.Connection, battle: str, first: int, lines: list[bytes]) -> None:
    rows = [(battle, number, line) for number, line in enumerate(lines, first)]
    base.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)


def explained(battle: str) -> Work[list[int]]:
    """The states that were made by computer players who say why."""

    def work(base: sqlite3.Connection) -> list[int]:
        return [state for (state,) in base.execute("SELECT state FROM thoughts WHERE battle = ?", (battle,))]

    return work


def find_thought(battle: str, state: int) -> Work[Thought | None]:
    """Why a computer player made the choice that made this state."""

    def work(base: sqlite3.Connection) -> Thought | None:
        where = "WHERE battle = ? AND state = ?"
        found = base.execute(f"SELECT thought FROM thoughts {where}", (battle, state)).fetchone()
        return None if found is None else _thought(found[0])

    return work


def keep_summary(battle: str, summary: Summary) -> Work[None]:
    def work(base: sqlite3.Connection) -> None:
        base.execute("UPDATE battles SET summary = ? WHERE id = ?", (_pack(summary), battle))

    return work


_ROW = """
    SELECT id, facts, seed, made, due, over, summary, (SELECT count(*) FROM lines WHERE battle = id) - 2 - over
    FROM battles
"""


def _row(found: tuple[Any, ...]) -> Row:
    id, facts, seed, made, due, over, summary, states = found
    return Row(id, _facts(facts), seed, made, bool(due), bool(over), _summary(summary), states)


def find_battle(id: str) -> Work[tuple[Row, list[bytes]] | None]:
    """A battle and its journal."""

    def work(base: sqlite3.Connection) -> tuple[Row, list[bytes]] | None:
        found = base.execute(f"{_ROW} WHERE id = ?", (id,)).fetchone()
        if found is None:
            return None
        lines = base.execute("SELECT text FROM lines WHERE battle = ? ORDER BY number", (id,))
        return _row(found), [text for (text,) in lines]

    return work


def newest(count: int) -> Work[list[Row]]:
    """The newest battles, those that go on first."""

    def work(base: sqlite3.Connection) -> list[Row]:
        return [_row(each) for each in base.execute(f"{_ROW} ORDER BY over, made DESC LIMIT ?", (count,))]

    return work


def waiting_for_computers() -> Work[list[str]]:
    """The battles in which a computer player must choose."""

    def work(base: sqlite3.Connection) -> list[str]:
        return [id for (id,) in base.execute("SELECT id FROM battles WHERE due AND NOT over ORDER BY made")]

    return work


def find_link(digest: bytes) -> Work[Link | None]:
    def work(base: sqlite3.Connection) -> Link | None:
        found = base.execute("SELECT battle, seat, token FROM links WHERE digest = ?", (digest,)).fetchone()
        return None if found is None else Link(*found)

    return work


def links_of(battle: str) -> Work[dict[str, str]]:
    """The tokens of a battle by seat; "" is the gallery."""

    def work(base: sqlite3.Connection) -> dict[str, str]:
        return dict(base.execute("SELECT seat, token FROM links WHERE battle = ?", (battle,)).fetchall())

    return work


def change_link(old: bytes, new: bytes, token: str) -> Work[bool]:
    """Give a seat another link; whether the old one was still there."""

    def work(base: sqlite3.Connection) -> bool:
        changed = base.execute("UPDATE links SET digest = ?, token = ? WHERE digest = ?", (new, token, old))
        return changed.rowcount == 1

    return work
