"""10.a The board: map sheets laid side by side, each upright or turned about (1.b).

A sheet has 16 columns and 13 rows of flat-topped hexes. Odd columns lie half a hex lower and have one row less: the
even columns end in half hexes in the north and south. A sheet turned about keeps that shape with its columns and rows
reversed: its half hexes are in odd columns, and it lies half a hex lower than its neighbours. Where two sheets meet
north and south the half hexes of both become whole.
"""

from sandtable.geometry.hexes import HexGrid
from sandtable.systems.war_storm.state.book import Terrain
from sandtable.table.battle import Printed

COLUMNS, ROWS = 16, 13  # of a sheet
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = range(1, 7)  # sides of a hex, clockwise
SIDES = ("N", "NE", "SE", "S", "SW", "NW")
MERGED = ROWS - 1  # rows from one sheet to the next below it where half hexes fall together

Spot = tuple[int, int]  # column, row as printed on a sheet


class Chain(Printed):
    """5.1.11-13 A road, trail, railroad or river: hexes one after the other.

    `first` and `last` are the sides of the sheet's edge by which it comes and goes; 0 where it begins or ends within.
    """

    kind: str  # road, trail, railroad, river
    spots: list[Spot]
    first: int = 0
    last: int = 0


class Sheet(Printed):
    """One geomorphic map. terrain[row][column] is None where there is no hex."""

    key: str  # the letter: A
    name: str
    terrain: list[list[Terrain | None]]
    level: list[list[int]]
    chains: list[Chain] = []
    bocage: list[tuple[Spot, Spot]] = []
    labels: dict[Spot, str] = {}  # names printed on the map
    digest: str = ""


class Placement(Printed):
    """Where a sheet lies in a scenario: sheets across from the west and down from the north, from 0."""

    sheet: Sheet
    across: int = 0
    down: int = 0
    turned: bool = False


class Line(Printed):
    """A road, trail, railroad or river on the board: hexes, and the sides by which it leaves the board or begins."""

    kind: str
    hexes: list[int]
    first: int
    last: int


class Board:
    """All sheets as one grid. Hexes that no sheet covers have no terrain."""

    __slots__ = (
        "bocage",
        "grid",
        "half",
        "index",
        "labels",
        "level",
        "lines",
        "names",
        "sheet_of",
        "sheets",
        "terrain",
    )

    def __init__(self, columns: int, rows: int) -> None:
        self.grid = HexGrid(columns, rows)
        size = self.grid.size
        self.names: list[str] = [""] * size
        self.index: dict[str, int] = {}
        self.terrain: list[Terrain | None] = [None] * size
        self.level: list[int] = [0] * size
        self.sheet_of: list[str] = [""] * size
        self.half = 0  # 10.1.d bitboard of half hexes: not playable
        self.lines: list[Line] = []
        self.bocage: set[tuple[int, int]] = set()  # sides as (lower, higher) index
        self.labels: dict[int, str] = {}
        self.sheets: list[Placement] = []


def overlap(placements: list[Placement]) -> str:
    """What is wrong with a layout; nothing if it can be laid."""
    seen: dict[tuple[int, int], str] = {}
    letters: set[str] = set()
    for each in placements:
        key = each.sheet.key
        if key in letters:
            return f"map {key} is laid twice"
        if (each.across, each.down) in seen:
            return f"maps {seen[each.across, each.down]} and {key} have the same position"
        if min(each.across, each.down) < 0:
            return f"map {key} has a negative position"
        seen[each.across, each.down] = key
        letters.add(key)
    for across in {each.across for each in placements}:
        column = sorted(each.down for each in placements if each.across == across)
        if column != list(range(column[0], column[0] + len(column))):
            return "there is a gap between maps one above the other"
    return "" if placements else "no map is laid"


def compose(placements: list[Placement]) -> Board:
    """10.a One board from the sheets of a scenario; `overlap` must have found nothing wrong."""
    tops = _tops(placements)
    columns = max(each.across for each in placements) * COLUMNS + COLUMNS
    rows = max(tops[each.sheet.key] for each in placements) + ROWS
    board = Board(columns, rows)
    board.sheets = placements
    where: dict[str, dict[Spot, int]] = {}
    for each in sorted(placements, key=lambda p: (p.down, p.across)):
        where[each.sheet.key] = _lay(board, each, tops[each.sheet.key], placements)
    for each in placements:
        spots = where[each.sheet.key]
        turn = 3 if each.turned else 0
        for chain in each.sheet.chains:
            hexes = [spots[spot] for spot in chain.spots]
            board.lines.append(Line(chain.kind, hexes, _turned(chain.first, turn), _turned(chain.last, turn)))
        for one, two in each.sheet.bocage:
            board.bocage.add((min(spots[one], spots[two]), max(spots[one], spots[two])))
        for spot, label in each.sheet.labels.items():
            board.labels[spots[spot]] = label
    _join(board)
    return board


