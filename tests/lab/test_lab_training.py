"""Learning who will win: lessons are kept and continued, the fit finds what is there, the proof counts rightly."""

import math
import random
from pathlib import Path

import msgspec
import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.lab.experiment import LabError
from sandtable.lab.training.fitting import fit, written
from sandtable.lab.training.lessons import Course, Lesson, Moment, course_of, take_lessons
from sandtable.lab.training.proving import auc, binned, brier, by_outlook, prove
from sandtable.table.outlook import Outlook
from sandtable.table.system import systems


def quiet(done: int, of: int) -> None: ...


COURSE = Course("war_storm", ("men", "noise"), {"one": "aa" * 32, "two": "bb" * 32})


def made_up(count: int, seed: int) -> list[Lesson]:
    """Battles in which men count, more at the end, and the first side is favoured in one scenario."""
    rng = random.Random(seed)
    found = []
    for number in range(count):
        scenario = ("one", "two")[number % 2]
        men, noise = rng.gauss(0, 1), rng.gauss(0, 1)
        odds = 2 * men + (0.8 if scenario == "one" else -0.8)
        score = float(rng.random() < 1 / (1 + math.exp(-odds)))
        moments = tuple(
            Moment(round(40 * at), first, at, 0.0, (men, noise) if first else (-men, -noise))
            for at, first in ((0.3, True), (0.5, False), (0.9, True))
        )
        found.append(Lesson(number, scenario, "tactician", score, 40, moments))
    return found


def test_the_fit_finds_what_counts_and_what_does_not() -> None:
    pytest.importorskip("numpy")
    outlook = fit(COURSE, made_up(1200, 1), 1)
    assert outlook.weights["men"][1] == pytest.approx(2.0, abs=0.5)
    assert abs(outlook.weights["noise"][1]) < 0.25
    assert outlook.scenarios["one"].lean[1] > 0.3 > -0.3 > outlook.scenarios["two"].lean[1]
    assert outlook.scenarios["one"].digest == "aa" * 8
    proof = prove(made_up(600, 2), by_outlook(outlook))
    assert proof.error < 0.06 and min(figure.auc for figure in proof.figures) > 0.8
    assert msgspec.toml.decode(written(outlook, "war_storm"), type=Outlook) == outlook


def test_the_figures_of_a_proof_by_hand() -> None:
    pairs = [(0.9, 1.0), (0.6, 0.0), (0.5, 1.0), (0.2, 0.0), (0.4, 0.5)]
    assert brier(pairs) == pytest.approx((0.01 + 0.36 + 0.25 + 0.04 + 0.01) / 5)
    assert auc(pairs) == pytest.approx(3 / 4)
    assert math.isnan(auc([(0.5, 1.0)]))
    [low, high] = binned([(0.11, 0.0), (0.19, 1.0), (0.95, 1.0)])
    assert (low.moments, low.given, low.came) == (2, pytest.approx(0.15), 0.5) and high.came == 1.0


def test_lessons_are_kept_continued_and_the_same_again(tmp_path: Path) -> None:
    course = msgspec.structs.replace(course_of(systems()["war_storm"]), players=(("random", 1),))
    path = tmp_path / "lessons.jsonl"
    first = take_lessons(path, course, range(2), quiet)
    with path.open("ab") as file:
        file.write(b'{"seed": 2, "scen')  # the machine stopped in the middle of a line
    played = []
    both = take_lessons(path, course, range(3), lambda done, of: played.append(done))
    assert both[:2] == first and played == [2, 3]
    assert take_lessons(tmp_path / "again.jsonl", course, range(3), quiet) == both
    lesson = both[2]
    assert lesson.scenario == list(course.scenarios)[2] and lesson.score in (0.0, 0.5, 1.0)
    assert 1 <= len(lesson.moments) <= 33 and lesson.moments[-1].choices < lesson.choices
    with pytest.raises(LabError, match="other rules, scenarios or players"):
        take_lessons(path, msgspec.structs.replace(course, errors=False), range(3), quiet)


def test_too_little_is_refused_in_a_sentence() -> None:
    with pytest.raises(LabError, match="too few to learn from"):
        fit(COURSE, made_up(2, 1), 1)


def test_what_is_shipped_fits_what_the_minds_name_and_says_what_it_was_fitted_on() -> None:
    found = {key: system.thinks.outlook_file for key, system in systems().items() if system.mind is not None}
    shipped = {key: path for key, path in found.items() if path is not None and path.exists()}
    assert "of_war_and_men" in shipped
    for key in shipped:
        system = systems()[key]
        outlook = system.thinks.outlook
        assert outlook is not None, f"{key} names other signs now: sandtable lab train {key} --write"
        assert set(outlook.scenarios) <= {info.id for info in system.shelf.infos()}
        assert all(len(lean.digest) == 16 for lean in outlook.scenarios.values())
