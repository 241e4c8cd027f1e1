"""The standard environments keep to the standards, and tell a seat only what it may know."""

import hashlib
import random
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import sandtable
from sandtable.environments import SeatEnv, aec_env, gym_env, register
from sandtable.environments.encoder import WORDS
from sandtable.environments.encoders import ENCODERS
from sandtable.environments.layout import OPTION_COLUMNS
from sandtable.environments.stage import Stage
from sandtable.systems import systems
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice
from soak import LONG

FIRST = [next(iter(systems()[key].shelf.infos())).id for key in ENCODERS]
EVERY = [info.id for system in systems().values() for info in system.shelf.infos()]
NAMES = EVERY if LONG else FIRST
WORDS_KEPT = {  # how many words each list had, and their digest: those keep their numbers for good
    "miniatures": (("verbs", 49, "39d032020aceb506"), ("kinds", 32, "9b097e1026776650")),
    "nations_at_war": (("verbs", 58, "a656301df21635fc"), ("kinds", 35, "f9dbb10f6e03c839")),
    "of_war_and_men": (("verbs", 68, "b98e2574d13789b6"), ("kinds", 48, "b5ce6067ae81f1c0")),
    "regimental": (("verbs", 29, "093899a8c55e610c"), ("kinds", 29, "b53fc4ecd56bd168")),
    "war_storm": (("verbs", 30, "1e739e5e840bc159"), ("kinds", 22, "e90f870a8f5a1ee9")),
}


