"""`sandtable serve`: the server on a port of this machine."""

import contextlib
import logging
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

from sandtable.server.app import create_app
from sandtable.server.settings import LOOPBACK, Settings, usual_folder
from sandtable.server.store import StoreError

PORT = 8000
PING = 20.0  # seconds: an idle socket is pinged, and closed if nobody answers
GRACE = 3  # seconds for open requests when the server is stopped


class ServeError(Exception):
    """The server cannot start: a sentence that says what to do."""


class Server(uvicorn.Server):
    """Says where it is when it is ready."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        print(f"Sandtable is on {self._address} (Ctrl-C stops it).", flush=True)
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def serve(
    port: int = PORT,
    data: Path | None = None,
    open_browser: bool = True,
    host: str = "127.0.0.1",
    settings: Settings | None = None,
) -> None:
    """Serve battles until Ctrl-C. Port 0: any that is free. `settings` goes before `data`."""
    if settings is None:
        settings = Settings(data or usual_folder(), hosts=LOOPBACK if host in LOOPBACK else ())
    listener = bind(host, port)
    try:
        app = create_app(settings)
    except StoreError as error:
        listener.close()
        raise ServeError(str(error)) from error
    logging.getLogger("sandtable").setLevel(logging.WARNING)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=settings.message_limit,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
    )
    name = f"[{host}]" if ":" in host else host
    with contextlib.suppress(KeyboardInterrupt):
        Server(config, f"http://{name}:{listener.getsockname()[1]}/", open_browser).run(sockets=[listener])


def bind(host: str, port: int) -> socket.socket:
    """The port, ours; ServeError if it is not to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise ServeError(f"Port {port} of {host} cannot be used ({reason}). Try another with --port.") from error
    return listener
