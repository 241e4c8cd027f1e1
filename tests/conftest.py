"""What was not tested is said, not only counted."""

from collections import Counter
from typing import Any


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Every reason for which tests were skipped, with how many."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in reports)
    for reason, count in reasons.items():
        tests = "test was" if count == 1 else "tests were"
        terminalreporter.write_line(f"{count} {tests} skipped: {reason}", yellow=True)
