"""Requests about people (docs/people.md). They are there only where a server is reached by others."""

import segno
from fastapi import APIRouter, Request, Response

from sandtable.server.api import PROBLEM, refused, reply
from sandtable.server.people import bodies
from sandtable.server.people.accounts import CODE_LASTS, MINUTE, key_of
from sandtable.server.people.people import People
from sandtable.server.people.tables import add_mine, add_tables
from sandtable.server.refusal import Refusal

PROBLEMS = {
    **PROBLEM,
    401: refused("Nobody is known by this key"),
}


def people_routes(people: People) -> APIRouter:
    """All of them."""
    api = APIRouter(prefix="/api/people", responses=PROBLEMS)
    add_accounts(api, people)
    add_tables(api, people)
    add_mine(api, people)
    return api


def add_accounts(api: APIRouter, people: People) -> None:
    accounts = people.accounts

    @api.post("", status_code=201, response_model=bodies.Me)
    async def make(body: bodies.NewAccount) -> Response:
        """Choose a name."""
        return reply(await people.me(await accounts.make(body.name, body.key)), 201)

    @api.get("/me", response_model=bodies.Me)
    async def me(request: Request) -> Response:
        """Who this browser is."""
        return reply(await people.me(await accounts.of(request, banned=True)))

    @api.post("/me/name", response_model=bodies.Me)
    async def rename(request: Request, body: bodies.NewName) -> Response:
        """Another name."""
        await accounts.rename(await accounts.of(request), body.name)
        return reply(await people.me(await accounts.of(request)))

    @api.post("/me/code", response_model=bodies.Code)
    async def code(request: Request) -> Response:
        """A one-time code for another device, and its picture."""
        code = await accounts.code(await accounts.of(request))
        root = people.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
        address = f"{root}/#enter={code}"
        rows = ["".join("1" if dark else "0" for dark in row) for row in segno.make(address, micro=False).matrix]
        return reply({"code": code, "minutes": round(CODE_LASTS / MINUTE), "address": address, "picture": rows})

    @api.post("/me/recovery", response_model=bodies.Code)
    async def recovery(request: Request) -> Response:
        """A code to print. The one before opens nothing any more."""
        return reply({"code": await accounts.recovery(await accounts.of(request))})

    @api.post("/enter", response_model=bodies.Me)
    async def enter(body: bodies.Entering) -> Response:
        """Be somebody in this browser, too, by a code."""
        return reply(await people.me(await accounts.enter(body.code, body.key)))

    @api.post("/me/leave", response_model=bodies.Somebody)
    async def leave(request: Request, body: bodies.Leaving) -> Response:
        """Forget this browser, or all others."""
        account = await accounts.of(request, banned=True)
        await people.leave(account, key_of(request), body.others)
        return reply(people.somebody(account))

    @api.get("/me/export", response_model=bodies.Exported)
    async def export(request: Request) -> Response:
        """All that is kept about this account."""
        return reply(await people.export(await accounts.of(request, banned=True)))

    @api.post("/me/close", response_model=bodies.Somebody)
    async def close(request: Request, body: bodies.Closing) -> Response:
        """Delete this account."""
        account = await accounts.of(request, banned=True)
        if body.name.strip() != account.name:
            raise Refusal(422, f"Type the name of the account, {account.name}, to delete it.")
        await people.close(account)
        return reply(people.somebody(account))
