"""A battle under way as the text of a scenario. Soldiers are chosen by the players, so what is left is the ground."""

from typing import Any

from sandtable.geometry.hexes import letters
from sandtable.systems.of_war_and_men.state.book import COLOURS
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.systems.of_war_and_men.state.scenario import SIDES, Mission
from sandtable.table.position import Position, present


def position(b: Battle, values: dict[str, Any]) -> Position:
    """The Mission with Fireteams that start where they stand now, and the decks that are left."""
    mission = b.mission
    wide = max(len(code) for code in mission.map) + 1
    rows = [mission.map[row * mission.columns : (row + 1) * mission.columns] for row in range(mission.rows)]
    written: dict[str, Any] = {
        "name": mission.name,
        "number": mission.number,
        "map": "".join("".join(code.ljust(wide) for code in row).rstrip() + "\n" for row in rows),
        "squad_points": mission.points,
        "decks": max(1, b.decks_left),
        "visibility": mission.visibility,
        "operation": mission.operation,
        "fireteams": mission.fireteams,
        "goals": list(mission.goals),
    }
    written |= {"sight": mission.sight} if mission.sight else {}
    written |= {"wind": COLOURS[mission.wind]} if mission.wind >= 0 else {}
    written |= {"background": mission.background} if mission.background else {}
    written |= {"at_the_ready": True} if mission.at_the_ready else {}
    written |= {"switches": list(mission.switches)} if mission.switches else {}
    starts = {}
    for side, key in enumerate(SIDES):
        cells = sorted({team.cell for team in b.teams if not team.gone and team.cell >= 0 and b.side(team) == side})
        cells = [cell for cell in cells if mission.map[cell] != "X"]
        starts[key] = [name_of(mission, cell) for cell in cells or mission.starts[side]]
    written["starts"] = starts
    if mission.places:
        written["places"] = {key: [name_of(mission, cell) for cell in cells] for key, cells in mission.places.items()}
    if mission.values:
        written["values"] = dict(mission.values)
    told = [
        (True, "Files name no soldiers: the players choose them anew."),
        (True, "Terrain cards that were played, tokens and hands are not written."),
    ]
    return Position({"mission": written}, present(told))


def name_of(mission: Mission, cell: int) -> str:
    return f"{letters(cell % mission.columns)}{cell // mission.columns + 1}"
