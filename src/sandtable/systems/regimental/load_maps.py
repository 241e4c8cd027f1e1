"""Reads maps: a text grid with one letter a hex."""

from sandtable.content.grid import mended_grid, read_grid
from sandtable.content.hex_names import HexNames, named_in_order
from sandtable.content.maps import map_head
from sandtable.content.reader import Reader
from sandtable.systems.regimental.load_book import DATA, rulebook
from sandtable.systems.regimental.scenario import Map

MAPS = DATA / "maps"
STAND_IN = "."  # for a cell that cannot be read


def map_from(reader: Reader, key: str, digest: str) -> Map | None:
    """A map from its table: name and grid.

    With mistakes in the grid, which are noted, a map of its size, so that the rest can be checked; None when not
    even the size is known.
    """
    name, text = map_head(reader)
    if not reader.good("grid"):
        return None
    by_letter = {each.letter: each for each in rulebook().terrain.values()}
    legends = ({letter: each.name for letter, each in by_letter.items()},)
    grid = read_grid(text, legends, reader.at("grid"), reader.problems) or mended_grid(text, legends, STAND_IN)
    if grid is None or not named_in_order(grid, reader, lettered=False):
        return None
    board = Map(key, name, len(grid.columns), len(grid.rows), digest)
    board.terrain = [by_letter[cell] for line in grid.cells for cell in line]
    return board


def hex_names(board: Map) -> HexNames:
    """The index of each hex by its name, 0101 to 1612; row by row."""
    return HexNames(board.columns, board.rows, lettered=False)
