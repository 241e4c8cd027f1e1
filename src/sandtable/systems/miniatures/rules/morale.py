"""12 Morale: at the end of a round Units that have lost too much are taken off."""

from sandtable.systems.miniatures.rules.leaders import training_check
from sandtable.systems.miniatures.rules.losses import destroy_unit, remove
from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle, Procedure, Unit
from sandtable.table.asking import ask
from sandtable.table.decision import Choice


def last_teams(b: Battle) -> Procedure:
    """12.3 A Unit of Infantry or Guns that has come down to its last Team is destroyed."""
    for side in (b.loser, 1 - b.loser):
        for unit in b.company(side):
            if down_to_one(b, unit):
                yield from destroy_unit(b, unit, "12.3", "only one Team is left")
                if b.result is not None:
                    return


def down_to_one(b: Battle, unit: Unit) -> bool:
    """12.3 One Team left of several, and it is no tank."""
    teams = b.teams_of(unit)
    return len(teams) == 1 and unit.size > 1 and teams[0].type.kind != TANK


def shaken(b: Battle, unit: Unit) -> bool:
    """12.1, 12.2 It lost a Team in this round and has less than half of those it started with."""
    left = len(b.teams_of(unit))
    return unit.lost_team and left * 100 < unit.size * b.land.numbers["unit_morale"]


def unit_morale(b: Battle) -> Procedure:
    """12.1 Each shaken Unit checks, in its owner's order; first those of the side that lost the first roll."""
    for side in (b.loser, 1 - b.loser):
        left = [unit for unit in b.company(side) if shaken(b, unit)]
        while left:
            options = [Choice("check", unit.key) for unit in left]
            prompt = "Which Unit checks its morale first?"
            answer = yield from ask(b, side, "morale", prompt, "12.1", options)
            unit = next(unit for unit in left if unit.key == answer.piece)
            left.remove(unit)
            yield from check_morale(b, unit)
            if b.result is not None:
                return


def check_morale(b: Battle, unit: Unit) -> Procedure:
    """12.1, 14.10 A Training Check, without suppression; who fails leaves, with a CC who had it roll again."""
    check = yield from training_check(b, unit, "morale", "12.1")
    if check.passed:
        return
    cc = b.cc(unit.side)
    if check.rerolled and cc is not None:
        yield from remove(b, [cc], "14.10", "he goes with his men")
    yield from destroy_unit(b, unit, "12.1", "morale")
