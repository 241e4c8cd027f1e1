"""What every server of the tests would load and read by itself (nursery.py)."""

import httpx  # noqa: F401
import uvicorn  # noqa: F401
import websockets.sync.client  # noqa: F401

import sandtable.server.app
import sandtable.server.running
import sandtable.systems
import sandtable.testing.toy  # noqa: F401
from sandtable.table.system import systems

for system in systems().values():
    system.shelf.infos()
