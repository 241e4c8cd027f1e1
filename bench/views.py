"""How long views take, over random play of one scenario of each system or of those named. Prints one JSON object.

Processor time, the rules read and the garbage collector calmed as in the server. The first views of a process are in
it: what is kept is made then.

    python bench/views.py [--views 2000] [--only tigers-on-hill-63] [--all]
"""

import argparse
import json
import random
import sys
import time
from typing import Any

import sandtable.systems  # noqa: F401  registers the games
from sandtable.server.running import calm_collector, read_rules
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.system import AnySystem, systems

EVERY = 5  # choices between two views


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--views", type=int, default=2000, help="of each scenario")
    arguments.add_argument("--only", action="append", default=[], help="these scenarios, or systems by their keys")
    arguments.add_argument("--all", action="store_true", help="every scenario, not only the last of each system")
    wanted = arguments.parse_args()
    read_rules()
    calm_collector()
    found = {}
    for system in systems().values():
        infos = system.shelf.infos()
        named = [info for info in infos if {*info.id.split("/")} & {*wanted.only}]
        for info in named if wanted.only else infos if wanted.all else infos[-1:]:
            print(info.id, file=sys.stderr, flush=True)
            found[info.id] = measured(system, info.id, wanted.views)
    print(json.dumps(found, indent=2))


def measured(system: AnySystem, id: str, views: int) -> dict[str, Any]:
    """Milliseconds, and at which question the longest was."""
    scenario = system.shelf.find(id)
    row: list[tuple[float, str]] = []
    seed = 0
    while len(row) < views:
        seed += 1
        pick = random.Random(seed).choice
        play = Play(system, system.rules.new(scenario), SampledChance(seed))
        while play.decision is not None and len(row) < views:
            seat = play.asked()[0]
            decision = play.decision_for(seat)
            assert decision is not None
            if len(play.history) % EVERY == 0:
                begun = time.process_time()
                system.shown.view(play, seat)
                row.append((time.process_time() - begun, decision.kind))
            play.choose(decision.any(pick), seat)
    row.sort()
    return {
        "views": len(row),
        "median": round(row[len(row) // 2][0] * 1e3, 2),
        "p95": round(row[len(row) * 95 // 100][0] * 1e3, 2),
        "longest": round(row[-1][0] * 1e3, 2),
        "longest_at": row[-1][1],
        "above_6_ms": sum(spent > 0.006 for spent, _ in row),
    }


if __name__ == "__main__":
    main()
