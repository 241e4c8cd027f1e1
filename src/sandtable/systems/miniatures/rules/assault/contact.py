"""13.3, 13.7, 13.13, 13.15 Ways in an assault: into contact, away from it, and back to a gap."""

from collections.abc import Iterable, Iterator

from sandtable.geometry.plane import Disc, Path, Point, cut, in_the_way, length, nearer, path_length, point_on, toward
from sandtable.systems.miniatures.rules.movement.bases import (
    closed_by,
    contact_points,
    discs_near,
    in_a_disc,
    may_rest,
    obstacles,
    on_table,
    path_to,
)
from sandtable.systems.miniatures.rules.sight import closer, distance2, touching
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle, Team

BENT_WAYS = 8  # how many contact points behind something are tried, one after another
APART = 40  # these lie at least so far from each other
ROUNDED = 2  # points of a straight line in hundredths of an inch are less than this beside it


def foes(team: Team, enemies: list[Team]) -> list[Team]:
    """13.20 Whom a Team may go for: a tank for nobody in a tank."""
    if team.type.kind == TANK:
        return [enemy for enemy in enemies if enemy.type.kind != TANK]
    return enemies


def in_contact(b: Battle, team: Team, enemies: list[Team]) -> bool:
    return any(touching(b, team, enemy) for enemy in enemies)


# Into contact (13.3) -----------------------------------------------------------------------------


def way_into_contact(
    b: Battle, team: Team, enemies: list[Team], allowance: int, taken: Iterable[Disc] = (), gone: Iterable[int] = ()
) -> Path | None:
    """13.3 To the nearest enemy with a free contact point in reach, and there to the one nearest to its start.

    `taken` are places that others are bound for, and those others are `gone` from where they stand.
    """
    for enemy in sorted(foes(team, enemies), key=lambda each: distance2(team, each)):
        far = allowance + team.radius + enemy.radius + b.land.numbers["contact"]
        if distance2(team, enemy) > far * far:
            continue  # a broader base farther off may still be in reach
        path = way_to(b, team, enemy, allowance, taken, gone)
        if path is not None:
            return path
    return None


def way_to(
    b: Battle, team: Team, enemy: Team, allowance: int, taken: Iterable[Disc], gone: Iterable[int]
) -> Path | None:
    """The way to the nearest free contact point of one enemy, straight, or bending round what it may not pass."""
    tried: list[Point] = []
    for x, y in contact_points(b, team, enemy, taken, gone):
        if length(x - team.x, y - team.y) > allowance:
            break
        if any((x - px) ** 2 + (y - py) ** 2 < APART * APART for px, py in tried):
            continue
        path = path_to(b, team, x, y, 0, allowance)
        if path is not None and path_length(path) <= allowance:
            return path
        tried.append((x, y))
        if len(tried) == BENT_WAYS:
            break
    return None


def way_closer(
    b: Battle, team: Team, enemies: list[Team], allowance: int, taken: Iterable[Disc] = (), gone: Iterable[int] = ()
) -> Path:
    """13.3 Straight toward the nearest enemy as far as it can; only the start if it can go nowhere."""
    here = (team.x, team.y)
    goals = foes(team, enemies)
    if not goals:
        return (here,)
    goal = min(goals, key=lambda each: distance2(team, each))
    path = (here, (goal.x, goal.y))
    way = free_way(b, team, path, min(allowance, path_length(path)))
    return rest_on(b, team, path, way, taken, gone)


def free_way(b: Battle, team: Team, path: Path, way: int) -> int:
    """How far along a straight path a Team gets before it would run into an enemy or what it may not pass."""
    start = path[0]
    discs = [
        (x, y, radius)
        for x, y, radius in obstacles(b, team, 0)
        if (x - start[0]) ** 2 + (y - start[1]) ** 2 >= radius * radius
    ]

    def clear(far: int) -> bool:
        end = point_on(path, far)
        return all(not nearer(x, y, *start, *end, radius) for x, y, radius in discs) and not closed_by(
            b, team, *start, *end
        )

    if clear(way):
        return way
    low, high = 0, way
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if clear(middle) else (low, middle)
    return low


