"""21.3 Line of sight between cross-hairs over card borders; range, neighbours, flanking (20.2), friendly fire (21.2).

D.sight A card is 14 units wide and 10 high; a line is clipped against cards in whole numbers, so nothing is rounded.
"""

from functools import cache
from math import gcd

from sandtable.systems.of_war_and_men.state.pieces import NOWHERE, Battle, Fireteam

WIDTH, HEIGHT = 14, 10
# 5.9 Where a cross-hair may be: C, NW, NE, SW, SE, N, S, W, E.
CROSSES = ((7, 5), (3, 2), (11, 2), (3, 8), (11, 8), (7, 2), (7, 8), (3, 5), (11, 5))
TURNED = tuple([(WIDTH - x, HEIGHT - y) for x, y in CROSSES])  # 10.2: on a card turned round
CROSS_NAMES = ("C", "NW", "NE", "SW", "SE", "N", "S", "W", "E")
# 20.2 The eight neighbours clockwise from north, as steps of column and row.
COMPASS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
# 13.1 Directions by the number flipped: 1 north, 2 east, 3 south, 4 west.
DIRECTIONS = {1: (0, -1), 2: (1, 0), 3: (0, 1), 4: (-1, 0)}

Spot = tuple[int, int]


@cache
def neighbours(columns: int, rows: int) -> tuple[tuple[int, ...], ...]:
    """G.adjacent The cells next to each cell, diagonals included, clockwise from north."""
    found = []
    for cell in range(columns * rows):
        row, column = divmod(cell, columns)
        found.append(
            tuple(
                [
                    (row + down) * columns + column + right
                    for right, down in COMPASS
                    if 0 <= row + down < rows and 0 <= column + right < columns
                ]
            )
        )
    return tuple(found)


