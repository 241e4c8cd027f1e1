"""GEO Where a base may stand, and the ways there: what a Team may not overlap, pass or enter."""

import itertools
from collections.abc import Iterable, Iterator
from math import isqrt

from sandtable.geometry.plane import Disc, Path, Point, path_length, point_on, way_round
from sandtable.systems.miniatures.state.book import GUN
from sandtable.systems.miniatures.state.ground import Feature
from sandtable.systems.miniatures.state.pieces import Battle, Team

BAND = 2  # how broad the first band of contact points is, in hundredths of an inch


def on_table(b: Battle, team: Team, x: int, y: int) -> bool:
    """4.1 Whether its base would be wholly on the table."""
    r = team.radius
    return r <= x <= b.land.width - r and r <= y <= b.land.height - r


def overlapped(
    b: Battle, team: Team, x: int, y: int, taken: Iterable[Disc] = (), ignored: Iterable[int] = ()
) -> bool:
    """4.1 Whether its base would overlap that of another Team, or a disc that is taken."""
    r = team.radius
    for other in b.teams:
        if other.lost or other is team:
            continue
        reach = r + other.radius
        dx = other.x - x
        if -reach < dx < reach:
            dy = other.y - y
            if dx * dx + dy * dy < reach * reach and other.index not in ignored:
                return True
    for ox, oy, radius in taken:
        reach = r + radius
        if (ox - x) ** 2 + (oy - y) ** 2 < reach * reach:
            return True
    return False


def may_rest(b: Battle, team: Team, x: int, y: int, taken: Iterable[Disc] = (), ignored: Iterable[int] = ()) -> bool:
    """Whether a Team may rest at a point: on the table, over nobody's base, not on a linear obstacle.

    `taken` are discs besides those of the Teams; Teams that are `ignored` (by index) are not in the way.
    """
    if not on_table(b, team, x, y) or overlapped(b, team, x, y, taken, ignored):
        return False
    return not b.land.spot(x, y).on_line


def come_to_rest(b: Battle, paths: dict[int, Path], order: list[int], leaving: Iterable[int] = ()) -> None:
    """Teams that moved together stand at the ends of their paths; who finds no room stops short of it.

    He gives way to who did not move, to who has been pushed back to his own start, and to who is before him in
    `order`; not to who is `leaving`. It ends: all starts are free together.
    """
    ways = {index: path_length(path) for index, path in paths.items()}
    for index, path in paths.items():
        b.teams[index].x, b.teams[index].y = path[-1]
    clash = True
    while clash:
        clash = False
        for place, index in enumerate(order):
            team, path = b.teams[index], paths[index]
            behind = [*leaving, *[each for each in order[place + 1 :] if ways[each]]]
            if ways[index] and not may_rest(b, team, team.x, team.y, (), behind):
                clash = True
                while ways[index] and not may_rest(b, team, team.x, team.y, (), behind):
                    ways[index] -= 1
                    team.x, team.y = point_on(path, ways[index])


def rolls_on(team: Team) -> bool:
    """4.1 A Gun that does not walk, or a vehicle: it cannot pass through another."""
    return not team.type.as_infantry


def closed_by(b: Battle, team: Team, ax: int, ay: int, bx: int, by: int) -> Feature | None:
    """4.3 Very difficult terrain on a leg of a Gun that does not walk; out of a piece it stands in it may go."""
    if team.type.kind != GUN or team.type.as_infantry:
        return None
    for feature in b.land.features_met(ax, ay, bx, by):
        if feature.terrain.closed_to_guns and not (feature.shape.holds(ax, ay) and not feature.shape.holds(bx, by)):
            return feature
    return None


def obstacles(b: Battle, team: Team, enemy_gap: int) -> list[Disc]:
    """What a way bends round: enemy bases with a gap, and for what rolls the friends that cannot be passed."""
    found = []
    for other in b.teams:
        if other.lost or other is team:
            continue
        if other.side != team.side:
            found.append((other.x, other.y, other.radius + team.radius + enemy_gap))
        elif rolls_on(team) and rolls_on(other):
            found.append((other.x, other.y, other.radius + team.radius))
    return found


