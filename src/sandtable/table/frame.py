"""The frame of a view: what the views of all systems say in the same way.

A system hangs nothing into it. It builds its own view and takes these fields from here:

    View(**frame(play, seat, b.scenario, board_of(b), sentence, decision_view), phase=phase_text(b), ...)
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypedDict
from weakref import WeakKeyDictionary

from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event, Result, visible
from sandtable.table.pictures import NATIONS
from sandtable.table.play import AnyPlay, B, Play
from sandtable.table.telling import Lines, log_lines
from sandtable.table.view import Board, BoardMarker, DecisionView, LogLine, Seat, WishOption, WishView
from sandtable.table.wishes import WISH


class Frame(TypedDict):
    """The fields of a `View` that every system fills in the same way."""

    system: str
    scenario: str
    title: str
    seat: str
    seats: tuple[Seat, ...]
    board: Board | None
    board_key: str
    turn: int
    turns: int
    turn_word: str
    waiting: tuple[str, ...]
    log: tuple[LogLine, ...]
    decision: DecisionView | None
    wishes: tuple[WishView, ...]
    may_undo: bool
    result: Result | None
    seed_digest: str


# What was told in words lately. An event of a battle reads the same as long as the battle lasts.
_lines: WeakKeyDictionary[AnyPlay, Lines] = WeakKeyDictionary()


def frame(
    play: Play[B],
    seat: str,
    scenario: Any,
    board: tuple[Board, str],
    sentence: Callable[[B, Event], str],
    decision_view: Callable[[B, Decision], DecisionView],
    seats: tuple[Seat, ...] | None = None,
    told: Callable[[Event], Event] | None = None,
) -> Frame:
    """Who sits where and who is asked, the log as this seat may read it, its question, undo and the result.

    `board` comes with its key. There is one of the `seats` for
    each side, unless others are given; `told` says how this seat hears of an event, where that is not alike for all.
    """
    b = play.battle
    events = visible(play.log, seat)
    if told is not None:
        events = [told(event) for event in events]
    decision = play.decision_for(seat) if seat else None
    return {
        "system": play.system.key,
        "scenario": scenario.id,
        "title": scenario.name,
        "seat": seat,
        "seats": side_seats(scenario.sides) if seats is None else seats,
        "board": board[0],
        "board_key": board[1],
        "turn": play.system.rules.turn(b),
        "turns": scenario.turns,
        "turn_word": play.system.shown.turn_word,
        "waiting": tuple(play.asked()),
        "log": log_lines(
            events, lambda event: sentence(b, event), play.system.shown.tellings, _lines.setdefault(play, {})
        ),
        "decision": None if decision is None else decision_view(b, decision),
        "wishes": tuple(wish_views(play, seat)) if seat and b.result is None else (),
        "may_undo": bool(seat) and play.may_undo() == seat,
        "result": b.result,
        "seed_digest": play.chance.promise,
    }


def wish_views(play: Play[B], seat: str) -> Iterator[WishView]:
    """What a seat may wish, and how it has set that."""
    for kind in play.system.rules.wishes(play.battle):
        now = kind.of(play.battle, seat)
        options = [
            WishOption(Choice(WISH, kind.key, value.key), value.name, value.text, value.key == now)
            for value in kind.values
        ]
        yield WishView(kind.key, kind.name, tuple(options), kind.rule)


def side_seats(sides: Iterable[Any]) -> tuple[Seat, ...]:
    """A seat for each side that has a key, a name and a colour."""
    return tuple([Seat(side.key, side.name, side.key, side.colour, NATIONS.get(side.key, "")) for side in sides])


def control_markers(b: Any, rule: str) -> Iterator[BoardMarker]:
    """Who holds the objectives of a battle on hexes that keeps their `holders`, -1 for nobody."""
    for objective, holder in zip(b.scenario.objectives, b.holders, strict=True):
        if holder >= 0:
            side = b.scenario.sides[holder]
            text = f"{objective.name}: held by {side.name}"
            yield BoardMarker("control", text, b.ground.names[objective.hex], side.key, rule=rule)
