"""The proof of a fit, on battles that it has not seen: how well it tells winners, and if its chances are true."""

import math
from collections.abc import Callable, Sequence

import msgspec

from sandtable.lab.training.lessons import Lesson, Moment
from sandtable.table.outlook import Outlook, Standing, chance_of, parts

TIMES = (0.25, 0.5, 0.75)  # of a battle, by its choices
BINS = 10

Guess = Callable[[Lesson, Moment], float]  # the chance of the seat that was asked


class Figure(msgspec.Struct, frozen=True):
    """How good a guess is at one time of the battle: over all, and over battles somebody won."""

    brier: float
    auc: float


class Bin(msgspec.Struct, frozen=True):
    """Of the moments to which about so much was given: what was given, and what came of them."""

    moments: int
    given: float
    came: float


class Proof(msgspec.Struct, frozen=True):
    """All figures of one guess."""

    battles: int  # without errors
    figures: tuple[Figure, ...]  # of those, at TIMES
    error: float  # expected calibration error, over all moments of all battles
    bins: tuple[Bin, ...]


def by_outlook(outlook: Outlook) -> Guess:
    def guess(lesson: Lesson, moment: Moment) -> float:
        standing = Standing(list(moment.values), moment.elapsed, moment.first)
        return chance_of(outlook.log_odds(standing, lesson.scenario))

    return guess


def by_prospect(scale: tuple[float, float, float]) -> Guess:
    """What the mind's prospect says, put to scale."""

    def guess(lesson: Lesson, moment: Moment) -> float:
        return chance_of(
            moment.prospect * sum(one * two for one, two in zip(scale, parts(moment.elapsed), strict=True))
        )

    return guess


def prove(lessons: Sequence[Lesson], guess: Guess) -> Proof:
    """Hold a guess against battles."""
    figures = []
    clear = [lesson for lesson in lessons if not lesson.clear and lesson.moments]
    for time in TIMES:
        pairs = [first_side(lesson, moment_at(lesson, time), guess) for lesson in clear]
        figures.append(Figure(brier(pairs), auc(pairs)))
    pairs = [first_side(lesson, moment, guess) for lesson in lessons for moment in lesson.moments]
    bins = binned(pairs)
    error = sum(each.moments * abs(each.given - each.came) for each in bins) / max(1, len(pairs))
    return Proof(len(clear), tuple(figures), error, tuple(bins))


def moment_at(lesson: Lesson, time: float) -> Moment:
    """The moment that was noted nearest to a time."""
    return min(lesson.moments, key=lambda each: abs(each.choices - time * lesson.choices))


def first_side(lesson: Lesson, moment: Moment, guess: Guess) -> tuple[float, float]:
    """What was given to the first side, and what it scored."""
    chance = guess(lesson, moment)
    return (chance if moment.first else 1 - chance, lesson.score)


def brier(pairs: Sequence[tuple[float, float]]) -> float:
    """The mean square of what a guess missed: 0 is perfect, 0.25 is a coin."""
    return sum((given - came) ** 2 for given, came in pairs) / max(1, len(pairs))


def auc(pairs: Sequence[tuple[float, float]]) -> float:
    """How often a battle that the first side won was given more than one it lost; draws do not count."""
    won = [given for given, came in pairs if came == 1]
    lost = [given for given, came in pairs if came == 0]
    if not won or not lost:
        return math.nan
    above = sum((one > two) + (one == two) / 2 for one in won for two in lost)
    return above / (len(won) * len(lost))


def binned(pairs: Sequence[tuple[float, float]]) -> list[Bin]:
    """Moments by what was given."""
    groups: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for pair in pairs:
        groups[min(BINS - 1, int(pair[0] * BINS))].append(pair)
    return [
        Bin(len(group), sum(given for given, _ in group) / len(group), sum(came for _, came in group) / len(group))
        for group in groups
        if group
    ]
