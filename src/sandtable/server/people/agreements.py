"""What players agree on: to resign, to a draw, to call it off; to give a seat up, and who has it then."""

from typing import TYPE_CHECKING

import msgspec

from sandtable.server.battle import Battle
from sandtable.server.people import chairs
from sandtable.server.people.clock import now
from sandtable.server.people.records import is_banned
from sandtable.server.people.turns import find_turns
from sandtable.server.refusal import ONLY_WATCHING, Refusal
from sandtable.server.seats import GALLERY, PERSON, check_kinds
from sandtable.server.store import Base, Work
from sandtable.table.decision import ABORT, DRAW, RESIGN, TIME, Together

if TYPE_CHECKING:
    from sandtable.server.battles import Battles

OVER = "The battle is over."


def say_draw(battle: str, seat: str, yes: bool) -> Work[set[str]]:
    """A seat wants a draw, or nobody does any more; the seats that want one."""

    def work(base: Base) -> set[str]:
        if yes:
            base.do("DELETE FROM offers WHERE battle = ? AND seat = ?", battle, seat)
            base.do("INSERT INTO offers (battle, seat, made) VALUES (?, ?, ?)", battle, seat, now())
        else:
            base.do("DELETE FROM offers WHERE battle = ?", battle)
        base.tell(f"company {battle}")
        return {each for (each,) in base.rows("SELECT seat FROM offers WHERE battle = ?", battle)}

    return work


def say_undo(battle: str, seat: str, state: int, yes: bool) -> Work[tuple[str, set[str]]]:
    """A seat wants the last choice of the asker taken back, in this state, or nobody does; he, and all who do."""

    def work(base: Base) -> tuple[str, set[str]]:
        base.do("DELETE FROM undos WHERE battle = ? AND state <> ?", battle, state)
        known = base.rows("SELECT asker FROM undos WHERE battle = ?", battle)
        asker = str(known[0][0]) if known else seat
        if not yes:
            base.do("DELETE FROM undos WHERE battle = ?", battle)
        elif not base.rows("SELECT 1 FROM undos WHERE battle = ? AND seat = ?", battle, seat):
            base.do("INSERT INTO undos (battle, seat, state, asker) VALUES (?, ?, ?, ?)", battle, seat, state, asker)
        base.tell(f"company {battle}")
        return asker, {each for (each,) in base.rows("SELECT seat FROM undos WHERE battle = ?", battle)}

    return work


def undo_wanted(battle: str, state: int) -> Work[tuple[str, set[str]]]:
    """Who has asked to take back his last choice, if anybody, and all who want it."""

    def work(base: Base) -> tuple[str, set[str]]:
        found = base.rows("SELECT asker, seat FROM undos WHERE battle = ? AND state = ?", battle, state)
        return (str(found[0][0]) if found else ""), {seat for _, seat in found}

    return work


