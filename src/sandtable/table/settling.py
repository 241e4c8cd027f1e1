"""How a battle ends by agreement: somebody resigns, runs out of time, all agree to a draw, or it never began.

That is a choice like any other, `Choice("settle", why)`, so that a journal tells it and everybody can verify it. No
rule offers it: a seat makes it whether it is asked something or not.
"""

from collections.abc import Mapping

from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.event import Result

SETTLE = "settle"
RESIGN, TIME, DRAW, ABORT = "resign", "time", "draw", "abort"

_LOST = {RESIGN: "{side} resigned", TIME: "{side} ran out of time"}
_DRAWN = {DRAW: "both sides agreed to a draw", ABORT: "the battle was called off before it began"}


def settled(sides: Mapping[str, str], seat: str, choice: Choice) -> Result:
    """The result; IllegalChoice if this settles nothing. `sides`: the side of each seat."""
    why = choice.piece
    if choice != Choice(SETTLE, why) or why not in (*_LOST, *_DRAWN):
        raise IllegalChoice(f"A battle is settled by one of: {', '.join((*_LOST, *_DRAWN))}.")
    if seat not in sides:
        raise IllegalChoice(f"{seat or 'A spectator'} has no seat here and cannot settle the battle.")
    if why in _DRAWN:
        return Result(None, _DRAWN[why], "")
    side = sides[seat]
    others = {other for other in sides.values() if other != side}
    return Result(others.pop() if len(others) == 1 else None, _LOST[why].format(side=side), "")
