"""A scenario while it is being read, and the hexes that its writer names."""

from sandtable.content.reader import Reader
from sandtable.systems.nations_at_war.load_maps import hex_names, hexes_in
from sandtable.systems.nations_at_war.scenario import Rulebook, Scenario


class Draft:
    """A scenario being read. Without its map it is read on, but nothing is said about hexes."""

    __slots__ = ("book", "counts", "ids", "names", "root", "scenario", "sides")

    def __init__(self, root: Reader, scenario: Scenario, book: Rulebook) -> None:
        self.root = root
        self.scenario = scenario
        self.book = book
        self.names = hex_names(scenario.map)  # empty without a map
        self.sides: list[str] = []
        self.ids: set[str] = set()  # units and HQs
        self.counts: dict[str, int] = {}  # units of each type so far


def read_hexes(draft: Draft, reader: Reader, key: str, needed: bool = True) -> list[int]:
    """The hexes of "B-H" or ["M1-Q1", "C4"], each once, in rising order."""
    found: set[int] = set()
    texts = reader.text_or_texts(key, None if needed else [])
    for number, text in enumerate(texts, start=1):
        place = reader.at(key) if isinstance(reader.raw(key), str) else f"{reader.at(key)}[{number}]"
        found.update(hexes_of(draft, reader, key, text, place))
    if draft.names and not found and reader.good(key) and (needed or texts or reader.has(key)):
        reader.wrong(key, "names no hex")
    return sorted(found)


def hexes_of(draft: Draft, reader: Reader, key: str, text: str, place: str) -> list[int]:
    """The hexes of one text, parts apart by commas."""
    if not draft.names:
        return []
    found: list[int] = []
    for part in text.split(","):
        hexes = hexes_in(part.strip(), draft.scenario.map, draft.names)
        if isinstance(hexes, str):
            reader.mark(key)
            reader.problems.add(place, hexes)
        else:
            found += hexes
    return list(dict.fromkeys(found))


def first_inner(draft: Draft, places: list[int]) -> str:
    """The name of the first of some hexes that is not at the edge of the map, or ""."""
    board = draft.scenario.map
    for place in places:
        column, row = divmod(place, board.rows)
        if 0 < column < board.columns - 1 and 0 < row < board.rows - 1:
            return name_of(draft, place)
    return ""


def can_stand(scenario: Scenario, place: int) -> bool:
    """TEC.river, S1.area Units stand anywhere but in water, unless all water is Clear."""
    return scenario.water_is_clear or scenario.map.terrain[place].passable


def name_of(draft: Draft, place: int) -> str:
    """The name of a hex."""
    return list(draft.names)[place]
