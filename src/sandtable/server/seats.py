"""Seats and the links that hold them: who holds a link holds the seat."""

import hashlib
import hmac
import re
import secrets
from collections import OrderedDict

from sandtable.bots import levels
from sandtable.server.refusal import UNKNOWN_LINK, Refusal
from sandtable.server.store import Link, Store, Taken, change_link, find_link
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import systems

PERSON = "person"
HUMAN = "human"  # the same in a journal
GALLERY = ""  # the seat of spectators
ADVISER = "tactician"  # who gives hints, if nobody else is asked for

REMEMBERED = 4096
SHAPE = r"[A-Za-z0-9_-]{32}"  # of a token
_is_token = re.compile(SHAPE).fullmatch


def new_token() -> str:
    """32 characters nobody can guess: 192 bits."""
    return secrets.token_urlsafe(24)


def digest_of(token: str) -> bytes:
    """What a link is found by, so that a search in the file takes as long for a near miss as for a wild guess."""
    return hashlib.sha256(token.encode()).digest()


class Links:
    """The links of all battles, those used last kept at hand."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[bytes, Link] = OrderedDict()

    async def find(self, token: str) -> Link:
        """Whose link this is; Refusal 404 if nobody's."""
        if _is_token(token) is None:
            raise Refusal(404, UNKNOWN_LINK)
        digest = digest_of(token)
        link = self._known.get(digest)
        if link is None:
            link = await self._store.run(find_link(digest))
            if link is None:
                raise Refusal(404, UNKNOWN_LINK)
            self._known[digest] = link
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        if not hmac.compare_digest(link.token, token):
            raise Refusal(404, UNKNOWN_LINK)
        return link

    async def holds(self, token: str) -> bool:
        """Whether this link opens a seat."""
        try:
            return (await self.find(token)).seat != GALLERY
        except Refusal:
            return False

    async def change(self, link: Link, token: str) -> None:
        """A new link for this seat; the old one opens nothing any more."""
        old = digest_of(link.token)
        try:
            changed = await self._store.run(change_link(old, digest_of(token), token))
        except Taken as error:
            raise Refusal(409, "This link is already in use. Make another one.") from error
        self._known.pop(old, None)
        if not changed:
            raise Refusal(404, UNKNOWN_LINK)


def check_kinds(info: ScenarioInfo, kinds: dict[str, str], hot_seat: bool) -> dict[str, str]:
    """Who sits where, in the order of the scenario; Refusal 422 if that makes no sense."""
    players = [PERSON, *levels.names(systems()[info.system])]
    for seat in kinds:
        if seat not in info.sides:
            raise Refusal(422, f"There is no seat {seat!r} in {info.name}; the seats are {' and '.join(info.sides)}.")
    for seat in info.sides:
        if seat not in kinds:
            raise Refusal(422, f"Say who sits at {seat!r}: {', '.join(players)}.")
        if kinds[seat] not in players:
            raise Refusal(422, f"There is no player {kinds[seat]!r}; choose from {', '.join(players)}.")
    if hot_seat and sum(kind == PERSON for kind in kinds.values()) < 2:
        raise Refusal(422, "A hot seat is shared by two people or more, and here there are fewer.")
    return {seat: kinds[seat] for seat in info.sides}
