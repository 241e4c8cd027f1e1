"""Battles a second in the lab: one worker, two workers, a Ray cluster on this machine. Prints JSON."""

import argparse
import json
import time

from sandtable.lab.running import plan_for, play_plan


def rate(scenario: str, level: str, games: int, workers: int, engine: str) -> float:
    """Battles a second, with the start of the workers taken off by a first small run."""
    plan = plan_for(scenario, (level,), games)
    begun = time.perf_counter()
    first = 0.0

    def told(done: int, of: int) -> None:
        nonlocal first
        if done == workers and not first:
            first = time.perf_counter()

    play_plan(plan, workers, engine, told=told)
    end = time.perf_counter()
    start = first or begun
    return (games - (workers if first else 0)) / (end - start)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--scenario", default="cats-in-the-mist")
    words.add_argument("--level", default="greedy")
    words.add_argument("--games", type=int, default=24)
    words.add_argument("--ray", action="store_true")
    wanted = words.parse_args()
    one = rate(wanted.scenario, wanted.level, wanted.games, 1, "processes")
    two = rate(wanted.scenario, wanted.level, wanted.games, 2, "processes")
    found = {
        "scenario": wanted.scenario,
        "level": wanted.level,
        "games": wanted.games,
        "one_worker_per_second": round(one, 3),
        "two_workers_per_second": round(two, 3),
        "ratio": round(two / one, 2),
    }
    if wanted.ray:
        found["ray_two_workers_per_second"] = round(rate(wanted.scenario, wanted.level, wanted.games, 2, "ray"), 3)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
