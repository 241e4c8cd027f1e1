"""Players who plan: plans are weighed by playing them, the best is followed, and it is told why."""

from pathlib import Path
from typing import Any

import pytest
import tomlkit

from sandtable.bots.adviser import AdvisingTactician
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.habits import read_beginners
from sandtable.bots.planning import Line, Scales, play_on
from sandtable.bots.player import Seat
from sandtable.bots.racing import beaten, corrected
from sandtable.bots.strategist import StrategistBot
from sandtable.bots.tactician import UNPLANNED, TacticianBot
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import AnyPlay, Play
from sandtable.table.scheme import Scheme
from sandtable.testing.toy import Battle, Scenario
from sandtable.testing.variant import Toy, assembled


class PlanningToy(Toy):
    """A turn is an activation. Its plans: to fight with all one has, or to sit tight."""

    def __init__(self) -> None:
        self.asked: list[Scheme | None] = []

    def stage(self, battle: Battle) -> str:
        return f"{battle.turn}"

    def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        self.asked.append(current)
        if current is not None:
            return [current]
        return [Scheme("Sit tight", {seat: "pass"}), Scheme("Fight", {seat: "fire"}), Scheme("Wait", {seat: "pass"})]

    def follow(self, battle: Any, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        wanted = "storm" if decision.kind == "order" else scheme.orders[seat] if scheme is not None else "pass"
        options = decision.options()
        return next((choice for choice in options if choice.do == wanted), options[-1])


def begun(system: Toy) -> AnyPlay:
    """Red's chit is drawn first: it is asked for its action, and only red acts this turn."""
    battle = Battle(Scenario("toy/test", "Test", 3, 9))
    battle.turn, battle.cup = 1, ["red", "red"]
    battle.orders = {"red": "storm", "blue": "storm"}
    return Play(assembled(system), battle, ScriptedChance(1, 1, 1))


def test_the_better_plan_is_followed_to_the_end_of_the_activation() -> None:
    system = PlanningToy()
    play = begun(system)
    bot = TacticianBot(1)
    assert bot.choose(Seat(play, "red")) == Choice("fire", "red", "blue")
    thought = bot.thought
    assert thought is not None
    assert [each.label for each in thought.plans] == ["Fight", "Sit tight", "Wait"]
    fight, sit, wait = thought.plans
    assert fight.value > 0 == sit.value == wait.value
    assert (fight.tries, sit.tries, wait.tries) == (8, 8, 2)  # the better half is tried more
    play.choose(Choice("fire", "red", "blue"), "red")
    play.choose(Choice("pass"), "blue")
    assert system.asked == [None]
    assert bot.choose(Seat(play, "red")) == Choice("fire", "red", "blue")
    assert [each.label if each else None for each in system.asked] == [None, "Fight"]


def test_when_the_activation_is_over_plans_are_made_anew() -> None:
    system = PlanningToy()
    play = begun(system)
    bot = TacticianBot(1)
    bot.choose(Seat(play, "red"))
    play.battle.turn = 2
    play._start.turn = 2
    bot.choose(Seat(play, "red"))
    assert system.asked == [None, None]


def test_a_plan_begins_with_its_first_answer_once() -> None:
    class FirstToy(PlanningToy):
        def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
            self.asked.append(current)
            return [current or Scheme("Scout, then fight", {seat: "fire"}, Choice("scout", seat))]

    system = FirstToy()
    bot = TacticianBot(1)
    seat = Seat(begun(system), "red")
    assert bot.choose(seat) == Choice("scout", "red")
    assert bot.choose(seat) == Choice("fire", "red", "blue")
    assert bot.thought is not None and bot.thought.plans[0].label == "Scout, then fight"


@pytest.mark.parametrize(("stages", "turn"), [(1, 2), (2, 3)])
def test_a_plan_is_played_for_so_many_activations(stages: int, turn: int) -> None:
    seat = Seat(begun(PlanningToy()), "red")
    fork = seat.fork(7)
    play_on(seat, fork, Scheme("Sit tight", {"red": "pass"}), stages)
    assert (fork.battle.turn, fork.quiet) == (turn, True)


def test_all_plans_meet_the_same_dice() -> None:
    seat = Seat(begun(PlanningToy()), "red")
    lines = [Line(Scheme("Fight", {"red": "fire"})), Line(Scheme("Fight as well", {"red": "fire"}))]
    Scales(seat, list(range(20)), 1, None).weigh(lines, 20)
    assert lines[0].total == lines[1].total and lines[0].count == 20


def test_who_is_late_stops_weighing() -> None:
    bot = TacticianBot(1)
    bot.budget = 0.0
    bot.choose(Seat(begun(PlanningToy()), "red"))
    assert bot.thought is not None
    assert [each.tries for each in bot.thought.plans] == [1, 1, 1]
    bot = TacticianBot(1)
    bot.budget, bot.hurried = 0.0, False
    bot.choose(Seat(begun(PlanningToy()), "red"))
    assert bot.thought is not None and bot.thought.plans[0].tries == 8


def weighed(folder: Path, seed: int = 1, bot: type[TacticianBot] = TacticianBot, **habits: float) -> tuple[str, ...]:
    """The plans that a tactician with these habits weighs, or one who takes none of them for his own."""
    (folder / "beginners.toml").write_text(tomlkit.dumps({"levels": {"tactician": habits}}), encoding="utf-8")
    read_beginners.cache_clear()
    system = PlanningToy()
    system.data = folder
    made = bot(seed)
    made.hurried = False
    made.choose(Seat(begun(system), "red"))
    thought = made.thought
    assert thought is not None and thought.level == bot.name
    assert thought.why.startswith(UNPLANNED) is (not system.asked)
    return tuple(plan.label for plan in thought.plans)


ALL_PLANS = ("Fight", "Sit tight", "Wait")


def test_a_tactician_who_overlooks_nothing_weighs_every_plan(tmp_path: Path) -> None:
    assert all(weighed(tmp_path, seed, sees=1.0) == ALL_PLANS for seed in range(5))


def test_a_tactician_overlooks_plans_but_never_all(tmp_path: Path) -> None:
    found = {weighed(tmp_path, seed, sees=0.0) for seed in range(30)}
    assert found == {(each,) for each in ALL_PLANS}
    assert len({weighed(tmp_path, seed, sees=0.6) for seed in range(30)}) > 4


def test_a_hasty_tactician_takes_the_next_step_like_a_sergeant(tmp_path: Path) -> None:
    sergeant = GreedyBot(1)
    sergeant.choose(Seat(begun(PlanningToy()), "red"))
    assert sergeant.thought is not None
    steps = {plan.label for plan in sergeant.thought.plans}  # options of the game, no plans
    assert len(steps) > 2 and steps.isdisjoint(ALL_PLANS)
    assert set(weighed(tmp_path, sees=1.0, hasty=1.0)) == steps
    assert {frozenset(weighed(tmp_path, seed, sees=1.0, hasty=0.5)) for seed in range(20)} == {
        frozenset(steps),
        frozenset(ALL_PLANS),
    }


@pytest.mark.parametrize("bot", [StrategistBot, AdvisingTactician])
def test_what_a_tactician_overlooks_a_strategist_sees_and_who_gives_advice(
    tmp_path: Path, bot: type[TacticianBot]
) -> None:
    assert all(weighed(tmp_path, seed, bot, sees=0.0, hasty=1.0) == ALL_PLANS for seed in range(5))


class DoubtfulToy(PlanningToy):
    """Promises too much of sitting tight, and admits a doubt."""

    rounds = (4, 8)

    def __init__(self, doubt: float) -> None:
        super().__init__()
        self.uncertain = doubt

    def doubt(self, battle: Any, decision: Decision, seat: str) -> float:
        return self.uncertain

    def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return [Scheme("Fight", {seat: "fire"}, promise=0.0), Scheme("Sit tight", {seat: "pass"}, promise=0.2)]


@pytest.mark.parametrize(
    ("doubt", "best", "tries"), [(0.0, "Sit tight", 1), (0.01, "Sit tight", 1), (9.0, "Fight", 8)]
)
def test_what_is_seen_corrects_a_doubtful_promise(doubt: float, best: str, tries: int) -> None:
    bot = StrategistBot(1)
    bot.choose(Seat(begun(DoubtfulToy(doubt)), "red"))
    assert bot.thought is not None
    assert (bot.thought.plans[0].label, bot.thought.plans[0].tries) == (best, tries)


def test_a_difference_is_believed_as_far_as_it_is_sure() -> None:
    assert corrected(-0.5, 1.0, [3.0, 3.0, 3.0]) == -0.5  # too few tries
    seen = [0.0, 2.0, 0.0, 2.0]  # mean 1, error of the mean 1/3
    assert corrected(-0.5, 1.0, seen) == pytest.approx(-0.5 + 0.75 * 1.5)
    assert corrected(-0.5, 0.1, seen) < 0
    assert corrected(-0.5, 1.0, [0.0] * 4) == -0.5  # the same came of both: the promise stands
    assert beaten([-1.0, -1.1, -0.9, -1.0]) and not beaten([-1.0, 1.1, -0.9, 1.0]) and not beaten([-9.0, -9.0])
