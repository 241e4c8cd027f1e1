"""1.5 Orders: given in secret for every regiment, revealed together."""

from sandtable.systems.regimental.book import ORDER_NAMES, ORDERS
from sandtable.systems.regimental.pieces import ORDERS as ORDER_PHASE
from sandtable.systems.regimental.pieces import RETREATS, Battle, Procedure, Regiment
from sandtable.systems.regimental.victory import take_ground
from sandtable.table.decision import Choice, Decision, Together

GIVE = {order: Choice("order", to=order) for order in ORDERS}


def legal_orders(b: Battle, regiment: Regiment) -> tuple[str, ...]:
    """1.5.e, 8.h Which orders a regiment may get now; none without its HQ (6.b)."""
    if regiment.gone or b.hq_of(regiment) is None:
        return ()
    orders = ORDERS if b.round == 1 else b.scenario.rulebook.orders[regiment.order]
    for number, restriction in enumerate(b.scenario.restrictions):
        if regiment.key in restriction.regiments and not b.alarms[number]:
            when = (b.day, b.round)
            if when <= (restriction.last_day, restriction.last_round):
                # D is left by way of H (1.5.e); a restriction never takes the last order away.
                orders = tuple([order for order in orders if order in restriction.orders]) or orders
    return tuple(orders)


def next_to_order(b: Battle, side: int) -> Regiment | None:
    """The side's next regiment without a marker."""
    for regiment in b.regiments:
        if regiment.side == side and not regiment.given and legal_orders(b, regiment):
            return regiment
    return None


def give_orders(b: Battle) -> Procedure:
    """1.5.a, 1.5.b Both commanders give each of their regiments an order in secret, one regiment at a time.

    Where only one order is legal nobody is asked; when every regiment has its marker they are turned up.
    """
    parts: dict[str, Decision] = {}
    for side in (0, 1):
        regiment = next_to_order(b, side)
        while regiment is not None and len(legal_orders(b, regiment)) == 1:
            regiment.given = legal_orders(b, regiment)[0]
            regiment = next_to_order(b, side)
        if regiment is not None:
            parts[b.side_name(side)] = order_decision(b, regiment)
    if not parts:
        reveal(b)
        return
    question = Together("order", "Which order do your regiments get?", "1.5.b", parts)
    yield question
    for side in (0, 1):
        seat = b.side_name(side)
        if seat in question.answers:
            regiment = next_to_order(b, side)
            assert regiment is not None
            regiment.given = question.answers[seat].to
            b.tell("order given", "1.5.b", side, regiment.key, text=regiment.given, seen_by=(seat,))


def order_decision(b: Battle, regiment: Regiment) -> Decision:
    """1.5.a The question about one regiment."""
    return Decision(
        b.side_name(regiment.side),
        "order",
        f"{regiment.name}: which order?",
        "1.5.a",
        lambda: [GIVE[order] for order in legal_orders(b, regiment)],
        lambda choice: why_not(b, regiment, choice),
        b.stands[regiment.hq].id,
    )


def why_not(b: Battle, regiment: Regiment, choice: Choice) -> tuple[str, str]:
    """Why an order is not legal now."""
    if choice.do != "order" or choice.to not in ORDERS or choice.piece:
        return ("", "")
    allowed = b.scenario.rulebook.orders[regiment.order]
    if b.round > 1 and choice.to not in allowed:
        now = ORDER_NAMES[regiment.order]
        others = " or ".join(ORDER_NAMES[order] for order in allowed)
        return (f"{regiment.name} is on {now}: in mid-day it can go to {others}.", "1.5.e")
    others = " or ".join(ORDER_NAMES[order] for order in legal_orders(b, regiment))
    return (f"{regiment.name} may be given {others} only for now.", b.scenario.rule)


def reveal(b: Battle) -> None:
    """1.5.c, 6.c All markers are turned up; a regiment without an HQ keeps H or D, and M or R turn to H."""
    for regiment in b.regiments:
        if regiment.gone:
            continue
        if regiment.given:
            regiment.order = regiment.given
            b.tell("order", "1.5.c", regiment.side, regiment.key, text=regiment.order)
        elif regiment.order in ("M", "R"):
            regiment.order = "H"
            b.tell("order", "6.c", regiment.side, regiment.key, text="H")
        regiment.given = ""
    for stand in b.stands:  # 11.a: who is no longer on R takes the target hex he stands in
        if stand.hex >= 0:
            take_ground(b, stand)
    if b.phase == ORDER_PHASE:
        b.phase = RETREATS
        b.last, b.in_a_row = -1, 0
