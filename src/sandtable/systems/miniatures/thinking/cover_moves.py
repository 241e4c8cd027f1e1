"""Bounds from cover to cover: Moves in which each Team of a Unit goes to a place of its own inside the same piece."""

from collections.abc import Iterator

from sandtable.geometry.plane import Point, length, toward
from sandtable.systems.miniatures.rules.movement.example_moves import (
    free_leader,
    is_free,
    is_legal,
    look_at,
    out_of_cohesion,
)
from sandtable.systems.miniatures.state.book import HARD, OPEN
from sandtable.systems.miniatures.state.ground import Feature, Ground
from sandtable.systems.miniatures.state.pieces import Battle, Team, Unit
from sandtable.systems.miniatures.state.scenario import FO
from sandtable.table.decision import Choice
from sandtable.table.kept import Kept

STEP = 165  # between two places
NEAREST = 3  # pieces of cover that are thought of
FAR = 2  # Moves away at most

_places: Kept[list[tuple[Feature, list[Point]]]] = Kept()  # by the scenario: the table never changes


def covered_places(land: Ground) -> list[tuple[Feature, list[Point]]]:
    """The pieces that cover those inside, and places in them."""
    found = []
    for each in land.areas:
        if each.terrain.cover == OPEN:
            continue
        shape = each.shape
        row = [
            (x, y)
            for x in range(shape.west + STEP // 2, shape.east, STEP)
            for y in range(shape.south + STEP // 2, shape.north, STEP)
            if shape.holds(x, y)
        ]
        if row:
            found.append((each, row))
    return found


def bounds(b: Battle, unit: Unit) -> Iterator[Choice]:
    """Moves of a Unit on foot into the nearest pieces of cover, and closer together where it is in one."""
    teams = [team for team in b.all_of(unit) if team.index not in b.stopped and team.role != FO]
    loose = out_of_cohesion(b, unit)
    teams = [team for team in teams if team not in loose]
    if not teams or not all(team.type.as_infantry for team in teams):
        return
    x, y = sum([team.x for team in teams]) // len(teams), sum([team.y for team in teams]) // len(teams)
    kept = _places.get(b.scenario.digest, lambda: covered_places(b.land)) if b.scenario.digest else None
    row = []
    for feature, places in covered_places(b.land) if kept is None else kept:
        px, py = min(places, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)
        away = length(px - x, py - y) - (200 if feature.terrain.cover == HARD else 0)
        if away <= FAR * teams[0].type.move:
            row.append((away, feature.bit, places))
    enemies = b.on_table(1 - unit.side)
    for _, _, places in sorted(row)[:NEAREST]:
        entries = gathered(b, teams, places, (x, y), enemies)
        choice = Choice("move", unit.key, at=entries)
        if entries and is_legal(b, unit, choice):
            yield choice


def gathered(
    b: Battle, teams: list[Team], places: list[Point], middle: Point, enemies: list[Team]
) -> tuple[tuple[str, int, int, int], ...]:
    """Each Team at the nearest free place, or on its way there; the leader last, among them."""
    members = {team.index for team in teams}
    taken = [(each.x, each.y, each.radius) for each in b.teams if not each.lost and each.index not in members]
    found = []
    free = places.copy()

    def away(team: Team) -> int:
        return min([(px - team.x) ** 2 + (py - team.y) ** 2 for px, py in places])

    for team in sorted(teams, key=lambda team: (free_leader(team), away(team))):
        most = 2 * team.type.move if free_leader(team) else team.type.move
        end = (team.x, team.y)
        for place in sorted(free, key=lambda place: (place[0] - team.x) ** 2 + (place[1] - team.y) ** 2)[:4]:
            dx, dy = place[0] - team.x, place[1] - team.y
            far = length(dx, dy)
            spot = place if far <= most else toward(team.x, team.y, dx, dy, far, most)
            if is_free(b, team, *spot, taken):
                end = spot
                if spot == place:
                    free.remove(place)
                break
        taken.append((*end, team.radius))
        if end != (team.x, team.y):
            found.append((team.id, *end, look_at(team, *end, enemies)))
    return tuple(found)
