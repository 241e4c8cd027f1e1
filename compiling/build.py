"""Builds a wheel of Sandtable in which table, geometry and all systems are compiled with mypyc.

    python compiling/build.py [--into build/compiled] [--only KEY ...] [--optimise 2] [--jobs 2] [--no-wheel]

The source is copied, its structs become native classes in the copy (native_classes.py), and mypyc compiles the rooms
below. Everything else is in the wheel as it is. It needs a C compiler, mypy and setuptools, and some minutes.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

from native_classes import make_native

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = "sandtable/systems"
LEFT_OUT = ("__init__.py", "weights.py")  # nothing to run in them
ROOMS = ("state", "rules", "thinking")  # of each system: what a battle and a computer player spend their time in
SHARED = (
    "sandtable/geometry/hexes.py",
    "sandtable/geometry/plane.py",
    "sandtable/content/header.py",  # scenarios and maps derive from what is in these two
    "sandtable/content/hex_names.py",
    "sandtable/table/asking.py",
    "sandtable/table/kept.py",
    "sandtable/table/native.py",
)


def main() -> int:
    """Copy, rewrite, compile, and pack."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--into", type=Path, default=ROOT / "build" / "compiled")
    arguments.add_argument("--only", action="append", default=[], help="the keys of the systems to compile")
    arguments.add_argument("--optimise", default="2", help="0 to 3: 0 compiles quickest and runs slowest")
    arguments.add_argument("--jobs", type=int, default=2, help="C compilers at a time")
    arguments.add_argument("--no-wheel", action="store_true", help="compile in the copy alone")
    wanted = arguments.parse_args()
    into = wanted.into.resolve()
    copy_source(into)
    make_native(into / "src" / "sandtable")
    modules = compiled_modules(into / "src", wanted.only)
    (into / "modules.txt").write_text("".join([f"{module}\n" for module in modules]))
    print(f"{len(modules)} modules are compiled in {into}.", flush=True)
    run(into, wanted, "build_ext", "--inplace")
    if not wanted.no_wheel:
        run(into, wanted, "bdist_wheel", "--dist-dir", str(ROOT / "dist"))
    return 0


def copy_source(into: Path) -> None:
    """The source as it is now; what was compiled from the same text before is not compiled again."""
    shutil.rmtree(into / "src", ignore_errors=True)
    into.mkdir(parents=True, exist_ok=True)
    unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so")
    shutil.copytree(ROOT / "src", into / "src", ignore=unwanted)
    for name in ("README.md", "LICENSE"):
        shutil.copy(ROOT / name, into / name)
    project = (ROOT / "pyproject.toml").read_text()
    needed = 'dependencies = [\n    "mypy_extensions>=1.0",'  # by the decorators of native classes
    (into / "pyproject.toml").write_text(project.replace("dependencies = [", needed, 1))
    shutil.copy(Path(__file__).with_name("extensions.py"), into / "setup.py")
    shutil.copy2(Path(__file__).with_name("products.h"), into)  # with its date: see `compile_once`


def compiled_modules(source: Path, only: list[str]) -> list[str]:
    """The files that mypyc compiles, in the order in which it gets them."""
    systems = sorted([folder.name for folder in (source / SYSTEMS).iterdir() if (folder / "game.py").exists()])
    found = [*SHARED]
    for key in systems:
        for room in ROOMS if not only or key in only else ():
            for path in sorted((source / SYSTEMS / key / room).rglob("*.py")):
                if path.name not in LEFT_OUT and not has_settled_structs(path):
                    found.append(str(path.relative_to(source)))
    return [f"src/{path}" for path in found]


def has_settled_structs(path: Path) -> bool:
    """Whether a module has structs with settings, such as `frozen=True`: mypyc would forget them."""
    classes = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)]
    return any(node.keywords and ast.unparse(node.bases[0]) == "msgspec.Struct" for node in classes)


def run(into: Path, wanted: argparse.Namespace, *command: str) -> None:
    """A step of setuptools in the copy."""
    settings = {"SANDTABLE_OPTIMISE": wanted.optimise, "SANDTABLE_JOBS": str(wanted.jobs), "MYPYPATH": "src"}
    subprocess.run([sys.executable, "setup.py", "--quiet", *command], cwd=into, check=True, env=os.environ | settings)


if __name__ == "__main__":
    sys.exit(main())
