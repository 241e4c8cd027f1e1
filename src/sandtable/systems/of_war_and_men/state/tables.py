"""Every number the rules name that is not on a card, from data/tables.toml; the rule of each stands there."""

from pathlib import Path

import msgspec

from sandtable.content.book import open_file
from sandtable.content.problems import Problems
from sandtable.content.reader import Reader

DATA = Path(__file__).parents[1] / "data"
MOST = 10  # no number of the book is larger


class Numbers(msgspec.Struct, frozen=True):
    """[numbers], by name."""

    soldiers: int
    fireteams: int
    actions: int
    hand: int
    redrawn: int
    transferred: int
    success: int
    double: int
    entrenched: int
    moving: int
    stealth: int
    flanking: int
    thick_smoke: int
    thin_smoke: int
    closer: int
    maneuvers: int
    shells: int
    light: int
    lit: int
    advantage: int
    truck_reach: int


class Tables(msgspec.Struct, frozen=True):
    """The whole file."""

    numbers: Numbers
    artillery: tuple[str, ...]  # 18.2.a: colours by the number flipped, from 1
    decks: tuple[int, ...]  # 11.4.c: by the number flipped, from 1, as the next three
    light: tuple[str, ...]
    sight: tuple[int, ...]
    goals: tuple[str, ...]
    trait_amounts: dict[str, int]
    trait_limits: dict[str, int]


def read_tables() -> Tables:
    """The file, checked like users' files."""
    problems = Problems("data")
    file = open_file(DATA / "tables.toml", problems)
    numbers = file.table("numbers", needed=True)
    artillery = file.table("artillery", needed=True)
    mission = file.table("random_mission", needed=True)
    tables = Tables(
        Numbers(*[numbers.integer(name, -MOST, MOST) for name in Numbers.__struct_fields__]),
        tuple(artillery.texts("strength")),
        tuple(mission.integers("decks", 1, MOST, 4)),
        tuple(mission.texts("light")),
        tuple(mission.integers("sight", 0, MOST, 6)),
        tuple(mission.texts("goal")),
        by_name(file.table("trait_amounts", needed=True)),
        by_name(file.table("trait_limits", needed=True)),
    )
    file.done()
    problems.check()
    return tables


def by_name(reader: Reader) -> dict[str, int]:
    return {name: reader.integer(name, -MOST, MOST) for name in reader.names()}


TABLES = read_tables()
NUMBERS = TABLES.numbers
AMOUNTS, LIMITS = TABLES.trait_amounts, TABLES.trait_limits
