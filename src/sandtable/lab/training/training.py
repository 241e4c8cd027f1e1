"""All of it for one game: lessons, fit, proof, file."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec

from sandtable.lab.training import games
from sandtable.lab.training.fitting import (
    PENALTIES,
    Table,
    believed,
    best_penalty,
    fit,
    fit_general,
    numpy,
    parted,
    scaled_prospect,
    swing,
    written,
)
from sandtable.lab.training.lessons import Course, Lesson, Moment, course_of, lessons_of
from sandtable.lab.training.proving import Proof, by_outlook, by_prospect, prove
from sandtable.table.outlook import Outlook, Standing, read_outlook
from sandtable.table.system import AnySystem

HANDS, PLANNED = 0, 500_000  # where the seeds begin: battles of hands, of planners
PARTS = 8  # of the battles, and of the scenarios: each is judged by a fit to the others
PROVED = "proof.json"  # what came of it, in the folder of the battles

Told = Callable[[str, int, int], None]


class Counts(msgspec.Struct, frozen=True):
    """How many battles of each kind."""

    hands: int
    planners: int


class Trained(msgspec.Struct, frozen=True):
    """What came of it."""

    title: str  # of the game
    outlook: Outlook
    proof: Proof  # all battles, each judged by a fit that has not seen it
    planners: Proof | None  # of these, the battles of planners, where there are hands too
    prospect: Proof | None  # what the mind's prospect says of the same battles, where it was noted
    unseen: Proof | None  # each scenario by a fit that has seen only the others


def train(
    system: AnySystem, counts: Counts, seed: int, out: Path, workers: int = 1, told: Told | None = None
) -> Trained:
    """Play what has not been played yet, fit, and prove the fit on battles and on scenarios left out."""
    numpy()
    tell = told or (lambda what, done, of: None)
    lessons: list[Lesson] = []
    for name, players, first, count in (
        ("hands", games.HANDS, HANDS + seed, counts.hands),
        ("planners", games.PLANNERS, PLANNED + seed, counts.planners),
    ):
        series = games.series_of(system, players)
        lessons += taken(series, out / f"{name}.jsonl", range(first, first + count), name, workers, tell)
    made = learnt(system.title, course_of(series), lessons, seed)
    (out / PROVED).write_bytes(msgspec.json.format(msgspec.json.encode(made)))
    return made


def taken(series: games.Series, path: Path, seeds: range, name: str, workers: int, tell: Told) -> list[Lesson]:
    """The lessons of some battles, played first where need be."""
    if not seeds:
        return []
    played = games.play_games(path, series, seeds, partial(tell, f"Battles of {name}"), workers)
    return lessons_of(series, played, partial(tell, f"Looking at {name}"), workers)


def learnt(title: str, course: Course, lessons: Sequence[Lesson], seed: int) -> Trained:
    """The fit to all lessons, and what fits to a part of them say of the others."""
    strength = best_penalty(Table(course, lessons))
    numbers = parted(lessons, PARTS)
    part = {(lesson.player, lesson.seed): number for lesson, number in zip(lessons, numbers, strict=True)}
    fits = [
        by_outlook(fit(course, [each for each in lessons if part[each.player, each.seed] != number], seed, strength))
        for number in range(PARTS)
    ]
    planners = [lesson for lesson in lessons if lesson.player != games.HAND]

    def guess(lesson: Lesson, moment: Moment) -> float:
        return fits[part[lesson.player, lesson.seed]](lesson, moment)

    if len(course.scenarios) > 1:
        hold, elsewhere, unseen = never_seen(course, lessons)
    else:
        hold, elsewhere, unseen = strength, 1.0, None
    noted = any(moment.prospect for lesson in lessons for moment in lesson.moments)
    scale = scaled_prospect(course, lessons) if noted else (0.0, 0.0, 0.0)
    found = fit(course, lessons, seed, strength)
    return Trained(
        title,
        msgspec.structs.replace(
            found,
            swing=swing(course, lessons) if noted else 0.0,
            elsewhere=elsewhere,
            general=fit_general(course, lessons, hold),
        ),
        prove(lessons, guess),
        prove(planners, guess) if 0 < len(planners) < len(lessons) else None,
        prove(lessons, by_prospect(scale)) if noted else None,
        unseen,
    )


def never_seen(course: Course, lessons: Sequence[Lesson]) -> tuple[float, float, Proof]:
    """How strongly general weights are held, how far they are to be believed, and what they say of other scenarios.

    Each scenario is judged by weights fitted to the others. For the proof all else, too, is learnt from the others.
    """
    group = {name: number % PARTS for number, name in enumerate(course.scenarios)}
    parts = range(min(PARTS, len(group)))
    judges: dict[float, list[Outlook]] = {}
    pairs: dict[float, list[list[tuple[float, float]]]] = {}
    for strength in PENALTIES:
        judges[strength] = [
            Outlook(
                0,
                0,
                {},
                general=fit_general(course, [each for each in lessons if group[each.scenario] != part], strength),
            )
            for part in parts
        ]
        pairs[strength] = [[] for _ in parts]
        for lesson in lessons:
            part = group[lesson.scenario]
            for moment in lesson.moments:
                standing = Standing(list(moment.values), moment.elapsed, moment.first)
                score = lesson.score if moment.first else 1 - lesson.score
                pairs[strength][part].append((judges[strength][part].log_odds(standing, lesson.scenario), score))

    def best(some: Sequence[int]) -> tuple[float, float]:
        """The strength, and how far to believe, that judge some scenarios best."""
        found = [(*believed([pairs[strength][part] for part in some]), strength) for strength in PENALTIES]
        _, elsewhere, strength = min(found)
        return strength, elsewhere

    guesses = []
    for part in parts:
        strength, elsewhere = best([number for number in parts if number != part])
        guesses.append(by_outlook(msgspec.structs.replace(judges[strength][part], elsewhere=elsewhere)))
    proof = prove(lessons, lambda lesson, moment: guesses[group[lesson.scenario]](lesson, moment))
    return *best(parts), proof


def write(system: AnySystem, outlook: Outlook) -> Path:
    """Put the numbers where the mind of the game finds them."""
    path = system.thinks.file("outlook.toml")
    assert path is not None
    path.write_text(written(outlook, system.key), encoding="utf-8")
    read_outlook.cache_clear()
    return path


def table_rows(made: Trained) -> list[tuple[str, Proof]]:
    """Who judged, and what came of it."""
    rows = [("win probability", made.proof)]
    if made.planners is not None:
        rows.append(("the same, planners alone", made.planners))
    if made.prospect is not None:
        rows.append(("prospect, scaled", made.prospect))
    if made.unseen is not None:
        rows.append(("fitted without the scenario", made.unseen))
    return rows


def table_row(title: str, what: str, proof: Proof) -> str:
    """A row of the table in docs/opponents.md."""
    figures = " | ".join(f"{each.auc:.2f}" for each in proof.figures)
    errors = " | ".join(f"{each.brier:.3f}" for each in proof.figures)
    return f"| {title} | {what} | {proof.battles} | {figures} | {errors} | {proof.error:.3f} |"


def reliability(proof: Proof) -> list[str]:
    """What was given and what came of it, a row for each tenth."""
    return [f"| {each.given:.0%} | {each.came:.0%} | {each.moments:,} |" for each in proof.bins]
