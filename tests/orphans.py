"""What a test has started ends with the test, even if that is killed."""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable

DEATH_SIGNAL = 1  # of prctl, on Linux


def ends_with_us(number: int = signal.SIGKILL) -> Callable[[], None]:
    """For `preexec_fn`: the new process gets this signal when the one that starts it is gone (Linux)."""
    control = getattr(ctypes.CDLL(None), "prctl", None) if sys.platform == "linux" else None

    def wish() -> None:
        if control is not None:
            control(DEATH_SIGNAL, number)

    return wish


def end_with_parent() -> None:
    """In a process of `multiprocessing`: it is killed when the one that wanted it is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_for, args=(parent.join,), daemon=True).start()


def _wait_for(end: Callable[[], None]) -> None:
    end()
    os.kill(os.getpid(), signal.SIGKILL)
