"""PostgreSQL: one database for many server processes, on this machine or others.

Needs psycopg (`pip install 'sandtable[postgres]'`), which is loaded only where it is used.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from sandtable.server.store.contract import Lost, StoreError, Taken
from sandtable.server.store.people import ACCOUNTS, COMPANY, NOTICES, STUDIES, TABLES, UNDOS

if TYPE_CHECKING:
    import psycopg

PREFIXES = ("postgresql://", "postgres://")
CHANNEL = "sandtable"
PATIENCE = 5  # seconds: for the database to answer a call, and for it to wait for one of us who holds a lock

_TABLES = """
CREATE TABLE battles (
    id TEXT PRIMARY KEY,
    facts BYTEA NOT NULL,
    seed BYTEA NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    due BOOLEAN NOT NULL,
    over BOOLEAN NOT NULL,
    summary BYTEA NOT NULL,
    listed BOOLEAN NOT NULL,
    touched DOUBLE PRECISION NOT NULL,
    holder TEXT,
    served TIMESTAMPTZ,
    client TEXT NOT NULL DEFAULT ''
);
CREATE INDEX by_age ON battles (over, made DESC);
CREATE INDEX due_now ON battles (made) WHERE due AND NOT over;
CREATE INDEX by_client ON battles (client, served);
CREATE TABLE lines (
    battle TEXT NOT NULL,
    number INTEGER NOT NULL,
    text BYTEA NOT NULL,
    PRIMARY KEY (battle, number)
);
CREATE TABLE links (
    digest BYTEA PRIMARY KEY,
    battle TEXT NOT NULL,
    seat TEXT NOT NULL
);
CREATE INDEX links_of ON links (battle);
CREATE TABLE thoughts (
    battle TEXT NOT NULL,
    state INTEGER NOT NULL,
    thought BYTEA NOT NULL,
    PRIMARY KEY (battle, state)
);
CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    until TIMESTAMPTZ NOT NULL
);
"""
# The first step makes the tables, each other brings those of the format before up to date.
_STEPS = (_TABLES, ACCOUNTS, TABLES, COMPANY, NOTICES, UNDOS, STUDIES)
FORMAT = len(_STEPS)


class PostgresBase:
    """A connection. If it breaks, the next transaction begins with a new one."""

    trouble = ""

    def __init__(self, address: str, process: str) -> None:
        """`process`: who we are to the others."""
        self._address = address
        self._process = process
        self._line: psycopg.Connection[tuple[Any, ...]] = connect(address)
        with sentences():
            prepare(self._line)

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with sentences():
            return self._line.execute(_theirs(sql), values).fetchall()

    def do(self, sql: str, *values: Any) -> int:
        with sentences():
            return self._line.execute(_theirs(sql), values).rowcount

    def do_all(self, sql: str, values: Iterable[tuple[Any, ...]]) -> None:
        with sentences(), self._line.cursor() as cursor:
            cursor.executemany(_theirs(sql), values)

    def tell(self, news: str) -> None:
        self.rows("SELECT pg_notify(?, ?)", CHANNEL, f"{self._process} {news}")

    def version(self) -> int:
        return 0  # we are told

    def begin(self) -> None:
        if not self._line.closed:
            try:
                self.do("BEGIN")
                return
            except Lost:  # the line broke since it was last used, and nothing hangs on it yet
                self._line.close()
        self._line = connect(self._address)
        self.do("BEGIN")

    def commit(self) -> None:
        try:
            self.do("COMMIT")
        except Lost as error:
            raise Lost(f"{error} Whether the last choices were saved is not known.") from error

    def rollback(self) -> None:
        with suppress(StoreError):
            self.do("ROLLBACK")

    def close(self) -> None:
        self._line.close()


@cache
def _theirs(sql: str) -> bytes:
    """Values are %s to psycopg."""
    return sql.replace("%", "%%").replace("?", "%s").encode()


@contextmanager
def sentences() -> Iterator[None]:
    """PostgreSQL's errors as ours."""
    import psycopg

    try:
        yield
    except psycopg.IntegrityError as error:
        raise Taken(_sentence(error)) from error
    except psycopg.Error as error:
        lost = error.sqlstate is None or error.sqlstate[:2] in ("08", "57")  # the line, or a database that ends
        raise (Lost if lost else StoreError)(_sentence(error)) from error


def _sentence(error: Exception) -> str:
    return f"{' '.join(str(error).split())[:300].rstrip('.')}."


def connect(address: str) -> "psycopg.Connection[tuple[Any, ...]]":
    """A connection of which every commit is on the disk when it returns. StoreError if there is none to be had."""
    try:
        import psycopg
    except ImportError as error:
        raise StoreError("PostgreSQL needs psycopg: pip install 'sandtable[postgres]'.") from error
    seconds = PATIENCE * 1000
    how = f"-c synchronous_commit=on -c lock_timeout={seconds} -c idle_in_transaction_session_timeout={seconds}"
    try:
        return psycopg.connect(
            address, autocommit=True, connect_timeout=PATIENCE, options=how, application_name="sandtable"
        )
    except psycopg.Error as error:
        raise Lost(f"The database cannot be reached: {_sentence(error)}") from error


def prepare(line: "psycopg.Connection[tuple[Any, ...]]") -> None:
    """Make the tables, or bring them up to date. Many may come at once: one does it."""
    with line.transaction():
        line.execute("SELECT pg_advisory_xact_lock(hashtext('sandtable'))")
        line.execute("CREATE TABLE IF NOT EXISTS sandtable (format INTEGER NOT NULL)")
        row = line.execute("SELECT format FROM sandtable").fetchone()
        found = row[0] if row else 0
        if found > FORMAT:
            raise StoreError(f"The database has format {found}; this Sandtable reads format {FORMAT}.")
        for step in _STEPS[found:]:
            line.execute(step.encode())
        if not row:
            line.execute("INSERT INTO sandtable VALUES (%s)", (FORMAT,))
        elif found < FORMAT:
            line.execute("UPDATE sandtable SET format = %s", (FORMAT,))
