"""The HTTP side of the server, as docs/server.md describes it."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response

from sandtable.bots import levels
from sandtable.server import bodies
from sandtable.server.battle import Battle
from sandtable.server.battles import Battles, check_state
from sandtable.server.computers.hints import Hints, thought_at
from sandtable.server.edge.callers import caller
from sandtable.server.edge.limits import VERIFICATIONS
from sandtable.server.edge.messages import Chosen, Malformed, Undone, described, read_chosen, read_undone
from sandtable.server.guiding import next_of, told_of
from sandtable.server.refusal import NOT_ASKED, Problem, Refusal, clean
from sandtable.server.seats import GALLERY
from sandtable.server.store import Facts, Link, Row, Summary, explained
from sandtable.server.workshop.positions import scenario_of
from sandtable.table.decision import Choice, Decision
from sandtable.table.shown import Danger, Sight, no_dangers
from sandtable.table.system import systems

JSON = "application/json"


def refused(why: str) -> dict[str, Any]:
    """What the OpenAPI document says about an answer that grants nothing."""
    return {"description": why, "content": {JSON: {"schema": described(Problem)}}}


PROBLEM: dict[int | str, dict[str, Any]] = {
    400: refused("Not understood"),
    403: refused("Not from this seat, or not yet"),
    404: refused("Not there"),
    408: refused("Too slow"),
    409: refused("The battle has moved on"),
    410: refused("Cannot be opened any more"),
    413: refused("Too big"),
    414: refused("The address is too long"),
    422: refused("Not allowed by the rules"),
    429: refused("Too many"),
    431: refused("The headers are too big"),
    503: refused("Not now"),
}
OBJECT: dict[int | str, dict[str, Any]] = {200: {"content": {JSON: {"schema": {"type": "object"}}}}}
LINES = "application/x-ndjson"
FILE: dict[int | str, dict[str, Any]] = {200: {"content": {LINES: {"schema": {"type": "string"}}}}}

StateAsked = Annotated[int | None, Query(ge=0, le=2**31 - 1)]
Place = Annotated[str, Query(max_length=100)]


def reply(content: Any, status: int = 200) -> Response:
    return Response(content if isinstance(content, bytes) else msgspec.json.encode(content), status, media_type=JSON)


def takes(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """What the OpenAPI document says about a body that is read as a message of a socket is."""
    return {"requestBody": {"required": True, "content": {JSON: {"schema": described(kind)}}}}


async def body_of(request: Request) -> bytes:
    """The body of a request, which must say that it is JSON: the form of another site cannot."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Malformed(f"Send this as {JSON}.")
    return await request.body()


def routes(battles: Battles) -> APIRouter:
    """All requests."""
    api = APIRouter(prefix="/api", responses=PROBLEM)
    add_games(api, battles)
    add_battles(api, battles)
    add_seats(api, battles)
    add_looks(api, battles)
    add_thoughts(api, battles)
    add_journal(api, battles)
    return api


# What can be played ----------------------------------------------------------------------------------


