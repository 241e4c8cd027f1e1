"""What time it is for people. One place, so that a test can let days pass without waiting."""

import time


def now() -> float:
    """Seconds since 1970, as everywhere in the store."""
    return time.time()
