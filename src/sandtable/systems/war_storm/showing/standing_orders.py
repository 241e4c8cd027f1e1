"""8 What a player may order beforehand: when his platoons react, and that they hold fire for a whole move."""

from sandtable.systems.war_storm.rules.reaction import HOLDS
from sandtable.systems.war_storm.showing.odds import BEHEADED, HURT, attack_view
from sandtable.systems.war_storm.state.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.standing_orders import StandingOrder, fire_wish
from sandtable.table.wishes import WishKind

FIRE = fire_wish("reaction", "Reaction fire", "8.c")


def wishes(b: Battle) -> tuple[WishKind, ...]:
    """All there is to wish."""
    return (HOLDS, FIRE)


def chance(b: Battle, decision: Decision, choice: Choice) -> int | None:
    """That a step is lost or an officer falls; unknown where those who fire are still to be named."""
    found = attack_view(b, decision, choice)
    if found is None:
        return None
    return max([each.chance for each in found.odds if each.text in (HURT, BEHEADED)], default=0)


STANDING_ORDERS = (
    StandingOrder(HOLDS, ("reaction",), chance, all_of_them=True),
    StandingOrder(FIRE, ("reaction",), chance),
)
