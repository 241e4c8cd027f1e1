"""A closer look at the few mistakes that will be told.

Those that seem large are played to the end of the battle, where no model judges. Both estimates count: the first as
far as the model can be trusted. Then it is told why, and arrows show both choices on the board.
"""

import math
import random
from collections.abc import Iterator, Sequence

import msgspec

from sandtable.analysis.course import Course
from sandtable.analysis.findings import Arrow, Step
from sandtable.analysis.moments import Moments
from sandtable.analysis.reasons import shows_in
from sandtable.analysis.skill import Setting, Z, pairs, summed_up
from sandtable.analysis.telling import LARGE, cost, told_mistakes
from sandtable.bots.player import Seat
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay

ROUNDS = 2  # where a mistake turns out to be none another takes its place
MODEL = 0.08  # standard error of what the model says of the difference between two choices, beyond that of the tries
NEVER_SURE = 1.0  # as if one battle more had ended otherwise: thirty that end alike do not prove that all would


def closer(course: Course, found: Sequence[Step], setting: Setting, seed: int = 0) -> Iterator[list[Step] | None]:
    """Every choice again when it is done; nothing in between, so that others have their turn."""
    moments = Moments(course.loaded, course.system)
    steps = list(found)
    places = {step.state: place for place, step in enumerate(steps)}

    def before(step: Step) -> AnyPlay:
        place = places[step.state]
        return moments.at(steps[place - 1].state if place else 0)

    looks = setting.looks
    for _ in range(ROUNDS if setting.ends else 0):
        large = [each for each in told_mistakes(steps) if cost(each) >= LARGE and not each.ends][:looks]
        looks -= len(large)
        for step in large:
            assert step.other is not None
            seat = Seat(before(step), step.seat)
            rng = random.Random(f"{seed} end {step.state}")
            ends: list[float] = []
            for each in pairs(seat, move_of(course, step), step.other, setting.ends, 0, rng):
                ends.append(each)
                yield None
            steps[places[step.state]] = with_ends(step, ends)
    for step in told_mistakes(steps):
        rng = random.Random(f"{seed} why {step.state}")
        steps[places[step.state]] = explained(course, before(step), step, setting, rng)
        yield None
    yield steps


def move_of(course: Course, step: Step) -> Choice:
    """What was chosen."""
    return course.loaded.entries[step.state - 1].choice


def with_ends(step: Step, ends: Sequence[float]) -> Step:
    """A choice judged by the tries of before and by battles that were played to the end."""
    sign = 1.0 if step.side == 0 else -1.0
    tries = (sign * step.choice, math.hypot((step.high - step.low) / 2, Z * MODEL))
    mean, reach = together(tries, summed_up(ends, NEVER_SURE))
    wrong = -mean > reach / Z
    choice = sign * mean if wrong else 0.0
    return msgspec.structs.replace(
        step,
        choice=choice,
        rest=step.after - step.before - choice - step.dice,
        low=choice - reach if wrong else 0.0,
        high=choice + reach if wrong else 0.0,
        tries=step.tries + len(ends),
        ends=len(ends),
        better=step.better if wrong else "",
        other=step.other if wrong else None,
    )


def together(one: tuple[float, float], two: tuple[float, float]) -> tuple[float, float]:
    """Two estimates of the same, each with half of its interval: the surer counts more."""
    first, second = 1 / one[1] ** 2, 1 / two[1] ** 2
    return (first * one[0] + second * two[0]) / (first + second), 1 / math.sqrt(first + second)


def explained(course: Course, play: AnyPlay, step: Step, setting: Setting, rng: random.Random) -> Step:
    """A mistake that will be told: why it was one, and arrows on the board."""
    assert step.other is not None
    made = move_of(course, step)
    shows = shows_in(Seat(play, step.seat), made, step.other, setting.deep, rng) if setting.ends else ""
    arrows = (arrow(course, play, step.seat, made), arrow(course, play, step.seat, step.other))
    return msgspec.structs.replace(step, why=" ".join(each for each in (step.why, shows) if each), arrows=arrows)


def arrow(course: Course, play: AnyPlay, seat: str, choice: Choice) -> Arrow:
    """Where a choice points on the board, as the page would show it."""
    decision = course.system.shown.view(play, seat).decision
    for option in decision.options if decision is not None else ():
        if option.choice == choice and decision is not None:
            goes = bool(option.target or option.place)  # "No more moves" points nowhere
            piece = option.piece or (decision.piece if goes else "")
            return Arrow(choice, piece, option.target, option.place)
    return Arrow(choice, choice.piece, "", choice.to)
