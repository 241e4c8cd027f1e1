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
from sandtable.server.battle import Battle, UnderWay
from sandtable.server.battles import Battles, check_present
from sandtable.server.computers.thinking import Answer, Played
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
        self._busy: list[UnderWay] = []

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
                played = battle.played()
            known = battle.hints.known.get((seat, level))
            if known is not None and known[0] == since:
                answer = known[1]  # the same question again
            else:
                answer = await self._think(battle, played, seat, level)
                battle.hints.known[seat, level] = (since, answer)
        thought = None if answer.thought is None else told(answer.thought, battle.system)
        return {"state": state, "level": level, "choice": answer.choice, "thought": thought}

    async def _think(self, battle: Battle, played: Played, seat: str, level: str) -> Answer:
        limit, client, now = self._battles.settings.hint_limit, caller.get(), time.monotonic()
        self._check(battle, client, now)
        self._battles.limits.take(HINTS)
        battle.hints.times.append(now)
        # It waits for a worker and thinks, so long at most for each; by then it has come, or never will.
        mine = battle.hints.busy = UnderWay(client, now + 2 * limit)
        self._busy.append(mine)
        try:
            gives_up = battle.facts.gives_up
            return await self._battles.thinkers.hint(battle.id, played, seat, level, limit, client, gives_up)
        except Exception as error:
            log.warning("battle %s: no hint for %s: %s", battle.id, seat, error)
            raise Refusal(503, "No hint came in time. Please try again.") from error
        finally:
            battle.hints.busy = None
            self._busy.remove(mine)

    def _check(self, battle: Battle, client: str, now: float) -> None:
        """Whether there may be one more: thinking takes a processor. If not, from when on there surely may."""
        settings, hints = self._battles.settings, battle.hints
        while hints.times and hints.times[0] < now - MINUTE:
            hints.times.popleft()
        if hints.busy is not None:
            raise too_many("A hint is on its way.", hints.busy.until - now)
        if len(hints.times) >= settings.hints_a_minute:
            sentence = "Too many hints in the last minute. Please wait a while."
            raise too_many(sentence, hints.times[0] + MINUTE - now)
        theirs = [each for each in self._busy if each.client == client]
        if len(theirs) >= settings.client_hints_at_once:
            raise too_many("A hint is on its way.", soonest(theirs) - now)
        if len(self._busy) >= settings.hints_at_once:
            sentence = "Too many players are asking for hints. Please try again in a moment."
            raise too_many(sentence, soonest(self._busy) - now)


def soonest(hints: list[UnderWay]) -> float:
    """When one of these will surely have ended."""
    return min((each.until for each in hints), default=0.0)


def too_many(sentence: str, wait: float) -> Refusal:
    return Refusal(429, sentence, retry_after=max(1, math.ceil(wait)))


async def thought_at(battles: Battles, token: str, state: int) -> dict[str, Any]:
    """Why the computer player chose what made this state, when the battle is over."""
    async with battles.look(token) as (battle, _):
        if not battle.over:
            raise Refusal(403, "You can see what computer players thought when the battle is over.")
        entries = battle.course.entries
        seat = entries[state - 1].seat if 0 < state <= len(entries) else ""
        try:
            thought = await battles.store.run(files.find_thought(battle.id, state)) if seat else None
        except files.Damaged as error:
            log.error("%s", error)
            raise Refusal(410, "What it thought is damaged on the server's disk and cannot be read.") from error
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
    return {
        "level": thought.level,
        "choice": thought.choice,
        "why": thought.why,
        "more": thought.more,
        "plans": plans,
        "unit": unit,
    }