@cache
def ranges(columns: int, rows: int) -> tuple[tuple[int, ...], ...]:
    """G.range From each cell to each: a diagonal step counts one."""
    cells = range(columns * rows)
    return tuple(
        [
            tuple([max(abs(to % columns - at % columns), abs(to // columns - at // columns)) for to in cells])
            for at in cells
        ]
    )


def adjacent(b: Battle, cell: int) -> tuple[int, ...]:
    """G.adjacent The cells next to a cell."""
    return neighbours(b.mission.columns, b.mission.rows)[cell]


def offset(b: Battle, start: int, end: int) -> tuple[int, int]:
    """Columns east and rows south from one cell to another."""
    columns = b.mission.columns
    return end % columns - start % columns, end // columns - start // columns


def distance(b: Battle, start: int, end: int) -> int:
    """16.2.g, G.range Without the own Terrain, with the target's; a diagonal step counts one."""
    return distances(b, start)[end]


def distances(b: Battle, start: int) -> tuple[int, ...]:
    """The same to every cell."""
    return ranges(b.mission.columns, b.mission.rows)[start]


def shifted(b: Battle, cell: int, right: int, down: int) -> int:
    """The cell so many columns and rows away; NOWHERE off the map."""
    columns = b.mission.columns
    column, row = cell % columns + right, cell // columns + down
    if 0 <= column < columns and 0 <= row < b.mission.rows:
        return row * columns + column
    return NOWHERE


def drifted(b: Battle, cell: int, number: int) -> int:
    """13.1 One Terrain off by the number flipped; 5 to 8: the cell itself (G.directionality)."""
    right, down = DIRECTIONS.get(number, (0, 0))
    return shifted(b, cell, right, down)


# Line of sight (21.3) ----------------------------------------------------------------------------


def cross_hair(b: Battle, cell: int) -> Spot:
    """5.9, 10.2 Where a Fireteam stands on the card; a card turned round has its cross-hair across."""
    card = b.cells[cell]
    return spot(card.cross, card.turned)


def spot(cross: int, turned: bool) -> Spot:
    """The same by what is printed on the card, and how it lies."""
    return TURNED[cross] if turned else CROSSES[cross]


def sees(b: Battle, start: int, end: int) -> bool:
    """21.3.a No other card with the blocked icon lies under the line between the two cross-hairs (G.blocked_los)."""
    if start == end or not b.blocking:
        return True
    one, other = b.cells[start], b.cells[end]
    return not b.blocking & between(b.mission.columns, start, end, one.cross, one.turned, other.cross, other.turned)


@cache
def between(columns: int, start: int, end: int, at: int, turned: bool, to: int, other_turned: bool) -> int:
    """The cells under the line between two cross-hairs, as bits like `Battle.blocking`."""
    right, down = end % columns - start % columns, end // columns - start // columns
    mask = 0
    for over, along in crossed(right, down, spot(at, turned), spot(to, other_turned)):
        mask |= 1 << start + along * columns + over
    return mask


@cache
def crossed(right: int, down: int, start: Spot, end: Spot) -> tuple[tuple[int, int], ...]:
    """The cards strictly between the ends whose inside the line touches, as steps from the first card."""
    x1, y1 = start
    x2, y2 = right * WIDTH + end[0], down * HEIGHT + end[1]
    found = []
    for column in range(min(0, right), max(0, right) + 1):
        for row in range(min(0, down), max(0, down) + 1):
            if (column, row) in ((0, 0), (right, down)):
                continue
            if touches(x1, y1, x2, y2, column * WIDTH, row * HEIGHT):
                found.append((column, row))
    return tuple(found)


def touches(x1: int, y1: int, x2: int, y2: int, left: int, top: int) -> bool:
    """21.3.b Whether the line runs inside a card for more than a point; a corner alone does not count."""
    # The part of the line inside each pair of borders, as fractions of one denominator each.
    first, last = 0, 1  # the interval [first / scale, last / scale]
    scale = 1
    for at, to, low, high in ((x1, x2, left, left + WIDTH), (y1, y2, top, top + HEIGHT)):
        length = to - at
        if length == 0:  # all cards between two ends of one column or row lie in it
            continue
        enter, leave = low - at, high - at
        if length < 0:
            enter, leave, length = -leave, -enter, -length
        first, last = max(first * length, enter * scale), min(last * length, leave * scale)
        scale *= length
    return first < last


# Flanking and friendly fire ----------------------------------------------------------------------


def bearing(b: Battle, start: int, end: int) -> int:
    """20.2.c The direction from a cell to one next to it, 0 north to 7 north-west, by whole cards."""
    return COMPASS.index(offset(b, start, end))


def flanks(b: Battle, team: Fireteam, enemy: Fireteam) -> bool:
    """20.2.a With a friend, both next to the enemy and in sight of it, at 90 degrees or more and less than 180.

    See also G.flanking.
    """
    if not beside(b, team, enemy):
        return False
    mine = bearing(b, enemy.cell, team.cell)
    for friend in b.friends(team.side):
        if friend is not team and beside(b, friend, enemy):
            turn = abs(mine - bearing(b, enemy.cell, friend.cell))
            if min(turn, 8 - turn) in (2, 3):
                return True
    return False


def beside(b: Battle, team: Fireteam, enemy: Fireteam) -> bool:
    """Next to the enemy and in sight of it."""
    return distance(b, team.cell, enemy.cell) == 1 and sees(b, team.cell, enemy.cell)


def friend_in_line(b: Battle, team: Fireteam, target: int) -> Fireteam | None:
    """21.2 A friend on the straight line through both cells, between them or beyond the target (G.friendly_fire)."""
    if team.cell == target:
        return None
    line = line_of_fire(b.mission.columns, b.mission.rows, team.cell, target)
    if line:
        for friend in b.friends(team.side):
            if line >> friend.cell & 1:
                return friend
    return None


@cache
def line_of_fire(columns: int, rows: int, start: int, target: int) -> int:
    """21.2 The cells on the straight line through two cells, between them or beyond the target, as bits."""
    right, down = target % columns - start % columns, target // columns - start // columns
    steps = gcd(right, down)
    mask = 0
    for cell in range(columns * rows):
        over, along = cell % columns - start % columns, cell // columns - start // columns
        times = over * steps // right if right else along * steps // down
        if times >= 1 and times != steps and (over * steps, along * steps) == (times * right, times * down):
            mask |= 1 << cell
    return mask
