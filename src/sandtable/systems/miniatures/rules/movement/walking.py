"""7.1 A Move under way: all Teams walk side by side, each along its own path, so that all arrive together."""

from itertools import pairwise

from sandtable.geometry.plane import Path, Point, cut, length, path_length, toward
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit, Walk

INCH = 100


def walk_along(
    b: Battle, unit: Unit, paths: dict[int, Path], placed: dict[int, Point] | None = None, charge: bool = False
) -> Walk:
    """7.1 The Move of these Teams, as long as the longest of their paths."""
    far = max([path_length(path) for path in paths.values()], default=0)
    return Walk(unit.index, charge, paths, placed or {}, far)


def stops(b: Battle, way: Walk) -> list[int]:
    """7.1 How far it is to each point still to come that is looked at: every quarter of an inch, and the end."""
    step = INCH // b.land.numbers["quarters"]
    return [*range(way.gone + step, way.far, step), way.far] if way.gone < way.far else []


def so_far(way: Walk, path: Path, gone: int) -> int:
    """How far a Team is on its path when the one with the longest has gone so far."""
    return gone * path_length(path) // way.far


class Stride:
    """A Team on its path, with the legs of it."""

    __slots__ = ("end", "legs", "team", "whole")

    def __init__(self, team: Team, path: Path) -> None:
        self.team = team
        self.legs = [(ax, ay, bx - ax, by - ay, length(bx - ax, by - ay)) for (ax, ay), (bx, by) in pairwise(path)]
        self.whole = sum([leg[4] for leg in self.legs])
        self.end = path[-1]

    def stand(self, way: int) -> None:
        """The Team is so far on its path."""
        team = self.team
        for ax, ay, dx, dy, leg in self.legs:
            if way < leg:
                team.x, team.y = toward(ax, ay, dx, dy, leg, way)
                return
            way -= leg
        team.x, team.y = self.end


def strides(b: Battle, way: Walk) -> list[Stride]:
    """All who walk."""
    return [Stride(b.teams[index], path) for index, path in way.paths.items()]


def stand_at(b: Battle, way: Walk, gone: int) -> None:
    """Every Team is where it is at that moment of the Move."""
    stand(strides(b, way), gone, way.far)


def stand(walkers: list[Stride], gone: int, far: int) -> None:
    """The same, of these; the longest of their paths is so far."""
    for each in walkers:
        each.stand(gone * each.whole // far if gone < far else each.whole)


def walked(way: Walk, index: int) -> Path:
    """The part of its path that a Team has behind it."""
    path = way.paths[index]
    return cut(path, so_far(way, path, way.gone))
