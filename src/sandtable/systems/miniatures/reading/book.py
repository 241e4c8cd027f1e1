"""Reads the catalogues of data/: weapons, vehicles, terrain, numbers, rules. They are checked like users' files."""

from functools import cache
from pathlib import Path

from sandtable.content.book import SOURCES, book_and_rules, entries, open_file
from sandtable.content.problems import Problems
from sandtable.content.reader import Reader, described
from sandtable.systems.miniatures.state import book as printed
from sandtable.table.event import Modifier

KEY = "miniatures"
DATA = Path(__file__).parents[1] / "data"
BOOK_FILES = ("weapons.toml", "vehicles.toml", "terrain.toml", "tables.toml")
SHAPES = ("area", "line")
SIGHTS = ("none", "past", "tall", "hill")
INCH = 100
MOST_INCHES = 200
MOST = 1000  # no number of the book is larger

Sizes = dict[str, int]

book_bytes, rules = book_and_rules(DATA, BOOK_FILES)


@cache
def rulebook() -> printed.Rulebook:
    """Weapons, vehicles, terrain and numbers, read once."""
    return read_book(DATA)


def read_book(folder: Path) -> printed.Rulebook:
    """The rulebook in a folder; raises ContentError with everything that is wrong with it."""
    problems = Problems("data")
    book = printed.Rulebook()
    files = {name: open_file(folder / name, problems) for name in BOOK_FILES}
    tables = files["tables.toml"]
    read_tables(book, tables)
    bases, moves = lengths(tables, "bases"), lengths(tables, "moves")
    book.numbers["leader_radius"] = bases.get("leader", 0)
    for key, reader in entries(files["weapons.toml"], "weapons"):
        book.weapons[key] = carried = weapon(key, reader)
        if carried.kind != printed.TANK:
            book.types[key] = stand(carried, reader, bases, moves)
    for key, reader in entries(files["vehicles.toml"], "vehicles"):
        book.types[key] = vehicle(key, reader, book, bases, moves)
    book.terrain = {key: terrain(key, reader) for key, reader in entries(files["terrain.toml"], "terrain")}
    for reader in files.values():
        reader.done()
    problems.check()
    return book


# Lengths -----------------------------------------------------------------------------------------


