"""21.3 What a place sees, for a player who thinks before he acts."""

from sandtable.systems.of_war_and_men.rules.sight import cross_hair, crossed, offset, sees, shifted
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.table.shown import Sight


def sight(b: Battle, start: str, to: str) -> Sight:
    """All that a place sees; or whether it sees another, and which card is in the way."""
    origin = known(b, start)
    if not to:
        seen = [b.place_name(cell) for cell in range(len(b.cells)) if cell != origin and sees(b, origin, cell)]
        return Sight(tuple(seen), rule="21.3.a")
    end = known(b, to)
    if sees(b, origin, end):
        return Sight(open=True, reason=f"{start} and {to} see each other.", rule="21.3.a")
    steps = crossed(*offset(b, origin, end), cross_hair(b, origin), cross_hair(b, end))
    cells = [shifted(b, origin, *step) for step in steps]
    blocks = next(cell for cell in cells if b.blocking >> cell & 1)
    what = b.terrain(blocks).name if b.terrain(blocks).blocks else "smoke"
    return Sight(reason=f"The {what} at {b.place_name(blocks)} is in the way.", rule="21.3.a")


def known(b: Battle, name: str) -> int:
    """A cell by its name; ValueError for one that is not there."""
    cell = b.cell_called(name)
    if cell < 0:
        raise ValueError(f"There is no position {name!r} on this map.")
    return cell
