"""5.2 Spotting: who sees whom; and what lies in a line of fire (7.f) or behind a crest (5.1.2.c)."""

from collections.abc import Sequence

from sandtable.systems.war_storm.state.book import SMALL
from sandtable.systems.war_storm.state.pieces import Battle, Platoon, Unit
from sandtable.systems.war_storm.state.sight import Line, all_in


def sees(b: Battle, start: int, end: int) -> bool:
    """5.3 A clear line between two hexes."""
    return b.ground.sight.sees(start, end)


def line(b: Battle, start: int, end: int) -> Line:
    """All that is known of the line between two hexes."""
    return b.ground.sight.line(start, end)


def spotting_range(b: Battle, spotter: Unit, target: Unit, place: int = -1) -> int:
    """5.2.b How far the spotter sees the target, in its hex or in another: by size, terrain, movement and height."""
    return range_of(b, spotter, spotter.hex, target, target.hex if place < 0 else place, target.moving)


def range_of(b: Battle, spotter: Unit, start: int, target: Unit, place: int, moving: bool) -> int:
    """The chart, with a modifier for each level above the target and for reconnaissance (5.2)."""
    ground = b.ground
    size = size_of(target)
    book = b.scenario.rulebook
    found = ground.terrain[place].spotting[size][moving]  # 5.2.d, 5.2.e
    found += b.scenario.spotting  # 5.2.h
    above = ground.level[start] - ground.level[place]
    if above > 0:  # 5.2.f
        found += above * book.crest_spotting[size][moving]
    if is_recon(spotter):  # 5.2.g
        found += book.recon_spotting[size][moving]
    return found


def spots(b: Battle, spotter: Unit, target: Unit) -> bool:
    """5.2.a A unit sees another if the line is clear and it is within spotting range."""
    return spots_one(b, spotter, [target], target.hex)


def spots_one(b: Battle, spotter: Unit, targets: Sequence[Unit], place: int) -> bool:
    """The same for any of those in a hex."""
    start = spotter.hex
    if not b.ground.sight.sees(start, place):
        return False
    away = b.ground.distance[start][place]
    for target in targets:  # noqa: SIM110  asked all the time
        if away <= range_of(b, spotter, start, target, place, target.moving):
            return True
    return False


def covered(b: Battle, attacker: int, defender: int) -> bool:
    """5.1.2.c A crest protects who stands behind it from fire from below."""
    ground = b.ground
    return ground.level[attacker] < ground.level[defender] and ground.sight.line(attacker, defender).crest_b


def fire_path(b: Battle, start: int, end: int, side: int) -> bool:
    """7.f No friendly platoon in the line of fire, unless firer or target stand higher than it."""
    ground = b.ground
    line = ground.sight.line(start, end)
    friends = b.occupied[side] & line.hexes
    if not friends:
        return True
    friends &= ground.as_high[max(ground.level[start], ground.level[end])]
    return not any(all_in(place, friends) for place in line.places)


def size_of(unit: Unit) -> int:
    """5.2.c The size on its counter; an officer is small."""
    return unit.type.size if type(unit) is Platoon else SMALL


def is_recon(unit: Unit) -> bool:
    """5.2.g"""
    return unit.type.recon if type(unit) is Platoon else False
