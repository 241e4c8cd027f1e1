"""Several server processes behind one address, kept going by the one that starts them."""

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from typing import Any

import msgspec

from sandtable.server.running import GRACE, run
from sandtable.server.serving import ServeError
from sandtable.server.settings import Settings
from sandtable.server.store import Store, StoreError

log = logging.getLogger(__name__)

AGAIN = 1.0  # seconds before a process that died is started again
_context = multiprocessing.get_context("spawn")  # a fork would inherit the database


def run_many(listener: socket.socket, settings: Settings, count: int, ready: Callable[[], None]) -> None:
    """Serve on this port in so many processes until Ctrl-C or a SIGTERM. One that dies is started again."""
    if not settings.database:
        raise ServeError("Several processes need PostgreSQL: name it with --database postgresql://...")
    try:
        Store(settings.database).close()  # if it cannot be used this is where it is said
    except StoreError as error:
        raise ServeError(str(error)) from error
    if settings.workers:
        settings = msgspec.structs.replace(settings, workers=max(1, settings.workers // count))
    signal.signal(signal.SIGTERM, _stop)
    children: list[SpawnProcess] = []
    try:
        events = [_context.Event() for _ in range(count)]
        children += [_start(listener, settings, event) for event in events]
        for event in events:
            while not event.wait(0.1):
                if not all(child.is_alive() for child in children):
                    raise ServeError("A server process could not be started.")
        ready()
        while True:
            wait([child.sentinel for child in children])
            log.warning("A server process ended and is started again.")
            time.sleep(AGAIN)
            living = [child for child in children if child.is_alive()]
            children[:] = living
            children += [_start(listener, settings, _context.Event()) for _ in range(count - len(living))]
    except KeyboardInterrupt:
        pass
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.join(GRACE + AGAIN)
            child.kill()


def _stop(*_: Any) -> None:
    raise KeyboardInterrupt


def _start(listener: socket.socket, settings: Settings, ready: Event) -> SpawnProcess:
    child = _context.Process(target=_serve, args=(listener, settings, ready))
    child.start()
    return child


def _serve(listener: socket.socket, settings: Settings, ready: Event) -> None:
    """In the child."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    run(listener, settings, ready.set)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
