"""All measurements of speed as one JSON object, with both builds where both are there.

The compiled build is that of `make compiled`, installed in .venv-compiled by `make test-compiled`, or lies in the
folder that is named. Both run in the same Python, beside the same catanatron. Progress is told on the way; the object
comes last.

    python bench/everything.py [--rounds 5] [--compiled FOLDER] [--quick] > speed.json
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NATIVE = "sandtable_native__mypyc*"  # the library beside the compiled package
PURE, COMPILED = "pure Python", "compiled"

# With the fewest repeats that print all figures: to see whether everything runs, not how fast.
QUICK = {
    "run": ["--rounds", "1", "--seconds", "0.02"],
    "growth": ["--choices", "150"],
    "views": ["--views", "20", "--all"],
    "thinking": ["--battles", "1", "--level", "random"],
    "lab": ["--games", "3", "--level", "random"],
}


def main() -> None:
    """Run the scripts beside this one under each build."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--compiled", type=Path, help="the folder with the compiled package")
    arguments.add_argument("--quick", action="store_true", help="see whether everything runs, and nothing else")
    wanted = arguments.parse_args()
    usual = {
        "run": ["--rounds", str(wanted.rounds)],
        "growth": [],
        "views": ["--views", "2000", "--all"],
        "thinking": [],
        "lab": ["--ray"],
    }
    scripts = QUICK if wanted.quick else usual
    found = {PURE: measured(ROOT / "src", scripts)}
    folder = wanted.compiled or installed(ROOT / ".venv-compiled")
    if folder is not None:
        with only_package(folder) as alone:
            found[COMPILED] = measured(alone, scripts)
    print(json.dumps(found, indent=2))


def installed(environment: Path) -> Path | None:
    """Where the compiled package is in an environment, if it is there."""
    found = [library.parent for library in environment.glob(f"lib/python*/site-packages/{NATIVE}")]
    return found[0] if found else None


@contextmanager
def only_package(folder: Path) -> Iterator[Path]:
    """A folder with the compiled package and nothing else: what else is installed there stays away."""
    with tempfile.TemporaryDirectory() as alone:
        for each in [folder / "sandtable", *folder.glob(NATIVE)]:
            (Path(alone) / each.name).symlink_to(each.resolve())
        yield Path(alone)


def measured(source: Path, scripts: dict[str, list[str]]) -> dict[str, Any]:
    """What each script prints, by its name, with the package in this folder."""
    environment = os.environ | {"PYTHONPATH": str(source)}
    words = subprocess.run(
        [sys.executable, "-m", "sandtable.cli", "--version"],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
    ).stdout.strip()
    print(words, file=sys.stderr, flush=True)
    found: dict[str, Any] = {"version": words}
    for script, options in scripts.items():
        print(f"{script}.py", file=sys.stderr, flush=True)
        command = [sys.executable, str(HERE / f"{script}.py"), *options]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
        found[script] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    main()
