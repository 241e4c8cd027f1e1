"""A battle under way as the text of a scenario: the ground, the decks that are left, and who stands where."""

from typing import Any

from sandtable.geometry.hexes import letters
from sandtable.systems.of_war_and_men.reading.maps import FIELD, OPEN
from sandtable.systems.of_war_and_men.state.book import COLOURS
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, WOUNDED, Battle, Fireteam
from sandtable.systems.of_war_and_men.state.scenario import SIDES, Mission
from sandtable.table.position import Position, present


def position(b: Battle, values: dict[str, Any]) -> Position:
    """The Mission with the decks that are left, and the squads as they are now."""
    mission = b.mission
    wide = max(len(code) for code in mission.map) + 1
    codes = [FIELD if code == OPEN and b.cells[i].card == "Field" else code for i, code in enumerate(mission.map)]
    rows = [codes[row * mission.columns : (row + 1) * mission.columns] for row in range(mission.rows)]
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
    written["starts"] = {
        key: [name_of(mission, cell) for cell in mission.starts[side]] for side, key in enumerate(SIDES)
    }
    if mission.places:
        written["places"] = {key: [name_of(mission, cell) for cell in cells] for key, cells in mission.places.items()}
    if mission.values:
        written["values"] = dict(mission.values)
    squads = squads_of(b)
    told = [
        (
            bool(b.teams) and not squads,
            "Somebody is gone or in an assault, so soldiers are chosen again.",
        ),
        (any(team.waiting for team in b.teams if not team.gone), "Fireteams that have not come yet are left out."),
        (any(map(busy, b.teams)), "Which Fireteams are hidden, dug in or on the move is left out."),
        (any(cell.number for cell in b.cells), "Terrain cards that were played are left out."),
        (bool(b.tokens), "Tokens on the map are left out."),
        (True, "Hands are drawn again."),
    ]
    handicap = {key: points for key, points in zip(SIDES, b.scenario.handicap, strict=True) if points}
    tables = {"mission": written} | ({"handicap": handicap} if handicap else {})
    return Position(tables | ({"squads": squads} if squads else {}), present(told))


def squads_of(b: Battle) -> list[dict[str, Any]]:
    """Every squad with its Fireteams on the map; none where a side would have nobody, or enemies share a position."""
    found: list[dict[str, Any]] = []
    for player in b.players:
        for division in player.divisions:
            teams = [
                team_of(b, team) for team in b.teams if team.player == player.index and fights(b, team, division)
            ]
            if teams:
                found.append({"seat": player.seat, "division": division, "fireteams": teams})
    seats = {squad["seat"] for squad in found}
    held = [{team.cell for team in b.teams if team.cell >= 0 and not team.gone and team.side == i} for i in (0, 1)]
    return found if all(player.seat in seats for player in b.players) and not held[0] & held[1] else []


def busy(team: Fireteam) -> bool:
    """Whether it is in a state that no file names."""
    return not team.gone and team.cell >= 0 and (team.stealth or team.dug_in or team.heading >= 0)


def fights(b: Battle, team: Fireteam, division: str) -> bool:
    men = [b.soldiers[index] for index in team.soldiers]
    return not team.gone and team.cell >= 0 and bool(men) and all(man.card.division == division for man in men)


def team_of(b: Battle, team: Fireteam) -> dict[str, Any]:
    men = [b.soldiers[index] for index in team.soldiers]
    written: dict[str, Any] = {"at": name_of(b.mission, team.cell), "soldiers": [man.id for man in men]}
    for key, condition in (("suppressed", SUPPRESSED), ("wounded", WOUNDED)):
        down = [man.id for man in men if man.condition == condition]
        written |= {key: down} if down else {}
    return written


def name_of(mission: Mission, cell: int) -> str:
    return f"{letters(cell % mission.columns)}{cell // mission.columns + 1}"
