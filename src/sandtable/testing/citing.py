"""Tests cite the rules they prove: `@rule("5.1.4", "5.1.5")`. The system is the folder they are in."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a test as proof of these rules."""

    def mark(test: F) -> F:
        cited: tuple[str, ...] = getattr(test, "rules", ())
        test.rules = cited + ids  # type: ignore[attr-defined]
        return test

    return mark
