"""Who is to be called to which battle, and when: written in the transaction of the choice that made it his turn.

A seat is called once for a wait. Who was called is not called again before he has chosen something, and not soon
after: a row of small questions makes one notice, not many.
"""

from collections.abc import Mapping

import msgspec

from sandtable.server.store import Base

AFTER = 15.0  # seconds: who answers at once needs no notice
QUIET = 900.0  # seconds between two notices about one battle, at least
SHORTEST = 600.0  # seconds: who has less for a move is not reminded
SHARE = 0.25  # of his time is left when somebody is reminded,
EARLIEST = 86_400.0  # or so many seconds, whichever is less
AT_ONCE = 50

_SEAT = "WHERE battle = ? AND seat = ?"


class Call(msgspec.Struct, frozen=True):
    """Somebody is to be told; `reminder`: that his time runs out."""

    battle: str
    seat: str
    asked: float
    reminder: bool


def reminded_at(asked: float, runs_out: float | None) -> float | None:
    """When somebody who is asked since then is reminded; None: never."""
    if runs_out is None or runs_out - asked < SHORTEST:
        return None
    return runs_out - min(EARLIEST, SHARE * (runs_out - asked))


def note_calls(
    base: Base,
    battle: str,
    by: str,
    asked: Mapping[str, float],
    ends: Mapping[str, float | None],
    ordered: bool = False,
) -> None:
    """These are asked since then, and their time is up then; `by` has chosen. `ordered`: it is answered by order."""
    known = {
        seat: (since, told, waiting)
        for seat, since, told, waiting in base.rows(
            "SELECT seat, asked, told, waiting FROM calls WHERE battle = ?", battle
        )
    }
    for seat, since in asked.items():
        before, told, waiting = known.pop(seat, (0.0, 0.0, False))
        if before == since:
            continue
        called = bool(waiting) and by != seat
        due = None if called or ordered else max(since + AFTER, told + QUIET if told else 0.0)
        _put(base, battle, seat, since, due, reminded_at(since, ends.get(seat)), told, called)
    for seat, (since, told, waiting) in known.items():
        if since:
            _put(base, battle, seat, 0.0, None, None, told, bool(waiting) and by != seat)


def _put(
    base: Base,
    battle: str,
    seat: str,
    asked: float,
    due: float | None,
    remind: float | None,
    told: float,
    waiting: bool,
) -> None:
    base.do(f"DELETE FROM calls {_SEAT}", battle, seat)
    base.do(
        "INSERT INTO calls (battle, seat, asked, due, remind, told, waiting) VALUES (?, ?, ?, ?, ?, ?, ?)",
        *(battle, seat, asked, due, remind, told, waiting),
    )


def due_calls(base: Base, now: float) -> list[Call]:
    """Those that are due, each taken by one process alone."""
    found = base.rows(
        "SELECT battle, seat, asked, due, remind FROM calls WHERE due <= ? OR remind <= ? LIMIT ?", now, now, AT_ONCE
    )
    taken = []
    for battle, seat, asked, due, remind in found:
        reminder = remind is not None and remind <= now
        which, value = ("due = NULL, remind", remind) if reminder else ("due", due)  # a reminder says both
        column = "remind" if reminder else "due"
        if base.do(f"UPDATE calls SET {which} = NULL {_SEAT} AND {column} = ?", battle, seat, value):
            taken.append(Call(battle, seat, asked, reminder))
    return taken


def note_called(base: Base, call: Call, now: float) -> None:
    """He was told."""
    base.do(f"UPDATE calls SET told = ?, waiting = ? {_SEAT}", now, True, call.battle, call.seat)


def still_waits(base: Base, battle: str, seat: str, asked: float) -> bool:
    """Whether he has not answered since."""
    return bool(base.rows(f"SELECT 1 FROM calls {_SEAT} AND asked = ?", battle, seat, asked))
