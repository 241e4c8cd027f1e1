"""The strategist's plans: carried out by the staff, and raced on equal deals and dice where they are close."""

import tomllib
from functools import cache

from sandtable.systems.regimental.reading.book import DATA
from sandtable.systems.regimental.rules.orders import legal_orders
from sandtable.systems.regimental.showing.narrator import label
from sandtable.systems.regimental.state.book import ORDER_NAMES
from sandtable.systems.regimental.state.pieces import Battle
from sandtable.systems.regimental.thinking.assaults import ALL, STAFF
from sandtable.systems.regimental.thinking.plans import activation_plans, round_plans
from sandtable.systems.regimental.thinking.shortlist import next_movers
from sandtable.systems.regimental.thinking.staff_policy import ANSWERS
from sandtable.systems.regimental.thinking.weights import Plans
from sandtable.table.decision import Decision
from sandtable.table.scheme import Scheme

BY_THE_STAFF = Scheme("As the staff sees fit", {STAFF: ALL})


def considered(b: Battle, decision: Decision, side: int) -> list[Scheme]:
    """Plans when a round or the moves of a regiment begin; in between the staff answers for itself.

    What speaks for a plan before it is tried is its promise.
    """
    if decision.kind == "order":
        asked = [each for each in b.regiments if each.side == side and len(legal_orders(b, each)) > 1]
        begun = decision.piece != b.stands[asked[0].hq].id
        found = [] if begun else first_orders(b, side) or round_plans(b, side)
        if len(found) == 1 and b.round_number == 1:
            found += later(b, side, found[0])
    elif decision.kind == "mover" and b.regiments[b.active].order == "M":
        regiment = b.regiments[b.active]
        begun = any(stand.moved for stand in b.stands_of(regiment))
        found = [] if begun else activation_plans(b, regiment, BY_THE_STAFF)
        if len(found) < 2:
            return movers(b, decision, found[0] if found else BY_THE_STAFF)
    elif decision.kind in ANSWERS:
        found = [BY_THE_STAFF]
    else:
        found = []
    return [Scheme(each.label, {**each.orders, STAFF: ALL}, each.first, each.prior) for each in found]


def movers(b: Battle, decision: Decision, plan: Scheme) -> list[Scheme]:
    """Whoever is nearest to the enemy moves first; among equals the lot decides."""
    return [
        Scheme(label(b, decision, choice), {**plan.orders, STAFF: ALL}, choice, 0.0)
        for choice in next_movers(b, decision.options())
    ]


def later(b: Battle, side: int, usual: Scheme) -> list[Scheme]:
    """As long as nobody is in touch one regiment may hold for a round: who comes on together is as soon stopped."""
    found = []
    for regiment in b.regiments:
        if regiment.side == side and usual.orders.get(regiment.key) != "H" and "H" in legal_orders(b, regiment):
            label = f"The {regiment.name} holds for a round, the others as usual"
            found.append(Scheme(label, {**usual.orders, regiment.key: "H"}))
    return found if len(found) > 1 else []


@cache
def book() -> dict[str, dict[str, dict[str, list[str]]]]:
    """Orders that are as good in the first round, by scenario, side and regiment."""
    return tomllib.loads((DATA / "openings.toml").read_text(encoding="utf-8"))


def first_orders(b: Battle, side: int) -> list[Scheme]:
    """The usual orders, and those that the book knows to be as good; nothing if it knows none."""
    known = book().get(b.scenario.id, {}).get(b.side_name(side), {}) if b.round_number == 1 else {}
    usual = round_plans(b, side)[0].orders
    found = []
    for regiment in b.regiments:
        for order in known.get(regiment.key, []) if regiment.side == side else ():
            if order in legal_orders(b, regiment):
                label = f"{ORDER_NAMES[order]} for the {regiment.name}, the others as usual"
                found.append(Scheme(label, {**usual, regiment.key: order}))
    return found


def doubt(b: Battle, decision: Decision, side: int) -> float:
    """How far from the truth the promises of plans may be. The usual orders are proven, assaults are guesses.

    In the first round nothing is seen yet that could tell one plan from another.
    """
    if decision.kind == "order" and b.round_number == 1 and (first_orders(b, side) or len(round_plans(b, side)) == 1):
        return 0.0
    return Plans.FIRM if decision.kind == "order" else Plans.DOUBT
