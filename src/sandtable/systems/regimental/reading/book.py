"""Reads the catalogues of data/: unit table, terrain, numbers, rules. They are checked like users' files."""

from functools import cache
from pathlib import Path

from sandtable.content.book import SOURCES, book_and_rules, entries, open_file
from sandtable.content.problems import Problems
from sandtable.content.reader import Reader
from sandtable.systems.regimental.state import book as printed

KEY = "regimental"
DATA = Path(__file__).parents[1] / "data"
BOOK_FILES = ("units.toml", "terrain.toml", "tables.toml")
MOST = 30  # no number of the book is larger
COMPANY_FLAGS = ("close_only", "defence_only", "engineers", "fire_support", "anti_aircraft")

book_bytes, rules = book_and_rules(DATA, BOOK_FILES)


@cache
def rulebook() -> printed.Rulebook:
    """Unit table, terrain, charts and numbers, read once."""
    problems = Problems("data")
    units, charts, tables = [open_file(DATA / name, problems) for name in BOOK_FILES]
    book = printed.Rulebook()
    for key, reader in entries(tables, "rates"):
        book.rates[key] = printed.Rate(key, reader.integer("normal", 0, MOST), reader.integer("strategic", 0, MOST))
    numbers = tables.table("numbers", needed=True)
    book.numbers = {key: numbers.integer(key, -MOST, MOST) for key in numbers.names()}
    for key, reader in entries(tables, "chart"):
        row = printed.Row(
            reader.integer("hits", 2, 6), reader.integer("pair", 0, 5), reader.one_of("rule", rules(), "rule")
        )
        book.chart[key] = row
    orders = tables.table("orders", needed=True)
    book.orders = {key: tuple(orders.words(key, printed.ORDERS, "order")) for key in orders.names()}
    for key, reader in entries(tables, "supply"):
        book.supply[key] = (reader.integer("strength", 0, MOST), reader.integer("support", 0, MOST))
    book.stands = {key: stand_type(key, reader, book) for key, reader in entries(units, "stands")}
    book.companies = {key: company_type(key, reader, book) for key, reader in entries(units, "companies")}
    book.terrain = {key: terrain(key, reader) for key, reader in entries(charts, "terrain")}
    for reader in (tables, units, charts):
        reader.done()
    problems.check()
    return book


def rate_of(reader: Reader, book: printed.Rulebook) -> printed.Rate:
    key = reader.one_of("rate", book.rates, "movement rate")
    return book.rates[key] if key else printed.Rate("", 0, 0)


def stand_type(key: str, reader: Reader, book: printed.Rulebook) -> printed.StandType:
    """3.1 One [stands.*] table."""
    reader.one_of("source", SOURCES, "source")
    return printed.StandType(
        key,
        reader.text("name"),
        reader.one_of("kind", printed.KINDS, "kind of stand"),
        reader.integer("sp", 1, MOST),
        reader.integer("dice", 0, MOST),
        rate_of(reader, book),
        reader.flag("armoured"),
        reader.one_of("rule", rules(), "rule"),
    )


def company_type(key: str, reader: Reader, book: printed.Rulebook) -> printed.CompanyType:
    """3.1 One [companies.*] table."""
    reader.one_of("source", SOURCES, "source")
    dice = reader.integer("dice", 0, MOST)
    rule = reader.one_of("rule", rules(), "rule")
    return printed.CompanyType(
        key,
        reader.text("name"),
        reader.text("short"),
        dice,
        rate_of(reader, book),
        rule,
        reader.integer("dice_armoured", 0, MOST, dice),
        reader.integer("dice_special", 0, MOST, dice),
        reader.one_of("rule_armoured", rules(), "rule", rule),
        *[reader.flag(key) for key in COMPANY_FLAGS],
    )


def terrain(key: str, reader: Reader) -> printed.Terrain:
    """TER One row of the terrain table."""
    name, letter, colour = reader.text("name"), reader.text("letter"), reader.text("colour")
    kind = printed.Terrain(key, name, letter, colour, reader.one_of("rule", rules(), "rule"))
    kind.halts = reader.flag("halts")
    kind.strategic = reader.flag("strategic", True)
    kind.river = reader.flag("river")
    kind.cover = reader.flag("cover")
    kind.blocks = reader.flag("blocks")
    kind.hill = reader.flag("hill")
    kind.die_less = reader.flag("die_less")
    return kind
