"""The room of people beside the battles: who they are, and all that is kept about them."""

from typing import Any

import msgspec

from sandtable.server.battles import Battles
from sandtable.server.notices.ways import drop_ways, ways_of
from sandtable.server.people import records
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.chairs import chairs_in, forget_device, leave_chairs
from sandtable.server.people.challenges import Challenge, Challenges, challenges, challenges_by, forget_challenges
from sandtable.server.people.clock import now
from sandtable.server.people.mine import NO_SEAT, Mine
from sandtable.server.people.records import Account
from sandtable.server.people.talk import words_of
from sandtable.server.people.turns import Pace, find_turns, note_turn
from sandtable.server.refusal import Refusal
from sandtable.server.seats import PERSON
from sandtable.server.store import Base, Work


class People:
    """The people of one server."""

    def __init__(self, battles: Battles) -> None:
        self.battles = battles
        self.settings = battles.settings
        self.store = battles.store
        self.accounts = Accounts(battles.store, battles.limits)
        self.challenges = Challenges(battles)
        self.mine = Mine(battles)
        battles.beside = note_turn

    def somebody(self, account: Account) -> dict[str, Any]:
        """An account as anybody may see it."""
        return {"id": account.id, "name": account.name, "badge": account.badge, "bot": account.bot}

    async def me(self, account: Account) -> dict[str, Any]:
        """An account as its owner sees it."""
        kinds = [kind for kind, _ in await self.store.run(records.keys_of(account.id))]
        shown = {name: getattr(account, name) for name in ("id", "name", "badge", "bot", "made", "muted", "banned")}
        return {**shown, "devices": kinds.count(records.DEVICE), "recovery": records.RECOVERY in kinds}

    async def export(self, account: Account) -> dict[str, Any]:
        """All that is kept about somebody."""
        keys = await self.store.run(records.keys_of(account.id))
        return {
            "account": msgspec.to_builtins(account),
            "keys": [{"kind": kind, "made": made} for kind, made in keys],
            "battles": await self.mine.listing(account),
            "words": [
                {"battle": battle, "text": text, "time": time}
                for battle, text, time in await self.store.run(words_of(account.id))
            ],
            "ways": [msgspec.to_builtins(each) for each in await self.store.run(ways_of(account.id))],
            "tables": [msgspec.to_builtins(each) for each in await self.store.run(challenges_by(account.id))],
        }

    async def rematch(self, battle: str, account: Account, swap: bool) -> tuple[Challenge, str]:
        """Ask the others to play again; with sides changed everybody who asks sits one chair further.

        Where somebody has asked already, and this seat is free at his table, one goes there. The table, and the
        battle if it has begun with that.
        """
        chairs = [each for each in await self.store.run(chairs_in([battle])) if each.account]
        own = next((each for each in chairs if each.account == account.id), None)
        async with self.battles.battle(battle) as found:
            facts, over = found.facts, found.over
        persons = [seat for seat, kind in facts.kinds.items() if kind == PERSON]
        if own is None:
            raise Refusal(404, NO_SEAT)
        if not over:
            raise Refusal(422, "The battle goes on. You can play again when it is over.")
        others = tuple(each.account for each in chairs if each.account != account.id)
        if len(others) != len(persons) - 1:
            raise Refusal(422, "Not everyone who played here has a name. Begin a new battle and send them a link.")
        seat = persons[(persons.index(own.seat) + swap) % len(persons)]
        for asked in await self.store.run(challenges(account.id)):
            if asked.facts.again != battle:
                continue
            if any(taker == account.id for taker, _ in asked.facts.takers):
                raise Refusal(409, "You have asked for that already. The table is open until the others come.")
            if seat in asked.facts.open:
                return asked, await self.challenges.accept(asked.id, account, seat)
        computers = {seat: kind for seat, kind in facts.kinds.items() if kind != PERSON}
        times = await self.store.run(find_turns(battle))
        wanted = await self.challenges.facts(
            facts.scenario,
            account.id,
            seat,
            computers,
            only=others,
            visibility=facts.visibility,
            pace=times.pace if times else Pace(),
            gives_up=facts.gives_up,
            all_asked=facts.all_asked,
            again=battle,
        )
        return (await self.challenges.offer(account, wanted, False))[0], ""

    async def leave(self, account: Account, key: str, others: bool) -> None:
        """This device is forgotten, or all others are; with their links to the seats of the account."""
        await self.accounts.leave(account, key, others)
        for battle, digest in await self.store.run(forget_device(account.id, key, others)):
            self.battles.lost_link(battle, digest)

    async def close(self, account: Account) -> None:
        """Somebody goes for good."""
        for battle, digest in await self.store.run(close_all(account.id)):
            self.battles.lost_link(battle, digest)


def close_all(account: str) -> Work[list[tuple[str, bytes]]]:
    """Delete an account with its tables and its words; its seats are given up, and these links open nothing now."""

    def work(base: Base) -> list[tuple[str, bytes]]:
        forget_challenges(base, account)
        gone = leave_chairs(base, account, now())
        drop_ways(base, account)
        base.do("DELETE FROM talk WHERE account = ?", account)
        records.close_account(account)(base)
        return gone

    return work
