"""Thousands of battles, and what they tell of a scenario or of a player.

from sandtable.lab import run
table = run("cats-in-the-mist", ("greedy", "random"), games=100)
table.share("german")
"""

from sandtable.lab.comparison import Change, compare
from sandtable.lab.experiment import LabError, Plan, Row
from sandtable.lab.figures import Interval
from sandtable.lab.folder import open_table
from sandtable.lab.ladders import Ladder, ladder
from sandtable.lab.report import write_report
from sandtable.lab.running import run
from sandtable.lab.table import Table

__all__ = [
    "Change",
    "Interval",
    "LabError",
    "Ladder",
    "Plan",
    "Row",
    "Table",
    "compare",
    "ladder",
    "open_table",
    "run",
    "write_report",
]
