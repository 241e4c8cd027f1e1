"""Backups of the SQLite file: taken while the server runs, put back while it does not."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import msgspec

from sandtable.server.lines import read
from sandtable.server.store.contract import StoreError
from sandtable.server.store.rows import Facts
from sandtable.server.store.sqlite import FILE, private_folder
from sandtable.server.store.steps import FORMAT
from sandtable.table.journal.record import JournalError


class Contents(msgspec.Struct, frozen=True):
    """What is in a file: battles, lines of their journals, and the battles that cannot be read, with the reason."""

    battles: int
    lines: int
    damaged: dict[str, str]


def back_up(folder: Path, target: Path) -> Contents:
    """Copy the file of a folder, as it stands at one moment, to a new file."""
    source = folder / FILE
    if not source.is_file():
        raise StoreError(f"There is no {source}. Say with --data where the battles are.")
    copy(source, target)
    return examine(target)


def restore(source: Path, folder: Path) -> tuple[Contents, Path | None]:
    """Put a backup in the place of the file of a folder; what was there before is kept beside it."""
    if not source.is_file():
        raise StoreError(f"There is no file {source}.")
    found = examine(source)
    try:
        empty = not (folder / FILE).exists()
        lock = private_folder(folder)
    except OSError as error:
        raise StoreError(f"{folder} cannot be used: {error.strerror}.") from error
    with closing(lock):
        fresh = folder / f"{FILE}.restored"
        fresh.unlink(missing_ok=True)
        copy(source, fresh)
        kept = None if empty else set_aside(folder)
        os.replace(fresh, folder / FILE)
        sync(folder)
    return found, kept


def copy(source: Path, target: Path) -> None:
    """A whole copy that is on the disk, private to its owner. Others may write meanwhile."""
    try:
        target.touch(mode=0o600, exist_ok=False)
    except FileExistsError as error:
        raise StoreError(f"{target} already exists; a backup overwrites nothing.") from error
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}.") from error
    try:
        with closing(sqlite3.connect(source, timeout=10.0)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        target.unlink()
        raise StoreError(f"{source} cannot be copied: {error}.") from error
    with open(target, "rb") as file:
        os.fsync(file.fileno())
    sync(target.parent)


def set_aside(folder: Path) -> Path:
    """A copy of what is there; then the file needs nothing beside it and can be replaced at one stroke."""
    kept = folder / f"{FILE}.before-{time.strftime('%Y%m%d-%H%M%S')}"
    number = 1
    while kept.exists():
        number += 1
        kept = kept.with_name(f"{kept.name.split('_')[0]}_{number}")
    try:
        copy(folder / FILE, kept)
        with closing(sqlite3.connect(folder / FILE)) as base:
            base.execute("PRAGMA journal_mode = DELETE")
    except (sqlite3.Error, StoreError):  # too damaged to be copied: as it is, then
        os.replace(folder / FILE, kept)
        for end in ("-wal", "-shm"):
            if (folder / f"{FILE}{end}").exists():
                os.replace(folder / f"{FILE}{end}", Path(f"{kept}{end}"))
    return kept


def sync(folder: Path) -> None:
    """The names in a folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def examine(path: Path) -> Contents:
    """Look through a file: every row is read, and the chain of every journal checked."""
    try:
        with closing(sqlite3.connect(path)) as base:
            problems = [problem for (problem,) in base.execute("PRAGMA integrity_check(3)") if problem != "ok"]
            if problems:
                raise StoreError(f"{path} is damaged: {'; '.join(problems)}.")
            found = base.execute("PRAGMA user_version").fetchone()[0]
            if not 1 <= found <= FORMAT:
                raise StoreError(
                    f"{path} is not a file of Sandtable's, or has format {found}; this one reads format {FORMAT}."
                )
            return _contents(base)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read: {error}.") from error


def _contents(base: sqlite3.Connection) -> Contents:
    damaged: dict[str, str] = {}
    battles = base.execute("SELECT id, facts FROM battles ORDER BY made").fetchall()
    total = 0
    for id, facts in battles:
        lines = [text for (text,) in base.execute("SELECT text FROM lines WHERE battle = ? ORDER BY number", (id,))]
        total += len(lines)
        try:
            msgspec.json.decode(facts, type=Facts)
            read(lines)
        except (msgspec.MsgspecError, JournalError, TypeError, ValueError) as error:
            damaged[id] = str(error)
    return Contents(len(battles), total, damaged)
