"""Roads and special pictures for the eye."""

from functools import cache

from sandtable.content.scenery import Scenery, read_scenery
from sandtable.systems.miniatures.reading.book import DATA


@cache
def scenery() -> dict[str, Scenery]:
    """By the name of the scenario."""
    return read_scenery(DATA / "scenery.toml")
