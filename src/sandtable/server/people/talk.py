"""Talk at the table and in the gallery. Nothing of it is in the journal.

Players hear players, and the gallery hears the gallery; when the battle is over everybody hears everything.
"""

import unicodedata
from typing import TYPE_CHECKING

import msgspec

from sandtable.server.edge.limits import TALK
from sandtable.server.people import chairs
from sandtable.server.people.clock import now
from sandtable.server.people.records import Account, accounts_of
from sandtable.server.refusal import Refusal
from sandtable.server.seats import GALLERY
from sandtable.server.store import Base, Taken, Work

if TYPE_CHECKING:
    from sandtable.server.battles import Battles

LONGEST = 300
KEPT = 500  # lines of one room
SHOWN = 100
TRIES = 5

PLAYERS, SPECTATORS = "players", "gallery"
MUTED = "Whoever runs this server has muted this account: it cannot talk."


class Line(msgspec.Struct, frozen=True):
    """What somebody said. A spectator has no seat, but a name. Its number is told to nobody: it counts both rooms."""

    room: str
    seat: str
    name: str
    text: str
    time: float


def add_line(battle: str, account: str, line: Line) -> Work[None]:
    """Taken: somebody else spoke at the same moment."""

    def work(base: Base) -> None:
        last = last_line(battle)(base)
        base.do(
            "INSERT INTO talk (battle, number, room, seat, account, name, text, time) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            *(battle, last + 1, line.room, line.seat, account, line.name, line.text, line.time),
        )
        base.do(
            "DELETE FROM talk WHERE battle = ? AND room = ? AND number <= "
            "(SELECT number FROM talk WHERE battle = ? AND room = ? ORDER BY number DESC LIMIT 1 OFFSET ?)",
            *(battle, line.room, battle, line.room, KEPT),
        )
        base.tell(f"company {battle}")

    return work


def last_line(battle: str) -> Work[int]:
    """The number of the last line; 0: nothing was said."""

    def work(base: Base) -> int:
        [(last,)] = base.rows("SELECT coalesce(max(number), 0) FROM talk WHERE battle = ?", battle)
        return int(last)

    return work


def lines_of(battle: str, rooms: tuple[str, ...], after: int = 0) -> Work[tuple[list[Line], int]]:
    """What was said in these rooms after a line, the last of it; and the number of its last line."""

    def work(base: Base) -> tuple[list[Line], int]:
        marks = ", ".join("?" for _ in rooms)
        found = base.rows(
            f"SELECT number, room, seat, name, text, time FROM talk WHERE battle = ? AND number > ? "
            f"AND room IN ({marks}) ORDER BY number DESC LIMIT ?",
            *(battle, after, *rooms, SHOWN),
        )
        return [Line(*row[1:]) for row in reversed(found)], found[0][0] if found else after

    return work


def words_of(account: str) -> Work[list[tuple[str, str, float]]]:
    """All that somebody has said: the battle, the words and the time."""

    def work(base: Base) -> list[tuple[str, str, float]]:
        where = "WHERE account = ? ORDER BY time"
        return [
            (b, text, time) for b, text, time in base.rows(f"SELECT battle, text, time FROM talk {where}", account)
        ]

    return work


def rooms_of(seat: str, over: bool) -> tuple[str, ...]:
    """What somebody hears."""
    if over:
        return PLAYERS, SPECTATORS
    return (SPECTATORS,) if seat == GALLERY else (PLAYERS,)


def clean(text: str) -> str:
    """What is said, in one line of what can be seen; Refusal 422 if that is nothing or too much."""
    text = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode())
    text = " ".join("".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in text).split())
    if not text:
        raise Refusal(422, "Say something.")
    if len(text) > LONGEST:
        raise Refusal(422, f"Say it in {LONGEST} characters.")
    return text


class Talk:
    """The talk in the battles of one server."""

    def __init__(self, battles: "Battles") -> None:
        self._battles = battles
        self._store = battles.store

    async def say(self, token: str, text: str, speaker: Account | None) -> None:
        """Say something at the table or, from the gallery, to the gallery, where one needs a name."""
        text = clean(text)
        async with self._battles.seat(token) as (battle, seat):
            if seat == GALLERY and speaker is None:
                raise Refusal(401, "Only people with a name can talk in the gallery. Choose a name first.")
            if seat != GALLERY:
                speaker = await self._sitter(battle.id, seat)
            if speaker is not None and (speaker.muted or speaker.banned):
                raise Refusal(403, MUTED)
            self._battles.limits.take(TALK)
            room = SPECTATORS if seat == GALLERY else PLAYERS
            line = Line(room, seat, speaker.name if speaker else "", text, now())
            for attempt in range(TRIES):
                try:
                    await self._store.run(add_line(battle.id, speaker.id if speaker else "", line))
                    break
                except Taken:
                    if attempt == TRIES - 1:
                        raise Refusal(503, "Too many people are talking at once. Please try again.") from None
            self._battles.stir(battle.id)

    async def _sitter(self, battle: str, seat: str) -> Account | None:
        """Whose seat it is, if that is known."""
        for chair in await self._store.run(chairs.chairs_in([battle])):
            if chair.seat == seat and chair.account:
                return (await self._store.run(accounts_of([chair.account]))).get(chair.account)
        return None
