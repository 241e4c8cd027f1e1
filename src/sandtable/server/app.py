"""The application: requests, sockets and the files of the client, put together."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from sandtable import __version__
from sandtable.server.analysis.jobs import Analyses
from sandtable.server.analysis.routes import analysis_routes
from sandtable.server.analysis.studies import Studies
from sandtable.server.analysis.study_routes import study_routes
from sandtable.server.api import JSON, routes
from sandtable.server.edge.files import Client
from sandtable.server.edge.guard import Guard
from sandtable.server.edge.health import health_routes
from sandtable.server.edge.messages import Malformed
from sandtable.server.life import alive, open_battles
from sandtable.server.notices.post import Post
from sandtable.server.notices.routes import notice_routes
from sandtable.server.people.company_routes import company_routes
from sandtable.server.people.people import People
from sandtable.server.people.routes import people_routes
from sandtable.server.programs.routes import bot_routes, seat_routes
from sandtable.server.refusal import NO_DATABASE, Refusal, problem
from sandtable.server.settings import Settings
from sandtable.server.socket import Sockets
from sandtable.server.store import StoreError
from sandtable.server.workshop.fairness import Fairness
from sandtable.server.workshop.routes import workshop_routes

log = logging.getLogger(__name__)


def create_app(settings: Settings) -> FastAPI:
    """The server as an ASGI application. Its file is opened here, and closed with it."""
    battles = open_battles(settings)
    post = Post(battles.store, settings)
    fairness = Fairness(settings.data / "workshop", settings.modules)
    analyses = Analyses(battles.store, settings.modules, battles.thinkers)
    studies = Studies(battles, settings.modules)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with alive(battles, *([post.run()] if settings.people else [])):
            fairness.resume()
            yield
        fairness.close()
        analyses.close()
        studies.close()

    app = FastAPI(
        title="Sandtable",
        version=__version__,
        description="WWII tabletop wargames by their own rules: docs/server.md.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.battles = battles
    app.include_router(routes(battles))
    app.include_router(workshop_routes(battles, fairness))
    app.include_router(analysis_routes(battles, analyses))
    app.include_router(study_routes(battles, studies))
    app.include_router(health_routes(battles))
    app.include_router(seat_routes(battles))
    app.include_router(company_routes(battles))
    if settings.people:
        people = People(battles)
        app.include_router(people_routes(people))
        app.include_router(notice_routes(people, post))
        app.include_router(bot_routes(people))
    app.router.default = Client(settings.client)
    app.add_middleware(Guard, settings, battles.limits, battles.metrics, Sockets(battles))
    add_errors(app)
    return app


def add_errors(app: FastAPI) -> None:
    """Every error is a sentence in the same shape."""

    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> Response:
        headers = {"Retry-After": str(error.retry_after)} if error.retry_after else None
        return Response(problem(error.error, error.rule), error.status, headers, JSON)

    @app.exception_handler(Malformed)
    async def not_understood(request: Request, error: Malformed) -> Response:
        return Response(problem(str(error)), 400, media_type=JSON)

    @app.exception_handler(StoreError)
    async def lost(request: Request, error: StoreError) -> Response:
        log.error("the store cannot be read: %s", error)
        return Response(problem(NO_DATABASE), 503, media_type=JSON)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first.get("loc", ())[1:])[:100]
        what = str(first.get("msg", "not understood"))
        return Response(problem(f"{where}: {what}." if where else f"{what}."), 400, media_type=JSON)

    @app.exception_handler(HTTPException)
    async def failed(request: Request, error: HTTPException) -> Response:
        return Response(problem(f"{error.detail}."), error.status_code, error.headers, JSON)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        return Response(problem("Something went wrong on the server. Nothing was changed."), 500, media_type=JSON)
