"""Computer players: each is asked in its turn, thinks aside, and chooses through the same gate as everybody."""

import asyncio
import logging
import math
import random
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sandtable.bots.allowance import allowed
from sandtable.bots.master import MasterBot
from sandtable.bots.player import quiet_answer
from sandtable.server.battle import Battle
from sandtable.server.computers.orders import by_order, wait_as_a_person
from sandtable.server.computers.thinking import Answer
from sandtable.server.guiding import planned_answer
from sandtable.server.people.company import offers_in
from sandtable.server.refusal import Refusal
from sandtable.server.seats import PERSON
from sandtable.server.settings import Settings
from sandtable.server.store import waiting_for_computers
from sandtable.table.decision import DRAW, RESIGN, Choice

if TYPE_CHECKING:
    from sandtable.server.battles import Battles

log = logging.getLogger(__name__)

PATIENCE = 5  # failures of a computer player in a row before its battle waits for somebody to come


class Computers:
    """The computer players of one server."""

    def __init__(self, battles: "Battles") -> None:
        self._battles = battles
        self._tasks: set[asyncio.Task[None]] = set()

    def poke(self, battle: Battle) -> None:
        """Let them go on in a battle, if it is their turn."""
        if battle.bots is None and battle.next_bot() and not self._battles.closing:
            battle.bots = self._at_work(self._play(battle))

    async def resume(self) -> None:
        """After a start: the battles in which a computer player must choose go on."""
        since = time.time() - self._battles.settings.rest_after
        for id in await self._battles.store.run(waiting_for_computers(since)):
            with suppress(Refusal):  # logged where it happened
                async with self._battles.battle(id):
                    pass

    def close(self) -> None:
        """Nobody thinks any more."""
        for task in self._tasks:
            task.cancel()

    def _at_work(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = self._battles.start(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _play(self, battle: Battle) -> None:
        failures = 0
        while failures < PATIENCE:
            found = await self.ask(battle)
            if found is None:
                break  # nobody has played since, and whoever plays next pokes us again
            failures = 0 if await self.answer(battle, *found) else failures + 1
        battle.bots = None

    async def ask(self, battle: Battle) -> tuple[str, int, Answer, float] | None:
        """The seat that is asked, in which state, what it chooses, and how long it thought; None: nobody is."""
        async with battle.lock:
            battle.resting = self.rests(battle)
            seat = "" if battle.gone or battle.resting else battle.next_bot()
            order = battle.ordered() if seat and by_order(battle, seat) else None
            self.announce(battle, "" if order else seat)
            if not seat:
                return None
            if order is not None:
                return seat, battle.state, Answer(order), 0.0
            state, played = battle.state, battle.played()
            planned = planned_answer(battle.system, battle.play, seat) if battle.facts.guided else None
        if planned is not None:
            return seat, state, Answer(planned), 0.0
        clock = asyncio.get_running_loop()
        asked = clock.time()
        try:
            facts = battle.facts
            answer = await self._battles.thinkers.answer(
                battle.id, played, seat, facts.kinds[seat], battle.client, facts.gives_up
            )
        except Exception as error:
            log.warning("battle %s: the computer player at %s gave no answer: %s", battle.id, seat, error)
            answer = Answer(await self._quiet(battle, seat))
        spent = clock.time() - asked
        self._battles.metrics.thinking.labels(battle.facts.kinds[seat]).observe(spent)
        return seat, state, answer, spent

    def rests(self, battle: Battle) -> bool:
        """Whether nobody has looked on for so long that nobody is missed here. Whoever comes wakes them."""
        return not battle.listeners and time.time() - battle.looked_at > self._battles.settings.rest_after

    def announce(self, battle: Battle, seat: str) -> None:
        battle.announce(seat)

    async def answer(self, battle: Battle, seat: str, state: int, answer: Answer, spent: float) -> bool:
        """Make the choice, on the beat; False: it was not allowed."""
        secrets = battle.system.secrets and battle.watched_by_persons
        if by_order(battle, seat):
            if not await wait_as_a_person(self._battles, battle, seat, answer.choice):
                return True  # look again
        else:
            await keep_pace(self._battles.settings, secrets, spent, battle.facts.kinds[seat])
        try:
            if answer.lost and speaks_alone(battle, seat):
                offered = await self._battles.store.run(offers_in(battle.id))
                await self._battles.settle(battle, seat, DRAW if offered else RESIGN, state)
                return True
            await self._battles.play(battle, seat, state, answer.choice, answer.thought)
        except Refusal as refusal:
            if refusal.status != 409:  # the state has changed meanwhile: think again
                log.warning("battle %s: %s chose %s: %s", battle.id, seat, answer.choice, refusal.error)
                return False
        return True

    async def _quiet(self, battle: Battle, seat: str) -> Choice:
        """What is done for a computer player that failed."""
        async with battle.lock:
            if battle.play.decision_for(seat) is None:
                return Choice("pass")
            return quiet_answer(battle.play, seat, random.Random())[0]


def speaks_alone(battle: Battle, seat: str) -> bool:
    """Whether no person plays on the side of a computer player, which would then give up for him."""
    side, kinds = battle.system.rules.side, battle.facts.kinds
    own = side(battle.play.battle, seat)
    return all(kind != PERSON for each, kind in kinds.items() if side(battle.play.battle, each) == own)


async def keep_pace(settings: Settings, secrets: bool, spent: float, level: str = "") -> None:
    """Wait so that an answer comes on the beat. Of who thinks long, how long must not tell either."""
    beat = settings.secret_pace if secrets else settings.pace
    if secrets and level == MasterBot.name:
        beat = max(beat, allowed())
    if beat > 0:
        await asyncio.sleep(max(1, math.ceil(spent / beat)) * beat - spent)
