"""Are the mistakes that an analysis tells mistakes? Its claims are played out.

    python bench/claims.py --battles 12 --claims 6 --out claims.jsonl            # every game
    python bench/claims.py war_storm/hedgerow-lane --players greedy --out more.jsonl
    python bench/claims.py --tell claims.jsonl                                   # what is known so far

Battles between greedy players are analysed at the quick setting. Of the claims worth ten points or more some are
drawn by lot. From each moment fresh games are played to the end, with fresh dice and what the seat could not see
dealt anew: as many with the move that was made as with the better one. The same game number has the same deal and the
same dice for both. A claim holds if the better move wins more often.

The fresh games are played by the quick policy of the game, the one that lines of play are thought out with (a game
takes some 0.1 s); with `--players greedy` or `tactician` by computer players, which is dear. Everything is written to
`--out` at once: stopped and started again the bench goes on. Printed as JSON: every claim, and the share that holds;
the aim is 80 %. `expected` says how often true claims of these sizes hold with so many games.
"""

import argparse
import json
import math
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import sandtable.systems  # noqa: F401  registers the games
from sandtable.analysis.analysing import analyse
from sandtable.analysis.findings import Turning
from sandtable.analysis.moments import Moments
from sandtable.analysis.parts import QUICK
from sandtable.analysis.skill import summed_up
from sandtable.bots import levels
from sandtable.bots.planning import play_on
from sandtable.bots.player import Dice, Seat, answer
from sandtable.lab.decided import played
from sandtable.lab.running import plan_for
from sandtable.table.decision import Choice
from sandtable.table.journal.record import Loaded
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Scheme
from sandtable.table.system import systems

SCENARIOS = (
    "nations_at_war/cats-in-the-mist",
    "war_storm/hedgerow-lane",
    "regimental/the-village-of-lauen",
    "miniatures/the-farm-on-the-lane",
    "of_war_and_men/not-in-my-house-lieutenant",
)
WORTH = 10  # points
POLICY = "policy"
FOR_EVER = 10**9  # activations
STRAY = 0x9E3779B97F4A7C15

R = TypeVar("R")


class Claim(msgspec.Struct, frozen=True):
    """A mistake worth ten points or more that an analysis told."""

    scenario: str
    battle: int  # the seed
    level: str  # who played it
    turning: Turning


class Looked(msgspec.Struct, frozen=True, tag="looked"):
    """A battle that was analysed."""

    scenario: str
    battle: int
    level: str
    claims: list[Claim]


class Proved(msgspec.Struct, frozen=True, tag="proved"):
    """A claim that was played out: how often the seat won with either move."""

    claim: Claim
    players: str
    games: int
    made: float
    better: float
    low: float  # of the difference (95 of 100)
    high: float

    @property
    def holds(self) -> bool:
        return self.better > self.made


def look(scenario: str, level: str, seed: int) -> Looked:
    """Play a battle and analyse it."""
    loaded = battle(scenario, level, seed)
    *_, found = analyse(loaded, systems()[loaded.header.system], QUICK)
    worth = [each for each in found.turnings if each.kind == "choice" and each.points <= -WORTH]
    return Looked(scenario, seed, level, [Claim(scenario, seed, level, each) for each in worth])


def battle(scenario: str, level: str, seed: int) -> Loaded:
    return played(plan_for(scenario, [level, level], 1, seed), seed)


def prove(claim: Claim, players: str, games: int) -> Proved:
    """Play a claim out."""
    loaded = battle(claim.scenario, claim.level, claim.battle)
    before = Moments(loaded, systems()[loaded.header.system]).at(claim.turning.state)
    made, better = (arrow.choice for arrow in claim.turning.arrows)
    seat = claim.turning.seat
    old = [won(before, seat, made, players, game) for game in range(games)]
    new = [won(before, seat, better, players, game) for game in range(games)]
    mean, reach = summed_up([two - one for one, two in zip(old, new, strict=True)])
    wins = (sum(each) / games for each in (old, new))
    return Proved(claim, players, games, *(round(each, 4) for each in (*wins, mean - reach, mean + reach)))


def won(before: AnyPlay, seat: str, choice: Choice, players: str, game: int) -> float:
    """One fresh game from before the mistake, with this move: 1 if its seat wins, ½ if nobody does."""
    play = before.fork(Dice(game * STRAY & (2**64 - 1)), seat)
    rules = play.system.rules
    if players == POLICY:
        eyes, scheme = Seat(play, seat), Scheme("", {}, choice)
        while play.result is None:
            play_on(eyes, play, scheme, FOR_EVER)
            scheme = Scheme("", {}, None)
    else:
        play.choose(choice, seat)
        bots = {name: levels.make(players, game) for name in rules.seats(play.battle)}
        while answer(play, bots):
            pass
    assert play.result is not None
    winner = play.result.winner
    return 0.5 if winner is None else float(winner == rules.side(play.battle, seat))


# What is known so far ----------------------------------------------------------------------------------


