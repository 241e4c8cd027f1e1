"""Computer players: fair, reproducible, and no worse than they should be."""

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots import adviser, levels
from sandtable.bots.explaining import Scale, explained, reason
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import WIN, Bot, Dice, Seat, answer, quiet_answer
from sandtable.bots.random_bot import RandomBot
from sandtable.table.chance import Chance, SampledChance, ScriptedChance, SeededChance, seed_bytes
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event, Result
from sandtable.table.mind import Mind, goal_words
from sandtable.table.play import AnyPlay, Play, Script
from sandtable.table.scheme import Scheme, Thought, Weighed, worth
from sandtable.table.view import View
from sandtable.testing.toy import TOY, Battle
from sandtable.testing.variant import assembled

TOY = TOY


def new_play(seed: int = 1, scenario: str = "toy/ridge") -> AnyPlay:
    return Play(TOY, TOY.rules.new(TOY.shelf.find(scenario)), SeededChance(seed_bytes(seed)))


def scene(hands: dict[str, list[str]], seed: int = 1, men: int = 3) -> AnyPlay:
    """Red to act, both holding."""
    battle = TOY.rules.new(TOY.shelf.find("toy/ridge"))
    battle.turn, battle.active, battle.orders = 1, "red", {"red": "hold", "blue": "hold"}
    battle.hands = {seat: hand.copy() for seat, hand in hands.items()}
    battle.men["blue"] = men
    for card in hands["red"] + hands["blue"]:
        battle.deck.remove(card)
    battle.cup = ["blue", "blue", "red"]
    return Play(TOY, battle, SeededChance(seed_bytes(seed)))


HANDS = {"red": ["barrage", "smoke"], "blue": ["smoke", "smoke"]}


def play_out(play: AnyPlay, bots: dict[str, Bot]) -> AnyPlay:
    while answer(play, bots):
        pass
    return play


# The seat ----------------------------------------------------------------------------------------


def test_a_seat_offers_its_question_and_forks_in_which_the_rest_is_dealt_anew() -> None:
    seat = Seat(scene(HANDS), "red")
    assert seat.options() == seat.decision.options()
    assert seat.view().seat == "red"
    seen = set()
    for _ in range(60):
        battle: Battle = seat.fork().battle  # type: ignore[assignment]
        assert battle.hands["red"] == HANDS["red"]
        seen.add(tuple(battle.hands["blue"]))
    assert seen == {("barrage", "barrage"), ("barrage", "smoke"), ("smoke", "smoke")}


def test_a_fork_has_its_own_dice() -> None:
    seat = Seat(scene(HANDS), "red")

    def shot(fork: AnyPlay) -> tuple[int, ...]:
        fork.choose(Choice("fire", "red", "blue"))
        fork.choose(Choice("pass"))
        return next(event.dice for event in fork.log if event.kind == "shot")

    assert len({shot(seat.fork()) for _ in range(60)}) == 6
    assert shot(seat.fork(5)) == shot(seat.fork(5))


def test_a_seat_does_not_hand_out_the_battle() -> None:
    seat = Seat(scene(HANDS), "red")
    public = [name for name in dir(seat) if not name.startswith("_")]
    assert public == ["any", "asked", "decision", "evaluate", "fork", "name", "options", "scenario", "system", "view"]


def test_a_seat_that_is_not_asked_has_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match="blue is not being asked"):
        Seat(scene(HANDS), "blue")


def test_a_battle_won_is_worth_more_than_any_army() -> None:
    seat = Seat(scene(HANDS), "red")
    fork = seat.fork()
    assert abs(seat.evaluate(fork)) < 10
    for winner, value in (("red", WIN), ("blue", -WIN), (None, 0.0)):
        fork.battle.result = Result(winner, "test", "")
        assert seat.evaluate(fork) == value


def test_the_dice_to_think_with_are_fair() -> None:
    dice = Dice(12345)
    rolls = [dice.roll(6, "") for _ in range(6000)]
    assert all(900 < rolls.count(side) < 1100 for side in range(1, 7))
    pairs = set(pairwise(rolls))
    assert len(pairs) == 36


