"""What the strategist's staff answers better than the quick policy, where a plan says that it works.

Guns that fire at one place, round after round, open it. So their shots are kept for that, and not called for an
assault, and who is worn or holds what is wanted is fired at before the others.
"""

from collections.abc import Callable

from sandtable.systems.regimental.rules.combat_dice import gun_dice
from sandtable.systems.regimental.rules.losses import capacity
from sandtable.systems.regimental.showing.odds import throws
from sandtable.systems.regimental.state.pieces import Battle, Stand
from sandtable.systems.regimental.thinking import policy
from sandtable.systems.regimental.thinking.assaults import STAFF
from sandtable.systems.regimental.thinking.shortlist import call_rank
from sandtable.systems.regimental.thinking.worth import prize
from sandtable.table.asking import DONE
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme

FINISHED = 1.5  # a hit that is the end of a stand
HARMLESS = 0.2  # one that costs no die
HARMFUL = 0.5
WORN = 0.2  # more for each point that a stand has fewer than five
WANTED = 0.6  # more for each objective point in its hex
IN_TOUCH = 0.1  # more with one of ours within two hexes


def support(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Fire support and air points; guns only if there is no die without: their shots are better kept."""

    def rank(choice: Choice) -> int:
        return -1 if choice.do == "gun" else call_rank(b, choice)

    return max(decision.options(), key=rank)


def gun(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """Fire at who is worn already, in the way of who must take ground; with nothing to fire at, come nearer."""
    piece = b.stand(decision.piece)
    assert piece is not None
    best, most = DONE, 0.0
    for choice in decision.options():
        if choice.do != "barrage":
            break
        target = b.stands[b.at[b.ground.index[choice.to]]]
        row = b.scenario.rulebook.chart[f"attack_{b.status(target)}"]
        dice = gun_dice(b, piece, target)
        hit = 1 - throws(dice, row.hits, row.pair)[0] / 6**dice
        value = hit * hit_worth(b, piece.side, target)
        if value > most:
            best, most = choice, value
    near = b.ground.nearest(piece.hex, b.occupied[1 - piece.side])
    if near > 2 and (best is not DONE or near <= 6):
        return best
    return policy.battery_move(b, piece, best)


def hit_worth(b: Battle, side: int, target: Stand) -> float:
    """What a hit on a stand is worth to a side."""
    left = capacity(b, target)
    worth = FINISHED if left == 1 else HARMLESS if target.sp > target.type.dice else HARMFUL
    if target.type.hq:
        return worth
    worth += WORN * max(0, 5 - left)
    if side == b.scenario.victory.side:
        worth += WANTED * prize(b, side, target.hex)
        if b.ground.nearest(target.hex, b.occupied[side]) <= 2:
            worth += IN_TOUCH
    return worth


ANSWERS: dict[str, Callable[[Battle, Decision, Scheme | None], Choice]] = {
    "support": support,
    "gun": gun,
}


def follow(b: Battle, decision: Decision, scheme: Scheme | None) -> Choice:
    """What is answered at once, by the staff or by the quick policy."""
    if scheme is not None and STAFF in scheme.orders:
        answer = ANSWERS.get(decision.kind)
        if answer is not None:
            return answer(b, decision, scheme)
    return policy.follow(b, decision, scheme)
