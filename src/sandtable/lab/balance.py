"""The balance of a scenario: one computer player on all sides, and the figures in the scenario's own file."""

import os
from pathlib import Path

from sandtable.content.balance import MARK, with_balance
from sandtable.content.problems import Problems
from sandtable.lab.experiment import LabError
from sandtable.lab.table import Table
from sandtable.table.shelf import Balance, ScenarioInfo


def balance_of(table: Table) -> Balance:
    """What a table tells of the balance. All sides must have been played by the same player."""
    plan = table.plan
    levels = set(plan.seats.values())
    if len(levels) != 1:
        raise LabError(f"The balance is measured with one player on all sides, not with {', '.join(sorted(levels))}.")
    wins = {side: table.wins(side) for side in plan.sides}
    decisions = round(table.mean("decisions").value)
    return Balance(levels.pop(), len(table), wins, table.wins(None), plan.digest[:MARK], decisions)


def write_balance(info: ScenarioInfo, balance: Balance) -> Path:
    """Put the figures at the end of the scenario's file, in place of older ones."""
    path = Path(info.file)
    draft = path.with_suffix(".part")
    try:
        draft.write_bytes(with_balance(path.read_bytes(), balance, Problems(str(path))))
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise LabError(f"{path} cannot be written: {error.strerror}.") from error
    return path