# Fair play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_no_bot_reads_the_dice_or_the_hidden_hand(name: str) -> None:
    """With other dice to come and other cards in blue's hand, the same bot makes the same choice."""
    for bot_seed in range(10):
        choices = set()
        for dice in range(3):
            for blue in (["smoke", "smoke"], ["barrage", "barrage"]):
                play = scene({"red": ["barrage", "smoke"], "blue": blue}, dice)
                choices.add(levels.make(name, bot_seed).choose(Seat(play, "red")))
        assert len(choices) == 1


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_seed_plays_the_same(name: str) -> None:
    def game() -> AnyPlay:
        return play_out(new_play(3), {"red": levels.make(name, 1), "blue": levels.make(name, 2)})

    one, two = game(), game()
    assert one.history == two.history and one.result == two.result


def test_thinking_leaves_the_game_alone() -> None:
    play = scene(HANDS)
    before = (TOY.rules.fingerprint(play.battle), play.chance.drawn.copy(), len(play.log))
    GreedyBot(1).choose(Seat(play, "red"))
    assert (TOY.rules.fingerprint(play.battle), play.chance.drawn, len(play.log)) == before


def test_any_option_of_the_random_bot_is_as_likely() -> None:
    play, bot = scene(HANDS), RandomBot(1)
    options = Seat(play, "red").options()
    chosen = [bot.choose(Seat(play, "red")) for _ in range(500)]
    assert all(70 < chosen.count(option) < 130 for option in options) and len(options) == 5


def test_only_the_seats_with_bots_are_played() -> None:
    play = new_play()
    assert answer(play, {"blue": RandomBot(1)})
    assert play.asked() == ["red"]
    assert not answer(play, {"blue": RandomBot(1)})


# Greed -------------------------------------------------------------------------------------------


def test_greedy_beats_random() -> None:
    wins = 0
    for game in range(60):
        mine = "red" if game % 2 else "blue"
        theirs = "blue" if game % 2 else "red"
        bots: dict[str, Bot] = {mine: GreedyBot(game), theirs: RandomBot(game)}
        result = play_out(new_play(game), bots).result
        assert result is not None
        wins += result.winner == mine
    assert wins >= 42  # 85 in 100 as measured


class Table(Mind[Any]):
    """One seat's choices as a table: verb to value, or to the verbs that may follow. `a die` is 1 to 6."""

    key = "table"
    title = "A table"

    def __init__(self, choices: dict[str, Any], answers: tuple[str, ...] = ()) -> None:
        self.choices = choices
        self.answers = answers  # what the other seat may say in between
        self.tried: list[str] = []
        self.exact: dict[str, float] = {}
        self.short: list[str] = []
        self.passes: tuple[str, ...] = ("pass",)

    def script(self, battle: Any) -> Script:
        if battle.over:
            yield Decision("me", "again", "Again?", "", lambda: [Choice("yes"), Choice("no")])
        here: Any = self.choices
        while isinstance(here, dict):
            options = [Choice(verb) for verb in here]
            answer = yield Decision("me", "step", "What?", "", lambda options=options: options)  # type: ignore[misc]
            self.tried.append(answer.do)
            here = here[answer.do]
        if self.answers:
            other = yield Decision("you", "reply", "And you?", "", lambda: [Choice(a) for a in self.answers])
            battle.value -= 10 * (other.do == "strike")
        battle.value += battle.chance.roll(6, "luck") if here == "a die" else here
        battle.over = True

    def new(self, scenario: Any) -> "TableBattle":
        return TableBattle()

    def faults(self, battle: Any) -> list[str]:
        return []

    def view(self, play: Any, seat: str) -> Any:
        return View(self.key, "", "", "", ())

    def sentence(self, battle: Any, event: Event) -> str:
        return ""

    def turn(self, battle: Any) -> int:
        return 1

    def label(self, battle: Any, decision: Decision, choice: Choice) -> str:
        return choice.do.capitalize()

    def evaluate(self, battle: Any, seat: str) -> float:
        return float(battle.value)

    def shortlist(self, battle: Any, decision: Decision) -> list[Choice]:
        return [choice for choice in decision.options() if choice.do in self.short]

    def expected(self, battle: Any, decision: Decision, choice: Choice, seat: str) -> float | None:
        return self.exact.get(choice.do)


class TableBattle:
    def __init__(self) -> None:
        self.chance: Chance = ScriptedChance()
        self.events: list[Event] = []
        self.result: Result | None = None
        self.asking = False
        self.value = 0
        self.over = False

    def copy(self) -> "TableBattle":
        twin = TableBattle()
        twin.result, twin.value, twin.over = self.result, self.value, self.over
        return twin


