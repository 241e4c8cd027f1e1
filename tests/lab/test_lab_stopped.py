"""Stopped by Ctrl-C, by SIGTERM, by SIGKILL, or begun by a script without its guard: nothing stays behind."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from sandtable.cli.lab import Bar, playing
from sandtable.cli.words import Wrong
from sandtable.lab.folder import ROWS, read_rows

LANE = "hedgerow-lane"
PATIENCE = 180  # seconds for anything: a machine may have much else to do
DOCS = Path(__file__).parents[2] / "docs" / "lab.md"


def wait_for(true: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


@pytest.fixture
def process(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A long experiment with two workers, when some battles are over. Whatever happens, it ends with the test."""
    words = [sys.executable, "-m", "sandtable.cli", "lab", "run", LANE, "--seats", "random", "--games", "100000"]
    begun = subprocess.Popen(
        [*words, "--workers", "2", "--out", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hears_ctrl_c,
    )
    try:
        rows = tmp_path / ROWS
        wait_for(lambda: rows.exists() and rows.read_bytes().count(b"\n") > 3, "no battle was over")
        yield begun
    finally:
        with suppress(ProcessLookupError):
            os.killpg(begun.pid, signal.SIGKILL)


def hears_ctrl_c() -> None:
    """What a shell has started in the background, and all that comes of it, does not hear it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_whoever_stops_it_hears_what_is_kept(
    sign: signal.Signals, code: int, process: subprocess.Popen[str], tmp_path: Path
) -> None:
    os.killpg(process.pid, sign) if sign == signal.SIGINT else os.kill(process.pid, sign)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    words = r"Stopped: (\d+) of 100000 battles saved in (.*); run the same command again to continue\."
    told = re.fullmatch(words, said.splitlines()[-1])
    assert told is not None and told[2] == str(tmp_path), said
    assert 0 <= len(read_rows(tmp_path)) - int(told[1]) <= 1  # one may have been written but not told
    assert "Traceback" not in said and "resource_tracker" not in said and "Exception" not in said


def test_without_a_folder_nothing_is_kept() -> None:
    with (
        pytest.raises(Wrong, match=r"nothing was saved\. With --out DIR every battle is saved") as stopped,
        playing(None),
    ):
        raise KeyboardInterrupt
    assert stopped.value.code == 130


def test_many_experiments_are_counted_together() -> None:
    with Bar() as bar:
        bar.told("one", 4, 4)
        bar.told("two", 1, 4)
        assert bar.so_far() == "5 battles"


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def blocked(pid: int) -> int:
    """The signals that wait, as bits."""
    return int(Path(f"/proc/{pid}/status").read_text().partition("SigBlk:")[2].split()[0], 16)


def alive(pid: int) -> bool:
    """Whether it runs; one that is over but was not buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc")
def test_workers_leave_ctrl_c_to_their_parent_and_end_with_it(process: subprocess.Popen[str]) -> None:
    workers = [pid for pid in children(process.pid) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(workers) == 2
    assert all(blocked(pid) >> (signal.SIGINT - 1) & 1 for pid in workers), "at its birth a worker hears Ctrl-C"
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    wait_for(lambda: not any(map(alive, workers)), "workers outlive their parent")


def test_a_script_without_its_guard_is_told(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(f'from sandtable.lab import run\nrun("{LANE}", ("random",), games=4, workers=2)\n')
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert 'A script must start its battles under `if __name__ == "__main__":`' in done.stderr.splitlines()[-1]
    assert "RuntimeError" not in done.stderr and "BrokenProcessPool" not in done.stderr


def test_the_example_of_the_document_runs(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert "games=100" in code
    script = tmp_path / "script.py"
    script.write_text(code.replace("games=100", "games=2").replace("runs/", f"{tmp_path}/"))
    # On one core it plays here. That a script starts workers is tested above.
    words = [sys.executable, str(script)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, preexec_fn=on_one_core)
    assert done.returncode == 0, done.stderr


def on_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
