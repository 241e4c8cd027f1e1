"""What is printed to play it at a table: platoons that have lost a step, and markers."""

from sandtable.systems.war_storm.showing.view import platoon_markers, platoon_piece
from sandtable.systems.war_storm.state.pieces import Battle
from sandtable.table.printing import Printed, Token


def printed(b: Battle) -> Printed:
    """3.1.b The other side shows a platoon that has lost one step; a second one is a marker."""
    fresh, worn = b.copy(), b.copy()
    for whole, platoon in zip(fresh.platoons, worn.platoons, strict=True):
        whole.lost, platoon.lost = 0, 1
    fronts = tuple(platoon_piece(fresh, platoon) for platoon in fresh.platoons)
    backs = tuple(platoon_piece(worn, platoon) for platoon in worn.platoons)
    if not worn.platoons:
        return Printed(backs, fronts)
    platoon = worn.platoons[0]
    platoon.hex = max(0, platoon.hex)
    platoon.lost = 2
    platoon.routed = platoon.moving = platoon.discipline = True
    platoon.reaction = platoon.doubled = worn.turn
    some = (len(b.platoons) + 1) // 2
    states = {marker.kind: marker for marker in platoon_markers(worn, platoon)}
    platoon.finished = True
    states |= {marker.kind: marker for marker in platoon_markers(worn, platoon)}
    left = ("veteran", "green", "active", "ready")
    tokens = tuple(Token(each, some) for kind, each in states.items() if kind not in left)
    return Printed(backs, fronts, tokens)
