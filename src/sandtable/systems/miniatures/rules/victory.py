"""OBJ, END Objectives and the end of the battle."""

from sandtable.systems.miniatures.rules.sight import within_point
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.systems.miniatures.state.scenario import CC, FO
from sandtable.table.event import Result


def note_control(b: Battle) -> None:
    """OBJ At the end of a round a side takes an objective with an unsuppressed Team near it and no enemy near it."""
    reach = b.land.numbers["objective"]
    for number, objective in enumerate(b.scenario.objectives):
        near = [team for team in b.on_table() if within_point(team, *objective.at, reach)]
        sides = {team.side for team in near}
        if len(sides) == 1:
            side = sides.pop()
            takes = any(not team.markers and team.role not in (CC, FO) for team in near)
            if takes and b.holders[number] != side:
                b.holders[number] = side
                x, y = objective.at
                b.tell("taken", "OBJ", side, target=objective.name, place=f"{x},{y}")


def score(b: Battle, side: int) -> int:
    """END The points of a side: its objectives, and the enemy Units that are destroyed."""
    objectives = b.scenario.objectives
    points = sum([each.points for number, each in enumerate(objectives) if b.holders[number] == side])
    return points + b.scenario.unit_points * sum([unit.side != side and unit.gone for unit in b.units])


def judge(b: Battle) -> None:
    """END After the last round the higher score wins."""
    mine, theirs = score(b, 0), score(b, 1)
    rule = b.scenario.rule
    if mine == theirs:
        b.result = Result(None, f"both sides have {mine} points", rule, 0)
        return
    winner = 0 if mine > theirs else 1
    reason = f"{b.scenario.sides[winner].name} has {max(mine, theirs)} points against {min(mine, theirs)}"
    b.result = Result(b.side_name(winner), reason, rule, abs(mine - theirs))
