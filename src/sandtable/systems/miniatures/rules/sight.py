"""Measuring, arcs, sight, cover and concealment (6.3-6.9, chapter 10 and the geometry of the table)."""

from sandtable.geometry.plane import nearer
from sandtable.systems.miniatures.state.book import HARD, INFANTRY, OPEN, SOFT
from sandtable.systems.miniatures.state.pieces import Battle, Smoke, Team

# Measuring: edge to edge, an exact tie counts as within ---------------------------------------------


def distance2(a: Team, t: Team) -> int:
    """The square of the distance between two centres."""
    dx, dy = a.x - t.x, a.y - t.y
    return dx * dx + dy * dy


def within(a: Team, t: Team, limit: int) -> bool:
    """Whether the gap between two bases is at most `limit`."""
    dx, dy = a.x - t.x, a.y - t.y
    reach = limit + a.radius + t.radius
    return dx * dx + dy * dy <= reach * reach


def closer(a: Team, t: Team, limit: int) -> bool:
    """Whether the gap between two bases is less than `limit`."""
    dx, dy = a.x - t.x, a.y - t.y
    reach = limit + a.radius + t.radius
    return dx * dx + dy * dy < reach * reach


def within_point(a: Team, x: int, y: int, limit: int) -> bool:
    """Whether a base is at most `limit` from a point."""
    dx, dy = a.x - x, a.y - y
    reach = limit + a.radius
    return dx * dx + dy * dy <= reach * reach


def touching(b: Battle, a: Team, t: Team) -> bool:
    """Base contact."""
    return within(a, t, b.land.numbers["contact"])


# Arcs -----------------------------------------------------------------------------------------------


def ahead(hx: int, hy: int, a: Team, t: Team) -> bool:
    """6.5 Whether the centre of `t` is on or ahead of the line through `a` across the facing (hx, hy)."""
    return hx * (t.x - a.x) + hy * (t.y - a.y) >= 0


def front_shown(t: Team, hx: int, hy: int, a: Team) -> bool:
    """9.9 Whether a firer `a` stands on or ahead of the tangent across the nose of `t`, which faces (hx, hy)."""
    along = hx * (a.x - t.x) + hy * (a.y - t.y)
    return along >= 0 and along * along >= t.radius * t.radius * (hx * hx + hy * hy)


# Sight ----------------------------------------------------------------------------------------------


def sees(b: Battle, a: Team, t: Team) -> bool:
    """10.5, 10.8, 15.18 Line of sight between two Teams; mutual."""
    return b.land.sees(a.x, a.y, t.x, t.y) and not (b.smoke and smoky(b, a.x, a.y, t.x, t.y))


def sees_point(b: Battle, a: Team, x: int, y: int) -> bool:
    """Line of sight from a Team to a point of the table."""
    return clear(b, a.x, a.y, x, y)


def clear(b: Battle, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether terrain and smoke leave the ray between two points open."""
    return b.land.sees(ax, ay, bx, by) and not (b.smoke and smoky(b, ax, ay, bx, by))


def clear_once(b: Battle, ax: int, ay: int, bx: int, by: int) -> bool:
    """The same where nobody will ask about these points again: the answer is not kept."""
    return b.land.blocker(ax, ay, bx, by) is None and not (b.smoke and smoky(b, ax, ay, bx, by))


def smoky(b: Battle, ax: int, ay: int, bx: int, by: int) -> bool:
    """15.18 Whether smoke closes the ray between two points."""
    return any(smoke_blocks(patch, ax, ay, bx, by) for patch in b.smoke)


def in_smoke(patch: Smoke, x: int, y: int) -> bool:
    """15.18 Whether a point is in or on the square."""
    dx, dy = x - patch.x, y - patch.y
    return abs(patch.vx * dx + patch.vy * dy) <= patch.half and abs(patch.vx * dy - patch.vy * dx) <= patch.half


def smoke_blocks(patch: Smoke, ax: int, ay: int, bx: int, by: int) -> bool:
    """15.18 Whether the ray passes strictly through a patch that has neither end in it.

    Tested in the coordinates of the patch, where it is an upright square.
    """
    half = patch.half
    dx, dy, ex, ey = ax - patch.x, ay - patch.y, bx - patch.x, by - patch.y
    u, w = patch.vx * dx + patch.vy * dy, patch.vx * dy - patch.vy * dx
    s, t = patch.vx * ex + patch.vy * ey, patch.vx * ey - patch.vy * ex
    if max(abs(u), abs(w)) <= half or max(abs(s), abs(t)) <= half:
        return False
    low, low_of, high, high_of = 0, 1, 1, 1  # from low/low_of to high/high_of of the ray
    for start, end in ((half + u, half + s), (half - u, half - s), (half + w, half + t), (half - w, half - t)):
        if start <= 0:
            if end <= 0:
                return False
            if -start * low_of > low * (end - start):
                low, low_of = -start, end - start
        elif end <= 0 and start * high_of < high * (start - end):
            high, high_of = start, start - end
    return low * high_of < high * low_of


def friends_in_the_way(b: Battle, a: Team, t: Team, over_friends: bool = False) -> Team | None:
    """6.8 A friendly base in the ray; Guns and Tanks fire over Infantry (6.9), mortars over anybody (16.2)."""
    if over_friends:
        return None
    ax, ay, tx, ty = a.x, a.y, t.x, t.y
    over_infantry = a.type.kind != INFANTRY
    widest = b.land.widest
    west, east = (ax - widest, tx + widest) if ax < tx else (tx - widest, ax + widest)
    south, north = (ay - widest, ty + widest) if ay < ty else (ty - widest, ay + widest)
    for other in b.by_side[a.side]:
        if not (west < other.x < east and south < other.y < north) or other.lost:
            continue
        if other is a or other is t or (over_infantry and other.type.kind == INFANTRY):
            continue  # 6.9
        if nearer(other.x, other.y, ax, ay, tx, ty, other.radius):
            return other
    return None


# Cover and concealment ------------------------------------------------------------------------------


def area_cover(b: Battle, t: Team) -> int:
    """Cover from every side: the area it is in, smoke, or its own digging."""
    if t.dug_in:
        return HARD  # 3.3.f
    cover = b.land.spot(t.x, t.y).cover  # 10.1, 10.2, 10.6
    if cover == OPEN and b.smoke and any(in_smoke(patch, t.x, t.y) for patch in b.smoke):
        return SOFT  # 15.18
    return cover


def cover_of(b: Battle, t: Team, a: Team) -> int:
    """10.1, 10.2, 10.7 The cover of `t` against a firer `a`: OPEN, SOFT or HARD. Gun shields (16.3) are not in it."""
    cover = area_cover(b, t)
    if cover == HARD:
        return HARD
    reach = t.radius + b.land.numbers["touching"] + 1  # `near` is strict
    for each in b.land.sheltering:
        if each.terrain.cover > cover and each.shape.near(t.x, t.y, reach) and each.shape.meets(t.x, t.y, a.x, a.y):
            cover = each.terrain.cover
    return cover


def concealed_from(b: Battle, t: Team, a: Team) -> bool:
    """10.6, 10.7, 10.9 Whether `t` is concealed from a firer `a`."""
    return (t.type.kind == INFANTRY and not t.moved) or cover_of(b, t, a) != OPEN
