"""Skill and luck: each change of the curve in three parts.

- The choice: what was chosen against the best of what a strong player would have weighed there (skill.py).
- The dice: how it stood afterwards against the mean over all outcomes, or over fresh dice (luck.py). A choice after
  which nothing was drawn has none. So luck averages zero, whoever plays and whatever the model thinks.
- The rest: what neither explains. It is the model's own error, for a true one would have foreseen the mean.
"""

import random
from collections.abc import Iterator, Sequence

from sandtable.analysis.course import Course, state_of
from sandtable.analysis.findings import Point, Step
from sandtable.analysis.luck import mean_after
from sandtable.analysis.skill import QUICK, THOROUGH, Setting, weigh
from sandtable.analysis.telling import LEAST_DICE
from sandtable.bots.player import Dice, Seat, decision_of
from sandtable.table.decision import SETTLE, Choice
from sandtable.table.journal import scenario_of
from sandtable.table.journal.record import Entry
from sandtable.table.play import AnyPlay, Play

__all__ = ["QUICK", "THOROUGH", "Setting", "opening", "split", "steps"]

OPENINGS = 60  # fresh ones


def steps(
    course: Course,
    points: Sequence[Point],
    setting: Setting = QUICK,
    seed: int = 0,
    share: tuple[int, int] = (0, 1),
) -> Iterator[Step]:
    """Every choice in its three parts, one after the other; `points` is the curve.

    With a share (i, n), only each n-th choice from the i-th on: what is found does not depend on who finds it.
    """
    for number, (play, move) in enumerate(course.plays()):
        if move is not None and number % share[1] == share[0]:
            rng = random.Random(f"{seed} {number}")
            yield split(course, play, move, (points[number].chance, points[number + 1].chance), setting, rng)


def split(
    course: Course, play: AnyPlay, move: Entry, change: tuple[float, float], setting: Setting, rng: random.Random
) -> Step:
    """One choice that is about to be made, and the chances before and after it. The game itself stays as it is."""
    before, after = change
    label = course.label(play, move)
    side = course.side_of.get(move.seat, 0)
    sign = 1.0 if side == 0 else -1.0
    dice, exact, throws = 0.0, True, 0
    if move.draws:
        mean = mean_after(play, move, course.chance, setting.outcomes, setting.throws, rng)
        dice, exact, throws = after - mean.value, mean.exact, mean.throws
    choice, low, high, tries, said, why = 0.0, 0.0, 0.0, 0, "", ""
    settled = move.choice.do == SETTLE  # resigned, or agreed on something: no dice are in it
    if settled:
        choice = low = high = after - before
    asked = bool(label) and bool(setting.adviser) and not settled
    found = weigh(Seat(play, move.seat), move.choice, setting, rng) if asked else None
    kind = play.decision_for(move.seat)
    better: Choice | None = None
    if found is not None:
        choice = sign * found.mean
        low, high, tries = choice - found.reach, choice + found.reach, found.tries
        better, why = found.best, found.why
        said = course.system.shown.label(play.battle, decision_of(play, move.seat), better)
    return Step(
        *(state_of(move), course.system.rules.turn(play.battle), move.seat, side, label, before, after),
        choice=choice,
        dice=dice,
        rest=after - before - choice - dice,
        better=said,
        why=why,
        low=low,
        high=high,
        tries=tries,
        kind=kind.kind if kind is not None else "",
        asked=kind.prompt if kind is not None else "",
        drew=tuple(dict.fromkeys(course.reasons(state_of(move)))),
        came=course.came_of(play, move) if abs(dice) >= LEAST_DICE else (),
        exact=exact,
        throws=throws,
        other=better,
    )


def opening(course: Course, first: float) -> Step | None:
    """What was drawn before the first choice, against other openings; None where nothing was."""
    loaded = course.loaded
    if not loaded.opening:
        return None
    rules = course.system.rules
    scenario = scenario_of(course.system, loaded.header)
    found = [course.chance(Play(course.system, rules.new(scenario), Dice(seed))) for seed in range(OPENINGS)]
    mean = sum(found) / len(found)
    return Step(0, 0, "", 0, "The opening", mean, first, 0.0, first - mean, 0.0, exact=False, throws=OPENINGS)
