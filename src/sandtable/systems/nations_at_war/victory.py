"""13.1.e-g, 13.2 Control of hexes and victory."""

from sandtable.systems.nations_at_war.pieces import Battle
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


def achieved(b: Battle) -> bool:
    """Whether the attacker's conditions hold now."""
    victory = b.scenario.victory
    if victory.kind == "railroad_chain":
        return longest_chain(b, victory.side) >= victory.count
    if not all(controls(b, victory.side, place) for place in victory.bridge):
        return False
    return sum(controls(b, victory.side, place) for place in victory.hexes) >= victory.count


def judge(b: Battle) -> Result:
    """TRT After the last Marker Removal Phase victory is judged."""
    victory = b.scenario.victory
    if achieved(b):
        return Result(b.side_name(victory.side), victory.reason_won, victory.rule)
    return Result(b.side_name(1 - victory.side), victory.reason_lost, victory.rule)
