"""Who is how strong: plays the ladders of all games and writes docs/opponents.md. Killed, it goes on.

    python bench/opponents.py --out runs/ladder [--games 400] [--system regimental]
    python bench/opponents.py --out runs/adversaries --adversaries strategist --games 54
    python bench/opponents.py --balances     # plays nothing: the balances as they stand in the files of the scenarios

The folder holds games of one version of the computer players: give a new one after changing them.
"""

import argparse
import sys
import time
from pathlib import Path

import adversaries
from sandtable.bots import levels
from sandtable.cli.lab import ladder_markdown, percent
from sandtable.lab.figures import wilson
from sandtable.lab.ladders import ladder
from sandtable.table.shelf import Balance
from sandtable.table.system import AnySystem, systems

DOCUMENT = Path(__file__).parents[1] / "docs" / "opponents.md"
MARK = "<!-- What follows is written by bench/opponents.py. -->\n"
BALANCES = "| scenario | balance |"
EVERY = 20.0  # seconds between signs of life


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("--out", type=Path)
    words.add_argument("--games", type=int, default=400)
    words.add_argument("--system", action="append", choices=list(systems()), help="only this one; may be given again")
    words.add_argument("--workers", type=int)
    words.add_argument("--adversaries", metavar="LEVEL", help="instead: this level against each of bench/adversaries")
    words.add_argument("--balances", action="store_true", help="instead: only write the balances anew")
    wanted = words.parse_args()
    if wanted.balances:
        parts = dict(written())
        for system in systems().values():
            if system.title in parts:
                parts[system.title] = parts[system.title].partition(BALANCES)[0] + balances(system)
        write(parts)
        return
    if wanted.out is None:
        words.error("--out is needed for battles")
    if wanted.adversaries:
        meet_adversaries(
            wanted.adversaries, wanted.system or list(systems()), wanted.games, wanted.out, wanted.workers
        )
        return
    parts = dict(written())
    for key, system in systems().items():
        if key in (wanted.system or systems()):
            parts[system.title] = chapter(system, wanted.games, wanted.out / key, wanted.workers)
            write(parts)


def write(parts: dict[str, str]) -> None:
    """The chapters, in the order of the games, after what is written by hand."""
    ordered = [parts[each.title] for each in systems().values() if each.title in parts]
    text = DOCUMENT.read_text(encoding="utf-8").partition(MARK)[0]
    DOCUMENT.write_text(text + MARK + "\n" + "\n".join(ordered), encoding="utf-8")


def written() -> list[tuple[str, str]]:
    """The chapters that are in the document now, by title."""
    parts = DOCUMENT.read_text(encoding="utf-8").partition(MARK)[2].split("\n## ")[1:]
    return [(part.partition("\n")[0], "## " + part.rstrip("\n") + "\n") for part in parts]


def meet_adversaries(level: str, keys: list[str], games: int, out: Path, workers: int | None) -> None:
    """A row for each game and adversary: what the level made against it. Printed, to be put into the document."""
    levels.use(*adversaries.WORDS)
    print("| game | adversary | games | share | 95 % interval |\n|---|---|---|---|---|", flush=True)
    for key in keys:
        for name in adversaries.NAMES:
            made = ladder(key, games, (name, level), out=out / key, workers=workers).meetings[0]
            share, interval = percent(made.share)
            print(f"| {systems()[key].title} | {name} | {made.games} | {share} | {interval} |", flush=True)


def chapter(system: AnySystem, games: int, out: Path, workers: int | None) -> str:
    """The ladder of a game, and the balance of its scenarios."""
    clock = [time.monotonic()]

    def told(what: str, done: int, of: int) -> None:
        if time.monotonic() - clock[0] > EVERY:
            clock[0] = time.monotonic()
            print(f"{system.title}: {what}, {done} of {of}", file=sys.stderr, flush=True)

    made = ladder(system.key, games, out=out, workers=workers, told=told, neighbours=True)
    return "\n".join([f"## {system.title}", "", ladder_markdown(made), "", balances(system)])


def balances(system: AnySystem) -> str:
    """The table of a game's scenarios; those to learn by are not measured."""
    told = [f"| {info.name} | {told_balance(info.balance)} |" for info in system.shelf.infos() if not info.practice]
    return "\n".join([BALANCES, "|---|---|", *told]) + "\n"


def told_balance(balance: Balance | None) -> str:
    """german 54.0% (49.1% to 58.8%), soviet 45.0% (...), 4 draws; tactician, 400 games"""
    if balance is None:
        return "not measured"
    shares = []
    for side, wins in balance.wins.items():
        share, interval = percent(wilson(wins, balance.games))
        shares.append(f"{side} {share} ({interval})")
    return f"{', '.join(shares)}, {balance.draws} drawn; {balance.level}, {balance.games} games"


if __name__ == "__main__":
    main()
