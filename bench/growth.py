"""How the cost of a battle grows with its size: Nations at War with 36, 116 and 300 units. Prints one JSON object.

The map of The Bridge at Berezovyy Logg is laid beside itself until it has 231, 924 and 4,000 hexes, and the orders of
battle grow with it. Each size is measured in a process of its own, in processor time: what it takes, cold, from the
text of the scenario to the first view; and then a decision, a fork and a view on average over random play.

    python bench/growth.py [--choices 2000]
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import time
import tomllib
import tracemalloc
from pathlib import Path
from statistics import median
from typing import Any

SIZES = ((36, 21, 11), (116, 42, 22), (300, 80, 50))  # units, columns, rows
ATLATL = {"units": 100, "decisions_per_second": 506, "source": "published for atlatl, measured elsewhere"}
FORK_EVERY = 50
FORKS = 20
TURNS = 16

SCENARIO = """
name = "Growth"
map = "wide"
turns = {turns}
end_turn_markers = 2
axis = "german"
setup_order = ["soviet", "german"]

[victory]
kind = "control"
side = "german"
rule = "13.1.g"
hexes = "{goal}"
count = 1
won = "the far corner is in German hands"
lost = "the far corner is not in German hands"

[[sides]]
key = "german"
name = "German"

[[sides]]
key = "soviet"
name = "Soviet"
"""

FORMATION = """
[[formations]]
name = "{name}"
side = "{side}"
hq = "{hq}"
zone = "{zone}"
units = [{{ type = "{type}", count = {first} }}, {{ type = "{type}", count = {second} }}]
"""

FORMATIONS = (
    ("german", "320th Infantry", "320th-infantry-hq", "infantry"),
    ("german", "18th Panzer", "18th-panzer-hq", "pzivg"),
    ("german", "505th Heavy Panzer", "505th-heavy-panzer-hq", "tiger"),
    ("soviet", "71st Guards Infantry", "71st-guards-infantry-hq", "guards-infantry"),
    ("soviet", "31st Tank", "31st-tank-hq", "t-70a"),
    ("soviet", "3rd Tank", "3rd-tank-hq", "t-34-76"),
)


def main() -> None:
    """Measure each size in a process of its own and print them together."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--choices", type=int, default=2000, help="of random play, for each size")
    arguments.add_argument("--one", type=int, default=-1, help=argparse.SUPPRESS)
    wanted = arguments.parse_args()
    if wanted.one >= 0:
        print(json.dumps(measured(*SIZES[wanted.one], wanted.choices)))
        return
    rows = []
    for place, (units, columns, rows_of_hexes) in enumerate(SIZES):
        print(f"{units} units on {columns * rows_of_hexes} hexes", file=sys.stderr, flush=True)
        command = [sys.executable, __file__, "--one", str(place), "--choices", str(wanted.choices)]
        rows.append(json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout))
    print(json.dumps({"nations_at_war": rows, "atlatl": ATLATL}, indent=2))


def measured(units: int, columns: int, rows: int, choices: int) -> dict[str, Any]:
    """One size."""
    import sandtable.systems  # noqa: F401  registers the games
    from sandtable.table.chance import SampledChance
    from sandtable.table.play import Play
    from sandtable.table.system import systems

    system = systems()["nations_at_war"]
    texts = {"growth.toml": scenario_text(units, columns, rows), "wide.map.toml": map_text(columns, rows)}
    begun = time.process_time()
    scenario = system.shelf.read(texts)
    play = Play(system, system.rules.new(scenario), SampledChance(1))
    system.shown.view(play, "german")
    first_view = time.process_time() - begun

    pick = random.Random(1).choice
    played = forked = 0.0
    forks = 0
    views: list[float] = []
    while play.decision is not None and len(play.history) < choices:
        begun = time.process_time()
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        play.choose(decision.any(pick), seat)
        played += time.process_time() - begun
        if len(play.history) % FORK_EVERY == 0:
            play.fork()  # the first moves the copy up
            begun = time.process_time()
            for _ in range(FORKS):
                play.fork()
            forked += time.process_time() - begun
            forks += FORKS
            begun = time.process_time()
            system.shown.view(play, seat)
            views.append(time.process_time() - begun)
    return {
        "units": len(play.battle.units),
        "hexes": columns * rows,
        "choices": len(play.history),
        "cold_to_first_view_seconds": round(first_view, 3),
        "decision_microseconds": round(played / len(play.history) * 1e6, 1),
        "decisions_per_second": round(len(play.history) / played),
        "fork_microseconds": round(forked / forks * 1e6, 1),
        "view_milliseconds": round(median(views) * 1e3, 3),
        "battle_kilobytes": round(battle_bytes(play.battle) / 1024, 1),
        "process_megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def battle_bytes(battle: Any) -> int:
    """The memory that a copy of the battle takes."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    twin = battle.copy()
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    del twin
    return taken


def scenario_text(units: int, columns: int, rows: int) -> str:
    """Both sides face to face, six Formations with as many units each as make up the number."""
    from sandtable.geometry.hexes import letters

    middle = columns // 2
    zones = {"german": f"A-{letters(middle - 2)}", "soviet": f"{letters(middle)}-{letters(columns - 1)}"}
    text = SCENARIO.format(turns=TURNS, goal=f"{letters(columns - 1)}{rows}")
    share, left = divmod(units, len(FORMATIONS))
    for place, (side, name, hq, kind) in enumerate(FORMATIONS):
        count = share + (place < left)
        text += FORMATION.format(
            name=name, side=side, hq=hq, zone=zones[side], type=kind, first=count // 2, second=count - count // 2
        )
    return text


def map_text(columns: int, rows: int) -> str:
    """Map 8, laid beside itself."""
    import sandtable.systems.nations_at_war as package
    from sandtable.geometry.hexes import letters

    data = Path(package.__file__).parent / "data" / "maps" / "map8.toml"
    grid = tomllib.loads(data.read_text())["grid"].strip("\n").split("\n")[1:]
    cells = [line.split()[1:] for line in grid]
    lines = ["    " + " ".join([letters(q) for q in range(columns)])]
    for r in range(rows):
        row = cells[r % len(cells)]
        lines.append(f"{r + 1}  " + " ".join([row[q % len(row)] for q in range(columns)]))
    body = "\n".join(lines)
    return f'name = "Wide"\nsource = "design"\ngrid = """\n{body}\n"""\n'


if __name__ == "__main__":
    main()
