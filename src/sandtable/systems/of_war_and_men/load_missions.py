"""Reads Missions (8) and scenarios: a Mission at a level of play for two to four players."""

from pathlib import Path

from sandtable.content.drafts import read_system
from sandtable.content.files import digest, read_toml
from sandtable.content.problems import Problems
from sandtable.content.reader import Reader
from sandtable.systems.of_war_and_men.book import COLOURS, Rulebook
from sandtable.systems.of_war_and_men.load_book import KEY, book_bytes, rulebook
from sandtable.systems.of_war_and_men.scenario import (
    ALLIES,
    AXIS,
    LEVELS,
    MOON,
    OPERATIONS,
    SIDES,
    SNOW,
    SUN,
    SWITCHES,
    Mission,
    Scenario,
    SeatSpec,
)
from sandtable.systems.of_war_and_men.sight import neighbours
from sandtable.systems.of_war_and_men.squads import cheapest_leader
from sandtable.systems.of_war_and_men.tables import DATA, NUMBERS

MISSIONS = DATA / "missions"
CODES = (".", "F", "T", "X")
MOST_CELLS = 12  # columns or rows
MOST = 200

# 10.1 Two to four players; of three the Axis player runs two squads.
TABLES = {
    2: (SeatSpec("axis", "Axis", AXIS), SeatSpec("allies", "Allies", ALLIES)),
    3: (
        SeatSpec("axis", "Axis", AXIS, 2),
        SeatSpec("allies", "Allies", ALLIES),
        SeatSpec("allies-2", "Allies, second player", ALLIES),
    ),
    4: (
        SeatSpec("axis", "Axis", AXIS),
        SeatSpec("allies", "Allies", ALLIES),
        SeatSpec("axis-2", "Axis, second player", AXIS),
        SeatSpec("allies-2", "Allies, second player", ALLIES),
    ),
}


def mission_keys() -> list[str]:
    return sorted(path.stem for path in MISSIONS.glob("*.toml"))


def scenario_from(
    table: dict[str, object], content: bytes, id: str, folder: Path | None, problems: Problems
) -> Scenario | None:
    """A scenario from its file; the Mission is ours by key, or written in the file."""
    reader = Reader(table, "", problems)
    read_system(reader, KEY)
    name = reader.text("name")
    level = reader.one_of("level", [each.lower() for each in LEVELS[1:]], "level of play")
    players = reader.integer("players", 2, 4, 2)
    parts = [content, *book_bytes()]
    if isinstance(reader.raw("mission"), str):
        key = reader.one_of("mission", mission_keys(), "Mission")
        opened = read_toml(MISSIONS / f"{key}.toml", problems) if key else None
        mission = None
        if opened is not None:
            inner = Reader(opened[0], "", problems.elsewhere(f"data/missions/{key}.toml"))
            mission = mission_from(inner, key)
            inner.done()
            parts.append(opened[1])
    else:
        mission = mission_from(reader.table("mission", needed=True), id.rpartition("/")[2])
    if mission is not None and players > 2 and "two players" in mission.switches:
        reader.wrong("players", f"{mission.name} is for two players only")
    squads = max(sum(seat.squads for seat in TABLES[players] if seat.side == side) for side in (AXIS, ALLIES))
    if mission is not None and mission.points < squads * cheapest_leader(rulebook()):
        reader.wrong("mission", f"{mission.points} squad points are too few: each squad needs a Leader")
    reader.done()
    if mission is None or problems:
        return None
    rank = [each.lower() for each in LEVELS].index(level)
    return Scenario(id, name, rank, mission, TABLES[players], rulebook(), digest(*parts))


def mission_from(reader: Reader, key: str) -> Mission | None:
    """8.1-8.14 A Mission card."""
    book = rulebook()
    rows = [line.split() for line in reader.text("map", lines=True).strip().splitlines()]
    columns = len(rows[0]) if rows else 0
    if not rows or not 1 <= columns <= MOST_CELLS or len(rows) > MOST_CELLS or any(len(r) != columns for r in rows):
        reader.wrong("map", f"must be rows of equally many codes, at most {MOST_CELLS} by {MOST_CELLS}")
        return None
    codes = [code for row in rows for code in row]
    for code in codes:
        if code not in CODES and code not in book.mission_cards:
            reader.unknown("map", "position", code, [*CODES, *book.mission_cards])
    grid = Names(columns, len(rows))
    starts = reader.table("starts", needed=True)
    named = reader.table("places")
    values = reader.table("values")
    fireteams = reader.integer("fireteams", 1, NUMBERS.fireteams, NUMBERS.fireteams)
    cells = [grid.cells(starts, side) for side in SIDES]
    switches = tuple(reader.words("switches", SWITCHES, "switch"))
    check_starts(starts, cells, codes, columns, fireteams, "practice" in switches)
    visibility = reader.one_of("visibility", (SUN, MOON, SNOW), "visibility")
    wind = reader.one_of("wind", COLOURS, "colour", "")
    return Mission(
        key,
        reader.integer("number", 1, 99, 99),
        reader.text("name"),
        columns,
        len(rows),
        tuple(codes),
        (cells[AXIS], cells[ALLIES]),
        reader.integer("squad_points", 1, MOST),
        reader.integer("decks", 1, 9),
        visibility,
        reader.integer("sight", 1, 9) if visibility in (MOON, SNOW) else 0,
        COLOURS.index(wind) if wind else -1,
        reader.one_of("operation", OPERATIONS, "Combat Operation"),
        tuple(reader.texts("goals")),
        reader.text("background", "", lines=True),
        reader.flag("at_the_ready"),
        fireteams,
        switches,
        {name: values.integer(name, -MOST, MOST) for name in values.names()},
        {name: grid.cells(named, name) for name in named.names()},
    )


def check_starts(
    reader: Reader, starts: list[tuple[int, ...]], codes: list[str], columns: int, fireteams: int, practice: bool
) -> None:
    """8.12 Every Fireteam finds a position of its own on or next to the indicated cards of its side; BC.8 on them."""
    book = rulebook()
    around = neighbours(columns, len(codes) // columns)
    places = []
    for indicated in starts:
        near = {cell for start in indicated for cell in (start, *(() if practice else around[start]))}
        places.append({cell for cell in near if codes[cell] in (".", "F") or is_dry(codes[cell], book)})
    for side, found in zip(SIDES, places, strict=True):
        if len(found) < fireteams:
            reader.wrong(side, f"leaves {len(found)} positions for {fireteams} Fireteams")
    if len(places[AXIS] | places[ALLIES]) < 2 * fireteams:
        reader.problems.add(
            reader.place, f"leave both sides together too few positions for {fireteams} Fireteams each"
        )


def is_dry(code: str, book: Rulebook) -> bool:
    """A mission card that can be entered."""
    return code in book.mission_cards and not book.mission_cards[code].no_movement


class Names:
    """Cells by name: columns A, B … from the west, rows 1, 2 … from the north."""

    def __init__(self, columns: int, rows: int) -> None:
        self.index = {
            f"{chr(ord('A') + column)}{row + 1}": row * columns + column
            for row in range(rows)
            for column in range(columns)
        }

    def cells(self, reader: Reader, key: str) -> tuple[int, ...]:
        """A list of cells."""
        return tuple([self.index[name] for name in reader.words(key, self.index, "position")])