class Kept:
    """The rows of a file; a last line that was cut off is as if it had not been written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[Looked | Proved] = []
        if path.exists():
            text = path.read_bytes()
            whole = text.rfind(b"\n") + 1
            path.write_bytes(text[:whole])
            self.rows = [msgspec.json.decode(line, type=Looked | Proved) for line in text[:whole].splitlines()]

    def add(self, row: Looked | Proved) -> None:
        self.rows.append(row)
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(row) + b"\n")

    def looked(self, scenario: str, level: str) -> dict[int, Looked]:
        rows = [row for row in self.rows if isinstance(row, Looked)]
        return {row.battle: row for row in rows if (row.scenario, row.level) == (scenario, level)}

    def proved(self, players: str) -> list[Proved]:
        return [row for row in self.rows if isinstance(row, Proved) and row.players == players]


def expected(points: int, games: int) -> float:
    """How likely a true claim of this size is to hold in so many games a side, at even chances."""
    return 0.5 * (1 + math.erf(points / 100 / math.sqrt(0.5 / games) / math.sqrt(2)))


def told(rows: list[Proved]) -> dict[str, Any]:
    """What came of the claims: each, by scenario, and in all."""
    claims = []
    for row in rows:
        turning = row.claim.turning
        facts = {"battle": row.claim.battle, "moment": turning.state, "points": -turning.points}
        found = {"made": row.made, "better": row.better, "interval": [row.low, row.high], "holds": row.holds}
        claims.append({"scenario": row.claim.scenario, **facts, **found, "claim": turning.text})
    by_scenario = {
        name: summary([row for row in rows if row.claim.scenario == name])
        for name in dict.fromkeys(row.claim.scenario for row in rows)
    }
    return {"proved": claims, "scenarios": by_scenario, "all": summary(rows)}


def summary(rows: list[Proved]) -> dict[str, Any]:
    hold = sum(row.holds for row in rows)
    refuted = sum(row.high < 0 for row in rows)
    sizes = [-row.claim.turning.points for row in rows]
    gained = [100 * (row.better - row.made) for row in rows]
    count = max(1, len(rows))
    return {
        "claims": len(rows),
        "hold": hold,
        "share": round(hold / count, 3),
        "expected": round(sum(expected(-row.claim.turning.points, row.games) for row in rows) / count, 3),
        "refuted": refuted,  # beyond the noise of the games
        "points claimed": round(sum(sizes) / count, 1),
        "points gained": round(sum(gained) / count, 1),
    }


def main() -> None:
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    reader.add_argument("scenario", nargs="*", default=SCENARIOS)
    reader.add_argument("--battles", type=int, default=12, help="analysed, of each scenario")
    reader.add_argument("--claims", type=int, default=6, help="drawn by lot, of each scenario")
    reader.add_argument("--games", type=int, default=200, help="with each of the two moves")
    reader.add_argument("--level", default="greedy", help="who played the battles")
    reader.add_argument("--players", default=POLICY, help="who plays the fresh games: policy, or a level")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("--out", type=Path, default=Path("claims.jsonl"), help="kept here; goes on from here")
    reader.add_argument("--tell", type=Path, help="only tell what a file has")
    asked = reader.parse_args()
    kept = Kept(asked.tell or asked.out)
    if asked.tell is None:
        with ProcessPoolExecutor(asked.workers) as pool:
            for scenario in asked.scenario:
                work(kept, scenario, asked, lambda *each: many(pool, *each))
    print(json.dumps(told(kept.proved(asked.players)), indent=1, ensure_ascii=False))


def work(kept: Kept, scenario: str, asked: argparse.Namespace, each: Callable[..., Iterable[Any]]) -> None:
    """One scenario: its battles, the lot, the games. What is known already is left as it is."""
    seeds = range(asked.seed, asked.seed + asked.battles)
    known = kept.looked(scenario, asked.level)
    for row in each(look, [(scenario, asked.level, seed) for seed in seeds if seed not in known]):
        kept.add(row)
        print(f"{scenario}, battle {row.battle}: {len(row.claims)} claims", file=sys.stderr, flush=True)
    known = kept.looked(scenario, asked.level)
    found = [claim for seed in seeds for claim in known[seed].claims]
    drawn = random.Random(asked.seed).sample(found, min(asked.claims, len(found)))
    done = [row.claim for row in kept.proved(asked.players)]
    for row in each(prove, [(claim, asked.players, asked.games) for claim in drawn if claim not in done]):
        kept.add(row)
        size = f"{-row.claim.turning.points} points"
        print(f"{scenario}, {size}: {row.made:.0%} to {row.better:.0%}", file=sys.stderr, flush=True)


def many(pool: ProcessPoolExecutor, function: Callable[..., R], jobs: list[tuple[Any, ...]]) -> Iterator[R]:
    """What comes of each job, in their order."""
    for job in [pool.submit(function, *each) for each in jobs]:
        yield job.result()


if __name__ == "__main__":
    main()
