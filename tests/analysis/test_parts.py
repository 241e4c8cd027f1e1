"""Skill, luck and the model's error: exact where the rules allow it, fair over many battles, and the band."""

import itertools
import math
import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from test_analysis import battle

from sandtable.analysis import skill
from sandtable.analysis.analysing import analyse
from sandtable.analysis.band import FITTED, ROUGH, banded
from sandtable.analysis.closer import together, with_ends
from sandtable.analysis.findings import Point, Step
from sandtable.analysis.luck import exact_mean, mean_after
from sandtable.analysis.skill import Setting, best_of, compared, summed_up, weigh
from sandtable.analysis.telling import LARGE, accounts, cost, is_mistake, told_mistakes
from sandtable.bots import levels
from sandtable.bots.player import Bot, Seat
from sandtable.table.chance import Chance
from sandtable.table.decision import Choice
from sandtable.table.journal import load
from sandtable.table.journal.record import Entry
from sandtable.table.play import Play
from sandtable.testing.toy import TOY
from soak import sample

MOVE = Entry(3, 1, "red", Choice("fire"))


class Throws:
    """A game in which a choice is followed by some dice, and the result is worked out from them."""

    def __init__(self, rule: Callable[[Chance], float], chance: Chance | None = None) -> None:
        self.rule = rule
        self.chance = chance
        self.value = 0.0

    def fork(self, chance: Chance, lasting: bool = True) -> "Throws":
        return Throws(self.rule, chance)

    def choose(self, choice: Choice, seat: str) -> None:
        assert self.chance is not None
        self.value = self.rule(self.chance)


def mean_of(rule: Callable[[Chance], float], most: int) -> Any:
    return exact_mean(Throws(rule), MOVE, lambda play: play.value, most)  # type: ignore[arg-type, attr-defined]


def test_few_outcomes_are_all_played_each_with_its_weight() -> None:
    assert mean_of(lambda chance: chance.die("one") + chance.die("two"), 36).value == pytest.approx(7.0)

    def again_on_six(chance: Chance) -> float:
        """A six is thrown again: eleven outcomes, not all alike."""
        first = chance.die("first")
        return first if first < 6 else 6 + chance.die("again")

    found = mean_of(again_on_six, 11)
    assert found.exact and found.throws == 11 and found.value == pytest.approx(3.5 + 3.5 / 6)
    assert mean_of(again_on_six, 10) is None
    assert mean_of(lambda chance: float(chance.roll(10**9, "a needle")), 80) is None  # nor is memory eaten
    assert mean_of(lambda chance: 0.25, 1).value == 0.25

    def until_they_differ(chance: Chance) -> float:
        while (one := chance.die("one")) == chance.die("other"):
            pass
        return float(one)

    assert mean_of(until_they_differ, 80) is None  # ties without end are not waited for


def test_luck_of_all_outcomes_adds_up_to_nothing() -> None:
    values = [chance**2 / 36 for chance in range(1, 7)]
    mean = mean_of(lambda chance: chance.die("it") ** 2 / 36, 6).value
    assert sum(value - mean for value in values) == pytest.approx(0.0, abs=1e-12)


def test_with_many_outcomes_fresh_dice_are_thrown(tmp_path: Path) -> None:
    rule = Throws(lambda chance: float(sum(chance.die("many") for _ in range(9))))
    found = mean_after(rule, MOVE, lambda play: play.value, 50, 400, random.Random(1))  # type: ignore[arg-type, attr-defined]
    assert not found.exact and found.throws == 400 and abs(found.value - 31.5) < 1.0


# Skill -----------------------------------------------------------------------------------------------


@pytest.fixture
def seat() -> Seat:
    """The first to act in a battle of the toy."""
    play = Play(TOY, TOY.rules.new(TOY.shelf.find("toy/ridge")), with_seed(5))
    for name in ("red", "blue"):
        play.choose(Choice("hold"), name)
    return Seat(play, play.asked()[0])


def with_seed(seed: int) -> Chance:
    from sandtable.table.chance import SeededChance

    return SeededChance(seed)


