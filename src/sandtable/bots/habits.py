"""The mistakes of beginners, and what the Sergeant and the Tactician overlook: how often, by game, from a file.

They belong to no digest: how well a computer player plays changes no rule.
"""

import random
from functools import cache
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from sandtable.bots.player import Seat

T = TypeVar("T")

Often = Annotated[float, msgspec.Meta(ge=0, le=1)]  # 0 never, 1 always


class Habits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a beginner plays, and a Sergeant or a Tactician who does not think of everything."""

    sees: Often  # how many of the options or plans worth a thought come to his mind; one always does
    forgets: Often = 0.0  # he lets a reaction go by
    stops: Often = 0.0  # he is done while others of his could still act
    nearest: Often = 0.0  # of several targets he takes the nearest
    wanders: Often = 0.0  # he does anything that is allowed, to see what happens
    charges: Often = 0.0  # he goes forward where he should hold
    hasty: Often = 0.0  # a Tactician takes the best next step that he sees, whatever his plan


class Beginners(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Those of a game who err, and where the usual mistakes can be made there."""

    levels: dict[str, Habits]
    tries: tuple[int, ...] = (3, 6, 12)  # of the Sergeant for an option: of each, of the better half, of the best
    forgotten: dict[str, str] = {}  # a kind of question out of turn: the answer that lets it go by
    stopped: dict[str, str] = {}  # a kind of question: the answer after which nobody else acts
    charged: dict[str, str] = {}  # a kind of question: the answer that goes forward, its verb and what it is about
    proposed: dict[str, str] = {}  # a kind of question before the battle: the answer that is ready made


USUAL = Beginners({"recruit": Habits(sees=0.25, wanders=0.25), "corporal": Habits(sees=0.6, wanders=0.05)})


@cache
def read_beginners(path: Path | None) -> Beginners:
    """The habits in a file; the usual ones for a game that has none."""
    return USUAL if path is None or not path.exists() else msgspec.toml.decode(path.read_bytes(), type=Beginners)


def habits_of(seat: Seat) -> Beginners:
    """How those err who play this game."""
    return read_beginners(seat.system.thinks.file("beginners.toml"))


def seen(found: list[T], habits: Habits | None, chance: random.Random) -> list[T]:
    """What comes to mind of options or plans: all, or for one with habits some, at least one."""
    if habits is None or not found:
        return found
    return [each for each in found if chance.random() < habits.sees] or [chance.choice(found)]
