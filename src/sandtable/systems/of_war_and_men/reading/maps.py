"""Reads the map of a Mission: a code for each position, and the positions by name."""

from sandtable.content.problems import quoted
from sandtable.content.reader import Reader
from sandtable.systems.of_war_and_men.rules.sight import neighbours
from sandtable.systems.of_war_and_men.state.book import Rulebook, Terrain

OPEN, FIELD, RANDOM, BARRED = ".", "F", "T", "X"
CODES = (OPEN, FIELD, RANDOM, BARRED)
MOST_CELLS = 12  # columns or rows


class Ground:
    """A map as codes, row by row. Columns are called A, B … from the west, rows 1, 2 … from the north."""

    __slots__ = ("around", "book", "codes", "columns", "index", "names", "rows")

    def __init__(self, rows: list[list[str]], book: Rulebook) -> None:
        self.columns = len(rows[0])
        self.rows = len(rows)
        self.codes = [code for row in rows for code in row]
        self.book = book
        self.names = [f"{letter(column)}{row + 1}" for row in range(self.rows) for column in range(self.columns)]
        self.index = {name: cell for cell, name in enumerate(self.names)}
        self.around = neighbours(self.columns, self.rows)

    def name(self, cell: int) -> str:
        return self.names[cell]

    def cells(self, reader: Reader, key: str) -> tuple[int, ...]:
        """The positions that a list names."""
        return tuple([self.index[name] for name in reader.words(key, self.index, "position")])

    def terrain(self, cell: int) -> Terrain | None:
        """What the mission card of a position is; None where there is none."""
        return self.book.mission_cards.get(self.codes[cell])

    def may_start(self, cell: int) -> bool:
        """8.12 Whether a Fireteam may start there."""
        terrain = self.terrain(cell)
        return self.codes[cell] in (OPEN, FIELD) or (terrain is not None and not terrain.no_movement)


def letter(column: int) -> str:
    return chr(ord("A") + column)


def read_ground(reader: Reader, book: Rulebook) -> Ground | None:
    """The map under `map`. One with mistakes is read as it may have been meant, so that the rest can be checked."""
    rows = [line.split() for line in reader.text("map", lines=True).splitlines() if line.strip()]
    columns = max([len(row) for row in rows], default=0)
    if not reader.good("map"):
        return None
    if columns > MOST_CELLS or len(rows) > MOST_CELLS:
        reader.wrong("map", f"has {columns} columns and {len(rows)} rows, but the limit is {MOST_CELLS} of each")
        return None
    known = [*CODES, *book.mission_cards]
    for number, row in enumerate(rows, start=1):
        place = f"{reader.at('map')}, row {number}"
        if len(row) != columns:
            reader.mark("map")
            reader.problems.add(place, f"has {len(row)} codes, but the longest row has {columns}")
        for column, code in enumerate(row):
            if code not in known:
                reader.mark("map")
                words = f"{quoted(code)} is not a card of the map; choose from {', '.join(known)}"
                reader.problems.add(f"{place}, column {letter(column)}", words)
    full = [[code if code in known else OPEN for code in row] + [OPEN] * (columns - len(row)) for row in rows]
    return Ground(full, book)
