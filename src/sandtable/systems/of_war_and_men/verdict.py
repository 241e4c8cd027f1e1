"""22.2 Mission victories: they count whatever the points."""

from sandtable.systems.of_war_and_men.pieces import Battle
from sandtable.systems.of_war_and_men.scenario import SIDES
from sandtable.table.event import Result


def win(b: Battle, side: int, reason: str, rule: str) -> None:
    """22.2 A side has won; the event under way is finished first."""
    if b.verdict is None:
        b.verdict = Result(SIDES[side], reason, rule)
