"""The outlines of a board's places, for pictures: x to the right, y downwards."""

import math

from sandtable.table.view import Board, HexBoard, PlaneBoard

Outline = tuple[tuple[float, float], ...]

TALL = math.sqrt(3) / 2  # half the height of a hex whose corners are 1 from its middle


def outlines(board: Board) -> dict[str, Outline]:
    """Every place of a board and its corners; on a plane every square inch."""
    if isinstance(board, HexBoard):
        return {each.name: _hex(board.layout, each.column, each.row) for each in board.hexes}
    if isinstance(board, PlaneBoard):
        high = board.height // 100
        return {f"{x},{y}": _square(x, high - 1 - y) for x in range(board.width // 100) for y in range(high)}
    return {cell.name: _square(cell.column, cell.row) for cell in board.cells}


def _square(column: int, row: int) -> Outline:
    return ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))


def middle_of(layout: str, column: int, row: int) -> tuple[float, float]:
    """Flat-topped hexes stand in columns, each second half a hex lower; pointed ones in staggered rows."""
    if layout == "flat":
        return 1.5 * column, 2 * TALL * (row + (column % 2) / 2)
    return 2 * TALL * (column + (row % 2) / 2), 1.5 * row


def _hex(layout: str, column: int, row: int) -> Outline:
    x, y = middle_of(layout, column, row)
    start = 0.0 if layout == "flat" else 30.0
    angles = [math.radians(start + 60 * corner) for corner in range(6)]
    return tuple((x + math.cos(angle), y + math.sin(angle)) for angle in angles)
