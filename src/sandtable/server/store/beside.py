"""One piece of work on the database of a server that may run meanwhile: what `sandtable admin` does."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from sandtable.server.store.contract import Base, StoreError, Work
from sandtable.server.store.postgres import PostgresBase
from sandtable.server.store.sqlite import FILE, SqliteBase
from sandtable.server.store.steps import FORMAT

T = TypeVar("T")

PATIENCE = 10.0  # seconds to wait for the server's own writing


def beside(where: Path | str, work: Work[T]) -> T:
    """Do it in one transaction. StoreError: it cannot be done."""
    base: Base = PostgresBase(where, "admin") if isinstance(where, str) else _sqlite(where)
    with closing(base):
        base.begin()
        try:
            found = work(base)
        except BaseException:
            base.rollback()
            raise
        base.commit()
        return found


def _sqlite(folder: Path) -> SqliteBase:
    path = folder / FILE
    if not path.is_file():
        raise StoreError(f"There is no {path}. Say with --data where the battles are.")
    line = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    [(found,)] = line.execute("PRAGMA user_version")
    if found != FORMAT:
        line.close()
        raise StoreError(
            f"{path} has format {found}, and this Sandtable uses {FORMAT}: start the server with it once."
        )
    line.execute("PRAGMA synchronous = FULL")
    return SqliteBase(path, line, sqlite3.connect(":memory:"))
