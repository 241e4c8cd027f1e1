"""How much of a game the computer players use: every verb that the rules offer, how often it was offered and chosen.

    python bench/verbs.py [--battles 200] [--level strategist] [--system regimental] [--write]

`--write` puts the table into docs/opponents.md. A verb counts once for each question that offers it. What was offered
and never chosen has its reason in bench/unused_verbs.toml; a verb that has none is named at the end.
"""

import argparse
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path

from sandtable.bots import levels
from sandtable.bots.player import BACK, Seat
from sandtable.lab.battle import bot_seed
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.play import AnyPlay, Play
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import AnySystem, systems

DOCUMENT = Path(__file__).parents[1] / "docs" / "opponents.md"
REASONS = Path(__file__).with_name("unused_verbs.toml")
BEGIN, END = "<!-- verbs: written by bench/verbs.py -->\n", "<!-- verbs end -->\n"
EVERY = 20.0  # seconds between signs of life


class Used:
    """What was offered and chosen in the battles of one game, by kind of question and verb."""

    def __init__(self) -> None:
        self.offered: Counter[tuple[str, str]] = Counter()
        self.chosen: Counter[tuple[str, str]] = Counter()
        self.battles = 0

    def play(self, system: AnySystem, info: ScenarioInfo, level: str, seed: int) -> None:
        """One battle of this level against itself."""
        battle = system.rules.new(system.shelf.find(info.id))
        play: AnyPlay = Play(system, battle, SeededChance(seed_bytes(seed)))
        bots = {seat: levels.make(level, bot_seed(seed, seat)) for seat in system.rules.seats(battle)}
        for bot in bots.values():
            bot.hurried = False
        while play.decision is not None:
            name = play.asked()[0]
            seat = Seat(play, name)
            verbs = {option.do for option in seat.decision.options() if option.do != BACK}
            choice = bots[name].choose(seat)
            if len(verbs) > 1:
                kind = seat.decision.kind
                self.offered.update((kind, verb) for verb in verbs)
                self.chosen[kind, choice.do] += 1
            play.choose(choice, name)
        self.battles += 1


def count(system: AnySystem, battles: int, level: str, seed: int = 0) -> Used:
    """So many battles, spread over the scenarios."""
    used, clock = Used(), time.monotonic()
    infos = system.shelf.infos()
    for number in range(battles):
        used.play(system, infos[number % len(infos)], level, seed + number)
        if time.monotonic() - clock > EVERY:
            clock = time.monotonic()
            print(f"{system.title}: {number + 1} of {battles}", file=sys.stderr, flush=True)
    return used


def table(system: AnySystem, used: Used, reasons: dict[str, str]) -> tuple[str, list[str]]:
    """The lines for the document, and what was never chosen without a reason."""
    lines = [f"### {system.title}, {used.battles} battles", ""]
    lines += ["| question | verb | offered | chosen | why not |", "|---|---|---|---|---|"]
    unexplained = []
    for kind, verb in sorted(used.offered):
        chosen = used.chosen[kind, verb]
        why = "" if chosen else reasons.get(f"{kind}: {verb}") or reasons.get(verb, "open")
        if why == "open":
            unexplained.append(f"{kind}: {verb}")
        lines.append(f"| {kind} | {verb} | {used.offered[kind, verb]:,} | {chosen:,} | {why} |")
    return "\n".join(lines) + "\n", unexplained


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("--battles", type=int, default=200)
    words.add_argument("--level", default="strategist", choices=levels.names())
    words.add_argument("--system", action="append", choices=list(systems()), help="only this one; may be given again")
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--write", action="store_true", help="put the tables into docs/opponents.md")
    wanted = words.parse_args()
    reasons = tomllib.loads(REASONS.read_text(encoding="utf-8")) if REASONS.is_file() else {}
    for key, system in systems().items():
        if key not in (wanted.system or systems()):
            continue
        used = count(system, wanted.battles, wanted.level, wanted.seed)
        text, unexplained = table(system, used, reasons.get(key, {}))
        print(text)
        for each in unexplained:
            print(f"Never chosen, and nobody says why: {each}")
        if wanted.write:
            write(system.title, text)


def write(title: str, text: str) -> None:
    """Replace the table of one game, or add it."""
    before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
    inside, _, after = rest.partition(END)
    parts = {part.partition(",")[0]: "### " + part.rstrip("\n") + "\n" for part in inside.split("### ")[1:]}
    parts[title] = text
    ordered = [parts[each.title] for each in systems().values() if each.title in parts]
    DOCUMENT.write_text(before + BEGIN + "\n" + "\n".join(ordered) + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
