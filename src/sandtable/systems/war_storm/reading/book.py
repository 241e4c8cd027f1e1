"""Reads the catalogues of data/: counters, officers, terrain, charts, numbers, rules; checked like users' files."""

from functools import cache
from pathlib import Path

from sandtable.content.book import book_and_rules, entries, open_file
from sandtable.content.problems import Problems
from sandtable.content.reader import Reader
from sandtable.systems.war_storm.state.book import (
    MOVES,
    NO,
    ROLES,
    SIZES,
    CombatChart,
    Counter,
    OfficerType,
    Rulebook,
    Terrain,
)

KEY = "war_storm"
DATA = Path(__file__).parent.parent / "data"
BOOK_FILES = ("units.toml", "terrain.toml", "tables.toml")
KINDS = ("INF", "MG", "MTR", "CAV", "REC", "MOT", "AFV")
ARMS = ("infantry", "heavy weapons", "cavalry", "armour")
NATIONS = ("american", "german", "french", "soviet")
MOST = 30  # no number of the book is larger

book_bytes, rules = book_and_rules(DATA, BOOK_FILES)


@cache
def rulebook() -> Rulebook:
    """Counters, terrain, charts and numbers, read once."""
    problems = Problems("data")
    book = read_book(DATA, problems)
    problems.check()
    return book


def read_book(folder: Path, problems: Problems) -> Rulebook:
    """The catalogues in a folder; every mistake is noted."""
    book = Rulebook()
    tables = open_file(folder / "tables.toml", problems)
    numbers = tables.table("numbers", needed=True)
    book.numbers = {key: numbers.integer(key, -MOST, MOST) for key in numbers.names()}
    book.chart = read_chart(tables.table("chart", needed=True))
    book.first_loss = read_first_loss(tables)
    book.hand_to_hand = read_hand_to_hand(tables)
    units = open_file(folder / "units.toml", problems)
    for key, reader in entries(units, "platoons"):
        book.counters[key] = read_counter(key, reader, book)
    for key, reader in entries(units, "officers"):
        book.officers[key] = read_officer(key, reader, book)
    chart = open_file(folder / "terrain.toml", problems)
    for key, reader in entries(chart, "terrain"):
        book.terrain[key] = read_terrain(key, reader)
    step, extra = chart.table("step", needed=True), chart.table("extra", needed=True)
    book.steps = {key: read_costs(step, key) for key in ("road", "trail")}
    book.extra = {key: read_costs(extra, key) for key in ("minor-river", "uphill", "bocage")}
    spotting = chart.table("spotting", needed=True)
    book.crest_spotting = read_spotting(spotting.table("crest", needed=True))
    book.recon_spotting = read_spotting(spotting.table("recon", needed=True))
    for reader in (tables, units, chart):
        reader.done()
    return book


# Counters ----------------------------------------------------------------------------------------


