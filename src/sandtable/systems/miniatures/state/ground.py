"""The table as it lies there: terrain that never changes, and what it means for sight, cover and going.

All answers depend on integer points only, so they are kept: the same two points are asked for again and again.
"""

from sandtable.geometry.plane import Area, Line
from sandtable.systems.miniatures.state.book import CLEAR, OPEN, Rulebook
from sandtable.systems.miniatures.state.scenario import PieceOfTerrain, Scenario

MOST_KEPT = 30_000  # answers, before all are forgotten


class Feature:
    """A piece of terrain with its shape."""

    __slots__ = ("bit", "on_hill", "piece", "shape", "terrain")

    def __init__(self, piece: PieceOfTerrain, bit: int) -> None:
        self.piece = piece
        self.terrain = piece.terrain
        self.bit = bit
        self.shape: Area | Line = Line(piece.points) if piece.terrain.line else Area(piece.points)
        self.on_hill = False  # all its corners lie on hills


class Spot:
    """What is to be known of a point: the areas it is in (as bits), their cover, and whether it is on a hill."""

    __slots__ = ("areas", "cover", "hills", "on_line", "up")

    def __init__(self, areas: int, hills: int, cover: int, on_line: bool) -> None:
        self.areas = areas  # bits of all area features, hills not among them
        self.hills = hills  # bits of hills
        self.up = hills != 0
        self.cover = cover  # 10.6: of the areas it is in
        self.on_line = on_line  # its centre lies on a linear obstacle


class Ground:
    """The table of one scenario."""

    __slots__ = (
        "areas",
        "blocking",
        "features",
        "going",
        "height",
        "hill_view",
        "hills",
        "lines",
        "numbers",
        "rulebook",
        "scenario",
        "sheltering",
        "sights",
        "spots",
        "tall",
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
        self.lines = [each for each in self.features if each.terrain.line]
        self.blocking = [each for each in self.areas if each.terrain.area]  # 10.5
        self.tall = [each for each in self.lines if each.terrain.tall]  # 10.8
        self.sheltering = [each for each in self.lines if each.terrain.cover != OPEN]  # 10.7
        self.going = [
            each for each in self.features if each.terrain.going != CLEAR or each.terrain.closed_to_guns
        ]  # 4.3-4.5
        self.widest = max([type.radius for type in scenario.rulebook.types.values()])  # of all bases
        self.hill_view = self.numbers["hill_view"]
        self.sights: dict[tuple[int, int, int, int], bool] = {}
        self.spots: dict[tuple[int, int], Spot] = {}
        for each in self.features:
            each.on_hill = all(any(hill.shape.holds(*corner) for hill in self.hills) for corner in each.piece.points)

    def spot(self, x: int, y: int) -> Spot:
        """What is to be known of a point."""
        found = self.spots.get((x, y))
        if found is None:
            areas = hills = 0
            cover = OPEN
            for each in self.areas:
                if each.shape.holds(x, y):
                    areas |= each.bit
                    cover = max(cover, each.terrain.cover)
            for each in self.hills:
                if each.shape.holds(x, y):
                    hills |= each.bit
            on_line = any(each.shape.holds(x, y) for each in self.lines)
            if len(self.spots) > MOST_KEPT:
                self.spots.clear()
            found = self.spots[x, y] = Spot(areas, hills, cover, on_line)
        return found

    def sees(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether terrain leaves a ray open; the same in both directions (10.5, 10.8)."""
        key = (ax, ay, bx, by) if (ax, ay) <= (bx, by) else (bx, by, ax, ay)
        found = self.sights.get(key)
        if found is None:
            if len(self.sights) > MOST_KEPT:
                self.sights.clear()
            found = self.sights[key] = self.blocker(ax, ay, bx, by) is None
        return found

    def blocker(self, ax: int, ay: int, bx: int, by: int) -> Feature | None:
        """The first piece of terrain in the list that closes a ray."""
        here, there = self.spot(ax, ay), self.spot(bx, by)
        both_up = here.up and there.up
        one_up = here.up != there.up
        if here.up and not there.up:
            ax, ay, bx, by = bx, by, ax, ay  # from the lower Team
        areas = here.areas | there.areas
        for each in self.blocking:
            if areas & each.bit or not each.shape.enters(ax, ay, bx, by):  # type: ignore[union-attr]  # 10.5
                continue
            if both_up and not each.on_hill:
                continue
            if not (one_up and self.seen_over(each, ax, ay, bx, by)):
                return each
        for each in self.tall:
            if not each.shape.meets(ax, ay, bx, by) or (both_up and not each.on_hill):  # 10.8
                continue
            if not (one_up and self.seen_over(each, ax, ay, bx, by)):
                return each
        if not both_up:
            hills = here.hills | there.hills
            for each in self.hills:
                if not hills & each.bit and each.shape.enters(ax, ay, bx, by):  # type: ignore[union-attr]
                    return each
        return None

    def seen_over(self, feature: Feature, ax: int, ay: int, bx: int, by: int) -> bool:
        """From a hill one sees over what is far enough from the lower Team, who is at a."""
        place = feature.shape.first_meeting(ax, ay, bx, by)
        if place is None:
            return False
        square = (bx - ax) ** 2 + (by - ay) ** 2
        return place.numerator**2 * square >= self.hill_view**2 * place.denominator**2

    def features_met(self, ax: int, ay: int, bx: int, by: int) -> list[Feature]:
        """4.3-4.5 The pieces that matter for going which a leg meets."""
        return [each for each in self.going if each.shape.meets(ax, ay, bx, by)]
