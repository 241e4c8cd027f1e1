"""One open battle: its game, its journal so far, who is connected, and what each seat is shown."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from sys import intern
from typing import Any, Protocol

import msgspec

from sandtable.server.computers.thinking import Answer, Played
from sandtable.server.course import OPENING, Course, Position
from sandtable.server.edge.changes import changes
from sandtable.server.guiding import astray_of, step_of
from sandtable.server.lines import Pen, Written
from sandtable.server.refusal import ONLY_WATCHING, Refusal
from sandtable.server.seats import GALLERY, PERSON
from sandtable.server.store import Facts, Row, Summary
from sandtable.table.aftermath.decided import decided
from sandtable.table.aftermath.luck import luck_of
from sandtable.table.battle import Scenario
from sandtable.table.chance import SeededChance
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Event, visible
from sandtable.table.journal import RecordedChance, scenario_of
from sandtable.table.journal.differing import Differs, check_end, notice, other_draws, without_reason
from sandtable.table.journal.record import End, Entry, Header
from sandtable.table.play import AnyPlay
from sandtable.table.pointing import named
from sandtable.table.system import AnySystem
from sandtable.table.view import View, WishView, encode, without_board
from sandtable.table.wishes import WISH, possible_wishes

BY_ORDER = "Your standing order answers in a moment, unless you do."

_encode = msgspec.json.Encoder().encode


class Listener(Protocol):
    """Somebody at a table: a socket."""

    token: str
    seat: str
    away: bool  # its page lies open unseen

    def wake(self) -> None:
        """The state has changed."""

    def thinks(self, seat: str) -> None:
        """A computer player has begun to think."""

    def stir(self) -> None:
        """Something has changed about those at the table."""

    def dismiss(self, code: int, reason: str) -> None:
        """The socket is to be closed."""


class Shown(msgspec.Struct, frozen=True):
    """A view without its board, and the key of that."""

    state: int
    key: str
    board: bytes  # as JSON
    view: View

    @property
    def text(self) -> bytes:
        """The view as JSON."""
        return encode(self.view)


class UnderWay(msgspec.Struct, frozen=True, eq=False):
    """A hint that is being worked out: for whom, and when it will have come or have been given up."""

    client: str
    until: float


class Hinted:
    """The hints of one battle: the last ones given, and when."""

    def __init__(self) -> None:
        self.busy: UnderWay | None = None
        self.times: deque[float] = deque()
        self.known: dict[tuple[str, str], tuple[int, Answer]] = {}  # by seat and level, with the state asked in


class Battle:
    """A battle in memory. Whoever reads or changes it holds its lock; outside, `state` is what is on the disk."""

    def __init__(self, row: Row, system: AnySystem, course: Course, written: Written, told: str = "") -> None:
        """`told`: why it can be looked at and not played any more."""
        self.id = row.id
        self.facts: Facts = row.facts
        self.seed = row.seed
        self.made = row.made
        self.system = system
        self.course = course
        self.header = kept_once(written.header)
        self.pen = Pen(written.chain)
        self.lines = written.lines  # how many are on the disk: what they say is read there when it is wanted
        self.end = written.end
        self.over = written.end is not None
        self.notice = told
        self.state = course.state
        self.lock = asyncio.Lock()
        self.users = 0  # requests at work on it
        self.client = ""  # the address of whoever plays here
        self.played_for = ""  # who that is to the computer players of other processes
        self.looked_at = row.touched  # the time when somebody looked on last
        self.noted = row.touched  # and what the store knows of it
        self.resting = False  # its computer players wait for somebody to come
        self.gone = False  # left the memory after an error: open it again
        self.listeners: set[Listener] = set()
        self.thinking = ""  # the computer player who thinks
        self.bots: asyncio.Task[None] | None = None
        self.moved = asyncio.Event()  # a new state is on the disk
        self.hints = Hinted()
        self.asked_before: list[str] = []  # the persons of whom all were told that they are asked
        self.summary = row.summary
        if told:  # how it stood when it was played, if that was noted
            noted = row.summary.state == row.states
            self.summary = msgspec.structs.replace(row.summary, state=self.state) if noted else Summary()
        self._ordered: tuple[int, Choice | None] = (-1, None)  # a state, and what is answered by order in it
        self._shown: dict[str, Shown] = {}
        self._changes: dict[tuple[str, int], tuple[Shown, bytes]] = {}  # by seat, and the state they are since

    @property
    def play(self) -> AnyPlay:
        return self.course.play

    @property
    def seats(self) -> list[str]:
        return list(self.facts.kinds)

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        at_work = self.bots is not None and not self.bots.done()
        return not (self.users or self.listeners or at_work or self.lock.locked())

    def next_bot(self) -> str:
        """The computer player who must choose now, if any; or the person for whom an order chooses."""
        if self.notice:
            return ""
        asked = self.play.asked()
        found = next((seat for seat in asked if self.facts.kinds.get(seat, PERSON) != PERSON), "")
        return found or ("" if self.ordered() is None else asked[0])

    def ordered(self) -> Choice | None:
        """What the person who is asked has ordered beforehand, if anything."""
        if self._ordered[0] != self.course.state:
            able = not self.notice and self.system.rules.standing_orders
            heard = able and (is_company(self) or self.play.battle.wishes)
            self._ordered = (self.course.state, self.play.ordered() if heard else None)
        return self._ordered[1]

    @property
    def watched_by_persons(self) -> bool:
        """Whether a person sits here, who could learn something from the time that others take."""
        return PERSON in self.facts.kinds.values()

    def persons_asked(self) -> list[str]:
        """The persons who must choose now."""
        if self.notice or self.play.result is not None:
            return []
        return [seat for seat in self.play.asked() if self.facts.kinds.get(seat, PERSON) == PERSON]

    def last_to_choose(self) -> str:
        """The seat whose choice came last; nobody's where that was only a wish."""
        last = self.play.history[-1] if self.play.history else None
        return "" if last is None or last.choice.do == WISH else last.seat

    def go_on(self, lines: list[bytes]) -> None:
        """More of its journal, which another process wrote. An exception: it must be opened anew."""
        for line in lines:
            found = self.pen.follow(line, self.lines + 1)
            if isinstance(found, End):
                self.end = found
                self.over = True
            else:
                self.course.repeat(found)
            self.lines += 1

    def become(self, fresh: "Battle") -> None:
        """Be as it was just opened from its journal; those who are here stay."""
        self.course, self.pen, self.lines = fresh.course, fresh.pen, fresh.lines
        self.end, self.over, self.notice, self.summary = fresh.end, fresh.over, fresh.notice, fresh.summary
        self._shown.clear()
        self._ordered = (-1, None)

    def played(self) -> Played:
        """All that was drawn and chosen so far, for a computer player."""
        return Played(self.header, self.course.opening, self.course.entries.copy())

    def step(self, seat: str) -> int:
        """The step of the guide that this seat takes next; -1: there is none."""
        return step_of(self.system, self.play, seat) if self.facts.guided else -1

    def astray(self, seat: str) -> bool:
        """Whether this seat has left the guide's path and can come back to it."""
        return self.facts.guided and astray_of(self.system, self.play, seat)

    # What is shown -----------------------------------------------------------------------------

    def shown(self, seat: str) -> Shown:
        """What a seat sees now."""
        found = self._shown.get(seat)
        if found is None or found.state != self.state:
            view = self._whole(self.course.view(seat), self.play, seat)
            same = found is not None and found.key == view.board_key
            board = found.board if found is not None and same else board_of(view)
            found = self._shown[seat] = show(view, board, self.state, self.over)
        return found

    def changes(self, seat: str, since: Shown) -> bytes:
        """What changed for a seat since it was shown something, worked out once for all its pages."""
        now = self.shown(seat)
        found = self._changes.get((seat, since.state))
        if found is None or found[0] is not now:
            found = self._changes[seat, since.state] = (now, changes(since.view, now.view))
            for old in [key for key, (made, _) in self._changes.items() if made.state != now.state]:
                del self._changes[old]
        return found[1]

    def looked_back(self, position: Position, seat: str) -> Shown:
        """What a seat sees of an old state."""
        view = self.system.shown.view(position.play, seat)
        return show(self._whole(view, position.play, seat), board_of(view), position.state, True)

    def _whole(self, view: View, play: AnyPlay, seat: str) -> View:
        """A view with what the server knows besides."""
        if self.notice:
            view = msgspec.structs.replace(view, decision=None, waiting=(), may_undo=False)
        if play is self.play and view.decision is not None and self.ordered() is not None:
            question = msgspec.structs.replace(view.decision, prompt=f"{view.decision.prompt} {BY_ORDER}")
            view = msgspec.structs.replace(view, decision=question)
        if view.wishes and is_company(self):
            view = msgspec.structs.replace(view, wishes=tuple(self._wishes(view)))
        if view.result is not None:
            sides = dict.fromkeys(each.side for each in view.seats)
            shown, events = self.system.shown, visible(play.log, seat)
            luck = luck_of(events, sides, shown.tellings)
            draws = shown.draws(play.battle, events)
            told = tuple([each.shown(side, draws.get(side, "")) for side, each in luck.items()])
            view = msgspec.structs.replace(view, luck=told)
            view = msgspec.structs.replace(view, decided=decided(view, events, shown.tellings))
        return named(msgspec.structs.replace(view, seed_digest=self.header.seed_digest))

    def _wishes(self, view: View) -> Iterator[WishView]:
        """What a seat may wish where others play too: nothing that would change who is asked."""
        possible = dict(possible_wishes(self.system.rules.wishes(self.play.battle), self.facts.all_asked))
        for wish in view.wishes:
            if wish.kind in possible:
                found = tuple([option for option in wish.options if option.choice.to in possible[wish.kind]])
                yield msgspec.structs.replace(wish, options=found)

    def told(self, seat: str, first: int) -> list[Event]:
        """What this seat was told after the first so many events."""
        events = visible(self.course.told[first:], seat)
        return [msgspec.structs.replace(event, seen_by=()) if event.seen_by else event for event in events]

    def summed_up(self) -> Summary:
        """How the battle stands, as a spectator sees it."""
        if self.summary.state != self.state:
            view = self.system.shown.view(self.play, GALLERY)
            result = self.end if self.notice else self.play.result
            if result is None:
                self.summary = Summary(self.state, view.turn, view.phase)
            else:
                self.summary = Summary(self.state, view.turn, view.phase, result.winner, result.reason, result.rule)
        return self.summary

    def known_to(self, seat: str, apart: bool = False) -> tuple[Any, Decision | None]:
        """The battle as far as this seat knows it, and what it is asked there; `apart`: in a copy of its own."""
        play = self.play
        if self.system.secrets and not self.over:
            if seat == GALLERY:
                raise Refusal(403, ONLY_WATCHING)
            play = play.fork(seat=seat)
        elif apart:
            play = play.fork()
        return play.battle, None if self.notice else play.decision_for(seat)

    # Who is told -------------------------------------------------------------------------------

    def publish(self, first: str = GALLERY) -> None:
        """A new state is on the disk: tell everybody, and first of all the seat that waits for its choice."""
        self.state = self.course.state
        self.moved.set()
        for listener in sorted(self.listeners, key=lambda each: each.seat != first):
            listener.wake()

    def announce(self, seat: str) -> None:
        """A computer player has begun to think; told once for a row of its choices."""
        if seat != self.thinking:
            self.thinking = seat
            for listener in self.listeners if seat else ():
                listener.thinks(seat)

    def stir(self) -> None:
        """Something has changed about those at the table, or about who is asked."""
        for listener in self.listeners:
            listener.stir()

    def dismiss(self, code: int, reason: str, token: str = "") -> None:
        """Close the sockets, or those of one link."""
        for listener in list(self.listeners):
            if token in ("", listener.token):
                listener.dismiss(code, reason)


