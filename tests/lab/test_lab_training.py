"""Learning who will win: lessons are kept and continued, the fit finds what is there, the proof counts rightly."""

import math
import random
from pathlib import Path

import msgspec
import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.lab.experiment import LabError
from sandtable.lab.training.fitting import (
    FOLDS,
    Table,
    believed,
    best_penalty,
    fit,
    fit_general,
    parted,
    scaled_prospect,
    swing,
    written,
)
from sandtable.lab.training.games import play_games, series_of
from sandtable.lab.training.lessons import Course, Lesson, Moment, lessons_of
from sandtable.lab.training.proving import auc, binned, brier, by_outlook, prove
from sandtable.lab.training.training import learnt
from sandtable.table.outlook import Lean, Outlook, Standing, chance_of
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
        found.append(Lesson(number, scenario, "tactician", score, 40, 0, moments))
    return found


def test_the_fit_finds_what_counts_and_what_does_not() -> None:
    pytest.importorskip("numpy")
    outlook = fit(COURSE, made_up(1200, 1), 1)
    for lean in outlook.scenarios.values():
        assert outlook.weights["men"][1] + lean.weights["men"][1] == pytest.approx(2.0, abs=0.5)
        assert abs(outlook.weights["noise"][1] + lean.weights["noise"][1]) < 0.25
    assert fit_general(COURSE, made_up(1200, 1), 1.0)["men"][1] == pytest.approx(2.0, abs=0.5)
    assert outlook.scenarios["one"].lean[1] > 0.3 > -0.3 > outlook.scenarios["two"].lean[1]
    assert outlook.scenarios["one"].digest == "aa" * 8
    proof = prove(made_up(600, 2), by_outlook(outlook))
    assert proof.error < 0.06 and min(figure.auc for figure in proof.figures) > 0.8
    astray = [msgspec.structs.replace(each, clear=9) for each in made_up(600, 2)]
    assert prove(astray, by_outlook(outlook)).battles == 0  # their beginnings are not those of battles played well
    assert msgspec.toml.decode(written(outlook, "war_storm"), type=Outlook) == outlook


def test_what_a_prospect_is_worth_is_told_apart_from_who_is_favoured() -> None:
    pytest.importorskip("numpy")
    rng = random.Random(3)
    lessons = []
    for number in range(1600):
        scenario, lean = (("one", 3.0), ("two", -3.0))[number % 2]
        ahead = rng.gauss(0, 0.5)
        score = float(rng.random() < 1 / (1 + math.exp(-(2 * ahead + lean))))
        moments = tuple(Moment(round(40 * at), True, at, ahead, (0.0, 0.0)) for at in (0.3, 0.5, 0.9))
        lessons.append(Lesson(number, scenario, "tactician", score, 40, 0, moments))
    assert swing(COURSE, lessons) == pytest.approx(2.0, abs=0.5)
    assert scaled_prospect(COURSE, lessons)[1] < 1.2


def test_a_scenario_with_many_battles_has_weights_of_its_own() -> None:
    """Men count the other way round in the second one; general weights never do."""
    pytest.importorskip("numpy")

    def turned(lesson: Lesson) -> Lesson:
        if lesson.scenario == "one":
            return lesson
        moments = tuple(
            Moment(each.choices, each.first, each.elapsed, 0.0, (-each.values[0], each.values[1]))
            for each in lesson.moments
        )
        return msgspec.structs.replace(lesson, moments=moments)

    lessons = [turned(lesson) for lesson in made_up(1200, 1)]
    outlook = fit(COURSE, lessons, 1)

    def men(scenario: str) -> float:
        return outlook.weights["men"][1] + outlook.scenarios[scenario].weights["men"][1]

    assert men("one") > 1 and men("two") < -1
    general = fit_general(COURSE, lessons, 1.0)
    assert min(number for weight in general.values() for number in weight) >= 0
    few = fit(COURSE, made_up(80, 1), 1)
    assert few.scenarios["one"].weights == {}
    assert msgspec.toml.decode(written(outlook, "war_storm"), type=Outlook) == outlook


