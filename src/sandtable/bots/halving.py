"""Successive halving: all plans are tried a little, the better half more, the last two the most.

Tries are paired: try number n of every plan has the same deal, dice and enemy. What is seen corrects what was thought
before, each by how sure it is, so that a lucky mean overturns nothing.
"""

import time
from statistics import fmean, variance

from sandtable.bots.racing import beaten
from sandtable.bots.rehearsal import Rehearsal
from sandtable.table.scheme import Scheme

FEWEST = 4  # tries before anything is believed
ERROR = 0.02  # a difference varies by so much at least: nobody is ever quite sure
MOST = 1000  # tries of one plan, however much time there is


class Runner:
    """One plan, and what came of it."""

    __slots__ = ("ahead", "before", "scheme", "seen")

    def __init__(self, scheme: Scheme, before: float) -> None:
        self.scheme = scheme
        self.before = before  # what was thought of it before it was tried: chance to win, beside that of the first
        self.seen: list[float] = []
        self.ahead: list[float] = []  # what it had more than the first, try by try

    def value(self, doubt: float) -> float:
        """The chance to win that it is believed to have, beside that of the first."""
        tries = len(self.ahead)
        if tries < FEWEST:
            return self.before
        error = (variance(self.ahead) + ERROR * ERROR) / tries
        trust = doubt * doubt / (doubt * doubt + error)
        return self.before + trust * (fmean(self.ahead) - self.before)


class Purse:
    """What may be spent on one question: tries, or time where the player is hurried."""

    def __init__(self, tries: int, seconds: float | None = None) -> None:
        self.tries = tries
        self.spent = 0
        self.begun = time.monotonic()
        self.seconds = seconds

    def part(self) -> float:
        """How much of it is spent."""
        if self.seconds is None:
            return self.spent / self.tries
        return (time.monotonic() - self.begun) / self.seconds if self.seconds > 0 else 1.0


def halve(rehearsal: Rehearsal, runners: list[Runner], purse: Purse, doubt: float) -> list[Runner]:
    """All plans, the best first. The first of them is what would be done without a try: others must be better."""
    first, rivals = runners[0], list(runners[1:])
    rounds = max(1, len(runners).bit_length() - 1)
    number = 0
    for turn in range(rounds):
        while rivals and number < MOST and purse.part() < (turn + 1) / rounds:
            usual = rehearsal.play(first.scheme, number)
            first.seen.append(usual)
            for rival in rivals:
                found = rehearsal.play(rival.scheme, number)
                rival.seen.append(found)
                rival.ahead.append(found - usual)
            purse.spent += 1 + len(rivals)
            number += 1
            rivals = [each for each in rivals if not beaten(each.ahead)]
        rivals.sort(key=lambda each: each.value(doubt), reverse=True)
        rivals = rivals[: max(1, len(rivals) // 2)]
    return sorted(runners, key=lambda each: 0.0 if each is first else each.value(doubt), reverse=True)
