"""What pieces and places are called."""

import math

from sandtable.systems.miniatures.rules.cohesion import inches
from sandtable.systems.miniatures.state.pieces import Battle

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def name_of(b: Battle, key: str) -> str:
    """The name of a Team, a Unit or a CC by its id or key, on the table or off it."""
    index = b.by_id.get(key)
    if index is not None:
        return b.teams[index].name
    for unit in [*b.units, *b.commands]:
        if unit.key == key:
            return unit.name
    return key


def bearing(dx: int, dy: int) -> str:
    """The point of the compass.

    >>> bearing(0, 5), bearing(-3, -3)
    ('north', 'south-west')
    """
    return COMPASS[round(math.degrees(math.atan2(dx, dy)) / 45) % 8]


def place_words(b: Battle, x: int, y: int) -> str:
    """Where a point lies: in which piece of terrain, or in numbers."""
    areas = b.land.spot(x, y).areas | b.land.spot(x, y).hills
    for feature in b.land.features:
        if areas & feature.bit:
            return feature.piece.name
    return f"{inches(x)}, {inches(y)}"
