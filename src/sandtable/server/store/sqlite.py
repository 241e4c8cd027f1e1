"""SQLite: one file, for one server process."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sandtable.server.store.contract import StoreError, Taken
from sandtable.server.store.steps import FORMAT, STEPS

FILE = "sandtable.db"


class SqliteBase:
    """An open file."""

    def __init__(self, line: sqlite3.Connection) -> None:
        self.line = line

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with _sentences():
            return self.line.execute(sql, values).fetchall()

    def do(self, sql: str, *values: Any) -> int:
        with _sentences():
            return self.line.execute(sql, values).rowcount

    def do_all(self, sql: str, values: Iterable[tuple[Any, ...]]) -> None:
        with _sentences():
            self.line.executemany(sql, values)

    def tell(self, news: str) -> None:
        pass  # the file is ours alone

    def begin(self) -> None:
        self.do("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self.do("COMMIT")

    def rollback(self) -> None:
        if self.line.in_transaction:
            with suppress(StoreError):
                self.do("ROLLBACK")

    def close(self) -> None:
        self.line.close()


@contextmanager
def _sentences() -> Iterator[None]:
    """SQLite's errors as ours."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise Taken(f"{error}.") from error
    except sqlite3.Error as error:
        raise StoreError(f"{error}.") from error


def open_sqlite(folder: Path) -> SqliteBase:
    """The file of a folder, ours alone as long as we run."""
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder} cannot be created: {error.strerror}.") from error
    try:
        return SqliteBase(open_file(path))
    except sqlite3.Error as error:
        if "locked" in str(error):
            raise StoreError(f"{path} is in use by another Sandtable server.") from error
        raise StoreError(f"{path} cannot be used: {error}.") from error


def open_file(path: Path) -> sqlite3.Connection:
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
    for step in STEPS[found:]:
        step(base)
    base.execute(f"PRAGMA user_version = {FORMAT}")
    base.execute("COMMIT")
    if 0 < found < FORMAT:
        base.execute("VACUUM")  # nothing of what is not kept any more is left in the file
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return base
