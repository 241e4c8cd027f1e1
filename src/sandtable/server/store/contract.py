"""What a database must do to keep battles. Work is written once (work.py) and done on any of them."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class StoreError(Exception):
    """The database cannot be used: a sentence."""


class Lost(StoreError):
    """The database does not answer: a sentence. It may again."""


class Damaged(StoreError):
    """What is kept of one battle cannot be read: a sentence. The others can."""


class Taken(StoreError):
    """What was to be added is there already: a line with this number, a link with this digest."""


class Base(Protocol):
    """An open database. Errors are StoreErrors. `?` stands for a value."""

    trouble: str  # why it can never be used again: a sentence; empty while it can

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a query finds."""

    def do(self, sql: str, *values: Any) -> int:
        """Change something; how many rows it concerned."""

    def do_all(self, sql: str, values: Iterable[tuple[Any, ...]]) -> None:
        """The same change with many values."""

    def tell(self, news: str) -> None:
        """Tell the other processes that use this database, once it is committed; nobody where there are none."""

    def version(self) -> int:
        """A number that changes when another program has changed the database, where nobody tells us (`tell`)."""

    def begin(self) -> None: ...

    def commit(self) -> None:
        """What was done since `begin` is on the disk when this returns."""

    def rollback(self) -> None:
        """What was done since `begin` never was. No error, even where the database is gone."""

    def close(self) -> None: ...


Work = Callable[[Base], T]


def among(base: Base, select: str, values: list[str]) -> list[tuple[Any, ...]]:
    """What a query finds whose last word, `IN`, is followed by these values; nothing where there are none."""
    return base.rows(f"{select} ({', '.join('?' for _ in values)})", *values) if values else []
