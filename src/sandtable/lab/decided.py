"""What decides the battles of an experiment: each is played again by its seed and analysed, and a line is kept of it.

Killed and started again it goes on. The report draws its chapter from what is there.
"""

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

import sandtable.systems  # noqa: F401  registers the games
from sandtable.analysis.analysing import analyse
from sandtable.analysis.findings import Analysis, AnalysisError
from sandtable.analysis.skill import Setting
from sandtable.analysis.telling import cost, is_mistake
from sandtable.bots import levels
from sandtable.bots.player import Bot, Seat
from sandtable.lab.battle import bot_seed
from sandtable.lab.experiment import LabError, Plan
from sandtable.lab.folder import open_table
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.journal import header_for
from sandtable.table.journal.record import End, Entry, Loaded
from sandtable.table.play import Play
from sandtable.table.system import systems

FILE = "analysis.jsonl"
MANY = Setting("tactician", 4, 2, 6, 14, 0.03, 2, 12, 36, 0)  # less closely than one battle: there are many

Parts = tuple[float, float, float]  # by choices, by dice, by neither


class Kind(msgspec.Struct, frozen=True):
    """The decisions of one kind that a player made in a battle."""

    level: str
    kind: str
    count: int
    lost: float  # by all of them, in chances
    mistakes: int  # beyond the noise
    worst: float = 0.0
    example: str = ""  # the worst in words


class Decided(msgspec.Struct, frozen=True):
    """What decided one battle: chances are those of the first side."""

    seed: int
    start: float  # before anything was drawn
    result: float
    turns: dict[int, Parts]  # how it changed in each turn
    kinds: tuple[Kind, ...]

    @property
    def parts(self) -> Parts:
        """How much the choices, the dice and neither moved it in all."""
        each = list(self.turns.values())
        return (sum(one[0] for one in each), sum(one[1] for one in each), sum(one[2] for one in each))


def analyse_experiment(
    folder: Path | str, games: int, workers: int = 1, told: Callable[[int, int], None] | None = None
) -> list[Decided]:
    """Analyse the first so many battles of an experiment; those that were are left alone."""
    place = Path(folder)
    table = open_table(place)
    plan = table.plan
    if systems()[plan.system].shelf.find(plan.scenario).digest != plan.digest:
        raise LabError("The scenario has changed since these battles were played. Play them again first.")
    known = read_decided(place)
    seeds = [row.seed for row in table][:games]
    todo = [seed for seed in seeds if seed not in known]
    done = len(seeds) - len(todo)
    with (place / FILE).open("ab") as file:
        for found in _found(plan, todo, workers):
            file.write(msgspec.json.encode(found) + b"\n")
            file.flush()
            os.fsync(file.fileno())
            known[found.seed] = found
            done += 1
            if told is not None:
                told(done, len(seeds))
    return [known[seed] for seed in seeds]


def read_decided(folder: Path) -> dict[int, Decided]:
    """What is known so far, by seed. A last line that was cut off is as if it had not been written."""
    try:
        text = (folder / FILE).read_bytes()
    except FileNotFoundError:
        return {}
    whole = text.rfind(b"\n") + 1
    if whole < len(text):
        os.truncate(folder / FILE, whole)
    try:
        found = [msgspec.json.decode(line, type=Decided) for line in text[:whole].splitlines()]
    except msgspec.DecodeError as error:
        raise LabError(
            f"{folder / FILE} is damaged: {error}. Remove it, and the battles are analysed anew."
        ) from error
    return {each.seed: each for each in found}


def _found(plan: Plan, seeds: Sequence[int], workers: int) -> Iterator[Decided]:
    if workers < 2 or len(seeds) < 2:
        for seed in seeds:
            yield decide(plan, seed)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context) as pool:
        try:
            yield from pool.map(decide, [plan] * len(seeds), seeds)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def decide(plan: Plan, seed: int) -> Decided:
    """Play a battle of a plan again and analyse it. LabError: it cannot be."""
    system = systems()[plan.system]
    try:
        *_, found = analyse(played(plan, seed), system, MANY)
    except AnalysisError as error:
        raise LabError(str(error)) from error
    return summed_up(found, plan, seed)


def played(plan: Plan, seed: int) -> Loaded:
    """A battle of a plan, as its journal would be read."""
    system = systems()[plan.system]
    play = Play(system, system.rules.new(system.shelf.find(plan.scenario)), SeededChance(seed_bytes(seed)))
    bots: dict[str, Bot] = {seat: levels.make(level, bot_seed(seed, seat)) for seat, level in plan.seats.items()}
    for bot in bots.values():
        bot.hurried = False
    opening = tuple(play.chance.drawn)
    entries: list[Entry] = []
    while play.decision is not None:
        seat, drawn = play.asked()[0], len(play.chance.drawn)
        choice = bots[seat].choose(Seat(play, seat))
        play.choose(choice, seat)
        number = len(entries) + 1
        entries.append(Entry(number + 2, number, seat, choice, tuple(play.chance.drawn[drawn:])))
    assert play.result is not None
    result, header = play.result, header_for(system, plan.scenario, plan.seats, seed_bytes(seed))
    end = End(result.winner, result.reason, result.rule, system.rules.turn(play.battle))
    return Loaded(header, opening, tuple(entries), end, seed_bytes(seed), "", len(entries) + 3, 0, "")


def summed_up(found: Analysis, plan: Plan, seed: int) -> Decided:
    """One battle in a line."""
    steps = list(found.steps) if found.opening is None else [found.opening, *found.steps]
    turns: dict[int, Parts] = {}
    for step in steps:
        one, two, three = turns.get(step.turn, (0.0, 0.0, 0.0))
        turns[step.turn] = (one + step.choice, two + step.dice, three + step.rest)
    counts: Counter[tuple[str, str]] = Counter()
    lost: dict[tuple[str, str], float] = {}
    slips: Counter[tuple[str, str]] = Counter()
    worst: dict[tuple[str, str], tuple[float, str]] = {}
    for step in found.steps:
        if not step.kind:
            continue
        key = (plan.seats.get(step.seat, ""), step.kind)
        counts[key] += 1
        lost[key] = lost.get(key, 0.0) + cost(step)
        if is_mistake(step):
            slips[key] += 1
            worst[key] = max(worst.get(key, (0.0, "")), (cost(step), f"“{step.label}” instead of “{step.better}”"))
    kinds = [
        Kind(*key, counts[key], round(lost[key], 5), slips[key], *(worst.get(key, (0.0, ""))))
        for key in sorted(counts)
    ]
    start = steps[0].before if steps else found.points[0].chance
    rounded = {turn: (round(one, 6), round(two, 6), round(three, 6)) for turn, (one, two, three) in turns.items()}
    return Decided(seed, round(start, 6), found.points[-1].chance, rounded, tuple(kinds))
