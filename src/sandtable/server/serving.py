"""`sandtable serve`: the server on a port of this machine. Light, for every command of the command line loads it."""

import socket
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from sandtable.server.settings import Settings

PORT = 8000


class ServeError(Exception):
    """The server cannot start: a sentence that says what to do."""


def serve(
    port: int = PORT,
    data: Path | None = None,
    open_browser: bool = True,
    host: str = "127.0.0.1",
    settings: "Settings | None" = None,
    database: str = "",
    processes: int = 1,
) -> None:
    """Serve battles until Ctrl-C. Port 0 picks a free one. `settings` goes before `data` and `database`."""
    # The libraries of the web take half a second to load.
    from sandtable.server.running import announce, run
    from sandtable.server.settings import LOOPBACK, Settings, usual_folder
    from sandtable.server.shared.processes import run_many

    if settings is None:
        hosts = LOOPBACK if host in LOOPBACK else ()
        settings = Settings(data or usual_folder(), hosts=hosts, database=database)
    listener = bind(host, port)
    ready = partial(announce, listener, host, open_browser)
    try:
        if processes == 1:
            run(listener, settings, ready)
        else:
            run_many(listener, settings, processes, ready)
    finally:
        listener.close()


def work(database: str, workers: int | None = None) -> None:
    """Let computer players think for the servers of a database until Ctrl-C."""
    from sandtable.server.settings import Settings, usual_folder
    from sandtable.server.shared.worker import work

    settings = Settings(usual_folder(), database=database)
    work(settings if workers is None else msgspec.structs.replace(settings, workers=workers))


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
        raise ServeError(f"Port {port} on {host} cannot be used ({reason}). Try another with --port.") from error
    return listener
