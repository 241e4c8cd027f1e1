"""No test depends on chance or on the clock; and what was not tested is said, not only counted."""

import asyncio
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from soak import LONG

# The same examples in every run of `make test`; new ones in every run of `make soak`.
settings.register_profile("sandtable", deadline=None, derandomize=not LONG)
settings.load_profile("sandtable")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: Any) -> int:
    """Two for each core: many tests wait for a server, a browser or a child of their own."""
    return 2 * (os.cpu_count() or 1)


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
    """Every reason for which tests were skipped, with how many."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in reports)
    for reason, count in reasons.items():
        tests = "test was" if count == 1 else "tests were"
        terminalreporter.write_line(f"{count} {tests} skipped: {reason}", yellow=True)
