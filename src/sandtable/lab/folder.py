"""An experiment on disk: its plan, and a row for each battle played. Killed and started again it goes on."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec

from sandtable.lab.experiment import LabError, Plan, Row
from sandtable.lab.table import Table

PLAN, ROWS = "plan.json", "rows.jsonl"


def read_plan(folder: Path) -> Plan:
    """What is played in this folder."""
    try:
        return msgspec.json.decode((folder / PLAN).read_bytes(), type=Plan)
    except FileNotFoundError:
        raise LabError(f"{folder} holds no experiment: there is no {PLAN} in it.") from None
    except OSError as error:
        raise LabError(f"{folder / PLAN} cannot be read: {error.strerror}.") from error
    except msgspec.DecodeError as error:
        raise LabError(f"{folder / PLAN} is not a plan: {error}.") from error


def read_rows(folder: Path) -> list[Row]:
    """The battles played so far, by seed. A last line that was cut off is as if it had not been written."""
    rows, _ = _whole(folder)
    return [rows[seed] for seed in sorted(rows)]


def open_table(folder: Path | str) -> Table:
    """The battles of an experiment that was begun, as far as they are played."""
    place = Path(folder)
    plan = read_plan(place)
    rows = [row for row in read_rows(place) if row.seed in plan.seeds()]
    if not rows:
        raise LabError(f"No battle in {place} has been finished yet.")
    return Table(plan, rows)


def _whole(folder: Path) -> tuple[dict[int, Row], int]:
    """The rows by seed, and how many bytes of the file they are."""
    path = folder / ROWS
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return {}, 0
    except OSError as error:
        raise LabError(f"{path} cannot be read: {error.strerror}.") from error
    rows: dict[int, Row] = {}
    whole = text.rfind(b"\n") + 1
    for number, line in enumerate(text[:whole].splitlines(), 1):
        try:
            row = msgspec.json.decode(line, type=Row)
        except msgspec.DecodeError as error:
            raise LabError(f"{path}, line {number} is not a row: {error}. It was left alone.") from error
        rows[row.seed] = row
    return rows, whole


class Writer:
    """Adds rows to an experiment; each is on disk before it is counted."""

    def __init__(self, file: IO[bytes], rows: dict[int, Row]) -> None:
        self._file = file
        self.rows = rows

    def add(self, row: Row) -> None:
        self._file.write(msgspec.json.encode(row) + b"\n")
        self._file.flush()
        self.rows[row.seed] = row

    def settle(self) -> None:
        os.fsync(self._file.fileno())


@contextmanager
def writing(folder: Path, plan: Plan) -> Iterator[Writer]:
    """Open a folder for a plan: a new one, or one in which the same plan (perhaps with fewer games) was begun."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / ROWS, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise LabError(f"{folder} cannot be written: {error.strerror}.") from error
    with os.fdopen(handle, "r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LabError(f"Another process is at work in {folder}.") from None
        if (folder / PLAN).exists():
            _same(folder, read_plan(folder), plan)
        elif (folder / ROWS).stat().st_size:
            raise LabError(f"{folder} holds rows without a plan; it was left alone.")
        draft = folder / (PLAN + ".new")
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(plan)) + b"\n")
        draft.replace(folder / PLAN)
        rows, whole = _whole(folder)
        file.seek(whole)
        file.truncate()
        writer = Writer(file, rows)
        try:
            yield writer
        finally:
            writer.settle()


def _same(folder: Path, old: Plan, new: Plan) -> None:
    """More games of the same are welcome; anything else belongs in a folder of its own."""
    for name in ("scenario", "digest", "seats", "first", "version"):
        one, two = getattr(old, name), getattr(new, name)
        if one != two:
            what = "another version of the scenario" if name == "digest" else f"{name} {one!r}, not {two!r}"
            raise LabError(f"{folder} holds an experiment with {what}. Choose another folder with --out.")
    if old.games > new.games:
        raise LabError(
            f"{folder} holds an experiment of {old.games} games, more than {new.games}. "
            f"Ask for {old.games} or more, or choose another folder with --out."
        )
