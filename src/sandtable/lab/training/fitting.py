"""The fit: logistic regression with weights that change over the battle, by Newton's method, in numpy.

A weight is three numbers (beginning, middle, end). They are held near to nothing and near to each other, as strongly
as battles left out of the fit say is best. What a scenario does beyond the signs is held to nothing more strongly, so
that the signs explain what they can and a scenario never seen misses little. A scenario with many battles has weights
of its own besides: what a sign counts more there. Scenarios never seen have general weights, none below
0: whatever is counted is good for who has it, and what looks otherwise comes of the few scenarios there are.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sandtable.lab.experiment import LabError
from sandtable.lab.training.games import HAND
from sandtable.lab.training.lessons import Course, Lesson
from sandtable.table.outlook import Lean, Outlook, parts

MARK = 16  # digits of a digest
PENALTIES = (1.0, 3.0, 10.0, 30.0, 100.0)  # tried
FOLDS = 4
FREE = 1e-3  # of the hold on what a scenario does, for the general weights
OWN = 60  # battles of a scenario after which it has weights of its own
ODD = 1.0  # these are held to nothing so much more strongly than what a sign weighs everywhere
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


def parted(lessons: Sequence[Lesson], parts: int) -> list[int]:
    """For each battle one of so many parts: every part has its share of every scenario."""
    before = Counter[str]()
    found = []
    for lesson in lessons:
        found.append(before[lesson.scenario] % parts)
        before[lesson.scenario] += 1
    return found


class Table:
    """The lessons as numbers: a row for each moment."""

    def __init__(self, course: Course, lessons: Sequence[Lesson]) -> None:
        np = numpy()
        self.course = course
        self.ids = list(course.scenarios)
        battles = Counter(lesson.scenario for lesson in lessons)
        self.own = [each for each in self.ids if battles[each] >= OWN] if len(battles) > 1 else []
        rows, scores, heavy, battle, prospects = [], [], [], [], []
        for number, lesson in enumerate(lessons):
            for moment in lesson.moments:
                times = parts(moment.elapsed)
                sign = 1.0 if moment.first else -1.0
                row = [value * time for value in moment.values for time in times]
                lean = [0.0] * (3 * len(self.ids))
                place = 3 * self.ids.index(lesson.scenario)
                lean[place : place + 3] = [sign * time for time in times]
                rows.append(row + lean + [0.0] * (len(row) * len(self.own)))
                if lesson.scenario in self.own:
                    place = len(row) + len(lean) + len(row) * self.own.index(lesson.scenario)
                    rows[-1][place : place + len(row)] = row
                scores.append(lesson.score if moment.first else 1 - lesson.score)
                heavy.append(LATE / len(lesson.moments) * (HANDS if lesson.player == HAND else 1.0))
                battle.append(number)
                prospects.append([moment.prospect * time for time in times])
        folds = parted(lessons, FOLDS)
        self.fold = np.array([folds[number] for number in battle])
        self.x, self.y = np.array(rows), np.array(scores)
        self.weight, self.battle = np.array(heavy), np.array(battle)
        self.prospects = np.array(prospects)


def penalty_of(np: Any, table: Table, strength: float) -> Any:
    """How strongly each weight is held to nothing, and the three of a kind to each other; signs by their spread."""
    signs, leans = 3 * len(table.course.signs), 3 * len(table.ids)
    scales = table.x[:, :signs].std(axis=0)
    size = table.x.shape[1]
    matrix = np.zeros((size, size))
    for first in range(0, size, 3):
        if signs <= first < signs + leans:
            hold, spread = strength * LEANS, 0.1
        else:
            sign = first if first < signs else (first - leans) % signs
            hold = strength * (1.0 if first < signs else ODD)
            spread = max(scales[sign : sign + 3].max(), 1e-3) ** 2
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


def general(np: Any, table: Table, penalty: Any) -> Any:
    """The weights of the best fit in which no sign counts against who has it; what a scenario does is left to it.

    A role, who has to attack, is no such sign: it may count against who has it, and what scenarios have in common is
    its weight, from which each differs.
    """
    signs = 3 * len(table.course.signs)
    columns = list(range(signs + 3 * len(table.ids)))
    roles = role_columns(np, table)
    penalty = penalty.copy()
    if not roles:
        penalty[signs : len(columns), signs : len(columns)] *= FREE
    penalty[np.ix_(roles, roles)] *= FREE
    found = np.zeros(len(columns))
    while True:
        part = solve(np, table.x[:, columns], table.y, table.weight, penalty[np.ix_(columns, columns)])
        weights = zip(columns, part, strict=True)
        bad = [column for column, weight in weights if column < signs and weight < 0 and column not in roles]
        if not bad:
            found[columns] = part
            return found
        columns = [column for column in columns if column not in bad]


def role_columns(np: Any, table: Table) -> list[int]:
    """The columns of signs that never change during a battle: they tell who is who, and count nothing."""
    found = []
    for sign in range(len(table.course.signs)):
        values = np.abs(table.x[:, 3 * sign : 3 * sign + 3].sum(axis=1))
        if values.min() > 0 and values.max() - values.min() < 1e-9:
            found += [3 * sign, 3 * sign + 1, 3 * sign + 2]
    return found


def best_penalty(table: Table) -> float:
    """The strength that does best on battles left out."""
    np = numpy()
    found = []
    for strength in PENALTIES:
        penalty = penalty_of(np, table, strength)
        total = 0.0
        for fold in range(FOLDS):
            out = table.fold == fold
            fit = solve(np, table.x[~out], table.y[~out], table.weight[~out], penalty)
            total += loss(np, table.x[out], table.y[out], table.weight[out], fit)
        found.append((total, strength))
    return min(found)[1]


def fit_general(course: Course, lessons: Sequence[Lesson], strength: float) -> dict[str, tuple[float, float, float]]:
    """What signs weigh in a scenario never seen."""
    np = numpy()
    table = Table(course, lessons)
    found = general(np, table, penalty_of(np, table, strength))
    return {name: times(found, 3 * place) for place, name in enumerate(course.signs)}


def fit(course: Course, lessons: Sequence[Lesson], seed: int, strength: float | None = None) -> Outlook:
    """The outlook that explains the lessons best; `strength` is `best_penalty`, where that is known."""
    if len(lessons) < FOLDS:
        raise LabError(f"{len(lessons)} battles are too few to learn from: at least {FOLDS} are needed.")
    np = numpy()
    table = Table(course, lessons)
    signs = len(course.signs)
    hold = best_penalty(table) if strength is None else strength
    penalty = penalty_of(np, table, hold)
    found = solve(np, table.x, table.y, table.weight, penalty)
    return Outlook(
        seed,
        len(lessons),
        {name: times(found, 3 * place) for place, name in enumerate(course.signs)},
        {
            each: Lean(
                course.scenarios[each][:MARK], times(found, 3 * (signs + place)), own_weights(table, found, each)
            )
            for place, each in enumerate(table.ids)
            if any(lesson.scenario == each for lesson in lessons)
        },
    )


def own_weights(table: Table, found: Any, scenario: str) -> dict[str, tuple[float, float, float]]:
    """What signs weigh more in a scenario than elsewhere; nothing where too few battles tell."""
    if scenario not in table.own:
        return {}
    signs = table.course.signs
    first = len(signs) + len(table.ids) + len(signs) * table.own.index(scenario)
    return {name: times(found, 3 * (first + place)) for place, name in enumerate(signs)}


def believed(groups: Sequence[Sequence[tuple[float, float]]]) -> tuple[float, float]:
    """What the worst judged of some scenarios costs, and by how much odds must be shrunk for that, 0 to 1.

    `groups`: for each of them, judged by a fit to the others, log odds and scores.
    """
    np = numpy()
    columns = [[np.array(column) for column in zip(*pairs, strict=True)] for pairs in groups if pairs]

    def worst(part: float) -> float:
        return max(loss(np, odds[:, None], scores, np.ones(len(odds)), np.array([part])) for odds, scores in columns)

    return min((worst(step / 20), step / 20) for step in range(21))


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


def swing(course: Course, lessons: Sequence[Lesson]) -> float:
    """How much 1 of the prospect changes the logarithm of the odds in the middle, beside what each scenario does."""
    np = numpy()
    table = Table(course, lessons)
    first = 3 * len(course.signs)
    both = np.hstack([table.prospects, table.x[:, first : first + 3 * len(table.ids)]])
    found = solve(np, both, table.y, table.weight, 1e-3 * np.eye(both.shape[1]))
    return max(0.0, times(found, 0)[1])


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
        f"elsewhere = {outlook.elsewhere}",
        "",
        "[weights]",
        *(f'"{name}" = {listed(weight)}' for name, weight in outlook.weights.items()),
    ]
    if outlook.general:
        lines += ["", "[general] # in a scenario never seen"]
        lines += [f'"{name}" = {listed(weight)}' for name, weight in outlook.general.items()]
    for name, lean in outlook.scenarios.items():
        lines += ["", f'[scenarios."{name}"]', f'digest = "{lean.digest}"', f"lean = {listed(lean.lean)}"]
        if lean.weights:
            lines.append(f'[scenarios."{name}".weights] # more than elsewhere')
            lines += [f'"{sign}" = {listed(weight)}' for sign, weight in lean.weights.items()]
    return "\n".join(lines) + "\n"


def listed(values: tuple[float, float, float]) -> str:
    return f"[{', '.join(map(repr, map(float, values)))}]"
