"""What the strategist's staff answers better than the quick policy, where a plan says that it works.

Guns that fire at one place, round after round, open it. So their shots are kept for that, and not called for an
assault, and who is worn or holds what is wanted is fired at before the others.
"""

from collections.abc import Callable

from sandtable.systems.regimental.rules.losses import capacity
from sandtable.systems.regimental.state.pieces import Battle, Stand
from sandtable.systems.regimental.thinking import policy
from sandtable.systems.regimental.thinking.assaults import ALL, STAFF
from sandtable.systems.regimental.thinking.shortlist import call_rank
from sandtable.systems.regimental.thinking.weights import Staff
from sandtable.systems.regimental.thinking.worth import prize
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme


def support(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Fire support and air points; guns only if there is no die without: their shots are better kept."""

    def rank(choice: Choice) -> int:
        return -1 if choice.do == "gun" else call_rank(b, choice)

    return max(decision.options(), key=rank)


def gun(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Fire at who is worn already, in the way of who must take ground; with nothing to fire at, come nearer."""
    battery = b.stand(decision.piece)
    side = battery.side
    return policy.fire_or_move(b, decision, lambda target: hit_worth(b, side, target))


def hit_worth(b: Battle, side: int, target: Stand) -> float:
    """What a hit on a stand is worth to a side."""
    worth = policy.hit_worth(b, target)
    if target.type.hq:
        return worth
    worth += Staff.WORN * max(0, Staff.FRESH - capacity(b, target))
    if side == b.scenario.victory.side:
        worth += Staff.WANTED * prize(b, side, target.hex)
        if b.ground.nearest(target.hex, b.occupied[side]) <= Staff.IN_TOUCH:
            worth += Staff.TOUCHED
    return worth


ANSWERS: dict[str, Callable[[Battle, Decision, Scheme | None], Choice]] = {
    "support": support,
    "gun": gun,
}


def follow(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """What is answered at once, by the staff or by the quick policy."""
    if scheme is not None and scheme.orders.get(STAFF) == ALL:
        answer = ANSWERS.get(decision.kind)
        if answer is not None:
            return answer(b, decision, scheme)
    return policy.follow(b, decision, scheme)