def local(board: Board, h: int) -> Spot:
    """The column and row that are printed in a hex (5.1.2.d)."""
    digits = board.names[h][len(board.sheet_of[h]) :]
    return (int(digits[:-2]), int(digits[-2:]))


def playable(board: Board) -> int:
    """The whole hexes of the board (10.1.d)."""
    mask = 0
    for h, terrain in enumerate(board.terrain):
        if terrain is not None:
            mask |= 1 << h
    return mask & ~board.half


def _turned(side: int, turn: int) -> int:
    return (side - 1 + turn) % 6 + 1 if side else 0


def _tops(placements: list[Placement]) -> dict[str, int]:
    """The row on the board of the first row of each sheet."""
    tops: dict[str, int] = {}
    for across in {each.across for each in placements}:
        column = sorted([each for each in placements if each.across == across], key=lambda p: p.down)
        top = MERGED * column[0].down
        above: Placement | None = None
        for each in column:
            if above is not None:
                # Below a sheet that is turned about an upright one begins a row later: no half hexes fall together.
                top += ROWS if above.turned and not each.turned else MERGED
            tops[each.sheet.key] = top
            above = each
    return tops


def _lay(board: Board, each: Placement, top: int, placements: list[Placement]) -> dict[Spot, int]:
    """Put the hexes of a sheet on the board; the index of each."""
    sheet = each.sheet
    laid = {(p.across, p.down) for p in placements}
    north, south = (each.across, each.down - 1) in laid, (each.across, each.down + 1) in laid
    spots: dict[Spot, int] = {}
    for row in range(ROWS):
        for column in range(COLUMNS):
            terrain = sheet.terrain[row][column]
            if terrain is None:
                continue
            at_column = COLUMNS - 1 - column if each.turned else column
            at_row = ROWS - 1 - row if each.turned else row
            h = (each.across * COLUMNS + at_column) * board.grid.rows + top + at_row
            spots[column, row] = h
            name = f"{sheet.key}{column}{row:02}"
            board.index[name] = h
            if board.terrain[h] is None:
                board.names[h] = name
                board.sheet_of[h] = sheet.key
                board.terrain[h] = terrain
                board.level[h] = sheet.level[row][column]
            else:  # two half hexes: the northern gives the name, and the ground unless it is open
                there = board.terrain[h]
                if there is not None and there.key == "open":
                    board.terrain[h] = terrain
                board.level[h] = max(board.level[h], sheet.level[row][column])
            if column % 2 == 0 and ((at_row == 0 and not north) or (at_row == ROWS - 1 and not south)):
                board.half |= 1 << h
    return spots


def _join(board: Board) -> None:
    """Roads, trails and rivers that end at the seam of two sheets go on in each other."""
    beside = board.grid.beside
    ends = [(line, last) for line in board.lines for last in (False, True)]
    loose: list[tuple[Line, bool]] = []
    for line, last in ends:
        side = line.last if last else line.first
        if side:
            loose.append((line, last))
    joined: set[int] = set()
    for i, (line, last) in enumerate(loose):
        for j, (other, other_last) in enumerate(loose):
            if j <= i or i in joined or j in joined or line is other or kin(line) != kin(other):
                continue
            one = line.hexes[-1 if last else 0]
            two = other.hexes[-1 if other_last else 0]
            if board.sheet_of[one] == board.sheet_of[two] and one != two:
                continue
            if one != two and two not in beside[one]:
                continue
            joined |= {i, j}
            if one == two:
                _set_end(line, last, 0)
                _set_end(other, other_last, 0)
            else:
                _set_end(line, last, beside[one].index(two) + 1)
                _set_end(other, other_last, beside[two].index(one) + 1)


def kin(line: Line) -> str:
    """Roads and trails join each other; rivers and railroads only their like."""
    return "road" if line.kind in ("road", "trail") else line.kind


def _set_end(line: Line, last: bool, side: int) -> None:
    if last:
        line.last = side
    else:
        line.first = side
