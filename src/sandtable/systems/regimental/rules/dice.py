"""All dice of the book have six faces."""

from sandtable.systems.regimental.state.pieces import Battle


def thrown(b: Battle, count: int, why: str) -> tuple[int, ...]:
    """So many dice."""
    return tuple([b.chance.die(why) for _ in range(count)])
