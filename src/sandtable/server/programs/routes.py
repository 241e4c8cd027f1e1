"""Requests of programs: a stream for a seat and answers to its questions; and where others come, accounts of bots."""

import secrets
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse

from sandtable.bots.wire import Answered, Unfit, chosen
from sandtable.server import bodies as common
from sandtable.server.api import LINES, PROBLEM, body_of, reply, takes
from sandtable.server.battles import Battles, check_present
from sandtable.server.edge.messages import Malformed
from sandtable.server.people import bodies as people_bodies
from sandtable.server.people import names, records
from sandtable.server.people.accounts import badge_of, check_key, key_of
from sandtable.server.people.clock import now
from sandtable.server.people.people import People
from sandtable.server.people.records import Account, Key
from sandtable.server.people.routes import PROBLEMS
from sandtable.server.people.tables import shown as shown_tables
from sandtable.server.programs import bodies
from sandtable.server.programs.streams import SHOWS, concerns, questions
from sandtable.server.refusal import NOT_ASKED, ONLY_WATCHING, Refusal, clean
from sandtable.server.seats import GALLERY
from sandtable.server.tokens import digest_of

STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {LINES: {"schema": {"type": "string"}}}}}
NO_BOT = "There is no bot of this name."

_read = msgspec.json.Decoder(bodies.Answer).decode


def seat_routes(battles: Battles) -> APIRouter:
    """For whoever holds the link of a seat."""
    api = APIRouter(prefix="/api/seat/{token}", responses=PROBLEM)

    @api.get("/questions", responses={**PROBLEM, **STREAM}, response_class=Response, include_in_schema=False)
    async def stream(token: str, show: Annotated[str, Query(max_length=20)] = SHOWS[0]) -> Response:
        """The questions of a seat as they come, a line for each, until the battle is over."""
        if show not in SHOWS:
            raise Refusal(422, f"show must be one of {', '.join(SHOWS)}.")
        if (await battles.links.find(token)).seat == GALLERY:
            raise Refusal(403, ONLY_WATCHING)
        return StreamingResponse(questions(battles, token, show), media_type=LINES)

    @api.post("/answers", response_model=common.StateNow, openapi_extra=takes(bodies.Answer))
    async def answer(token: str, request: Request) -> Response:
        """Answer a question by its id."""
        try:
            body = _read(await body_of(request))
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise Malformed(f"This answer was not understood: {clean(str(error))}.") from error
        return reply({"state": await answered(battles, token, body)})

    return api


async def answered(battles: Battles, token: str, body: bodies.Answer) -> int:
    """Play what an answer means; the new state. An answer to another question is refused (409)."""
    async with battles.seat(token, body.id) as (battle, seat):
        async with battle.lock:
            decision = battle.play.decision_for(seat)
            asked = battle.course.seen_by(seat)
            check_present(battle, seat, asked, asked)
            if decision is None:
                raise Refusal(422, NOT_ASKED)
            if body.id != asked:
                raise Refusal(409, f"You answer question {body.id}, and now you are asked question {asked}.")
            try:
                wish = body.choice.choice() if body.choice is not None else None
                choice = chosen(Answered(body.id, body.option, wish), decision)
            except Unfit as unfit:
                raise Refusal(422, f"{str(unfit)[:1].upper()}{str(unfit)[1:]}.", decision.rule) from unfit
        with battles.metrics.choosing.time():
            return await battles.play(battle, seat, body.id, choice)


def bot_routes(people: People) -> APIRouter:
    """For accounts: an owner makes bots, anybody challenges them, and a bot hears what concerns it."""
    api = APIRouter(prefix="/api/bots", responses=PROBLEMS)
    accounts = people.accounts

    @api.post("", status_code=201, response_model=bodies.BotOut)
    async def make(request: Request, body: bodies.NewBot) -> Response:
        """A bot of one's own. Its token is a key, of which only the hash is kept."""
        owner = await accounts.of(request)
        return reply(people.somebody(await new_bot(people, owner, body.name, body.token)), 201)

    @api.get("", response_model=bodies.Bots)
    async def mine(request: Request) -> Response:
        """The bots of an account."""
        owner = await accounts.of(request)
        return reply({"bots": [people.somebody(each) for each in await people.store.run(records.bots_of(owner.id))]})

    @api.get("/stream", responses={**PROBLEMS, **STREAM}, response_class=Response, include_in_schema=False)
    async def stream(request: Request) -> Response:
        """All that concerns a bot, a line for each."""
        bot = await accounts.of(request)
        if not bot.bot:
            raise Refusal(403, "This stream is for bots. Make one, and show its token.")
        return StreamingResponse(concerns(people, bot, key_of(request)), media_type=LINES)

    @api.post("/{name}/challenge", status_code=201, response_model=people_bodies.Table)
    async def challenge(request: Request, name: str, body: bodies.Challenging) -> Response:
        """Open a table for oneself and a bot."""
        me = await accounts.of(request)
        bot = await people.store.run(records.find_name(names.skeleton(name)))
        if bot is None or not bot.bot or bot.banned:
            raise Refusal(404, NO_BOT)
        if bot.id == me.id:
            raise Refusal(422, "A bot cannot challenge itself.")
        facts = await people.challenges.facts(body.scenario, me.id, body.seat, {}, only=(bot.id,))
        made, _ = await people.challenges.offer(me, facts, False)
        [table] = await shown_tables(people, [made], me.id)
        return reply(table, 201)

    return api


async def new_bot(people: People, owner: Account, name: str, token: str) -> Account:
    """An account with a flag, and its owner's id. Asked again with the same token, the same one."""
    if owner.bot:
        raise Refusal(403, "A bot has no bots of its own.")
    name = names.clean(name)
    check_key(token)
    mine = await people.store.run(records.bots_of(owner.id))
    same = next((each for each in mine if each.name == name), None)
    known = await people.store.run(records.who_has(digest_of(token), 0.0))
    if same is not None and known is not None and known.id == same.id:
        return same
    if len(mine) >= people.settings.bots:
        raise Refusal(429, f"You have {people.settings.bots} bots, which is the most you may have.")
    time = now()
    bot = Account(secrets.token_hex(6), name, badge_of(token), time, time, owner.id, True)
    await people.accounts.take_name(
        records.add_account(bot, names.skeleton(name), [Key(digest_of(token), records.BOT)])
    )
    return bot
