"""What would unused verbs bring? Positions where one is offered are played out with it and without it.

    python bench/untried.py --system regimental [--positions 12] [--tries 6] [--seed 0] [--battles 40]
    python bench/untried.py --system nations_at_war --verb "fate: fate free" [--verb ...]

The verbs are those that the table in docs/opponents.md gives as never chosen, or those that are named. Positions come
by lot from battles of the quick policy. In each an option of the verb is played, and what the quick policy would do;
then the quick policy goes on for everybody to the end, with the same dice for both. Told is what the seat scored with
either, and the difference with its standard error over the positions.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from statistics import stdev

from outlooks import mean, played_out
from sandtable.bots.player import Dice, Seat
from sandtable.lab.battle import bot_seed
from sandtable.lab.training.games import Hand
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem, systems
from verbs import BEGIN, DOCUMENT, END

Case = tuple[AnyPlay, str, Choice, Choice]  # the position, who is asked, the verb's option, what is usual


def unused(system: AnySystem) -> list[tuple[str, str]]:
    """The questions and verbs that the document gives as never chosen."""
    text = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    part = text.partition(f"### {system.title},")[2].partition("###")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"]
    return [(row[0], row[1]) for row in cells if len(row) == 5 and row[3] == "0"]


def battles(system: AnySystem, count: int, seed: int) -> Iterator[tuple[AnyPlay, Seat, Choice]]:
    """Every question of some battles of the quick policy, with its answer."""
    infos = system.shelf.infos()
    for number in range(seed, seed + count):
        battle = system.rules.new(system.shelf.find(infos[number % len(infos)].id))
        play: AnyPlay = Play(system, battle, SeededChance(seed_bytes(number)))
        bots = {name: Hand(bot_seed(number, name)) for name in system.rules.seats(battle)}
        while play.decision is not None:
            name = play.asked()[0]
            seat = Seat(play, name)
            choice = bots[name].choose(seat)
            yield play, seat, choice
            play.choose(choice, name)


def cases(
    system: AnySystem, wanted: set[tuple[str, str]], count: int, most: int, seed: int
) -> dict[object, list[Case]]:
    """By question and verb: positions drawn by lot, each as likely as the others."""
    lot = random.Random(seed)
    found: dict[object, list[Case]] = {}
    met: dict[object, int] = {}
    for play, seat, choice in battles(system, count, seed):
        options: dict[str, list[Choice]] = {}
        for option in seat.decision.options():
            options.setdefault(option.do, []).append(option)
        for verb, those in options.items():
            key = (seat.decision.kind, verb)
            if key not in wanted or verb == choice.do:
                continue
            met[key] = met.get(key, 0) + 1
            kept = found.setdefault(key, [])
            place = len(kept) if len(kept) < most else lot.randrange(met[key])
            if place < most:
                case = (play.fork(Dice(0)), seat.name, lot.choice(those), choice)
                kept[place : place + 1] = [case]
    return found


def scored(case: Case, choice: Choice, state: int) -> float:
    """What the seat scores after a choice."""
    play, name, _, _ = case
    fork = play.fork(Dice(state))
    fork.choose(choice, name)
    rules = fork.system.rules
    first = rules.side(fork.battle, name) == rules.side(fork.battle, rules.seats(fork.battle)[0])
    score = played_out(fork, state)
    return score if first else 1 - score


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("--system", required=True, choices=list(systems()))
    words.add_argument("--positions", type=int, default=12, help="of each verb")
    words.add_argument("--tries", type=int, default=6, help="of each position")
    words.add_argument("--battles", type=int, default=40, help="from which positions are drawn")
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--verb", action="append", metavar="QUESTION: VERB", help="only this one; may be given again")
    wanted = words.parse_args()
    system = systems()[wanted.system]
    named = [each.partition(": ")[::2] for each in wanted.verb or []]
    verbs = named or unused(system)
    if not verbs:
        sys.exit(f"The document gives no verb of {system.title} as never chosen.")
    found = cases(system, set(verbs), wanted.battles, wanted.positions, wanted.seed)
    rng = random.Random(wanted.seed)
    print("| question | verb | positions | with it | without | difference | instead |", flush=True)
    print("|---|---|---|---|---|---|---|", flush=True)
    for key in verbs:
        pairs = list[tuple[float, float]]()
        instead = set[str]()
        for case in found.get(key, []):
            states = [rng.getrandbits(64) for _ in range(wanted.tries)]
            one, other = [mean([scored(case, choice, state) for state in states]) for choice in case[2:]]
            pairs.append((one, other))
            instead.add(case[3].do)
        if pairs:
            made = " | ".join(f"{mean([pair[place] for pair in pairs]):.0%}" for place in (0, 1))
            more = f"{difference([one - other for one, other in pairs])} | {', '.join(sorted(instead))}"
            print(f"| {key[0]} | {key[1]} | {len(pairs)} | {made} | {more} |", flush=True)


def difference(found: list[float]) -> str:
    """The mean of some differences, with its standard error: +3 ± 4."""
    error = stdev(found) / len(found) ** 0.5 if len(found) > 1 else 1.0
    return f"{100 * mean(found):+.0f} ± {100 * error:.0f}"


if __name__ == "__main__":
    main()
