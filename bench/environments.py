"""How fast the environments run, beside PettingZoo's own and catanatron's Gym in one run. Prints one JSON object.

Every round measures everything once, a slice each in turn, and the median of the rounds counts. A step is an answer
at random with the observation and the mask that it was chosen from; `raw` is random play of the same scenario without
either. Time is the processor's, so that other work on the machine does not count; a step of catanatron has the moves
of its opponents in it. Peers that are not installed are left out and named (bench/requirements.txt lists them; they
need an environment of their own, for catanatron's Gym wants an older Gymnasium than the tests).

    python bench/environments.py [--rounds 3] [--seconds 0.3]
"""

import argparse
import importlib
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from sandtable import __version__
from sandtable.environments import aec_env
from sandtable.systems import systems
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play

SCENARIOS = (
    "first-light",
    "the-village-of-lauen",
    "hedgerow-lane",
    "the-farm-on-the-lane",
    "boot-camp",
)
PEERS = {
    "pettingzoo chess": ("pettingzoo.classic.chess_v6", "env"),
    "pettingzoo connect four": ("pettingzoo.classic.connect_four_v3", "env"),
}

Slice = Callable[[int, float], float]  # number of the round, seconds to spend; steps a second


def main() -> None:
    """Measure everything and print it."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--seconds", type=float, default=0.3, help="for each slice of a round")
    wanted = arguments.parse_args()
    slices, missing = all_slices()
    for measure in slices.values():
        measure(-1, 0.2)
    measured: dict[str, list[float]] = {name: [] for name in slices}
    for number in range(wanted.rounds):
        for name, measure in slices.items():
            print(f"round {number + 1} of {wanted.rounds}: {name}", file=sys.stderr, flush=True)
            measured[name].append(measure(number, wanted.seconds))
    medians = {name: statistics.median(values) for name, values in measured.items()}
    print(json.dumps(report(medians, missing, wanted.rounds), indent=2))


def all_slices() -> tuple[dict[str, Slice], list[str]]:
    """Everything that is measured, by name; and the peers that are not installed."""
    found: dict[str, Slice] = {}
    missing = []
    for name, (module, maker) in PEERS.items():
        try:
            found[name] = aec(getattr(importlib.import_module(module), maker))
        except ImportError:
            missing.append(name)
    try:
        import gymnasium

        importlib.import_module("catanatron_gym")
        found["catanatron gym"] = catan(gymnasium.make("catanatron-v1"))
    except ImportError:
        missing.append("catanatron gym")
    for scenario in SCENARIOS:
        found[f"raw {scenario}"] = raw(scenario)
        found[f"environment {scenario}"] = aec(lambda scenario=scenario: aec_env(scenario))
    return found, missing


def report(medians: dict[str, float], missing: list[str], rounds: int) -> dict[str, Any]:
    """Steps a second, and ratios: of raw play, and to the peers."""
    peers = {name: round(value) for name, value in medians.items() if not name.startswith(("raw ", "environment "))}
    scenarios = {}
    for scenario in SCENARIOS:
        steps, plain = medians[f"environment {scenario}"], medians[f"raw {scenario}"]
        scenarios[scenario] = {
            "raw": round(plain),
            "environment": round(steps),
            "of raw": round(steps / plain, 2),
            **{f"to {name}": round(steps / value, 2) for name, value in medians.items() if name in peers},
        }
    return {
        "sandtable": __version__,
        "python": platform.python_version(),
        "rounds": rounds,
        "peers": peers,
        "not installed": missing,
        "scenarios": scenarios,
    }


def raw(scenario: str) -> Slice:
    """Random play without observations."""
    system = next(each for each in systems().values() if scenario in {i.id.split("/")[1] for i in each.shelf.infos()})
    found = system.shelf.find(scenario)

    def measure(number: int, seconds: float) -> float:
        rng = random.Random(number)
        steps, spent = 0, 0.0
        while spent < seconds:
            play = Play(system, system.rules.new(found), SampledChance(rng.getrandbits(60)))
            start = time.process_time()
            while play.decision is not None and spent + time.process_time() - start < seconds:
                seat = play.asked()[0]
                decision = play.decision_for(seat)
                assert decision is not None
                options = [option for option in decision.options() if option.do != "back"]
                play.choose(rng.choice(options), seat)
                steps += 1
            spent += time.process_time() - start
        return steps / spent

    return measure


def aec(make: Callable[[], Any]) -> Slice:
    """Random play of a PettingZoo environment, with every observation and mask."""
    env = make()

    def measure(number: int, seconds: float) -> float:
        rng = random.Random(number)
        steps, spent = 0, 0.0
        while spent < seconds:
            env.reset(seed=rng.getrandbits(30))
            start = time.process_time()
            for _ in env.agent_iter():
                seen, _, over, cut_off, _ = env.last()
                if over or cut_off or spent + time.process_time() - start > seconds:
                    break
                env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                steps += 1
            spent += time.process_time() - start
        return steps / spent

    return measure


def catan(env: Any) -> Slice:
    """Random play of catanatron's Gym."""

    def measure(number: int, seconds: float) -> float:
        rng = random.Random(number)
        steps, spent = 0, 0.0
        while spent < seconds:
            _, info = env.reset(seed=rng.getrandbits(30))
            over = False
            start = time.process_time()
            while not over and spent + time.process_time() - start < seconds:
                _, _, ended, cut_off, info = env.step(rng.choice(info["valid_actions"]))
                over = ended or cut_off
                steps += 1
            spent += time.process_time() - start
        return steps / spent

    return measure


if __name__ == "__main__":
    main()
