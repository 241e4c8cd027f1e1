"""What the battles of all systems share: what they are made from, pieces copied in C, telling what happened."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

import msgspec

from sandtable.table.chance import Chance, ScriptedChance
from sandtable.table.event import Event, Modifier, Result
from sandtable.table.wishes import Wishes


class Scenario(Protocol):
    """What a battle is made from."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str:
        """The digest of its content, for journals and balances."""
        ...


class Side(Protocol):
    """Who fights."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...


class ColouredSide(Side, Protocol):
    """Who fights, and in which colour."""

    @property
    def colour(self) -> str: ...


class SidedScenario(Scenario, Protocol):
    """A scenario that says who fights, and for how long."""

    @property
    def sides(self) -> Sequence[Side]: ...

    @property
    def turns(self) -> int: ...


class ListedScenario(SidedScenario, Protocol):
    """A scenario with all that the list of games shows."""

    @property
    def date(self) -> str: ...

    @property
    def background(self) -> str: ...


class Fought(Protocol):
    """A battle that keeps its scenario."""

    @property
    def scenario(self) -> SidedScenario: ...


class Piece(msgspec.Struct, eq=False, gc=False):
    """A struct whose copy runs in C and which is equal to itself alone; lists in it are copied by name.

    The garbage collector does not look at it, which makes copies cheaper: a piece never holds the battle it is in.
    """

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class HasId(Protocol):
    """What is known by an id."""

    @property
    def id(self) -> str: ...


class HasState(Protocol):
    """What can change."""

    def state(self) -> Any: ...


P = TypeVar("P")
Known = TypeVar("Known", bound=HasId)


def with_id(pieces: Iterable[Known], id: str) -> Known | None:
    """The piece of this id, if there is one."""
    for piece in pieces:
        if piece.id == id:
            return piece
    return None


def found(piece: P | None, kind: str, id: str) -> P:
    """A piece that was looked up and must be there: the choice that names it was checked."""
    if piece is None:
        raise KeyError(f"There is no {kind} {id!r} in this battle.")
    return piece


def states(*kinds: Iterable[HasState]) -> Iterator[list[Any]]:
    """What can change in each piece, kind by kind: for fingerprints."""
    for pieces in kinds:
        yield [piece.state() for piece in pieces]


class Printed(msgspec.Struct, eq=False):
    """What is read from files and never changes in play: types, maps, scenarios. It is equal to itself alone.

    >>> class Rate(Printed):
    ...     normal: int
    ...     strategic: int = 0
    """


class TerrainKind(Printed):
    """A row of a terrain chart as the legend of a map needs it; each game adds its effects."""

    key: str
    name: str
    letter: str  # in map grids
    colour: str  # a class of the palette, see docs/views.md
    rule: str


class Told(Piece, kw_only=True, gc=True):
    """A battle that tells events; one of places with names has a `ground` that knows them.

    >>> class Battle(Told):
    ...     turn: int = 0
    """

    chance: Chance = msgspec.field(default_factory=ScriptedChance)
    events: list[Event] = []
    result: Result | None = None
    wishes: Wishes = ()
    asking: bool = False  # the rules are in the middle of an episode: nothing but `Play` can go on from here

    if TYPE_CHECKING:

        @property
        def scenario(self) -> Any: ...

        @property
        def ground(self) -> Any: ...

    def side_name(self, side: int) -> str:
        """The key of a side."""
        key: str = self.scenario.sides[side].key
        return key

    def place_name(self, place: int) -> str:
        """What a place is called in events and views."""
        name: str = self.ground.names[place]
        return name

    def place_called(self, name: str) -> int:
        """The place of this name; ValueError for one that is not there."""
        place = self.ground.index.get(name)
        if place is None:
            raise ValueError(f"There is no place {name!r} on this map.")
        return int(place)

    def tell(
        self,
        kind: str,
        rule: str,
        side: int = -1,
        piece: str = "",
        target: str = "",
        place: int | str = -1,
        dice: tuple[int, ...] = (),
        need: int = 0,
        value: int = 0,
        text: str = "",
        modifiers: tuple[Modifier, ...] = (),
        path: tuple[str, ...] = (),
        seen_by: tuple[str, ...] = (),
        faces: int = 6,
    ) -> None:
        """Tell an event: what the log, the replay, the animation and the tests read.

        A place is its number; on a plane, where places have none, its name: "x,y".
        """
        if isinstance(place, int):
            place = self.place_name(place) if place >= 0 else ""
        self.events.append(
            Event(
                kind,
                rule,
                self.scenario.sides[side].key if side >= 0 else "",
                piece,
                target,
                place,
                dice,
                need,
                value,
                text,
                modifiers,
                path,
                seen_by,
                faces,
            )
        )
