"""Open tables: somebody wants to play, and waits until all seats are taken. The last who comes begins the battle."""

import random
import secrets
from typing import Any

import msgspec

from sandtable.server.battles import Battles
from sandtable.server.people.chairs import put_chair
from sandtable.server.people.clock import now
from sandtable.server.people.records import Account
from sandtable.server.people.turns import Pace, Turns, add_turns
from sandtable.server.refusal import Refusal
from sandtable.server.seats import PERSON, check_kinds
from sandtable.server.store import Base, Taken, Work
from sandtable.server.tokens import digest_of, is_token, new_token

EITHER = ""  # any seat that is left
MOST = 8  # tables of one account at a time
SHOWN = 100
TRIES = 5

GONE = "This table is gone: it is full, or whoever made it has left."


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is to be played, and who has come so far."""

    system: str
    scenario: str
    title: str
    seats: tuple[str, ...]
    takers: tuple[tuple[str, str], ...]  # account and seat, or EITHER; the maker is the first
    computers: dict[str, str] = {}
    only: tuple[str, ...] = ()  # accounts that are asked; none: anybody
    visibility: str = ""
    pace: Pace = Pace()
    gives_up: bool = False  # its computer players, when they have lost
    all_asked: bool = False  # everybody about everything
    again: str = ""  # the battle that is played once more

    @property
    def wanted(self) -> list[str]:
        """The seats of persons."""
        return [seat for seat in self.seats if seat not in self.computers]

    @property
    def open(self) -> list[str]:
        """The seats that somebody who comes may choose; where others take any, he may still choose."""
        taken = {seat for _, seat in self.takers}
        return [seat for seat in self.wanted if seat not in taken]

    @property
    def missing(self) -> int:
        return len(self.wanted) - len(self.takers)


class Challenge(msgspec.Struct, frozen=True):
    """An open table."""

    id: str
    maker: str
    facts: Facts
    version: int
    made: float
    by_link: bool = False


_facts = msgspec.json.Decoder(Facts).decode
_pack = msgspec.json.encode
_COLUMNS = "id, maker, facts, version, made, link"


def _challenge(row: tuple[Any, ...]) -> Challenge:
    id, maker, facts, version, made, link = row
    return Challenge(id, maker, _facts(facts), version, made, link is not None)


def add_challenge(challenge: Challenge, link: bytes | None) -> Work[None]:
    def work(base: Base) -> None:
        base.do(
            f"INSERT INTO challenges ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
            *(challenge.id, challenge.maker, _pack(challenge.facts), challenge.version, challenge.made, link),
        )

    return work


def find_challenge(id: str = "", link: bytes = b"") -> Work[Challenge | None]:
    """A table by its id, if it is for anybody, or by its link."""

    def work(base: Base) -> Challenge | None:
        if link:
            found = base.rows(f"SELECT {_COLUMNS} FROM challenges WHERE link = ?", link)
        else:
            found = base.rows(f"SELECT {_COLUMNS} FROM challenges WHERE id = ?", id)
        return _challenge(found[0]) if found else None

    return work


def challenges(account: str) -> Work[list[Challenge]]:
    """The tables that somebody may see, the newest first: all that are his or ask him, and so many of the others."""

    def work(base: Base) -> list[Challenge]:
        found = [_challenge(row) for row in base.rows(f"SELECT {_COLUMNS} FROM challenges ORDER BY made DESC")]
        others = [each for each in found if account not in belonging(each) and may_see(each, account)]
        shown = {each.id for each in others[:SHOWN]}
        return [each for each in found if account in belonging(each) or each.id in shown]

    return work


def challenges_by(account: str) -> Work[list[Challenge]]:
    """The tables that an account has made."""

    def work(base: Base) -> list[Challenge]:
        return [_challenge(row) for row in base.rows(f"SELECT {_COLUMNS} FROM challenges WHERE maker = ?", account)]

    return work


def change_challenge(challenge: Challenge, facts: Facts) -> Work[None]:
    """Taken: somebody else has changed it since it was read."""

    def work(base: Base) -> None:
        where = "WHERE id = ? AND version = ?"
        values = (_pack(facts), challenge.version + 1, challenge.id, challenge.version)
        if not base.do(f"UPDATE challenges SET facts = ?, version = ? {where}", *values):
            raise Taken("the table has changed.")

    return work


def renew_challenge(challenge: Challenge, link: bytes) -> Work[None]:
    """This link opens it from now on, and the one before nothing."""

    def work(base: Base) -> None:
        base.do("UPDATE challenges SET link = ? WHERE id = ?", link, challenge.id)

    return work


def remove_challenge(challenge: Challenge) -> Work[None]:
    """Taken: somebody else has changed it since it was read."""

    def work(base: Base) -> None:
        if not base.do("DELETE FROM challenges WHERE id = ? AND version = ?", challenge.id, challenge.version):
            raise Taken("the table has changed.")

    return work


def forget_challenges(base: Base, account: str) -> None:
    """An account goes, and with it the tables it made; from the others it stands up."""
    base.do("DELETE FROM challenges WHERE maker = ?", account)
    for row in base.rows(f"SELECT {_COLUMNS} FROM challenges"):
        challenge = _challenge(row)
        stay = tuple(taker for taker in challenge.facts.takers if taker[0] != account)
        if stay != challenge.facts.takers:
            change_challenge(challenge, msgspec.structs.replace(challenge.facts, takers=stay))(base)


class Challenges:
    """The open tables of one server."""

    def __init__(self, battles: Battles) -> None:
        self._battles = battles
        self._store = battles.store

    async def offer(self, maker: Account, wanted: Facts, by_link: bool) -> tuple[Challenge, str]:
        """A new table, and its link if it is for whoever has that."""
        if len(await self._store.run(challenges_by(maker.id))) >= MOST:
            raise Refusal(429, f"You have {MOST} open tables. Close one before you open another.")
        link = new_token() if by_link else ""
        challenge = Challenge(secrets.token_hex(6), maker.id, wanted, 0, now(), by_link)
        await self._store.run(add_challenge(challenge, digest_of(link) if link else None))
        return challenge, link

    async def facts(self, scenario: str, maker: str, seat: str, computers: dict[str, str], **more: Any) -> Facts:
        """What a new table is about; Refusal 422 if it makes no sense."""
        found = await self._battles.games.find(scenario)
        kinds = check_kinds(found.info, {each: computers.get(each, PERSON) for each in found.info.sides}, False)
        computers = {each: kind for each, kind in kinds.items() if kind != PERSON}
        if seat and kinds.get(seat) != PERSON:
            raise Refusal(422, f"{seat} is not a seat that you can take here.")
        if len(kinds) - len(computers) < 2:
            raise Refusal(422, "An open table is for two people or more. Against the computer you need none.")
        return Facts(
            *(found.system.key, found.info.id, found.info.name, tuple(kinds), ((maker, seat),)),
            computers=computers,
            **more,
        )

    async def new_link(self, id: str, maker: Account) -> tuple[Challenge, str]:
        """Another link to one's table: the one before may be lost. Whoever sits there stays."""
        challenge = await self.find(id, maker.id)
        if challenge.maker != maker.id:
            raise Refusal(403, "Only whoever made this table can make its link anew.")
        if not challenge.by_link:
            raise Refusal(422, "This table is for anybody, or for those who are asked. It has no link.")
        link = new_token()
        await self._store.run(renew_challenge(challenge, digest_of(link)))
        return challenge, link

    async def find(self, id: str, account: str) -> Challenge:
        """A table that this account may see, by its id or its link; Refusal 404 if there is none."""
        if is_token(id):
            found = await self._store.run(find_challenge(link=digest_of(id)))
        else:
            found = await self._store.run(find_challenge(id))
            if found is not None and not may_see(found, account):
                found = None
        if found is None:
            raise Refusal(404, GONE)
        return found

    async def accept(self, id: str, account: Account, seat: str) -> str:
        """Take a seat; the battle, if it has begun with that."""
        for _ in range(TRIES):
            challenge = await self.find(id, account.id)
            facts = challenge.facts
            if any(taker == account.id for taker, _ in facts.takers):
                raise Refusal(409, "You are already at this table.")
            if seat and seat not in facts.open:
                raise Refusal(409, f"The seat {seat} is taken. Choose another one.")
            facts = msgspec.structs.replace(facts, takers=(*facts.takers, (account.id, seat)))
            try:
                if facts.missing > 0:
                    await self._store.run(change_challenge(challenge, facts))
                    return ""
                return await self._begin(challenge, facts)
            except Taken:
                continue  # somebody else came or left meanwhile
        raise Refusal(503, "Too many people are joining this table at once. Please try again.")

    async def _begin(self, challenge: Challenge, facts: Facts) -> str:
        seats = seated(facts, random.SystemRandom())
        kinds = {seat: facts.computers.get(seat, PERSON) for seat in facts.seats}

        def beside(battle: str, asked: list[str]) -> Work[None]:
            turns = Turns(battle, challenge.maker, facts.pace, dict.fromkeys(asked, now()))

            def work(base: Base) -> None:
                remove_challenge(challenge)(base)
                for seat, account in seats.items():
                    put_chair(base, battle, seat, account, now())
                add_turns(turns)(base)

            return work

        made = await self._battles.create(
            *(facts.scenario, kinds, None, False, facts.visibility or None, beside),
            gives_up=facts.gives_up,
            all_asked=facts.all_asked,
        )
        return made.battle

    async def withdraw(self, id: str, account: Account) -> None:
        """Whoever made a table closes it; whoever came leaves it."""
        for _ in range(TRIES):
            challenge = await self.find(id, account.id)
            facts = challenge.facts
            stay = tuple(taker for taker in facts.takers if taker[0] != account.id)
            declined = account.id in facts.only
            if stay == facts.takers and not declined:
                raise Refusal(403, "You do not sit at this table.")
            fewer = msgspec.structs.replace(facts, takers=stay)
            closes = challenge.maker == account.id or declined
            try:
                await self._store.run(remove_challenge(challenge) if closes else change_challenge(challenge, fewer))
                return
            except Taken:
                continue
        raise Refusal(503, "Too many people are joining this table at once. Please try again.")


def may_see(challenge: Challenge, account: str) -> bool:
    """Whether somebody may come without its link."""
    return account in belonging(challenge) or not (challenge.by_link or challenge.facts.only)


def belonging(challenge: Challenge) -> set[str]:
    """Those who made a table, sit there or are asked."""
    return {challenge.maker, *challenge.facts.only, *(taker for taker, _ in challenge.facts.takers)}


def seated(facts: Facts, luck: random.Random) -> dict[str, str]:
    """Who sits where: those who said so there, the others by lot."""
    found = {seat: account for account, seat in facts.takers if seat}
    rest = [seat for seat in facts.wanted if seat not in found]
    luck.shuffle(rest)
    for account, seat in facts.takers:
        if not seat:
            found[rest.pop()] = account
    return found
