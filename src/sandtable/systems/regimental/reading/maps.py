"""Reads maps: a text grid with one letter a hex."""

from sandtable.content.grid import mended_grid, read_grid
from sandtable.content.hex_names import named_in_order
from sandtable.content.maps import map_head
from sandtable.content.reader import Reader
from sandtable.systems.regimental.reading.book import DATA, rulebook
from sandtable.systems.regimental.state.scenario import Map

MAPS = DATA / "maps"
STAND_IN = "."  # for a cell that cannot be read


def map_from(reader: Reader, key: str, digest: str) -> Map | None:
    """A map from its table: name and grid."""
    head = map_head(reader)
    if head is None:
        return None
    name, text = head
    by_letter = {each.letter: each for each in rulebook().terrain.values()}
    legends = ({letter: each.name for letter, each in by_letter.items()},)
    grid = read_grid(text, legends, reader.at("grid"), reader.problems) or mended_grid(text, legends, STAND_IN)
    if grid is None or not named_in_order(grid, reader, lettered=False):
        return None
    board = Map(key, name, len(grid.columns), len(grid.rows), digest)
    board.terrain = [by_letter[cell] for line in grid.cells for cell in line]
    return board
