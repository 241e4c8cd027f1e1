"""10.1.c Where units deploy or enter, in words: "map B, south of B207-B1407", "hill", "near B612", "A707".

An area is a list of such texts, and its hexes are those of any of them. The parts of a text, between commas, all have
to hold.
"""

import re
from collections.abc import Callable

from sandtable.content.problems import hint, quoted
from sandtable.content.reader import Reader
from sandtable.geometry.hexes import bits, mask_of
from sandtable.systems.war_storm.state.board import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    Board,
    local,
    playable,
)

FACING = {
    "north": (NORTH,),
    "south": (SOUTH,),
    "west": (NORTH_WEST, SOUTH_WEST),
    "east": (NORTH_EAST, SOUTH_EAST),
}
WORDS = (
    "anywhere",
    "hill",
    "map A",
    "column 0",
    "columns 0-1",
    "row 11",
    "rows 0-1",
    "near B612",
    "within 2 of B612",
    "bank of A1005",
    "south of B207-B1407",
    "south edge",
    "B612",
)

Found = int | str  # a bitboard, or a sentence why there is none


def read_area(board: Board | None, reader: Reader, key: str, needed: bool = False) -> int:
    """The bitboard of an area in a file: one text or a list of them; whole hexes only."""
    texts = reader.text_or_texts(key, [], needed)
    if board is None:
        return 0
    area = 0
    for number, text in enumerate(texts, start=1):
        found = area_of(board, text)
        if isinstance(found, str):
            reader.mark(key)
            place = reader.at(key) if isinstance(reader.raw(key), str) else f"{reader.at(key)}[{number}]"
            reader.problems.add(place, found)
        else:
            area |= found
    if texts and not area and reader.good(key):
        reader.wrong(key, "has no hex that a unit can occupy")
    return area


def read_hex(board: Board | None, reader: Reader, key: str) -> int:
    """One whole hex; -1 after the problem was noted, or without a board."""
    name = reader.text(key)
    if not name or board is None:
        return -1
    found = hex_of(board, name)
    if isinstance(found, str):
        reader.wrong(key, found)
        return -1
    if not playable(board) >> found & 1:
        reader.wrong(key, f"{quoted(name)} is a half hex at the edge of the board (10.1.d)")
        return -1
    return found


def area_of(board: Board, text: str) -> Found:
    """The whole hexes that a text means."""
    area = playable(board)
    for part in text.split(","):
        found = part_of(board, part.strip())
        if isinstance(found, str):
            return found
        area &= found
    return area


def part_of(board: Board, part: str) -> Found:
    """The hexes of one part: the first pattern that fits explains it."""
    for pattern, meaning in PATTERNS:
        found = pattern.fullmatch(part)
        if found is not None:
            return meaning(board, found)
    return f"{quoted(part)} is not an area{hint(part, WORDS) or '; an area is something like ' + quoted(WORDS[-3])}"


def hex_of(board: Board, name: str) -> Found:
    """The index of a hex by its name."""
    if name in board.index:
        return board.index[name]
    letters = ", ".join(placement.sheet.key for placement in board.sheets)
    near = hint(name, board.index) if name[:1] in letters else ""
    return f"no hex is called {quoted(name)}{near or '; the maps of this scenario are ' + letters}"


def anywhere(board: Board, found: re.Match[str]) -> Found:
    return playable(board)


def hill(board: Board, found: re.Match[str]) -> Found:
    """5.1.3 Hexes of level 1 and more."""
    return mask_where(board, lambda h: board.level[h] > 0)


def one_map(board: Board, found: re.Match[str]) -> Found:
    letter = found[1]
    if letter not in [placement.sheet.key for placement in board.sheets]:
        return f"map {letter} is not in the layout"
    return mask_where(board, lambda h: board.sheet_of[h] == letter)


def columns(board: Board, found: re.Match[str]) -> Found:
    low, high = int(found[1]), int(found[2] or found[1])
    return mask_where(board, lambda h: low <= local(board, h)[0] <= high)


