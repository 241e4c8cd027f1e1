"""The analysis of one battle on several processors: each looks at its share of the choices."""

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from importlib import import_module

import msgspec

from sandtable.analysis.analysing import analyse, begun, whole
from sandtable.analysis.closer import closer
from sandtable.analysis.course import Course
from sandtable.analysis.findings import Analysis, Point, Step
from sandtable.analysis.parts import QUICK, Setting, steps
from sandtable.table.journal import Loaded
from sandtable.table.system import AnySystem, systems

PARTS = 8  # shares for each process: whoever is done early takes another


def analyse_with(
    loaded: Loaded, system: AnySystem, modules: tuple[str, ...], setting: Setting = QUICK, workers: int = 1
) -> Iterator[Analysis]:
    """As `analyse`, with so many processes; what is found is the same. `modules`: where the games are."""
    if workers < 2:
        yield from analyse(loaded, system, setting)
        return
    course = Course(loaded, system)
    first = begun(course)
    yield first
    shares = min(workers * PARTS, max(1, first.of))
    found: list[Step] = []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _start, (modules,)) as pool:
        try:
            todo = {
                pool.submit(_share, loaded, system.key, first.points, setting, (at, shares)) for at in range(shares)
            }
            while todo:
                done, todo = wait(todo, return_when=FIRST_COMPLETED)
                for each in done:
                    found += each.result()
                yield msgspec.structs.replace(first, done=len(found))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    found.sort(key=lambda step: step.state)
    for looked in closer(course, found, setting):
        yield msgspec.structs.replace(first, done=len(found)) if looked is None else whole(first, looked)


def _start(modules: tuple[str, ...]) -> None:
    for module in modules:
        import_module(module)


def _share(
    loaded: Loaded, system: str, points: tuple[Point, ...], setting: Setting, share: tuple[int, int]
) -> list[Step]:
    course = _course(loaded, system)
    return list(steps(course, points, setting, share=share))


_known: dict[str, Course] = {}


def _course(loaded: Loaded, system: str) -> Course:
    """The battle in this process, played once so that it is known what was drawn for."""
    found = _known.get(loaded.chain)
    if found is None:
        found = _known[loaded.chain] = Course(loaded, systems()[system])
        for _ in found.plays():
            pass
    return found
