"""Long proofs: `make soak` gives them in full, `make test` a small sample of each."""

import os
from collections.abc import Sequence
from itertools import cycle, product
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")

LONG = bool(os.environ.get("SANDTABLE_SOAK"))


def sample(few: int, many: int) -> int:
    """How many games, kills or messages a test marked `soak` tries: few in `make test`, many in `make soak`."""
    return many if LONG else few


def spread(proofs: Sequence[A], scenarios: Sequence[B]) -> list[tuple[A, B]]:
    """Every proof with every scenario in `make soak`; in `make test` every proof once, the scenarios in turn."""
    return list(product(proofs, scenarios)) if LONG else list(zip(proofs, cycle(scenarios), strict=False))