def chosen(table: Table, seed: int = 1) -> str:
    table.tried.clear()
    return GreedyBot(seed).choose(Seat(Play(assembled(table), TableBattle(), SampledChance(seed)), "me")).do


def test_greedy_takes_the_best() -> None:
    assert chosen(Table({"low": 1, "high": 3, "middle": 2})) == "high"


def test_what_is_certain_is_tried_once() -> None:
    table = Table({"low": 1, "high": 3, "middle": 2})
    chosen(table)
    assert sorted(table.tried) == ["high", "low", "middle"]


def test_what_is_not_certain_is_tried_more_often_the_better_it_looks() -> None:
    table = Table({"low": 1, "one": "a die", "two": "a die", "none": -5})
    assert chosen(table) in ("one", "two")
    assert (table.tried.count("one"), table.tried.count("two")) == (12, 12)
    assert (table.tried.count("low"), table.tried.count("none")) == (1, 1)


def test_a_game_may_say_how_often_greedy_tries_what_is_not_certain(tmp_path: Path) -> None:
    (tmp_path / "beginners.toml").write_text("tries = [1]\n[levels]\n")
    table = Table({"low": 1, "one": "a die", "two": "a die", "none": -5})
    table.data = tmp_path
    chosen(table)
    assert sorted(table.tried) == ["low", "none", "one", "two"]


def test_a_game_may_say_that_greedy_overlooks_something_but_never_all(tmp_path: Path) -> None:
    table = Table({"low": 1, "high": 3})
    table.data = tmp_path
    (tmp_path / "beginners.toml").write_text("[levels.greedy]\nsees = 0.5\n")
    assert {chosen(table, seed) for seed in range(20)} == {"low", "high"}


def test_luck_does_not_decide() -> None:
    """A sure 5 is better than a die, and a die better than a sure 2, for nearly all seeds."""
    assert sum(chosen(Table({"sure": 5, "die": "a die"}), seed) == "sure" for seed in range(50)) >= 48
    assert sum(chosen(Table({"sure": 2, "die": "a die"}), seed) == "die" for seed in range(50)) >= 48


def test_ties_are_broken_by_the_seed() -> None:
    table = Table({"one": 1, "two": 1, "three": 1})
    assert {chosen(table, seed) for seed in range(40)} == {"one", "two", "three"}


def test_a_choice_in_two_steps_is_seen_to_its_end() -> None:
    table = Table({"this unit": {"fire": 1, "move": 0}, "that unit": {"fire": 5, "move": -9}, "none": 0})
    assert all(chosen(table, seed) == "that unit" for seed in range(10))


def test_exact_values_are_used_instead_of_samples() -> None:
    table = Table({"one": "a die", "two": "a die"})
    table.exact = {"one": 3.4, "two": 3.5}
    assert chosen(table) == "two" and table.tried == []
    table.exact = {"one": 0.0}
    assert chosen(table) == "two" and set(table.tried) == {"two"}


def test_only_the_short_list_is_considered() -> None:
    table = Table({"one": 1, "two": 2, "three": 3})
    table.short = ["one", "two"]
    assert chosen(table) == "two" and "three" not in table.tried


def test_a_single_option_needs_no_thought() -> None:
    table = Table({"only": 1})
    assert chosen(table) == "only" and table.tried == []


def test_the_other_seat_is_expected_to_pass_in_between() -> None:
    assert chosen(Table({"one": 1, "two": 2}, ("strike", "pass"))) == "two"
    table = Table({"one": 1, "two": 2}, ("strike", "wait"))
    table.roles = {"wait": "pass"}
    chosen(table)
    assert sorted(table.tried) == ["one", "two"]  # a pass is no guess: one sample is enough


def test_where_nobody_can_pass_any_answer_is_a_guess() -> None:
    table = Table({"one": 1, "two": 2}, ("strike", "parry"))
    chosen(table)
    assert len(table.tried) > 2
    play = Play(assembled(table), TableBattle(), SampledChance(1))
    play.choose(Choice("one"))
    replies = {quiet_answer(play, "you", random.Random(seed)) for seed in range(20)}
    assert replies == {(Choice("strike"), True), (Choice("parry"), True)}


