"""Where people keep scenarios of their own."""

import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from sandtable.content.problems import Problem, Problems

VARIABLE = "SANDTABLE_SCENARIOS"
MAP_END = ".map.toml"
USUAL = "nations_at_war"  # a file that names no game, or none that is known, is read as one of this game


def own_folders(given: Iterable[str | Path] = ()) -> list[Path]:
    """The folders given (--scenarios DIR), then those of the variable SANDTABLE_SCENARIOS."""
    named = os.environ.get(VARIABLE, "").split(os.pathsep)
    folders = [Path(each) for each in given] + [Path(each) for each in named if each.strip()]
    return list(dict.fromkeys(folders))


def stamps(folders: Iterable[Path]) -> tuple[tuple[str, int, int], ...]:
    """Every TOML file in some folders with its time and size: the same as long as nobody changes one."""
    found = []
    for folder in folders:
        try:
            with os.scandir(folder) as entries:
                facts = [(entry.path, entry.stat()) for entry in entries if entry.name.endswith(".toml")]
        except OSError:
            continue
        found += [(path, stat.st_mtime_ns, stat.st_size) for path, stat in facts]
    return tuple(sorted(found))


def toml_files(folders: Iterable[Path]) -> list[Path]:
    """The scenarios in some folders: *.toml but not *.map.toml, folder by folder, by name."""
    found: list[Path] = []
    missing: list[Problem] = []
    for folder in folders:
        try:
            names = sorted(os.listdir(folder))
        except (OSError, ValueError):
            Problems(str(folder), missing).add("", "there is no such folder, or it cannot be read")
            continue
        found += [folder / name for name in names if name.endswith(".toml") and not name.endswith(MAP_END)]
    Problems("", missing).check()
    return found


def slug(name: str) -> str:
    """A name for addresses and files: "Cats in the Mist" becomes "cats-in-the-mist"."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
