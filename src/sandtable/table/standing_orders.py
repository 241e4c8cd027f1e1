"""Standing orders: wishes that answer a question for their seat, so that a battle over days need not wait for it.

A system says which questions a wish answers and how good each answer is (`Rules.standing_orders`). Where nobody could
learn anything from it, `Play` answers them before anybody is asked. An order that is kept for later (table/wishes.py)
is given by whoever keeps the table, so that others see a seat that is asked and answers, as always. Like every wish
it follows from what everybody sees and from what the seat has set.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

from sandtable.table.asking import PASS
from sandtable.table.decision import Choice, Decision
from sandtable.table.wishes import Wishful, WishKind, WishValue

ASK, NEVER = "ask", "never"
LEVELS = (20, 40, 60, 80)  # per cent


W = TypeVar("W", bound=Wishful)


class StandingOrder(msgspec.Struct, Generic[W], frozen=True):
    """Which questions a wish answers. `chance`: that an answer does something, in thousandths; None: who knows."""

    wish: WishKind
    questions: tuple[str, ...]  # their kinds
    chance: Callable[[W, Decision, Choice], int | None]
    all_of_them: bool = False  # also those that are about another wish

    def about(self, decision: Decision) -> bool:
        """Whether this order is for a question."""
        return decision.kind in self.questions and (self.all_of_them or decision.wish in ("", self.wish.key))

    def answer(self, battle: W, decision: Decision, later: bool = False) -> Choice | None:
        """What the seat has wished to answer, at once or `later`; None: it is asked."""
        if self.wish.is_later(battle, decision.seat) != later:
            return None
        wish = self.wish.value(self.wish.of(battle, decision.seat))
        if wish is None or not wish.answers:
            return None
        options = decision.options()
        if PASS not in options:
            return None
        if not wish.key.isdigit():
            return PASS
        known = [(chance, option) for option in options if (chance := self._weighed(battle, decision, option)) >= 0]
        if not known:
            return None
        best, choice = max(known, key=lambda each: each[0])
        return choice if best >= 10 * int(wish.key) else PASS

    def _weighed(self, battle: W, decision: Decision, option: Choice) -> int:
        found = None if option == PASS else self.chance(battle, decision, option)
        return -1 if found is None else found


def fire_wish(key: str, name: str, rule: str) -> WishKind:
    """When a seat wants to fire out of its turn: asked each time, from a chance on, or never."""
    levels = [
        WishValue(
            *(str(level), f"Fire from {level} %", "The best shot there is, if it does something at least so often."),
            answers=True,
        )
        for level in LEVELS
    ]
    return WishKind(key, name, (WishValue(ASK, "Ask me"), *levels, WishValue(NEVER, "Never", answers=True)), rule)


def ordered(orders: Sequence[StandingOrder[W]], battle: W, decision: Decision, later: bool = False) -> Choice | None:
    """The answer of the first order for this question that has one; None: the seat is asked."""
    for order in orders:
        answer = order.answer(battle, decision, later) if order.about(decision) else None
        if answer is not None:
            return answer
    return None
