"""How a level opens: how many of ten battles a side begins with the same four answers, for every scenario.

    python bench/openings.py [--battles 10] [--level strategist] [--system regimental] [--seed 0]

An answer counts where there was a choice. No side should begin alike in more than half of its battles.
"""

import argparse
from collections import Counter

from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.lab.battle import bot_seed
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay, Play
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import AnySystem, systems

ANSWERS = 4  # of each side, with which a battle begins


def begun(system: AnySystem, info: ScenarioInfo, level: str, seed: int) -> dict[str, tuple[Choice, ...]]:
    """The first answers of each seat in one battle."""
    battle = system.rules.new(system.shelf.find(info.id))
    play: AnyPlay = Play(system, battle, SeededChance(seed_bytes(seed)))
    bots = {seat: levels.make(level, bot_seed(seed, seat)) for seat in system.rules.seats(battle)}
    given: dict[str, list[Choice]] = {seat: [] for seat in bots}
    for bot in bots.values():
        bot.hurried = False
    while play.decision is not None and min(map(len, given.values())) < ANSWERS:
        name = play.asked()[0]
        seat = Seat(play, name)
        choice = bots[name].choose(seat)
        if len(seat.options()) > 1:
            given[name].append(choice)
        play.choose(choice, name)
    return {seat: tuple(answers[:ANSWERS]) for seat, answers in given.items()}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("--battles", type=int, default=10)
    words.add_argument("--level", default="strategist", choices=levels.names())
    words.add_argument("--system", action="append", choices=list(systems()), help="only this one; may be given again")
    words.add_argument("--seed", type=int, default=0)
    wanted = words.parse_args()
    print("| game | scenario | the same four answers, of so many battles |\n|---|---|---|", flush=True)
    for key, system in systems().items():
        if key not in (wanted.system or systems()):
            continue
        for info in system.shelf.infos():
            found: dict[str, Counter[tuple[Choice, ...]]] = {}
            for seed in range(wanted.seed, wanted.seed + wanted.battles):
                for seat, answers in begun(system, info, wanted.level, seed).items():
                    found.setdefault(seat, Counter())[answers] += 1
            most = ", ".join(f"{seat} {each.most_common(1)[0][1]}" for seat, each in found.items())
            print(f"| {system.title} | {info.name} | {most} (of {wanted.battles}) |", flush=True)


if __name__ == "__main__":
    main()
