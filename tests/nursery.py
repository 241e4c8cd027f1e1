"""Servers in processes of their own, forked from one that has loaded the program, so that they start quickly.

That the program starts from nothing is proved by tests/test_cli.py and tests/test_container.py.
"""

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
import threading
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TextIO

from orphans import end_with_parent

_nursery = multiprocessing.get_context("forkserver")
_nursery.set_forkserver_preload(["nursery_load"])
_one_at_a_time = threading.Lock()  # tests start servers from several threads, and there is one environment


def _open_nursery() -> None:
    """Start it, if it does not run yet. Before Python 3.13 it is not told where to look for modules."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), *([before] if before else [])])
    try:
        forkserver.ensure_running()
    finally:
        del os.environ["PYTHONPATH"]
        if before is not None:
            os.environ["PYTHONPATH"] = before


class Started:
    """A script that runs, with what `subprocess.Popen` offers of it. What it prints comes through `stdout`."""

    def __init__(self, script: Path, words: list[str], errors: Path | None = None) -> None:
        ear, mouth = _nursery.Pipe(duplex=False)
        with _one_at_a_time:
            _open_nursery()
            self._process = _nursery.Process(
                target=_begin, args=(str(script), words, mouth, str(errors) if errors else "", dict(os.environ))
            )
            self._process.start()
        mouth.close()
        self.stdout: TextIO = os.fdopen(os.dup(ear.fileno()), encoding="utf-8")
        ear.close()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


def _begin(script: str, words: list[str], mouth: Connection, errors: str, environment: dict[str, str]) -> None:
    """In the new process: as if python had been started with a script and its words."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that run in the background do not hear Ctrl-C
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(mouth.fileno(), 1)
    mouth.close()
    if errors:
        with open(errors, "ab") as file:
            os.dup2(file.fileno(), 2)
    os.chdir(Path(script).parent)
    sys.path.insert(0, str(Path(script).parent))
    sys.argv = [script, *words]
    runpy.run_path(script, run_name="__main__")
