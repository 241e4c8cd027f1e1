"""What the battles of all systems share: pieces that are copied in C, what is printed, and telling what happened."""

from typing import TYPE_CHECKING, Any, Self

import msgspec

from sandtable.table.event import Event, Modifier


class Piece(msgspec.Struct, eq=False):
    """A struct whose copy runs in C and which is equal to itself alone; lists in it are copied by name."""

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Printed(msgspec.Struct, eq=False):
    """What is read from files and never changes in play: types, maps, scenarios. It is equal to itself alone.

    >>> class Rate(Printed):
    ...     normal: int
    ...     strategic: int = 0
    """


class Told:
    """A battle that tells events; one of places with names has a `ground` that knows them.

    >>> class Battle(Told, Piece): ...
    """

    __slots__ = ()

    if TYPE_CHECKING:
        events: list[Event]
        scenario: Any
        ground: Any

    def side_name(self, side: int) -> str:
        """The key of a side."""
        return str(self.scenario.sides[side].key)

    def place_name(self, place: int) -> str:
        """What a place is called in events and views."""
        return str(self.ground.names[place])

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
        place: int = -1,
        dice: tuple[int, ...] = (),
        need: int = 0,
        value: int = 0,
        text: str = "",
        modifiers: tuple[Modifier, ...] = (),
        path: tuple[str, ...] = (),
        seen_by: tuple[str, ...] = (),
        faces: int = 6,
    ) -> None:
        """Tell an event: what the log, the replay, the animation and the tests read."""
        self.events.append(
            Event(
                kind,
                rule,
                self.side_name(side) if side >= 0 else "",
                piece,
                target,
                self.place_name(place) if place >= 0 else "",
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
