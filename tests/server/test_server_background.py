"""Work in the background: its process comes back after it died, and ends with the server."""

import asyncio
import os
from multiprocessing.connection import wait
from pathlib import Path

import pytest

from sandtable.server.computers.background import Background, BrokeOff, keep_file


def test_the_process_comes_back_and_is_ended() -> None:
    async def work() -> None:
        background = Background(())
        try:
            with pytest.raises(BrokeOff):
                await background.do(600, os._exit, 3)
            assert await background.do(600, abs, -3) == 3
            assert background._pool is not None
            (process,) = background._pool._processes.values()
            assert process.is_alive()
        finally:
            background.close()
        # The pool waits for its process too, and who comes second learns no exit code: what ends is its line to us.
        assert await asyncio.to_thread(wait, [process.sentinel], 60), "it did not end by itself"

    asyncio.run(work())


def test_the_newest_files_are_kept(tmp_path: Path) -> None:
    for number in range(4):
        path = tmp_path / "kept" / f"{number}.json"
        keep_file(path, b"{}", 2)
        os.utime(path, (number, number))
    assert sorted(each.name for each in (tmp_path / "kept").iterdir()) == ["2.json", "3.json"]
    (tmp_path / "file").write_bytes(b"")
    keep_file(tmp_path / "file" / "4.json", b"{}", 2)  # no folder can be there: nothing is kept, and nobody is told
