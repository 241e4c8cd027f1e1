"""What the page asks about variations and notes: only of battles that are over."""

import asyncio
import secrets
from functools import cache
from typing import Annotated, TypeVar

import msgspec
from fastapi import APIRouter, Query, Request, Response

from sandtable.analysis.course import NOT_OVER
from sandtable.analysis.files import example, examples, unpacked
from sandtable.analysis.growing import ACTIVATION, AVERAGE, CHOICE, CHOSEN, END, FRESH, Wanted
from sandtable.analysis.variations import MOST_AT_ONCE, MOST_NAME, MOST_NOTE, Draw, Id, State, StudyError
from sandtable.server.analysis.desk import Brought
from sandtable.server.analysis.studies import NOT_YOURS, At, Studies, may_write
from sandtable.server.api import JSON, OBJECT, PROBLEM, body_of, reply, takes
from sandtable.server.battle import Battle
from sandtable.server.battles import SEED_LENGTH, Battles, Made
from sandtable.server.bodies import BattleMade
from sandtable.server.edge.limits import VERIFICATIONS
from sandtable.server.edge.messages import Malformed, Name, Wish
from sandtable.server.refusal import Refusal, clean
from sandtable.server.seats import HUMAN, PERSON
from sandtable.server.store import UNLISTED, Facts
from sandtable.server.store.studies import keep_study
from sandtable.table.system import systems

T = TypeVar("T")
LONGEST = 60  # signs in the name of who sat there

