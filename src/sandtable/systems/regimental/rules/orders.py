"""1.5 Orders: given in secret for every regiment, revealed together."""

from sandtable.systems.regimental.rules.victory import take_ground
from sandtable.systems.regimental.state.book import ORDER_NAMES, ORDERS
from sandtable.systems.regimental.state.pieces import ORDERS as ORDER_PHASE
from sandtable.systems.regimental.state.pieces import RETREATS, Battle, Procedure, Regiment
from sandtable.table.asking import ask
from sandtable.table.chance import Chance
from sandtable.table.decision import Choice, Decision, Together

GIVE = {order: Choice("order", to=order) for order in ORDERS}
READY, CHANGE = Choice("ready"), Choice("change")
CHANGES = 20  # of a commander's mind in a round; our own bound, for the book names none


def legal_orders(b: Battle, regiment: Regiment) -> tuple[str, ...]:
    """1.5.e Which orders a regiment may get now; none without its HQ (6.b)."""
    if regiment.gone or b.hq_of(regiment) is None:
        return ()
    orders = ORDERS if b.round == 1 else b.scenario.rulebook.orders[regiment.order]  # 8.h
    for number, restriction in enumerate(b.scenario.restrictions):
        if regiment.key in restriction.regiments and not b.alarms[number]:
            when = (b.day, b.round)
            if when <= (restriction.last_day, restriction.last_round):
                # D is left by way of H (1.5.e); a restriction never takes the last order away.
                orders = tuple([order for order in orders if order in restriction.orders]) or orders
    return tuple(orders)


def give_orders(b: Battle) -> Procedure:
    """1.5.a Both commanders lay an order face down for each of their regiments; then all are turned up.

    Each at his own pace, and either may change his mind until the other is ready too. Where only one order is legal
    nobody is asked.
    """
    commanders: dict[str, Procedure] = {}
    for side in (0, 1):
        open_to_choice: list[Regiment] = []
        for regiment in b.regiments:
            legal = legal_orders(b, regiment)
            if regiment.side == side and not regiment.given and legal:
                if len(legal) > 1:
                    open_to_choice.append(regiment)
                else:
                    regiment.given = legal[0]
        if open_to_choice:
            commanders[b.side_name(side)] = command(b, side, open_to_choice)
    if commanders:
        yield Together("order", "Which orders do your regiments get?", "1.5.b", commanders)
    reveal(b)


def command(b: Battle, side: int, regiments: list[Regiment]) -> Procedure:
    """1.5.a One commander: an order for each regiment, changed as he likes until he is ready, and after that too.

    Ruling (1.5.b): he changes his mind at most so often. Then his orders stand, and he is ready.
    """
    seat = b.side_name(side)
    for regiment in regiments:
        answer = yield order_decision(b, regiment)
        regiment.given = answer.to
    ready, left = False, CHANGES
    while left:
        prompt = "Your orders lie face down; the enemy is not ready." if ready else "All orders lie face down. Ready?"
        options = [CHANGE] if ready else [CHANGE, READY]
        answer = yield Decision(seat, "orders", prompt, "1.5.b", options.copy, settled=ready)
        ready = answer == READY
        if not ready:
            picks = [Choice("change", each.key) for each in regiments]
            answer = yield from ask(b, side, "change order", "Which order do you change?", "1.5.b", picks)
            regiment = next(each for each in regiments if each.key == answer.piece)
            answer = yield order_decision(b, regiment)
            regiment.given = answer.to
            left -= 1


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
        return (f"{regiment.name} is on {now}. During the day its next order can only be {others}.", "1.5.e")
    others = " or ".join(ORDER_NAMES[order] for order in legal_orders(b, regiment))
    return (f"For now the order of {regiment.name} can only be {others}.", b.scenario.rule)


def reveal(b: Battle) -> None:
    """1.5.c All markers are turned up; a regiment without an HQ keeps H or D, and M or R turn to H."""
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
        if stand.on_map:
            take_ground(b, stand)
    if b.phase == ORDER_PHASE:
        b.phase = RETREATS


def redeal(b: Battle, seat: str, chance: Chance) -> None:
    """1.5.b To a seat the other side's markers that lie face down may be any orders that are legal."""
    for regiment in b.regiments:
        if regiment.given and b.side_name(regiment.side) != seat:
            regiment.given = chance.draw(legal_orders(b, regiment), "an order face down")
