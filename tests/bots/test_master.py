"""The master: plans are rehearsed on equal terms, tries go where they matter, and neither luck nor clock decides."""

import random
from collections.abc import Iterator
from itertools import count
from typing import Any, cast

import pytest

from sandtable.bots import allowance, halving, levels, master
from sandtable.bots.halving import Purse, Runner, halve
from sandtable.bots.master import MasterBot
from sandtable.bots.player import Seat
from sandtable.bots.rehearsal import ENEMIES, Plan, Rehearsal, by_greed, by_hand, by_plan
from sandtable.bots.strategist import StrategistBot
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import AnyPlay, Play
from sandtable.table.scheme import Scheme
from sandtable.testing.toy import Battle, Scenario
from sandtable.testing.variant import Toy, assembled


class OpenToy(Toy):
    """A turn is an activation. It promises a little too much of sitting tight: by its word nobody would fight."""

    def stage(self, battle: Battle) -> str:
        return f"{battle.turn}"

    def follow(self, battle: Any, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        wanted = "storm" if decision.kind == "order" else scheme.orders[seat] if scheme is not None else "pass"
        options = decision.options()
        return next((choice for choice in options if choice.do == wanted), options[-1])

    def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return [Scheme("Fight", {seat: "fire"}, promise=0.0), Scheme("Sit tight", {seat: "pass"}, promise=0.05)]


def begun(toy: OpenToy) -> AnyPlay:
    """Red's chit is drawn first: it is asked for its action, and only red acts this turn."""
    battle = Battle(Scenario("toy/test", "Test", 3, 9))
    battle.turn, battle.cup = 1, ["red", "red"]
    battle.orders = {"red": "storm", "blue": "storm"}
    return Play(assembled(toy), battle, ScriptedChance(1, 1, 1))


def labels(bot: StrategistBot, toy: OpenToy) -> list[tuple[str, int]]:
    bot.hurried = False
    bot.choose(Seat(begun(toy), "red"))
    assert bot.thought is not None
    return [(plan.label, plan.tries) for plan in bot.thought.plans]


def test_what_comes_of_plans_corrects_what_they_promise() -> None:
    assert labels(StrategistBot(1), OpenToy()) == [("Sit tight", 1), ("Fight", 1)]
    assert labels(MasterBot(1), OpenToy()) == [("Fight", 32), ("Sit tight", 32)]


def test_a_plan_that_is_far_behind_is_not_rehearsed() -> None:
    class ClearToy(OpenToy):
        def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
            return [Scheme("Fight", {seat: "fire"}, promise=-9.0), Scheme("Sit tight", {seat: "pass"}, promise=0.0)]

    assert labels(MasterBot(1), ClearToy()) == [("Sit tight", 1), ("Fight", 1)]


def test_a_game_may_say_that_rehearsing_does_not_help() -> None:
    class NearToy(OpenToy):
        horizon = 0

    assert labels(MasterBot(1), NearToy()) == [("Sit tight", 1), ("Fight", 1)]


# The clock ---------------------------------------------------------------------------------------


def test_without_a_clock_time_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = labels(MasterBot(1), OpenToy())
    ticks = count(step=1000)
    monkeypatch.setattr(halving.time, "monotonic", lambda: float(next(ticks)))
    bot = MasterBot(1)
    bot.budget = 0.0
    assert labels(bot, OpenToy()) == usual


def test_the_budget_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock is a tenth of a second later: it stops before its two seconds are over."""
    ticks = count()
    now = [0.0]

    def tick() -> float:
        now[0] = next(ticks) / 10
        return now[0]

    monkeypatch.setattr(master.time, "monotonic", tick)
    bot = MasterBot(1)
    bot.choose(Seat(begun(OpenToy()), "red"))
    assert bot.thought is not None and bot.thought.plans[0].tries > 4
    assert master.PART * 2.0 <= now[0] < 2.0


def test_who_has_no_time_takes_the_promise() -> None:
    bot = MasterBot(1)
    bot.budget = 0.0
    bot.choose(Seat(begun(OpenToy()), "red"))
    assert bot.thought is not None
    assert [(plan.label, plan.tries) for plan in bot.thought.plans] == [("Sit tight", 1), ("Fight", 1)]


@pytest.mark.parametrize(("written", "seconds"), [("7.5", 7.5), ("", 2.0), ("long", 2.0), ("0", 2.0), ("1e9", 2.0)])
def test_how_long_it_may_think(written: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(allowance.THINKING, written)
    assert MasterBot(1).budget == seconds and StrategistBot(1).budget == 2.0
    allowance.allow(4)
    assert MasterBot(1).budget == 4.0


# Halving -----------------------------------------------------------------------------------------


class Told:
    """A rehearsal whose outcomes are told beforehand: try by try, by the label of the plan."""

    def __init__(self, outcomes: dict[str, Iterator[float]]) -> None:
        self.outcomes = outcomes
        self.played: list[tuple[str, int]] = []

    def play(self, scheme: Scheme, number: int) -> float:
        self.played.append((scheme.label, number))
        return next(self.outcomes[scheme.label])


def noisy(mean: float, seed: int) -> Iterator[float]:
    rng = random.Random(seed)
    while True:
        yield mean + rng.uniform(-0.1, 0.1)


def field(told: Told, tries: int, before: dict[str, float]) -> list[Runner]:
    runners = [Runner(Scheme(label), value) for label, value in before.items()]
    return halve(cast(Rehearsal, told), runners, Purse(tries), 0.05)


def test_tries_go_to_the_plans_that_are_close() -> None:
    told = Told({name: noisy(mean, number) for number, (name, mean) in enumerate(MEANS.items())})
    found = field(told, 120, dict.fromkeys(MEANS, 0.0))
    assert [found[0].scheme.label, found[-1].scheme.label] == ["better", "bad"]
    tries = {each.scheme.label: len(each.seen) for each in found}
    assert tries["usual"] == tries["better"] > tries["bad"] and sum(tries.values()) <= 120 + len(MEANS)
    assert told.played[:4] == [(name, 0) for name in MEANS]  # the same deal for all


MEANS = {"usual": 0.5, "better": 0.6, "close": 0.49, "bad": 0.2}


def test_who_is_surely_worse_is_dropped_and_who_is_alone_stops() -> None:
    told = Told({"usual": noisy(0.6, 1), "bad": noisy(0.2, 2)})
    assert [len(each.seen) for each in field(told, 500, {"usual": 0.0, "bad": 0.0})] == [4, 4]


def test_luck_overturns_nothing() -> None:
    """A little more, seen seldom and with much noise, does not outweigh what was thought before."""
    told = Told({"usual": iter([0.0, 1.0, 0.0, 1.0, 0.0]), "lucky": iter([1.0, 1.0, 0.0, 0.0, 1.0])})
    assert field(told, 10, {"usual": 0.0, "lucky": -0.03})[0].scheme.label == "usual"
    told = Told({"usual": noisy(0.5, 1), "better": noisy(0.6, 2)})
    assert field(told, 100, {"usual": 0.0, "better": -0.03})[0].scheme.label == "better"


# The enemy ---------------------------------------------------------------------------------------


def test_several_enemies_are_in_mind_and_all_plans_meet_the_same() -> None:
    assert {by_hand, by_plan, by_greed} == set(ENEMIES)
    met: list[tuple[int, str]] = []

    def enemy(number: int) -> Any:
        def answers(play: AnyPlay, name: str, plan: Plan) -> tuple[Choice, Plan]:
            met.append((number, name))
            return by_hand(play, name, plan)

        return answers

    seat = Seat(begun(OpenToy()), "red")
    rehearsal = Rehearsal(seat, random.Random(1).getrandbits, 2, [enemy(0), enemy(1)])
    for label in ("fire", "pass"):
        for number in range(2):
            met.clear()
            rehearsal.play(Scheme(label, {"red": label}), number)
            assert met and set(met) == {(number, "blue")}
    assert rehearsal.play(Scheme("a", {"red": "fire"}), 3) == rehearsal.play(Scheme("b", {"red": "fire"}), 3)


# By name -----------------------------------------------------------------------------------------


def test_tries_are_named_with_the_level() -> None:
    bot = levels.make("master:7", 1)
    assert isinstance(bot, MasterBot) and bot.tries == 7
    assert levels.knows("master:7") and levels.knows("greedy")
    for name in ("master:0", "master:", "master:x", "greedy:7"):
        assert not levels.knows(name)
        with pytest.raises(levels.UnknownBot):
            levels.make(name)