def test_greedy_shoots_the_last_man() -> None:
    play = scene({"red": ["barrage", "barrage"], "blue": []}, men=1)
    assert GreedyBot(1).choose(Seat(play, "red")).do == "barrage"


# What they say about it ---------------------------------------------------------------------------


def thought_of(bot: Bot, play: AnyPlay, name: str = "me") -> Thought | None:
    bot.choose(Seat(play, name))
    return bot.thought


def test_greedy_tells_what_it_tried_the_best_first_and_by_how_much() -> None:
    table = Table({"one": 1, "two": 2, "three": 3.5, "four": -4})
    thought = thought_of(GreedyBot(1), Play(assembled(table), TableBattle(), SampledChance(1)))
    assert thought is not None
    assert [(plan.label, plan.value) for plan in thought.plans] == [
        ("Three", 3.5), ("Two", 2), ("One", 1), ("Four", -4)
    ]  # fmt: skip
    assert thought.choice == "Three" and thought.level == "greedy"
    assert thought.why == "Asked: What? The next best, Two, would cost 1.50 of what a platoon is worth."


def test_nothing_is_told_where_nothing_was_weighed() -> None:
    for level in levels.names():
        bot = levels.make(level, 1)
        assert (
            thought_of(bot, Play(assembled(Table({"one": 1, "two": 2})), TableBattle(), SampledChance(1))) is not None
        )
        assert thought_of(bot, Play(assembled(Table({"only": 1})), TableBattle(), SampledChance(1))) is None


def test_a_player_who_draws_lots_says_so() -> None:
    thought = thought_of(RandomBot(1), scene(HANDS), "red")
    assert thought is not None and thought.plans == ()
    assert thought.why.startswith("Picked at random from ") and thought.choice


def test_thoughts_are_put_into_words_only_when_asked() -> None:
    table = Table({"one": 1, "two": 2})
    table.label = None  # type: ignore[assignment,method-assign]
    for level in ("random", "greedy"):
        levels.make(level, 1).choose(Seat(Play(assembled(table), TableBattle(), SampledChance(1)), "me"))


def test_reasons_in_words() -> None:
    many = [Weighed(f"Plan {number}", -number, 1) for number in range(20)]
    assert reason("Plan 0", many) == "The next best, Plan 1, would cost 1.00. 20 plans were weighed."
    assert len(explained("greedy", "Plan 0", many).plans) == 12
    assert (
        reason("Storm", [Weighed("Storm", 1.001, 8), Weighed("Hold", 1, 8)])
        == "As good as Hold, as far as it can see."
    )
    assert (
        reason("Storm", [Weighed("Storm", 500, 8), Weighed("Hold", 1, 8)])
        == "The next best, Hold, would cost about 25 points of 100 in the chance to win."
    )
    assert reason("Move to F5", [Weighed("Storm", 1, 0)]) == ("It follows its plan, and no other comes near: Storm.")
    assert reason("Storm", [Weighed("Storm", 1, 0)]) == "Nothing else comes near."
    assert reason("Storm", []) == "A rule of thumb was enough here: no plans were weighed."


def test_plans_of_one_name_are_told_once_and_a_lot_is_told() -> None:
    thought = explained("tactician", "Storm", [Weighed("Storm", 2, 1), Weighed("Storm", 1, 1), Weighed("Hold", 0, 1)])
    assert [plan.label for plan in thought.plans] == ["Storm", "Hold"] and "Hold, would cost 2.00" in thought.why
    drawn = [Weighed("Storm", 1, 1), Weighed("Hold", 1.3, 1)]
    assert reason("Storm", drawn) == (
        "Hold would be better by 0.30: the choice was drawn by lot, so as not to be known by heart."
    )
    dropped = [Weighed("Storm", 1, 4), Weighed("Hold", 1.3, 1)]  # seen less often: nobody knows whether it is better
    assert reason("Storm", dropped) == "Hold fell behind after fewer tries."
    many = [Weighed(label, value, 1) for label, value in (("A", 1), ("B", 1), ("C", 1.004), ("D", 1), ("E", 0.5))]
    assert reason("A", many) == "As good as B and 2 more, as far as it can see; E would cost 0.50."
    assert reason("Storm", [Weighed("Storm", -1000, 1), Weighed("Hold", -1000, 1)]) == (
        "The battle is lost whatever it does, as far as it can see."
    )


