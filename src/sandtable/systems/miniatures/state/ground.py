"""The table as it lies there: terrain that never changes, and what it means for sight, cover and going.

All answers depend on integer points only, so they are kept: the same two points are asked for again and again.
"""

from typing import Any

from sandtable.geometry.plane import Area, Lane, Line, Outline
from sandtable.systems.miniatures.state.book import CLEAR, OPEN, Rulebook, Weapon
from sandtable.systems.miniatures.state.scenario import PieceOfTerrain, Point, Scenario
from sandtable.table.kept import Kept

MOST_KEPT = 6_000  # answers, before all are forgotten: more are not quicker
MOST_DRAWN = 500
SQUARE = 600  # hundredths of an inch: the terrain that matters is found by the squares of the table where a ray ends


class Feature:
    """A piece of terrain with its shape."""

    __slots__ = ("bit", "on_hill", "piece", "shape", "terrain")

    def __init__(self, piece: PieceOfTerrain, bit: int) -> None:
        self.piece = piece
        self.terrain = piece.terrain
        self.bit = bit
        self.shape: Outline = Line(piece.points) if piece.terrain.line else Area(piece.points)
        self.on_hill = False  # it is no hill, and all its corners lie on hills


class Spot:
    """What is to be known of a point: its square, the areas it is in (as bits), their cover, hills."""

    __slots__ = ("areas", "closing", "cover", "hills", "on_line", "square", "up")

    def __init__(self, square: Point, pieces: list[Feature]) -> None:
        self.square = square
        # Bits of all area features, hills not among them, and of hills.
        self.areas = sum([each.bit for each in pieces if not each.terrain.line and not each.terrain.hill])
        self.hills = sum([each.bit for each in pieces if each.terrain.hill])
        self.up = self.hills != 0
        covers = [each.terrain.cover for each in pieces if each.bit & self.areas]
        self.cover = max(covers, default=OPEN)  # 10.6: of the areas it is in
        self.on_line = any(each.terrain.line for each in pieces)  # its centre lies on a linear obstacle
        self.closing: dict[Spot, list[Feature]] = {}  # what may close a ray from here to each other spot


