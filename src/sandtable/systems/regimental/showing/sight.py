"""What a player asks before he moves: what is in sight of a hex, and whether fire passes between two."""

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.state.pieces import Battle
from sandtable.table.shown import Sight


def sight(b: Battle, start: str, to: str) -> Sight:
    """5.2.b, 3.3.e The hexes a spotter sees, or whether two hexes see each other and why not."""
    ground = b.ground
    place = b.place_called(start)
    if not to:
        return Sight(tuple(ground.names[h] for h in bits(ground.sees[place] & ~(1 << place))))
    end = b.place_called(to)
    far = ground.distance[place][end]
    most = ground.numbers["spotting"]
    if far > most:
        return Sight((), False, f"{far} hexes apart; a spotter sees {most}.", "5.2.a")
    if not ground.clear(place, end):
        return Sight((), False, "Terrain between blocks the line.", "5.2.b")
    if far == ground.numbers["distant_fire"] and not ground.fire(place, b.occupied[0] | b.occupied[1]) >> end & 1:
        return Sight((), True, "A spotter sees through, but stands between stop distant fire.", "3.3.e")
    return Sight((), True, "Nothing blocks the line.", "5.2.b")
