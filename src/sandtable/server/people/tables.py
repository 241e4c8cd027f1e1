"""Requests about tables and about one's own battles."""

from typing import Any

from fastapi import APIRouter, Request, Response

from sandtable.server.api import reply
from sandtable.server.people import bodies
from sandtable.server.people.accounts import key_of
from sandtable.server.people.challenges import Challenge, challenges
from sandtable.server.people.people import People
from sandtable.server.people.records import Account, accounts_of
from sandtable.server.people.turns import SHORTEST, Pace
from sandtable.server.refusal import Refusal


def add_tables(api: APIRouter, people: People) -> None:
    accounts, tables = people.accounts, people.challenges

    @api.get("/tables", response_model=bodies.Tables)
    async def listed(request: Request) -> Response:
        """The open tables: for anybody, those one sits at, and those that are for oneself."""
        me = await accounts.find(request)
        id = me.id if me else ""
        return reply({"tables": await shown(people, await people.store.run(challenges(id)), id)})

    @api.post("/tables", status_code=201, response_model=bodies.Table)
    async def offer(request: Request, body: bodies.NewTable) -> Response:
        """Open a table and wait."""
        me = await accounts.of(request)
        pace = Pace(body.pace.kind, body.pace.seconds, body.pace.increment)
        if pace.kind and pace.seconds < SHORTEST:
            raise Refusal(422, "A player has at least a minute.")
        facts = await tables.facts(
            *(body.scenario, me.id, body.seat, body.computers),
            visibility=body.visibility or "",
            pace=pace,
            gives_up=body.gives_up,
            all_asked=body.all_asked,
        )
        made, link = await tables.offer(me, facts, body.by_link)
        [table] = await shown(people, [made], me.id)
        return reply({**table, "link": link}, 201)

    @api.get("/tables/{id}", response_model=bodies.Table)
    async def one(request: Request, id: str) -> Response:
        """A table, by its id or its link."""
        me = await accounts.find(request)
        mine = me.id if me else ""
        [table] = await shown(people, [await tables.find(id, mine)], mine)
        return reply(table)

    @api.post("/tables/{id}/accept", response_model=bodies.Accepted)
    async def accept(request: Request, id: str, body: bodies.Coming) -> Response:
        """Take a seat. With the last one the battle begins."""
        me = await accounts.of(request)
        battle = await tables.accept(id, me, body.seat)
        token = await people.mine.open(battle, "", me, key_of(request)) if battle else ""
        return reply({"battle": battle, "token": token})

    @api.post("/tables/{id}/link", response_model=bodies.Table)
    async def new_link(request: Request, id: str) -> Response:
        """A new link to one's table; the old one opens nothing any more."""
        me = await accounts.of(request)
        made, link = await tables.new_link(id, me)
        [table] = await shown(people, [made], me.id)
        return reply({**table, "link": link})

    @api.post("/tables/{id}/withdraw", response_model=bodies.Accepted)
    async def withdraw(request: Request, id: str) -> Response:
        """Close one's table, leave another's, or decline one that is for oneself."""
        await tables.withdraw(id, await accounts.of(request, banned=True))
        return reply({})


def add_mine(api: APIRouter, people: People) -> None:
    accounts, mine = people.accounts, people.mine

    @api.get("/battles", response_model=bodies.MyBattles)
    async def listed(request: Request) -> Response:
        """My battles: my turn first."""
        return reply({"battles": await mine.listing(await accounts.of(request, banned=True))})

    @api.post("/sit", response_model=bodies.Somebody)
    async def sit(request: Request, body: bodies.Sitting) -> Response:
        """The seat of this link is mine."""
        me = await accounts.of(request)
        await mine.sit(body.token, me, body.made)
        return reply(people.somebody(me))

    @api.post("/battles/{id}/open", response_model=bodies.Opened)
    async def open_seat(request: Request, id: str, body: bodies.Opening) -> Response:
        """A link to my seat for this device."""
        me = await accounts.of(request)
        return reply({"token": await mine.open(id, body.seat, me, key_of(request))})

    @api.post("/battles/{id}/invite", response_model=bodies.Opened)
    async def invite(request: Request, id: str, body: bodies.SeatNamed) -> Response:
        """A new link for a seat that nobody plays; the old one opens nothing any more."""
        return reply({"token": await mine.invite(id, body.seat, await accounts.of(request))})

    @api.post("/battles/{id}/again", status_code=201, response_model=bodies.TableAgain)
    async def again(request: Request, id: str, body: bodies.Again) -> Response:
        """Ask the others of a battle that is over to play it again."""
        me = await accounts.of(request)
        made, battle = await people.rematch(id, me, body.swap)
        token = await people.mine.open(battle, "", me, key_of(request)) if battle else ""
        [table] = await shown(people, [made], me.id)
        return reply({**table, "battle": battle, "token": token}, 201)


async def shown(people: People, found: list[Challenge], me: str) -> list[dict[str, Any]]:
    """Tables as somebody sees them."""
    ids = {account for each in found for account, _ in each.facts.takers}
    known = await people.store.run(accounts_of(list(ids)))
    nobody = Account("", "somebody", "", 0.0, 0.0)
    return [
        {
            "id": each.id,
            "system": each.facts.system,
            "scenario": each.facts.scenario,
            "title": each.facts.title,
            "takers": [
                {**people.somebody(known.get(account, nobody)), "seat": seat} for account, seat in each.facts.takers
            ],
            "computers": each.facts.computers,
            "open": each.facts.open,
            "missing": each.facts.missing,
            "by_link": each.by_link,
            "pace": each.facts.pace,
            "all_asked": each.facts.all_asked,
            "made": each.made,
            "mine": each.maker == me,
            "inside": any(account == me for account, _ in each.facts.takers),
            "asked": bool(me) and me in each.facts.only,
        }
        for each in found
    ]
