"""The standard environments keep to the standards, and tell a seat only what it may know."""

import random
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import sandtable
from sandtable.environments import aec_env, gym_env, register
from sandtable.environments.encoder import WORDS
from sandtable.environments.encoders import ENCODERS
from sandtable.environments.stage import Stage
from sandtable.systems import systems
from sandtable.table.chance import SampledChance

NAMES = [next(iter(systems()[key].shelf.infos())).id for key in ENCODERS]


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


@pytest.mark.parametrize("key", ENCODERS)
def test_the_vocabulary_has_every_word_of_the_rules(key: str) -> None:
    """Words that the code writes out; what a game makes of other words is seen by playing."""
    folder = Path(sandtable.__file__).parent / "systems" / key
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    verbs = {word for word in re.findall(r'Choice\(\s*"([a-z -]+)"', code) if len(word) < 25}
    kinds = set(re.findall(r'ask\(\s*b,\s*[\w. \[\]-]+,\s*"([a-z -]+)"', code))
    assert verbs - set(WORDS[key]["verbs"]) == set() == kinds - set(WORDS[key]["kinds"])


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
    assert "sandtable/first-light-v1" in register()


def test_bad_names_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="choose from"):
        aec_env("nowhere")
    with pytest.raises(ValueError, match="choose from"):
        gym_env("first-light", seat="french")
