"""Roads and bridges as lines through hexes, for the eye: the rules know bridges only as terrain."""

from itertools import pairwise

from sandtable.systems.regimental.reading.scenery import scenery
from sandtable.systems.regimental.state.ground import Ground
from sandtable.table.view import Feature, Terrain

ROAD, BRIDGE = "road", "bridge"
LEGEND = (
    Terrain(ROAD, "Road", "=", "road", text="no effect"),
    Terrain(BRIDGE, "Bridge", "#", "bridge", text="crosses the river dry"),
)
OPPOSITE = 3  # sides further round

# Sides 1 to 6, clockwise from the upper right, as steps of column and row; every second row lies half a hex further.
STEPS = (
    ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
    ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)),
)


def ways(ground: Ground, name: str) -> dict[int, tuple[Feature, ...]]:
    """The lines through each hex of a map that has some."""
    sides: dict[int, set[int]] = {}
    known = scenery().get(name)
    for road in known.roads if known is not None else ():
        hexes = [ground.index[each] for each in road if each in ground.index]
        for a, b in pairwise(hexes):
            for here, there in ((a, b), (b, a)):
                side = side_to(ground, here, there)
                if side:
                    sides.setdefault(here, set()).add(side)
    found: dict[int, tuple[Feature, ...]] = {h: (Feature(ROAD, tuple(sorted(each))),) for h, each in sides.items()}
    for h, kind in enumerate(ground.terrain):
        if kind.key == BRIDGE and h not in found:
            found[h] = (Feature(BRIDGE, banks(ground, h)),)
    return found


def side_to(ground: Ground, a: int, b: int) -> int:
    """The side of a that b lies at; 0 if it is no neighbour."""
    column, row = a % ground.columns, a // ground.columns
    step = (b % ground.columns - column, b // ground.columns - row)
    steps = STEPS[row % 2]
    return steps.index(step) + 1 if step in steps else 0


def banks(ground: Ground, h: int) -> tuple[int, ...]:
    """Two sides of a bridge that lead to land, opposite each other if possible."""
    land = sorted(side_to(ground, h, k) for k in ground.neighbours[h] if not ground.river >> k & 1)
    pairs = [(a, b) for a in land for b in land if a < b]
    return min(pairs, key=lambda pair: abs(pair[1] - pair[0] - OPPOSITE), default=tuple(land))
