"""What a computer player weighed, as a table."""

from rich import box
from rich.table import Table
from rich.text import Text

from sandtable.table.scheme import Thought, worth

BAR = 12  # characters
PLATOON = 1.0  # the least that a whole bar stands for: smaller differences look small
BEST = "green"
QUIET = "dim"


def weighed(thought: Thought) -> Table:
    """Every plan with its value and, as a bar, how near to the best it is."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Plan")
    table.add_column("Platoons ahead", justify="right")
    table.add_column("Close to the best")
    table.add_column("Tries", justify="right")
    best = thought.plans[0]
    scale = max(PLATOON, best.value - min(plan.value for plan in thought.plans))
    for plan in thought.plans:
        style = "bold" if plan is best else ""
        line = bar((best.value - plan.value) / scale, BEST if plan is best else "")
        table.add_row(Text(plan.label, style), Text(worth(plan.value), style), line, str(plan.tries or ""))
    return table


def bar(behind: float, style: str) -> Text:
    """The part of the way to the best; `behind` is what is missing, of 1."""
    full = max(0, min(BAR, round(BAR * (1 - behind))))
    return Text("━" * full, style).append("─" * (BAR - full), QUIET)
