"""Who sits where: the seats of accounts. Whoever holds a link holds the seat; a chair says whose seat that is."""

import base64
import hashlib
import hmac
from collections.abc import Callable

import msgspec

from sandtable.server.store import Base, Link, Row, Work
from sandtable.server.store.contract import among
from sandtable.server.store.work import rows_where
from sandtable.server.tokens import digest_of

MOST = 200  # battles that somebody is shown, those that go on first


class Chair(msgspec.Struct, frozen=True):
    """A seat, and whose it is."""

    battle: str
    seat: str
    account: str
    given_up: float = 0.0  # when; 0: somebody sits there


_SEAT = "WHERE battle = ? AND seat = ?"
_COLUMNS = "battle, seat, account, given_up"


def token_of(key: str, battle: str, seat: str) -> str:
    """The link that a key opens its seat with: the same whenever it asks, and nobody else's."""
    digest = hmac.new(key.encode(), f"{battle} {seat}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def take_chair(battle: str, seat: str, account: str, time: float) -> Work[None]:
    """Somebody sits there now, whoever did before."""

    def work(base: Base) -> None:
        base.do("DELETE FROM chairs WHERE battle = ? AND seat = ?", battle, seat)
        put_chair(base, battle, seat, account, time)

    return work


def put_chair(base: Base, battle: str, seat: str, account: str, time: float) -> None:
    base.do(
        "INSERT INTO chairs (battle, seat, account, taken, given_up) VALUES (?, ?, ?, ?, ?)",
        *(battle, seat, account, time, 0.0),
    )


def give_up(battle: str, seat: str, time: float) -> Work[list[bytes]]:
    """Nobody sits there any more; the digests of the links that open nothing now."""

    def work(base: Base) -> list[bytes]:
        found = drop_links(base, battle, seat)
        base.do(f"DELETE FROM offers {_SEAT}", battle, seat)
        take_chair(battle, seat, "", time)(base)
        base.do(f"UPDATE chairs SET given_up = ? {_SEAT}", time, battle, seat)
        base.tell(f"company {battle}")
        return found

    return work


def drop_links(
    base: Base, battle: str, seat: str, which: Callable[[bytes], bool] = lambda digest: True
) -> list[bytes]:
    """The links of a seat, or some of them, open nothing any more; their digests."""
    found = [bytes(digest) for (digest,) in base.rows(f"SELECT digest FROM links {_SEAT}", battle, seat)]
    gone = [digest for digest in found if which is None or which(digest)]
    for digest in gone:
        base.do("DELETE FROM links WHERE digest = ?", digest)
        base.tell(f"link {battle} {digest.hex()}")
    return gone


def forget_device(account: str, key: str, others: bool) -> Work[list[tuple[str, bytes]]]:
    """The links that a device has to the seats of an account open nothing any more, or those of all other devices."""

    def work(base: Base) -> list[tuple[str, bytes]]:
        gone = []
        for battle, seat in seats_of(base, account):
            own = digest_of(token_of(key, battle, seat))
            for digest in drop_links(base, battle, seat, own.__ne__ if others else own.__eq__):
                gone.append((battle, digest))
        return gone

    return work


def renew_link(link: Link, digest: bytes, given_up: float) -> Work[list[bytes]]:
    """A seat that nobody plays gets a new link; the digests of the old ones, which open nothing any more.

    If it was `given_up`, it stays so until somebody comes.
    """

    def work(base: Base) -> list[bytes]:
        gone = give_up(link.battle, link.seat, given_up)(base)
        if not given_up:
            base.do(f"DELETE FROM chairs {_SEAT}", link.battle, link.seat)
        add_link(digest, link)(base)
        return gone

    return work


def come_again(base: Base, battle: str, seat: str) -> None:
    """Somebody has opened a seat that was given up."""
    base.do(f"DELETE FROM chairs {_SEAT} AND account = ''", battle, seat)


def chairs_in(battles: list[str]) -> Work[list[Chair]]:
    """Who sits in these battles."""

    def work(base: Base) -> list[Chair]:
        return [Chair(*row) for row in among(base, f"SELECT {_COLUMNS} FROM chairs WHERE battle IN", battles)]

    return work


def battles_of(account: str) -> Work[list[Row]]:
    """The battles in which an account has a seat, those that go on first."""

    def work(base: Base) -> list[Row]:
        where = "WHERE id IN (SELECT battle FROM chairs WHERE account = ?) ORDER BY over, made DESC LIMIT ?"
        return rows_where(base, where, account, MOST)

    return work


def add_link(digest: bytes, link: Link) -> Work[None]:
    """One more link to a seat; nothing if it is there already."""

    def work(base: Base) -> None:
        if not base.rows("SELECT 1 FROM links WHERE digest = ?", digest):
            base.do("INSERT INTO links (digest, battle, seat) VALUES (?, ?, ?)", digest, link.battle, link.seat)

    return work


def seats_of(base: Base, account: str) -> list[tuple[str, str]]:
    """The seats of an account: battle and seat."""
    return [
        (battle, seat) for battle, seat in base.rows("SELECT battle, seat FROM chairs WHERE account = ?", account)
    ]


def leave_chairs(base: Base, account: str, time: float) -> list[tuple[str, bytes]]:
    """An account goes: its seats are given up. The links that open nothing now: battle and digest."""
    seats = seats_of(base, account)
    return [(battle, digest) for battle, seat in seats for digest in give_up(battle, seat, time)(base)]


def shut_out(base: Base, account: str) -> None:
    """The links of a banned account open nothing any more. It keeps its seats, unless others give them away."""
    for battle, seat in seats_of(base, account):
        drop_links(base, battle, seat)
        base.tell(f"company {battle}")
