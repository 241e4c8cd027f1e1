"""Seeded battles of every scenario, written down and played again: what must not change when code moves.

    python bench/journals.py record FOLDER [--games 24] [--players random] [--scenario SLUG ...] [--first-seed 1]
    python bench/journals.py check FOLDER [--compare-only]

`record` plays battles and writes their journals and, in index.json, a digest of every event told. `check` plays
the same battles again and names each journal that differs by a byte, each story that differs by an event and each
journal that does not verify; with `--compare-only` it leaves out the last. Nothing depends on the clock.
"""

import argparse
import hashlib
import json
import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.lab.battle import bot_seed
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.journal import Journal, header_for, verify
from sandtable.table.play import Play
from sandtable.table.system import systems

INDEX = "index.json"
Battle = tuple[str, str, int]  # scenario, player of every seat, seed


def main() -> int:
    """Record or check."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("what", choices=["record", "check"])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--games", type=int, default=24, help="battles of each scenario")
    arguments.add_argument("--players", default="random", help="who plays all seats, several with commas")
    arguments.add_argument("--scenario", action="append", default=[], help="only these; a system by its key")
    arguments.add_argument("--first-seed", type=int, default=1)
    arguments.add_argument("--workers", type=int, default=2)
    arguments.add_argument("--compare-only", action="store_true", help="verify no journal: half of the time")
    wanted = arguments.parse_args()
    if wanted.what == "record":
        return record(wanted)
    return check(wanted.folder, wanted.scenario, wanted.workers, not wanted.compare_only)


def record(wanted: argparse.Namespace) -> int:
    """Play and keep."""
    wanted.folder.mkdir(parents=True, exist_ok=True)
    index = read_index(wanted.folder)
    seeds = range(wanted.first_seed, wanted.first_seed + wanted.games)
    battles = [
        (scenario, player, seed)
        for scenario in chosen(wanted.scenario)
        for player in wanted.players.split(",")
        for seed in seeds
    ]
    with ProcessPoolExecutor(wanted.workers) as pool:
        for done, (name, told) in enumerate(pool.map(play, battles, [wanted.folder] * len(battles)), 1):
            index[name] = told
            progress(done, len(battles))
    (wanted.folder / INDEX).write_text(json.dumps(dict(sorted(index.items())), indent=1) + "\n")
    print(f"{len(battles)} battles recorded in {wanted.folder}.")
    return 0


def check(folder: Path, scenarios: list[str], workers: int, verified: bool) -> int:
    """Play again and compare; 1 if anything differs."""
    index = read_index(folder)
    kept = set(chosen(scenarios))
    battles = [battle for battle in map(battle_of, index) if battle[0] in kept]
    wrong = 0
    again = Path(tempfile.mkdtemp())
    try:
        with ProcessPoolExecutor(workers) as pool:
            for done, (name, told) in enumerate(pool.map(play, battles, [again] * len(battles)), 1):
                faults = differences(folder / name, again / name, index[name], told)
                faults += unverified(folder / name) if verified else []
                wrong += bool(faults)
                for fault in faults:
                    print(f"{name}: {fault}", flush=True)
                progress(done, len(battles))
    finally:
        shutil.rmtree(again)
    print(f"{len(battles)} battles played again, {wrong} of them differ.")
    return 1 if wrong else 0


def differences(old: Path, new: Path, told: str, told_now: str) -> list[str]:
    """What is not as it was."""
    found = []
    if old.read_bytes() != new.read_bytes():
        lines = zip(old.read_bytes().splitlines(), new.read_bytes().splitlines(), strict=False)
        place = next((number for number, (was, now) in enumerate(lines, 1) if was != now), 0)
        found.append(f"the journal differs from line {place or 'its end'} on")
    if told != told_now:
        found.append("the events differ")
    return found


def unverified(journal: Path) -> list[str]:
    """Why a journal does not verify, if it does not."""
    report = verify(journal, systems())
    return [] if report.ok else [f"it does not verify: {report.sentence}"]


def play(battle: Battle, folder: Path) -> tuple[str, str]:
    """Play a battle to its end into the folder; the name of its journal and the digest of its events."""
    id, player, seed = battle
    system = systems()[id.split("/")[0]]
    game = Play(system, system.rules.new(system.shelf.find(id)), SeededChance(seed_bytes(seed)))
    seats = dict.fromkeys(system.rules.seats(game.battle), player)
    bots = {seat: levels.make(player, bot_seed(seed, seat)) for seat in seats}
    for bot in bots.values():
        bot.hurried = False
    while game.decision is not None:
        seat = game.asked()[0]
        game.choose(bots[seat].choose(Seat(game, seat)), seat)
    name = name_of(battle)
    path = folder / name
    path.unlink(missing_ok=True)
    journal = Journal.create(path, header_for(system, id, seats, seed_bytes(seed)), fsync=False)
    journal.finish(game, seed_bytes(seed))
    return name, hashlib.sha256(msgspec.json.encode(game.log)).hexdigest()


def chosen(scenarios: list[str]) -> list[str]:
    """The ids of the scenarios, all of them if none is named."""
    every = [info.id for system in systems().values() for info in system.shelf.infos()]
    return [id for id in every if not scenarios or id.split("/")[0] in scenarios or id.split("/")[1] in scenarios]


def name_of(battle: Battle) -> str:
    return f"{battle[0].replace('/', '.')}.{battle[1]}.{battle[2]}.jsonl"


def battle_of(name: str) -> Battle:
    system, slug, player, seed = name.removesuffix(".jsonl").split(".")
    return f"{system}/{slug}", player, int(seed)


def read_index(folder: Path) -> dict[str, str]:
    path = folder / INDEX
    found: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    return found


def progress(done: int, of: int) -> None:
    if sys.stderr.isatty() or done == of or done % 100 == 0:
        print(f"\r{done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
