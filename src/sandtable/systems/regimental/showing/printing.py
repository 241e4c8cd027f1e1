"""What is printed to play it at a table: stands at half strength, and markers for orders and losses (10.a)."""

from sandtable.systems.regimental.showing.view import stand_piece
from sandtable.systems.regimental.state.book import ORDER_NAMES
from sandtable.systems.regimental.state.pieces import Battle
from sandtable.table.printing import Printed, Token
from sandtable.table.view import Marker

LOSS = Marker("loss", "One SP lost", "-1", "bad", "1.3.a")
OUT = Marker("out of command", "Out of command", "?", "bad", "1.2.b")
ACTIVATED = Marker("activated", "Has moved this round", "✓", "done", "1.6.e")


def printed(b: Battle) -> Printed:
    """1.3.a The other side shows a stand with half its SP; what lies between is a marker."""
    worn = b.copy()
    for stand in worn.stands:
        stand.sp = max(1, stand.sp // 2)
    backs = tuple(
        stand_piece(worn, stand) for stand, whole in zip(worn.stands, b.stands, strict=True) if stand.sp < whole.sp
    )
    regiments = len(b.regiments)
    orders = [Token(Marker("order", name, key, rule="1.5.d"), regiments) for key, name in ORDER_NAMES.items()]
    some = (len(b.stands) + 1) // 2
    others = [Token(LOSS, len(b.stands)), Token(OUT, some), Token(ACTIVATED, regiments)]
    return Printed(backs, tokens=(*orders, *others))
