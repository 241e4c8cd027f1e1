"""What pieces and places are called."""

import math

from sandtable.geometry.plane import Point, bearing
from sandtable.systems.miniatures.rules.cohesion import long
from sandtable.systems.miniatures.state.ground import Feature, Ground
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.table.event import Event

BESIDE = 50  # nearer than half an inch


def name_of(b: Battle, key: str) -> str:
    """The name of a Team, a Unit or a CC by its id or key, on the table or off it."""
    index = b.by_id.get(key)
    if index is not None:
        return b.teams[index].name
    for unit in [*b.units, *b.commands]:
        if unit.key == key:
            return unit.name
    return key


def side(b: Battle, event: Event) -> str:
    """The name of the side that did it."""
    return next((each.name for each in b.scenario.sides if each.key == event.side), "")


def piece(b: Battle, event: Event) -> str:
    return name_of(b, event.piece)


def target(b: Battle, event: Event) -> str:
    return name_of(b, event.target)


def point(place: str) -> tuple[int, int]:
    """The point of a place in words.

    >>> point("3650,2800")
    (3650, 2800)
    """
    x, _, y = place.partition(",")
    return (int(x), int(y))


def there(b: Battle, event: Event) -> str:
    """Where an event happens, in words."""
    return where(b, *point(event.place))


def the(feature: Feature) -> str:
    """A piece of terrain with its article; hills go without."""
    name = feature.piece.name
    return name if feature.terrain.hill or name.lower().startswith("the ") else f"the {name}"


def grounded(b: Battle, text: str) -> str:
    """Words that may end with a piece of terrain, which gets its article: crosses the Church."""
    found = [feature for feature in b.land.features if text.endswith(feature.piece.name)]
    if not found:
        return text
    longest = max(found, key=lambda feature: len(feature.piece.name))
    return text.removesuffix(longest.piece.name) + the(longest)


def piece_at(b: Battle, x: int, y: int) -> str:
    """The piece of terrain that a point lies in; empty in the open."""
    spot = b.land.spot(x, y)
    inside = spot.areas or spot.hills
    return next((the(feature) for feature in b.land.features if inside & feature.bit), "")


def where(b: Battle, x: int, y: int) -> str:
    """Where a point lies, as one would say it: in a piece of terrain, or how far from the nearest one."""
    inside = piece_at(b, x, y)
    if inside:
        return f"on {inside}" if not b.land.spot(x, y).areas else f"in {inside}"
    if not b.land.features:
        return f"in the {part_of_table(b, x, y)} of the table"
    return b.land.said.get((x, y), lambda: beside(b.land, x, y))  # every page tells the same moves again


def beside(land: Ground, x: int, y: int) -> str:
    """How far a point lies from the nearest piece of terrain."""
    rows = [(*nearest(feature, x, y), feature) for feature in land.features]
    away, (px, py), feature = min(rows, key=lambda row: row[0])
    if away < BESIDE:
        return f"beside {the(feature)}"
    return f"{long(round(away, -1))} {bearing(x - px, y - py)} of {the(feature)}"


def exactly_where(b: Battle, x: int, y: int) -> str:
    """The same, and in which part of a piece of terrain."""
    spot = b.land.spot(x, y)
    inside = spot.areas or spot.hills
    for feature in b.land.features:
        if inside & feature.bit:
            shape = feature.shape
            side = bearing(2 * x - shape.west - shape.east, 2 * y - shape.south - shape.north)
            return f"in the {side} of {the(feature)}"
    return where(b, x, y)


def nearest(feature: Feature, x: int, y: int) -> tuple[float, Point]:
    """How far it is to a piece of terrain, and to which of its points."""
    best: tuple[float, Point] = (math.inf, (x, y))
    for ax, ay, bx, by in feature.shape.segments:
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        part = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / square)) if square else 0.0
        px, py = round(ax + part * dx), round(ay + part * dy)
        best = min(best, (math.hypot(x - px, y - py), (px, py)))
    return best


def part_of_table(b: Battle, x: int, y: int) -> str:
    """The middle of a bare table, or one of its sides."""
    dx, dy = x - b.land.width // 2, y - b.land.height // 2
    central = abs(dx) * 6 <= b.land.width and abs(dy) * 6 <= b.land.height
    return "middle" if central else bearing(dx, dy)
