"""Thousands of battles, and what they tell of a scenario or of a player.

from sandtable.lab import run
table = run("cats-in-the-mist", ("greedy", "random"), games=100)
table.share("german")
"""

from sandtable.lab.experiment import LabError, Plan, Row
from sandtable.lab.running import run
from sandtable.lab.table import Table

__all__ = ["LabError", "Plan", "Row", "Table", "run"]
