"""2.4 The counters of the rulebook as they are printed, for whoever makes a scenario."""

from functools import cache

from sandtable.content.palette import read_palette
from sandtable.systems.nations_at_war.reading.book import DATA, rulebook
from sandtable.systems.nations_at_war.showing.pictures import type_picture
from sandtable.systems.nations_at_war.showing.view import face_values
from sandtable.systems.nations_at_war.state.counters import UnitType
from sandtable.table.pictures import afar
from sandtable.table.printing import Tray
from sandtable.table.view import Piece


@cache
def palette() -> tuple[Tray, ...]:
    return read_palette(DATA / "palette.toml", {key: sample(type) for key, type in rulebook().units.items()})


def sample(type: UnitType) -> Piece:
    """At full strength, not in its transport."""
    art, symbol = type_picture(type)
    return Piece(
        type.key,
        type.name,
        "",
        type.kind,
        art=art,
        symbol=symbol,
        values=face_values(type.sides[False][type.steps]),
        steps=type.steps,
        full_steps=type.steps,
        what=afar(type.name),
    )
