"""CNT The platoons of the counter sheet by their nations, for whoever makes a scenario."""

from functools import cache

from sandtable.systems.war_storm.reading.book import rulebook
from sandtable.systems.war_storm.showing import pictures
from sandtable.systems.war_storm.state.book import Counter
from sandtable.systems.war_storm.state.pieces import STEPS
from sandtable.table.pictures import NATIONS
from sandtable.table.printing import Sample, Tray
from sandtable.table.view import Piece, Value

COLOURS = {"american": "olive", "german": "grey", "french": "blue", "soviet": "red"}  # where no side has its own


@cache
def palette() -> tuple[Tray, ...]:
    counters = rulebook().counters.values()
    nations = dict.fromkeys(counter.side for counter in counters)
    return tuple([tray(nation, [each for each in counters if each.side == nation]) for nation in nations])


def tray(nation: str, counters: list[Counter]) -> Tray:
    samples = tuple([Sample(counter.name, sample(counter)) for counter in counters])
    return Tray(nation.capitalize(), samples, COLOURS[nation], NATIONS.get(nation, ""))


def sample(type: Counter) -> Piece:
    """With all its steps."""
    values = (
        Value("Fire", str(type.ff[0]), "top left", "7.b", "boxed red" if type.red else "boxed"),
        Value("Range", str(type.range), "top", "7.b"),
        Value("Assault", str(type.av[0]), "bottom left", "15.1", "boxed"),
        Value("Movement", str(type.mp), "bottom right", "6.2.a"),
    )
    art, symbol = pictures.PICTURES[type.art]
    return Piece(
        type.key,
        type.name,
        "",
        type.kind.lower(),
        art=art,
        symbol=symbol,
        values=values,
        steps=STEPS,
        full_steps=STEPS,
        short=pictures.short_name(type),
        what=pictures.short_name(type),
    )
