"""The fit: logistic regression with weights that change over the battle, by Newton's method, in numpy.

A weight is three numbers (beginning, middle, end). They are held near to nothing and near to each other, as strongly
as battles left out of the fit say is best. What a scenario does beyond the signs is held to nothing more strongly, so
that the signs explain what they can and a scenario never seen misses little.
"""

from collections.abc import Sequence
from typing import Any

from sandtable.lab.experiment import LabError
from sandtable.lab.training.games import HAND
from sandtable.lab.training.lessons import Course, Lesson
from sandtable.table.outlook import Lean, Outlook, parts

MARK = 16  # digits of a digest
PENALTIES = (1.0, 3.0, 10.0, 30.0, 100.0)  # tried
FOLDS = 4
LEANS = 4.0  # a scenario's own lean is held to nothing by so much more than a sign
ALIKE = 2.0  # three numbers of a weight are held to each other by so much more than to nothing
HANDS = 0.5  # what a battle of hands counts, where one of planners counts 1
LATE = 5  # signs of a battle count as much as so many moments that know nothing of each other
STEPS = 30
WORTH = 4  # digits of a weight that are written


def numpy() -> Any:
    """numpy, or a sentence that says how to get it."""
    try:
        import numpy as found
    except ImportError as error:
        raise LabError("Fitting needs numpy: pip install 'sandtable[train]'.") from error
    return found


class Table:
    """The lessons as numbers: a row for each moment."""

    def __init__(self, course: Course, lessons: Sequence[Lesson]) -> None:
        np = numpy()
        self.course = course
        self.ids = list(course.scenarios)
        rows, scores, heavy, battle, prospects = [], [], [], [], []
        for number, lesson in enumerate(lessons):
            for moment in lesson.moments:
                times = parts(moment.elapsed)
                sign = 1.0 if moment.first else -1.0
                row = [value * time for value in moment.values for time in times]
                lean = [0.0] * (3 * len(self.ids))
                place = 3 * self.ids.index(lesson.scenario)
                lean[place : place + 3] = [sign * time for time in times]
                rows.append(row + lean)
                scores.append(lesson.score if moment.first else 1 - lesson.score)
                heavy.append(LATE / len(lesson.moments) * (HANDS if lesson.player == HAND else 1.0))
                battle.append(number)
                prospects.append([moment.prospect * time for time in times])
        self.x, self.y = np.array(rows), np.array(scores)
        self.weight, self.battle = np.array(heavy), np.array(battle)
        self.prospects = np.array(prospects)


def penalty_of(np: Any, scales: Any, signs: int, strength: float) -> Any:
    """How strongly each weight is held to nothing, and the three of a kind to each other; signs by their spread."""
    size = len(scales)
    matrix = np.zeros((size, size))
    for first in range(0, size, 3):
        hold = strength * (1.0 if first < 3 * signs else LEANS)
        spread = max(scales[first : first + 3].max(), 1e-3) ** 2 if first < 3 * signs else 0.1
        for one, two in ((0, 1), (1, 2)):
            matrix[first + one, first + one] += ALIKE * hold * spread
            matrix[first + two, first + two] += ALIKE * hold * spread
            matrix[first + one, first + two] -= ALIKE * hold * spread
            matrix[first + two, first + one] -= ALIKE * hold * spread
        for one in range(3):
            matrix[first + one, first + one] += hold * spread
    return matrix


def solve(np: Any, x: Any, y: Any, weight: Any, penalty: Any) -> Any:
    """The weights of the best fit."""
    found = np.zeros(x.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(x @ found, -30, 30)))
        slope = x.T @ (weight * (chance - y)) + penalty @ found
        bend = (x * (weight * np.maximum(chance * (1 - chance), 1e-6))[:, None]).T @ x + penalty
        step = np.linalg.solve(bend + 1e-9 * np.eye(len(found)), slope)
        found -= step
        if np.abs(step).max() < 1e-6:
            break
    return found


def loss(np: Any, x: Any, y: Any, weight: Any, found: Any) -> float:
    """What the fit costs on other battles: the logarithm of what it gave to what happened."""
    chance = np.clip(1 / (1 + np.exp(-np.clip(x @ found, -30, 30))), 1e-6, 1 - 1e-6)
    return float((weight * -(y * np.log(chance) + (1 - y) * np.log(1 - chance))).sum() / weight.sum())


def best_penalty(table: Table) -> float:
    """The strength that does best on battles left out."""
    np = numpy()
    signs = len(table.course.signs)
    scales = table.x.std(axis=0)
    found = []
    for strength in PENALTIES:
        penalty = penalty_of(np, scales, signs, strength)
        total = 0.0
        for fold in range(FOLDS):
            out = table.battle % FOLDS == fold
            fit = solve(np, table.x[~out], table.y[~out], table.weight[~out], penalty)
            total += loss(np, table.x[out], table.y[out], table.weight[out], fit)
        found.append((total, strength))
    return min(found)[1]


def fit(course: Course, lessons: Sequence[Lesson], seed: int, strength: float | None = None) -> Outlook:
    """The outlook that explains the lessons best; `strength` is `best_penalty`, where that is known."""
    if len(lessons) < FOLDS:
        raise LabError(f"{len(lessons)} battles are too few to learn from: at least {FOLDS} are needed.")
    np = numpy()
    table = Table(course, lessons)
    signs = len(course.signs)
    hold = best_penalty(table) if strength is None else strength
    penalty = penalty_of(np, table.x.std(axis=0), signs, hold)
    found = solve(np, table.x, table.y, table.weight, penalty)
    return Outlook(
        seed,
        len(lessons),
        {name: times(found, 3 * place) for place, name in enumerate(course.signs)},
        {
            each: Lean(course.scenarios[each][:MARK], times(found, 3 * (signs + place)))
            for place, each in enumerate(table.ids)
            if any(lesson.scenario == each for lesson in lessons)
        },
    )


def times(found: Any, place: int) -> tuple[float, float, float]:
    one, two, three = (round(float(each), WORTH) for each in found[place : place + 3])
    return one, two, three


def scaled_prospect(course: Course, lessons: Sequence[Lesson]) -> tuple[float, float, float]:
    """What the prospect of a mind must be multiplied with at each time to be a logarithm of odds.

    It is fitted on the very battles of the proof, which flatters the prospect a little.
    """
    np = numpy()
    table = Table(course, lessons)
    found = solve(np, table.prospects, table.y, table.weight, 1e-6 * np.eye(3))
    return times(found, 0)


# The file ----------------------------------------------------------------------------------------


def written(outlook: Outlook, system: str) -> str:
    """An outlook as the file of its system."""
    lines = [
        f"# How likely a side is to win. Written by `sandtable lab train {system}`; no digest rests on it.",
        "# Each sign has a weight at the beginning, in the middle and at the end of a battle.",
        "",
        f"seed = {outlook.seed}",
        f"battles = {outlook.battles}",
        f"swing = {outlook.swing}",
        "",
        "[weights]",
        *(f'"{name}" = {listed(weight)}' for name, weight in outlook.weights.items()),
    ]
    for name, lean in outlook.scenarios.items():
        lines += ["", f'[scenarios."{name}"]', f'digest = "{lean.digest}"', f"lean = {listed(lean.lean)}"]
    return "\n".join(lines) + "\n"


def listed(values: tuple[float, float, float]) -> str:
    return f"[{', '.join(map(repr, map(float, values)))}]"
