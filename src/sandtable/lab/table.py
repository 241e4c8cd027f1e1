"""Rows as a table: shares, means, and files for a notebook."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sandtable.lab.experiment import LabError, Plan, Row
from sandtable.lab.figures import Interval, mean, wilson


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
        """How often, who won, why, by which rule; the commonest first."""
        counted = Counter((row.winner, row.reason, row.rule) for row in self.rows)
        return [(count, *ending) for ending, count in counted.most_common()]

    def records(self) -> list[dict[str, Any]]:
        """Flat rows for a notebook: `pandas.DataFrame(table.records())`."""
        return [record(row) for row in self.rows]

    def to_csv(self, path: Path) -> None:
        records = self.records()
        names = list(dict.fromkeys(name for each in records for name in each))
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, names, lineterminator="\n")
            writer.writeheader()
            writer.writerows(records)

    def to_parquet(self, path: Path) -> None:
        try:
            import pyarrow  # type: ignore[import-not-found,import-untyped,unused-ignore]
            import pyarrow.parquet  # type: ignore[import-not-found,import-untyped,unused-ignore]
        except ImportError as error:
            raise LabError("Parquet needs pyarrow: pip install 'sandtable[lab]'.") from error
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(self.records()), path)


def record(row: Row) -> dict[str, Any]:
    """A row in flat columns."""
    found: dict[str, Any] = {
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
