"""How much there is to decide in a battle between two tacticians: the tables of docs/playing.md.

    python bench/decisions.py war_storm/hedgerow-lane [--seeds 3]

Prints one JSON object: questions to both players, windows among them, questions to the first player and the clicks he
needs for them on the page, as means of a battle.
"""

import argparse
import json
from collections import Counter
from typing import Any

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.play import Play
from sandtable.table.system import systems

# Questions in the move of the other side that may be answered by doing nothing.
WINDOWS = {
    "nations_at_war": {"opportunity fire", "leadership"},
    "war_storm": {"reaction", "defensive fire"},
    "of_war_and_men": {"window"},
    "regimental": {"defensive support", "fire back", "stand fast"},
    "miniatures": {"reaction", "going to ground", "answer"},
}
LOOKS = 4  # how often the view of one kind of answer is read, to learn how it is clicked


def count(scenario: str, seed: int) -> Counter[str]:
    """One battle, counted."""
    system = systems()[scenario.partition("/")[0]]
    play: Any = Play(system, system.rules.new(system.shelf.find(scenario)), SeededChance(seed_bytes(seed)))
    seats = system.rules.seats(play.battle)
    bots = {seat: levels.make("tactician", seed) for seat in seats}
    found, looked = Counter[str](), Counter[tuple[str, str]]()
    answers, twice = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    while play.decision is not None:
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        choice = bots[seat].choose(Seat(play, seat))
        sort = (decision.kind, choice.do)
        if looked[sort] < LOOKS:
            looked[sort] += 1
            twice[sort] += clicked_twice(system.shown.view(play, seat).decision, choice)
        found["decisions"] += 1
        found["windows"] += decision.kind in WINDOWS[system.key]
        if seat == seats[0]:
            answers[sort] += 1
        play.choose(choice, seat)
    found["questions"] = answers.total()
    found["clicks"] = sum(number * (2 if 2 * twice[sort] > looked[sort] else 1) for sort, number in answers.items())
    return found


def clicked_twice(decision: Any, choice: Any) -> bool:
    """An attack shows its odds first, a move on a table is laid out and then sent, some games want hexes twice."""
    option = next((each for each in decision.options if each.choice == choice), None)
    if option is None:
        return bool(choice.at)
    return option.attack is not None or (decision.twice and option.role in ("move", "march"))


def main() -> None:
    """Play, count, print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("scenario", help="such as war_storm/hedgerow-lane")
    arguments.add_argument("--seeds", type=int, default=3)
    given = arguments.parse_args()
    total = sum((count(given.scenario, seed) for seed in range(1, given.seeds + 1)), Counter[str]())
    means = {word: round(total[word] / given.seeds) for word in ("decisions", "windows", "questions", "clicks")}
    print(json.dumps({"scenario": given.scenario, "battles": given.seeds, **means}))


if __name__ == "__main__":
    main()
