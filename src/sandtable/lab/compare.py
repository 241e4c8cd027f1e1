"""What a change does to the balance: two experiments side by side, and the interval of the difference."""

import msgspec

from sandtable.lab.experiment import LabError
from sandtable.lab.figures import Interval, difference
from sandtable.lab.table import Table


class Change(msgspec.Struct, frozen=True):
    """A side's share of the battles in both experiments, and how far the second is from the first."""

    side: str
    before: Interval
    after: Interval
    difference: Interval

    @property
    def sure(self) -> bool:
        """Whether so many games show a difference at all."""
        return self.difference.low > 0 or self.difference.high < 0


def compare(before: Table, after: Table) -> list[Change]:
    """How the shares of each side differ; both experiments must have the same sides."""
    if list(before.plan.seats) != list(after.plan.seats):
        one, two = ", ".join(before.plan.seats), ", ".join(after.plan.seats)
        raise LabError(f"The two cannot be compared: one has the sides {one}, the other {two}.")
    changes = []
    for side in before.plan.sides:
        apart = difference(after.wins(side), len(after), before.wins(side), len(before))
        changes.append(Change(side, before.share(side), after.share(side), apart))
    return changes