def add_games(api: APIRouter, battles: Battles) -> None:
    games = battles.games

    @api.get("/games", response_model=bodies.Offer)
    async def offered() -> Response:
        """Systems with their scenarios, and the computer players."""
        settings = battles.settings
        return reply({**await games.catalogue(), "visibility": settings.visibility, "people": settings.people})

    @api.get("/boards/{system}/{slug}", responses=OBJECT)
    async def board(system: str, slug: str) -> Response:
        """The board of a scenario, to draw its picture."""
        view = (await games.opening(await games.at(system, slug))).view
        if view.board is None:
            raise Refusal(404, "This game has no board.")
        return reply(view.board)

    @api.get("/briefings/{system}/{slug}", responses=OBJECT)
    async def briefing(system: str, slug: str) -> Response:
        """A scenario before its first choice, and how each side might go about it."""
        found = await games.at(system, slug)
        view = (await games.opening(found)).view
        opening = msgspec.structs.replace(view, log=(), decision=None, waiting=())
        return reply({"view": opening, "plans": found.system.shelf.plans(found.info.id)})

    @api.get("/rules/{system}", response_model=bodies.RulesOut)
    async def rules(system: str) -> Response:
        """Every rule of a system in our own words, with its chapters, drawings and a one-page aid."""
        found = systems().get(system)
        if found is None:
            raise Refusal(404, "There is no such game.")
        shelf = found.shelf
        rules = list(shelf.rules().values())
        return reply({"system": found.key, "title": found.title, "rules": rules, "handbook": shelf.handbook()})

    @api.get("/guides/{system}", responses=OBJECT)
    async def guide(system: str) -> Response:
        """What a newcomer to a system is told."""
        found = systems().get(system)
        shown = None if found is None else found.shelf.guide()
        if shown is None:
            raise Refusal(404, "There is no guide to this game.")
        return reply(told_of(shown))


# Battles ---------------------------------------------------------------------------------------------


def add_battles(api: APIRouter, battles: Battles) -> None:
    @api.post("/battles", status_code=201, response_model=bodies.BattleMade)
    async def new(body: bodies.NewBattle) -> Response:
        """Begin a battle."""
        made = await battles.create(
            *(body.scenario, body.seats, body.seed, body.hot_seat, body.visibility),
            gives_up=body.gives_up,
            all_asked=body.all_asked,
        )
        return reply(made, 201)

    @api.post("/guides/{system}", status_code=201, response_model=bodies.BattleMade)
    async def guided(system: str) -> Response:
        """Begin the guided first battle of a system."""
        return reply(await battles.create_guided(system), 201)

    @api.get("/battles", response_model=bodies.BattleList)
    async def listed() -> Response:
        """The battles that may be watched or resumed, the newest first."""
        return reply({"battles": [listing(row) for row in await battles.listing()]})

    @api.post("/battles/{id}/watch", response_model=bodies.Watch)
    async def watch(id: str) -> Response:
        """The link to the gallery."""
        return reply({"spectator": await battles.spectator(id)})


def listing(row: Row) -> dict[str, Any]:
    facts, summary = row.facts, row.summary
    return {
        "id": row.id,
        "system": facts.system,
        "scenario": facts.scenario,
        "title": facts.title,
        "seats": facts.kinds,
        "hot_seat": facts.hot_seat,
        "fork_of": facts.fork_of,
        "guided": facts.guided,
        "made": row.made,
        "state": summary.state,
        "turn": summary.turn,
        "phase": summary.phase,
        "over": row.over,
        "result": result_of(summary, row.over),
    }


def result_of(summary: Summary, over: bool) -> dict[str, Any] | None:
    if not over:
        return None
    return {"winner": summary.winner, "reason": summary.reason, "rule": summary.rule}


# Seats -----------------------------------------------------------------------------------------------


