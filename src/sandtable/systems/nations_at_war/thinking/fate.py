"""9.0 Fate Points: what one is worth, and what is bought with it by rules of thumb.

A point that is left when the battle is over was wasted: the later it is, the less it costs to spend one.
"""

from sandtable.systems.nations_at_war.rules.fate import PASS_IMPULSE
from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.systems.nations_at_war.thinking.action_worth import fate_price, shot
from sandtable.systems.nations_at_war.thinking.prospect import held
from sandtable.systems.nations_at_war.thinking.weights import FATE_PLENTY, FATE_SAVED_UNTIL, Temper
from sandtable.systems.nations_at_war.thinking.worth import Judge
from sandtable.table.asking import PASS
from sandtable.table.decision import Choice


def is_last_turn(b: Battle) -> bool:
    return b.turn >= b.scenario.turns


def turn_die(options: list[Choice]) -> Choice:
    """9.0.d A point is spent to save or to rally, where turning a die is enough."""
    turned = [choice for choice in options if choice.do in ("fate up", "fate down")]
    return max(turned, key=lambda choice: choice.number) if turned else options[-1]


def change_dice(b: Battle, options: list[Choice], side: int) -> Choice:
    """9.0.b, 9.0.d A miss becomes a hit: in the second half, or with points to spare. In the last turn a die that
    cannot be turned so far is rolled again. Where dice might be turned either way nobody knows what is better."""
    turned = {choice.do for choice in options if choice.do in ("fate up", "fate down")}
    late = b.turn / b.scenario.turns
    if len(turned) == 1 and (late > FATE_SAVED_UNTIL or b.fate[side] >= FATE_PLENTY):
        return turn_die(options)
    again = [choice for choice in options if choice.do == "fate re-roll"]
    if again and not turned and is_last_turn(b):
        return min(again, key=lambda choice: choice.number)
    return options[-1]


def moment(b: Battle, options: list[Choice], side: int, judge: Judge) -> Choice:
    """9.0.h In the enemy's impulse: in the last turn a hex that decides, when nothing more is to come; else wait."""
    if not is_last_turn(b):
        return PASS_IMPULSE
    return best_move(b, options, side, judge) or PASS


def best_move(b: Battle, options: list[Choice], side: int, judge: Judge) -> Choice | None:
    """9.0.c The step into a hex that decides, in the last turn: the one that brings most, if any does."""
    if not is_last_turn(b):
        return None
    attacker = judge.victory.side
    control = b.control[attacker]
    now = held(judge, control)
    best, most = None, (False, 0.0)
    for choice in options:
        if choice.do != "fate move":
            continue
        bit = 1 << b.ground.index[choice.to]
        then = held(judge, control | bit if side == attacker else control & ~bit)
        gain = (then[1] != now[1], abs(then[0] - now[0]))
        if gain > most:
            best, most = choice, gain
    return best


def freed_shot(b: Battle, options: list[Choice], mover: str, temper: Temper) -> tuple[float, Choice | None]:
    """9.0.l The best shot of a unit that would have to be freed for it, less its price."""
    points = b.ground.numbers["fate_ops_complete"]
    best, most = None, 0.0
    for choice in options:
        if choice.do == "fate free":
            gain = shot(b, Choice("fire", choice.piece, mover), False, True, temper) - points * fate_price(b)
            if gain > most:
                best, most = choice, gain
    return most, best
