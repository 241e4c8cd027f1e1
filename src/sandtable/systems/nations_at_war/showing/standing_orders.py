"""5.3, 11.0 What a player may order beforehand: from which chance on his units fire in the enemy's impulse."""

from sandtable.systems.nations_at_war.showing.dice_odds import NO_EFFECT
from sandtable.systems.nations_at_war.showing.odds import AttackOdds, odds
from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.standing_orders import StandingOrder, fire_wish
from sandtable.table.wishes import WishKind

FIRE = fire_wish("opportunity", "Opportunity Fire and Overwatch", "5.3.a")


def wishes(b: Battle) -> tuple[WishKind, ...]:
    """All there is to wish."""
    return (FIRE,)


def chance(b: Battle, decision: Decision, choice: Choice) -> int:
    """That the target is Disrupted or worse. An order spends neither Fate nor Leadership."""
    found = odds(b, choice, decision.kind) if not choice.number else None
    return int(1000 * (1 - found.exact().get(NO_EFFECT, 0))) if isinstance(found, AttackOdds) else 0


STANDING_ORDERS = (StandingOrder(FIRE, ("opportunity fire", "overwatch"), chance),)
