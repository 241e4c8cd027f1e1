"""7.1 A Move under way: all Teams walk side by side, each along its own path, so that all arrive together."""

from sandtable.geometry.plane import Path, Point, cut, path_length, point_on
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


Stride = tuple[Team, Path, int]  # who walks, along which path, and how long it is


def strides(b: Battle, way: Walk) -> list[Stride]:
    """All who walk."""
    return [(b.teams[index], path, path_length(path)) for index, path in way.paths.items()]


def stand_at(b: Battle, way: Walk, gone: int) -> None:
    """Every Team is where it is at that moment of the Move."""
    stand(strides(b, way), gone, way.far)


def stand(walkers: list[Stride], gone: int, far: int) -> None:
    """The same, of these; the longest of their paths is so far."""
    for team, path, whole in walkers:
        team.x, team.y = point_on(path, gone * whole // far) if gone < far else path[-1]


def walked(way: Walk, index: int) -> Path:
    """The part of its path that a Team has behind it."""
    path = way.paths[index]
    return cut(path, so_far(way, path, way.gone))