def path_to(b: Battle, team: Team, x: int, y: int, enemy_gap: int = -1, most: int | None = None) -> Path | None:
    """The straight way to a point, bending only round what the Team may not pass; None if none is within `most`.

    What it stands too near to already, or what lies over the goal itself, does not bend the way.
    """
    gap = b.land.numbers["keep_away"] if enemy_gap < 0 else enemy_gap
    discs = [
        (ox, oy, radius)
        for ox, oy, radius in obstacles(b, team, gap)
        if (ox - team.x) ** 2 + (oy - team.y) ** 2 >= radius * radius
        and (ox - x) ** 2 + (oy - y) ** 2 >= radius * radius
    ]
    path = way_round((team.x, team.y), (x, y), discs, most)
    if path is None or any(closed_by(b, team, *a, *c) for a, c in itertools.pairwise(path)):
        return None
    return path


def contact_points(
    b: Battle, team: Team, enemy: Team, taken: Iterable[Disc] = (), ignored: Iterable[int] = ()
) -> Iterator[Point]:
    """13.3 The points where a Team may rest in base contact with an enemy, nearest to itself first."""
    least = team.radius + enemy.radius
    most = least + b.land.numbers["contact"]
    discs = [*discs_near(b, team, enemy.x, enemy.y, most, ignored)]
    discs += [(x, y, team.radius + radius) for x, y, radius in taken]
    for dx, dy in nearest_of_ring(least, most, team.x - enemy.x, team.y - enemy.y):
        x, y = enemy.x + dx, enemy.y + dy
        if on_table(b, team, x, y) and not in_a_disc(x, y, discs) and not b.land.spot(x, y).on_line:
            yield (x, y)


def discs_near(b: Battle, team: Team, x: int, y: int, far: int, ignored: Iterable[int] = ()) -> Iterator[Disc]:
    """4.1 Where the centre of a Team may not be because of other bases: those that matter so far round a point."""
    for other in b.teams:
        if other.lost or other is team or other.index in ignored:
            continue
        radius = team.radius + other.radius
        if (other.x - x) ** 2 + (other.y - y) ** 2 < (far + radius) ** 2:
            yield (other.x, other.y, radius)


def in_a_disc(x: int, y: int, discs: Iterable[Disc]) -> bool:
    """Whether a point is inside one of the discs."""
    return any((ox - x) ** 2 + (oy - y) ** 2 < radius * radius for ox, oy, radius in discs)


def nearest_of_ring(least: int, most: int, px: int, py: int) -> Iterator[Point]:
    """The offsets that are so far at least and at most, those nearest to (px, py) first, from west, from south.

    Few are looked at, so they are found in bands, each twice as broad as the one before. What a band cuts off the
    disc lies within the root of 2 * most * band + band * band of that point of the disc which is nearest.
    """
    away = isqrt(px * px + py * py)
    middle = px * most // max(away, 1)
    seen, band = -1, BAND
    while seen < away + most + 1:
        far = max(0, away - most) + band
        broad = isqrt(2 * most * band + band * band) + 2 if away > most else 3 * most
        found = []
        for dx in range(max(-most, middle - broad), min(most, middle + broad) + 1):
            across = (dx - px) ** 2
            if across > far * far:
                continue
            inside = least * least - dx * dx  # below this the square of dy is too small
            start, end = isqrt(inside - 1) + 1 if inside > 0 else 0, isqrt(most * most - dx * dx)
            side = isqrt(far * far - across)
            below = range(max(-end, py - side), min(1 - start, 0, py + side + 1))
            above = range(max(start, py - side), min(end, py + side) + 1)
            for dy in (*below, *above):
                square = across + (dy - py) ** 2
                if seen < 0 or square > seen * seen:
                    found.append((square, dx, dy))
        found.sort()
        for _, dx, dy in found:
            yield (dx, dy)
        seen, band = far, 2 * band
