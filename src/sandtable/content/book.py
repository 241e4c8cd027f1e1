"""The data folder of a system: its catalogues, its rules. Our files are checked like users' files."""

from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path

from sandtable.content.files import read_bytes, read_toml
from sandtable.content.problems import Problems
from sandtable.content.reader import Reader
from sandtable.table.shelf import RuleText

SOURCES = ("book", "found", "design")
MOST_RULES = 2000
SYSTEMS = Path(__file__).parents[1] / "systems"


def shown(path: Path) -> str:
    """A file as problems name it: ours within its system's folder, others as they were given."""
    if not path.is_relative_to(SYSTEMS):
        return str(path)
    return Path(*path.relative_to(SYSTEMS).parts[1:]).as_posix()


def open_file(path: Path, problems: Problems) -> Reader:
    """A reader over a file; over nothing when it cannot be read."""
    here = problems.elsewhere(shown(path))
    opened = read_toml(path, here)
    return Reader({} if opened is None else opened[0], "", here)


def entries(file: Reader, key: str) -> list[tuple[str, Reader]]:
    """The named tables under a key: [units.tiger], [units.churchill] ..."""
    group = file.table(key, needed=True)
    return [(each, group.table(each)) for each in group.names()]


def file_bytes(data: Path, names: Iterable[str]) -> tuple[bytes, ...]:
    """The files that every scenario rests on, for its digest."""
    problems = Problems("data")
    contents = [read_bytes(data / name, problems.elsewhere(shown(data / name))) for name in names]
    problems.check()
    return tuple([content for content in contents if content is not None])


def book_and_rules(
    data: Path, names: Iterable[str]
) -> tuple[Callable[[], tuple[bytes, ...]], Callable[[], dict[str, RuleText]]]:
    """Two functions that read once: the files every scenario rests on, for its digest, and the rules by id."""
    return cache(partial(file_bytes, data, names)), cache(partial(read_rules, data / "rules.toml"))


def read_rules(path: Path) -> dict[str, RuleText]:
    """All rules of a rules.toml by id, in the order of the book."""
    problems = Problems("data")
    file = open_file(path, problems)
    found: dict[str, RuleText] = {}
    for reader in file.tables("rule", needed=True, most=MOST_RULES):
        rule = RuleText(
            reader.text("id"),
            reader.text("title"),
            unfold(reader.text("text", lines=True)),
            unfold(reader.text("ruling", "", lines=True)),
            reader.one_of("source", SOURCES, "source"),
            tuple([unfold(each) for each in reader.texts("examples", [], lines=True)]),
        )
        if rule.id in found:
            reader.wrong("id", f"two rules are called {rule.id}")
        found[rule.id] = rule
    file.done()
    problems.check()
    return found


def unfold(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())
