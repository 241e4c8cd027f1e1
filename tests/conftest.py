"""No test depends on chance or on the clock. What was not tested is told, and what the tests cost."""

import asyncio
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

import cluster as postgresql
from soak import LONG

# The same examples in every run of `make test`; new ones in every run of `make soak`.
SLOW = [HealthCheck.too_slow]  # how long an example takes depends on the load
settings.register_profile("sandtable", deadline=None, derandomize=not LONG, suppress_health_check=SLOW)
settings.load_profile("sandtable")

# Hypothesis would read the source of every module that happens to be loaded, for numbers and words to try: seconds in
# each worker, and other examples in another order of tests.
providers._get_local_constants = lambda: providers._local_constants

AIM = 14  # minutes of processor time for all tests: under eight minutes on two cores


def busy() -> float:
    """Seconds that the processors of this machine have worked. Browsers and servers leave children that no parent
    waits for, so they are counted with everything else."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            user, nice, system, _, _, *interrupts = (int(part) for part in file.readline().split()[1:8])
    except OSError:  # not Linux: what was waited for
        return sum(os.times()[:4])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


BEGAN = busy()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: Any) -> int:
    """Three for two cores: many tests wait for a server, a browser or a child of their own. More of them cost more:
    each collects all tests, and has a browser and servers of its own."""
    return (3 * (os.cpu_count() or 1) + 1) // 2


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgresql.Cluster]:
    """One PostgreSQL for all tests; each has a database of its own."""
    if postgresql.missing():
        pytest.skip(postgresql.MISSING)
    found = postgresql.Cluster()
    yield found
    found.stop()


@pytest.fixture(autouse=True)
def without_the_browsers_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright's event loop stays marked as running in a worker that has tested a page. It rests in other tests."""
    loop = asyncio._get_running_loop()
    if loop is None or "client" in request.path.parts:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Every reason for which tests were skipped, with how many; and the processor time, which decides nothing."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in reports)
    for reason, count in reasons.items():
        tests = "test was" if count == 1 else "tests were"
        terminalreporter.write_line(f"{count} {tests} skipped: {reason}", yellow=True)
    minutes, seconds = divmod(round(busy() - BEGAN), 60)
    aim = "" if LONG else f" `make test` should take less than {AIM} minutes on a machine with nothing else to do."
    terminalreporter.write_line(f"Processor time of this machine meanwhile: {minutes} min {seconds} s.{aim}")
