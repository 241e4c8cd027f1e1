"""For whoever runs the server: is it alive, is it ready, what does it do. Nothing of it is about a battle."""

import asyncio
from ipaddress import ip_address, ip_network

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from sandtable.server.battles import Battles
from sandtable.server.refusal import Refusal
from sandtable.server.store import StoreError

HEALTHY = "/healthz"
READY = "/readyz"
METRICS = "/metrics"
PATIENCE = 5.0  # seconds for the store to answer


def health_routes(battles: Battles) -> APIRouter:
    """Health, readiness and numbers."""
    api = APIRouter(include_in_schema=False)

    @api.get(HEALTHY)
    async def healthy() -> Response:
        """The process answers."""
        return Response("ok\n", media_type="text/plain")

    @api.get(READY)
    async def ready() -> Response:
        """Battles can be found and saved, and scenarios read."""
        try:
            async with asyncio.timeout(PATIENCE):
                await battles.store.run(lambda base: base.rows("SELECT 1"))
                await battles.games.listed()
        except (StoreError, Refusal, TimeoutError):
            return Response("not ready\n", 503, media_type="text/plain")
        return Response("ready\n", media_type="text/plain")

    @api.get(METRICS)
    async def metrics(request: Request) -> Response:
        """Numbers for Prometheus; for named addresses only, and not through a proxy."""
        if not may_count(request, battles.settings.metrics_from):
            raise Refusal(404, "There is nothing here.")
        return Response(battles.metrics.text(), media_type=CONTENT_TYPE_LATEST)

    return api


def may_count(request: Request, allowed: tuple[str, ...]) -> bool:
    if request.client is None or "x-forwarded-for" in request.headers:
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        return False
    return any(address in ip_network(each) for each in allowed)
