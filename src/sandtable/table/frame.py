"""The frame of a view: what the views of all systems say in the same way.

A system hangs nothing into it. It builds its own view and takes these fields from here:

    View(**frame(play, seat, b.scenario, board_of(b), sentence, decision_view), **alike(play, open_to_all), ...)

What every seat sees alike is made by a function of the battle alone, so that whoever shows several seats the same
moment has it made once (`one_moment`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import TypedDict, cast
from weakref import WeakKeyDictionary

from sandtable.table.battle import ColouredSide, Side, SidedScenario
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event, Result
from sandtable.table.pictures import NATIONS
from sandtable.table.play import AnyPlay, B, Play
from sandtable.table.telling import LOG_LINES, log_lines
from sandtable.table.view import (
    Board,
    BoardMarker,
    Box,
    DecisionView,
    Group,
    LogLine,
    Marker,
    Piece,
    Pile,
    Seat,
    Track,
    WishOption,
    WishView,
    Zone,
)
from sandtable.table.wishes import WISH


def marked(*marks: tuple[bool, Marker]) -> Iterator[Marker]:
    """The markers of a piece: those whose condition holds, in their order."""
    return (marker for holds, marker in marks if holds)


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
    piece_word: str
    step_word: str
    waiting: tuple[str, ...]
    log: tuple[LogLine, ...]
    decision: DecisionView | None
    wishes: tuple[WishView, ...]
    may_undo: bool
    result: Result | None
    seed_digest: str


class Alike(TypedDict, total=False):
    """The fields of a `View` that are the same for every seat."""

    phase: str
    active: str
    goals: tuple[str, ...]
    pieces: tuple[Piece, ...]
    groups: tuple[Group, ...]
    markers: tuple[BoardMarker, ...]
    boxes: tuple[Box, ...]
    tracks: tuple[Track, ...]
    piles: tuple[Pile, ...]
    zones: tuple[Zone, ...]


Shared = dict[AnyPlay, Alike]  # what was made of games that stand still

_moment: ContextVar[Shared | None] = ContextVar("moment", default=None)


@contextmanager
def one_moment(moment: Shared) -> Iterator[None]:
    """What is shown meanwhile is kept there. Whoever lets a game go on clears it."""
    before = _moment.set(moment)
    try:
        yield
    finally:
        _moment.reset(before)


def alike(play: Play[B], make: Callable[[B], Alike]) -> Alike:
    """What all seats see alike; made once for all who look at the same moment."""
    moment = _moment.get()
    if moment is None:
        return make(play.battle)
    found = moment.get(play)
    if found is None:
        found = moment[play] = make(play.battle)
    return found


class SeatLines:
    """The last lines of one seat's log, kept from view to view: only what was told since is put into words."""

    __slots__ = ("lines", "log", "number", "seen")

    def __init__(self, log: list[Event]) -> None:
        self.log = log
        self.seen = 0  # events of the log that were looked at
        self.number = 0  # of those that the seat sees
        self.lines: tuple[LogLine, ...] = ()


class Words:
    """The logs of one battle in words. An event of a battle reads the same as long as the battle lasts."""

    __slots__ = ("_sentences", "by_seat")

    def __init__(self) -> None:
        self.by_seat: dict[str, SeatLines] = {}
        self._sentences: dict[Event, str] = {}  # what one seat was told the others need not be told anew

    def sentence(self, event: Event, make: Callable[[Event], str]) -> str:
        """An event as a sentence."""
        found = self._sentences.get(event)
        if found is None:
            if len(self._sentences) >= KEPT_SENTENCES:
                self._sentences.clear()
            found = self._sentences[event] = make(event)
        return found


KEPT_SENTENCES = 3 * LOG_LINES  # of one battle: two sides and a spectator may each have their own
_words: WeakKeyDictionary[AnyPlay, Words] = WeakKeyDictionary()


def seat_log(
    play: Play[B], seat: str, sentence: Callable[[B, Event], str], told: Callable[[Event], Event] | None = None
) -> tuple[LogLine, ...]:
    """The log as a seat may read it."""
    words = _words.get(play)
    if words is None:
        words = _words[play] = Words()
    log, kept = play.log, words.by_seat.get(seat)
    if kept is None or kept.log is not log:  # what was told before may have been taken back
        kept = words.by_seat[seat] = SeatLines(log)
    if kept.seen < len(log):
        b, states = play.battle, play.states
        places = [n for n in range(kept.seen, len(log)) if not log[n].seen_by or seat in log[n].seen_by]
        events, when = [log[n] for n in places], [states[n] for n in places] if states else []
        if told is not None:
            last = slice(max(0, len(events) - LOG_LINES), None)  # no more are read
            events[last] = [told(event) for event in events[last]]
        fresh = log_lines(
            *(events, lambda event: words.sentence(event, partial(sentence, b)), play.system.shown.tellings),
            *(kept.number, when),
        )
        kept.seen, kept.number = len(log), kept.number + len(events)
        oldest = kept.number - LOG_LINES
        kept.lines = tuple([line for line in (*kept.lines, *fresh) if line.number > oldest])
    return kept.lines


def frame(
    play: Play[B],
    seat: str,
    scenario: SidedScenario,
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
    decision = play.decision_for(seat) if seat else None
    return {
        "system": play.system.key,
        "scenario": scenario.id,
        "title": scenario.name,
        "seat": seat,
        "seats": side_seats(cast(Sequence[ColouredSide], scenario.sides)) if seats is None else seats,
        "board": board[0],
        "board_key": board[1],
        "turn": play.system.rules.turn(b),
        "turns": scenario.turns,
        "turn_word": play.system.shown.turn_word,
        "piece_word": play.system.shown.piece_word,
        "step_word": play.system.shown.step_word,
        "waiting": tuple(play.asked()),
        "log": seat_log(play, seat, sentence, told),
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


def side_seats(sides: Iterable[ColouredSide]) -> tuple[Seat, ...]:
    """A seat for each side that has a key, a name and a colour."""
    return tuple([Seat(side.key, side.name, side.key, side.colour, NATIONS.get(side.key, "")) for side in sides])


def control_markers(sides: Sequence[Side], held: Iterable[tuple[str, str, int]], rule: str) -> Iterator[BoardMarker]:
    """Who holds the objectives: the name of each, its place and its holder, -1 for nobody."""
    for name, place, holder in held:
        if holder >= 0:
            side = sides[holder]
            yield BoardMarker("control", f"{name}: held by {side.name}", place, side.key, rule=rule)
