"""Reads [[squads]]: the soldiers and Fireteams of a battle under way, where nobody chooses them."""

from sandtable.content.problems import quoted
from sandtable.content.reader import Reader
from sandtable.systems.of_war_and_men.state.book import Rulebook
from sandtable.systems.of_war_and_men.state.scenario import Mission, SeatSpec, SquadSpec, TeamSpec


def read_squads(
    root: Reader, book: Rulebook, mission: Mission | None, seats: tuple[SeatSpec, ...]
) -> tuple[SquadSpec, ...]:
    """10.5 At most as many squads for a seat as it has, each of a division of its side."""
    found: list[SquadSpec] = []
    taken: dict[int, int] = {}  # positions, and the side that stands there
    for reader in root.tables("squads", most=8):
        key = reader.one_of("seat", [seat.key for seat in seats], "seat")
        seat = next((each for each in seats if each.key == key), None)
        division = book.divisions.get(reader.one_of("division", book.divisions, "division"))
        if seat is not None and sum(squad.seat == key for squad in found) >= seat.squads:
            reader.wrong("seat", f"{quoted(key)} has its squad already")
        if seat is not None and division is not None and seat.side not in division.sides:
            reader.wrong("division", f"{division.name} does not fight on the side of {quoted(key)}")
        if division is not None and any(squad.division == division.key for squad in found):
            reader.wrong("division", f"{division.name} is named twice")
        known = [card.id for card in division.soldiers] if division is not None else []
        teams = read_teams(reader, known, mission, seat.side if seat is not None else 0, taken)
        if seat is not None and division is not None:
            found.append(SquadSpec(key, division.key, teams))
    return tuple(found)


def read_teams(
    reader: Reader, known: list[str], mission: Mission | None, side: int, taken: dict[int, int]
) -> tuple[TeamSpec, ...]:
    """8.14 The Fireteams of a squad, each on a position without enemies."""
    rows = reader.tables("fireteams", needed=True, most=8)
    if mission is not None and len(rows) > mission.fireteams:
        reader.wrong("fireteams", f"there are {len(rows)}, but the Mission allows {mission.fireteams}")
    teams: list[TeamSpec] = []
    used: list[str] = []
    for each in rows:
        names = position_names(mission)
        word = each.text("at")
        if word and mission is not None and word not in names:
            each.unknown("at", "position", word, names)
        cell = names.get(word, 0)
        if each.good("at") and taken.setdefault(cell, side) != side:
            each.wrong("at", f"an enemy Fireteam stands on {word}")
        soldiers = each.words("soldiers", known, "soldier of this division") if known else each.texts("soldiers")
        if not soldiers and each.good("soldiers"):
            each.wrong("soldiers", "is empty: a Fireteam has at least one soldier")
        for name in soldiers:
            if name in used:
                each.wrong("soldiers", f"{quoted(name)} is named twice")
            used.append(name)
        conditions = [
            tuple(each.words(key, soldiers, "soldier of this Fireteam")) for key in ("suppressed", "wounded")
        ]
        teams.append(TeamSpec(cell, tuple(soldiers), conditions[0], conditions[1]))
    return tuple(teams)


def position_names(mission: Mission | None) -> dict[str, int]:
    """The positions of the map by name: A1, B1 …"""
    if mission is None:
        return {}
    columns = mission.columns
    return {f"{chr(ord('A') + cell % columns)}{cell // columns + 1}": cell for cell in range(columns * mission.rows)}
