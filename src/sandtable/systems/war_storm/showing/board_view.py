"""The board of a scenario in the schema of views: made once, it never changes."""

import re
from functools import lru_cache

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.state import book
from sandtable.systems.war_storm.state.ground import Ground
from sandtable.systems.war_storm.state.scenario import Scenario
from sandtable.table.view import Board, Feature, Hex, HexBoard, Terrain, Zone, key_of

LINES = (
    Terrain(
        "road", "Road", "=", "road", rule="6.4.b", text="1 MP per hex; a move that stays on it goes one hex farther"
    ),
    Terrain("trail", "Trail", ":", "trail", rule="6.4.b", text="1 MP per hex on foot"),
    Terrain("railroad", "Railroad", "+", "railroad", rule="5.1.13", text="no effect"),
    Terrain(
        "river", "River", "~", "water", rule="5.1.11.a", text="the scenario says whether it is minor, major or dry"
    ),
    Terrain("bridge", "Bridge", "#", "bridge", rule="5.1.11.2.c", text="counts as a road"),
    Terrain("crest", "Crest", "^", "crest", rule="5.1.2.a", text="the edge of a level; sight up or down crosses it"),
    Terrain(
        "bocage",
        "Hedge (bocage)",
        "%",
        "bocage",
        rule="BOC.2",
        text="+1 MP; fire across it +1; hides what is not next to it",
    ),
)


DRAWN = {"orchard": "light woods"}  # with single trees; the others as the book's data says


@lru_cache(maxsize=32)
def board_of(scenario: Scenario, ground: Ground) -> tuple[Board, str]:
    """The board of a scenario with its key."""
    hexes = tuple(hex_view(scenario, ground, h) for h in range(ground.size) if ground.board.terrain[h] is not None)
    used = {each.terrain for each in hexes}
    kinds = {feature.kind for each in hexes for feature in (*each.ways, *each.edges)}
    board = HexBoard(
        "flat",
        ground.grid.columns,
        ground.grid.rows,
        tuple(legend(kind) for kind in scenario.rulebook.terrain.values() if kind.key in used),
        hexes,
        tuple(line for line in LINES if line.key in kinds),
        tuple(zones(scenario, ground)),
    )
    return (board, key_of(board))


def hex_view(scenario: Scenario, ground: Ground, h: int) -> Hex:
    board = ground.board
    names = {objective.hex: objective.name for objective in scenario.objectives}
    return Hex(
        ground.names[h],
        h // ground.grid.rows,
        h % ground.grid.rows,
        ground.terrain[h].key,
        ground.level[h],
        tuple(ways(ground, h)),
        tuple(edges(ground, h)),
        board.labels.get(h, "") or names.get(h, ""),
        bool(board.half >> h & 1),
        ground.major and bool((ground.river & ~(ground.ford | ground.bridge)) >> h & 1),
    )


def ways(ground: Ground, h: int) -> list[Feature]:
    """Rivers first, so that roads lie over them."""
    found: list[Feature] = []
    sides: dict[str, set[int]] = {}
    for line in ground.board.lines:
        for number, place in enumerate(line.hexes):
            if place != h:
                continue
            touched = sides.setdefault(line.kind, set())
            for other in (number - 1, number + 1):
                if 0 <= other < len(line.hexes):
                    touched.add(ground.side_to(h, line.hexes[other]) + 1)
            if number == 0 and line.first:
                touched.add(line.first)
            if number == len(line.hexes) - 1 and line.last:
                touched.add(line.last)
    if "river" in sides and "road" in sides:
        sides["bridge"] = sides.pop("road")
    for kind in ("river", "railroad", "trail", "road", "bridge"):
        if kind in sides:
            found.append(Feature(kind, tuple(sorted(sides[kind]))))
    return found


def edges(ground: Ground, h: int) -> list[Feature]:
    """5.1.2.a Crests lie along the sides of the higher hex; bocage is told by one of its two hexes."""
    found: list[Feature] = []
    if ground.crest[h]:
        found.append(Feature("crest", tuple(side + 1 for side in range(6) if ground.crest[h] >> side & 1)))
    hedges = [side + 1 for side, place in enumerate(ground.beside[h]) if (h, place) in ground.board.bocage]
    if hedges:
        found.append(Feature("bocage", tuple(hedges)))
    return found


def worth(scenario: Scenario, place: int) -> int:
    """10.c The points for holding a hex at the end."""
    held = [each for each in scenario.awards if each.kind == "control" and each.hexes >> place & 1]
    return max([each.points for each in held], default=0)


def zones(scenario: Scenario, ground: Ground) -> list[Zone]:
    """Objectives, deployment areas, entries and exits."""
    found = [
        Zone("objective", each.name, places=(ground.names[each.hex],), points=worth(scenario, each.hex))
        for each in scenario.objectives
    ]
    seen: set[tuple[str, int, int]] = set()
    for company in scenario.companies:
        side = scenario.sides[company.side]
        areas = [("set-up", company.area, f"{side.name} deployment")]
        if company.entry is not None:
            areas.append(("entry", company.entry.hexes, f"{company.name} enters from turn {company.entry.turn}"))
        for kind, area, name in areas:
            if area and (kind, area, company.side) not in seen:
                seen.add((kind, area, company.side))
                found.append(Zone(kind, name, side.key, tuple(ground.names[h] for h in bits(area))))
    for side in scenario.sides:
        if side.exits:
            found.append(
                Zone("exit", f"{side.name} exit", side.key, tuple(ground.names[h] for h in bits(side.exits)))
            )
    return found


def legend(kind: book.Terrain) -> Terrain:
    """A kind of ground with its effects in words."""
    cost = kind.costs[book.FOOT]
    effects = [f"{cost} MP on foot", f"divisor {kind.divisor}"]
    still, moving = kind.spotting[book.SMALL]
    effects.append(f"infantry spotted at {still}, or at {moving} if moving")
    if kind.blocks:
        effects.append("blocks sight")
    if kind.low:
        effects.append("three low hexes block sight")
    if kind.hinders:
        effects.append("fire through it +1")
    colour = DRAWN.get(kind.key, kind.colour)
    return Terrain(kind.key, kind.name, kind.letter, colour, int(kind.blocks), kind.rule, "; ".join(effects))


def placed(scenario: Scenario, text: str) -> str:
    """A goal with the names of its hexes, where it does not say them itself: Hold D910 (Hedgerow Lane)."""
    for objective in scenario.objectives:
        if objective.name.lower().removeprefix("the ") not in text.lower():
            place = scenario.board.names[objective.hex]
            text = re.sub(rf"\b{place}\b", f"{place} ({objective.name})", text)
    return text


@lru_cache(maxsize=32)
def goals(scenario: Scenario) -> tuple[str, ...]:
    """10.c How the battle is won."""
    found = [f"{scenario.sides[award.side].name}: {placed(scenario, award.text)}" for award in scenario.awards]
    one, two = (side.name for side in scenario.sides)
    if scenario.grades:
        bands: list[str] = []
        above: int | None = None
        for grade in scenario.grades:
            if above is None:
                span = f"{grade.least} or more"
            elif grade is scenario.grades[-1]:
                span = f"below {above}"
            else:
                span = str(grade.least) if above - 1 == grade.least else f"{grade.least} to {above - 1}"
            bands.append(f"{span}: {grade.name}")
            above = grade.least
        found.append(f"{one} points minus {two} points: {'; '.join(bands)}.")
    else:
        found.append("More points win; equal points are a draw.")
    return (*found, *scenario.special)
