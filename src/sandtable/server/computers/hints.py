"""Why: what a computer player would do in a person's seat, and what it thought of its own choices.

A hint plays nothing and writes nothing. What computer players thought is told when the battle is over: it may hold
what they alone could see.
"""

import logging
import math
import time
from typing import Any

from sandtable.bots import levels
from sandtable.server import store as files
from sandtable.server.battle import Battle
from sandtable.server.battles import Battles, check_present
from sandtable.server.computers.thinking import Answer
from sandtable.server.edge.callers import caller
from sandtable.server.edge.limits import HINTS
from sandtable.server.refusal import NOT_ASKED, Refusal
from sandtable.table.scheme import Thought, worth
from sandtable.table.system import AnySystem

log = logging.getLogger(__name__)

MINUTE = 60.0


class Hints:
    """Gives hints to those who are asked, not too many at a time."""

    def __init__(self, battles: Battles) -> None:
        self._battles = battles
        self._busy = 0

    async def give(self, token: str, state: int, level: str) -> dict[str, Any]:
        """What a computer player of this level would do now in the seat of a link, and why."""
        async with self._battles.seat(token, state) as (battle, seat):
            known_levels = levels.names(battle.system)
            if level not in known_levels:
                raise Refusal(422, f"There is no computer player {level!r}; choose from {', '.join(known_levels)}.")
            async with battle.lock:
                asked = battle.play.decision_for(seat) is not None
                since = battle.course.seen_by(seat) if asked else battle.state
                check_present(battle, seat, state, since)
                if not asked:
                    raise Refusal(422, NOT_ASKED)
                lines = battle.lines.copy()
            known = battle.hints.known.get((seat, level))
            if known is not None and known[0] == since:
                answer = known[1]  # the same question again
            else:
                answer = await self._think(battle, lines, seat, level)
                battle.hints.known[seat, level] = (since, answer)
        thought = None if answer.thought is None else told(answer.thought, battle.system)
        return {"state": state, "level": level, "choice": answer.choice, "thought": thought}

    async def _think(self, battle: Battle, lines: list[bytes], seat: str, level: str) -> Answer:
        limits, settings = self._battles.limits, self._battles.settings
        with limits.at_once(HINTS, settings.client_hints_at_once) as room:
            self._count(battle, room)
            limits.take(HINTS)
            return await self._ask(battle, lines, seat, level)

    async def _ask(self, battle: Battle, lines: list[bytes], seat: str, level: str) -> Answer:
        limit = self._battles.settings.hint_limit
        battle.hints.busy = True
        self._busy += 1
        try:
            return await self._battles.thinkers.hint(battle.id, lines, seat, level, limit, caller.get())
        except Exception as error:
            log.warning("battle %s: no hint for %s: %s", battle.id, seat, error)
            raise Refusal(503, "No hint came in time. Please try again.") from error
        finally:
            battle.hints.busy = False
            self._busy -= 1

    def _count(self, battle: Battle, room: bool) -> None:
        """Whether there may be one more: thinking takes a processor."""
        settings, hints, now = self._battles.settings, battle.hints, time.monotonic()
        while hints.times and hints.times[0] < now - MINUTE:
            hints.times.popleft()
        soon = math.ceil(settings.hint_limit)  # by then the one that is on its way has come, or never will
        if hints.busy or not room:
            raise Refusal(429, "A hint is on its way.", retry_after=soon)
        if len(hints.times) >= settings.hints_a_minute:
            wait = math.ceil(hints.times[0] + MINUTE - now)
            raise Refusal(429, "Too many hints in the last minute. Please wait a while.", retry_after=max(1, wait))
        if self._busy >= settings.hints_at_once:
            sentence = "Too many players are asking for hints. Please try again in a moment."
            raise Refusal(429, sentence, retry_after=soon)
        hints.times.append(now)


async def thought_at(battles: Battles, token: str, state: int) -> dict[str, Any]:
    """Why the computer player chose what made this state, when the battle is over."""
    async with battles.look(token) as (battle, _):
        if not battle.over:
            raise Refusal(403, "You can see what computer players thought when the battle is over.")
        entries = battle.course.entries
        seat = entries[state - 1].seat if 0 < state <= len(entries) else ""
        thought = await battles.store.run(files.find_thought(battle.id, state)) if seat else None
        if thought is None:
            raise Refusal(404, "There is no thought of a computer player about that state.")
    return {"state": state, "seat": seat, "thought": told(thought, battle.system)}


def told(thought: Thought, system: AnySystem) -> dict[str, Any]:
    """A thought for people: every value in short, too."""
    plans = [
        {"label": plan.label, "value": plan.value, "text": worth(plan.value), "tries": plan.tries}
        for plan in thought.plans
    ]
    unit = system.mind.worth if system.mind is not None else ""
    return {"level": thought.level, "choice": thought.choice, "why": thought.why, "plans": plans, "unit": unit}
