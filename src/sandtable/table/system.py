"""A game system, by who asks it for what, and the register of systems."""

from typing import Any, Generic, TypeAlias

import msgspec

from sandtable.table.battle import Fought
from sandtable.table.mind import Mind
from sandtable.table.play import B
from sandtable.table.rules import Rules, S, nothing_hidden
from sandtable.table.shelf import Shelf
from sandtable.table.shown import Shown


class System(msgspec.Struct, Generic[B, S], frozen=True, kw_only=True, eq=False):
    """A game system, generic in its battles and scenarios. A new one is registered in `sandtable.systems`.

    `Play` and the conformance kit ask its rules; server, terminal and page what is shown; whoever loads something its
    shelf; computer players its mind. A system without a mind plays all the same, against `random`.
    """

    key: str
    title: str
    publisher: str = ""
    about: str = ""  # what kind of game it is, in a sentence
    rules: Rules[B, S]
    shown: Shown[B]
    shelf: Shelf[S]
    mind: Mind[B] | None = None

    @property
    def secrets(self) -> bool:
        """Whether something is hidden from a seat."""
        return self.rules.redeal is not nothing_hidden

    @property
    def thinks(self) -> Mind[B]:
        """Its mind, for players who cannot do without."""
        if self.mind is None:
            raise ValueError(f"{self.title} has no mind: only players who need none can play it.")
        return self.mind


AnySystem: TypeAlias = System[Any, Any]  # for those who ask any game alike


def side_of(battle: Fought, seat: str) -> int:
    """The index of the side that sits in a seat; 0 for a spectator."""
    for side, spec in enumerate(battle.scenario.sides):
        if spec.key == seat:
            return side
    return 0


_systems: dict[str, AnySystem] = {}


def register(system: AnySystem) -> None:
    """Put a system on the table."""
    _systems[system.key] = system


def systems() -> dict[str, AnySystem]:
    """All registered systems by key."""
    return dict(_systems)
