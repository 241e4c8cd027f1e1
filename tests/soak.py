"""Long proofs: `make soak` gives them in full, `make test` a small sample of each."""

import os

LONG = bool(os.environ.get("SANDTABLE_SOAK"))


def sample(few: int, many: int) -> int:
    """How many games, kills or messages a test marked `soak` tries: few in `make test`, many in `make soak`."""
    return many if LONG else few
