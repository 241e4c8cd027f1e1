"""15.6, 15.7, 15.16 The template: a square laid squarely to the line from the guns, and what lies under it."""

import math

from sandtable.geometry.plane import Point
from sandtable.systems.miniatures.rules.sight import in_smoke
from sandtable.systems.miniatures.state.pieces import Battle, Smoke, Team

TEMPLATE = "template"  # what a choice calls it


def square_at(b: Battle, guns: list[Team], x: int, y: int) -> Smoke:
    """15.6 The square about a point, two sides parallel to the line from the mean of the guns."""
    count = len(guns)
    vx = count * x - sum([gun.x for gun in guns])
    vy = count * y - sum([gun.y for gun in guns])
    if vx == vy == 0:
        vx = 1
    return square(b, x, y, vx, vy)


def square(b: Battle, x: int, y: int, vx: int, vy: int) -> Smoke:
    """15.6 The square about a point along an axis."""
    half = b.land.numbers["template"] // 2
    return Smoke(x, y, vx, vy, math.isqrt(half * half * (vx * vx + vy * vy)))


def under(b: Battle, square: Smoke) -> list[Team]:
    """15.8 The Teams whose centre is in or on the square, friends too."""
    return [team for team in b.on_table() if in_smoke(square, team.x, team.y)]


def corners(square: Smoke) -> list[Point]:
    """The corners of a square to the nearest hundredth, for the eye."""
    size = square.vx * square.vx + square.vy * square.vy
    found = []
    for u, w in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
        x = square.half * (u * square.vx - w * square.vy)
        y = square.half * (u * square.vy + w * square.vx)
        found.append((square.x + round(x / size), square.y + round(y / size)))
    return found


def shift_reach(b: Battle, square: Smoke, x: int, y: int) -> bool:
    """15.7 Within six inches of where it lies, its centre on the table."""
    reach = b.land.numbers["shift"]
    near = (x - square.x) ** 2 + (y - square.y) ** 2 <= reach * reach
    return near and 0 <= x <= b.land.width and 0 <= y <= b.land.height
