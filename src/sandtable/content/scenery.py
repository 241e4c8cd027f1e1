"""Reads data/scenery.toml of a system: what is drawn on a map or a table and has no effect on play.

It is no part of a scenario, so that a road that is drawn anew leaves journals and measured balances as they are.
"""

from pathlib import Path

import msgspec

from sandtable.content.book import open_file
from sandtable.content.problems import Problems


class Scenery(msgspec.Struct, frozen=True):
    """For one map or scenario: roads, from place to place, and special pictures of pieces of ground by their keys."""

    roads: tuple[tuple[str, ...], ...] = ()
    art: dict[str, str] = {}


NONE = Scenery()


def read_scenery(path: Path) -> dict[str, Scenery]:
    """Scenery by the name of the map or scenario; nothing where there is no file."""
    if not path.exists():
        return {}
    problems = Problems("data")
    file = open_file(path, problems)
    found = {}
    for reader in file.tables("scenery", needed=True):
        roads = tuple([tuple(road.split()) for road in reader.texts("roads", [])])
        pairs = [each.partition(": ") for each in reader.texts("art", [])]
        found[reader.text("of")] = Scenery(roads, {key: word for key, _, word in pairs})
    file.done()
    problems.check()
    return found
