"""One Firing Sequence (16.2): what the chapters and the traits know about it."""

import msgspec

from sandtable.systems.of_war_and_men.state.pieces import Fireteam, Soldier
from sandtable.table.event import Modifier


class Shot(msgspec.Struct):
    """16.2 One Firing Sequence: who fires at whom from where, and what has come of it so far. All of it is public."""

    shooter: Soldier
    team: Fireteam  # the shooter's
    target: Soldier | None  # None: a thing, see `thing`
    enemy: Fireteam | None
    thing: str
    cell: int  # the target's Terrain
    range: int
    grid: tuple[int, ...]  # colours to flip for lethality
    second: bool = False  # 7.8: with crew or scope
    wound: bool = False  # 19.3: a wound icon showed
    jam: bool = False  # 19.1
    ended: bool = False  # a trait ended the sequence without result
    extra_discipline: int = 0  # further Discipline cards to flip
    bonus: list[Modifier] = []  # of Random Effects