class Ground:
    """The table of one scenario."""

    __slots__ = (
        "_alike",
        "_between",
        "areas",
        "drawn",
        "farthest",
        "features",
        "going",
        "height",
        "hill_view",
        "hills",
        "numbers",
        "rulebook",
        "said",
        "scenario",
        "sheltering",
        "sights",
        "spots",
        "sure",
        "widest",
        "width",
    )

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.rulebook: Rulebook = scenario.rulebook
        self.numbers = scenario.rulebook.numbers
        self.width = scenario.width
        self.height = scenario.height
        self.features = [Feature(piece, 1 << number) for number, piece in enumerate(scenario.pieces)]
        self.hills = [each for each in self.features if each.terrain.hill]
        self.areas = [each for each in self.features if not each.terrain.line and not each.terrain.hill]
        lines = [each for each in self.features if each.terrain.line]
        self.sheltering = [each for each in lines if each.terrain.cover != OPEN]  # 10.7
        self.going = [  # 4.3-4.5
            each for each in self.features if each.terrain.going != CLEAR or each.terrain.closed_to_guns
        ]
        self.widest = max([type.radius for type in scenario.rulebook.types.values()])  # of all bases
        self.farthest = {  # 6.12.c: of each type of Team, how far it fires; 0: not at all, or barrages only
            type.key: max([mount.weapon.range for mount in type.mounts if mount.weapon.fp], default=0)
            * self.numbers["long_range"]
            for type in scenario.rulebook.types.values()
        }
        self.sure = {key: self.sure_reach(weapon) for key, weapon in scenario.rulebook.weapons.items()}
        self.hill_view = self.numbers["hill_view"]
        self.sights: dict[tuple[int, int, int, int], bool] = {}
        self.spots: dict[tuple[int, int], Spot] = {}
        self.said: Kept[str] = Kept(MOST_KEPT)  # where points lie, in words
        self.drawn: Kept[Any] = Kept(MOST_DRAWN)  # Teams as a view shows them
        self._alike: dict[tuple[Point, int], Spot] = {}  # by their square and what they are in
        self._between: dict[tuple[Point, Point], list[Feature]] = {}
        for each in self.features:
            if not each.terrain.hill:
                corners = each.piece.points
                each.on_hill = all(any(hill.shape.holds(*corner) for hill in self.hills) for corner in corners)

    def sure_reach(self, weapon: Weapon) -> tuple[int, bool]:
        """6.12.c, 6.19 How far a weapon has dice at any Team that is not armored; whether it has none beyond."""
        half = self.numbers["halving"]
        least = weapon.fp // half if weapon.at else weapon.fp
        far = least >= half
        reach = weapon.range * self.numbers["long_range"] if far else weapon.range if least else 0
        return reach, far or not weapon.at

    def spot(self, x: int, y: int) -> Spot:
        """What is to be known of a point."""
        found = self.spots.get((x, y))
        if found is None:
            square = (x // SQUARE, y // SQUARE)
            bits = 0
            for each in self.between(square, square):
                if each.shape.holds(x, y):
                    bits |= each.bit
            if len(self.spots) > MOST_KEPT:
                self.spots.clear()
            found = self.spots[x, y] = self._alike.get((square, bits)) or self.new_spot(square, bits)
        return found

    def new_spot(self, square: Point, bits: int) -> Spot:
        """A spot in the pieces of these bits: many points share it."""
        found = self._alike[square, bits] = Spot(square, [each for each in self.features if each.bit & bits])
        return found

    def between(self, one: Point, other: Point) -> list[Feature]:
        """The pieces that a ray between two squares may meet: there are few squares, and so they are found once."""
        found = self._between.get((one, other))
        if found is None:
            lane = Lane(one, other, SQUARE)
            found = self._between[one, other] = [each for each in self.features if lane.may_meet(each.shape)]
        return found

    def closing(self, here: Spot, there: Spot) -> list[Feature]:
        """10.5, 10.8 What closes a ray between two such spots if it runs through it.

        Nothing that one of them is in does; and between two on hills only what stands on hills.
        """
        inside = here.areas | there.areas | here.hills | there.hills
        both_up = here.up and there.up
        between = [
            each
            for each in self.between(here.square, there.square)
            if not inside & each.bit and (each.on_hill or not both_up)
        ]
        areas = [each for each in between if each.terrain.area]
        tall = [each for each in between if each.terrain.tall]
        hills = [each for each in between if each.terrain.hill]
        return [*areas, *tall, *hills]

    def sees(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether terrain leaves a ray open; the same in both directions (10.5, 10.8)."""
        if ax > bx or (ax == bx and ay > by):
            ax, ay, bx, by = bx, by, ax, ay
        key = (ax, ay, bx, by)
        found = self.sights.get(key)
        if found is None:
            if len(self.sights) > MOST_KEPT:
                self.sights.clear()
            found = self.sights[key] = self.blocker(ax, ay, bx, by) is None
        return found

    def blocker(self, ax: int, ay: int, bx: int, by: int) -> Feature | None:
        """The first piece of terrain in the list that closes a ray."""
        spots = self.spots
        here = spots.get((ax, ay)) or self.spot(ax, ay)
        there = spots.get((bx, by)) or self.spot(bx, by)
        closing = here.closing.get(there)
        if closing is None:
            closing = here.closing[there] = self.closing(here, there)
        for each in closing:
            if each.shape.enters(ax, ay, bx, by):  # 10.5, 10.8
                if here.up == there.up or each.terrain.hill:
                    return each
                over = self.seen_over(each, bx, by, ax, ay) if here.up else self.seen_over(each, ax, ay, bx, by)
                if not over:
                    return each
        return None

    def seen_over(self, feature: Feature, ax: int, ay: int, bx: int, by: int) -> bool:
        """From a hill one sees over what is far enough from the lower Team, who is at a."""
        if feature.shape.beyond(ax, ay, self.hill_view):
            return True
        place = feature.shape.first_met(ax, ay, bx, by)
        if place is None:
            return False
        part, whole = place
        square = (bx - ax) ** 2 + (by - ay) ** 2
        return part * part * square >= self.hill_view * self.hill_view * whole * whole

    def features_met(self, ax: int, ay: int, bx: int, by: int) -> list[Feature]:
        """4.3-4.5 The pieces that matter for going which a leg meets."""
        return [each for each in self.going if each.shape.meets(ax, ay, bx, by)]
