"""`sandtable serve`: the server on a port of this machine. Light, for every command of the command line loads it."""

import socket
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

if TYPE_CHECKING:
    from sandtable.server.settings import Settings

PORT = 8000


class ServeError(Exception):
    """The server cannot start: a sentence that says what to do."""


class Reach(msgspec.Struct, frozen=True):
    """From where a server can be reached, and how it lives with that."""

    host: str = "127.0.0.1"
    public_url: str = ""  # where others find it, behind a proxy with TLS
    trusted: tuple[str, ...] = ()  # the addresses of that proxy
    lan: bool = False  # in the home network
    logs: str = "plain"
    forget_after: float | None = None  # days
    mail: str = ""  # through whom notices are mailed
    notice_hosts: tuple[str, ...] = ()  # in the own network, where notices may go


def settings_for(reach: Reach, data: Path | None, database: str) -> "Settings":
    """The settings of a server that is reached from there."""
    from sandtable.server.settings import DAY, LOOPBACK, Settings, usual_folder

    hosts: tuple[str, ...] = LOOPBACK if reach.host in LOOPBACK else ()
    visibility, days = "public", reach.forget_after or 0.0
    if reach.public_url:
        parts = urlsplit(reach.public_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ServeError(
                f"--public-url {reach.public_url} is not an address; name it like https://games.example.org."
            )
        hosts = (*LOOPBACK, parts.hostname)
        visibility = "unlisted"  # strangers come by
    if reach.lan:
        from sandtable.server.edge.lan import lan_names

        hosts = (*LOOPBACK, *lan_names(), *hosts)
    for address in reach.trusted:
        try:
            ip_network(address)
        except ValueError as error:
            raise ServeError(f"--trusted-proxy {address} is not an address: {error}.") from error
    if reach.mail:
        from sandtable.server.notices.courier import read_mail

        try:
            read_mail(reach.mail)
        except ValueError as error:
            raise ServeError(f"--mail is not the address of a mail server: {error}.") from error
    return Settings(
        data or usual_folder(),
        database=database,
        hosts=hosts,
        public_url=reach.public_url,
        trusted=reach.trusted,
        visibility=visibility,
        people=reach.lan or bool(reach.public_url) or reach.host not in LOOPBACK,
        logs=reach.logs,
        mail=reach.mail,
        notice_hosts=reach.notice_hosts,
        forget_after=days * DAY,
        forget_unplayed=min(days, 7.0) * DAY,
    )


def serve(
    port: int = PORT,
    data: Path | None = None,
    open_browser: bool = True,
    host: str = "127.0.0.1",
    settings: "Settings | None" = None,
    database: str = "",
    processes: int = 1,
    reach: "Reach | None" = None,
) -> None:
    """Serve battles until Ctrl-C. Port 0 picks a free one. `settings` goes before `data`, `database` and `reach`."""
    # The libraries of the web take half a second to load.
    from sandtable.server.running import announce, run
    from sandtable.server.shared.processes import run_many

    reach = reach or Reach(host)
    if settings is None:
        settings = settings_for(reach, data, database)
    listener = bind(reach.host, port)
    ready = partial(announce, listener, reach.host, open_browser, reach.public_url, reach.lan)
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
