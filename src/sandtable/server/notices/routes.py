"""Requests about notices (docs/people.md): the ways by which somebody is told."""

import asyncio
import secrets
from typing import Any
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, Request, Response

from sandtable.server.api import reply
from sandtable.server.edge.limits import NOTICES, Limits
from sandtable.server.notices import bodies
from sandtable.server.notices.courier import is_mail
from sandtable.server.notices.fence import REFUSED, may_reach
from sandtable.server.notices.letters import write_letter
from sandtable.server.notices.post import Post
from sandtable.server.notices.ways import APPRISE, MAIL, PUSH, Way, add_way, change_way, drop_way, new_way, ways_of
from sandtable.server.people.clock import now
from sandtable.server.people.people import People
from sandtable.server.people.records import Account
from sandtable.server.people.routes import PROBLEMS
from sandtable.server.refusal import Refusal
from sandtable.server.settings import Settings
from sandtable.server.store import Base, Store

MOST = 8  # ways of one account


class Desk:
    """Takes and changes the ways of accounts."""

    def __init__(self, post: Post, store: Store, settings: Settings, limits: Limits) -> None:
        self._post = post
        self._store = store
        self._settings = settings
        self._limits = limits

    async def shown(self, account: Account) -> dict[str, Any]:
        push = (await self._post.keys()).public if self._post.can_push else ""
        ways = await self._store.run(ways_of(account.id))
        able = {"push": push, "mail": self._post.can_mail, "apprise": self._post.can_apprise}
        return {**able, "ways": [shown(way) for way in ways]}

    async def add(self, account: Account, body: bodies.NewWay, root: str) -> None:
        """One more way; mail must be confirmed before it is used."""
        self._limits.take(NOTICES)
        if len(await self._store.run(ways_of(account.id))) >= MOST:
            raise Refusal(422, f"You have {MOST} ways to be told. Remove one first.")
        if body.kind == PUSH:
            way = await self._browser(account, body, root)
        elif body.kind == MAIL:
            if not self._post.can_mail:
                raise Refusal(422, "This server sends no mail.")
            if not is_mail(body.address.strip()):
                raise Refusal(422, "This is not an email address.")
            address = body.address.strip()
            way = new_way(account.id, MAIL, address, address, root, now(), f"{secrets.randbelow(10**6):06}")
        else:
            if not self._post.can_apprise:
                raise Refusal(422, "This server does not support Apprise.")
            found = await self._post.check(body.address.strip())
            if not found.ok:
                raise Refusal(422, found.why)
            way = new_way(account.id, APPRISE, body.address.strip(), found.name, root, now())

        def work(base: Base) -> None:
            add_way(way)(base)
            if way.code:
                text = f"{account.name} wants to be told here when it is his turn. If that was you, type {way.code}."
                write_letter(base, way, f"{way.code} is your code for Sandtable", text, now())

        await self._store.run(work)

    async def _browser(self, account: Account, body: bodies.NewWay, root: str) -> Way:
        if not self._post.can_push or body.browser is None:
            raise Refusal(422, "This server sends nothing to browsers.")
        parts = urlsplit(body.browser.endpoint)
        if parts.hostname is None or (parts.scheme != "https" and parts.hostname not in self._settings.notice_hosts):
            raise Refusal(422, "This is not the address of a push service.")
        if not await asyncio.to_thread(may_reach, parts.hostname, self._settings.notice_hosts):
            raise Refusal(422, REFUSED)
        keys = {"p256dh": body.browser.p256dh, "auth": body.browser.auth}
        address = msgspec.json.encode({"endpoint": body.browser.endpoint, "keys": keys}).decode()
        return new_way(account.id, PUSH, address, body.name or "A browser", root, now())

    async def change(self, account: Account, id: str, body: bodies.ChangedWay) -> None:
        way = await self._find(account, id)
        if body.code:
            self._limits.take(NOTICES)
            if not way.code or not secrets.compare_digest(way.code.encode(), body.code.strip().encode()):
                raise Refusal(422, "This is not the code that was sent there.")
            way = msgspec.structs.replace(way, code="")
        if body.always is not None:
            way = msgspec.structs.replace(way, always=body.always)
        await self._store.run(change_way(way))

    async def remove(self, account: Account, id: str) -> None:
        await self._store.run(lambda base: drop_way(base, account.id, id))

    async def try_out(self, account: Account, id: str) -> None:
        """Send something, to see whether it gets there."""
        way = await self._find(account, id)
        if way.code:
            raise Refusal(422, "First type the code that was sent there.")
        self._limits.take(NOTICES)
        text = "This is how you will be told when it is your turn."
        await self._store.run(lambda base: write_letter(base, way, "A notice from Sandtable", text, now()))

    async def _find(self, account: Account, id: str) -> Way:
        for way in await self._store.run(ways_of(account.id)):
            if way.id == id:
                return way
        raise Refusal(404, "There is no such way to be told.")


def shown(way: Way) -> dict[str, Any]:
    """A way as its owner sees it: not its address, which may hold a password."""
    kept = {name: getattr(way, name) for name in ("id", "kind", "name", "always", "trouble", "made")}
    return {**kept, "confirmed": not way.code}


def notice_routes(people: People, post: Post) -> APIRouter:
    """All of them."""
    api = APIRouter(prefix="/api/people/me/ways", responses=PROBLEMS)
    desk = Desk(post, people.store, people.settings, people.battles.limits)
    accounts = people.accounts

    @api.get("", response_model=bodies.Ways)
    async def ways(request: Request) -> Response:
        """How I am told that it is my turn, and how this server can tell."""
        return reply(await desk.shown(await accounts.of(request)))

    @api.post("", status_code=201, response_model=bodies.Ways)
    async def add(request: Request, body: bodies.NewWay) -> Response:
        """One more way."""
        account = await accounts.of(request)
        root = people.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
        await desk.add(account, body, root)
        return reply(await desk.shown(account), 201)

    @api.post("/{id}", response_model=bodies.Ways)
    async def change(request: Request, id: str, body: bodies.ChangedWay) -> Response:
        """Change a way, or confirm it with the code that was sent there."""
        account = await accounts.of(request)
        await desk.change(account, id, body)
        return reply(await desk.shown(account))

    @api.post("/{id}/remove", response_model=bodies.Ways)
    async def remove(request: Request, id: str) -> Response:
        """Not by this way any more."""
        account = await accounts.of(request)
        await desk.remove(account, id)
        return reply(await desk.shown(account))

    @api.post("/{id}/try", response_model=bodies.Ways)
    async def try_out(request: Request, id: str) -> Response:
        """Send a notice there, to see whether it comes."""
        account = await accounts.of(request)
        await desk.try_out(account, id)
        return reply(await desk.shown(account))

    return api
