"""Reads the catalogues of data/: counters, charts, numbers, rules. They are checked like users' files."""

from functools import cache
from pathlib import Path

from sandtable.content.book import SOURCES, book_and_rules, entries, open_file
from sandtable.content.problems import Problems
from sandtable.content.reader import Reader
from sandtable.systems.nations_at_war.state.counters import (
    AircraftType,
    Face,
    HqType,
    SupportWeapon,
    Terrain,
    UnitType,
    Weapon,
)
from sandtable.systems.nations_at_war.state.scenario import Rulebook

KEY = "nations_at_war"
DATA = Path(__file__).parents[1] / "data"
BOOK_FILES = ("units.toml", "terrain.toml", "tables.toml")

KINDS = ("afv", "infantry", "armored_infantry", "engineer", "gun", "mortar", "truck")
SYMBOLS = ("infantry", "engineer", "armored_infantry", "gun", "mortar", "truck")
MOST = 30  # no factor or range is larger

book_bytes, rules = book_and_rules(DATA, BOOK_FILES)


@cache
def rulebook() -> Rulebook:
    """Counters, charts and numbers, read once."""
    problems = Problems("data")
    units, charts, tables = [open_file(DATA / name, problems) for name in BOOK_FILES]
    book = Rulebook()
    book.units = {each: unit_type(each, reader) for each, reader in entries(units, "units")}
    book.hqs = {each: hq_type(each, reader, book) for each, reader in entries(units, "hqs")}
    book.weapons = {each: support_weapon(each, reader) for each, reader in entries(units, "weapons")}
    book.aircraft = {each: aircraft_type(each, reader) for each, reader in entries(units, "aircraft")}
    book.terrain = {each: terrain(each, reader) for each, reader in entries(charts, "terrain")}
    book.markers = {each: terrain(each, reader) for each, reader in entries(charts, "markers")}
    numbers = tables.table("numbers", needed=True)
    book.numbers = {each: numbers.integer(each, -MOST, MOST) for each in numbers.names()}
    for reader in (units, charts, tables):
        reader.done()
    problems.check()
    for unit in book.units.values():
        for side in unit.sides:
            for face in side:
                face.farthest = farthest(face, book.numbers["extended_times"])
    return book


def farthest(face: Face, times: int) -> int:
    """5.1.4.a, 5.1.5.1 The farthest that any weapon of a counter's side reaches."""
    weapons = [weapon for weapon in (face.ap, face.he) if weapon is not None]
    return max([weapon.range * (1 if weapon.underlined else times) for weapon in weapons], default=0)


def unit_type(key: str, reader: Reader) -> UnitType:
    """2.4 One [units.*] table."""
    noted(reader)
    name = reader.text("name")
    kind = reader.one_of("kind", KINDS, "kind of unit")
    steps = reader.integer("steps", 1, 2, 2)
    symbol = "" if kind == "afv" else kind
    full = face(reader.table("full", needed=True), name, symbol)
    reduced = face(reader.table("reduced", needed=True), name, symbol) if steps == 2 else full
    carried_full: Face | None = None
    carried_reduced: Face | None = None
    if reader.has("transport_full") or reader.has("transport_reduced"):
        carried_full = face(reader.table("transport_full", needed=True), name, "")
        carried_reduced = carried_full
        if steps == 2:
            carried_reduced = face(reader.table("transport_reduced", needed=True), name, "")
    recon = reader.flag("recon")
    smoke_level = reader.integer("smoke_level", 0, 2, 1 if kind == "mortar" else 0)  # 2.5.5.2.a
    return UnitType(key, name, kind, steps, recon, smoke_level, full, reduced, carried_full, carried_reduced)


