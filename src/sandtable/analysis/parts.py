"""Skill and luck: each change of the curve in three parts.

- The choice: what was chosen against what the adviser would have chosen there, both played on to the end of the
  activation on the same deals and dice, by what the seat could know. The same choice is worth nothing either way.
- The dice: how it stood afterwards against the mean over fresh dice of the same choice. A choice after which nothing
  was drawn has none. So luck averages zero, whoever plays and whatever the model thinks.
- The rest: what neither explains. It is the model's own error, for a true one would have foreseen the mean.
"""

import math
import random
from collections.abc import Iterator, Sequence

import msgspec

from sandtable.analysis.course import Course, state_of
from sandtable.analysis.findings import Point, Step
from sandtable.bots import levels
from sandtable.bots.planning import DICE, play_on
from sandtable.bots.player import Dice, Seat, decision_of
from sandtable.table.decision import SETTLE, Choice
from sandtable.table.journal.record import Entry
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Scheme

Z = 1.96


class Setting(msgspec.Struct, frozen=True):
    """How closely it is looked at."""

    adviser: str = "tactician"  # empty: only the dice are looked at
    tries: int = 6  # of each choice and of the adviser's
    more: int = 18  # where the first tries say that it may matter
    dice: int = 12  # fresh throws
    matters: float = 0.02


QUICK = Setting()
THOROUGH = Setting("strategist", 12, 48, 40)


def steps(course: Course, points: Sequence[Point], setting: Setting = QUICK, seed: int = 0) -> Iterator[Step]:
    """Every choice in its three parts, one after the other; `points` is the curve."""
    for number, (play, move) in enumerate(course.plays()):
        if move is not None:
            rng = random.Random(f"{seed} {number}")
            yield split(course, play, move, (points[number].chance, points[number + 1].chance), setting, rng)


def split(
    course: Course, play: AnyPlay, move: Entry, change: tuple[float, float], setting: Setting, rng: random.Random
) -> Step:
    """One choice that is about to be made, and the chances before and after it. The game itself stays as it is."""
    before, after = change
    label = course.label(play, move)
    turn = course.system.rules.turn(play.battle)
    side = course.side_of.get(move.seat, 0)
    dice = 0.0
    if move.draws:
        fresh = [course.chance(with_dice(play, move, rng.getrandbits(64))) for _ in range(setting.dice)]
        dice = after - sum(fresh) / len(fresh)
    choice, low, high, tries, said, why = 0.0, 0.0, 0.0, 0, "", ""
    settled = move.choice.do == SETTLE  # resigned, or agreed on something: no dice are in it
    if settled:
        choice = low = high = after - before
    advice = asked(play, move.seat, setting, rng) if label and setting.adviser and not settled else None
    if advice is not None and advice[0] != move.choice:
        better, why = advice
        mean, reach, tries = compared(Seat(play, move.seat), move.choice, better, setting, rng)
        sign = 1.0 if side == 0 else -1.0
        choice = sign * mean
        low, high = choice - reach, choice + reach
        decision = decision_of(play, move.seat)
        said = course.system.shown.label(play.battle, decision, better)
    rest = after - before - choice - dice
    return Step(
        state_of(move), turn, move.seat, side, label, before, after, choice, dice, rest, said, why, low, high, tries
    )


def with_dice(play: AnyPlay, move: Entry, state: int) -> AnyPlay:
    """The game after the same choice with other dice; what is hidden stays as it was."""
    twin = play.fork(Dice(state), lasting=False)
    twin.choose(move.choice, move.seat)
    return twin


def asked(play: AnyPlay, name: str, setting: Setting, rng: random.Random) -> tuple[Choice, str] | None:
    """What the adviser would choose there, by what the seat knows, and why; None where there is nothing to choose."""
    seat = Seat(play, name)
    if len(seat.options()) < 2:
        return None
    bot = levels.make(setting.adviser, rng.getrandbits(64))
    bot.hurried = False
    choice = bot.choose(seat)
    thought = bot.thought
    return choice, thought.why if thought is not None and len(thought.plans) > 1 else ""


def compared(
    seat: Seat, chosen: Choice, better: Choice, setting: Setting, rng: random.Random
) -> tuple[float, float, int]:
    """How much less the choice is worth than the other, in chances of its seat: mean, its interval, tries."""
    found: list[float] = []
    while True:
        state = rng.getrandbits(64)
        deal = seat.fork(state)
        found.append(worth(seat, deal, chosen, state) - worth(seat, deal, better, state))
        if len(found) == setting.tries and abs(sum(found) / len(found)) < setting.matters:
            break
        if len(found) >= setting.more:
            break
    mean = sum(found) / len(found)
    spread = math.sqrt(sum((each - mean) ** 2 for each in found) / max(1, len(found) - 1))
    return mean, Z * spread / math.sqrt(len(found)), len(found)


def worth(seat: Seat, deal: AnyPlay, choice: Choice, state: int) -> float:
    """The chance of the seat at the end of the activation, on one deal with its dice."""
    fork = deal.fork(Dice(state ^ DICE), lasting=False)
    play_on(seat, fork, Scheme("", {}, choice), 1)
    if fork.result is not None:
        winner = fork.result.winner
        return 0.5 if winner is None else float(winner == seat.system.rules.side(fork.battle, seat.name))
    return seat.system.thinks.chance(fork.battle, seat.name)