def test_goal_odds_and_risk_come_first() -> None:
    thought = explained("greedy", "Fire", [Weighed("Fire", 1, 1)], ["The goal: take the mill.", "The odds: hit 44%."])
    assert thought.why == "The goal: take the mill. The odds: hit 44%. Nothing else comes near."
    assert goal_words(["the mill"], ["A", "B", "C"]) == "The goal: take the mill, hold A, B and C."
    assert goal_words(["Aubin, the square", "B"], ["C"]) == "The goal: take Aubin, the square and B, hold C."
    assert goal_words(["Aubin, the square", "B", "D"], ["C"]) == (
        "The goal: take Aubin, the square; B and D; hold C."
    )
    assert goal_words(["1", "2", "3", "4", "5", "6"], []) == "The goal: take 1, 2, 3, 4 and 2 more."


def test_a_difference_is_told_in_the_chance_to_win_where_that_is_measured() -> None:
    scale = object.__new__(Scale)
    scale.unit, scale.swing, scale.now = "a platoon", 0.5, 0.0
    assert Scale.words(scale, 1.0) == "about 12 points of 100 in the chance to win"
    assert Scale.words(scale, 0.01) == "next to nothing"


def test_values_in_words() -> None:
    said = [worth(value) for value in (2.14, -0.3, 0.04, -0.04, WIN, 400, -WIN, -250)]
    assert said == ["+2.1", "−0.3", "0.0", "0.0", "win", "40% win", "loss", "25% loss"]


class Sure(Table):
    """Has no plans and one rule of thumb."""

    def schemes(self, battle: Any, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return []

    def follow(self, battle: Any, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        return decision.options()[1]


@pytest.mark.parametrize("level", ["tactician", "strategist"])
def test_somebody_who_is_asked_for_advice_weighs_what_a_player_takes_for_granted(level: str) -> None:
    play = Play(assembled(Sure({"one": 1, "two": 2, "three": 3.5})), TableBattle(), SampledChance(1))
    at_the_table = thought_of(levels.make(level, 1), play)
    assert at_the_table is not None and at_the_table.choice == "Two" and not at_the_table.plans
    advice = thought_of(adviser.make(level), play)
    assert advice is not None and advice.level == level and advice.choice == "Three"
    assert [plan.label for plan in advice.plans] == ["Three", "Two", "One"]
    even = thought_of(
        adviser.make(level), Play(assembled(Sure({"one": 1, "two": 1})), TableBattle(), SampledChance(1))
    )
    assert even is not None and even.choice == "Two"  # the rule of thumb, where nothing is better


@pytest.mark.parametrize("level", ["tactician", "strategist"])
def test_what_comes_out_a_little_better_in_a_few_tries_is_not_advised(level: str) -> None:
    play = Play(assembled(Sure({"one": 1, "two": 2, "three": 2.5})), TableBattle(), SampledChance(1))
    advice = thought_of(adviser.make(level), play)
    assert advice is not None and advice.choice == "Two"
    assert [plan.label for plan in advice.plans] == ["Two", "Three", "One"]
    assert advice.plans[0].value == advice.plans[1].value > advice.plans[2].value
    assert [adviser.surely(ahead) for ahead in (0.9, 1.0, 300.0, 2000.0)] == [False, True, False, True]


def test_advice_of_the_simple_ones_is_what_they_would_do() -> None:
    assert isinstance(adviser.make("greedy"), GreedyBot) and isinstance(adviser.make("random"), RandomBot)
    with pytest.raises(levels.UnknownBot):
        adviser.make("general")


# By name -----------------------------------------------------------------------------------------


def test_bots_by_name() -> None:
    assert levels.names()[:4] == ["random", "recruit", "corporal", "greedy"]
    assert isinstance(levels.make("greedy", 1), GreedyBot)
    assert levels.make("random").name == "random"


def test_an_unknown_name_gets_the_nearest_right_word() -> None:
    known = "random, recruit, corporal, greedy, tactician, strategist, master"
    told = rf"'Greddy'; did you mean greedy\? Choose from {known}\."
    with pytest.raises(levels.UnknownBot, match=told):
        levels.make("Greddy")
    with pytest.raises(levels.UnknownBot, match=r"Choose from random, recruit, .*, strategist, master\.$"):
        levels.make("xyz")
