"""Who is at a table: who is here, who has not come yet, who is asked, who wants a draw, and what was said.

Whether somebody is here is known in all processes: each says so again before it is forgotten. What the database knows
of a table is read once for all its pages, and again when something has changed: not with every choice.
"""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec

from sandtable.server.battle import Battle, has_table
from sandtable.server.people import chairs
from sandtable.server.people.clock import now
from sandtable.server.people.records import Account, accounts_of
from sandtable.server.people.talk import Line, last_line, lines_of, rooms_of
from sandtable.server.people.turns import Turns, find_turns
from sandtable.server.seats import GALLERY, PERSON
from sandtable.server.store import Base, Work
from sandtable.table.wishes import WISH

if TYPE_CHECKING:
    from sandtable.server.battles import Battles

STAYS = 45.0  # seconds for which somebody counts as here after he was seen
KNOWN = 15.0  # seconds for which what was read of a table holds: others may have come to it in other processes
SOONEST = 0.05  # seconds after which we look again who has left, at the earliest
BY_ORDER = " by order"  # after a seat: not he was seen, but an answer that he had ordered


class Player(msgspec.Struct, frozen=True):
    """A seat: who plays it, and whether he is here. `asked`: he must choose, about whatever."""

    seat: str
    kind: str
    name: str = ""
    badge: str = ""
    here: bool = False
    joined: bool = False
    given_up: bool = False
    vacant: bool = False  # nobody plays it yet, or any more: a new link can be made for it
    asked: bool = False
    draw: bool = False
    undo: bool = False  # wants something taken back
    asks_undo: bool = False  # a choice of his own
    runs_out: float | None = None  # when his time is up


class Told(msgspec.Struct, frozen=True, tag_field="type", tag="company"):
    """Who is at the table, and what was said since the page heard last."""

    players: list[Player]
    talk: list[Line]
    watching: int


class Known(msgspec.Struct, frozen=True):
    """What the database knows of those at a table."""

    read: float  # when
    sitting: dict[str, chairs.Chair]  # by seat
    people: dict[str, Account]  # by id
    here: dict[str, float]  # the seats that somebody has sat at, and until when he counts as here
    draw: set[str]  # the seats that want one
    undo: list[tuple[str, str, int]]  # who asks to take something back, who agrees, and in which state
    turns: Turns | None
    last: int  # line of talk

    @property
    def timed(self) -> bool:
        """Whether each choice changes what is known: somebody's time."""
        return self.turns is not None and bool(self.turns.pace.kind)


def read_table(battle: str) -> Work[Known]:
    """All that is known of those at a table."""

    def work(base: Base) -> Known:
        sitting = {chair.seat: chair for chair in chairs.chairs_in([battle])(base)}
        people = accounts_of([chair.account for chair in sitting.values() if chair.account])(base)
        here = dict(base.rows("SELECT seat, until FROM here WHERE battle = ?", battle))
        undo = [
            (asker, seat, state)
            for asker, seat, state in base.rows("SELECT asker, seat, state FROM undos WHERE battle = ?", battle)
        ]
        turns, last = find_turns(battle)(base), last_line(battle)(base)
        return Known(now(), sitting, people, here, offers_in(battle)(base), undo, turns, last)

    return work


def note_here(battle: str, seats: list[str], until: float, came: bool = False) -> Work[None]:
    """Somebody sits at these seats until then; `came`: he has just opened them, whoever gave them up."""

    def work(base: Base) -> None:
        for seat in seats:
            if not base.do("UPDATE here SET until = ? WHERE battle = ? AND seat = ?", until, battle, seat):
                base.do("INSERT INTO here (battle, seat, until) VALUES (?, ?, ?)", battle, seat, until)
            if came:
                chairs.come_again(base, battle, seat)
        base.tell(f"company {battle}")

    return work


def still_here(sitting: list[tuple[str, str]], until: float) -> Work[None]:
    """Those at these seats of battles, who were here, are until then. Nobody need be told."""

    def work(base: Base) -> None:
        rows = [(until, battle, seat) for battle, seat in sitting]
        base.do_all("UPDATE here SET until = ? WHERE battle = ? AND seat = ?", rows)

    return work


def offers_in(battle: str) -> Work[set[str]]:
    """The seats that want a draw."""

    def work(base: Base) -> set[str]:
        return {seat for (seat,) in base.rows("SELECT seat FROM offers WHERE battle = ?", battle)}

    return work


def seats_here(battle: Battle) -> set[str]:
    """The seats at which somebody looks at a page of this process."""
    return {page.seat for page in battle.listeners if not page.away}


def has_left(known: Known, seat: str) -> bool:
    """Whether a seat was given up, or its player is banned."""
    chair = known.sitting.get(seat)
    who = known.people.get(chair.account) if chair else None
    return bool((chair and chair.given_up) or (who and who.banned))


