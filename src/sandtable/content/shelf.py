"""The scenario files of a game system: what each is called, and which of two with one id counts."""

from collections.abc import Container, Iterable
from pathlib import Path

from sandtable.content.files import read_toml
from sandtable.content.folders import slug
from sandtable.content.problems import Problems
from sandtable.content.reader import text_fault


class ScenarioFile:
    """A scenario file, read and parsed once. Without a table it cannot be read, and the problems say why."""

    __slots__ = ("content", "id", "path", "problems", "table")

    def __init__(self, path: Path, system: str, shown: str) -> None:
        self.path = path
        self.problems = Problems(shown)
        opened = read_toml(path, self.problems)
        self.table: dict[str, object] | None = None if opened is None else opened[0]
        self.content = b"" if opened is None else opened[1]
        self.id = f"{system}/{self._slug()}"

    def _slug(self) -> str:
        """From the name of the scenario; from the name of the file where the other cannot be read."""
        name = self.table.get("name") if self.table is not None else None
        known = slug(name) if isinstance(name, str) and not text_fault(name, False) else ""
        return known or slug(self.path.stem) or "scenario"

    def is_for(self, system: str, known: Container[str], usual: str) -> bool:
        """Whether a system reads this file: the one it names, or the usual one if it names none that is known."""
        named = self.table.get("system") if self.table is not None else None
        return system == (named if isinstance(named, str) and named in known else usual)


def shelf(ours: Iterable[ScenarioFile], own: Iterable[ScenarioFile]) -> dict[str, ScenarioFile]:
    """All by id: ours, then the users' own.

    A user's file stands in the place of ours with the same id; of two users' files the first counts.
    """
    first: dict[str, ScenarioFile] = {}
    for file in own:
        first.setdefault(file.id, file)
    return {file.id: file for file in ours} | first
