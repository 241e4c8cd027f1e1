"""What other processes have done with the database: PostgreSQL tells it, over a connection of its own."""

import logging
import threading
from collections.abc import Callable

from sandtable.server.store.contract import StoreError
from sandtable.server.store.postgres import CHANNEL, connect, sentences

log = logging.getLogger(__name__)

LOOK_UP = 0.5  # seconds after which the thread sees whether it is to end
AGAIN = 0.2  # seconds between two tries to be connected


class News:
    """A thread that listens. `hear` gets each piece of news, `missed` is called when some may have been missed."""

    def __init__(self, address: str, process: str, hear: Callable[[str], None], missed: Callable[[], None]) -> None:
        self._address = address
        self._own = f"{process} "
        self._hear = hear
        self._missed = missed
        self._ended = threading.Event()
        self._cut_off = False
        self._thread = threading.Thread(target=self._listen, name="news", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    def _listen(self) -> None:
        while not self._ended.is_set():
            try:
                self._listen_once()
            except StoreError as error:
                if not self._cut_off:  # said once, not with every try
                    log.warning("no news of other processes: %s", error)
                self._cut_off = True
                self._ended.wait(AGAIN)

    def _listen_once(self) -> None:
        with connect(self._address) as line, sentences():
            line.execute(f"LISTEN {CHANNEL}".encode())
            if self._cut_off:
                log.warning("news of other processes come again")
            self._cut_off = False
            self._missed()
            while not self._ended.is_set():
                for note in line.notifies(timeout=LOOK_UP):
                    if not note.payload.startswith(self._own):
                        self._hear(note.payload.partition(" ")[2])
