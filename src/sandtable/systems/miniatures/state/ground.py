"""The table as it lies there: terrain that never changes, and what it means for sight, cover and going.

All answers depend on integer points only, so they are kept: the same two points are asked for again and again.
"""

from collections.abc import Callable

from sandtable.geometry.plane import Area, Lane, Line
from sandtable.systems.miniatures.state.book import CLEAR, OPEN, Rulebook
from sandtable.systems.miniatures.state.scenario import PieceOfTerrain, Point, Scenario
from sandtable.table.kept import Kept

MOST_KEPT = 6_000  # answers, before all are forgotten: more are not quicker
SQUARE = 600  # hundredths of an inch: the terrain that matters is found by the squares of the table where a ray ends


class Feature:
    """A piece of terrain with its shape."""

    __slots__ = ("bit", "closes", "on_hill", "piece", "shape", "terrain")

    def __init__(self, piece: PieceOfTerrain, bit: int) -> None:
        self.piece = piece
        self.terrain = piece.terrain
        self.bit = bit
        self.shape: Area | Line
        # Whether a ray runs through it: through the inside of an area (10.5), or across a line (10.8).
        self.closes: Callable[[int, int, int, int], bool]
        if piece.terrain.line:
            line = self.shape = Line(piece.points)
            self.closes = line.meets
        else:
            area = self.shape = Area(piece.points)
            self.closes = area.enters
        self.on_hill = False  # it is no hill, and all its corners lie on hills


class Spot:
    """What is to be known of a point: its square, the areas it is in (as bits), their cover, hills."""

    __slots__ = ("areas", "cover", "hills", "on_line", "square", "up")

    def __init__(self, square: Point, areas: int, hills: int, cover: int, on_line: bool) -> None:
        self.square = square
        self.areas = areas  # bits of all area features, hills not among them
        self.hills = hills  # bits of hills
        self.up = hills != 0
        self.cover = cover  # 10.6: of the areas it is in
        self.on_line = on_line  # its centre lies on a linear obstacle


class Ground:
    """The table of one scenario."""

    __slots__ = (
        "_alike",
        "_between",
        "_closing",
        "areas",
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
        self.hill_view = self.numbers["hill_view"]
        self.sights: dict[tuple[int, int, int, int], bool] = {}
        self.spots: dict[tuple[int, int], Spot] = {}
        self.said: Kept[str] = Kept(MOST_KEPT)  # where points lie, in words
        self._alike: dict[tuple[Point, int, int, int, bool], Spot] = {}  # many points share one
        self._between: dict[tuple[Point, Point], list[Feature]] = {}
        self._closing: dict[tuple[Spot, Spot], list[Feature]] = {}
        for each in self.features:
            if not each.terrain.hill:
                corners = each.piece.points
                each.on_hill = all(any(hill.shape.holds(*corner) for hill in self.hills) for corner in corners)

    def spot(self, x: int, y: int) -> Spot:
        """What is to be known of a point."""
        found = self.spots.get((x, y))
        if found is None:
            areas = hills = 0
            cover = OPEN
            on_line = False
            square = (x // SQUARE, y // SQUARE)
            for each in self.between(square, square):
                if not each.shape.holds(x, y):
                    continue
                if each.terrain.line:
                    on_line = True
                elif each.terrain.hill:
                    hills |= each.bit
                else:
                    areas |= each.bit
                    cover = max(cover, each.terrain.cover)
            if len(self.spots) > MOST_KEPT:
                self.spots.clear()
            alike = (square, areas, hills, cover, on_line)
            found = self.spots[x, y] = self._alike.get(alike) or self._alike.setdefault(alike, Spot(*alike))
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
        found = self._closing.get((here, there))
        if found is None:
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
            found = self._closing[here, there] = [*areas, *tall, *hills]
        return found

    def sees(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether terrain leaves a ray open; the same in both directions (10.5, 10.8)."""
        key = (bx, by, ax, ay) if ax > bx or (ax == bx and ay > by) else (ax, ay, bx, by)
        found = self.sights.get(key)
        if found is None:
            if len(self.sights) > MOST_KEPT:
                self.sights.clear()
            found = self.sights[key] = self.blocker(*key) is None
        return found

    def blocker(self, ax: int, ay: int, bx: int, by: int) -> Feature | None:
        """The first piece of terrain in the list that closes a ray."""
        spots = self.spots
        here = spots.get((ax, ay)) or self.spot(ax, ay)
        there = spots.get((bx, by)) or self.spot(bx, by)
        for each in self.closing(here, there):
            if each.closes(ax, ay, bx, by):
                if here.up == there.up or each.terrain.hill:
                    return each
                low, high = ((bx, by), (ax, ay)) if here.up else ((ax, ay), (bx, by))
                if not self.seen_over(each, *low, *high):
                    return each
        return None

    def seen_over(self, feature: Feature, ax: int, ay: int, bx: int, by: int) -> bool:
        """From a hill one sees over what is far enough from the lower Team, who is at a."""
        if feature.shape.beyond(ax, ay, self.hill_view):
            return True
        place = feature.shape.first_meeting(ax, ay, bx, by)
        if place is None:
            return False
        square = (bx - ax) ** 2 + (by - ay) ** 2
        return place.numerator**2 * square >= self.hill_view**2 * place.denominator**2

    def features_met(self, ax: int, ay: int, bx: int, by: int) -> list[Feature]:
        """4.3-4.5 The pieces that matter for going which a leg meets."""
        return [each for each in self.going if each.shape.meets(ax, ay, bx, by)]
