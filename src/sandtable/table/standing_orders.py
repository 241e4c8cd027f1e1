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
    """Which questions a wish answers. `chance`: that an answer does something, in thousandths; None: who knows.

    `beyond`: whether a question is asked since all are asked about everything, though the usual wish calls for none.
    """

    wish: WishKind
    questions: tuple[str, ...]  # their kinds
    chance: Callable[[W, Decision, Choice], int | None]
    all_of_them: bool = False  # also those that are about another wish
    beyond: Callable[[Decision], bool] = lambda decision: False

    def about(self, decision: Decision) -> bool:
        """Whether this order is for a question."""
        return decision.kind in self.questions and (self.all_of_them or decision.wish in ("", self.wish.key))

    @property
    def by_chance(self) -> bool:
        """Whether some of its values hang on a chance."""
        return any(value.key.isdigit() for value in self.wish.values)

    def answer(self, battle: W, decision: Decision, later: bool = False) -> Choice | None:
        """What the seat has wished to answer, at once or `later`; None: it is asked.

        An answer that comes later is watched by others. So the chances are worked out whatever the seat wishes, lest
        the time that this takes show the wish; and where none can be told everybody is asked, also who never fires.
        """
        known = self._weighed(battle, decision) if later and self.by_chance else None
        if self.wish.is_later(battle, decision.seat) != later:
            return None
        wish = self.wish.value(self.wish.of(battle, decision.seat))
        answers = wish is not None and (wish.answers or (later and self.beyond(decision)))
        if wish is None or not answers or PASS not in decision.options():
            return None
        if not self.by_chance or (not later and not wish.key.isdigit()):
            return PASS
        known = self._weighed(battle, decision) if known is None else known
        if not known:
            return None
        best, choice = max(known, key=lambda each: each[0])
        return choice if wish.key.isdigit() and best >= 10 * int(wish.key) else PASS

    def _weighed(self, battle: W, decision: Decision) -> list[tuple[int, Choice]]:
        """The answers whose chance can be told."""
        options = [option for option in decision.options() if option != PASS]
        found = [(self.chance(battle, decision, option), option) for option in options]
        return [(chance, option) for chance, option in found if chance is not None]


def fire_wish(key: str, name: str, rule: str) -> WishKind:
    """When a seat wants to fire out of its turn: asked each time, from a chance on, or never."""
    levels = [
        WishValue(
            *(str(level), f"Fire from {level}%", "The best shot there is, if it does something at least so often."),
            answers=True,
        )
        for level in LEVELS
    ]
    why = "Among others you are asked all the same where no chance can be told."
    never = WishValue(NEVER, "Never", why, answers=True)
    return WishKind(key, name, (WishValue(ASK, "Ask me"), *levels, never), rule)


def ordered(orders: Sequence[StandingOrder[W]], battle: W, decision: Decision, later: bool = False) -> Choice | None:
    """The answer of the first order for this question that has one; None: the seat is asked."""
    for order in orders:
        answer = order.answer(battle, decision, later) if order.about(decision) else None
        if answer is not None:
            return answer
    return None
