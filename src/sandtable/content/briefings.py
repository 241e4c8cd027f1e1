"""Reads briefings.toml of a system: how each side might go about a scenario. No digest rests on it."""

from functools import cache
from pathlib import Path

from sandtable.content.book import open_file, unfold
from sandtable.content.problems import Problems


@cache
def read_plans(path: Path) -> dict[str, dict[str, str]]:
    """By the slug of a scenario, or the beginning that several share, and by side; empty where there is no file."""
    if not path.exists():
        return {}
    problems = Problems("data")
    file = open_file(path, problems)
    found = {
        slug: {side: unfold(table.text(side, lines=True)) for side in table.names()}
        for slug in file.names()
        for table in [file.table(slug)]
    }
    file.done()
    problems.check()
    return found
