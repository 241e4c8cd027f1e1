"""Where battles are played: here, in other processes, or on a Ray cluster. The rows are the same everywhere."""

import importlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from sandtable.bots.own import VARIABLE as BOTS
from sandtable.content.folders import VARIABLE
from sandtable.lab.battle import play_one
from sandtable.lab.experiment import LabError, Plan, Row

Engine = Callable[[Plan, Sequence[int], int], Iterator[Row]]

BATCHES = 40  # for each worker: few enough to be cheap, enough that none waits long for the last
AHEAD = 3  # batches that wait for each worker

WORKER_GONE = (
    'A worker ended too early. A script must start its battles under `if __name__ == "__main__":`, '
    "because workers read it too; or the machine ran out of memory."
)


def batches_of(seeds: Sequence[int], workers: int) -> list[list[int]]:
    """Seeds in small batches, in order."""
    size = max(1, min(25, len(seeds) // (workers * BATCHES)))
    return [list(seeds[start : start + size]) for start in range(0, len(seeds), size)]


def play_batch(plan: bytes, seeds: list[int]) -> list[bytes]:
    """In a worker: some games of a plan. JSON there and back, so that any engine can carry it."""
    known = msgspec.json.decode(plan, type=Plan)
    with mortal():
        return [msgspec.json.encode(play_one(known, seed)) for seed in seeds]


def read_row(text: bytes) -> Row:
    return msgspec.json.decode(text, type=Row)


def here(plan: Plan, seeds: Sequence[int], workers: int) -> Iterator[Row]:
    """One after another, in this process."""
    for seed in seeds:
        yield play_one(plan, seed)


@contextmanager
def later() -> Iterator[None]:
    """Ctrl-C has to wait; processes that are started meanwhile never hear it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker(lifeline: Connection | None = None) -> None:
    """A worker leaves Ctrl-C to the process that started it, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if lifeline is not None:
        threading.Thread(target=end_with, args=(lifeline,), daemon=True).start()
    importlib.import_module("sandtable.systems")


def end_with(lifeline: Connection) -> None:
    """Wait until nobody holds the other end; then end, but not in the middle of an answer that somebody reads."""
    parent = multiprocessing.parent_process()
    lifeline.poll(None)
    while True:
        with _gate:
            if _playing or parent is None or os.getppid() != parent.pid:
                os._exit(0)
        time.sleep(0.05)


_gate = threading.Lock()
_playing: list[bool] = []  # not empty: a battle is being played


@contextmanager
def mortal() -> Iterator[None]:
    """For so long a worker may end at any moment."""
    _playing.append(True)
    try:
        yield
    finally:
        with _gate:
            _playing.pop()


def main_is_read() -> bool:
    """Whether this process is a worker that reads the script which started it: that script lacks its guard."""
    return bool(getattr(multiprocessing.current_process(), "_inheriting", False))


def processes(plan: Plan, seeds: Sequence[int], workers: int) -> Iterator[Row]:
    """In several processes of this machine; rows come as they are done."""
    if workers == 1:
        yield from here(plan, seeds, 1)
        return
    text = msgspec.json.encode(plan)
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    with lifeline, ProcessPoolExecutor(workers, context, begin_worker, (lifeline,)) as pool:

        def start(batch: list[int]) -> Future[list[bytes]]:
            with later():  # this may start a worker, which is deaf from its birth
                return pool.submit(play_batch, text, batch)

        def done(running: list[Future[list[bytes]]]) -> list[Future[list[bytes]]]:
            return list(wait(running, return_when=FIRST_COMPLETED).done)

        try:
            yield from flow(start, done, lambda future: future.result(), batches_of(seeds, workers), workers)
        except BrokenProcessPool:
            raise LabError(WORKER_GONE) from None
        except BaseException:
            held.close()  # nobody waits for battles that nobody wants
            raise
        finally:
            pool.shutdown(cancel_futures=True)
            held.close()


def ray(plan: Plan, seeds: Sequence[int], workers: int) -> Iterator[Row]:
    """On a Ray cluster: the one that RAY_ADDRESS names, or one on this machine with so many workers."""
    try:
        cluster: Any = importlib.import_module("ray")
    except ImportError as error:
        raise LabError("Ray is not installed: pip install 'sandtable[ray]'.") from error
    ours = not cluster.is_initialized()
    if ours:
        address = os.environ.get("RAY_ADDRESS")
        settings: dict[str, Any] = (
            {"address": address} if address else {"num_cpus": workers, "include_dashboard": False}
        )
        own = {name: os.environ.get(name, "") for name in (VARIABLE, BOTS)}
        cluster.init(log_to_driver=False, logging_level="ERROR", runtime_env={"env_vars": own}, **settings)
    remote = cluster.remote(num_cpus=1)(play_batch)
    text = cluster.put(msgspec.json.encode(plan))
    try:

        def done(running: list[Any]) -> list[Any]:
            return list(cluster.wait(running, num_returns=1)[0])

        yield from flow(
            lambda batch: remote.remote(text, batch), done, cluster.get, batches_of(seeds, workers), workers
        )
    finally:
        if ours:
            cluster.shutdown()


def flow(
    start: Callable[[list[int]], Any],
    done: Callable[[list[Any]], list[Any]],
    result: Callable[[Any], list[bytes]],
    batches: list[list[int]],
    workers: int,
) -> Iterator[Row]:
    """Keep the workers busy with a few batches each; give the rows as they come."""
    todo = iter(batches)
    running = [start(batch) for _, batch in zip(range(workers * AHEAD), todo, strict=False)]
    while running:
        for job in done(running):
            running.remove(job)
            batch = next(todo, None)
            if batch is not None:
                running.append(start(batch))
            yield from map(read_row, result(job))


ENGINES: dict[str, Engine] = {"here": here, "processes": processes, "ray": ray}
