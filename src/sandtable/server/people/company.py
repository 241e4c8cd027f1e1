"""Who is at a table: who is here, who has not come yet, who is asked, who wants a draw, and what was said.

Whether somebody is here is known in all processes: each says so again before it is forgotten.
"""

from typing import TYPE_CHECKING

import msgspec

from sandtable.server.battle import Battle
from sandtable.server.people import chairs
from sandtable.server.people.agreements import undo_wanted
from sandtable.server.people.clock import now
from sandtable.server.people.records import accounts_of
from sandtable.server.people.talk import Line, lines_of, rooms_of
from sandtable.server.people.turns import find_turns
from sandtable.server.seats import GALLERY, PERSON
from sandtable.server.store import Base, Work

if TYPE_CHECKING:
    from sandtable.server.battles import Battles

STAYS = 45.0  # seconds for which somebody counts as here after he was seen


class Player(msgspec.Struct, frozen=True):
    """A seat: who plays it, and whether he is here. `asked`: he must choose, about whatever."""

    seat: str
    kind: str
    name: str = ""
    badge: str = ""
    here: bool = False
    joined: bool = False
    given_up: bool = False
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


def note_here(battle: str, seats: list[str], until: float) -> Work[None]:
    """Somebody sits at these seats until then."""

    def work(base: Base) -> None:
        for seat in seats:
            if not base.do("UPDATE here SET until = ? WHERE battle = ? AND seat = ?", until, battle, seat):
                base.do("INSERT INTO here (battle, seat, until) VALUES (?, ?, ?)", battle, seat, until)
        base.tell(f"company {battle}")

    return work


def here_in(battle: str) -> Work[dict[str, float]]:
    """The seats that somebody has sat at, and until when he counts as here."""

    def work(base: Base) -> dict[str, float]:
        return dict(base.rows("SELECT seat, until FROM here WHERE battle = ?", battle))

    return work


def offers_in(battle: str) -> Work[set[str]]:
    """The seats that want a draw."""

    def work(base: Base) -> set[str]:
        return {seat for (seat,) in base.rows("SELECT seat FROM offers WHERE battle = ?", battle)}

    return work


def is_company(battle: Battle) -> bool:
    """Whether more than one person plays here, each at a screen of his own."""
    return not battle.facts.hot_seat and sum(kind == PERSON for kind in battle.facts.kinds.values()) > 1


class Company:
    """The company at the tables of one server."""

    def __init__(self, battles: "Battles") -> None:
        self._battles = battles
        self._store = battles.store

    def came(self, battle: Battle, seat: str) -> None:
        """A page was opened at a seat or in the gallery."""
        if is_company(battle):
            if seat != GALLERY:
                self._store.submit(note_here(battle.id, [seat], now() + STAYS))
            self._battles.stir(battle.id)

    def went(self, battle: Battle, seat: str) -> None:
        """A page was closed; there may be another."""
        if is_company(battle):
            if seat != GALLERY and not any(page.seat == seat for page in battle.listeners):
                self._store.submit(note_here(battle.id, [seat], 0.0))
            self._battles.stir(battle.id)

    def stay(self, battle: Battle) -> None:
        """Those who are here still are."""
        seats = sorted({page.seat for page in battle.listeners} - {GALLERY})
        if seats and is_company(battle):
            self._store.submit(note_here(battle.id, seats, now() + STAYS))

    async def told(self, battle: Battle, seat: str, heard: int) -> Told | None:
        """What a page is told, which has heard what was said up to a line; None where one plays alone."""
        if not is_company(battle):
            return None
        run = self._store.run
        sitting = {chair.seat: chair for chair in await run(chairs.chairs_in([battle.id]))}
        people = await run(accounts_of([chair.account for chair in sitting.values() if chair.account]))
        here, wanted, turns = (
            await run(here_in(battle.id)),
            await run(offers_in(battle.id)),
            await run(find_turns(battle.id)),
        )
        asker, taking = await run(undo_wanted(battle.id, battle.state))
        local = {page.seat for page in battle.listeners}
        asked = battle.persons_asked()
        players = []
        for each, kind in battle.facts.kinds.items():
            chair = sitting.get(each)
            who = people.get(chair.account) if chair else None
            players.append(
                Player(
                    *(each, kind, who.name if who else "", who.badge if who else ""),
                    here=each in local or here.get(each, 0.0) > now(),
                    joined=each in here or each in local,
                    given_up=bool(chair and chair.given_up and kind == PERSON),
                    asked=each in asked,
                    draw=each in wanted,
                    undo=each in taking,
                    asks_undo=each == asker,
                    runs_out=turns.runs_out(each) if turns and not battle.over else None,
                )
            )
        talk = await run(lines_of(battle.id, rooms_of(seat, battle.over), heard))
        return Told(players, talk, sum(page.seat == GALLERY for page in battle.listeners))
