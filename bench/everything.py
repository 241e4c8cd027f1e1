"""All measurements of speed as one JSON object, with both builds where both are there.

The other build is that of `make compiled`, installed in .venv-compiled by `make test-compiled`. Progress is told on
the way; the object comes last.

    python bench/everything.py [--rounds 5]
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
COMPILED = HERE.parent / ".venv-compiled" / "bin" / "python"


def main() -> None:
    """Run the scripts beside this one under each build."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--rounds", type=int, default=5)
    wanted = arguments.parse_args()
    scripts = (["run.py", "--rounds", str(wanted.rounds)], ["growth.py"], ["views.py"], ["lab.py", "--ray"])
    builds = {"pure Python": Path(sys.executable)}
    if COMPILED.exists():
        builds["compiled"] = COMPILED
    print(json.dumps({name: measured(python, scripts) for name, python in builds.items()}, indent=2))


def measured(python: Path, scripts: tuple[list[str], ...]) -> dict[str, Any]:
    """What each script prints, by its name."""
    found = {}
    for script, *options in scripts:
        command = [str(python), str(HERE / script), *options]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        found[script.removesuffix(".py")] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    main()
