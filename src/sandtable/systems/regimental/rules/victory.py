"""Chapters 7 and 11: target hexes, the length of the battle, and who has won."""

from sandtable.systems.regimental.state.pieces import Battle, Regiment, Stand
from sandtable.table.event import Result


def arrive(b: Battle, stand: Stand) -> None:
    """11.a A stand has ended a move or has been set down: it may take a target hex, and alarm the enemy."""
    row = stand.hex // b.ground.columns + 1
    for number, restriction in enumerate(b.scenario.restrictions):
        if row <= restriction.alarm_row and not b.alarms[number]:
            b.alarms[number] = any(
                each.key in restriction.regiments and each.side != stand.side for each in b.regiments
            )
    take_ground(b, stand)


def take_ground(b: Battle, stand: Stand) -> None:
    """11.a A stand in a target hex takes it, unless it is on R."""
    place = stand.hex
    if b.status(stand) == "R":
        return
    for number, objective in enumerate(b.scenario.objectives):
        if objective.hex == place and b.holders[number] != stand.side:
            b.holders[number] = stand.side
            b.tell("taken", "11.a", stand.side, stand.id, place=place, value=objective.points, text=objective.name)
            victory = b.scenario.victory
            if victory.all and points(b, victory.side) == total(b):
                name = b.scenario.sides[victory.side].name
                end(b, Result(b.side_name(victory.side), f"{name} holds every objective", b.scenario.rule))


def points(b: Battle, side: int) -> int:
    """11.a The objective points that a side holds."""
    return sum([objective.points for objective in b.held_by(side)])


def total(b: Battle) -> int:
    return sum(objective.points for objective in b.scenario.objectives)


def end(b: Battle, result: Result) -> None:
    if b.result is None:
        b.result = result
        b.tell("battle over", result.rule, text=result.reason)


def judge(b: Battle) -> Result:
    """11.b After the last round: the points of the side that must hold them."""
    victory = b.scenario.victory
    held = points(b, victory.side)
    name = b.scenario.sides[victory.side].name
    reason = f"{name} holds {held} of {total(b)} points and needs {victory.win}"
    if held >= victory.win:
        return Result(b.side_name(victory.side), reason, b.scenario.rule, held - victory.win)
    if held >= victory.draw:
        return Result(None, f"{reason}; {victory.draw} are a draw", b.scenario.rule, 0)
    return Result(b.side_name(1 - victory.side), reason, b.scenario.rule, victory.win - held)


def remove_remnants(b: Battle) -> None:
    """6.j A regiment with nothing but its HQ is taken off; a side without a regiment has lost."""
    for regiment in b.regiments:
        if not regiment.gone and not any(b.stands[i].on_map for i in regiment.stands[1:]):
            take_off(b, regiment)
    left = [sum(not r.gone for r in b.regiments if r.side == side) for side in (0, 1)]
    if b.result is None and 0 in left:
        if left[0] == left[1]:
            end(b, Result(None, "neither side has a regiment left", b.scenario.rule))
        else:
            side = 0 if left[0] == 0 else 1
            name = b.scenario.sides[side].name
            end(b, Result(b.side_name(1 - side), f"{name} has no regiment left", b.scenario.rule))


def take_off(b: Battle, regiment: Regiment) -> None:
    """6.j With its HQ and any companies, for good."""
    regiment.gone = True
    for i in regiment.stands:
        b.stands[i].company = -1
        b.lift(b.stands[i])
    for i in regiment.companies:
        b.companies[i].host = -1
    b.tell("regiment gone", "6.j", regiment.side, regiment.key)
