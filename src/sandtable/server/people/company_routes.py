"""Requests of those at a table: what they agree on, and what they say. Who holds the link of a seat speaks for it."""

from fastapi import APIRouter, Request, Response

from sandtable.server import bodies as common
from sandtable.server.api import reply
from sandtable.server.battles import Battles
from sandtable.server.people import bodies
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.agreements import Agreements
from sandtable.server.people.company import Company
from sandtable.server.people.routes import PROBLEMS
from sandtable.server.people.talk import Talk
from sandtable.server.refusal import Refusal


def company_routes(battles: Battles) -> APIRouter:
    """All of them."""
    api = APIRouter(prefix="/api/seat/{token}", responses=PROBLEMS)
    battles.company = company = Company(battles)
    agreements, talk = Agreements(battles), Talk(battles)
    accounts = Accounts(battles.store, battles.limits)

    @api.get("/company", response_model=bodies.CompanyOut)
    async def who(token: str) -> Response:
        """Who is at this table, and what was said there."""
        async with battles.look(token) as (battle, seat):
            company.forget(battle)
            found = await company.told(battle, seat, 0)
        if found is None:
            raise Refusal(404, "Only one person plays here.")
        return reply(found[0])

    @api.post("/say", response_model=bodies.Done)
    async def say(token: str, request: Request, body: bodies.Said) -> Response:
        """Say something to the others at the table, or in the gallery."""
        await talk.say(token, body.text, await accounts.find(request))
        return reply({})

    @api.post("/resign", response_model=common.StateNow)
    async def resign(token: str) -> Response:
        """Lose the battle now."""
        return reply({"state": await agreements.resign(token)})

    @api.post("/draw", response_model=bodies.Drawn)
    async def draw(token: str, body: bodies.Agreed) -> Response:
        """Offer a draw or agree to one; or decline."""
        return reply({"drawn": await agreements.draw(token, body.yes)})

    @api.post("/takeback", response_model=bodies.TakenBack)
    async def take_back(token: str, body: bodies.TakingBack) -> Response:
        """Ask that one's last choice be taken back though a die has fallen; agree to that, or decline."""
        return reply({"taken_back": await agreements.take_back(token, body.seat, body.yes)})

    @api.post("/abort", response_model=common.StateNow)
    async def abort(token: str) -> Response:
        """Call the battle off before its first choice."""
        return reply({"state": await agreements.abort(token)})

    @api.post("/claim", response_model=common.StateNow)
    async def claim(token: str, body: bodies.SeatNamed) -> Response:
        """Win, because the time of another seat is up."""
        return reply({"state": await agreements.claim(token, body.seat)})

    @api.post("/leave", response_model=bodies.Done)
    async def leave(token: str) -> Response:
        """Give this seat up."""
        await agreements.leave(token)
        return reply({})

    @api.post("/handover", response_model=bodies.Done)
    async def hand_over(token: str, body: bodies.HandedOver) -> Response:
        """Let a computer player have a seat that was given up."""
        await agreements.hand_over(token, body.seat, body.player)
        return reply({})

    return api
