"""What `Play` and the conformance kit ask of a system: how a battle begins, goes on and is dealt anew."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Generic, Protocol, TypeVar, cast

import msgspec

from sandtable.table.battle import Fought, HasState, Scenario
from sandtable.table.chance import Chance
from sandtable.table.play import B, Script
from sandtable.table.standing_orders import StandingOrder
from sandtable.table.view import Role
from sandtable.table.wishes import Wishful, WishKind, no_wishes

S = TypeVar("S", bound=Scenario)


def seats_of(battle: object) -> tuple[str, ...]:
    """One seat for each side of the scenario."""
    return tuple([side.key for side in cast(Fought, battle).scenario.sides])


def own_side(battle: object, seat: str) -> str:
    """A seat is a side."""
    return seat


class HasTurn(Protocol):
    """A battle that counts its turns."""

    @property
    def turn(self) -> int: ...


def turn_of(battle: object) -> int:
    return cast(HasTurn, battle).turn


def state_of(battle: object) -> bytes:
    """A battle that has a `state()` of plain data, as bytes."""
    return msgspec.json.encode((cast(HasState, battle).state(), cast(Wishful, battle).wishes))


def nothing_hidden(battle: object, seat: str, chance: Chance) -> None:
    """Every seat sees everything."""


ONLY_PASSES: Mapping[str, Role] = MappingProxyType({"pass": "pass"})


class Rules(msgspec.Struct, Generic[B, S], frozen=True, kw_only=True, eq=False):
    """The rules of a system, as functions of its own. The last ones have usual answers."""

    new: Callable[[S], B]  # a battle of this scenario before its first episode
    script: Callable[[B], Script]  # the next episode of a battle that is not over
    faults: Callable[[B], list[str]]  # what is broken: nothing, if the rules are written well
    # Replaces, in this copy, what the seat cannot see by a random possibility. It comes while a question is open:
    # procedures and listings read hidden things from the battle when they need them and keep none.
    redeal: Callable[[B, str, Chance], None] = nothing_hidden
    seats: Callable[[B], tuple[str, ...]] = seats_of
    side: Callable[[B, str], str] = own_side  # the side that wins when this seat does
    turn: Callable[[B], int] = turn_of
    fingerprint: Callable[[B], bytes] = state_of  # all of the state, for the tests that copies never share
    roles: Mapping[str, Role] = ONLY_PASSES  # what verbs are for; most are for themselves and are not here
    wishes: Callable[[B], tuple[WishKind, ...]] = no_wishes  # what a seat may wish beforehand to be asked
    standing_orders: tuple[StandingOrder[B], ...] = ()  # wishes that answer, so that nobody need be asked
    all_asked: str = ""  # what each is asked where all are asked about everything, in a sentence

    @property
    def passes(self) -> frozenset[str]:
        """The verbs that do nothing."""
        return frozenset([verb for verb, role in self.roles.items() if role == "pass"])
