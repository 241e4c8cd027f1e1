"""What is kept of accounts: each function makes a piece of work for the store's thread, on either database.

A key opens an account: that of a browser, of a bot, a one-time code or a recovery code. Only its hash is kept.
"""

from typing import Any

import msgspec

from sandtable.server.store import Base, Work
from sandtable.server.store.contract import among

DEVICE = "device"  # a browser
BOT = "bot"  # a program's token
CODE = "code"  # brings the account to another device, once
RECOVERY = "recovery"  # the same, as often as one likes: printed and put away
OPENING = (DEVICE, BOT)

FOREVER = 1e15  # no key lasts longer


class Account(msgspec.Struct, frozen=True):
    """Somebody on this server. A bot is an account with a flag, and its owner's id."""

    id: str
    name: str
    badge: str  # what the badge is drawn from
    made: float
    seen: float
    owner: str = ""
    bot: bool = False
    muted: bool = False
    banned: bool = False


class Key(msgspec.Struct, frozen=True):
    """A way into an account, as it is kept."""

    digest: bytes
    kind: str
    until: float = FOREVER


_COLUMNS = "id, name, badge, accounts.made, seen, owner, bot, muted, banned"


def _account(row: tuple[Any, ...]) -> Account:
    return Account(*row[:6], *(bool(flag) for flag in row[6:]))


def add_account(account: Account, skeleton: str, keys: list[Key]) -> Work[None]:
    """Taken: the name looks like another, or a key is in use."""

    def work(base: Base) -> None:
        base.do(
            "INSERT INTO accounts (id, name, skeleton, badge, made, seen, owner, bot, muted, banned) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(account.id, account.name, skeleton, account.badge, account.made, account.seen),
            *(account.owner, account.bot, account.muted, account.banned),
        )
        _add_keys(base, account.id, keys, account.made)

    return work


def _add_keys(base: Base, account: str, keys: list[Key], now: float) -> None:
    base.do_all(
        "INSERT INTO keys (digest, account, kind, made, until) VALUES (?, ?, ?, ?, ?)",
        [(key.digest, account, key.kind, now, key.until) for key in keys],
    )


def who_has(digest: bytes, now: float) -> Work[Account | None]:
    """The account that a key opens."""

    def work(base: Base) -> Account | None:
        found = base.rows(
            f"SELECT {_COLUMNS}, kind FROM accounts JOIN keys ON keys.account = accounts.id "
            "WHERE digest = ? AND until > ?",
            *(digest, now),
        )
        return _account(found[0][:9]) if found and found[0][9] in OPENING else None

    return work


def accounts_of(ids: list[str]) -> Work[dict[str, Account]]:
    """Those of these accounts that are still there, by id."""

    def work(base: Base) -> dict[str, Account]:
        return {row[0]: _account(row) for row in among(base, f"SELECT {_COLUMNS} FROM accounts WHERE id IN", ids)}

    return work


def bots_of(owner: str) -> Work[list[Account]]:
    """The bots of an account."""

    def work(base: Base) -> list[Account]:
        return [_account(row) for row in base.rows(f"SELECT {_COLUMNS} FROM accounts WHERE owner = ?", owner)]

    return work


def find_name(skeleton: str) -> Work[Account | None]:
    """The account whose name looks like this."""

    def work(base: Base) -> Account | None:
        found = base.rows(f"SELECT {_COLUMNS} FROM accounts WHERE skeleton = ?", skeleton)
        return _account(found[0]) if found else None

    return work


def rename(account: str, name: str, skeleton: str) -> Work[None]:
    """Taken: the name looks like another."""

    def work(base: Base) -> None:
        base.do("UPDATE accounts SET name = ?, skeleton = ? WHERE id = ?", name, skeleton, account)

    return work


def set_flags(account: str, muted: bool, banned: bool) -> Work[None]:
    """What an operator thinks of somebody."""

    def work(base: Base) -> None:
        base.do("UPDATE accounts SET muted = ?, banned = ? WHERE id = ?", muted, banned, account)

    return work


def is_banned(account: str) -> Work[bool]:
    def work(base: Base) -> bool:
        return bool(base.rows("SELECT 1 FROM accounts WHERE id = ? AND banned = ?", account, True))

    return work


def note_seen(account: str, now: float) -> Work[None]:
    def work(base: Base) -> None:
        base.do("UPDATE accounts SET seen = ? WHERE id = ?", now, account)

    return work


def put_key(account: str, key: Key, now: float) -> Work[None]:
    """A new key of a kind of which there is one at a time: a code, a recovery code."""

    def work(base: Base) -> None:
        base.do("DELETE FROM keys WHERE account = ? AND kind = ?", account, key.kind)
        _add_keys(base, account, [key], now)

    return work


def enter(code: bytes, device: bytes, now: float) -> Work[str | None]:
    """Let a device into the account of a code, which is used up unless it is printed; the account.

    A browser that did not hear the answer asks again with the same key.
    """

    def work(base: Base) -> str | None:
        known = base.rows("SELECT account FROM keys WHERE digest = ? AND kind = ?", device, DEVICE)
        if known:
            return str(known[0][0])
        found = base.rows("SELECT account, kind FROM keys WHERE digest = ? AND until > ?", code, now)
        if not found or found[0][1] not in (CODE, RECOVERY):
            return None
        account, kind = found[0]
        if kind == CODE and not base.do("DELETE FROM keys WHERE digest = ?", code):
            return None  # somebody else was quicker
        _add_keys(base, account, [Key(device, DEVICE)], now)
        return str(account)

    return work


def drop_keys(account: str, but: bytes = b"", only: bytes = b"") -> Work[int]:
    """Forget the devices of an account, but for one, or only one; how many."""

    def work(base: Base) -> int:
        if only:
            return base.do("DELETE FROM keys WHERE account = ? AND digest = ?", account, only)
        where = "WHERE account = ? AND digest <> ? AND kind = ?"
        return base.do(f"DELETE FROM keys {where}", account, but, DEVICE)

    return work


def keys_of(account: str) -> Work[list[tuple[str, float]]]:
    """The kinds of the keys of an account, and when each was made."""

    def work(base: Base) -> list[tuple[str, float]]:
        found = base.rows("SELECT kind, made FROM keys WHERE account = ? ORDER BY made", account)
        return [(kind, made) for kind, made in found]

    return work


def close_account(account: str) -> Work[None]:
    """Nothing is left of it, nor of its bots."""

    def work(base: Base) -> None:
        for (id,) in base.rows("SELECT id FROM accounts WHERE id = ? OR owner = ?", account, account):
            base.do("DELETE FROM keys WHERE account = ?", id)
            base.do("DELETE FROM accounts WHERE id = ?", id)

    return work
