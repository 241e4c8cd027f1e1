"""What is to be sent: kept until it got there, and tried again with patience."""

import secrets

import msgspec

from sandtable.server.notices.calls import still_waits
from sandtable.server.notices.ways import Way, drop_way, read_way
from sandtable.server.store import Base, Work

AT_ONCE = 20
LEASE = 180.0  # seconds for one process to try; then another may
WAITS = (60.0, 300.0, 1800.0, 7200.0, 6 * 3600.0, 12 * 3600.0)  # seconds after each try that failed


class Letter(msgspec.Struct, frozen=True):
    """A title, a line and a link. One about a battle is dropped when its seat has answered meanwhile."""

    id: str
    way: str
    battle: str
    seat: str
    asked: float
    title: str
    text: str
    link: str
    due: float
    tries: int = 0


_COLUMNS = "id, way, battle, seat, asked, title, text, link, due, tries"


def write_letter(base: Base, way: Way, title: str, text: str, now: float, **about: object) -> None:
    """Put a letter into the box."""
    about = {"battle": "", "seat": "", "asked": 0.0, "link": f"{way.root}/", **about}
    base.do(
        f"INSERT INTO letters ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *(secrets.token_hex(8), way.id, about["battle"], about["seat"], about["asked"]),
        *(title, text, about["link"], now, 0),
    )


def take_letters(now: float) -> Work[list[tuple[Letter, Way]]]:
    """Those that are due, each taken by one process alone, with the way they go."""
    theirs = ", ".join(f"ways.{name}" for name in Way.__struct_fields__)
    ours = ", ".join(f"letters.{name}" for name in Letter.__struct_fields__)

    def work(base: Base) -> list[tuple[Letter, Way]]:
        found = base.rows(
            f"SELECT {ours}, {theirs} FROM letters JOIN ways ON ways.id = letters.way WHERE letters.due <= ? "
            "ORDER BY letters.due LIMIT ?",
            *(now, AT_ONCE),
        )
        taken = []
        for row in found:
            letter, way = Letter(*row[:10]), read_way(row[10:])
            if letter.battle and not still_waits(base, letter.battle, letter.seat, letter.asked):
                base.do("DELETE FROM letters WHERE id = ?", letter.id)
            elif base.do(
                "UPDATE letters SET due = ?, tries = ? WHERE id = ? AND due = ?",
                *(now + LEASE, letter.tries + 1, letter.id, letter.due),
            ):
                taken.append((letter, way))
        return taken

    return work


def note_sent(letter: Letter) -> Work[None]:
    """It got there."""

    def work(base: Base) -> None:
        base.do("DELETE FROM letters WHERE id = ?", letter.id)
        base.do("UPDATE ways SET trouble = '' WHERE id = ?", letter.way)

    return work


def note_failed(letter: Letter, why: str, now: float) -> Work[None]:
    """It did not: later again, and at some time no more. Its owner can read why."""

    def work(base: Base) -> None:
        if letter.tries < len(WAITS):
            base.do("UPDATE letters SET due = ? WHERE id = ?", now + WAITS[letter.tries], letter.id)
        else:
            base.do("DELETE FROM letters WHERE id = ?", letter.id)
        base.do("UPDATE ways SET trouble = ? WHERE id = ?", why, letter.way)

    return work


def note_gone(way: Way) -> Work[None]:
    """Nobody is there any more, for good: a browser that was told to stop."""

    def work(base: Base) -> None:
        drop_way(base, way.account, way.id)

    return work