def test_odds_of_scenarios_never_seen_are_shrunk_until_none_is_judged_badly() -> None:
    pytest.importorskip("numpy")
    true = [(2.0, 1.0)] * 88 + [(2.0, 0.0)] * 12  # odds of e squared to 1
    idle = [(2.0, 1.0)] * 50 + [(2.0, 0.0)] * 50
    assert believed([true])[1] >= 0.95 and believed([idle]) == (pytest.approx(math.log(2)), 0.0)
    assert believed([true])[0] < believed([true, idle])[0] and believed([true, idle])[1] == 0.0


def test_a_role_may_count_against_who_has_it_and_scenarios_have_it_in_common() -> None:
    """Who attacks, always the first side here, wins seldom; that is told of a scenario never seen as well."""
    pytest.importorskip("numpy")
    course = msgspec.structs.replace(COURSE, signs=("attacks", *COURSE.signs))
    rng = random.Random(4)
    lessons = []
    for lesson in made_up(400, 4):
        moments = tuple(
            msgspec.structs.replace(each, values=(1.0 if each.first else -1.0, *each.values))
            for each in lesson.moments
        )
        lessons.append(msgspec.structs.replace(lesson, moments=moments, score=float(rng.random() < 0.2)))
    general = fit_general(course, lessons, 30.0)
    assert general["attacks"][1] < -0.7 and general["men"][1] < 0.3


def test_battles_are_left_out_of_every_scenario() -> None:
    """A fit that has seen nothing of a scenario would be held far too strongly."""
    pytest.importorskip("numpy")
    lessons = made_up(8 * FOLDS, 5)
    assert [parted(lessons, FOLDS).count(part) for part in range(FOLDS)] == [8] * FOLDS
    for scenario in COURSE.scenarios:
        parts = [
            part for part, each in zip(parted(lessons, FOLDS), lessons, strict=True) if each.scenario == scenario
        ]
        assert [parts.count(part) for part in range(FOLDS)] == [4] * FOLDS
    course = msgspec.structs.replace(COURSE, scenarios={f"{number}": "cc" * 32 for number in range(FOLDS)})
    apart = []
    for lesson in made_up(400, 6):  # each scenario has its winner
        place = lesson.seed % FOLDS
        apart.append(msgspec.structs.replace(lesson, scenario=f"{place}", score=float(place % 2)))
    assert best_penalty(Table(course, apart)) == 1.0


def test_the_figures_of_a_proof_by_hand() -> None:
    pairs = [(0.9, 1.0), (0.6, 0.0), (0.5, 1.0), (0.2, 0.0), (0.4, 0.5)]
    assert brier(pairs) == pytest.approx((0.01 + 0.36 + 0.25 + 0.04 + 0.01) / 5)
    assert auc(pairs) == pytest.approx(3 / 4)
    assert math.isnan(auc([(0.5, 1.0)]))
    [low, high] = binned([(0.11, 0.0), (0.19, 1.0), (0.95, 1.0)])
    assert (low.moments, low.given, low.came) == (2, pytest.approx(0.15), 0.5) and high.came == 1.0


def test_battles_are_kept_continued_and_the_same_again(tmp_path: Path) -> None:
    series = series_of(systems()["war_storm"], (("random", 1),))
    path = tmp_path / "planners.jsonl"
    first = play_games(path, series, range(2), quiet)
    with path.open("ab") as file:
        file.write(b'{"seed": 2, "scen')  # the machine stopped in the middle of a line
    played = []
    both = play_games(path, series, range(3), lambda done, of: played.append(done))
    assert both[:2] == first and played == [2, 3]
    assert play_games(tmp_path / "again.jsonl", series, range(3), quiet) == both
    game = both[2]
    assert game.scenario == list(series.scenarios)[2] and game.score in (0.0, 0.5, 1.0)
    with pytest.raises(LabError, match="other rules, scenarios or players"):
        play_games(path, msgspec.structs.replace(series, players=(("greedy", 1),)), range(3), quiet)


