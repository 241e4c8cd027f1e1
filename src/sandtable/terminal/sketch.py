"""Small drawings of boards without hexes: cards in rows, a table seen from above."""

from collections.abc import Sequence
from itertools import pairwise

from sandtable.table.view import CardBoard, PlaneBoard, Point, View

INCHES = 2  # of a table for a character in a row; a line is twice as high
SIGNS = {"wood": "w", "field": "f", "building": "#", "water": "~", "hill": "^", "road": "="}


def sketch(view: View) -> str:
    """The board in characters; "" for a board of hexes, which terminal.hexes draws, and where there is none."""
    if isinstance(view.board, CardBoard):
        return cards(view.board)
    return table(view.board, view) if isinstance(view.board, PlaneBoard) else ""


def cards(board: CardBoard) -> str:
    """The cards in rows, each by what it is; open positions as dots."""
    names = {kind.key: kind.name for kind in board.terrain}
    words = {(cell.column, cell.row): names.get(cell.terrain, cell.terrain) or "." for cell in board.cells}
    width = max([len(word) for word in words.values()], default=1) + 2
    letters = "".join(chr(ord("A") + column).ljust(width) for column in range(board.columns))
    lines = [f"    {letters}"]
    for row in range(board.rows):
        line = "".join(words.get((column, row), "").ljust(width) for column in range(board.columns))
        lines.append(f"{row + 1:>2}  {line}")
    return "\n".join(line.rstrip() for line in lines)


def table(board: PlaneBoard, view: View) -> str:
    """The table from above, north at the top: what lies there, and the first letter of each side for its pieces."""
    wide, high = INCHES * 100, INCHES * 200
    columns, rows = -(-board.width // wide), -(-board.height // high)
    drawn = [["."] * columns for _ in range(rows)]
    signs: dict[str, str] = {}
    for ground in board.grounds:
        name = next((kind.name for kind in board.terrain if kind.key == ground.terrain), ground.terrain)
        sign = SIGNS.get(ground.terrain) or next(
            (each for each in name.lower() if each not in signs.values() and each.isalpha()), "?"
        )
        signs.setdefault(name, sign)
        for row in range(rows):
            for column in range(columns):
                middle = (column * wide + wide // 2, board.height - row * high - high // 2)
                if not ground.shape.line and inside(middle, ground.shape.points):
                    drawn[row][column] = signs[name]
        for x, y in along(ground.shape.points, wide) if ground.shape.line else ():
            drawn[min(rows - 1, max(0, (board.height - y) // high))][min(columns - 1, x // wide)] = signs[name]
    letters = {seat.side: seat.name[:1].upper() for seat in view.seats}
    for piece in view.pieces:
        if piece.at is not None:
            row, column = (board.height - piece.at.y) // high, piece.at.x // wide
            drawn[min(rows - 1, max(0, row))][min(columns - 1, max(0, column))] = letters.get(piece.side, "*")
    legend = [f"{sign} {name}" for name, sign in signs.items()]
    legend += [f"{letters[seat.side]} {seat.name}" for seat in view.seats]
    size = f"{board.width / 100:g} by {board.height / 100:g} inches; a sign is {INCHES} inches wide"
    return "\n".join(["".join(line) for line in drawn] + [f"{size}. {', '.join(legend)}."])


def inside(point: Point, corners: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon."""
    x, y = point
    within = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
    return within


def along(points: Sequence[Point], step: int) -> list[Point]:
    """Points along a line, close enough to leave no gap."""
    found: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, 2 * max(abs(bx - ax), abs(by - ay)) // step)
        found += [(ax + (bx - ax) * i // count, ay + (by - ay) * i // count) for i in range(count + 1)]
    return found