def has_joined(battle: Battle, known: Known, seat: str) -> bool:
    """Whether somebody has ever come to a seat, by his page or by a choice. A wish is secret, and tells nothing."""
    came = seat in known.here or seat in seats_here(battle)
    return came or any(entry.seat == seat and entry.choice.do != WISH for entry in battle.course.entries)


def is_vacant(battle: Battle, known: Known, seat: str) -> bool:
    """Whether nobody plays a seat yet, or any more. Who has come keeps it: no new link to it is made then."""
    if battle.over or battle.facts.kinds.get(seat) != PERSON:
        return False
    chair = known.sitting.get(seat)
    return has_left(known, seat) or not ((chair and chair.account) or has_joined(battle, known, seat))


class Company:
    """The company at the tables of one server."""

    def __init__(self, battles: "Battles") -> None:
        self._battles = battles
        self._store = battles.store
        self._known: WeakKeyDictionary[Battle, asyncio.Future[Known]] = WeakKeyDictionary()
        self._leaving: WeakKeyDictionary[Battle, asyncio.TimerHandle] = WeakKeyDictionary()

    def came(self, battle: Battle, seat: str) -> None:
        """A page was opened at a seat or in the gallery, or somebody looks at it again."""
        if has_table(battle):
            if seat != GALLERY:
                self._store.submit(note_here(battle.id, [seat], now() + STAYS, came=True))
            self._battles.stir(battle.id)

    def went(self, battle: Battle, seat: str) -> None:
        """A page was closed, or nobody looks at it; there may be another."""
        if has_table(battle):
            if seat != GALLERY and seat not in seats_here(battle):
                self._store.submit(note_here(battle.id, [seat], 0.0))
            self._battles.stir(battle.id)

    def answers(self, battle: Battle, seat: str, stays: float) -> None:
        """An order answers for this seat, as if somebody had come for it and stayed for so many seconds."""
        self._store.submit(note_here(battle.id, [seat + BY_ORDER], now() + stays))
        self._battles.stir(battle.id)

    def stay(self, battles: Iterable[Battle]) -> None:
        """Those who are here still are."""
        company = [battle for battle in battles if has_table(battle)]
        sitting = [(battle.id, seat) for battle in company for seat in sorted(seats_here(battle) - {GALLERY})]
        if sitting:
            self._store.submit(still_here(sitting, now() + STAYS))

    def forget(self, battle: Battle) -> None:
        """Something has changed about those at a table: what was read of it holds no more."""
        self._known.pop(battle, None)

    async def _know(self, battle: Battle) -> Known:
        """What the database knows of a table, read once for all who ask at the same time."""
        reading = self._known.get(battle)
        if reading is not None and reading.done():
            failed = reading.cancelled() or reading.exception() is not None
            if failed or reading.result().timed or now() - reading.result().read > KNOWN:
                reading = None
        if reading is None:
            reading = self._known[battle] = asyncio.wrap_future(self._store.submit(read_table(battle.id)))
        return reading.result() if reading.done() else await asyncio.shield(reading)

    def _look_again(self, battle: Battle, here: dict[str, float], local: set[str]) -> None:
        """As soon as somebody who is here elsewhere, or by order, counts as away, the pages are told."""
        leaving = self._leaving.pop(battle, None)
        if leaving is not None:
            leaving.cancel()
        stay = [until - now() for seat, until in here.items() if seat not in local and until > now()]
        if stay and battle.listeners:
            wait = max(SOONEST, min(stay))
            self._leaving[battle] = asyncio.get_running_loop().call_later(wait, self._battles.stir, battle.id)

    async def told(self, battle: Battle, seat: str, heard: int) -> tuple[Told, int] | None:
        """What a page is told that has heard what was said up to a line, and up to which it has heard it then.

        None where one plays alone.
        """
        if not has_table(battle):
            return None
        known = await self._know(battle)
        sitting, here, turns = known.sitting, known.here, known.turns
        undo = [(asker, agrees) for asker, agrees, state in known.undo if state == battle.state]
        local = seats_here(battle)
        self._look_again(battle, here, local)
        asked = battle.persons_asked()
        players = []
        for each, kind in battle.facts.kinds.items():
            chair = sitting.get(each)
            who = known.people.get(chair.account) if chair else None
            players.append(
                Player(
                    *(each, kind, who.name if who else "", who.badge if who else ""),
                    here=each in local or max(here.get(each, 0.0), here.get(each + BY_ORDER, 0.0)) > now(),
                    joined=has_joined(battle, known, each),
                    given_up=kind == PERSON and has_left(known, each),
                    vacant=is_vacant(battle, known, each),
                    asked=each in asked,
                    draw=each in known.draw,
                    undo=any(each == agrees for _, agrees in undo),
                    asks_undo=any(each == asker for asker, _ in undo),
                    runs_out=turns.runs_out(each) if turns and not battle.over else None,
                )
            )
        talk: list[Line] = []
        if known.last > heard:
            talk, heard = await self._store.run(lines_of(battle.id, rooms_of(seat, battle.over), heard))
        return Told(players, talk, sum(page.seat == GALLERY for page in battle.listeners)), heard
