"""SQLite: one file, for one server process."""

import os
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sandtable.server.store.contract import StoreError, Taken
from sandtable.server.store.steps import FORMAT, STEPS

FILE = "sandtable.db"
LOCK = "sandtable.lock"
ADVICE = " Restore a backup (sandtable restore), or save what can be read with sqlite3's .recover."


class SqliteBase:
    """An open file. If it is moved away or deleted under us, nothing more is taken."""

    def __init__(self, path: Path, line: sqlite3.Connection, lock: sqlite3.Connection) -> None:
        self.trouble = ""
        self.line = line
        self._lock = lock
        self._path = path
        self._same = identity(path)

    def _check_place(self) -> None:
        if not self.trouble and identity(self._path) != self._same:
            self.trouble = (
                f"{self._path} was moved, replaced or deleted while the server ran. "
                "Nothing more is saved: put it back with its -wal file and start again, or restore a backup."
            )
        if self.trouble:
            raise StoreError(self.trouble)

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self.line.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise _as_ours(error) from error

    def do(self, sql: str, *values: Any) -> int:
        try:
            return self.line.execute(sql, values).rowcount
        except sqlite3.Error as error:
            raise _as_ours(error) from error

    def do_all(self, sql: str, values: Iterable[tuple[Any, ...]]) -> None:
        try:
            self.line.executemany(sql, values)
        except sqlite3.Error as error:
            raise _as_ours(error) from error

    def tell(self, news: str) -> None:
        pass  # the file is ours alone

    def version(self) -> int:
        return int(self.rows("PRAGMA data_version")[0][0])

    def begin(self) -> None:
        self._check_place()
        self.do("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self.do("COMMIT")
        self._check_place()  # what is not where the next start will look for it was not saved

    def rollback(self) -> None:
        if self.line.in_transaction:
            with suppress(StoreError):
                self.do("ROLLBACK")

    def close(self) -> None:
        self.line.close()
        self._lock.close()


def identity(path: Path) -> tuple[int, int] | None:
    """Which file is there now, if any."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _as_ours(error: sqlite3.Error) -> StoreError:
    """SQLite's errors as ours."""
    return (Taken if isinstance(error, sqlite3.IntegrityError) else StoreError)(f"{error}.")


def open_sqlite(folder: Path) -> SqliteBase:
    """The file of a folder, ours alone as long as we run."""
    path = folder / FILE
    try:
        lock = private_folder(folder)
    except OSError as error:
        raise StoreError(f"{folder} cannot be used: {error.strerror}.") from error
    try:
        return SqliteBase(path, open_file(path), lock)
    except sqlite3.Error as error:
        lock.close()
        raise StoreError(f"{path} cannot be used: {error}.{ADVICE if is_damage(error) else ''}") from error
    except StoreError:
        lock.close()
        raise


def open_file(path: Path) -> sqlite3.Connection:
    """The database, whole and of this format. StoreError: it is damaged, or of the future."""
    base = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
    try:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        problems = [problem for (problem,) in base.execute("PRAGMA quick_check(3)") if problem != "ok"]
        if problems:
            raise StoreError(f"{path} is damaged: {'; '.join(problems)}.{ADVICE}")
        upgrade(base, path)
    except BaseException:
        base.close()
        raise
    return base


def upgrade(base: sqlite3.Connection, path: Path) -> None:
    """Bring the file to this format."""
    found = base.execute("PRAGMA user_version").fetchone()[0]
    if not 0 <= found <= FORMAT:
        raise StoreError(f"{path} has format {found}; this Sandtable reads format {FORMAT}.")
    if found == FORMAT:
        return
    base.execute("BEGIN IMMEDIATE")
    for step in STEPS[found:]:
        step(base)
    base.execute(f"PRAGMA user_version = {FORMAT}")
    base.execute("COMMIT")
    if found:
        base.execute("VACUUM")  # nothing of what is not kept any more is left in the file
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def is_damage(error: sqlite3.Error) -> bool:
    return any(word in str(error) for word in ("malformed", "not a database", "disk image"))


# The folder ----------------------------------------------------------------------------------------


def private_folder(folder: Path) -> sqlite3.Connection:
    """Make a folder and its files private to their owner, and hold it, for one server at a time."""
    if not folder.exists():
        folder.mkdir(parents=True, mode=0o700)
    if all(path.name.startswith(Path(FILE).stem) for path in folder.iterdir()):
        folder.chmod(0o700)  # nobody keeps anything else there
    for name in (FILE, LOCK):
        (folder / name).touch(mode=0o600)
    for name in (FILE, LOCK, f"{FILE}-wal", f"{FILE}-shm"):
        if (folder / name).exists():
            (folder / name).chmod(0o600)
    return hold(folder)


def hold(folder: Path) -> sqlite3.Connection:
    """The lock of a folder; SQLite knows how to lock a file on every system, and the end of a process lets it go."""
    lock = sqlite3.connect(folder / LOCK, timeout=1.0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        raise StoreError(f"{folder / FILE} is in use by another Sandtable server.") from error
    return lock
