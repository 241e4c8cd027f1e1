"""Random games of every scenario, faults checked after every choice, and no dead end, exception or game without end.

    python bench/random_games.py --games 1000                   # every scenario of every game
    python bench/random_games.py --system war_storm --out runs/random
    python bench/random_games.py --scenario tigers-on-hill-63 --games 300

Game i has seed FIRST + i. With --out each game is a line as soon as it is over, and a run that was stopped continues.
One JSON object at the end: for each scenario the games, and what went wrong with its seed; the exit code is 1 if
anything did.
"""

import argparse
import json
import multiprocessing
import sys
import traceback
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import sandtable.systems  # noqa: F401  registers the games
from sandtable.table.system import systems
from sandtable.testing.kit import check_ends
from sandtable.testing.walk import USUAL, Failure

Game = dict[str, Any]


def play(scenario: str, seed: int) -> Game:
    """One random game; what went wrong is a sentence, with the traceback of anything that is not a kept check."""
    system = systems()[scenario.partition("/")[0]]
    try:
        check_ends(system, scenario, seed, USUAL)
    except Failure as failure:
        cause = failure.__cause__
        text = str(failure) if cause is None else f"{failure}\n{''.join(traceback.format_exception(cause))}"
        return {"scenario": scenario, "seed": seed, "wrong": text}
    return {"scenario": scenario, "seed": seed}


def wanted(key: str | None, names: list[str]) -> list[str]:
    """The ids of the scenarios to play, games in the order of the register."""
    known = [info.id for system in systems().values() for info in system.shelf.infos()]
    strange = [name for name in names if not any(name in (id, id.partition("/")[2]) for id in known)]
    if strange:
        raise SystemExit(f"No scenario is called {', '.join(strange)}.")
    if key is not None and key not in systems():
        raise SystemExit(f"No game is called {key}; there are {', '.join(systems())}.")
    return [
        id
        for id in known
        if (key is None or id.startswith(f"{key}/")) and (not names or {id, id.partition("/")[2]} & set(names))
    ]


def played(out: Path | None) -> list[Game]:
    """The games that an earlier run has saved; a last line that was cut off is played again."""
    if out is None or not (out / "games.jsonl").exists():
        return []
    whole = (out / "games.jsonl").read_text(encoding="utf-8")
    kept = whole[: whole.rfind("\n") + 1]
    (out / "games.jsonl").write_text(kept, encoding="utf-8")
    return [json.loads(line) for line in kept.splitlines()]


def run(scenario: str, seeds: list[int], workers: int) -> Iterator[Game]:
    if workers == 1:
        yield from map(partial(play, scenario), seeds)
        return
    with multiprocessing.Pool(workers) as pool:
        yield from pool.imap_unordered(partial(play, scenario), seeds, chunksize=4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", help="the scenarios of this game only")
    parser.add_argument("--scenario", action="append", default=[], help="this scenario only; can be repeated")
    parser.add_argument("--games", type=int, default=1000, help="of each scenario (1000)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    parser.add_argument("--workers", type=int, default=1, help="games at once (1)")
    parser.add_argument("--out", type=Path, help="a folder for the games that are over")
    asked = parser.parse_args()
    if asked.out is not None:
        asked.out.mkdir(parents=True, exist_ok=True)
    before = played(asked.out)
    found = []
    for scenario in wanted(asked.system, asked.scenario):
        seeds = range(asked.seed, asked.seed + asked.games)
        games = [game for game in before if game["scenario"] == scenario and game["seed"] in seeds]
        over = {game["seed"] for game in games}
        for game in run(scenario, [seed for seed in seeds if seed not in over], asked.workers):
            games.append(game)
            if asked.out is not None:
                with (asked.out / "games.jsonl").open("a", encoding="utf-8") as file:
                    file.write(json.dumps(game) + "\n")
        wrong = {game["seed"]: game["wrong"] for game in games if "wrong" in game}
        found.append({"scenario": scenario, "games": len(games), "wrong": wrong})
        print(f"{scenario}: {len(games)} games, {len(wrong)} wrong", file=sys.stderr)
    print(json.dumps({"scenarios": found, "wrong": sum(len(each["wrong"]) for each in found)}, indent=2))
    sys.exit(any(each["wrong"] for each in found))


if __name__ == "__main__":
    main()
