"""What is done with the database: each function makes a piece of work for the store's thread."""

import logging
from typing import Any

import msgspec

from sandtable.server.store.contract import Base, Damaged, Work
from sandtable.server.store.rows import PUBLIC, Facts, Link, Row, Summary
from sandtable.table.scheme import Thought

AT_ONCE = 500  # battles that are forgotten in one transaction

log = logging.getLogger(__name__)

_facts = msgspec.json.Decoder(Facts).decode
_summary = msgspec.json.Decoder(Summary).decode
_thought = msgspec.json.Decoder(Thought).decode
_pack = msgspec.json.encode


def add_battle(row: Row, lines: list[bytes], links: list[tuple[bytes, Link]]) -> Work[None]:
    """A new battle with the beginning of its journal and its links."""

    def work(base: Base) -> None:
        base.do(
            "INSERT INTO battles (id, facts, seed, made, due, over, summary, listed, touched) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(row.id, _pack(row.facts), row.seed, row.made, row.due, row.over, _pack(row.summary)),
            *(row.facts.visibility == PUBLIC, row.made),
        )
        _add_lines(base, row.id, 0, lines)
        base.do_all(
            "INSERT INTO links (digest, battle, seat) VALUES (?, ?, ?)",
            [(digest, link.battle, link.seat) for digest, link in links],
        )

    return work


def add_lines(
    battle: str, first: int, lines: list[bytes], due: bool, over: bool, why: tuple[int, Thought] | None = None
) -> Work[None]:
    """More of a journal; a line number that is taken already is an error and changes nothing.

    `why`: what a computer player thought of its choice, and the state that the choice made.
    """

    def work(base: Base) -> None:
        _add_lines(base, battle, first, lines)
        if why is not None:
            base.do("INSERT INTO thoughts (battle, state, thought) VALUES (?, ?, ?)", battle, why[0], _pack(why[1]))
        base.do("UPDATE battles SET due = ?, over = ? WHERE id = ?", due, over, battle)
        base.tell(f"lines {battle} {first + len(lines)} {due}")

    return work


def _add_lines(base: Base, battle: str, first: int, lines: list[bytes]) -> None:
    rows = [(battle, number, line) for number, line in enumerate(lines, first)]
    base.do_all("INSERT INTO lines (battle, number, text) VALUES (?, ?, ?)", rows)


def explained(battle: str) -> Work[list[int]]:
    """The states that were made by computer players who say why."""

    def work(base: Base) -> list[int]:
        return [state for (state,) in base.rows("SELECT state FROM thoughts WHERE battle = ?", battle)]

    return work


def find_thought(battle: str, state: int) -> Work[Thought | None]:
    """Why a computer player made the choice that made this state."""

    def work(base: Base) -> Thought | None:
        found = base.rows("SELECT thought FROM thoughts WHERE battle = ? AND state = ?", battle, state)
        try:
            return _thought(found[0][0]) if found else None
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            raise Damaged(f"A thought of battle {battle} cannot be read: {error}.") from error

    return work


def keep_facts(battle: str, facts: Facts, due: bool) -> Work[None]:
    """Somebody else sits at a seat."""

    def work(base: Base) -> None:
        base.do("UPDATE battles SET facts = ?, due = ? WHERE id = ?", _pack(facts), due, battle)
        base.tell(f"facts {battle}")
        if due:
            base.tell("due")

    return work


def keep_summary(battle: str, summary: Summary) -> Work[None]:
    def work(base: Base) -> None:
        base.do("UPDATE battles SET summary = ? WHERE id = ?", _pack(summary), battle)

    return work


_ROW = """
    SELECT id, facts, seed, made, due, over, summary,
        coalesce((SELECT max(number) FROM lines WHERE battle = id), -1) - 1 - CAST(over AS INTEGER), touched
    FROM battles
"""


