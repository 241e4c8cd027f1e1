"""Rows as a table: shares, means, and files for a notebook."""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sandtable.lab.experiment import LabError, Plan, Row
from sandtable.lab.figures import Interval, mean, wilson

Record = dict[str, Any]


class Table:
    """The battles of one plan."""

    def __init__(self, plan: Plan, rows: Sequence[Row]) -> None:
        self.plan = plan
        self.rows = tuple(sorted(rows, key=lambda row: row.seed))

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def wins(self, side: str | None) -> int:
        """Battles that a side won; None: drawn ones."""
        return sum(row.winner == side for row in self.rows)

    def share(self, side: str | None) -> Interval:
        """The share of battles that a side won, with Wilson's interval."""
        return wilson(self.wins(side), len(self.rows))

    def points(self, side: str) -> float:
        """Wins, and a half for each draw."""
        return self.wins(side) + self.wins(None) / 2

    def mean(self, column: str) -> Interval:
        """The mean of a column with numbers: turns, decisions, seconds."""
        return mean([float(getattr(row, column)) for row in self.rows])

    def endings(self) -> list[tuple[int, str | None, str, str]]:
        """How often, who won, why, by which rule; the commonest first. Numbers in a reason make no difference."""
        counted: Counter[tuple[str | None, str, str]] = Counter()
        reasons: dict[tuple[str | None, str, str], set[str]] = {}
        for row in self.rows:
            ending = (row.winner, re.sub(r"\d+", "…", row.reason), row.rule)
            counted[ending] += 1
            reasons.setdefault(ending, set()).add(row.reason)
        found = []
        for ending, count in counted.most_common():
            winner, reason, rule = ending
            found.append((count, winner, reasons[ending].pop() if len(reasons[ending]) == 1 else reason, rule))
        return found

    # For a notebook --------------------------------------------------------------------------

    def records(self) -> list[Record]:
        """A flat record for each battle: `pandas.DataFrame(table.records())`."""
        return [self._record(row) for row in self.rows]

    def courses(self) -> list[Record]:
        """How the first side stood at the start of each turn: a record for each battle and turn."""
        first = next(iter(self.plan.seats))
        return [
            {"seed": row.seed, "winner": row.winner or "", "turn": turn, "side": first, "balance": value}
            for row in self.rows
            for turn, value in enumerate(row.at_turns(), 1)
        ]

    def losses(self) -> list[Record]:
        """A record for each battle and each piece that lost steps in it; without a place it is still there."""
        return [
            {
                "seed": row.seed,
                "winner": row.winner or "",
                "side": loss.side,
                "name": loss.name,
                "piece": loss.piece,
                "lost": loss.lost,
                "of": loss.of,
                "place": loss.place,
            }
            for row in self.rows
            for loss in row.losses
        ]

    def stood(self) -> list[Record]:
        """For each battle, side and place: pieces that stood there at the start of a turn."""
        return [
            {"seed": row.seed, "winner": row.winner or "", "side": side, "place": place, "pieces": pieces}
            for row in self.rows
            for side, places in row.stood.items()
            for place, pieces in places.items()
        ]

    def _record(self, row: Row) -> Record:
        found: Record = {
            "scenario": self.plan.scenario,
            **{f"{seat}_player": level for seat, level in self.plan.seats.items()},
            "seed": row.seed,
            "winner": row.winner or "",
            "reason": row.reason,
            "rule": row.rule,
            "turns": row.turns,
            "decisions": row.decisions,
            "balance_at_end": row.balance[-1],
        }
        for side, luck in row.luck.items():
            lost = [loss for loss in row.losses if loss.side == side]
            found[f"{side}_luck"] = luck
            found[f"{side}_steps_lost"] = sum(loss.lost for loss in lost)
            found[f"{side}_pieces_lost"] = sum(loss.lost == loss.of for loss in lost)
        for seat, thinking in row.thinking.items():
            found[f"{seat}_moves"] = thinking.moves
            found[f"{seat}_mean_ms"] = thinking.mean
            found[f"{seat}_slowest_ms"] = thinking.slowest
            found[f"{seat}_late"] = thinking.late
        found["seconds"] = row.seconds
        return found


# Files -------------------------------------------------------------------------------------------

FILES: dict[str, Callable[[Table], list[Record]]] = {
    "rows": Table.records,
    "courses": Table.courses,
    "losses": Table.losses,
    "stood": Table.stood,
}


def write_files(table: Table, folder: Path) -> None:
    """The tables of an experiment as CSV and, where pyarrow is installed, as Parquet."""
    for name, records_of in FILES.items():
        records = records_of(table)
        write_csv(records, folder / f"{name}.csv")
        try:
            write_parquet(records, folder / f"{name}.parquet")
        except LabError:
            (folder / f"{name}.parquet").unlink(missing_ok=True)


def write_csv(records: Sequence[Record], path: Path) -> None:
    names = list(dict.fromkeys(name for each in records for name in each))
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)


def write_parquet(records: Sequence[Record], path: Path) -> None:
    try:
        import pyarrow  # type: ignore[import-not-found,import-untyped,unused-ignore]
        import pyarrow.parquet  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        raise LabError("Parquet needs pyarrow: pip install 'sandtable[lab]'.") from error
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(records), path)
