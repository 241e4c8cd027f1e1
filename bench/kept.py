"""Where the measured server keeps its battles: a file, or a PostgreSQL that is started for it."""

import sqlite3
import statistics
import sys
import time
from pathlib import Path
from typing import Any, Protocol

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import cluster


class Kept(Protocol):
    settings: dict[str, Any]

    def lines(self, battle: str) -> list[bytes]:
        """The journal of a battle, past the server."""


class File:
    """SQLite's file in a folder."""

    def __init__(self, folder: Path) -> None:
        self.settings: dict[str, Any] = {}
        self._folder = folder

    def lines(self, battle: str) -> list[bytes]:
        base = sqlite3.connect(self._folder / "sandtable.db")
        found = base.execute("SELECT text FROM lines WHERE battle = ? ORDER BY number", (battle,)).fetchall()
        base.close()
        return [text for (text,) in found]


class Database:
    """A PostgreSQL of its own, with its usual settings: every commit is on the disk."""

    def __init__(self) -> None:
        self._cluster = cluster.Cluster()
        self.settings = {"database": self._cluster.new()}

    @staticmethod
    def missing() -> bool:
        if cluster.missing():
            print(f"PostgreSQL is not measured: {cluster.MISSING}", file=sys.stderr)
            return True
        return False

    def lines(self, battle: str) -> list[bytes]:
        sql = f"SELECT text FROM lines WHERE battle = '{battle}' ORDER BY number"
        return [text for (text,) in self._cluster.ask(self.settings["database"], sql)]

    def stop(self) -> None:
        self._cluster.stop()


def disk(folder: Path) -> float:
    """What one transaction costs on this disk, in milliseconds: the least a choice can take."""
    base = sqlite3.connect(folder / "probe.db", isolation_level=None)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    base.execute("CREATE TABLE probe (text BLOB)")
    times = []
    for _ in range(100):
        begun = time.perf_counter()
        base.execute("INSERT INTO probe VALUES (?)", (b"x" * 150,))
        times.append(time.perf_counter() - begun)
    base.close()
    return round(statistics.median(times) * 1000, 2)