def read_counter(key: str, reader: Reader, book: Rulebook) -> Counter:
    """3.1.d One [platoons.*] table. What losses leave of FF and AV is reckoned here, once."""
    name, nation = reader.text("name"), reader.one_of("nation", NATIONS, "nation")
    counter = Counter(key, name, nation, reader.one_of("kind", KINDS, "kind of platoon"))
    counter.short = reader.text("short")
    counter.art = reader.text("art")
    counter.also = tuple(reader.texts("also", []))
    counter.range = reader.integer("range", 0, MOST)
    counter.red = reader.flag("red")
    counter.mp = reader.integer("mp", 1, MOST)
    move = reader.one_of("movement", MOVES, "type of movement", "foot")
    counter.move = MOVES.index(move) if move else 0
    size = reader.one_of("size", SIZES, "size", "small")
    counter.size = SIZES.index(size) if size else 0
    counter.recon = counter.kind == "REC"
    counter.armoured = reader.flag("armoured")
    counter.transport = reader.flag("transport")
    full = reader.integer("ff", 0, MOST)
    counter.art_only = reader.flag("artillery") and not full
    if counter.transport:
        reduced = full // 2  # 7.4.2.b: rounded down, against 1.h
        if reader.has("reduced"):
            reader.wrong("reduced", "a platoon with intrinsic transport has no reduced side (3.1.c)")
    else:
        reduced = reader.integer("reduced", 0, MOST)
    counter.ff = (full, after_first_loss(full, book.first_loss), reduced)
    assault = reader.integer("av", 0, MOST)
    counter.av = (assault, max(assault - 1, 0), assault // 2)
    return counter


def after_first_loss(ff: int, table: tuple[tuple[int, int], ...]) -> int:
    """7.4.2.a The fire factor with one step lost.

    >>> after_first_loss(12, ((1, 1), (7, 2), (12, 3), (16, 4)))
    9
    """
    less = 0
    for least, amount in table:
        if ff >= least:
            less = amount
    return ff - less


def read_officer(key: str, reader: Reader, book: Rulebook) -> OfficerType:
    """3.2.d One [officers.*] table."""
    role = reader.one_of("role", ROLES, "role of an officer", "company")
    name, nation = reader.text("name"), reader.one_of("nation", NATIONS, "nation")
    officer = OfficerType(key, name, nation, ROLES.index(role) if role else 0)
    officer.rank = name.split()[0] if name else ""
    officer.kind = reader.one_of("arm", ARMS, "kind of officer", "infantry")
    officer.letter = reader.text("letter", "")
    if role == "company" and not officer.letter:
        reader.wrong("letter", "the officer of a company has a letter (3.e)")
    officer.morale = reader.integer("morale", 2, 12)
    officer.leadership = reader.integer("leadership", 0, 5)
    officer.command = reader.integer("range", 0, MOST)
    officer.mp = book.numbers.get("officer_mp", 0)
    return officer


# Terrain -----------------------------------------------------------------------------------------


def read_terrain(key: str, reader: Reader) -> Terrain:
    """5.1 One row of the Terrain Effects Chart and of the Spotting Chart."""
    name, letter, colour = reader.text("name"), reader.text("letter"), reader.text("colour")
    kind = Terrain(key, name, letter, colour, reader.one_of("rule", rules(), "rule"))
    kind.costs = read_costs(reader, "cost")
    kind.divisor = reader.integer("divisor", 1, MOST)
    kind.assault = reader.integer("assault", 0, MOST)
    kind.blocks = reader.flag("blocks")
    kind.low = reader.flag("low")
    kind.hinders = reader.flag("hinders")
    kind.spotting = read_spotting(reader)
    return kind


def read_costs(reader: Reader, key: str) -> tuple[int, int, int]:
    """6.5.a MP by type of movement; a type that is not named may not enter."""
    costs = reader.table(key, needed=True)
    foot, wheeled, tracked = (costs.integer(move, 0, MOST, NO) for move in MOVES)
    return (foot, wheeled, tracked)


def read_spotting(reader: Reader) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
    """5.2.e Stationary and moving, by size."""
    pairs = [reader.integers(size, 0, MOST, 2) for size in SIZES]
    return ((pairs[0][0], pairs[0][1]), (pairs[1][0], pairs[1][1]), (pairs[2][0], pairs[2][1]))


# Charts ------------------------------------------------------------------------------------------


def read_chart(reader: Reader) -> CombatChart:
    """chart.combat Columns of FF that rise, and a row of effects for each roll."""
    columns = whole_numbers(reader, "columns")
    if sorted(set(columns)) != columns:
        reader.wrong("columns", "must rise from left to right")
    rows = reader.raw("effects")
    found: list[tuple[int, ...]] = []
    for number, row in enumerate(rows if isinstance(rows, list) else [], start=1):
        if not isinstance(row, list) or len(row) != len(columns) or not all(type(each) is int for each in row):
            reader.wrong("effects", f"row {number} must have a whole number for each of the {len(columns)} columns")
        else:
            found.append(tuple(row))
    if not found:
        reader.wrong("effects", "is empty")
    return CombatChart(tuple(columns), tuple(found))


def whole_numbers(reader: Reader, key: str) -> list[int]:
    """A list of whole numbers, as many as there are."""
    value = reader.raw(key)
    count = len(value) if isinstance(value, list) else 1
    return reader.integers(key, 0, MOST, count)


def read_first_loss(tables: Reader) -> tuple[tuple[int, int], ...]:
    """7.4.2.a From which fire factor on, how much less."""
    rows = tables.tables("first_loss", needed=True)
    return tuple([(row.integer("from", 1, MOST), row.integer("less", 0, MOST)) for row in rows])


def read_hand_to_hand(tables: Reader) -> tuple[tuple[int, int, int], ...]:
    """15.2 From which difference on, what the lower and what the higher side loses."""
    rows = tables.tables("hand_to_hand", needed=True)
    keys = ("lower", "higher")
    found = [(row.integer("from", 0, MOST), *[row.integer(key, 0, MOST) for key in keys]) for row in rows]
    return tuple([(least, lower, higher) for least, lower, higher in found])
