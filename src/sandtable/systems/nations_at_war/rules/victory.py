"""13.1.e-g, 13.2 Control of hexes, Victory Points, exits, and victory."""

from sandtable.systems.nations_at_war.state.pieces import ELIMINATED, EXITED, Battle, Hq, Unit
from sandtable.systems.nations_at_war.state.scenario import Scenario
from sandtable.table.event import Result


def controls(b: Battle, side: int, place: int) -> bool:
    """13.1.g The only side with a unit there, or the last to move one through."""
    return b.control[side] >> place & 1 == 1


def longest_chain(b: Battle, side: int) -> int:
    """S1.victory The longest unbroken row of controlled railroad hexes along the line."""
    held = {place for place in b.ground.railroad if controls(b, side, place)}
    best = 0
    while held:
        chain = [held.pop()]
        for place in chain:
            for near in b.ground.neighbours[place]:
                if near in held:
                    held.discard(near)
                    chain.append(near)
        best = max(best, len(chain))
    return best


# Exits and Victory Points ------------------------------------------------------------------------


def exited(b: Battle, side: int) -> list[Unit]:
    """13.1.e The units of a side that have left the map. HQs do not count."""
    return [unit for unit in b.units_of[side] if unit.hex == EXITED]


def exit_worth(b: Battle, unit: Unit) -> int:
    """13.1.e ruling: the points for a unit that leaves the map; half, rounded down, when it is reduced."""
    points = b.scenario.victory.exit_points
    return points if unit.steps == unit.type.steps else points // b.ground.numbers["exit_reduced_divisor"]


def steps_at_start(scenario: Scenario, side: int) -> int:
    """All steps that a side brings into the battle."""
    units = [unit for formation in scenario.formations if formation.side == side for unit in formation.units]
    return sum([1 if unit.reduced else unit.type.steps for unit in units])


def lost_for_good(b: Battle, hq: Hq) -> bool:
    """2.5.6.1.d, 2.5.6.3.b A sub-HQ never comes back, an HQ not when no unit of its type is left."""
    if hq.hex != ELIMINATED:
        return False
    return hq.type.sub or not any(
        unit.formation == hq.formation and unit.hex > ELIMINATED and unit.type.key == hq.type.unit_type
        for unit in b.units_of[hq.side]
    )


def victory_points(b: Battle) -> int:
    """13.1.e ruling: what the attacker has now for hexes, enemy steps and HQs, and units exited."""
    victory = b.scenario.victory
    side, enemy = victory.side, 1 - victory.side
    total = sum([points for place, points in victory.points.items() if controls(b, side, place)])
    if victory.step_points:
        left = sum([unit.steps for unit in b.units_of[enemy]])
        total += victory.step_points * (steps_at_start(b.scenario, enemy) - left)
    if victory.hq_points:
        total += victory.hq_points * sum([hq.side == enemy and lost_for_good(b, hq) for hq in b.hqs])
    if victory.exit_points:
        total += sum([exit_worth(b, unit) for unit in exited(b, side)])
    return total


# The end -----------------------------------------------------------------------------------------


def achieved(b: Battle) -> bool:
    """Whether the attacker's conditions hold now."""
    victory = b.scenario.victory
    if victory.kind == "railroad_chain":
        return longest_chain(b, victory.side) >= victory.count
    if victory.kind == "points":
        return victory_points(b) >= victory.count
    if victory.kind == "exit":
        return len(exited(b, victory.side)) >= victory.count
    if not all(controls(b, victory.side, place) for place in victory.bridge):
        return False
    return sum(controls(b, victory.side, place) for place in victory.hexes) >= victory.count


def judge(b: Battle) -> Result:
    """After the last Marker Removal Phase victory is judged (TRT)."""
    victory = b.scenario.victory
    margin = abs(victory_points(b) - victory.count) if victory.kind == "points" else None
    if achieved(b):
        return Result(b.side_name(victory.side), victory.reason_won, victory.rule, margin)
    return Result(b.side_name(1 - victory.side), victory.reason_lost, victory.rule, margin)
