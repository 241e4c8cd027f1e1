"""Reads Missions (8) and scenarios: a Mission at a level of play for two to four players."""

from sandtable.content.files import digest, read_toml
from sandtable.content.header import Source, declared_keys
from sandtable.content.problems import quoted
from sandtable.content.reader import Reader
from sandtable.systems.of_war_and_men.reading.book import KEY, book_bytes, rulebook
from sandtable.systems.of_war_and_men.reading.maps import RANDOM, Ground, read_ground
from sandtable.systems.of_war_and_men.reading.squad_files import read_squads
from sandtable.systems.of_war_and_men.reading.switches import NEEDS, check_switches, read_places, read_values
from sandtable.systems.of_war_and_men.rules.squads import cheapest_leader
from sandtable.systems.of_war_and_men.state.book import COLOURS
from sandtable.systems.of_war_and_men.state.scenario import (
    ALLIES,
    AXIS,
    LEVELS,
    MOON,
    SIDES,
    SNOW,
    Mission,
    Scenario,
    SeatSpec,
)
from sandtable.systems.of_war_and_men.state.tables import DATA, NUMBERS

MISSIONS = DATA / "missions"

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


def scenario_from(source: Source) -> Scenario | None:
    """A scenario from its file; the Mission is ours by key, or written in the file."""
    reader = source.open(KEY)
    name = reader.text("name")
    level = reader.word("level", "level of play")
    players = reader.integer("players")
    date = reader.text("date")
    squads = max(sum(seat.squads for seat in TABLES[players] if seat.side == side) for side in (AXIS, ALLIES))
    parts = [source.content, *book_bytes()]
    mission = None
    if isinstance(reader.raw("mission"), str):
        key = reader.one_of("mission", mission_keys(), "Mission")
        opened = read_toml(MISSIONS / f"{key}.toml", source.problems) if key else None
        if opened is not None:
            here = source.problems.elsewhere(f"data/missions/{key}.toml")
            inner = Reader(opened[0], "", here, declared_keys(KEY), "mission")
            mission = mission_from(inner, key, squads)
            inner.done()
            parts.append(opened[1])
    elif reader.has("mission"):
        mission = mission_from(reader.table("mission"), source.id.rpartition("/")[2], squads)
    else:
        reader.table("mission", needed=True)
    if mission is not None and players > 2 and "two players" in mission.switches:
        reader.wrong("players", f"{mission.name} is for two players only")
    handicap = read_handicap(reader.table("handicap"), mission, squads)
    given = read_squads(reader, rulebook(), mission, TABLES[players])
    reader.done()
    if mission is None or source.problems:
        return None
    rank = [each.lower() for each in LEVELS].index(level)
    return Scenario(
        source.id,
        name,
        rank,
        mission,
        TABLES[players],
        rulebook(),
        digest(*parts),
        date,
        squads=given,
        handicap=handicap,
    )


def read_handicap(reader: Reader, mission: Mission | None, squads: int) -> tuple[int, int]:
    """8.11, 3.7 Squad points that a side goes without; a Leader for each squad must be left."""
    found = [reader.integer(side) for side in SIDES]
    least = squads * cheapest_leader(rulebook())
    for side, points in zip(SIDES, found, strict=True):
        if points and mission is not None and mission.points - points < least:
            reader.wrong(side, f"is {points}; of {mission.points} squad points {least} must be left for Leaders")
    return found[AXIS], found[ALLIES]


def mission_from(reader: Reader, key: str, squads: int = 1) -> Mission | None:
    """8.1-8.14 A Mission card, for so many squads of a side."""
    ground = read_ground(reader, rulebook())
    starts = reader.table("starts", needed=True)
    named = reader.table("places")
    valued = reader.table("values")
    fireteams = reader.integer("fireteams", most=NUMBERS.fireteams)
    if fireteams < squads and reader.good("fireteams"):
        reader.wrong("fireteams", f"must be {squads} at least: each squad of a side has one")
    switches = tuple(reader.words("switches", NEEDS, "switch"))
    check_switches(reader, switches)
    values = read_values(valued, switches)
    places: dict[str, tuple[int, ...]] = {}
    cells: list[tuple[int, ...]] = [(), ()]
    if ground is None:  # all else is checked, and nothing is said about positions
        for table in (starts, named):
            table.names()
    else:
        if RANDOM in ground.codes and "random mission" not in switches:
            reader.wrong("map", f"{quoted(RANDOM)} needs the switch 'random mission'")
        cells = [ground.cells(starts, side) for side in SIDES]
        places = read_places(named, switches, ground, fireteams)
        check_starts(starts, cells, ground, fireteams, "practice" in switches)
    points = reader.integer("squad_points")
    if reader.good("squad_points") and points < squads * cheapest_leader(rulebook()):
        reader.wrong("squad_points", f"{points} are too few: each squad needs a Leader")
    visibility = reader.word("visibility", "visibility")
    wind = reader.word("wind", "colour")
    mission = Mission(
        key,
        reader.integer("number"),
        reader.text("name"),
        ground.columns if ground else 0,
        ground.rows if ground else 0,
        tuple(ground.codes) if ground else (),
        (cells[AXIS], cells[ALLIES]),
        points,
        reader.integer("decks"),
        visibility,
        reader.integer("sight") if visibility in (MOON, SNOW) else 0,
        COLOURS.index(wind) if wind else -1,
        reader.word("operation", "Combat Operation"),
        tuple(reader.texts("goals")),
        reader.text("background"),
        reader.flag("at_the_ready"),
        fireteams,
        switches,
        values,
        places,
    )
    return mission if ground else None


def check_starts(
    reader: Reader, starts: list[tuple[int, ...]], ground: Ground, fireteams: int, practice: bool
) -> None:
    """8.12 Every Fireteam finds a position of its own on or next to the indicated cards of its side; BC.8 on them."""
    places = []
    for indicated in starts:
        near = {cell for start in indicated for cell in (start, *(() if practice else ground.around[start]))}
        places.append({cell for cell in near if ground.may_start(cell)})
    for side, found in zip(SIDES, places, strict=True):
        if len(found) < fireteams and reader.good(side):
            reader.wrong(side, f"leaves {len(found)} positions for {fireteams} Fireteams")
    if len(places[AXIS] | places[ALLIES]) < 2 * fireteams and all(reader.good(side) for side in SIDES):
        reader.problems.add(
            reader.place, f"leave both sides together too few positions for {fireteams} Fireteams each"
        )
