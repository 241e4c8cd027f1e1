"""Playing the battles of a plan."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import sandtable.systems  # noqa: F401  registers the games
from sandtable import __version__
from sandtable.bots import levels
from sandtable.content.folders import VARIABLE, own_folders
from sandtable.content.problems import hint, quoted
from sandtable.lab.engines import ENGINES, main_is_read
from sandtable.lab.experiment import LabError, Plan, Row
from sandtable.lab.folder import writing
from sandtable.lab.table import Table
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import systems

MOST = 10_000_000
Told = Callable[[int, int], None]  # so many of so many


def find(scenario: str) -> ScenarioInfo:
    """A scenario by its id or, where that is unique, by the second half of it."""
    infos = [info for system in systems().values() for info in system.shelf.infos()]
    found = [info for info in infos if scenario in (info.id, info.id.partition("/")[2])]
    if len(found) > 1:
        raise LabError(f"There are several: {', '.join(info.id for info in found)}. Say which one.")
    if not found:
        known = [info.id.partition("/")[2] for info in infos]
        raise unknown("scenario", scenario, known, "; `sandtable games` lists them")
    return found[0]


def unknown(what: str, word: str, known: list[str], where: str = "") -> LabError:
    """No scenario is called 'cat-in-the-mist'; did you mean 'cats-in-the-mist'?"""
    near = hint(word, known) or where
    return LabError(f"No {what} is called {quoted(word)}{near}{'' if near.endswith('?') else '.'}")


def plan_for(scenario: str, players: Sequence[str], games: int, seed: int = 0) -> Plan:
    """What is to be played: one level for each side in the order of the scenario, or one for all."""
    info = find(scenario)
    if not 1 <= games <= MOST:
        raise LabError(f"The number of games must be from 1 to {MOST:,}, not {games}.")
    if seed < 0:
        raise LabError("A seed must be 0 or more.")
    chosen = list(players) * len(info.sides) if len(players) == 1 else list(players)
    if len(chosen) != len(info.sides):
        raise LabError(f"{info.name} has {len(info.sides)} seats ({', '.join(info.sides)}): name a player for each.")
    system = systems()[info.system]
    for player in chosen:
        if not levels.knows(player, system):
            raise unknown("computer player", player, levels.names(system))
    content = system.shelf.find(info.id)
    battle = system.rules.new(content)
    partners = {seat: side for seat in info.sides if (side := system.rules.side(battle, seat)) != seat}
    seats = dict(zip(info.sides, chosen, strict=True))
    return Plan(info.system, info.id, content.digest, seats, games, seed, __version__, partners)


@contextmanager
def own_scenarios(folders: Path | str | Iterable[Path | str] | None) -> Iterator[None]:
    """For so long scenarios are also looked for in these folders, by workers too."""
    given = [folders] if isinstance(folders, Path | str) else list(folders or ())
    for folder in given:
        if not Path(folder).is_dir():
            raise LabError(f"There is no folder {folder}.")
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = os.pathsep.join(map(str, own_folders(given)))
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        if before is not None:
            os.environ[VARIABLE] = before


def usual_workers() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_plan(
    plan: Plan,
    workers: int | None = None,
    engine: str = "processes",
    out: Path | None = None,
    told: Told | None = None,
) -> Table:
    """Play what has not been played yet. The figures do not depend on engine and workers."""
    if main_is_read():
        raise SystemExit(1)  # the process that started this one says why
    if engine not in ENGINES:
        raise LabError(f"There is no engine {quoted(engine)}; choose from {', '.join(ENGINES)}.")
    count = usual_workers() if workers is None else workers
    if count < 1:
        raise LabError("There must be at least one worker.")
    tell = told or (lambda done, of: None)
    if out is None:
        rows: dict[int, Row] = {}
        _play(plan, rows, count, engine, lambda row: rows.__setitem__(row.seed, row), tell)
        return Table(plan, list(rows.values()))
    with writing(out, plan) as writer:
        _play(plan, writer.rows, count, engine, writer.add, tell)
        return Table(plan, [row for seed, row in writer.rows.items() if seed in plan.seeds()])


def _play(
    plan: Plan, rows: dict[int, Row], workers: int, engine: str, add: Callable[[Row], None], tell: Told
) -> None:
    todo = [seed for seed in plan.seeds() if seed not in rows]
    tell(plan.games - len(todo), plan.games)
    if not todo:
        return
    for done, row in enumerate(ENGINES[engine](plan, todo, min(workers, len(todo))), plan.games - len(todo) + 1):
        add(row)
        tell(done, plan.games)


def run(
    scenario: str,
    players: Sequence[str],
    games: int = 100,
    seed: int = 0,
    workers: int | None = None,
    engine: str = "processes",
    out: Path | str | None = None,
    scenarios: Path | str | Iterable[Path | str] | None = None,
) -> Table:
    """Play many battles between computer players and give them as a table.

    `scenarios`: a folder with scenarios of your own, or several. In a script call this under
    `if __name__ == "__main__":`, for workers read the script too.

    >>> run("cats-in-the-mist", ("random",), games=2, workers=1).wins("german")
    0
    """
    with own_scenarios(scenarios):
        plan = plan_for(scenario, players, games, seed)
        return play_plan(plan, workers, engine, None if out is None else Path(out))