def add_seats(api: APIRouter, battles: Battles) -> None:
    @api.get("/seat/{token}", response_model=bodies.SeatState)
    async def seat_state(token: str) -> Response:
        """The battle of a link, and the moments for the scrubber."""
        async with battles.look(token) as (battle, seat):
            facts: Facts = battle.facts
            shared = facts.hot_seat and seat != GALLERY
            links = await battles.links.around(token, Link(battle.id, seat), battle.seats) if shared else {}
            return reply(
                {
                    "battle": battle.id,
                    "system": facts.system,
                    "scenario": facts.scenario,
                    "title": facts.title,
                    "seat": seat,
                    "seats": facts.kinds,
                    "levels": levels.described(battle.system),
                    "hot_seat": facts.hot_seat,
                    "curtain": facts.hot_seat and battle.system.secrets,
                    "links": links,
                    "fork_of": facts.fork_of,
                    "visibility": facts.visibility,
                    "guided": facts.guided,
                    "gives_up": facts.gives_up,
                    "all_asked": facts.all_asked,
                    "state": battle.state,
                    "over": battle.over,
                    "notice": clean(battle.notice),
                    "result": result_of(battle.summed_up(), battle.over),
                    "seed_digest": battle.header.seed_digest,
                    "seed_chosen": facts.seed_chosen,
                    "seed": battle.seed.hex() if battle.over and battle.header.seed_digest else None,
                    "moments": battle.course.moments(seat),
                    "explained": await battles.store.run(explained(battle.id)) if battle.over else [],
                    "next": next_of(battle.system) if battle.over and facts.guided else None,
                }
            )

    @api.post("/seat/{token}/take", response_model=bodies.Taken)
    async def take(token: str, body: bodies.Taken) -> Response:
        """Take the seat of an invitation: it gets a new link, and the one that was sent opens nothing any more."""
        await battles.take(token, body.token)
        return reply({"token": body.token})

    @api.post("/seat/{token}/choices", response_model=bodies.StateNow, openapi_extra=takes(Chosen))
    async def choose(token: str, request: Request) -> Response:
        """Make a choice."""
        body = read_chosen(await body_of(request))
        return reply({"state": await battles.choose(token, body.state, body.choice.choice())})

    @api.post("/seat/{token}/undo", response_model=bodies.StateNow, openapi_extra=takes(Undone))
    async def undo(token: str, request: Request) -> Response:
        """Take back one's last choice."""
        body = read_undone(await body_of(request))
        return reply({"state": await battles.undo(token, body.state)})

    @api.post("/seat/{token}/fork", status_code=201, response_model=bodies.BattleMade)
    async def fork(token: str, body: bodies.Forked) -> Response:
        """A new battle from a moment of this one, with fresh dice."""
        return reply(await battles.fork(token, body.state, body.seats), 201)


# Looking ---------------------------------------------------------------------------------------------


def add_looks(api: APIRouter, battles: Battles) -> None:
    @api.get("/seat/{token}/view", responses=OBJECT)
    async def view(
        token: str, state: StateAsked = None, seen_by: Annotated[Place, Query(alias="as")] = ""
    ) -> Response:
        """The view now or at an earlier moment; that of another seat only when the battle is over."""
        return reply(await battles.view(token, state, seen_by))

    @api.get("/seat/{token}/board", responses=OBJECT)
    async def board(token: str) -> Response:
        """The board."""
        async with battles.look(token) as (battle, seat):
            found = battle.shown(seat).board
        if found == b"null":
            raise Refusal(404, "This game has no board.")
        return reply(found)

    @api.get("/seat/{token}/sight", response_model=bodies.SightOut)
    async def sight(token: str, start: Annotated[Place, Query(alias="from")], to: Place = "") -> Response:
        """What is in sight of a place, or whether it sees another and why."""
        async with battles.look(token) as (battle, seat):
            ground, _ = battle.known_to(seat)
            try:
                found: Sight | None = battle.system.shown.sight(ground, start, to)
            except ValueError as error:
                raise Refusal(422, str(error)) from error
        if found is None:
            raise Refusal(404, "This game has no lines of sight.")
        if to:
            return reply({"open": found.open, "reason": found.reason, "rule": found.rule})
        return reply({"hexes": found.places, "shapes": found.shapes})

    @api.get("/seat/{token}/overlays", response_model=bodies.Overlays)
    async def overlays(token: str, piece: Place) -> Response:
        """The arcs and ranges of a piece."""
        async with battles.look(token) as (battle, seat):
            ground, _ = battle.known_to(seat)
            try:
                found = battle.system.shown.overlays(ground, piece)
            except ValueError as error:
                raise Refusal(422, str(error)) from error
        return reply({"zones": found})

    @api.get("/seat/{token}/position", responses=OBJECT)
    async def position(token: str) -> Response:
        """The present moment as a scenario, as far as this seat knows it, for the workshop."""
        async with battles.look(token) as (battle, seat):
            ground, _ = battle.known_to(seat)
            return reply(scenario_of(battle.system, ground, battle.header.texts or {}))

    @api.get("/seat/{token}/dangers", response_model=bodies.Dangers)
    async def dangers(token: str, state: Annotated[int, Query(ge=0, le=2**31 - 1)], to: Place) -> Response:
        """Who could fire at the acting piece on its way to a place, with the odds."""
        async with battles.look(token, state) as (battle, seat):
            check_now(battle, state)
            ground, decision = battle.known_to(seat)
            if decision is None:
                raise Refusal(422, NOT_ASKED)
            found: list[Danger] = []
            for choice in going_to(decision, to):
                found = found or battle.system.shown.dangers(ground, decision, choice)
            possible = battle.system.shown.dangers is not no_dangers
        return reply({"to": to, "possible": possible, "dangers": found})

    @api.get("/seat/{token}/odds", response_model=bodies.CountedOut)
    async def odds(
        token: str,
        state: Annotated[int, Query(ge=0, le=2**31 - 1)],
        option: Annotated[int, Query(ge=0, le=2**31 - 1)],
    ) -> Response:
        """The odds of an option that its view left for later, because they take long to count."""
        async with battles.look(token, state) as (battle, seat):
            check_now(battle, state)
            ground, decision = battle.known_to(seat, apart=True)
            options = [] if decision is None else decision.options()
            if decision is None or option >= len(options):
                raise Refusal(422, NOT_ASKED if decision is None else f"There are only {len(options)} options.")
            count = battle.system.shown.count
        found = await battles.aside.run(count, ground, decision, options[option])
        return reply({"option": option, "odds": found.odds, "attack": found.attack})