def rest_on(
    b: Battle, team: Team, path: Path, way: int, taken: Iterable[Disc] = (), gone: Iterable[int] = ()
) -> Path:
    """The path cut at the last point up to `way` at which the Team may rest."""
    for far in range(way, 0, -1):
        if may_rest(b, team, *point_on(path, far), taken, gone):
            return cut(path, far)
    return path[:1]


# Away (13.15) ------------------------------------------------------------------------------------


def way_back(b: Battle, team: Team, enemy: Team, far: int) -> Path:
    """13.15 Straight away from an enemy, until the table, closed terrain or another base stops it."""
    here = (team.x, team.y)
    row = list(away_from(team, enemy, far))
    if not row:
        return (here,)
    way = (here, row[-1])
    others = [(x, y, r) for x, y, r in discs_near(b, team, *here, far) if in_the_way(way, (x, y, r + ROUNDED))]
    free = 0
    for place in row:
        if closed_by(b, team, *here, *place) or not on_table(b, team, *place) or in_a_disc(*place, others):
            break
        free += 1
    while free and b.land.spot(*row[free - 1]).on_line:
        free -= 1
    return (here, row[free - 1]) if free else (here,)


def away_from(team: Team, enemy: Team, far: int) -> Iterator[Point]:
    """The points of the straight line from an enemy through a Team, from its place on; the last is `far` away."""
    dx, dy = team.x - enemy.x, team.y - enemy.y
    whole = length(dx, dy)
    for step in range(1, far + 1):
        yield toward(team.x, team.y, dx, dy, whole, step)


# Put back (13.7) ---------------------------------------------------------------------------------


def too_near(b: Battle, team: Team, enemies: list[Team]) -> bool:
    """13.7 Nearer than two inches to an enemy."""
    return any(closer(team, enemy, b.land.numbers["halt_gap"]) for enemy in enemies)


def gap_kept(b: Battle, team: Team, x: int, y: int, enemies: list[Team]) -> bool:
    gap = b.land.numbers["halt_gap"] + team.radius
    return all((x - enemy.x) ** 2 + (y - enemy.y) ** 2 >= (gap + enemy.radius) ** 2 for enemy in enemies)


def place_with_gap(b: Battle, team: Team, enemies: list[Team]) -> Point:
    """13.7 Straight away from the nearest enemy to a gap of two inches from all; else the nearest free place."""
    enemy = min(enemies, key=lambda each: distance2(team, each))
    far = b.land.width + b.land.height
    wanted = next((place for place in away_from(team, enemy, far) if gap_kept(b, team, *place, enemies)), None)
    assert wanted is not None  # the line leaves the table somewhere
    if may_rest(b, team, *wanted):
        return wanted
    return nearest_free(b, team, wanted, enemies)


def nearest_free(b: Battle, team: Team, wanted: Point, enemies: list[Team]) -> Point:
    """The nearest point where the Team may rest with that gap, ring by ring."""
    best: tuple[int, Point] | None = None
    for reach in range(1, b.land.width + b.land.height):
        if best is not None and reach * reach > best[0]:
            return best[1]
        for x, y in square_ring(wanted, reach):
            away = (x - wanted[0]) ** 2 + (y - wanted[1]) ** 2
            if (best is None or away < best[0]) and may_rest(b, team, x, y) and gap_kept(b, team, x, y, enemies):
                best = (away, (x, y))
    return best[1] if best is not None else (team.x, team.y)


def square_ring(middle: Point, reach: int) -> Iterator[Point]:
    """The points of a square about a point."""
    x, y = middle
    for step in range(-reach, reach + 1):
        yield (x + step, y - reach)
        yield (x + step, y + reach)
    for step in range(-reach + 1, reach):
        yield (x - reach, y + step)
        yield (x + reach, y + step)