class Agreements:
    """What is agreed on in the battles of one server. Whoever holds the link of a seat speaks for it."""

    def __init__(self, battles: "Battles") -> None:
        self._battles = battles
        self._store = battles.store

    async def resign(self, token: str) -> int:
        async with self._battles.seat(token) as (battle, seat):
            await self._check(battle, seat)
            present = await self._present(battle)
            if any(each != seat and same_side(battle, each, seat) for each in present):
                raise Refusal(422, "Somebody else plays on your side. Give your seat up, and the battle goes on.")
            return await self._battles.settle(battle, seat, RESIGN)

    async def draw(self, token: str, yes: bool) -> bool:
        """Offer a draw, accept one, or decline; whether the battle is drawn now."""
        async with self._battles.seat(token) as (battle, seat):
            await self._check(battle, seat)
            present = await self._present(battle)
            only_computers = all(same_side(battle, each, seat) for each in present)
            if only_computers and not battle.facts.gives_up:
                raise Refusal(422, "A computer player does not agree to a draw: it plays on.")
            wanted = await self._store.run(say_draw(battle.id, seat, yes))
            drawn = set(present) <= wanted and not only_computers  # those take it when they have no hope left
            if drawn:
                await self._battles.settle(battle, seat, DRAW)
            self._battles.stir(battle.id)
            return drawn

    async def take_back(self, token: str, whose: str, yes: bool) -> bool:
        """Ask that one's last choice be taken back, dice or not; agree to another's, or decline. Whether it was."""
        async with self._battles.seat(token) as (battle, seat):
            await self._check(battle, seat)
            present = await self._present(battle)
            if len(present) < 2:
                raise Refusal(422, "A computer player takes nothing back once a die has fallen.")
            state = battle.state
            asker, _ = await self._store.run(undo_wanted(battle.id, state))
            if yes and (asker or seat) != whose:
                raise Refusal(409, "Nobody is asking for that any more.")
            if yes and not asker:
                check_takes_back(battle, seat)
            asker, wanted = await self._store.run(say_undo(battle.id, seat, state, yes))
            agreed = yes and set(present) <= wanted
            if agreed:
                await self._battles.take_back(battle, asker, state)
                await self._store.run(say_undo(battle.id, seat, state, False))
            self._battles.stir(battle.id)
            return agreed

    async def abort(self, token: str) -> int:
        """Call the battle off, before any person has chosen anything."""
        async with self._battles.seat(token) as (battle, seat):
            await self._check(battle, seat)
            if any(battle.facts.kinds.get(entry.seat, PERSON) == PERSON for entry in battle.course.entries):
                raise Refusal(422, "The battle has begun. You can resign or offer a draw.")
            return await self._battles.settle(battle, seat, ABORT)

    async def leave(self, token: str) -> None:
        """Give a seat up: its links open nothing any more, and the others say who has it then."""
        async with self._battles.seat(token) as (battle, seat):
            await self._check(battle, seat)
            if battle.facts.hot_seat:
                raise Refusal(422, "A seat that is shared at one screen cannot be given up.")
            gone = await self._store.run(chairs.give_up(battle.id, seat, now()))
            for digest in gone:
                self._battles.lost_link(battle.id, digest)
            self._battles.stir(battle.id)

    async def hand_over(self, token: str, seat: str, level: str) -> None:
        """Let a computer player have a seat that was given up, or whose time is up."""
        async with self._battles.seat(token) as (battle, own):
            await self._check(battle, own)
            if battle.facts.kinds.get(seat) != PERSON:
                raise Refusal(422, f"Nobody can hand {seat} over.")
            if not await self._free(battle, own, seat):
                raise Refusal(403, "Somebody is playing this seat.")
            found = await self._battles.games.find(battle.facts.scenario)
            kinds = check_kinds(found.info, {**battle.facts.kinds, seat: level}, False)
            for digest in await self._store.run(chairs.give_up(battle.id, seat, now())):
                self._battles.lost_link(battle.id, digest)
            await self._battles.change_facts(
                battle, msgspec.structs.replace(battle.facts, kinds=kinds, handed_over=True)
            )
            self._battles.stir(battle.id)

    async def claim(self, token: str, seat: str) -> int:
        """Win, because the time of the other side is up."""
        async with self._battles.seat(token) as (battle, own):
            await self._check(battle, own)
            if same_side(battle, own, seat):
                raise Refusal(422, "This is your own side.")
            if not await self._late(battle.id, seat):
                raise Refusal(422, f"The time of {seat} is not up.")
            return await self._battles.settle(battle, seat, TIME)

    async def _free(self, battle: Battle, own: str, seat: str) -> bool:
        return seat in await self._left(battle) or (seat != own and await self._late(battle.id, seat))

    async def _left(self, battle: Battle) -> set[str]:
        """The seats that were given up, or whose players are banned."""
        found = await self._store.run(chairs.chairs_in([battle.id]))
        return {each.seat for each in found if each.given_up or await self._store.run(is_banned(each.account))}

    async def _late(self, battle: str, seat: str) -> bool:
        """Whether the time of a seat is up."""
        turns = await self._store.run(find_turns(battle))
        runs_out = turns.runs_out(seat) if turns else None
        return runs_out is not None and runs_out <= now()

    async def _present(self, battle: Battle) -> list[str]:
        """The seats that persons play."""
        left = await self._left(battle)
        return [seat for seat, kind in battle.facts.kinds.items() if kind == PERSON and seat not in left]

    async def _check(self, battle: Battle, seat: str) -> None:
        if seat == GALLERY:
            raise Refusal(403, ONLY_WATCHING)
        if battle.notice:
            raise Refusal(422, battle.notice)
        if battle.over:
            raise Refusal(422, OVER)


def same_side(battle: Battle, one: str, other: str) -> bool:
    side = battle.system.rules.side
    return bool(side(battle.play.battle, one) == side(battle.play.battle, other))


def check_takes_back(battle: Battle, seat: str) -> None:
    """Whether there is something of this seat to take back, and nobody chooses in secret just now."""
    if isinstance(battle.play.decision, Together):
        raise Refusal(422, "Somebody is choosing in secret. Ask again when all have chosen.")
    if battle.course.last_choice(seat) < 0:
        raise Refusal(422, "You have not chosen anything yet.")
