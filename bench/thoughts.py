"""Thoughts of computer players, drawn by lot, to be read: does each teach something?

    python bench/thoughts.py [--count 50] [--level strategist] [--system regimental] [--seed 1]

Battles of the level against itself; of the questions with more than one answer each is as likely to be told.
"""

import argparse
import random

from sandtable.bots import adviser, levels
from sandtable.bots.player import Seat
from sandtable.lab.battle import bot_seed
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.play import AnyPlay, Play
from sandtable.table.scheme import Thought
from sandtable.table.system import AnySystem, systems

SHARE = 0.03  # of the questions of a battle that are told


def drawn(system: AnySystem, level: str, count: int, seed: int) -> list[tuple[str, Thought]]:
    """So many thoughts with their questions, from as many battles as it takes."""
    lot = random.Random(seed)
    infos = system.shelf.infos()
    found: list[tuple[str, Thought]] = []
    while len(found) < count:
        info = lot.choice(infos)
        play: AnyPlay = Play(system, system.rules.new(system.shelf.find(info.id)), SeededChance(seed_bytes(seed)))
        bots = {name: levels.make(level, bot_seed(seed, name)) for name in system.rules.seats(play.battle)}
        seed += 1
        while play.decision is not None and len(found) < count:
            name = play.asked()[0]
            seat = Seat(play, name)
            if len(seat.options()) > 1 and lot.random() < SHARE:
                asked = adviser.make(level, lot.getrandbits(32))
                asked.hurried = False
                asked.choose(seat)
                thought = asked.thought
                if thought is not None:
                    found.append((f"{info.name}, {name}, {seat.decision.kind}", thought))
            play.choose(bots[name].choose(seat), name)
    return found


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("--count", type=int, default=50)
    words.add_argument("--level", default="strategist", choices=levels.names())
    words.add_argument("--system", action="append", choices=list(systems()), help="only this one; may be given again")
    words.add_argument("--seed", type=int, default=1)
    wanted = words.parse_args()
    for key, system in systems().items():
        if key in (wanted.system or systems()):
            print(f"\n# {system.title}\n")
            for where, thought in drawn(system, wanted.level, wanted.count, wanted.seed):
                print(f"- {where}: {thought.choice}\n  {thought.why}")
                if thought.more:
                    print(f"  > {thought.more}")
                for plan in thought.plans[:4]:
                    print(f"    {plan.value:+.2f} {plan.label}")


if __name__ == "__main__":
    main()