Twig = Annotated[int, Query(ge=0, le=2**31)]
Moment = Annotated[int, Query(ge=0, le=2**31)]
Word = Annotated[str, Query(max_length=100)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where it is: a twig, or a moment of the battle itself."""

    state: State = 0
    twig: State = 0

    @property
    def at(self) -> At:
        return At(self.state, self.twig)


class Otherwise(Body, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A choice to try."""

    choice: Wish
    seat: Name = ""
    dice: Annotated[str, msgspec.Meta(pattern=f"^({FRESH}|{CHOSEN}|{AVERAGE})$")] = FRESH
    draws: Annotated[tuple[Draw, ...], msgspec.Meta(max_length=MOST_AT_ONCE)] = ()
    knew: Name = ""


class Onward(Body, frozen=True, forbid_unknown_fields=True):
    """Computer players are to go on."""

    level: Name = "tactician"
    far: Annotated[str, msgspec.Meta(pattern=f"^({CHOICE}|{ACTIVATION}|{END})$")] = ACTIVATION
    knew: Name = ""


class Noted(Body, frozen=True, forbid_unknown_fields=True):
    """A name and a note."""

    name: Annotated[str, msgspec.Meta(max_length=2 * MOST_NAME)] = ""
    note: Annotated[str, msgspec.Meta(max_length=2 * MOST_NOTE)] = ""


class Removed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    twig: Id


class Attempted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another choice at a moment of the battle."""

    state: State
    choice: Wish


async def read(request: Request, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(await body_of(request), type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Malformed(f"This message was not understood: {clean(str(error))}.") from error


def study_routes(battles: Battles, studies: Studies) -> APIRouter:
    """All requests about studies."""
    api = APIRouter(prefix="/api", responses=PROBLEM)

    async def finished(token: str, write: bool = False) -> tuple[Battle, list[bytes], bool]:
        """The battle of a link, its journal, and whether whoever holds the link may write."""
        async with battles.look(token) as (battle, seat):
            if not battle.over:
                raise Refusal(403, NOT_OVER)
            if battle.notice:
                raise Refusal(422, clean(battle.notice))
            writes = may_write(battle, seat)
            if write and not writes:
                raise Refusal(403, NOT_YOURS)
            return battle, await battles.journal(battle), writes

    @api.get("/seat/{token}/study", responses=OBJECT)
    async def study(token: str) -> Response:
        """The notes and variations of a battle, and whether this link may change them."""
        battle, _, writes = await finished(token)
        secrets_here = battle.system.secrets
        return reply({"study": await studies.study(battle), "writes": writes, "secrets": secrets_here})

    @api.get("/seat/{token}/study/view", responses=OBJECT)
    async def view(
        token: str,
        state: Moment = 0,
        twig: Twig = 0,
        seen_by: Annotated[Word, Query(alias="as")] = "",
        board: Word = "",
    ) -> Response:
        """A moment of a variation: as a seat sees it, or whoever is asked there; `board`: the key of one's own."""
        battle, lines, _ = await finished(token)
        return reply(await studies.look(battle, lines, At(state, twig), seen_by, board))

    @api.post("/seat/{token}/study/probe", responses=OBJECT, openapi_extra=takes(Otherwise))
    async def probe(token: str, request: Request) -> Response:
        """What a choice would mean there; nothing changes."""
        body = await read(request, Otherwise)
        battle, lines, _ = await finished(token)
        return reply(await studies.probe(battle, lines, body.at, body.seat, body.choice.choice()))

    @api.post("/seat/{token}/study/attempt", responses=OBJECT, openapi_extra=takes(Attempted))
    async def attempt(token: str, request: Request) -> Response:
        """Whether another choice would have been better than the one that was made; nothing changes."""
        body = await read(request, Attempted)
        battle, lines, _ = await finished(token)
        return reply(await studies.attempt(battle, lines, body.state, body.choice.choice()))

    @api.post("/seat/{token}/study/choices", responses=OBJECT, openapi_extra=takes(Otherwise))
    async def choose(token: str, request: Request) -> Response:
        """Choose otherwise, from a moment of the battle or of a variation."""
        body = await read(request, Otherwise)
        battle, lines, _ = await finished(token, True)
        wanted = Wanted(body.choice.choice(), body.seat, body.dice, body.draws, body.knew)
        return reply(await studies.grow(battle, lines, body.at, wanted))

    @api.post("/seat/{token}/study/onward", responses=OBJECT, openapi_extra=takes(Onward))
    async def onward(token: str, request: Request) -> Response:
        """Let computer players go on. They stop after a while: ask again until it is done."""
        body = await read(request, Onward)
        battle, lines, _ = await finished(token, True)
        return reply(await studies.go_on(battle, lines, body.at, body.level, body.far, body.knew))

    @api.post("/seat/{token}/study/notes", responses=OBJECT, openapi_extra=takes(Noted))
    async def note(token: str, request: Request) -> Response:
        """A name and a note on a choice of a variation, or a note on a moment of the battle."""
        body = await read(request, Noted)
        battle, _lines, _ = await finished(token, True)
        if body.twig:
            return reply(
                {"study": await studies.change(battle, lambda old: old.named(body.twig, body.name, body.note))}
            )
        if body.state > battle.state:
            raise Refusal(404, "The battle has no such moment.")
        return reply({"study": await studies.change(battle, lambda old: old.noted(body.state, body.note))})

    @api.post("/seat/{token}/study/removed", responses=OBJECT, openapi_extra=takes(Removed))
    async def remove(token: str, request: Request) -> Response:
        """Remove a choice of a variation and all that follows it."""
        body = await read(request, Removed)
        battle, _, _ = await finished(token, True)
        return reply({"study": await studies.change(battle, lambda old: old.without(body.twig))})

    @api.get("/seat/{token}/study/file", responses=OBJECT, response_class=Response)
    async def file(token: str) -> Response:
        """The battle with its notes and variations as one file."""
        battle, lines, _ = await finished(token)
        name = f"{battle.facts.scenario.rpartition('/')[2]}-{battle.id}.study.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(await studies.file(battle, lines), media_type=JSON, headers=headers)

    async def adopted(data: bytes) -> Made:
        battles.limits.take(VERIFICATIONS)  # every choice of it is checked
        return await adopt(battles, await studies.bring(data))

    @api.post("/studies", status_code=201, response_model=BattleMade)
    async def bring(request: Request) -> Response:
        """Open a file: a battle of one's own with its notes and variations."""
        return reply(await adopted(await body_of(request)), 201)

    @api.get("/examples", responses=OBJECT)
    async def listed() -> Response:
        """The annotated battles that come with Sandtable."""
        return reply({"examples": await asyncio.to_thread(shipped)})

    @api.post("/examples/{system}", status_code=201, response_model=BattleMade)
    async def open_example(system: str) -> Response:
        """Open an annotated battle: a copy of one's own."""
        try:
            data = example(system)
        except StudyError as error:
            raise Refusal(404, str(error)) from error
        return reply(await adopted(data), 201)

    return api


@cache
def shipped() -> list[dict[str, str]]:
    """What comes with Sandtable, of the games that are here."""
    found = []
    for key in examples():
        if key in systems():
            file, loaded, system = unpacked(example(key))
            row = {"system": key, "game": system.title, "title": file.title, "scenario": loaded.header.scenario}
            found.append(row)
    return found


async def adopt(battles: Battles, found: Brought) -> Made:
    """A battle that came in as a file, kept with its study. Whoever brings it gets the links."""
    kinds = {seat: PERSON if who == HUMAN else clean(who)[:LONGEST] for seat, who in found.seats.items()}
    title = clean(found.title)[:LONGEST] or found.scenario
    facts = Facts(found.system, found.scenario, title, kinds, seed_chosen=True, visibility=UNLISTED)
    seed = found.seed or secrets.token_bytes(SEED_LENGTH)
    return await battles.adopt(facts, seed, found.lines, lambda id: keep_study(id, 0, found.study))
