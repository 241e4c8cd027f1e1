"""A computer player outside Sandtable: what it gets wrong costs it its turn, never the battle (docs/bots.md)."""

import logging

from sandtable.bots import wire
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import Bot, Seat
from sandtable.bots.random_bot import RandomBot
from sandtable.table.decision import Choice

log = logging.getLogger(__name__)

UNHURRIED = 60.0  # seconds for an answer where nobody waits: in the lab
GREETING = 10.0  # seconds until it has to be there: a program may have much to load
IN_A_ROW = 3  # turns lost in a row after which it is ended, and the other plays on


class Outsider(Bot):
    """Asks somebody else by lines of JSON; whoever fails loses his turn to a named fallback and is told."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self._seed = seed or 0
        self._id = 0
        self._lost = ""  # what the next question tells about the last
        self._failures = 0
        self._second: Bot | None = None

    def answer(self, seat: Seat, patience: float) -> wire.Answered:
        """What it answers to question `self._id`. Unfit: nothing that counts."""
        raise NotImplementedError

    def end(self) -> None:
        """It is not asked any more."""

    def choose(self, seat: Seat) -> Choice:
        self._id += 1
        if self._failures < IN_A_ROW:
            try:
                choice = self._ask(seat)
            except wire.Unfit as unfit:
                self._failures += 1
                return self._instead(seat, str(unfit))
            self._failures, self._lost = 0, ""
            return choice
        return self._fallback(seat).choose(seat)

    def _ask(self, seat: Seat) -> Choice:
        answered = self.answer(seat, self.budget if self.hurried else UNHURRIED)
        found = wire.chosen(answered, seat.decision)
        if answered.option is not None and found not in seat.options():
            raise wire.Unfit(f"option {answered.option} is not for programs")
        return found

    def _instead(self, seat: Seat, reason: str) -> Choice:
        """Somebody else answers; the player is told with the next question, and whoever runs it now."""
        second = self._fallback(seat)
        self._lost = f"Question {self._id} was answered by {second.name}: {reason}."
        log.warning("%s lost its turn as %s: %s. %s chose for it.", self.name, seat.name, reason, second.name)
        if self._failures >= IN_A_ROW:
            log.warning("%s lost %d turns in a row and is ended; %s plays on.", self.name, IN_A_ROW, second.name)
            self.end()
        return second.choose(seat)

    def _fallback(self, seat: Seat) -> Bot:
        if self._second is None:
            mindless = seat.system.mind is None
            self._second = RandomBot(self._seed) if mindless else GreedyBot(self._seed)
            self._second.name = "random" if mindless else "greedy"
        self._second.hurried = self.hurried
        return self._second