def is_company(battle: Battle) -> bool:
    """Whether more than one person plays here, each at a screen of his own."""
    return not battle.facts.hot_seat and sum(kind == PERSON for kind in battle.facts.kinds.values()) > 1


def has_table(battle: Battle) -> bool:
    """Whether more than one person plays here or did, until a seat was handed to a computer player."""
    return is_company(battle) or (battle.facts.handed_over and not battle.facts.hot_seat)


BOARDS = 64
_boards: OrderedDict[str, bytes] = OrderedDict()


def board_of(view: View) -> bytes:
    """The board as JSON, null where a game has none; battles with the same one share it."""
    key = view.board_key
    found = _boards.get(key)
    if found is None:
        found = _boards[key] = _encode(view.board)
        if len(_boards) > BOARDS:
            _boards.popitem(last=False)
    else:
        _boards.move_to_end(key)
    return found


def show(view: View, board: bytes, state: int, past: bool) -> Shown:
    """A view as it is sent; nothing can be taken back in the past."""
    if past:
        view = msgspec.structs.replace(view, may_undo=False)
    return Shown(state, view.board_key, board, without_board(view))


def replayed(row: Row, system: AnySystem, written: Written) -> Battle:
    """A battle from its journal; of other rules up to the first choice that differs, and only to look at.

    OutOfDice, ContentError and the like: it cannot even be begun.
    """
    header, found = written.header, None
    scenario = shared(system, header)
    changed = scenario.digest != header.digest
    known = Known(written.opening, written.entries)
    choices = sum(-1 if entry.undo else 1 for entry in written.entries)
    try:
        course = begin(system, scenario, row.seed, known)
        check_course(written, course, choices)
    except Differs as differs:
        found = differs
        course = as_recorded(system, scenario, written, found)
        if system.secrets and written.end is None and found.choice <= choices:
            found = without_reason(found)
    return Battle(row, system, course, written, notice(header, changed, choices, found))


