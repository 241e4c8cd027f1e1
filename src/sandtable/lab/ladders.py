"""Every level against every level, sides swapped: who is how strong."""

import itertools
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from sandtable.bots import levels
from sandtable.lab.experiment import LabError
from sandtable.lab.figures import Interval, ratings, wilson
from sandtable.lab.running import find, plan_for, play_plan
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import systems
from sandtable.table.telling import count


class Meeting(msgspec.Struct, frozen=True):
    """Two levels over so many games, half from each side: what the first of them scored (a draw is a half)."""

    level: str
    other: str
    games: int
    points: float
    late: int  # moves of either over its budget
    moves: int

    @property
    def share(self) -> Interval:
        return wilson(self.points, self.games)


class Ladder(msgspec.Struct, frozen=True):
    """All meetings, and the ratings that follow."""

    system: str
    scenarios: tuple[str, ...]
    players: tuple[str, ...]  # the weakest first
    meetings: tuple[Meeting, ...]

    def ratings(self) -> dict[str, Interval]:
        return ratings(self.players, {(each.level, each.other): (each.points, each.games) for each in self.meetings})


Told = Callable[[str, int, int], None]  # what, so many of so many


def ladder(
    system: str,
    games: int = 400,
    players: Sequence[str] = (),
    scenarios: Sequence[str] = (),
    seed: int = 0,
    workers: int | None = None,
    engine: str = "processes",
    out: Path | None = None,
    told: Told | None = None,
    neighbours: bool = False,
) -> Ladder:
    """Play every pair of levels `games` times: half of them with sides swapped, spread over the scenarios.

    Without `scenarios` they play all but those to learn by. With `neighbours` a level meets only the one above it.
    Where the games cannot be shared out evenly there are more.
    """
    if system not in systems():
        raise LabError(f"There is no game {system!r}; choose from {', '.join(systems())}.")
    names = list(players) or levels.names(systems()[system])
    fields = fields_of(system, scenarios)
    if not fields:
        raise LabError(f"{system} has no scenario for two players.")
    if len(names) < 2:
        raise LabError("A ladder needs at least two players.")
    for name in names:
        if names.count(name) > 1:
            raise LabError(
                f"On a ladder each player meets the others, but {name} is named {count(names.count(name), 'time')}."
            )
    if games < 2 * len(fields):
        raise LabError(f"{games} is too few: a ladder needs at least {2 * len(fields)} games, two for each scenario.")
    each = math.ceil(games / (2 * len(fields)))
    meetings = []
    for other, level in itertools.pairwise(names) if neighbours else itertools.combinations(names, 2):
        points, late, moves = 0.0, 0, 0
        for info in fields:
            for swapped in (False, True):
                seats = (other, level) if swapped else (level, other)
                mine = info.sides[1 if swapped else 0]
                plan = plan_for(info.id, seats, each, seed)
                what = f"{info.name}: {seats[0]} against {seats[1]}"
                place = None if out is None else out / f"{info.id.partition('/')[2]}.{seats[0]}.{seats[1]}"
                table = play_plan(plan, workers, engine, place, lambda a, b, what=what: told and told(what, a, b))  # type: ignore[misc]
                points += table.points(mine)
                late += sum(t.late for row in table for t in row.thinking.values())
                moves += sum(t.moves for row in table for t in row.thinking.values())
        meetings.append(Meeting(level, other, 2 * each * len(fields), points, late, moves))
    return Ladder(system, tuple(info.id for info in fields), tuple(names), tuple(meetings))


def fields_of(system: str, scenarios: Sequence[str] = ()) -> list[ScenarioInfo]:
    """The scenarios for two of a game that are named; if none is, all but those to learn by: one side wins them."""
    known = [find(each) for each in scenarios] or [i for i in systems()[system].shelf.infos() if not i.practice]
    return [info for info in known if info.system == system and len(info.sides) == 2]
