"""7 What a player may order beforehand: from which chance on his Units fire at those that move."""

from sandtable.systems.miniatures.rules.wishes import wishes as details
from sandtable.systems.miniatures.showing.attack_view import attack_view, in_short
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.standing_orders import StandingOrder, fire_wish
from sandtable.table.wishes import WishKind

REACTION = fire_wish("reaction", "Reaction Fire and Overwatch", "7.1")


def wishes(b: Battle) -> tuple[WishKind, ...]:
    """All there is to wish."""
    return (REACTION, *details(b))


def chance(b: Battle, decision: Decision, choice: Choice) -> int | None:
    """That a Team is lost or the Unit suppressed; unknown where the Teams are still to be named."""
    found = attack_view(b, decision, choice)
    return max([each.chance for each in in_short(found)], default=0) if found is not None else None


STANDING_ORDERS = (StandingOrder(REACTION, ("reaction",), chance),)