@pytest.fixture(autouse=True)
def no_advice() -> Iterator[None]:
    """Both checkers advise against dictionaries and names, which PettingZoo's own games have too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def walk(stage: Stage, seed: int, moves: int) -> Iterator[str]:
    """Play at random; before each move, who is asked."""
    rng = random.Random(seed)
    stage.begin(seed)
    for _ in range(moves):
        if stage.over:
            return
        seat = stage.seat
        yield seat
        stage.take(seat, rng.randrange(len(stage.options(seat))))


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_agrees(name: str) -> None:
    api_test(aec_env(name), num_cycles=60)
    seed_test(lambda: aec_env(name), num_cycles=30)


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_agrees(name: str) -> None:
    check_env(gym_env(name, opponent="random"), skip_render_check=True)


@pytest.mark.parametrize("name", NAMES)
def test_every_option_has_a_row_of_its_own(name: str) -> None:
    stage = Stage(name)
    for seat in walk(stage, 3, 150):
        seen = stage.observe(seat)
        count = len(stage.options(seat))
        assert seen["action_mask"].sum() == count <= stage.layout.options
        rows = {row.tobytes() for row in seen["options"][:count]}
        assert len(rows) == count, stage.options(seat)
        assert (seen["options"][:count, 0] > 0).all(), "a verb is not in the vocabulary"
        assert seen["globals"][0] > 0, f"the kind of question {stage.play.decision_for(seat).kind!r} is not known"


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_see_changes_no_number(name: str) -> None:
    stage = Stage(name)
    system = stage.system
    for number, seat in enumerate(walk(stage, 5, 120)):
        if number % 4:
            continue
        before = {each: stage.observe(each) for each in stage.seats}
        truth = stage.play
        for each in stage.seats:
            stage.play = truth.fork(SampledChance(number), each)
            stage._options = None
            after = stage.observe(each)
            for key in before[each]:
                if key in ("options", "action_mask") and each != seat:
                    continue
                np.testing.assert_array_equal(before[each][key], after[key], f"{system.key} {each} {key}")
        stage.play = truth
        stage._options = None


@pytest.mark.parametrize("name", sorted(set(EVERY) - set(NAMES)))
def test_every_scenario_keeps_to_the_standards_for_a_few_moves(name: str) -> None:
    """In short what is tried at length above with one scenario of each game; `make soak` does all at length."""
    env = aec_env(name)
    api_test(env, num_cycles=6)
    env.reset(seed=8)
    stage = env.stage
    for number, seat in enumerate(walk(stage, 8, 10)):
        count = len(stage.options(seat))
        seen = stage.observe(seat)
        assert env.observation_space(seat).contains(seen)
        assert len({row.tobytes() for row in seen["options"][:count]}) == count
        if number % 5 == 4:
            truth = stage.play
            stage.play, stage._options = truth.fork(SampledChance(number), seat), None
            for key, was in seen.items():
                np.testing.assert_array_equal(was, stage.observe(seat)[key], key)
            stage.play, stage._options = truth, None


@pytest.mark.parametrize("key", ENCODERS)
def test_the_vocabulary_has_every_word_of_the_rules(key: str) -> None:
    """Words that the code writes out; what a game makes of other words is seen by playing."""
    folder = Path(sandtable.__file__).parent / "systems" / key
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    verbs = {word for word in re.findall(r'Choice\(\s*"([a-z -]+)"', code) if len(word) < 25}
    kinds = set(re.findall(r'ask\(\s*b,\s*[\w. \[\]-]+,\s*"([a-z -]+)"', code))
    kinds |= set(re.findall(r'(?:Free|Decision)\(\s*[^"]{1,60}?,\s*"([a-z -]+)"', code))
    assert verbs - set(WORDS[key]["verbs"]) == set() == kinds - set(WORDS[key]["kinds"])


@pytest.mark.parametrize("key", ENCODERS)
def test_words_keep_their_numbers(key: str) -> None:
    for kind, count, digest in WORDS_KEPT[key]:
        words = WORDS[key][kind]
        assert len(set(words)) == len(words) >= count
        kept = hashlib.sha256("\n".join(words[:count]).encode()).hexdigest()[:16]
        assert kept == digest, f"{kind} of {key}: a word was moved or renamed; add new ones at the end"


@pytest.mark.parametrize("name", NAMES)
def test_engine_and_views_have_one_order_of_options_and_the_same_odds(name: str) -> None:
    stage = Stage(name)
    chance, reckoned = OPTION_COLUMNS.index("chance"), 0
    dear = stage.system.key == "of_war_and_men"  # its odds count cards and are too dear for arrays
    for number, seat in enumerate(seat for seed in range(4, 12) for seat in walk(stage, seed, 400)):
        if number >= 60 and (reckoned or dear):
            break
        decision = stage.play.decision_for(seat)
        assert decision is not None
        early = number < 60 and number % 3 == 0
        if not early and (reckoned or (stage.observe(seat)["options"][:, chance] <= 0).all()):
            continue  # some of the first, and one with odds
        shown = stage.system.shown.view(stage.play, seat).decision
        assert shown is not None
        listed = [option for option in shown.options if option.choice in decision.options()]
        assert [option.choice for option in listed] == decision.options()
        for option in shown.options:
            decision.check(option.choice)  # answers that only people give, too
        menu = [choice for choice in decision.options() if choice.do != "back"]
        assert stage.options(seat) == menu == decision.options()[: len(menu)]
        for option, row in zip(listed[: len(menu)], stage.observe(seat)["options"], strict=False):
            if not option.odds or dear:
                # Fire that cannot hurt shows none, and what takes long to count shows them later.
                assert row[chance] == -1 or (option.attack and (row[chance] == 0 or option.attack.later))
                continue
            hoped = option.odds[decision.kind == "defensive support"]  # the defender's own hope comes first
            assert row[chance] * 1000 == pytest.approx(hoped.chance, abs=1), option
            reckoned += 1
    assert reckoned or dear


def test_the_same_seed_gives_the_same_battle() -> None:
    def course(seed: int) -> list[bytes]:
        stage = Stage("first-light")
        return [stage.observe(seat)["pieces"].tobytes() for seat in walk(stage, seed, 40)]

    assert course(1) == course(1) != course(2)


def test_a_masked_action_changes_nothing() -> None:
    env = aec_env("first-light")
    env.reset(seed=1)
    agent = env.agent_selection
    before = env.observe(agent)["pieces"].tobytes()
    env.step(int(env.observe(agent)["action_mask"].sum()))
    assert env.agent_selection == agent and "masked" in env.infos[agent]["refused"]
    assert env.observe(agent)["pieces"].tobytes() == before


def test_a_long_battle_is_cut_off() -> None:
    env = aec_env("first-light", most_moves=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(0)
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_the_winner_is_rewarded() -> None:
    env = aec_env("first-light")
    env.reset(seed=2)
    rng = random.Random(2)
    while env.agents and not any(env.terminations.values()):
        env.step(rng.randrange(int(env.observe(env.agent_selection)["action_mask"].sum())))
    result = env.stage.play.result
    assert result is not None
    wanted = {
        seat: 0.0 if result.winner is None else 1.0 if seat == result.winner else -1.0 for seat in env.stage.seats
    }
    assert env.rewards == wanted


def test_a_checkpoint_of_other_arrays_is_refused() -> None:
    layout = Stage("first-light").layout
    layout.require(layout.digest)
    with pytest.raises(ValueError, match="Train it again"):
        layout.require("0" * 16)


def test_every_scenario_has_a_versioned_name() -> None:
    names = register()
    assert "sandtable/first-light-v1" in names and len(set(names)) == len(EVERY)
    env = gymnasium.make("sandtable/first-light-v1", seat="soviet", opponent="random")
    assert isinstance(env.unwrapped, SeatEnv) and env.unwrapped.seat == "soviet"


def test_gymnasium_plays_several_side_by_side() -> None:
    envs = gymnasium.make_vec("sandtable/first-light-v1", num_envs=2, vectorization_mode="sync", opponent="random")
    seen, _ = envs.reset(seed=3)
    assert seen["action_mask"].shape == (2, Stage("first-light").layout.options)
    seen, rewards, _, _, _ = envs.step(np.zeros(2, dtype=np.int64))
    assert rewards.shape == (2,) and seen["pieces"].shape[0] == 2


def test_opponents_do_not_look_at_the_clock() -> None:
    """A tactician who has no time at all plays the same as one who has an hour."""
    courses = []
    for budget in (0.0, 3600.0):
        env = gym_env("first-light", seat="soviet", opponent="tactician", most_moves=25)
        seen, _ = env.reset(seed=5)
        course = []
        for _ in range(2):
            assert not any(bot.hurried for bot in env._bots.values())
            for bot in env._bots.values():
                bot.budget = budget
            seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
            course.append(seen["pieces"].tobytes())
        courses.append(course)
    assert courses[0] == courses[1]


def test_nobody_sees_that_another_has_given_his_secret_order() -> None:
    """Blue has been asked, and answers; what red sees stays as it was until the reveal."""
    stage = Stage("the-village-of-lauen")
    stage.begin(2)
    rng = random.Random(2)
    secret = 0
    while not stage.over and secret < 12:
        together = len(stage.play.asked()) > 1
        seat = stage.seat
        others = [each for each in stage.seats if each != seat]
        before = [stage.observe(each) for each in others]
        stage.take(seat, rng.randrange(len(stage.options(seat))))
        if together and all(stage.play.decision_for(each) is not None for each in others):
            secret += 1
            for each, was in zip(others, before, strict=True):
                now = stage.observe(each)
                for key in was:
                    np.testing.assert_array_equal(was[key], now[key], f"{each} {key}")
    assert secret >= 2


def test_teams_can_be_moved_off_the_menu() -> None:
    plain, free = Stage("the-farm-on-the-lane"), Stage("the-farm-on-the-lane", offsets=True)
    assert plain.layout.digest != free.layout.digest
    found = 0
    for seat in walk(free, 1, 60):
        menu = plain_options(free, seat)
        every = free.options(seat)
        assert every[: len(menu)] == menu
        seen = free.observe(seat)
        rows = {row.tobytes() for row in seen["options"][: len(every)]}
        assert len(rows) == len(every) <= free.layout.options
        for choice in every[len(menu) :]:
            found += 1
            free.play.decision_for(seat).check(choice)
    assert found > 20


def plain_options(stage: Stage, seat: str) -> list[Choice]:
    return stage.play.decision_for(seat).options()


def test_the_end_is_told_with_its_margin() -> None:
    env = aec_env("hedgerow-lane")
    env.reset(seed=4)
    rng = random.Random(4)
    while not any(env.terminations.values()):
        env.step(rng.randrange(int(env.observe(env.agent_selection)["action_mask"].sum())))
    result = env.stage.play.result
    assert result is not None and env.infos[env.agents[0]]["reason"] == result.reason
    margins = [env.infos[agent]["margin"] for agent in env.possible_agents]
    if result.margin is not None:
        assert sum(margins) == 0 and max(margins, key=abs) in (result.margin, -result.margin)
    else:
        assert margins == [None, None]


def test_shaped_rewards_add_up_to_the_outcome() -> None:
    """By potential: all that was gained on the way is taken back at the end, up to where the battle began."""
    env = gym_env("first-light", seat="german", opponent="random", shaping=0.5)
    seen, _ = env.reset(seed=6)
    began = env.stage._stood["german"]
    rng, total, over = random.Random(6), 0.0, False
    while not over:
        seen, reward, over, _, _ = env.step(rng.randrange(int(seen["action_mask"].sum())))
        total += reward
    assert total == pytest.approx(env.stage.outcome("german") - 0.5 * began)


def test_the_potential_knows_no_secret() -> None:
    stage = Stage("boot-camp")
    for number, _ in enumerate(walk(stage, 2, 60)):
        if number % 5 == 0:
            for each in stage.seats:
                truth, known = stage.play, stage.play.fork(SampledChance(number), each)
                here = stage.potential(each)
                stage.play = known
                assert stage.potential(each) == here
                stage.play = truth


def test_bad_names_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="choose from"):
        aec_env("nowhere")
    with pytest.raises(ValueError, match="choose from"):
        gym_env("first-light", seat="french")
