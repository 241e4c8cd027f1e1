"""Drafts whose measuring is not over, on disk, so that a server that starts again goes on with them.

Of several processes the one that holds the file of a draft measures it. The lock goes with the process.
"""

import os
from pathlib import Path
from typing import IO

import msgspec

from sandtable.table.shelf import Texts

try:
    import fcntl
except ImportError:  # pragma: no cover  where there is no such thing there is one process
    fcntl = None  # type: ignore[assignment]

END = ".pending"
MOST = 20  # as many as may wait for their turn


class Pending(msgspec.Struct, frozen=True):
    """What somebody asked for."""

    system: str
    texts: Texts
    digest: str
    sides: list[str]
    level: str
    most: int  # battles
    all: bool = False  # all of them, however narrow the interval is

    @property
    def key(self) -> str:
        return f"{self.digest}-{self.level}"


class Desk:
    """The folder of what is pending."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[str, IO[bytes]] = {}

    def put(self, pending: Pending) -> None:
        """Note it down and hold it. On a full disk it is not noted, and measured all the same."""
        path = self._path(pending.key)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(".part")
            part.write_bytes(msgspec.json.encode(pending))
            os.replace(part, path)
        except OSError:
            return
        self._hold(pending.key)

    def drop(self, key: str) -> None:
        """It is over."""
        self._path(key).unlink(missing_ok=True)
        held = self._held.pop(key, None)
        if held is not None:
            held.close()

    def is_there(self, key: str) -> bool:
        """Whether somebody measures it, this process or another one."""
        return self._path(key).exists()

    def left(self) -> list[Pending]:
        """What nobody is at any more; from now on it is held here. What cannot be read is thrown away."""
        found: list[Pending] = []
        for path in sorted(self._folder.glob(f"*{END}"))[:MOST]:
            key = path.name.removesuffix(END)
            if not self._hold(key):
                continue
            try:
                found.append(msgspec.json.decode(path.read_bytes(), type=Pending))
            except (OSError, msgspec.MsgspecError):
                self.drop(key)
        return found

    def close(self) -> None:
        """Leave everything for the next start."""
        for held in self._held.values():
            held.close()
        self._held.clear()

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}{END}"

    def _hold(self, key: str) -> bool:
        try:
            held = self._path(key).open("rb")
            if fcntl is not None:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        self._held[key] = held
        return True