def check_course(written: Written, course: Course, choices: int) -> None:
    """Whether the battle is over now if it was then, and only then: its last choice is written with its end."""
    line = OPENING + len(written.entries) + 1
    result = course.play.result
    turn = course.system.rules.turn(course.play.battle)
    now = None if result is None else End(result.winner, result.reason, result.rule, turn)
    if written.end is not None:
        check_end(written.end, now, line, choices)
    elif now is not None:
        raise Differs("After its last choice the battle is over.", line, choices + 1)


def as_recorded(system: AnySystem, scenario: Scenario, written: Written, found: Differs) -> Course:
    """A battle of other rules, before the line that differs. No die is drawn that was not drawn then."""
    battle = system.rules.new(scenario)
    course = Course(system, battle, RecordedChance(), written.opening)
    for entry in written.entries:
        if entry.line >= found.line:
            break
        course.repeat(entry)
    return course


class Known(msgspec.Struct, frozen=True):
    """How a battle began that another one goes on from: its opening draws, and the choices that stand."""

    opening: Sequence[int]
    entries: Sequence[Entry]

    @property
    def draws(self) -> list[int]:
        return [*self.opening, *(draw for entry in self.entries for draw in entry.draws)]


def begin(
    system: AnySystem,
    scenario: Scenario,
    seed: bytes,
    known: Known | None = None,
) -> Course:
    """The opening of a battle: a new one, or what is known of one that goes on. Differs: the rules are others."""
    battle = system.rules.new(scenario)
    course = Course(system, battle, SeededChance(seed), known.opening if known else None)
    if known is not None:
        if len(course.opening) != len(known.opening):
            raise other_draws(len(known.opening), len(course.opening), OPENING)
        for entry in known.entries:
            course.repeat(entry)
    return course


def kept_once(header: Header) -> Header:
    """The header of a battle; those of the same scenario share its texts."""
    if not header.texts:
        return header
    return msgspec.structs.replace(header, texts={name: intern(text) for name, text in header.texts.items()})


SHARED = 64
_scenarios: OrderedDict[tuple[str, str, str], Any] = OrderedDict()


def shared(system: AnySystem, header: Header) -> Any:
    """The scenario of a battle; battles of the same one share it, and what is worked out from it."""
    key = (system.key, header.scenario, header.digest)
    if header.texts and key in _scenarios:
        return _scenarios[key]
    scenario = scenario_of(system, header)
    key = (system.key, header.scenario, scenario.digest)
    found = _scenarios.setdefault(key, scenario)
    if len(_scenarios) > SHARED:
        _scenarios.popitem(last=False)
    return found
