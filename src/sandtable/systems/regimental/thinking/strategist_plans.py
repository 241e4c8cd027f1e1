"""The strategist's plans: carried out by the staff, and raced on equal deals and dice where they are close."""

from sandtable.systems.regimental.rules.orders import legal_orders
from sandtable.systems.regimental.state.pieces import Battle
from sandtable.systems.regimental.thinking.assaults import STAFF
from sandtable.systems.regimental.thinking.plans import activation_plans, round_plans
from sandtable.systems.regimental.thinking.staff_policy import ANSWERS
from sandtable.systems.regimental.thinking.weights import Plans
from sandtable.table.decision import Decision
from sandtable.table.scheme import Scheme

BY_THE_STAFF = Scheme("As the staff sees fit", {STAFF: "all"})


def considered(b: Battle, decision: Decision, side: int) -> list[Scheme]:
    """Plans when a round or the moves of a regiment begin; in between the staff answers for itself.

    What speaks for a plan before it is tried is its promise.
    """
    if decision.kind == "order":
        asked = [each for each in b.regiments if each.side == side and len(legal_orders(b, each)) > 1]
        begun = decision.piece != b.stands[asked[0].hq].id
        found = [] if begun else round_plans(b, side)
    elif decision.kind == "mover" and b.regiments[b.active].order == "M":
        regiment = b.regiments[b.active]
        begun = any(stand.moved for stand in b.stands_of(regiment))
        found = [] if begun else activation_plans(b, regiment, BY_THE_STAFF)
    elif decision.kind in ANSWERS:
        found = [BY_THE_STAFF]
    else:
        found = []
    return [Scheme(each.label, {**each.orders, STAFF: "all"}, each.first, each.prior) for each in found]


def doubt(decision: Decision) -> float:
    """How far from the truth the promises of plans may be. The usual orders are proven, assaults are guesses."""
    return Plans.FIRM if decision.kind == "order" else Plans.DOUBT
