"""What computer players need."""

from sandtable.systems.miniatures.pieces import Battle
from sandtable.table.decision import Choice, Decision


def evaluate(b: Battle, side: int) -> float:
    return float(len(b.on_table(side)) - len(b.on_table(1 - side))) / 8


def shortlist(b: Battle, decision: Decision) -> list[Choice]:
    return decision.options()


def expected(b: Battle, decision: Decision, choice: Choice, side: int) -> float | None:
    return None
