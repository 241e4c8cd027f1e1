"""How long a player who thinks as long as it may thinks about a move, where a clock runs.

It stands in the environment, so that the processes in which computer players think know it too.
"""

import os

THINKING = "SANDTABLE_THINKING"
USUAL = 2.0  # seconds a move
LEAST, MOST = 0.1, 30.0


def allow(seconds: float) -> None:
    """From now on, in this process and those that it starts."""
    os.environ[THINKING] = f"{seconds:g}"


def allowed() -> float:
    """Seconds a move; what is no number, or out of bounds, is as if it were not there."""
    try:
        seconds = float(os.environ.get(THINKING, USUAL))
    except ValueError:
        return USUAL
    return seconds if LEAST <= seconds <= MOST else USUAL
