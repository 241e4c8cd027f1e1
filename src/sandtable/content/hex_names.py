"""The hexes that a scenario's writer names: "C4", "M1-Q1", "B-H", or "0412"."""

import re

from sandtable.content.grid import Grid
from sandtable.content.problems import hint, quoted
from sandtable.content.reader import Reader
from sandtable.geometry.hexes import letters
from sandtable.table.battle import Printed

MOST_SIDE = 80  # columns or rows


class HexMap(Printed):
    """A map of hexes as it is read from a file; each game adds what lies in them."""

    key: str
    name: str
    columns: int
    rows: int
    digest: str  # of its file


class HexNames(dict[str, int]):
    """The index of every hex of a map by its name. Without a map it is empty, and nothing is said about hexes."""

    __slots__ = ("_by_column", "_like", "column_names", "columns", "row_names", "rows")

    def __init__(self, columns: int, rows: int, lettered: bool) -> None:
        """`lettered`: A1 to U11, column by column; otherwise 0101 to 1612, column then row, row by row."""
        super().__init__()
        self.columns = columns
        self.rows = rows
        self._by_column = lettered
        self._like = re.compile("[A-Z]{1,2}[0-9]{1,2}" if lettered else "[0-9]{4}")
        self.column_names = [letters(q) if lettered else f"{q + 1:02}" for q in range(columns)]
        self.row_names = [str(r + 1) if lettered else f"{r + 1:02}" for r in range(rows)]
        places = [(q, r) for q in range(columns) for r in range(rows)]
        if not lettered:
            places = [(q, r) for r in range(rows) for q in range(columns)]
        for h, (q, r) in enumerate(places):
            self[self.column_names[q] + self.row_names[r]] = h

    def place(self, h: int) -> tuple[int, int]:
        """Column and row of a hex, counted from 0."""
        if self._by_column:
            return divmod(h, self.rows)
        row, column = divmod(h, self.columns)
        return (column, row)

    def name(self, h: int) -> str:
        column, row = self.place(h)
        return self.column_names[column] + self.row_names[row]

    def missing(self, name: str) -> str:
        """Why a name is no hex of the map."""
        size = f"the map goes from {self.name(0)} to {self.name(len(self) - 1)}"
        if self._like.fullmatch(name):
            return f"the hex {quoted(name)} is off the map; {size}"
        near = hint(name, self) if name else ""
        return f"no hex is called {quoted(name)}{near or '; ' + size}"

    def inner(self, places: list[int]) -> str:
        """The name of the first of some hexes that is not at the edge of the map, or ""."""
        for h in places:
            column, row = self.place(h)
            if 0 < column < self.columns - 1 and 0 < row < self.rows - 1:
                return self.name(h)
        return ""

    # What is written in a file -------------------------------------------------------------------

    def hexes_in(self, part: str) -> list[int] | str:
        """The hexes of "C4", "M1-Q1", "U" or "B-H"; or a sentence why there are none.

        A range of two hexes is the block of columns and rows between them. Columns alone have letters.
        """
        first, dash, last = (each.strip().upper() for each in part.partition("-"))
        ends = [first, last] if dash else [first, first]
        columns = {name: q for q, name in enumerate(self.column_names)} if self._by_column else {}
        if all(end in columns for end in ends):
            return self._block(part, (columns[ends[0]], 0), (columns[ends[1]], self.rows - 1))
        for end in ends:
            if end not in self and (end not in columns or not dash):
                return self.missing(end)
        if not all(end in self for end in ends):
            return f"{quoted(part)} mixes a column and a hex"
        return self._block(part, self.place(self[ends[0]]), self.place(self[ends[1]]))

    def _block(self, part: str, low: tuple[int, int], high: tuple[int, int]) -> list[int] | str:
        if low[0] > high[0] or low[1] > high[1]:
            return f"{quoted(part)} runs backwards"
        return [
            self[self.column_names[q] + self.row_names[r]]
            for q in range(low[0], high[0] + 1)
            for r in range(low[1], high[1] + 1)
        ]

    def read_hex(self, reader: Reader, key: str) -> int:
        """One hex; -1 after the problem was noted, or without a map."""
        name = reader.text(key)
        if not name or not self:
            return -1
        if name not in self:
            reader.wrong(key, self.missing(name))
            return -1
        return self[name]

    def read_hexes(self, reader: Reader, key: str, needed: bool = True) -> list[int]:
        """The hexes of "B-H" or ["M1-Q1", "C4"], each once, in rising order."""
        found: set[int] = set()
        texts = reader.text_or_texts(key, [], needed)
        for number, text in enumerate(texts, start=1):
            place = reader.at(key) if isinstance(reader.raw(key), str) else f"{reader.at(key)}[{number}]"
            found.update(self.hexes_of(reader, key, text, place))
        if self and not found and reader.good(key) and (needed or texts or reader.has(key)):
            reader.wrong(key, "names no hex")
        return sorted(found)

    def hexes_of(self, reader: Reader, key: str, text: str, place: str) -> list[int]:
        """The hexes of one text, parts apart by commas."""
        if not self:
            return []
        found: list[int] = []
        for part in text.split(","):
            hexes = self.hexes_in(part.strip())
            if isinstance(hexes, str):
                reader.mark(key)
                reader.problems.add(place, hexes)
            else:
                found += hexes
        return list(dict.fromkeys(found))


def named_in_order(grid: Grid, reader: Reader, lettered: bool) -> bool:
    """Whether a map names its columns and rows as every map does; a problem is noted otherwise."""
    if max(len(grid.columns), len(grid.rows)) > MOST_SIDE:
        reader.wrong("grid", f"has more than {MOST_SIDE} columns or rows")
        return False
    right = HexNames(len(grid.columns), len(grid.rows), lettered)
    for what, written, wanted in (
        ("column", grid.columns, right.column_names),
        ("row", grid.rows, right.row_names),
    ):
        for number, (name, good) in enumerate(zip(written, wanted, strict=True), start=1):
            if name != good:
                reader.wrong("grid", f"{what} {number} is called {quoted(name)} but must be {quoted(good)}")
                return False
    return True
