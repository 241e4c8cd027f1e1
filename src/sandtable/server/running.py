"""The running server: uvicorn around the application."""

import contextlib
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

import uvicorn

from sandtable.server.app import create_app
from sandtable.server.edge.lan import lan_address, qr_code
from sandtable.server.edge.logs import set_up
from sandtable.server.edge.protocol import protocol_for
from sandtable.server.serving import ServeError
from sandtable.server.settings import Settings
from sandtable.server.store import Store, StoreError
from sandtable.table.system import systems

SPARE = 200  # files of our own: the database, scenarios, workers
GRACE = 3  # seconds for open requests when the server is stopped
SWITCH = 0.0005  # seconds after which a busy thread lets another one go on


class Server(uvicorn.Server):
    """Says when it is ready; stops when its battles cannot be kept any more."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], trouble: Callable[[], str]) -> None:
        super().__init__(config)
        self._ready = ready
        self._trouble = trouble

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Whether to stop: when asked, and when nothing can be kept any more."""
        return await super().on_tick(counter) or bool(self._trouble())


def announce(listener: socket.socket, host: str, open_browser: bool, public_url: str = "", lan: bool = False) -> None:
    """Say where the server is; in a home network with a picture for the camera of a phone."""
    name = lan_address() if lan else f"[{host}]" if ":" in host else host
    address = public_url or f"http://{name}:{listener.getsockname()[1]}/"
    print(f"Sandtable is on {address} (Ctrl-C stops it).", flush=True)
    if lan:
        print(f"Open it on a phone or another computer in your network:\n{qr_code(address)}", flush=True)
    if open_browser:
        threading.Thread(target=open_page, args=(address,), daemon=True).start()


def open_page(address: str) -> None:
    """Show the page, or say that it must be opened by hand."""
    if not (has_display() and webbrowser.open(address)):
        print("Open this address in a browser.", flush=True)


def has_display() -> bool:
    """Whether a window can be opened; without one a browser for terminals might take over the terminal."""
    windows = sys.platform in ("win32", "darwin")
    return windows or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def run(listener: socket.socket, settings: Settings, ready: Callable[[], None]) -> None:
    """Serve on this port until Ctrl-C."""
    try:
        app = create_app(settings)
    except StoreError as error:
        raise ServeError(str(error)) from error
    read_rules()
    calm_collector()
    # The thread of the store waits for this one at every step of a transaction: by default up to 5 ms each time.
    sys.setswitchinterval(SWITCH)
    allow_connections(settings.connections)
    set_up(settings.logs)
    config = uvicorn.Config(
        app,
        http=protocol_for(settings),
        log_config=None,
        log_level="warning",
        access_log=False,  # an address holds a link
        server_header=False,
        proxy_headers=bool(settings.trusted),
        forwarded_allow_ips=list(settings.trusted),
        ws_max_size=settings.message_limit,
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.ping,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
    )
    store: Store = app.state.battles.store
    with contextlib.suppress(KeyboardInterrupt):
        Server(config, ready, lambda: store.trouble).run(sockets=[listener])
    if store.trouble:
        raise ServeError(store.trouble)


def allow_connections(wanted: int) -> None:
    """As many open files as the system lets us have: usually it allows a thousand until somebody asks."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not on Windows
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        enough = wanted + SPARE
        if hard != resource.RLIM_INFINITY:
            enough = min(enough, hard)
        if soft != resource.RLIM_INFINITY and soft < enough:
            resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))


def read_rules() -> None:
    """The rules of all games in words: some views tell them, and the first of these should not wait for them."""
    for system in systems().values():
        system.shelf.rules()


def calm_collector() -> None:
    """Open battles are many objects that stay: looking through them all for garbage takes a quarter of a second.

    So only what is young is looked through as it comes; the rest when nobody is waiting (life.keep_house).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 3, 1_000_000)
