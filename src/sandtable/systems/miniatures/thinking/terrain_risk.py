"""4.4-4.6 Rough going: how likely tanks are stopped on their way."""

from sandtable.systems.miniatures.rules.movement.move_plan import judge_move
from sandtable.systems.miniatures.rules.movement.moves import pieces_on_the_way
from sandtable.systems.miniatures.state.book import DIFFICULT, TANK
from sandtable.systems.miniatures.state.pieces import Battle, Unit
from sandtable.systems.miniatures.thinking.chances import misses
from sandtable.table.decision import Choice, IllegalChoice


def stopped(b: Battle, unit: Unit, choice: Choice) -> float:
    """The share of a Unit's Teams that a Move leaves stopped and suppressed, on average."""
    teams = b.all_of(unit)
    if not any(team.type.kind == TANK for team in teams):
        return 0.0
    try:
        plan = judge_move(b, unit, choice)
    except IllegalChoice:
        return 0.0
    total = 0.0
    for index, path in plan.paths.items():
        team = b.teams[index]
        if team.type.kind != TANK:
            continue
        through = 1.0
        for _, feature in pieces_on_the_way(b, path):
            need = b.land.numbers["difficult"] if feature.terrain.going == DIFFICULT else unit.training.check
            fails = misses(need)
            through *= 1 - (fails * fails if team.type.wide_tracks else fails)
        total += 1 - through
    return total / len(teams)
