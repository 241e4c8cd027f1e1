"""Reads maps: a text grid with two characters a hex, ground and line."""

from sandtable.content.grid import mended_grid, read_grid
from sandtable.content.hex_names import HexNames, named_in_order
from sandtable.content.maps import map_head
from sandtable.content.problems import quoted
from sandtable.content.reader import Reader
from sandtable.systems.nations_at_war.reading.book import DATA, rulebook
from sandtable.systems.nations_at_war.state.scenario import Map

MAPS = DATA / "maps"
LINES = {".": "no line", "r": "road", "t": "railroad", "x": "road and railroad", "b": "bridge with road"}
ROAD, RAILROAD, BRIDGE = "rxb", "tx", "b"
STAND_IN = ".x"  # for a cell that cannot be read: units may stand there, and lines may run there


def map_from(reader: Reader, key: str, digest: str) -> Map | None:
    """A map from its table: name and grid."""
    head = map_head(reader)
    if head is None:
        return None
    name, text = head
    book = rulebook()
    by_letter = {each.letter: each for each in book.terrain.values() if each.letter}
    ground = {letter: each.name for letter, each in by_letter.items()}
    legends = (ground, LINES)
    grid = read_grid(text, legends, reader.at("grid"), reader.problems) or mended_grid(text, legends, STAND_IN)
    if grid is None or not named_in_order(grid, reader, lettered=True):
        return None
    board = Map(key, name, len(grid.columns), len(grid.rows), digest)
    for column, column_name in enumerate(grid.columns):
        for row, line in enumerate(grid.cells):
            base, sign = line[column][0], line[column][1]
            if sign == BRIDGE and by_letter[base].passable:
                place = f"{reader.at('grid')}, row {grid.rows[row]}, column {column_name}"
                reader.problems.add(place, f"a bridge needs water: {quoted('L' + BRIDGE)}")
            board.terrain.append(book.terrain["bridge"] if sign == BRIDGE else by_letter[base])
            board.road.append(sign in ROAD)
            board.railroad.append(sign in RAILROAD)
    return board


def hex_names(board: Map) -> HexNames:
    """The index of each hex by its name; column by column, as in geometry.hexes."""
    return HexNames(board.columns, board.rows, lettered=True)