def test_a_battle_is_looked_at_again_from_where_nobody_errs(tmp_path: Path) -> None:
    series = series_of(systems()["war_storm"], (("random", 1),))
    [game] = play_games(tmp_path / "one.jsonl", series, range(3, 4), quiet)  # the smallest scenario
    game = msgspec.structs.replace(game, clear=5)
    [lesson] = lessons_of(series, [game], quiet)
    assert (lesson.score, lesson.choices) == (game.score, len(game.moves))
    assert 1 <= len(lesson.moments) <= 33 and lesson.moments[0].choices >= 5
    assert lesson.moments[-1].choices < lesson.choices and any(moment.prospect for moment in lesson.moments)
    assert all(len(moment.values) == len(systems()["war_storm"].thinks.signs) for moment in lesson.moments)


def test_hands_count_less_than_planners() -> None:
    pytest.importorskip("numpy")
    lessons = made_up(60, 3)
    hands = [msgspec.structs.replace(each, player="hand") for each in lessons[:30]]
    table = Table(COURSE, hands + lessons[30:])
    assert table.weight[0] == 0.5 * table.weight[-1]


def test_every_battle_is_judged_by_a_fit_that_has_not_seen_it() -> None:
    pytest.importorskip("numpy")
    rng = random.Random(4)
    course = Course("war_storm", tuple(f"noise {place}" for place in range(16)), {"one": "aa" * 32, "two": "bb" * 32})

    def noisy(lesson: Lesson) -> Lesson:
        moments = tuple(
            Moment(each.choices, True, each.elapsed, 0.1, tuple(rng.gauss(0, 1) for _ in course.signs))
            for each in lesson.moments
        )
        return msgspec.structs.replace(lesson, score=float(rng.random() < 0.5), moments=moments)

    lessons = [noisy(lesson) for lesson in made_up(40, 4)]
    made = learnt("War Storm", course, lessons, 4)
    assert prove(lessons, by_outlook(made.outlook)).figures[0].auc > 0.7  # it has learnt these by heart
    assert 0.3 < made.proof.figures[0].auc < 0.65 and made.unseen is not None


def test_too_little_is_refused_in_a_sentence() -> None:
    with pytest.raises(LabError, match="too few to learn from"):
        fit(COURSE, made_up(2, 1), 1)


def test_a_scenario_never_seen_leans_to_no_side_and_gets_a_sane_answer() -> None:
    outlook = Outlook(1, 100, {"men": (1.0, 2.0, 3.0)}, {"known": Lean("ab" * 8, (0.5, 0.5, 0.5))})
    ahead, even = Standing([1.0], 0.5, True), Standing([0.0], 0.5, True)
    assert outlook.log_odds(ahead, "known") == 2.5 and outlook.log_odds(ahead, "another") == 2.0
    assert chance_of(outlook.log_odds(even, "another")) == 0.5
    assert outlook.fitted_on("known", "ab" * 32) and not outlook.fitted_on("known", "cd" * 32)
    assert not outlook.fitted_on("another", "ab" * 32)


def test_what_is_shipped_fits_what_the_minds_name_and_says_what_it_was_fitted_on() -> None:
    found = {key: system.thinks.file("outlook.toml") for key, system in systems().items() if system.mind is not None}
    shipped = {key: path for key, path in found.items() if path is not None and path.exists()}
    assert set(shipped) == set(found)
    for key in shipped:
        system = systems()[key]
        outlook = system.thinks.outlook
        assert outlook is not None, f"{key} names other signs now: sandtable lab train {key} --write"
        assert set(outlook.scenarios) <= {info.id for info in system.shelf.infos()}
        assert all(len(lean.digest) == 16 for lean in outlook.scenarios.values())
