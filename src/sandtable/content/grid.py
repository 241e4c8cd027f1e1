"""Maps as text: a first line with the names of the columns, then a line for each row.

        A  B  C
     1  .. W. .r
     2  .. .. Lb

Cells stand apart by blanks and have equally many characters; what each character may be is the
legend of its position.
"""

from collections.abc import Mapping, Sequence

from sandtable.content.problems import Problems, quoted

MOST_CELLS = 10_000


class Grid:
    """A text grid: names of columns and rows, and the cells by row."""

    __slots__ = ("cells", "columns", "rows")

    def __init__(self, columns: list[str], rows: list[str], cells: list[list[str]]) -> None:
        self.columns = columns
        self.rows = rows
        self.cells = cells  # cells[row][column]


def read_grid(text: str, legends: Sequence[Mapping[str, str]], place: str, problems: Problems) -> Grid | None:
    """Read a text grid; legends[i] tells what the i-th character of a cell may be: sign and name.

    None when anything is wrong; the problems then name row and column.
    """
    before = len(problems.found)
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        problems.add(place, "needs a line with the names of the columns and a line for each row")
        return None
    columns = lines[0]
    rows = [line[0] for line in lines[1:]]
    cells = [line[1:] for line in lines[1:]]
    if len(columns) * len(rows) > MOST_CELLS:
        problems.add(place, f"has more than {MOST_CELLS} cells")
        return None
    _names(columns, "column", place, problems)
    _names(rows, "row", place, problems)
    for row, line in zip(rows, cells, strict=True):
        if len(line) != len(columns):
            problems.add(
                f"{place}, row {_short(row)}",
                f"has {len(line)} cells, but the first line names {len(columns)} columns",
            )
        for column, cell in zip(columns, line, strict=False):
            fault = cell_fault(cell, legends)
            if fault:
                problems.add(f"{place}, row {_short(row)}, column {_short(column)}", fault)
    return None if len(problems.found) > before else Grid(columns, rows, cells)


def mended_grid(text: str, legends: Sequence[Mapping[str, str]], stand_in: str) -> Grid | None:
    """A grid with mistakes as it may have been meant: `stand_in` for every cell that cannot be read.

    For the checks that need only its size. None where not even that is known.
    """
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or len(lines[0]) * (len(lines) - 1) > MOST_CELLS:
        return None
    columns, rows = lines[0], [line[0] for line in lines[1:]]
    cells = []
    for line in lines[1:]:
        padded = [*line[1:], *[stand_in] * len(columns)][: len(columns)]
        cells.append([stand_in if cell_fault(cell, legends) else cell for cell in padded])
    return Grid(columns, rows, cells)


def cell_fault(cell: str, legends: Sequence[Mapping[str, str]]) -> str:
    """Why a cell cannot be read, or ""."""
    if len(cell) != len(legends):
        return f"the cell {quoted(cell)} must have {len(legends)} characters"
    for position, (sign, legend) in enumerate(zip(cell, legends, strict=True)):
        if sign not in legend:
            near = sign_hint(sign, position, legends)
            return f"{quoted(sign)} in {quoted(cell)} means nothing; {near}"
    return ""


def sign_hint(sign: str, position: int, legends: Sequence[Mapping[str, str]]) -> str:
    """The nearest right sign: the other case, another place in the cell, or the whole legend."""
    legend = legends[position]
    for known, name in legend.items():
        if known.lower() == sign.lower():
            return f"did you mean {quoted(known)} ({name})?"
    for other, elsewhere in enumerate(legends, start=1):
        if sign in elsewhere:
            return f"{quoted(sign)} ({elsewhere[sign]}) is a sign for character {other} of a cell"
    return "choose from " + ", ".join(f"{quoted(known)} {name}" for known, name in legend.items())


def _names(names: list[str], what: str, place: str, problems: Problems) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            problems.add(place, f"two {what}s are called {quoted(name)}")
        seen.add(name)


def _short(name: str) -> str:
    """A row or column as a place names it."""
    return name if len(name) <= 4 and name.isascii() and name.isalnum() else quoted(name)
