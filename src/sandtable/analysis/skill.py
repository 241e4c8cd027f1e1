"""What a choice was worth before its dice, against the best of what a strong player would have weighed there.

What was chosen and what the player weighs are played on to the end of the activation on the same deals and dice, by
what the seat could know. The best is found by the first tries; how far it is ahead is told by others, so that nothing
looks better by luck alone.
"""

import math
import random
from collections.abc import Iterator, Sequence

import msgspec

from sandtable.bots import levels
from sandtable.bots.planning import DICE, answer_to, decision_in, plain_schemes, play_on, schemes_for
from sandtable.bots.player import Dice, Seat
from sandtable.bots.tactician import TacticianBot
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Scheme

Z = 1.96


class Setting(msgspec.Struct, frozen=True):
    """How closely it is looked at."""

    adviser: str = "tactician"  # empty: only the dice are looked at
    weighed: int = 5  # choices that are weighed beside the one that was made
    first: int = 2  # tries of each to find the best
    tries: int = 8  # others, of that and of the one that was made
    more: int = 18  # where they say that it may matter
    matters: float = 0.02
    deep: int = 3  # activations that a mistake is played on before it is told
    throws: int = 16  # of dice whose outcomes are too many
    outcomes: int = 48  # that are all played
    ends: int = 30  # battles to the end with either choice, before a large mistake is told
    looks: int = 6  # large mistakes that are played to the end, at most


QUICK = Setting()
THOROUGH = Setting("strategist", 10, 6, 24, 80, 0.01, 3, 80, 500, 150, 12)

END = 10**9  # activations
LONG = 50  # times that play goes on before a battle without an end is judged as it stands
GOING_ON = Scheme("")


class Verdict(msgspec.Struct, frozen=True):
    """How a choice compares: in chances of its seat, below zero where the other was better."""

    best: Choice
    why: str
    mean: float
    reach: float  # half of the interval (95 of 100)
    tries: int


def weigh(seat: Seat, chosen: Choice, setting: Setting, rng: random.Random) -> Verdict | None:
    """What was chosen against the best of what is weighed; None: that is what was chosen."""
    if len(seat.options()) < 2:
        return None
    bot = levels.make(setting.adviser, rng.getrandbits(64))
    bot.hurried = False
    if isinstance(bot, TacticianBot):
        bot.errs = False
    favourite = bot.choose(seat)
    field = [favourite, *(each for each in candidates(seat, rng.getrandbits(64)) if each != favourite)]
    field = field[: setting.weighed]
    if chosen not in field:
        field.append(chosen)
    best = best_of(seat, field, setting.first, rng)
    if best == chosen:
        return None
    why = ""
    if best == favourite and bot.thought is not None and len(bot.thought.plans) > 1:
        why = bot.thought.why
    found = compared(seat, chosen, best, setting, rng)
    if -found.mean <= found.reach / Z:  # no worse by more than the standard error: as good as the best that was found
        return None
    return msgspec.structs.replace(found, best=best, why=why)


def candidates(seat: Seat, state: int) -> list[Choice]:
    """What a player who plans would weigh: the first answers of his plans, else every option worth a thought."""
    deal = seat.fork(state)
    found = [first_of(seat, deal, scheme) for scheme in schemes_for(seat, deal, None)]
    found = list(dict.fromkeys(found))
    if len(found) < 2:
        found += [each.first for each in plain_schemes(seat, deal) if each.first is not None]
    legal = set(decision_in(seat, deal).options())
    return [each for each in dict.fromkeys(found) if each in legal]


def first_of(seat: Seat, deal: AnyPlay, scheme: Scheme) -> Choice:
    return scheme.first if scheme.first is not None else answer_to(seat, deal, seat.name, scheme)


def best_of(seat: Seat, field: Sequence[Choice], tries: int, rng: random.Random) -> Choice:
    """Which of these leaves the seat best: all are tried a little, the better half again."""
    if len(field) == 1:
        return field[0]
    totals = dict.fromkeys(field, 0.0)
    left = list(field)
    while True:
        for _ in range(tries):
            state = rng.getrandbits(64)
            deal = seat.fork(state)
            for each in left:
                totals[each] += worth(seat, deal, each, state, 1)
        left.sort(key=lambda each: totals[each], reverse=True)  # the first of equals stays the first
        if len(left) <= 2:
            return left[0]
        left = left[: (len(left) + 1) // 2]


def compared(seat: Seat, chosen: Choice, other: Choice, setting: Setting, rng: random.Random) -> Verdict:
    """How much more the choice is worth than the other, in chances of its seat; below zero it was a mistake.

    What looks like a mistake is looked at again, further on and with other dice; then that counts.
    """
    found = tried(pairs(seat, chosen, other, setting.tries, 1, rng), setting.tries // 2)
    mean, reach = summed_up(found)
    if mean > -setting.matters:
        return Verdict(other, "", mean, reach, len(found))
    found += pairs(seat, chosen, other, setting.more - setting.tries, 1, rng)
    mean, reach = summed_up(found)
    if -mean >= max(setting.matters, reach) and setting.deep > 1:
        found = tried(pairs(seat, chosen, other, setting.more, setting.deep, rng), setting.more // 3)
        mean, reach = summed_up(found)
    return Verdict(other, "", mean, reach, len(found))


def tried(pairs: Iterator[float], some: int) -> list[float]:
    """The tries. Where the choice was no worse in the first of them it is no mistake, and they end there."""
    found: list[float] = []
    for each in pairs:
        found.append(each)
        if len(found) == some and sum(found) >= 0:
            break
    return found


def pairs(seat: Seat, chosen: Choice, other: Choice, tries: int, stages: int, rng: random.Random) -> Iterator[float]:
    """How much more the choice is worth than the other, try by try; with no stages in whole battles."""
    for _ in range(tries):
        state = rng.getrandbits(64)
        deal = seat.fork(state)
        yield worth(seat, deal, chosen, state, stages) - worth(seat, deal, other, state, stages)


def summed_up(found: Sequence[float], more: float = 0.0) -> tuple[float, float]:
    """The mean, and half of its interval; `more` squares are added where few tries may look too sure."""
    mean = sum(found) / len(found)
    spread = math.sqrt((more + sum((each - mean) ** 2 for each in found)) / max(1, len(found) - 1))
    return mean, Z * spread / math.sqrt(len(found))


def worth(seat: Seat, deal: AnyPlay, choice: Choice, state: int, stages: int) -> float:
    """The chance of the seat after so many activations, on one deal with its dice; 0: when the battle is over."""
    fork = deal.fork(Dice(state ^ DICE), lasting=False)
    play_on(seat, fork, Scheme("", {}, choice), stages or END)
    for _ in range(LONG if not stages else 0):
        if fork.result is not None:
            break
        play_on(seat, fork, GOING_ON, END)
    if fork.result is not None:
        winner = fork.result.winner
        return 0.5 if winner is None else float(winner == seat.system.rules.side(fork.battle, seat.name))
    return seat.system.thinks.chance(fork.battle, seat.name)
