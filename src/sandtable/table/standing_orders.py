"""Standing orders: wishes that answer a question for their seat, so that a battle over days need not wait for it.

A system says which questions a wish answers and how good each answer is (`Rules.standing_orders`), and `Play` answers
them before anybody is asked. It is as if the seat had chosen so at once: nothing tells the others that it was a wish.
Like every wish it follows from what everybody sees and from what the seat has set.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sandtable.table.asking import PASS
from sandtable.table.decision import Choice, Decision
from sandtable.table.wishes import WishKind, WishValue

ASK, NEVER = "ask", "never"
LEVELS = (20, 40, 60, 80)  # per cent


class StandingOrder(msgspec.Struct, frozen=True):
    """Which questions a wish answers. `chance`: that an answer does something, in thousandths; None: who knows."""

    wish: WishKind
    questions: tuple[str, ...]  # their kinds
    chance: Callable[[Any, Decision, Choice], int | None]

    def answer(self, battle: Any, decision: Decision) -> Choice | None:
        """What the seat has wished to answer; None: it is asked."""
        wish = self.wish.of(battle, decision.seat)
        options = decision.options() if wish != ASK else []
        if PASS not in options:
            return None
        if wish == NEVER:
            return PASS
        known = [(chance, option) for option in options if (chance := self._weighed(battle, decision, option)) >= 0]
        if not known:
            return None
        best, choice = max(known, key=lambda each: each[0])
        return choice if best >= 10 * int(wish) else PASS

    def _weighed(self, battle: Any, decision: Decision, option: Choice) -> int:
        found = None if option == PASS else self.chance(battle, decision, option)
        return -1 if found is None else found


def fire_wish(key: str, name: str, rule: str) -> WishKind:
    """When a seat wants to fire out of its turn: asked each time, from a chance on, or never."""
    levels = [
        WishValue(
            str(level), f"Fire from {level} %", "The best shot there is, if it does something at least so often."
        )
        for level in LEVELS
    ]
    return WishKind(key, name, (WishValue(ASK, "Ask me"), *levels, WishValue(NEVER, "Never")), rule)


def ordered(orders: Sequence[StandingOrder], battle: Any, decision: Decision) -> Choice | None:
    """The answer of the order that is for this question; None: there is none, or the seat is asked."""
    for order in orders:
        if decision.kind in order.questions:
            return order.answer(battle, decision)
    return None
