"""What the page asks about a battle that is over: who was winning when, and why."""

from fastapi import APIRouter, Response

from sandtable.analysis.course import NOT_OVER
from sandtable.server.analysis.jobs import Analyses
from sandtable.server.api import OBJECT, PROBLEM, reply
from sandtable.server.battles import Battles
from sandtable.server.refusal import Refusal


def analysis_routes(battles: Battles, analyses: Analyses) -> APIRouter:
    """Analysis opens when the battle is over, for everybody who holds a link to it."""
    api = APIRouter(prefix="/api", responses=PROBLEM)

    async def finished(token: str) -> tuple[str, str, list[bytes]]:
        async with battles.look(token) as (battle, _):
            if not battle.over:
                raise Refusal(403, NOT_OVER)
            return battle.id, battle.facts.system, await battles.journal(battle)

    @api.get("/seat/{token}/analysis", responses=OBJECT)
    async def look(token: str) -> Response:
        """What is known so far. It is worked out in the background, as long as somebody asks."""
        return reply(await analyses.ask(*await finished(token)))

    @api.delete("/seat/{token}/analysis", responses=OBJECT)
    async def stop(token: str) -> Response:
        """Stop it; what was found stays."""
        battle, system, _ = await finished(token)
        return reply(await analyses.stop(battle, system))

    return api
