"""The table in the schema of table.view."""

from sandtable.content.scenery import NONE
from sandtable.systems.miniatures.reading.scenery import scenery
from sandtable.systems.miniatures.state.ground import Ground
from sandtable.systems.miniatures.state.scenario import Scenario
from sandtable.table import view as schema
from sandtable.table.kept import Kept
from sandtable.table.view import PlaneBoard, Shape, Zone, key_of

ROAD = "road"  # for the eye only
ROAD_WIDTH = 150

_boards: Kept[tuple[PlaneBoard, str]] = Kept()  # by the digest of the scenario


def board_of(land: Ground) -> tuple[PlaneBoard, str]:
    """The board and its key, made once for each scenario."""
    digest = land.scenario.digest
    return _boards.get(digest, lambda: made(land)) if digest else made(land)


def made(land: Ground) -> tuple[PlaneBoard, str]:
    scenario = land.scenario
    legend = [
        schema.Terrain(each.key, each.name, each.letter, each.colour, int(each.hill), each.rule, each.text)
        for each in land.rulebook.terrain.values()
    ]
    seen = scenery().get(scenario.name, NONE)
    grounds = [
        schema.Ground(
            each.id,
            each.name,
            each.terrain.key,
            Shape(each.points, line=each.terrain.line),
            seen.art.get(each.id, ""),
        )
        for each in scenario.pieces
    ]
    if seen.roads:
        legend.append(schema.Terrain(ROAD, "Road", "=", "road", text="no effect"))
        grounds += [
            schema.Ground(f"{ROAD}-{n}", "", ROAD, Shape(tuple(map(point, road)), ROAD_WIDTH // 2, line=True))
            for n, road in enumerate(seen.roads)
        ]
    board = PlaneBoard(land.width, land.height, tuple(legend), tuple(grounds), tuple(zones(land)))
    return (board, key_of(board))


def point(text: str) -> tuple[int, int]:
    """A point in inches as the table counts it."""
    x, y = text.split(",")
    return round(100 * float(x)), round(100 * float(y))


def zones(land: Ground) -> list[Zone]:
    """SET, OBJ Where the companies set up, and how near one must be to an objective."""
    scenario = land.scenario
    reach = land.numbers["objective"]
    found = [
        Zone("set-up", f"{side.name} sets up here", side.key, (), Shape(side.zone))
        for side in scenario.sides
        if side.zone
    ]
    found += [
        Zone("objective", each.name, "", (), Shape((each.at,), reach), each.points) for each in scenario.objectives
    ]
    return found


def goals(scenario: Scenario) -> tuple[str, ...]:
    """How the battle is won."""
    return scenario.goals
