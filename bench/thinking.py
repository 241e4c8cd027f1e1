"""How quickly computer players think and play, in one scenario of each system. Prints one JSON object.

Whole battles of two of the same player, without a clock: the same moves on every machine. Processor time of one core.
Of moves only those count at which there was something to choose.

    python bench/thinking.py [--battles 4] [--level random --level strategist] [--only war_storm]
"""

import argparse
import json
import sys
import time
from typing import Any

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.lab.battle import bot_seed
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem, systems

USUAL = ("random", "tactician", "strategist")


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--battles", type=int, default=4, help="of each player in each scenario")
    arguments.add_argument("--level", action="append", default=[], help="the players; several may be named")
    arguments.add_argument("--only", action="append", default=[], help="these systems, by their keys")
    wanted = arguments.parse_args()
    found: dict[str, Any] = {}
    for key, system in systems().items():
        if not wanted.only or key in wanted.only:
            id = system.shelf.infos()[0].id
            print(id, file=sys.stderr, flush=True)
            found[id] = {level: pace(system, id, level, wanted.battles) for level in wanted.level or USUAL}
    print(json.dumps({"battles": wanted.battles, "scenarios": found}, indent=2))


def pace(system: AnySystem, id: str, level: str, battles: int) -> dict[str, float]:
    """Moves a second, and battles a minute."""
    thought, moves = 0.0, 0
    begun = time.process_time()
    for seed in range(1, battles + 1):
        play: AnyPlay = Play(system, system.rules.new(system.shelf.find(id)), SeededChance(seed_bytes(seed)))
        bots = {name: levels.make(level, bot_seed(seed, name)) for name in system.rules.seats(play.battle)}
        for bot in bots.values():
            bot.hurried = False
        while play.decision is not None:
            seat = Seat(play, play.asked()[0])
            asked = time.process_time()
            choice = bots[seat.name].choose(seat)
            took = time.process_time() - asked
            if len(seat.options()) > 1:
                thought += took
                moves += 1
            play.choose(choice, seat.name)
    whole = time.process_time() - begun
    return {"moves_per_second": round(moves / thought), "battles_per_minute": round(60 * battles / whole)}


if __name__ == "__main__":
    main()
