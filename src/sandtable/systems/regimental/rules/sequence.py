"""1.4, 1.6 The round: shots, orders, retreats, activations, artillery, night. `script` starts the next episode."""

from sandtable.systems.regimental.rules.airpower import renew_air
from sandtable.systems.regimental.rules.artillery import artillery_phase, give_shots
from sandtable.systems.regimental.rules.attack import choose_attack
from sandtable.systems.regimental.rules.combat_results import fight
from sandtable.systems.regimental.rules.hq import arrive_or_pass
from sandtable.systems.regimental.rules.initiative import throw_for_it
from sandtable.systems.regimental.rules.movement import move_stands
from sandtable.systems.regimental.rules.night import night
from sandtable.systems.regimental.rules.orders import give_orders
from sandtable.systems.regimental.rules.retreat import retreat
from sandtable.systems.regimental.rules.shuffle import shuffle_core, shuffle_support
from sandtable.systems.regimental.rules.victory import end, judge
from sandtable.systems.regimental.state.pieces import (
    ACTIONS,
    ARRIVE,
    GUNS,
    MOVES,
    NIGHT,
    ORDERS,
    RETREATS,
    ROUND,
    SUPPORT,
    Battle,
    Procedure,
    Regiment,
)
from sandtable.table.asking import ask
from sandtable.table.decision import Choice


def script(b: Battle) -> Procedure:
    """The next episode: an order, a pick, a shift, a move, a step of a combat, a battery's choice."""
    if b.combat is not None:
        return fight(b, b.combat)
    if b.active >= 0:
        return activation(b, b.regiments[b.active])
    if b.phase == ORDERS:
        return give_orders(b)
    if b.phase in (RETREATS, ACTIONS):
        return next_activation(b)
    if b.phase == GUNS and b.turns != [-1]:
        return artillery_phase(b)
    if b.phase == NIGHT:
        return night(b)
    return start_round(b) if b.phase == ROUND else end_round(b)


def start_round(b: Battle) -> Procedure:
    """1.4.a A round begins: batteries get their shots, then orders are given."""
    if b.day == 1 and b.round == 1:
        renew_air(b)
    b.tell("round", "1.4.a", value=b.round, text=str(b.day))
    give_shots(b)
    for regiment in b.regiments:
        regiment.activated = False
    b.phase = ORDERS
    yield from ()


def end_round(b: Battle) -> Procedure:
    """1.4.c After four rounds comes the night; after the last round of the last day the battle is judged."""
    b.turns = []
    for stand in b.stands:
        stand.shots = 0
        stand.moved = stand.marched = stand.done = False
    if b.round < b.ground.numbers["rounds_per_day"]:
        b.round += 1
        b.phase = ROUND
    elif b.day < b.scenario.days:
        b.tell("night", "1.4.c", text=str(b.day))
        b.phase = NIGHT
    else:
        end(b, judge(b))  # 7.a
    yield from ()


# Who moves next (1.6, 2.5.a) ---------------------------------------------------------------------


def ready(b: Battle, side: int) -> list[Regiment]:
    """The side's regiments still to be activated: in the retreats those on R."""
    return [
        regiment
        for regiment in b.regiments
        if regiment.side == side
        and not regiment.activated
        and not regiment.gone
        and (b.phase == ACTIONS or regiment.order == "R")
    ]


def next_activation(b: Battle) -> Procedure:
    """1.6.a Dice decide who picks; after two in a row, or when the other has none left, they do not."""
    waiting = (ready(b, 0), ready(b, 1))
    if not waiting[0] and not waiting[1]:
        b.last, b.in_a_row = -1, 0
        b.phase = ACTIONS if b.phase == RETREATS else GUNS
        return
    if not waiting[0] or not waiting[1]:  # 1.6.f
        side = 0 if waiting[0] else 1
    elif b.in_a_row >= b.ground.numbers["activations_in_a_row"]:
        side = 1 - b.last
        b.tell("turn passes", "1.6.g", side)
    else:
        side = throw_for_it(b, "1.6.a" if b.phase == ACTIONS else "2.5.a")
    options = [Choice("activate", regiment.key) for regiment in waiting[side]]
    answer = yield from ask(
        b,
        side,
        "activation",
        "Which regiment moves next?" if b.phase == ACTIONS else "Which regiment retreats next?",
        "1.6.a" if b.phase == ACTIONS else "2.5.a",
        options,
        lambda choice: why_not(b, side, choice),
    )
    regiment = b.regiment(answer.piece)
    activate(b, regiment)


def activate(b: Battle, regiment: Regiment) -> None:
    """1.4.a A regiment is activated, once a round."""
    b.in_a_row = b.in_a_row + 1 if regiment.side == b.last else 1
    b.last = regiment.side
    regiment.activated = True
    b.active = regiment.index
    b.stage = SUPPORT if b.hq_of(regiment) is not None else ARRIVE
    b.plan = {}
    for i in regiment.stands:
        stand = b.stands[i]
        stand.moved = stand.marched = False
        stand.began = stand.hex
    b.tell("activated", "1.6.a", regiment.side, regiment.key, text=regiment.order)


def why_not(b: Battle, side: int, choice: Choice) -> tuple[str, str]:
    """Why a regiment may not be activated now."""
    regiment = b.find_regiment(choice.piece)
    if choice.do != "activate" or regiment is None:
        return ("", "")
    if regiment.side != side:
        return (f"The {regiment.name} is an enemy regiment. Pick one of your own.", "1.6.a")
    if regiment.gone:
        return (f"The {regiment.name} has been removed.", "6.j")
    if regiment.activated:
        return (f"The {regiment.name} has already moved this round.", "1.6.e")
    return (f"The {regiment.name} is not on Retreat, and regiments on Retreat move first.", "2.5.a")


def activation(b: Battle, regiment: Regiment) -> Procedure:
    """1.6.c Support shuffle, then moves, then at most one attack; a retreat order only moves (2.5)."""
    if b.stage == ARRIVE:
        return arrive_or_pass(b, regiment)
    if regiment.order == "R":
        return retreat(b, regiment)
    if b.stage == SUPPORT:
        return shuffle_support(b, regiment)
    if b.stage == MOVES:
        return move_stands(b, regiment) if regiment.order == "M" else shuffle_core(b, regiment)
    return choose_attack(b, regiment)
