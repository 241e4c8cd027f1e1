"""Answers by standing order, given so that their time tells nothing.

A seat with an order is asked like any other: all see that it is asked. The answer comes after a pause that is drawn
anew each time, from the same spread for every order, question and answer, whether somebody sits there or not; and
whoever has answered counts as here for a while, drawn anew too, as somebody who came, chose and left. So no answer
shows that it was an order's, nor which. Of a person who answers himself nothing is held back: he needs as long, or
longer.
"""

import asyncio
import contextlib
import random
from typing import TYPE_CHECKING

from sandtable.server.battle import Battle
from sandtable.server.seats import PERSON
from sandtable.table.decision import Choice

if TYPE_CHECKING:
    from sandtable.server.battles import Battles

SLICE = 0.5  # seconds after which we look whether all is as it was
STAYS = (4.0, 90.0)  # seconds for which he seems to stay after his answer, at least and at most


def by_order(battle: Battle, seat: str) -> bool:
    """Whether an order chooses for this seat, and no computer player."""
    return battle.facts.kinds.get(seat, PERSON) == PERSON


def pause(shortest: float, longest: float, dice: random.Random) -> float:
    """So many seconds until an order is heard: short ones often, long ones sometimes."""
    if longest <= 0.0:
        return 0.0
    return float(shortest * (longest / shortest) ** dice.random())


async def wait_as_a_person(battles: "Battles", battle: Battle, seat: str, order: Choice) -> bool:
    """Wait until the answer of an order may come. False: he has chosen himself, or ordered something else.

    What others wish meanwhile changes nothing: else they could call for the answer, and see that it is an order's.
    """
    dice = random.SystemRandom()
    left = pause(*battles.settings.order_pause, dice)
    comes = left * dice.random()  # when he seems to come
    asked = battle.course.seen_by(seat)
    while left > 0.0 and await stands(battle, seat, asked, order):
        step = min(SLICE, left)
        if comes >= left - step and battles.company is not None:
            battles.company.answers(battle, seat, left + pause(*STAYS, dice))
            comes = -1.0  # he has
        left -= await nap(battle, step)
    return await stands(battle, seat, asked, order)


async def nap(battle: Battle, seconds: float) -> float:
    """Sleep so long, or until somebody has chosen; how long that was.

    If a computer player is asked next, it begins at once: else its answer would come late where an order had waited.
    """
    clock = asyncio.get_running_loop().time
    begun = clock()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(battle.moved.wait(), seconds)
    battle.moved.clear()
    return clock() - begun


async def stands(battle: Battle, seat: str, asked: int, order: Choice) -> bool:
    """Whether the seat is still at the question that it had in this state, with this order for it."""
    async with battle.lock:
        return not battle.gone and battle.course.seen_by(seat) == asked and battle.ordered() == order