def rows(board: Board, found: re.Match[str]) -> Found:
    low, high = int(found[1]), int(found[2] or found[1])
    return mask_where(board, lambda h: low <= local(board, h)[1] <= high)


def near(board: Board, found: re.Match[str]) -> Found:
    place = hex_of(board, found[1])
    return place if isinstance(place, str) else board.grid.within(place, 1)


def within(board: Board, found: re.Match[str]) -> Found:
    place = hex_of(board, found[2])
    return place if isinstance(place, str) else board.grid.within(place, int(found[1]))


def bank(board: Board, found: re.Match[str]) -> Found:
    """All that can be reached from a hex without entering a river hex; half hexes lead nowhere."""
    start = hex_of(board, found[1])
    if isinstance(start, str):
        return start
    river = mask_of(tuple([h for line in board.lines if line.kind == "river" for h in line.hexes]))
    land = playable(board) & ~river
    if not land >> start & 1:
        return f"{found[1]} is not on a bank: it is a river hex or half a hex"
    reached, fringe = 1 << start, [start]
    while fringe:
        more = board.grid.neighbour_mask[fringe.pop()] & land & ~reached
        reached |= more
        fringe += bits(more)
    return reached


def beyond(board: Board, found: re.Match[str]) -> Found:
    """The hexes whose centres lie on one side of the straight line through two others."""
    one, two = hex_of(board, found[2]), hex_of(board, found[3])
    if isinstance(one, str) or isinstance(two, str):
        return one if isinstance(one, str) else str(two)
    (x, y), (s, t) = centre(board, one), centre(board, two)
    dx, dy = s - x, t - y
    # The sign of the cross product of a point one step towards the side that is named.
    step = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}[found[1]]
    sign = dx * step[1] - dy * step[0]
    if sign == 0:
        return f"nothing lies {found[1]} of a line that runs in that direction"

    def there(h: int) -> bool:
        p, q = centre(board, h)
        return (dx * (q - y) - dy * (p - x)) * sign > 0

    return mask_where(board, there)


def edge(board: Board, found: re.Match[str]) -> Found:
    """10.1.d Whole hexes with nothing but half hexes, or no board, on that side."""
    whole = playable(board)

    def there(h: int) -> bool:
        return all(k < 0 or not whole >> k & 1 for k in [board.grid.beside[h][side - 1] for side in FACING[found[1]]])

    return mask_where(board, there) & whole


def one_hex(board: Board, found: re.Match[str]) -> Found:
    place = hex_of(board, found[0])
    return place if isinstance(place, str) else 1 << place


def centre(board: Board, h: int) -> tuple[int, int]:
    """Where a hex lies; three across for a column, two down for a row."""
    column, row = divmod(h, board.grid.rows)
    return (3 * column, 2 * row + column % 2)


def mask_where(board: Board, test: Callable[[int], bool]) -> int:
    """The hexes of the board that pass a test."""
    return mask_of(tuple([h for h, terrain in enumerate(board.terrain) if terrain is not None and test(h)]))


HEX = r"([A-Z]{1,2}[0-9]{3,4})"
PATTERNS: tuple[tuple[re.Pattern[str], Callable[[Board, re.Match[str]], Found]], ...] = (
    (re.compile("anywhere"), anywhere),
    (re.compile("hill"), hill),
    (re.compile(r"map ([A-Z]{1,2})"), one_map),
    (re.compile(r"columns? (\d{1,2})(?:-(\d{1,2}))?"), columns),
    (re.compile(r"rows? (\d{1,2})(?:-(\d{1,2}))?"), rows),
    (re.compile("near " + HEX), near),
    (re.compile(r"within (\d{1,2}) of " + HEX), within),
    (re.compile("bank of " + HEX), bank),
    (re.compile("(north|south|west|east) of " + HEX + "-" + HEX), beyond),
    (re.compile("(north|south|west|east) edge"), edge),
    (re.compile(HEX), one_hex),
)
