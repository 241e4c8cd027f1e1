"""What every request passes first: is it for us, is it small enough; and what every answer carries."""

import contextlib
import logging
import time
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.edge.callers import caller, client_of
from sandtable.server.edge.limits import REQUESTS, Limits
from sandtable.server.edge.logs import requests
from sandtable.server.edge.metrics import Metrics
from sandtable.server.refusal import Refusal, problem
from sandtable.server.settings import Settings

# A link in the address bar must not go out to other sites, and no other site may frame or script the page.
HEADERS = [
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    ),
]


FOREIGN = "Pages from other sites may not play here."
PROBES = ("/healthz", "/readyz")  # asked by machines that know no name of ours
FILES = "/api/studies"  # where battles come in as files
METHODS = ("GET", "HEAD", "POST")
LOOKING = ("GET", "HEAD")  # what another site may ask for, too: it does not see the answer


class TooBig(Exception):
    """More came than is taken."""


class Guard:
    """Stands before the application.

    Sockets go another way: each would keep what the application does around a request as long as it is open.
    """

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits, metrics: Metrics, sockets: ASGIApp) -> None:
        self._app = app
        self._sockets = sockets
        self._limits = limits
        self._metrics = metrics
        self._hosts = frozenset(settings.hosts)
        self._limits_of = {FILES: settings.study_limit}  # whole battles come in there
        self._limit = settings.body_limit
        self._public_url = settings.public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        caller.set(client_of(scope))
        try:
            self._limits.take(REQUESTS)
        except Refusal as refusal:
            await refuse(scope, send, refusal.status, refusal.error, refusal.retry_after)
            return
        headers = dict(scope["headers"])
        if sum(name == b"host" for name, _ in scope["headers"]) > 1:
            await refuse(scope, send, 400, "A request has one Host header.")
            return
        probe = scope["type"] == "http" and scope["path"] in PROBES
        if not probe and not self._for_us(headers.get(b"host", b"").decode("latin-1")):
            # A page of another site whose name was bent to this address (DNS rebinding) gets nothing.
            await refuse(scope, send, 421, "This server does not answer to that host name.")
            return
        if scope["type"] == "websocket":
            await self._sockets(scope, receive, send)
            return
        if scope["method"] not in LOOKING and not same_origin(headers, self._public_url):
            await refuse(scope, send, 403, FOREIGN)
            return
        length = headers.get(b"content-length", b"0")
        most = self._limits_of.get(scope["path"], self._limit)
        if not length.isdigit() or int(length[:20]) > most:
            await refuse(scope, send, 413, f"A request may have at most {most} bytes.")
            return
        await self._pass_on(scope, receive, send)

    def _for_us(self, host: str) -> bool:
        if not self._hosts:
            return True
        try:
            return urlsplit(f"//{host}").hostname in self._hosts
        except ValueError:
            return False

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        too_big = begun = False
        taken = status = 0
        most = self._limits_of.get(scope["path"], self._limit)
        start = time.perf_counter()
        secret = str(scope["path"]).startswith("/api/")

        async def counted() -> Message:
            nonlocal taken, too_big
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                too_big = True
                raise TooBig
            return message

        async def dressed(message: Message) -> None:
            nonlocal begun, status
            if too_big and not begun:
                return  # whatever the application makes of it, the answer is ours
            if message["type"] == "http.response.start":
                begun = True
                status = message["status"]
                extra = [*HEADERS, (b"cache-control", b"no-store")] if secret else HEADERS
                message["headers"] = [*with_out(message.get("headers", ()), extra), *extra]
            await send(message)

        with contextlib.suppress(TooBig):
            await self._app(scope, counted, dressed)
        if too_big and not begun:
            status = 413
            await refuse(scope, send, status, f"A request may have at most {most} bytes.")
        self._note(scope, status, time.perf_counter() - start)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request, by its route: its address holds a link."""
        route = getattr(scope.get("route"), "path_format", "file")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self._metrics.requests.labels(method, route, str(status)).observe(seconds)
        if requests.isEnabledFor(logging.INFO):
            facts = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            requests.info("request", extra={"facts": {**facts, "client": caller.get()}})


def same_origin(headers: Mapping[bytes, bytes], public_url: str) -> bool:
    """Whether a browser says that our own page asks; what is no browser says nothing."""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        ours = (headers.get(b"host", b"").decode("latin-1"), urlsplit(public_url).netloc)
        return bool(origin) and urlsplit(origin.decode("latin-1")).netloc in filter(None, ours)
    except ValueError:  # no address at all
        return False


def with_out(headers: Iterable[tuple[bytes, bytes]], extra: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers that are not among the extra ones."""
    names = {name for name, _ in extra}
    return [header for header in headers if header[0].lower() not in names]


async def refuse(scope: Scope, send: Send, status: int, sentence: str, retry_after: int = 0) -> None:
    """Answer before the application is even asked."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": sentence})
        return
    body = problem(sentence)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    if retry_after:
        headers.append((b"retry-after", str(retry_after).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
