"""Boards as pictures: the ground, and over it the more colour, the more was counted in a place."""

import html
import math
from collections.abc import Callable, Iterable, Mapping

from sandtable.content.folders import slug
from sandtable.lab.shapes import TALL, Outline, middle_of, outlines
from sandtable.table.view import Board, CardBoard, HexBoard, PlaneBoard, Shape

INCH = 100
LEAST, MOST = 0.18, 0.92  # how strong the colour is where least and where most was counted


def heat(board: Board, counts: Mapping[str, int], colour: str, what: str, of: Callable[[int], str]) -> str:
    """A board with so much colour; `of` says a number in words: 12 units."""
    places = outlines(board)
    spots = [spot for outline in places.values() for spot in outline]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    wide, tall = max(x for x, _ in spots) - left, max(y for _, y in spots) - top
    most = strongest(board, counts)[1]
    spread = []
    for name in places:
        if number := counts.get(name):
            strength = LEAST + (MOST - LEAST) * math.sqrt(number / most)
            title = html.escape(f"{name}: {of(number)}")
            spread.append(
                f'<path d="{path(places[name])}" fill-opacity="{strength:.2f}"><title>{title}</title></path>'
            )
    box = f"{left - 0.1:.2f} {top - 0.1:.2f} {wide + 0.2:.2f} {tall + 0.2:.2f}"
    return (
        f'<svg role="img" aria-label="{html.escape(what)}" class="map" viewBox="{box}">{ground(board)}'
        f'<g fill="{colour}">{"".join(spread)}</g>{objectives(board, places)}</svg>'
    )


def strongest(board: Board, counts: Mapping[str, int]) -> tuple[str, int]:
    """The place where most was counted, and how much; no place: nothing was."""
    known = {name: counts[name] for name in outlines(board) if counts.get(name)}
    return max(known.items(), key=lambda each: each[1], default=("", 0))


def ground(board: Board) -> str:
    if isinstance(board, PlaneBoard):
        return plane(board)
    return hexes(board) if isinstance(board, HexBoard) else cards(board)


def path(outline: Outline, closed: bool = True) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in outline) + ("Z" if closed else "")


def ground_class(kinds: Mapping[str, str], terrain: str) -> str:
    return f"g-{slug(kinds.get(terrain, 'clear'))}"


def hexes(board: HexBoard) -> str:
    """Tints of the terrain, and roads and rivers from the middle of a hex to its sides."""
    places = outlines(board)
    kinds = {each.key: each.colour for each in board.terrain}
    lines = {each.key: each.colour for each in board.lines}
    names = {each.key: each.name for each in board.terrain}
    tints, ways = [], []
    up = -90 if board.layout == "flat" else -60
    for each in board.hexes:
        title = ", ".join(filter(None, (each.name, each.label, names.get(each.terrain, ""))))
        tints.append(
            f'<path class="{ground_class(kinds, each.terrain)}" d="{path(places[each.name])}">'
            f"<title>{html.escape(title)}</title></path>"
        )
        x, y = middle_of(board.layout, each.column, each.row)
        for way in each.ways:
            ends = [math.radians(up + 60 * (side - 1)) for side in way.sides]
            line = "".join(
                f"M{x:.2f} {y:.2f}L{x + TALL * math.cos(a):.2f} {y + TALL * math.sin(a):.2f}" for a in ends
            )
            if line:
                ways.append(f'<path class="l-{slug(lines.get(way.kind, "road"))}" d="{line}"/>')
    return f'<g class="places">{"".join(tints)}</g><g class="lines">{"".join(ways)}</g>'


def cards(board: CardBoard) -> str:
    places = outlines(board)
    kinds = {each.key: each.colour for each in board.terrain}
    names = {each.key: each.name for each in board.terrain}
    found = []
    for cell in board.cells:
        title = ", ".join(filter(None, (cell.name, cell.label, names.get(cell.terrain, ""))))
        found.append(
            f'<path class="{ground_class(kinds, cell.terrain)}" d="{path(places[cell.name])}">'
            f"<title>{html.escape(title)}</title></path>"
        )
    return f'<g class="places">{"".join(found)}</g>'


def plane(board: PlaneBoard) -> str:
    """The table and what lies on it."""
    kinds = {each.key: each.colour for each in board.terrain}
    found = [f'<rect class="g-clear" width="{board.width / INCH:g}" height="{board.height / INCH:g}"/>']
    for ground in board.grounds:
        mark = kinds.get(ground.terrain, "clear")
        kind = f"l-{slug(mark)}" if ground.shape.line else f"g-{slug(mark)}"
        found.append(drawn(board, ground.shape, kind, ground.name))
    return f'<g class="lines">{"".join(found)}</g>'


def drawn(board: PlaneBoard, shape: Shape, kind: str, name: str) -> str:
    points = tuple((x / INCH, (board.height - y) / INCH) for x, y in shape.points)
    title = f"<title>{html.escape(name)}</title>"
    if len(points) == 1:
        (x, y), radius = points[0], max(shape.radius, INCH // 4) / INCH
        return f'<circle class="{kind}" cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}">{title}</circle>'
    return f'<path class="{kind}" d="{path(points, not shape.line)}">{title}</path>'


def objectives(board: Board, places: Mapping[str, Outline]) -> str:
    """What is fought for, with a frame."""
    found = []
    for zone in board.zones:
        if zone.kind == "objective":
            if isinstance(board, PlaneBoard) and zone.shape is not None:
                found.append(drawn(board, zone.shape, "goal", zone.name))
            found += framed((places[name] for name in zone.places if name in places), zone.name)
    return f'<g class="goals">{"".join(found)}</g>'


def framed(shapes: Iterable[Outline], name: str) -> list[str]:
    return [f'<path class="goal" d="{path(each)}"><title>{html.escape(name)}</title></path>' for each in shapes]