def _row(found: tuple[Any, ...]) -> Row:
    """A battle as it is kept. Damaged: it cannot be read."""
    id, facts, seed, made, due, over, summary, states, touched = found
    try:
        return Row(id, _facts(facts), bytes(seed), made, bool(due), bool(over), _summary(summary), states, touched)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise Damaged(f"What is kept about battle {id} cannot be read: {error}.") from error


def _readable(found: list[tuple[Any, ...]]) -> list[Row]:
    """Those that can be read; what is said about the others is in the log."""
    rows = []
    for each in found:
        try:
            rows.append(_row(each))
        except Damaged as error:
            log.error("%s Restore a backup if you have one (sandtable restore).", error)
    return rows


def find_battle(id: str) -> Work[tuple[Row, list[bytes]] | None]:
    """A battle and its journal."""

    def work(base: Base) -> tuple[Row, list[bytes]] | None:
        found = base.rows(f"{_ROW} WHERE id = ?", id)
        if not found:
            return None
        lines = base.rows("SELECT text FROM lines WHERE battle = ? ORDER BY number", id)
        return _row(found[0]), [text for (text,) in lines]

    return work


def lines_after(id: str, count: int) -> Work[list[bytes]]:
    """What came to a journal after its first so many lines."""

    def work(base: Base) -> list[bytes]:
        found = base.rows("SELECT text FROM lines WHERE battle = ? AND number >= ? ORDER BY number", id, count)
        return [text for (text,) in found]

    return work


def rows_where(base: Base, where: str, *values: Any) -> list[Row]:
    """The battles that a condition finds, as far as they can be read."""
    return _readable(base.rows(f"{_ROW} {where}", *values))


def newest(count: int) -> Work[list[Row]]:
    """The newest battles that are public, those that go on first."""

    def work(base: Base) -> list[Row]:
        return _readable(base.rows(f"{_ROW} WHERE listed ORDER BY over, made DESC LIMIT ?", count))

    return work


def waiting_for_computers(since: float) -> Work[list[str]]:
    """The battles in which a computer player must choose, and which somebody has looked at since then."""

    def work(base: Base) -> list[str]:
        where = "WHERE due AND NOT over AND touched >= ? ORDER BY made"
        return [id for (id,) in base.rows(f"SELECT id FROM battles {where}", since)]

    return work


def touch(battles: list[str], now: float) -> Work[None]:
    """Somebody looks at these."""

    def work(base: Base) -> None:
        base.do_all("UPDATE battles SET touched = ? WHERE id = ?", [(now, id) for id in battles])

    return work


def forget(before: float, unplayed_before: float) -> Work[list[str]]:
    """Delete the battles that nobody has looked at since then; those without a choice by the second time."""

    def work(base: Base) -> list[str]:
        played = "(SELECT count(*) FROM lines WHERE battle = battles.id) > 2"
        where = f"WHERE touched < ? OR (touched < ? AND NOT {played}) ORDER BY touched LIMIT {AT_ONCE}"
        found = [id for (id,) in base.rows(f"SELECT id FROM battles {where}", before, unplayed_before)]
        for table in (
            "lines",
            "links",
            "thoughts",
            "chairs",
            "turns",
            "here",
            "offers",
            "talk",
            "calls",
            "letters",
            "undos",
            "studies",
            "findings",
        ):
            base.do_all(f"DELETE FROM {table} WHERE battle = ?", [(id,) for id in found])
        base.do_all("DELETE FROM battles WHERE id = ?", [(id,) for id in found])
        return found

    return work


def find_link(digest: bytes) -> Work[Link | None]:
    def work(base: Base) -> Link | None:
        found = base.rows("SELECT battle, seat FROM links WHERE digest = ?", digest)
        return Link(*found[0]) if found else None

    return work


def change_link(old: bytes, new: bytes) -> Work[bool]:
    """Give a seat another link; whether the old one was still there."""

    def work(base: Base) -> bool:
        for (battle,) in base.rows("UPDATE links SET digest = ? WHERE digest = ? RETURNING battle", new, old):
            base.tell(f"link {battle} {old.hex()}")
            return True
        return False

    return work
