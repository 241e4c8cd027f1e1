"""How fast the rules run, beside catanatron's random players in the same run. Prints one JSON object.

Machines are noisy: processor time counts and not the clock, every round measures everything once, a slice each in
turn and on the same seeds, and the best round counts: the one that was disturbed least. Loading and setting up are
not in the timed part, for neither side.

    python bench/run.py [--rounds 5] [--seconds 1.0] [--only nations_at_war]
"""

import argparse
import json
import platform
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import sandtable.systems  # noqa: F401  registers the games
from sandtable import __version__
from sandtable.systems.nations_at_war.state.ground import Ground
from sandtable.table.chance import SampledChance
from sandtable.table.play import AnyPlay, Play
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import AnySystem, systems

MOST_TURNS = 1000  # of a game of catanatron
EVERY = 5  # of so many scenarios of a system all are measured
SOME = 4  # of more these
FORK_EVERY = 7  # choices between the positions that are forked
FORKS = 20  # of each position
QUERIES = 20_000  # lines of sight asked in a row

RATES = ("catanatron",)  # measured as so many a second; the others but decisions in seconds

Slice = Callable[[float], float]  # seconds to spend; returns the measured value


def main() -> None:
    """Measure everything and print it."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=float, default=1.0, help="for each slice of a round")
    arguments.add_argument("--only", action="append", default=[], help="these scenarios, or systems by their keys")
    wanted = arguments.parse_args()
    slices = all_slices(wanted.only)
    for measure in slices.values():
        measure(wanted.seconds)  # to warm up: what is kept from game to game is there now
    measured: dict[str, list[float]] = {name: [] for name in slices}
    for number in range(wanted.rounds):
        for name, measure in slices.items():
            print(f"round {number + 1} of {wanted.rounds}: {name}", file=sys.stderr, flush=True)
            measured[name].append(measure(wanted.seconds))
    best = {name: (max if name in RATES or name.startswith("decisions") else min)(measured[name]) for name in slices}
    print(json.dumps(report(best, wanted.rounds), indent=2))


def all_slices(only: list[str]) -> dict[str, Slice]:
    """Everything that is measured, by name."""
    found: dict[str, Slice] = {"catanatron": catan, "catanatron copies": catan_copies}
    for system in systems().values():
        infos = system.shelf.infos()
        for info in some(infos) if not only else [each for each in infos if {*each.id.split("/")} & {*only}]:
            scenario = system.shelf.find(info.id)
            found[f"decisions {info.id}"] = Decisions(system, scenario).measure
            found[f"forks {info.id}"] = Forks(system, scenario).measure
    scenario = systems()["nations_at_war"].shelf.find("nations_at_war/the-bridge-at-berezovyy-logg")
    found["sight cold"] = Sight(scenario).cold
    found["sight warm"] = Sight(scenario).warm
    found["sight with smoke"] = Sight(scenario).with_smoke
    return found


def some(infos: list[ScenarioInfo]) -> list[ScenarioInfo]:
    """Of many scenarios a few, spread over the list."""
    if len(infos) <= EVERY:
        return infos
    return [infos[place * (len(infos) - 1) // (SOME - 1)] for place in range(SOME)]


def report(best: dict[str, float], rounds: int) -> dict[str, Any]:
    """Numbers and ratios: more than 1 is faster than catanatron."""
    ticks, copies = best["catanatron"], best["catanatron copies"]
    scenarios: dict[str, Any] = {}
    for name, value in best.items():
        kind, _, id = name.partition(" ")
        if kind == "decisions":
            forks = best[f"forks {id}"]
            scenarios[id] = {
                "decisions_per_second": round(value),
                "ratio_to_catanatron": round(value / ticks, 2),
                "forks_per_second": round(1 / forks),
                "fork_microseconds": round(forks * 1e6, 1),
                "fork_ratio_to_catanatron": round(copies / forks, 2),
            }
    return {
        "sandtable": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "rounds": rounds,
        "catanatron_ticks_per_second": round(ticks),
        "catanatron_copies_per_second": round(1 / copies),
        "scenarios": scenarios,
        "sight": {
            "cold_all_pairs_seconds": round(best["sight cold"], 4),
            "warm_query_microseconds": round(best["sight warm"] * 1e6, 3),
            "warm_queries_per_second": round(1 / best["sight warm"]),
            "new_smoke_row_microseconds": round(best["sight with smoke"] * 1e6, 2),
        },
    }


# Sandtable ---------------------------------------------------------------------------------------


def pick(play: AnyPlay, choose: Callable[[list[Any]], Any]) -> None:
    """Any option of a seat that is asked."""
    seat = play.asked()[0]
    decision = play.decision_for(seat)
    assert decision is not None
    play.choose(decision.any(choose), seat)


class Decisions:
    """Random play: list the options, take any, through the one gate."""

    def __init__(self, system: AnySystem, scenario: Any) -> None:
        self.system = system
        self.scenario = scenario

    def measure(self, seconds: float) -> float:
        """Decisions per second."""
        spent = 0.0
        count = 0
        seed = 0
        while spent < seconds:
            seed += 1
            choose = random.Random(seed).choice
            play = Play(self.system, self.system.rules.new(self.scenario), SampledChance(seed))
            begun = time.process_time()
            while play.decision is not None:
                pick(play, choose)
            spent += time.process_time() - begun
            count += len(play.history)
        return count / spent


class Forks(Decisions):
    """Copies of games in progress, as searching players make them."""

    def measure(self, seconds: float) -> float:
        """Seconds for a fork, on average over a whole random game."""
        spent = 0.0
        count = 0
        seed = 0
        while spent < seconds:
            seed += 1
            choose = random.Random(seed).choice
            play = Play(self.system, self.system.rules.new(self.scenario), SampledChance(seed))
            while play.decision is not None:
                if len(play.history) % FORK_EVERY == 0:
                    begun = time.process_time()
                    for _ in range(FORKS):
                        play.fork()
                    spent += time.process_time() - begun
                    count += FORKS
                pick(play, choose)
        return spent / count


class Sight:
    """Lines of sight on the map of a scenario."""

    def __init__(self, scenario: Any) -> None:
        self.scenario = scenario

    def ground(self) -> Ground:
        return Ground(self.scenario.map, self.scenario.rulebook, False)

    def cold(self, seconds: float) -> float:
        """Seconds for all pairs of hexes of a map that nobody has looked at yet."""
        begun = time.process_time()
        ground = self.ground()
        for place in range(ground.size):
            ground.sight.seen(place, 0, 0)
        return time.process_time() - begun

    def warm(self, seconds: float) -> float:
        """Seconds for one query, hex to hex, with smoke and wrecks on the map that were there before."""
        ground = self.ground()
        rng = random.Random(0)
        smoke, wrecks = markers(ground, rng)
        pairs = [(rng.randrange(ground.size), rng.randrange(ground.size)) for _ in range(QUERIES)]
        sees = ground.sight.sees
        for one, other in pairs:
            sees(one, other, smoke, wrecks)
        rounds = 0
        begun = time.process_time()
        while time.process_time() - begun < seconds / 2:
            for one, other in pairs:
                sees(one, other, smoke, wrecks)
            rounds += 1
        return (time.process_time() - begun) / (rounds * QUERIES)

    def with_smoke(self, seconds: float) -> float:
        """Seconds for all that one hex sees when smoke and wrecks have just changed."""
        ground = self.ground()
        rng = random.Random(0)
        for place in range(ground.size):
            ground.sight.seen(place, 1, 0)
        count = 0
        spent = 0.0
        while spent < seconds / 2:
            smoke, wrecks = markers(ground, rng)
            place = rng.randrange(ground.size)
            begun = time.process_time()
            ground.sight.seen(place, smoke, wrecks)
            spent += time.process_time() - begun
            count += 1
        return spent / count


def markers(ground: Ground, rng: random.Random) -> tuple[int, int]:
    """Four hexes of smoke and four wrecks."""
    smoke = wrecks = 0
    for _ in range(4):
        smoke |= 1 << rng.randrange(ground.size)
        wrecks |= 1 << rng.randrange(ground.size)
    return smoke, wrecks


# catanatron --------------------------------------------------------------------------------------


def catan(seconds: float) -> float:
    """Ticks (decisions) per second of two random players."""
    from catanatron import Color, Game, RandomPlayer

    spent = 0.0
    count = 0
    seed = 0
    while spent < seconds:
        seed += 1
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
        begun = time.process_time()
        while game.winning_color() is None and game.state.num_turns < MOST_TURNS:
            game.play_tick()
            count += 1
        spent += time.process_time() - begun
    return count / spent


def catan_copies(seconds: float) -> float:
    """Seconds for a copy of a game, on average over whole games of two random players."""
    from catanatron import Color, Game, RandomPlayer

    spent = 0.0
    count = 0
    seed = 0
    while spent < seconds:
        seed += 1
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
        ticks = 0
        while game.winning_color() is None and game.state.num_turns < MOST_TURNS:
            if ticks % FORK_EVERY == 0:
                begun = time.process_time()
                for _ in range(FORKS):
                    game.copy()
                spent += time.process_time() - begun
                count += FORKS
            game.play_tick()
            ticks += 1
    return spent / count


if __name__ == "__main__":
    main()
