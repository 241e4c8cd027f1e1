"""My battles: where it is my turn and since when, from any device; and the links to my seats."""

from typing import Any

import msgspec

from sandtable.server.api import listing
from sandtable.server.battles import Battles
from sandtable.server.people import chairs, turns
from sandtable.server.people.clock import now
from sandtable.server.people.company import has_left, is_vacant, read_table
from sandtable.server.people.records import Account, accounts_of
from sandtable.server.refusal import Refusal
from sandtable.server.seats import GALLERY, PERSON
from sandtable.server.store import Link
from sandtable.server.tokens import digest_of, new_token

NO_SEAT = "You have no seat in this battle."
TAKEN = "Somebody has come to this seat. It can be offered again when he has given it up."


class Mine:
    """The battles of accounts."""

    def __init__(self, battles: Battles) -> None:
        self._battles = battles
        self._store = battles.store

    async def sit(self, token: str, account: Account, made: bool) -> None:
        """The seat of a link is this account's from now on. `made`: it made the battle, too."""
        async with self._battles.look(token) as (battle, seat):
            if seat == GALLERY or battle.facts.hot_seat:
                raise Refusal(422, "Only a seat with one person in it can belong to an account.")
            asked = battle.persons_asked()
        known = await self._store.run(turns.find_turns(battle.id))
        fresh = turns.Turns(battle.id, account.id if made else "", asked=dict.fromkeys(asked, now()))

        def work(base: Any) -> None:
            chairs.take_chair(battle.id, seat, account.id, now())(base)
            if known is None:
                turns.add_turns(fresh)(base)

        await self._store.run(work)
        self._battles.stir(battle.id)

    async def open(self, battle: str, seat: str, account: Account, key: str) -> str:
        """A link to one's own seat, for the device that asks."""
        found = await self._store.run(chairs.chairs_in([battle]))
        own = [chair for chair in found if chair.account == account.id and seat in ("", chair.seat)]
        if not own:
            raise Refusal(404, NO_SEAT)
        token = chairs.token_of(key, battle, own[0].seat)
        await self._store.run(chairs.add_link(digest_of(token), Link(battle, own[0].seat)))
        self._battles.links.remember(token, Link(battle, own[0].seat))
        return token

    async def invite(self, id: str, seat: str, account: Account) -> str:
        """A new link for a seat of one's battle that nobody plays yet, or no longer: the old one may be lost."""
        known = await self._store.run(read_table(id))
        if not any(chair.account == account.id for chair in known.sitting.values()):
            raise Refusal(404, NO_SEAT)
        async with self._battles.battle(id) as battle:
            if battle.over or battle.facts.kinds.get(seat) != PERSON:
                raise Refusal(422, "Nobody can be invited to this seat.")
            if not is_vacant(battle, known, seat):
                raise Refusal(403, TAKEN)
        chair = known.sitting.get(seat)
        given_up = (chair.given_up or now()) if chair and has_left(known, seat) else 0.0
        token = new_token()
        for digest in await self._store.run(chairs.renew_link(Link(id, seat), digest_of(token), given_up)):
            self._battles.lost_link(id, digest)
        self._battles.stir(id)
        return token

    async def listing(self, account: Account) -> list[dict[str, Any]]:
        """My turn first, the longest wait before the others; then those that go on; then those that are over."""
        rows = await self._store.run(chairs.battles_of(account.id))
        ids = [row.id for row in rows]
        times = await self._store.run(turns.turns_of(ids))
        sitting = await self._store.run(chairs.chairs_in(ids))
        people = await self._store.run(accounts_of(list({chair.account for chair in sitting if chair.account})))
        found = []
        for row in rows:
            open_now = self._battles.at_hand(row.id)
            if open_now is not None:
                row = msgspec.structs.replace(row, summary=open_now.summary, over=open_now.over)
            time = times.get(row.id, turns.Turns(row.id))
            here = {chair.seat: people.get(chair.account) for chair in sitting if chair.battle == row.id}
            own = [seat for seat, who in here.items() if who is not None and who.id == account.id]
            asked = [time.asked[seat] for seat in own if seat in time.asked]
            late = [end for seat in own if (end := time.runs_out(seat)) is not None]
            found.append(
                {
                    **listing(row),
                    "own": own,
                    "my_turn": min(asked) if asked and not row.over else None,
                    "runs_out": None if row.over or not late else min(late),
                    "players": {seat: name_of(kind, here.get(seat)) for seat, kind in row.facts.kinds.items()},
                }
            )
        return sorted(found, key=order)


def order(each: dict[str, Any]) -> tuple[int, float]:
    """Those that wait for me first, and who has waited longest before the others."""
    if each["my_turn"] is not None:
        return 0, each["my_turn"]
    return (2 if each["over"] else 1), -each["made"]


def name_of(kind: str, who: Account | None) -> dict[str, Any]:
    """Who plays a seat: a computer player, somebody with a name, or a person without."""
    if kind != PERSON:
        return {"kind": kind, "name": "", "badge": ""}
    if who is None:
        return {"kind": PERSON, "name": "", "badge": ""}
    return {"kind": PERSON, "name": who.name, "badge": who.badge}
