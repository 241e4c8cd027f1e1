"""17 The Teams of the tables on their bases, for whoever makes a scenario."""

from functools import cache

from sandtable.content.palette import read_palette
from sandtable.systems.miniatures.reading.book import DATA, rulebook
from sandtable.systems.miniatures.showing.pictures import type_picture
from sandtable.systems.miniatures.showing.view import printed_values
from sandtable.systems.miniatures.state.book import KINDS, TeamType
from sandtable.table.printing import Tray
from sandtable.table.view import Piece, Position


@cache
def palette() -> tuple[Tray, ...]:
    return read_palette(DATA / "palette.toml", {key: sample(type) for key, type in rulebook().types.items()})


def sample(type: TeamType) -> Piece:
    """It looks north."""
    drawn = type_picture(type)
    return Piece(
        type.key,
        type.name,
        "",
        f"{KINDS[type.kind]} team",
        type.code,
        at=Position(0, 0, 0 if type.turns else None, 0 if type.turret else None, type.radius),
        art=drawn.art,
        symbol=drawn.symbol,
        values=printed_values(type),
        steps=1,
        full_steps=1,
    )
