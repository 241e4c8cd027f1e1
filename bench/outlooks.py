"""How true the chances to win are: the table in docs/opponents.md and the picture beside it, from proofs.

    sandtable lab train SYSTEM --write                 # for each game: battles, fit, proof, in runs/train/SYSTEM
    python bench/outlooks.py --runs runs/train         # the table and docs/pictures/reliability.svg
    python bench/outlooks.py --ceiling war_storm       # what a perfect judge could tell of positions of the proof

A perfect judge knows the chance of each position. Here that is how often the first side wins when the quick policy of
the game plays it out for both sides. Half of the play-outs rank the positions, the other half say what came of them
so that the luck of the play-outs does not flatter the judge.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from sandtable.bots.planning import stage_of
from sandtable.bots.player import Dice, decision_of
from sandtable.lab.training.games import HANDS, Game, begun, read_games, series_of
from sandtable.lab.training.proving import TIMES, Bin
from sandtable.lab.training.training import PROVED, Trained, table_row, table_rows
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Scheme
from sandtable.table.system import systems

DOCS = Path(__file__).parents[1] / "docs"
BEGIN, END = "<!-- bench/outlooks.py -->\n", "<!-- end -->\n"
HEAD = """\
| game | judged by | battles | AUC ¼ | ½ | ¾ | Brier ¼ | ½ | ¾ | calibration |
|---|---|---|---|---|---|---|---|---|---|
"""
SIDE, GAP, TOP = 168, 24, 34  # of a panel of the picture
ANSWERS = 5000  # after which a play-out is given up


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("--runs", type=Path, default=Path("runs/train"))
    words.add_argument("--ceiling", choices=list(systems()), help="play positions of this game out instead")
    words.add_argument("--positions", type=int, default=36, help="at each time")
    words.add_argument("--tries", type=int, default=24, help="of each position")
    wanted = words.parse_args()
    if wanted.ceiling:
        ceiling(wanted.ceiling, wanted.runs / wanted.ceiling, wanted.positions, wanted.tries)
        return
    found = []
    for key in systems():
        path = wanted.runs / key / PROVED
        if path.exists():
            found.append(msgspec.json.decode(path.read_bytes(), type=Trained))
    if not found:
        sys.exit(f"{wanted.runs} holds no proof: sandtable lab train SYSTEM makes one.")
    write_table(found)
    (DOCS / "pictures" / "reliability.svg").write_text(picture(found), encoding="utf-8")


def write_table(found: Sequence[Trained]) -> None:
    """Put the figures into the document, between its marks."""
    rows = []
    for made in found:
        rows += [table_row(made.title, what, proof) for what, proof in table_rows(made)]
    document = DOCS / "opponents.md"
    before, _, rest = document.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    document.write_text(before + BEGIN + HEAD + "\n".join(rows) + "\n" + END + after, encoding="utf-8")


# The picture -------------------------------------------------------------------------------------


def picture(found: Sequence[Trained]) -> str:
    """What was given and what came of it, a panel for each game."""
    wide, high = len(found) * (SIDE + GAP) + GAP, SIDE + TOP + 44
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        'font-family="sans-serif" font-size="11" fill="#333">',
        "<title>How true the chances are: what was given to the first side, and how often it won</title>",
        f'<rect width="{wide}" height="{high}" fill="#fbfaf5"/>',
    ]
    for number, made in enumerate(found):
        lines += panel(made, GAP + number * (SIDE + GAP))
    return "\n".join([*lines, "</svg>"]) + "\n"


def panel(made: Trained, left: int) -> list[str]:
    """One game: circles on the line are true; the larger, the more moments."""
    bottom = TOP + SIDE
    lines = [
        f'<text x="{left}" y="{TOP - 10}" font-size="12" font-weight="bold">{made.title}</text>',
        f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="#fff" stroke="#b9b39c"/>',
        f'<path d="M{left} {bottom}L{left + SIDE} {TOP}" stroke="#b9b39c" stroke-dasharray="4 3"/>',
        f'<text x="{left + SIDE / 2}" y="{bottom + 30}" text-anchor="middle">chance given</text>',
    ]
    for part in (0, 0.5, 1):
        at = f'x="{left + part * SIDE:.0f}" y="{bottom + 14}"'
        lines.append(f'<text {at} text-anchor="middle" font-size="9">{part:.0%}</text>')
    points = [(left + each.given * SIDE, bottom - each.came * SIDE) for each in made.proof.bins]
    way = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    lines.append(f'<path d="M{way}" fill="none" stroke="#2c5d8a" stroke-width="1.5"/>')
    whole = sum(each.moments for each in made.proof.bins) or 1
    for (x, y), each in zip(points, made.proof.bins, strict=True):
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius(each, whole):.1f}" fill="#2c5d8a"/>')
    return lines


def radius(each: Bin, whole: int) -> float:
    return 2 + 8 * float(each.moments / whole) ** 0.5


# The ceiling -------------------------------------------------------------------------------------


def ceiling(key: str, folder: Path, positions: int, tries: int) -> None:
    """Print how well a perfect judge would tell who wins, at each time of a battle; of planners, or else of hands."""
    path, series = folder / "planners.jsonl", series_of(systems()[key])
    if not path.exists():
        path, series = folder / "hands.jsonl", series_of(systems()[key], HANDS)
    known = [game for _, game in sorted(read_games(path, series).items()) if not game.clear]
    if not known:
        sys.exit(f"{path} holds no battles: sandtable lab train {key} plays some.")
    rng = random.Random(1)
    drawn = rng.sample(known, min(positions, len(known)))
    for time in TIMES:
        halves = []
        for game in drawn:
            play = at_time(begun(series, game.seed), game, time)
            scores = [played_out(play, rng.getrandbits(64)) for _ in range(tries)]
            halves.append((mean(scores[::2]), mean(scores[1::2])))
        sure = sum(abs(one + two - 1) > 0.9 for one, two in halves)
        print(f"{key} at {time:.0%}: {len(drawn)} positions, {tries} times each", flush=True)
        print(f"  AUC of a perfect judge {told(halves):.2f}; {sure} positions all but decided", flush=True)


def at_time(play: AnyPlay, game: Game, time: float) -> AnyPlay:
    """The battle after a part of its choices."""
    for seat, choice in game.moves[: round(time * len(game.moves))]:
        play.choose(choice, seat)
    return play


def played_out(play: AnyPlay, state: int) -> float:
    """What the first side scores when the quick policy goes on for everybody, with fresh dice."""
    fork = play.fork(Dice(state), lasting=False)
    mind, rules = play.system.thinks, play.system.rules
    stage, plans = "", dict[str, Scheme | None]()
    for _ in range(ANSWERS):
        asked = fork.asked()
        if not asked:
            break
        name, now = asked[0], stage_of(play.system, fork)
        if now != stage:
            stage, plans = now, {}
        decision = decision_of(fork, name)
        if name not in plans:
            plans[name] = mind.intent(fork.battle, decision, name)
        fork.choose(mind.follow(fork.battle, decision, name, plans[name]), name)
    if fork.result is None or fork.result.winner is None:
        return 0.5
    return float(fork.result.winner == rules.side(fork.battle, rules.seats(fork.battle)[0]))


def told(halves: Sequence[tuple[float, float]]) -> float:
    """How often the better of two positions by one half of the play-outs is the one that wins by the other half."""
    good = whole = 0.0
    for one, won in halves:
        for two, also in halves:
            weight = won * (1 - also)  # the first is won and the second lost
            whole += weight
            good += weight * ((one > two) + (one == two) / 2)
    return good / whole if whole else float("nan")


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


if __name__ == "__main__":
    main()
