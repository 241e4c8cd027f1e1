"""The setup.py of the compiled wheel: build.py puts it beside the rewritten source. See there."""

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_ext import build_ext

MODULES = Path("modules.txt").read_text().split()
PRODUCTS = Path("products.h")


class SideBySide(build_ext):
    """Compiles several C files at a time; setuptools itself takes one after another."""

    def build_extensions(self) -> None:
        one = self.compiler.compile

        def several(sources: Iterable[str], *rest: Any, **options: Any) -> list[str]:
            with ThreadPoolExecutor(int(os.environ["SANDTABLE_JOBS"])) as pool:
                made = pool.map(lambda source: compile_once(one, source, *rest, **options), sources)
                return [name for names in made for name in names]

        self.compiler.compile = several
        super().build_extensions()


def compile_once(compile: Any, source: str, *rest: Any, **options: Any) -> list[str]:
    """One C file, unless its object is there and newer: an interrupted build goes on where it was.

    The headers say where fields lie, so an object must be newer than all of them too.
    """
    folder = options.get("output_dir") or (rest[0] if rest else None) or ""
    made = Path(folder) / Path(source).with_suffix(".o")
    texts = [Path(source), PRODUCTS, *Path("build").rglob("*.h")]
    if made.exists() and made.stat().st_mtime > max([text.stat().st_mtime for text in texts]):
        return [str(made)]
    names: list[str] = compile([source], *rest, **options)
    return names


extensions = mypycify(
    ["--config-file=", "--python-version=3.11", *MODULES],
    opt_level=os.environ["SANDTABLE_OPTIMISE"],
    debug_level="0",
    multi_file=True,
    group_name="sandtable_native",
)
if os.name != "nt":  # the compiler of Windows has neither this option nor what the header needs
    for extension in extensions:
        if extension.include_dirs:  # where the code is: a module's own extension only hands it on, and knows no CPy.h
            extension.extra_compile_args = [*extension.extra_compile_args, "-include", str(PRODUCTS)]

setup(
    ext_modules=extensions,
    cmdclass={"build_ext": SideBySide},
)
