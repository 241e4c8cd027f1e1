"""A battle under way as the texts of a scenario."""

import tomllib
from typing import Any

from sandtable.content.editing import EditError, scenario_name
from sandtable.content.folders import slug
from sandtable.content.positions import renamed, with_position
from sandtable.server.refusal import Refusal
from sandtable.table.play import Battle
from sandtable.table.position import Position
from sandtable.table.shelf import Texts
from sandtable.table.system import AnySystem

NO_TEXTS = "This battle does not keep the text of its scenario, so its position cannot be saved."


def scenario_of(system: AnySystem, battle: Battle, texts: Texts) -> dict[str, Any]:
    """The files of a scenario that begins where this battle stands, and what they cannot say."""
    name = scenario_name(texts)
    if system.shown.position is None or not name:
        raise Refusal(422, NO_TEXTS)
    values = tomllib.loads(texts[name])
    found = system.shown.position(battle, values)
    called = renamed(str(values.get("name", "")))
    try:
        written = with_position(
            texts, Position({"name": called, **found.values}, found.left_out), system.shelf.fields().grid
        )
    except EditError as error:
        raise Refusal(422, f"The position cannot be saved: {error}") from error
    file = f"{slug(called) or 'position'}.toml"
    return {
        "system": system.key,
        "name": called,
        "texts": {file if key == name else key: text for key, text in written.items()},
        "left_out": found.left_out,
    }
