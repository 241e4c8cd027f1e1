"""Seats and the links that hold them: who holds a link holds the seat."""

from collections import OrderedDict

from sandtable.bots import levels
from sandtable.server.refusal import UNKNOWN_LINK, Refusal
from sandtable.server.store import Link, Store, Taken, change_link, find_link
from sandtable.server.tokens import digest_of, is_token, is_weak, sibling
from sandtable.table.shelf import ScenarioInfo
from sandtable.table.system import systems

PERSON = "person"
HUMAN = "human"  # the same in a journal
GALLERY = ""  # the seat of spectators
ADVISER = "tactician"  # who gives hints, if nobody else is asked for

REMEMBERED = 4096
WEAK = "This link is too easy to guess. Make one of 32 random characters."


class Links:
    """The links of all battles, those used last kept at hand."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[bytes, Link | None] = OrderedDict()  # None: it opens nothing any more

    async def find(self, token: str) -> Link:
        """Whose link this is; Refusal 404 if nobody's."""
        if is_token(token) is None:
            raise Refusal(404, UNKNOWN_LINK)
        digest = digest_of(token)
        before = self._known.get(digest)
        if before is None:  # also if it opened nothing any more: it may be there again
            marked = digest in self._known
            found = await self._store.run(find_link(digest))
            if found is not None and (digest in self._known) == marked:  # it was not taken while we read
                self._known[digest] = found
                if len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
        link = self._known.get(digest)
        if link is None:
            raise Refusal(404, UNKNOWN_LINK)
        return link

    async def opens(self, token: str) -> Link | None:
        """Whose link this is, if anybody's."""
        try:
            return await self.find(token)
        except Refusal:
            return None

    def remember(self, token: str, link: Link) -> None:
        """This link opens a seat from now on."""
        self._known[digest_of(token)] = link

    def forget(self, digest: bytes) -> None:
        """This link opens nothing any more."""
        self._known[digest] = None

    def forget_all(self) -> None:
        """Any link may have been changed."""
        self._known.clear()

    async def holds(self, token: str) -> bool:
        """Whether this link opens a seat."""
        link = await self.opens(token)
        return link is not None and link.seat != GALLERY

    async def around(self, token: str, own: Link, seats: list[str]) -> dict[str, str]:
        """The links of the hot seat that this link belongs to, by seat, as far as nobody has taken them away."""
        found = {}
        for place, seat in enumerate(seats):
            other = token if seat == own.seat else sibling(token, place)
            if await self.opens(other) == Link(own.battle, seat):
                found[seat] = other
        return found

    async def change(self, old: str, new: str) -> None:
        """A new link for a seat; the old one opens nothing any more."""
        if is_weak(new):
            raise Refusal(422, WEAK)
        digest = digest_of(old)
        try:
            changed = await self._store.run(change_link(digest, digest_of(new)))
        except Taken as error:
            raise Refusal(409, "This link is already in use. Make another one.") from error
        self._known[digest] = None
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