def test_the_best_is_found_by_some_tries_and_judged_by_others(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """All choices are worth the same but for the luck of a try: the best of many looks good, and is told to be so."""
    asked: list[tuple[str, int]] = []

    def worth(seat: Seat, deal: Any, choice: Choice, state: int, stages: int) -> float:
        asked.append((choice.do, state))
        return random.Random(f"{choice.do} {state}").random()

    monkeypatch.setattr(skill, "worth", worth)
    found = []
    for seed in range(60):
        rng = random.Random(seed)
        best = best_of(seat, seat.options(), 2, rng)
        found.append(compared(seat, Choice("pass"), best, Setting(tries=8, more=8, deep=1), rng).mean)
    mean, reach = summed_up(found)
    assert abs(mean) < 2 * reach  # picking the best of the same tries would show some 0.15 here
    assert len({state for _, state in asked}) > 60 * 8


def test_what_is_worse_by_no_more_than_the_noise_costs_nothing(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """All choices are worth the same: one in six looks worse by more than a standard error, none looks better."""
    monkeypatch.setattr(
        skill,
        "worth",
        lambda seat, deal, choice, state, stages: random.Random(f"{choice.do} {state}").random(),
    )
    setting = Setting(tries=8, more=8, deep=1)
    verdicts = [weigh(seat, Choice("pass"), setting, random.Random(seed)) for seed in range(60)]
    told = [each for each in verdicts if each is not None]
    assert 0 < len(told) < 20 and all(each.mean < -each.reach / 1.96 for each in told)


def test_a_clear_best_is_found_and_a_choice_that_is_the_best_costs_nothing(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = {"fire": 0.7, "pass": 0.4}
    monkeypatch.setattr(skill, "worth", lambda seat, deal, choice, state, stages: values.get(choice.do, 0.5))
    options = seat.options()
    fire = next(each for each in options if each.do == "fire")
    assert best_of(seat, options, 1, random.Random(1)) == fire
    assert weigh(seat, fire, Setting(), random.Random(1)) is None
    verdict = weigh(seat, Choice("pass"), Setting(), random.Random(1))
    assert verdict is not None and verdict.best == fire
    assert (verdict.mean, verdict.reach) == (pytest.approx(-0.3), pytest.approx(0.0, abs=1e-9))
    small = compared(seat, Choice("pass"), fire, Setting(matters=0.4), random.Random(1))
    assert small.tries == 8  # what does not matter is not looked at again


def test_who_judges_overlooks_nothing(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tactician at the table does not think of every plan (bots/habits.py)."""
    judges = []

    def make(level: str, seed: int | None) -> Bot:
        judges.append(levels.make(level, seed))
        return judges[-1]

    monkeypatch.setattr(skill, "levels", SimpleNamespace(make=make))
    weigh(seat, Choice("pass"), Setting(), random.Random(1))
    assert [(judge.name, getattr(judge, "errs", None)) for judge in judges] == [("tactician", False)]


def test_what_looks_like_a_mistake_is_looked_at_again_further_on(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of the activation it seems bad, and three activations later it is not."""
    fire, stay = seat.options()[0], Choice("pass")
    monkeypatch.setattr(
        skill, "worth", lambda seat, deal, choice, state, stages: 0.5 if stages == 3 or choice == fire else 0.3
    )
    assert compared(seat, stay, fire, Setting(deep=3), random.Random(1)).mean == pytest.approx(0.0)
    assert compared(seat, stay, fire, Setting(deep=1), random.Random(1)).mean == pytest.approx(-0.2)


# A closer look -------------------------------------------------------------------------------------------


def slip(place: int, lost: float, ends: int = 0, reach: float = 0.01) -> Step:
    """Red, the first side, lost so much by one choice."""
    tail = ("better", "", -lost - reach, -lost + reach, 18, ends)
    return Step(place, 1, "red", 0, "made", 0.5, 0.5, -lost, 0.05, lost - 0.05, *tail, other=Choice("better"))


def test_battles_to_the_end_count_beside_the_tries_and_the_parts_still_add_up() -> None:
    """The tries say 20 points. Battles that say nothing make it less; those that say no make it none."""
    agree = with_ends(slip(1, 0.2), [-1.0] * 6 + [0.0] * 24)
    nothing = with_ends(slip(1, 0.2), [1.0, -1.0] * 4 + [0.0] * 22)
    against = with_ends(slip(1, 0.2), [1.0] * 15 + [0.0] * 15)
    assert agree.choice == pytest.approx(-0.2) and is_mistake(agree)
    assert -0.2 < nothing.choice < 0 and nothing.low < nothing.choice < nothing.high
    assert (against.choice, against.better, against.other) == (0.0, "", None) and not is_mistake(against)
    for step in (agree, nothing, against):
        assert step.choice + step.dice + step.rest == pytest.approx(step.after - step.before, abs=1e-12)
        assert step.ends == 30 and step.tries == 48


def test_large_mistakes_are_told_only_after_battles_to_the_end() -> None:
    found = [slip(1, 0.05), slip(2, 0.3), slip(3, 0.12, ends=30), slip(4, 0.02), slip(5, 0.07)]
    assert [step.state for step in told_mistakes(found)] == [3, 5, 1]
    unchecked = [step for step in found if not step.ends]
    assert [step.state for step in told_mistakes(unchecked)] == [2, 5, 1]  # where nobody checks all are told
    assert len(told_mistakes([slip(place, 0.05) for place in range(9)])) == 5


def test_the_worst_mistakes_are_played_to_the_end_and_explained(tmp_path: Path) -> None:
    """A battle of random players has some: what was large was played to the end, what is told has arrows."""
    setting = Setting("greedy", 3, 1, 4, 4, 0.02, 1, 4, 12, ends=4)
    *_, found = analyse(load(battle(tmp_path, "toy/ridge", 3, game=TOY)), TOY, setting)
    told = told_mistakes(found.steps)
    assert told and all(len(step.arrows) == 2 and step.arrows[1].choice == step.other for step in told)
    assert all(step.ends == 4 for step in told if cost(step) >= LARGE)
    assert any(step.ends for step in found.steps)
    assert [each.arrows for each in found.turnings if each.kind == "choice"] == [
        step.arrows for step in sorted(told, key=lambda step: step.state)
    ]


def test_a_battle_is_played_to_its_end(seat: Seat) -> None:
    """Where no model judges: it was won, lost or drawn."""
    ends = {skill.worth(seat, seat.fork(state), seat.options()[0], state, 0) for state in range(12)}
    assert ends <= {0.0, 0.5, 1.0} and len(ends) > 1


def test_two_estimates_of_the_same_count_by_how_sure_they_are() -> None:
    assert together((0.2, 0.1), (0.1, 0.1)) == (pytest.approx(0.15), pytest.approx(0.1 / math.sqrt(2)))
    mean, reach = together((0.2, 0.1), (0.0, 0.01))
    assert mean < 0.01 and reach < 0.01


# Over many battles -----------------------------------------------------------------------------------


@pytest.mark.soak
def test_over_many_mirror_battles_luck_and_the_difference_of_losses_average_zero(tmp_path: Path) -> None:
    """The toy is the same for both sides, and so are those who play it."""
    setting = Setting("greedy", 3, 1, 2, 2, deep=1, throws=8, outcomes=12)
    luck, lost, difference = [], [], []
    for seed in range(sample(40, 1000)):
        loaded = load(battle(tmp_path, "toy/ridge", seed, game=TOY))
        *_, found = analyse(loaded, TOY, setting)
        told = [found.opening, *found.steps] if found.opening is not None else list(found.steps)
        start = found.opening.before if found.opening is not None else found.points[0].chance
        total = sum(step.choice + step.dice + step.rest for step in told)
        assert start + total == pytest.approx(found.points[-1].chance, abs=1e-9)
        red, blue = accounts(told, found.sides, found.names)
        luck.append(red.dice)
        lost.append(red.choice + blue.choice)
        difference.append(red.choice - blue.choice)
    for values in (luck, difference):
        mean, reach = summed_up(values)
        assert abs(mean) <= 2 * reach
    mean, reach = summed_up(lost)
    assert mean < -reach  # random players lose by decisions


# The band --------------------------------------------------------------------------------------------


def curve_of(chances: list[float]) -> list[Point]:
    return [Point(state, 1, "red", "x", chance, mark="activation") for state, chance in enumerate(chances)]


def steps_of(chances: list[float], rest: float) -> list[Step]:
    pairs = itertools.pairwise(chances)
    return [
        Step(at + 1, 1, "red", 0, "x", one, two, two - one - rest, 0.0, rest) for at, (one, two) in enumerate(pairs)
    ]


def test_the_band_holds_the_curve_ends_with_it_and_grows_with_what_is_not_explained() -> None:
    chances = [0.5, 0.55, 0.6, 0.5, 0.45, 0.5, 0.6, 1.0]
    points = curve_of(chances)
    before = banded(points, [], True)
    reach = 1.96 * FITTED
    assert before[0].low == pytest.approx(1 / (1 + math.exp(reach)), abs=1e-4)
    assert banded(points, [], False)[0].low == pytest.approx(1 / (1 + math.exp(1.96 * ROUGH)), abs=1e-4)
    calm, wild = banded(points, steps_of(chances, 0.0), True), banded(points, steps_of(chances, 0.3), True)
    for band in (before, calm, wild):
        assert all(point.low <= point.chance <= point.high for point in band)
        assert (band[-1].low, band[-1].high) == (1.0, 1.0)
    width = [sum(point.high - point.low for point in band) for band in (calm, before, wild)]
    assert width == sorted(width) and len(set(width)) == 3