def face(reader: Reader, name: str, symbol: str) -> Face:
    """2.4 One side of a counter. Armour and a symbol exclude each other (2.2)."""
    armor = reader.table("armor")
    assault = reader.table("assault")
    armored = reader.has("armor")
    fights = reader.has("assault")
    symbol = reader.one_of("symbol", SYMBOLS, "symbol", symbol)
    if armored == bool(symbol):
        reader.problems.add(reader.place, "a face has either armor or a symbol (2.2)")
    return Face(
        reader.text("name", name),
        symbol,
        weapon(reader, "ap"),
        weapon(reader, "he"),
        weapon(reader, "aa"),
        armor.integer("dice", 1, MOST) if armored else 0,
        armor.integer("save", 2, 6) if armored else 0,
        armor.flag("augmented"),
        assault.integer("dice", 1, MOST) if fights else 0,
        assault.integer("to_hit", 2, 6) if fights else 0,
        assault.flag("augmented"),
        fights and assault.flag("starts", True),
        reader.integer("mf", 0, MOST),
        reader.flag("mf_asterisk"),
        reader.flag("circled"),
    )


def weapon(reader: Reader, key: str) -> Weapon | None:
    """2.4 Firepower, range and To-Hit of a face, if it has them."""
    if not reader.has(key):
        return None
    group = reader.table(key)
    return Weapon(
        group.integer("firepower", 1, MOST),
        group.integer("range", 1, MOST),
        group.integer("to_hit", 2, 6),
        group.flag("underlined"),
        group.flag("augmented"),
    )


def hq_type(key: str, reader: Reader, book: Rulebook) -> HqType:
    """2.5.6 One [hqs.*] table."""
    noted(reader)
    return HqType(
        key,
        reader.text("name"),
        reader.one_of("unit_type", book.units, "unit"),
        reader.flag("vehicle", None),
        reader.flag("sub"),
        reader.integer("morale", 2, 12),
        steps(reader, "leadership"),
        steps(reader, "command"),
    )


def steps(reader: Reader, key: str) -> tuple[int, int]:
    """A value of an HQ by its steps: reduced, full."""
    group = reader.table(key, needed=True)
    return (group.integer("reduced", 0, MOST), group.integer("full", 0, MOST))


def support_weapon(key: str, reader: Reader) -> SupportWeapon:
    """2.7 One [weapons.*] table."""
    noted(reader)
    name = reader.text("name")
    ap, he = reader.table("ap"), reader.table("he")
    return SupportWeapon(
        key,
        name,
        ap.integer("firepower", 0, MOST, 0),
        ap.integer("range", 0, MOST, 0),
        ap.flag("plus"),
        he.integer("firepower", 0, MOST, 0),
        he.integer("range", 0, MOST, 0),
        he.flag("plus"),
    )


def aircraft_type(key: str, reader: Reader) -> AircraftType:
    """10.1, RP One [aircraft.*] table: ground attack dice, or reconnaissance."""
    noted(reader)
    name = reader.text("name")
    recon = reader.flag("recon", None)
    attack = reader.table("ga", needed=not recon)
    return AircraftType(key, name, recon, attack.integer("firepower", 0, MOST, 0), attack.integer("to_hit", 2, 6, 0))


def terrain(key: str, reader: Reader) -> Terrain:
    """TEC, CTEC One row of a chart."""
    noted(reader)
    name = reader.text("name")
    dice, cost, conceals = reader.table("dice"), reader.table("cost"), reader.table("conceals")
    return Terrain(
        key,
        name,
        reader.one_of("rule", rules(), "rule"),
        reader.text("letter", ""),
        dice.integer("soft", 0, MOST, 0),
        dice.integer("hard", 0, MOST, 0),
        reader.integer("hill_dice", 0, MOST, 0),
        cost.integer("soft", 0, MOST, 0),
        cost.integer("hard", 0, MOST, 0),
        reader.flag("passable", True),
        conceals.flag("soft"),
        conceals.flag("hard"),
        reader.flag("hill"),
        reader.flag("blocks"),
        reader.flag("degrades"),
    )


def noted(reader: Reader) -> None:
    """Where values come from is for the eye: source, and what the book quotes."""
    reader.one_of("source", SOURCES, "source")
    reader.text("quoted", "")
