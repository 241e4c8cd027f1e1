"""Plans for a round: which order each regiment gets, and what it is to do on it.

The order of a regiment in a plan is a marker and what is meant by it: "M", "H", "D", "M assault 0509", "M advance".
"""

from sandtable.systems.regimental.rules.orders import legal_orders
from sandtable.systems.regimental.state.book import ORDER_NAMES
from sandtable.systems.regimental.state.pieces import Battle, Regiment
from sandtable.systems.regimental.thinking.assaults import ADVANCE, STAFF, STORMS, assaults, battalions, point
from sandtable.systems.regimental.thinking.policy import default_order
from sandtable.systems.regimental.thinking.weights import Plans
from sandtable.table.decision import Decision
from sandtable.table.scheme import Scheme


def stage(b: Battle) -> str:
    """A plan holds for a round, and the night after it."""
    return f"{b.day} {b.round}"


STORMING = Scheme("What is wanted is stormed", {STAFF: STORMS})


def schemes(b: Battle, decision: Decision, side: int, current: Scheme | None) -> list[Scheme]:
    """The orders of a round when it begins; then, when a regiment's moves begin, what it could assault.

    Other orders than the usual are tried in the last round only, where a try ends the battle: before, a few tries
    tell less than the dice hide. What must be taken is stormed: rounds are scarcer than men.
    """
    if decision.kind == "order" and current is None:
        found = round_plans(b, side)
        if b.round_number < b.scenario.turns:
            found = found[:1]
        return [Scheme(each.label, {**STORMING.orders, **each.orders}, prior=each.prior) for each in found]
    if decision.kind == "mover" and b.regiments[b.active].order == "M":
        return activation_plans(b, b.regiments[b.active], current or STORMING)
    return [current] if current is not None else []


def round_plans(b: Battle, side: int) -> list[Scheme]:
    """The usual orders; for who must keep ground, the same with another for one regiment in touch with the enemy."""
    usual: dict[str, str] = {}
    others: list[tuple[int, Regiment, str]] = []
    for regiment in b.regiments:
        legal = legal_orders(b, regiment) if regiment.side == side else ()
        if legal:
            first = usual[regiment.key] = default_order(b, regiment, legal)
            enemy = b.enemies(side)
            near = min([b.ground.nearest(stand.hex, enemy) for stand in battalions(b, regiment)], default=99)
            if near <= Plans.TOUCH and side != b.scenario.victory.side:
                others += [(near, regiment, order) for order in legal if order not in ("R", first)]
    others.sort(key=lambda each: each[0])
    found = [Scheme("The usual orders" + listed(b, usual), usual)]
    for _, regiment, order in others[: Plans.MOST - 1]:
        label = f"{ORDER_NAMES[order]} for the {regiment.name}"
        found.append(Scheme(label, {**usual, regiment.key: order}, prior=-Plans.CAUTION))
    return found


def listed(b: Battle, orders: dict[str, str]) -> str:
    names = [f"{r.name} {ORDER_NAMES[orders[r.key]].lower()}" for r in b.regiments if r.key in orders]
    return f": {', '.join(names)}" if names else ""


def activation_plans(b: Battle, regiment: Regiment, current: Scheme) -> list[Scheme]:
    """Before the first stand of a regiment moves: the best assaults it could make, or none."""
    orders = current.orders
    if any(stand.moved for stand in b.stands_of(regiment)):
        return [current]
    found = [each for each in assaults(b, regiment, point(current)) if each.gain > Plans.HOPELESS]
    if not found:
        return [current]
    plans = []
    for each in found[: Plans.ASSAULTS]:
        place = b.ground.names[each.target]
        enemy = b.stands[b.at[each.target]]
        names = " and ".join([stand.name for stand, _ in each.posts])
        label = f"{names} assault{'s' if len(each.posts) == 1 else ''} {enemy.name} in {place}"
        plans.append(Scheme(label, {**orders, regiment.key: f"M assault {place}"}, prior=each.gain))
    plans.append(Scheme(f"The {regiment.name} goes for ground", {**orders, regiment.key: f"M {ADVANCE}"}))
    best = max([plan.prior for plan in plans])
    return [plan for plan in plans if plan.prior > best - Plans.CLEAR]
