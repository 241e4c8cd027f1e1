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


def remarks(before: Table, after: Table) -> list[str]:
    """What else is different in the two experiments, a sentence each: the difference may come from that."""
    one, two = before.plan, after.plan
    found = []
    if one.system != two.system:
        found.append("They come from different games, so a difference says nothing about either.")
    elif one.scenario != two.scenario:
        found.append("They come from different scenarios.")
    elif one.digest != two.digest:
        found.append("They come from different versions of the scenario.")
    if one.seats != two.seats:
        found.append("The players differ, so a difference may come from them and not from the scenario.")
    if one.version != two.version:
        found.append(f"They were played with different versions of Sandtable, {one.version} and {two.version}.")
    if not found and (shared := len({row.seed for row in before} & {row.seed for row in after})):
        found.append(f"They share {shared} battles: scenario, players and seeds are the same.")
    return found
