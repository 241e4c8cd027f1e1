"""3.1 The stands of the unit table, for whoever makes a scenario."""

from functools import cache

from sandtable.content.palette import read_palette
from sandtable.systems.regimental.reading.book import DATA, rulebook
from sandtable.systems.regimental.showing.pictures import STANDS
from sandtable.systems.regimental.state.book import StandType
from sandtable.table.pictures import afar
from sandtable.table.printing import Tray
from sandtable.table.view import Piece, Value


@cache
def palette() -> tuple[Tray, ...]:
    """All but HQs, which every regiment has."""
    pieces = {key: sample(type) for key, type in rulebook().stands.items() if not type.hq}
    return read_palette(DATA / "palette.toml", pieces)


def sample(type: StandType) -> Piece:
    """At full strength."""
    values = (
        Value("Strength", str(type.sp), "bottom left", "1.3.a"),
        Value("Dice", str(min(type.dice, type.sp)), "bottom right", type.rule),
        Value("Move", f"{type.rate.normal}/{type.rate.strategic}", "top right", "2.a"),
    )
    kind = "artillery" if type.artillery else "stand"
    art, symbol = STANDS[type.key]
    return Piece(
        type.key,
        type.name,
        "",
        kind,
        art=art,
        symbol=symbol,
        values=values,
        steps=type.sp,
        full_steps=type.sp,
        what=afar(type.name),
    )
