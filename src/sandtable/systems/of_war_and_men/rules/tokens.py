"""9, 14 Tokens on the map: what smoke and light do where they lie."""

from sandtable.systems.of_war_and_men.rules.sight import distance
from sandtable.systems.of_war_and_men.state.cells import Token
from sandtable.systems.of_war_and_men.state.pieces import ENTRENCHMENT, SMOKE, STAR_SHELL, YELLOW, Battle
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.table.event import Modifier


def smoke_at(b: Battle, cell: int) -> int:
    """9.7 What smoke takes from attacks out of a Terrain and into it; of several tokens only the thickest counts."""
    borders = [token.border for token in b.tokens if token.kind == SMOKE and token.cell == cell]
    return (NUMBERS.thick_smoke if YELLOW in borders else NUMBERS.thin_smoke) if borders else 0


def lit(b: Battle, cell: int) -> bool:
    """5.15, 5.16, 18.5 A Star Shell lights its Terrain and, while its yellow side is up (18.5.e), the neighbours.

    See also G.star_shell.
    """
    return any(
        distance(b, token.cell, cell) <= (NUMBERS.light if token.border == YELLOW else 0)
        for token in b.tokens
        if token.kind == STAR_SHELL
    )


def entrenchment(b: Battle, cell: int) -> Token | None:
    """16.3.b The one entrenchment of a Terrain; it stays when its Fireteam leaves (16.3.c)."""
    return next((token for token in b.tokens if token.kind == ENTRENCHMENT and token.cell == cell), None)


def smoke_modifier(b: Battle, cell: int, label: str) -> list[Modifier]:
    """9.7 Smoke takes from the attack, whether the shooter or the target stands in it."""
    thick = smoke_at(b, cell)
    return [Modifier(-thick, label, "9.7")] if thick else []