def check_now(battle: Battle, state: int) -> None:
    """Whether the battle is still in this state."""
    if state != battle.state:
        check_state(battle, state)
        raise Refusal(409, f"The battle has moved on: it is in state {battle.state}, not {state}.")


def going_to(decision: Decision, to: str) -> list[Choice]:
    return [choice for choice in decision.options() if to and choice.to == to]


# Why -------------------------------------------------------------------------------------------------


def add_thoughts(api: APIRouter, battles: Battles) -> None:
    hints = Hints(battles)

    @api.post("/seat/{token}/hint", response_model=bodies.HintOut)
    async def hint(token: str, body: bodies.HintAsked) -> Response:
        """What a computer player would do in this seat, and why; nothing is played."""
        return reply(await hints.give(token, body.state, body.level))

    @api.get("/seat/{token}/thought", response_model=bodies.WhyOut)
    async def thought(token: str, state: Annotated[int, Query(ge=0, le=2**31 - 1)]) -> Response:
        """Why a computer player chose what it chose, when the battle is over."""
        return reply(await thought_at(battles, token, state))


# The journal -----------------------------------------------------------------------------------------


def add_journal(api: APIRouter, battles: Battles) -> None:
    @api.get("/seat/{token}/journal", responses=FILE, response_class=Response)
    async def journal(token: str) -> Response:
        """The journal as a file, when the battle is over."""
        async with battles.look(token) as (battle, _):
            lines = await finished(battles, battle)
            name = f"{battle.facts.scenario.rpartition('/')[2]}-{battle.id}.jsonl"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(b"".join(lines), media_type=LINES, headers=headers)

    @api.get("/seat/{token}/verify", response_model=bodies.Verified)
    async def verify(token: str) -> Response:
        """Check every choice by the rules and every die by the seed, when the battle is over."""
        async with battles.look(token) as (battle, _):
            lines = await finished(battles, battle)
        battles.limits.take(VERIFICATIONS)
        return reply(await battles.thinkers.verify(lines, caller.get()))


async def finished(battles: Battles, battle: Battle) -> list[bytes]:
    if not battle.over:
        raise Refusal(403, "The journal contains every secret. You can download it when the battle is over.")
    return await battles.journal(battle)
