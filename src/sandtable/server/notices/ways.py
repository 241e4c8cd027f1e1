"""The ways by which somebody wants to be told: a browser, a mail address, or whatever Apprise knows."""

import secrets
from typing import Any

import msgspec

from sandtable.server.store import Base, Work

PUSH = "push"
MAIL = "mail"
APPRISE = "apprise"


class Way(msgspec.Struct, frozen=True):
    """One way to somebody. `name` is how its owner knows it; `code` must be typed before a mail address is used."""

    id: str
    account: str
    kind: str
    address: str  # of a browser: its subscription as JSON
    name: str
    always: bool  # also about what he is looking at
    root: str  # where the links of its notices lead
    made: float
    code: str = ""
    trouble: str = ""  # why the last notice did not get there


_COLUMNS = "id, account, kind, address, name, always, root, made, code, trouble"


def new_way(account: str, kind: str, address: str, name: str, root: str, made: float, code: str = "") -> Way:
    return Way(secrets.token_hex(6), account, kind, address, name, False, root, made, code)


def add_way(way: Way) -> Work[None]:
    """One more way. The same address again takes the place of the old one."""

    def work(base: Base) -> None:
        drop_way(base, way.account, address=way.address)
        base.do(f"INSERT INTO ways ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", *msgspec.structs.astuple(way))

    return work


def ways_in(base: Base, account: str) -> list[Way]:
    found = base.rows(f"SELECT {_COLUMNS} FROM ways WHERE account = ? ORDER BY made", account)
    return [read_way(row) for row in found]


def read_way(row: tuple[Any, ...]) -> Way:
    id, account, kind, address, name, always, root, made, code, trouble = row
    return Way(id, account, kind, address, name, bool(always), root, made, code, trouble)


def ways_of(account: str) -> Work[list[Way]]:
    def work(base: Base) -> list[Way]:
        return ways_in(base, account)

    return work


def change_way(way: Way) -> Work[None]:
    def work(base: Base) -> None:
        base.do(
            "UPDATE ways SET always = ?, code = ?, trouble = ? WHERE id = ?",
            way.always,
            way.code,
            way.trouble,
            way.id,
        )

    return work


def drop_way(base: Base, account: str, id: str = "", address: str = "") -> int:
    """A way goes, with all that waits for it; how many."""
    found = base.rows("SELECT id FROM ways WHERE account = ? AND (id = ? OR address = ?)", account, id, address)
    for (each,) in found:
        base.do("DELETE FROM letters WHERE way = ?", each)
        base.do("DELETE FROM ways WHERE id = ?", each)
    return len(found)


def drop_ways(base: Base, account: str) -> None:
    """An account goes."""
    for way in ways_in(base, account):
        drop_way(base, account, way.id)