def hundredths(value: object) -> int | str:
    """Inches as they are written (6, 26.5) in hundredths; a sentence about what is wrong otherwise.

    >>> hundredths(26.5), hundredths(0.333)
    (2650, 'must be whole hundredths of an inch, but is the decimal number 0.333')
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"must be a number of inches, but is {described(value)}"
    if not 0 <= value <= MOST_INCHES:
        return f"must be from 0 to {MOST_INCHES} inches, but is {described(value)}"
    scaled = round(value * INCH)
    if abs(scaled - value * INCH) > 1e-6:
        return f"must be whole hundredths of an inch, but is {described(value)}"
    return scaled


def inches(reader: Reader, key: str, default: int | None = None) -> int:
    """A length in hundredths of an inch."""
    value = reader.raw(key)
    if value is None:
        if default is None:
            reader.wrong(key, "is missing")
        return default or 0
    found = hundredths(value)
    if isinstance(found, str):
        reader.wrong(key, found)
        return 0
    return found


def lengths(file: Reader, key: str) -> Sizes:
    """A table of lengths by name."""
    reader = file.table(key, needed=True)
    return {name: inches(reader, name) for name in reader.names()}


# The catalogues ----------------------------------------------------------------------------------


def known_rule(reader: Reader) -> str:
    return reader.one_of("rule", rules(), "rule")


def place_of(reader: Reader, key: str, words: tuple[str, ...], what: str, default: str | None = None) -> int:
    """The place of a word among those known; the first after a mistake."""
    word = reader.one_of(key, words, what, default)
    return words.index(word) if word else 0


def read_tables(book: printed.Rulebook, file: Reader) -> None:
    """tables.toml: every number that belongs to no weapon, vehicle or terrain."""
    for key, reader in entries(file, "training"):
        check, to_hit = reader.integer("check", 2, 6), reader.integer("to_hit", 2, 6)
        book.training[key] = printed.Training(key, reader.text("name"), check, to_hit)
    numbers = file.table("numbers", needed=True)
    book.numbers = {key: numbers.integer(key, 1, MOST) for key in numbers.names()} | lengths(file, "distances")
    for key, reader in entries(file, "modifiers"):
        book.modifiers[key] = Modifier(reader.integer("amount", -6, 6), reader.text("label"), known_rule(reader))
    for key, reader in entries(file, "saves"):
        book.saves[key] = printed.Save(reader.integer("open", 2, 6), reader.integer("hard", 2, 6), known_rule(reader))
    for reader in file.tables("suppression", needed=True):
        book.suppression.append((reader.integer("percent", 1, 100), reader.integer("amount", 1, 6)))
    for reader in file.tables("second_wind", needed=True):
        row = (reader.integer("units", 1, MOST), reader.integer("second_roll", 0, 6), known_rule(reader))
        book.second_wind.append(row)


def weapon(key: str, reader: Reader) -> printed.Weapon:
    """16 One [weapons.*] table."""
    found = printed.Weapon(
        key,
        reader.text("name"),
        place_of(reader, "kind", printed.KINDS, "kind of Team"),
        inches(reader, "range"),
        reader.integer("fp", 0, 10),
        reader.integer("ta", 0, 6, 0),
        reader.flag("at"),
        "16.1",
    )
    found.barrage_fp = reader.integer("barrage_fp", 1, 10, 0)
    found.barrage = found.barrage_fp > 0
    found.as_infantry = reader.flag("as_infantry")
    found.over_friends = reader.flag("over_friends")
    found.shield = reader.flag("shield")
    found.rerolls_range_in = reader.flag("rerolls_range_in")
    return found


def stand(weapon: printed.Weapon, reader: Reader, bases: Sizes, moves: Sizes) -> printed.TeamType:
    """2.2, 16.1 An Infantry or Gun Team is what its weapon makes it."""
    on_foot = weapon.kind == printed.INFANTRY or weapon.as_infantry
    size = "infantry" if on_foot else "gun"
    rule = "16.1" if weapon.as_infantry else "2.2"
    code = reader.text("code")
    found = printed.TeamType(weapon.key, weapon.name, code, weapon.kind, bases.get(size, 1), moves.get(size, 0), rule)
    found.as_infantry = on_foot
    found.mounts = (printed.Mount(weapon, printed.OWN),)
    return found


def vehicle(key: str, reader: Reader, book: printed.Rulebook, bases: Sizes, moves: Sizes) -> printed.TeamType:
    """17 One [vehicles.*] table."""
    reader.one_of("source", SOURCES, "source")
    radius = bases.get(reader.one_of("base", bases, "base"), 1)
    move = inches(reader, "move", moves.get("tank", 0))
    found = printed.TeamType(
        key, reader.text("name"), reader.text("code"), printed.TANK, radius, move, known_rule(reader)
    )
    found.armored = reader.has("front")
    found.soft_skinned = not found.armored
    found.front = reader.integer("front", 2, 6, printed.NO_SAVE)
    found.flank = reader.integer("flank", 2, 6, printed.NO_SAVE)
    found.turret = reader.flag("turret")
    found.skirts = reader.flag("skirts")
    found.wide_tracks = reader.flag("wide_tracks")
    mounted: list[printed.Mount] = []
    for place, word in enumerate(printed.MOUNTS):
        carried = reader.one_of(word, book.weapons, "weapon", "") if place != printed.OWN else ""
        if carried:
            mounted.append(printed.Mount(book.weapons[carried], place))
    found.mounts = tuple(mounted)
    return found


def terrain(key: str, reader: Reader) -> printed.Terrain:
    """TER One kind of terrain."""
    found = printed.Terrain(
        key, reader.text("name"), reader.text("letter"), reader.text("colour"), known_rule(reader)
    )
    found.text = reader.text("text")
    found.line = reader.one_of("shape", SHAPES, "shape") == "line"
    sight = reader.one_of("sight", SIGHTS, "way to block sight", "none")
    found.area, found.tall, found.hill = sight == "past", sight == "tall", sight == "hill"
    found.cover = place_of(reader, "cover", printed.COVERS, "cover", "open")
    found.going = place_of(reader, "going", printed.GOINGS, "going", "clear")
    found.closed_to_guns = reader.flag("closed_to_guns")
    found.height = inches(reader, "height", 0)
    return found
