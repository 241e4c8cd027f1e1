"""All of it for one game: lessons, fit, proof, file."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from sandtable.lab.training.fitting import Table, best_penalty, fit, numpy, scaled_prospect, written
from sandtable.lab.training.lessons import course_of, take_lessons
from sandtable.lab.training.proving import Proof, by_outlook, by_prospect, prove
from sandtable.table.outlook import Outlook, read_outlook
from sandtable.table.system import AnySystem

PROOF = 1_000_000  # seeds of battles for the proof begin here

Told = Callable[[str, int, int], None]


class Trained(msgspec.Struct, frozen=True):
    """What came of it."""

    outlook: Outlook
    proof: Proof  # fresh seeds of all scenarios
    prospect: Proof  # what the mind's prospect says of the same battles
    unseen: Proof | None  # each scenario by a fit that has seen only the others


def train(
    system: AnySystem, games: int, proofs: int, seed: int, out: Path, workers: int = 1, told: Told | None = None
) -> Trained:
    """Play what has not been played yet, fit, and prove the fit on other seeds, and on scenarios left out."""
    numpy()
    tell = told or (lambda what, done, of: None)
    course, other = course_of(system), course_of(system, False)
    lessons = take_lessons(
        out / "lessons.jsonl", course, range(seed, seed + games), lambda done, of: tell("Lessons", done, of), workers
    )
    seeds = range(seed + PROOF, seed + PROOF + proofs)
    fresh = take_lessons(out / "proof.jsonl", other, seeds, lambda done, of: tell("Proof", done, of), workers)
    strength = best_penalty(Table(course, lessons))
    outlook = fit(course, lessons, seed, strength)
    unseen = None
    if len(course.scenarios) > 1:
        others = {
            name: fit(course, [lesson for lesson in lessons if lesson.scenario != name], seed, strength)
            for name in course.scenarios
        }
        unseen = prove(fresh, lambda lesson, moment: by_outlook(others[lesson.scenario])(lesson, moment))
    return Trained(
        outlook,
        prove(fresh, by_outlook(outlook)),
        prove(fresh, by_prospect(scaled_prospect(course, fresh))),
        unseen,
    )


def write(system: AnySystem, outlook: Outlook) -> Path:
    """Put the numbers where the mind of the game finds them."""
    path = system.thinks.outlook_file
    assert path is not None
    path.write_text(written(outlook, system.key), encoding="utf-8")
    read_outlook.cache_clear()
    return path


def table_row(title: str, what: str, proof: Proof) -> str:
    """A row of the table in docs/opponents.md."""
    figures = " | ".join(f"{each.auc:.2f}" for each in proof.figures)
    errors = " | ".join(f"{each.brier:.3f}" for each in proof.figures)
    return f"| {title} | {what} | {proof.battles} | {figures} | {errors} | {proof.error:.3f} |"


def reliability(proof: Proof) -> list[str]:
    """What was given and what came of it, a row for each tenth."""
    return [f"| {each.given:.0%} | {each.came:.0%} | {each.moments:,} |" for each in proof.bins]
