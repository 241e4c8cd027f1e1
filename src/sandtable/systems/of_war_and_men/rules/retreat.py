"""20.1.t Retreats out of assaults; Forced Retreats (G.forced_retreat)."""

from sandtable.systems.of_war_and_men.rules.conditions import end_second_grid, remove, suppress
from sandtable.systems.of_war_and_men.rules.maneuver import barred, enter
from sandtable.systems.of_war_and_men.rules.sight import adjacent, distance
from sandtable.systems.of_war_and_men.state.pieces import UPRIGHT, Battle, Fireteam, Procedure
from sandtable.table.asking import ask
from sandtable.table.decision import Choice


def empty_ways(b: Battle, team: Fireteam) -> list[int]:
    """20.1.t Adjacent Terrain without any Fireteam that can be entered (G.retreat)."""
    return [cell for cell in adjacent(b, team.cell) if not b.at(cell) and barred(b, team, cell) is None]


def forced_ways(b: Battle, team: Fireteam) -> list[int]:
    """G.forced_retreat Backwards or sideways: no enemy there, and none nearer than now."""
    enemies = [other.cell for other in b.on_map() if other.side != team.side]

    def nearest(cell: int) -> int:
        return min((distance(b, cell, enemy) for enemy in enemies), default=0)

    now = nearest(team.cell)
    return [
        cell
        for cell in adjacent(b, team.cell)
        if cell not in enemies and barred(b, team, cell) is None and nearest(cell) >= now
    ]


def forced_retreat(b: Battle, team: Fireteam, rule: str) -> Procedure:
    """G.forced_retreat The owner chooses the direction; with nowhere to go the soldiers are routed."""
    ways = forced_ways(b, team)
    if not ways:
        for man in b.men(team):
            if not man.card.civilian:
                remove(b, man, "routed", "G.forced_retreat")
        return
    options = [Choice("retreat", team.id, b.place_name(cell)) for cell in ways]
    answer = yield from ask(
        b, team.player, "retreat", f"Where does {team.name} retreat to?", "G.forced_retreat", options, piece=team.id
    )
    for man in b.men(team):
        end_second_grid(b, man)  # nobody moves with a crewed gun or behind a scope (16.6.g)
    b.tell("retreats", rule, team.player, team.id, place=b.cell_called(answer.to))
    yield from enter(b, team, b.cell_called(answer.to), rule)


def suppress_all(b: Battle, team: Fireteam) -> None:
    """20.1.u Everybody in a retreating Fireteam ducks; the wounded stay wounded."""
    for man in b.men(team):
        if man.condition == UPRIGHT and not man.card.civilian:
            suppress(b, man, "20.1.u")
