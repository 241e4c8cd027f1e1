"""What is printed to play it at a table: the reduced sides of the counters, and markers (2.12, 11.0.f, MIX)."""

from sandtable.systems.nations_at_war.showing.view import pieces, unit_markers
from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.table.printing import Printed, Token
from sandtable.table.view import Marker

SMOKE = (Marker("smoke", "Smoke", "s", rule="SM.a"), Marker("wreck", "Wreck", "†", rule="CTEC.wreck"))


def printed(b: Battle) -> Printed:
    """2.5.b The other side of a counter of two steps; the states of a unit as markers."""
    worn = b.copy()
    for unit in worn.units:
        if unit.steps > 1:
            unit.steps -= 1
            unit.show()
    for hq in worn.hqs:
        hq.steps = max(1, hq.steps - 1)
    full = {unit.id for unit in b.units if unit.steps > 1} | {hq.id for hq in b.hqs if hq.steps > 1}
    backs = tuple(piece for piece in pieces(worn) if piece.id in full)
    if not b.units:
        return Printed(backs)
    unit = worn.units[0]
    unit.disrupted = unit.out_of_command = unit.overwatch = unit.ops_complete = True
    some = (len(b.units) + 1) // 2
    states = [
        marker
        for marker in unit_markers(worn, unit, [])
        if marker.sign and marker.kind not in ("leader", "commissar")
    ]
    tokens = [*[Token(marker, some) for marker in states], *[Token(marker, some) for marker in SMOKE]]
    return Printed(backs, tokens=tuple(tokens))
