"""The same work for many things, in this process or in several, in the order of the things."""

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.pool import Pool as Processes
from types import TracebackType
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Pool:
    """So many processes; one is this one."""

    def __init__(self, workers: int) -> None:
        self._processes: Processes | None = None
        if workers > 1:
            self._processes = multiprocessing.get_context("spawn").Pool(workers)

    def __enter__(self) -> "Pool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._processes is not None:
            self._processes.terminate()
            self._processes.join()

    def each(self, work: Callable[[T], R], things: Iterable[T]) -> Iterator[R]:
        """What came of each thing, in their order."""
        return map(work, things) if self._processes is None else self._processes.imap(work, things)
