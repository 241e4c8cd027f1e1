"""A PostgreSQL of our own, in a folder of its own: started by the tests, gone with them."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

from orphans import ends_with_us

MISSING = "these tests need PostgreSQL: apt-get install postgresql, and pip install -e '.[dev]'"
PATIENCE = 120.0


def binaries() -> Path | None:
    """Where `initdb` and `postgres` are."""
    named = shutil.which("initdb")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parts[-3].zfill(4))
    return Path(named).parent if named else found[-1].parent if found else None


def missing() -> bool:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return True
    return binaries() is None


class Cluster:
    """One PostgreSQL; `kill` is kill -9 of all of it."""

    def __init__(self) -> None:
        found = binaries()
        assert found is not None
        self._bin = found
        self._numbers = count(1)
        self._folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-", dir="/tmp"))  # short: it holds a socket
        # PostgreSQL refuses to run as root; Debian has an account for it.
        self._who: dict[str, Any] = {}
        if os.geteuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(self._folder, account.pw_uid, account.pw_gid)
            self._who = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        wish = ["--auth=trust", "--username=sandtable", "--encoding=UTF8", "--no-locale", "--no-sync"]
        self._run("initdb", *wish, "-D", str(self._folder / "data"))
        self._process = self._start()
        self._version = int(self.ask("postgres", "SHOW server_version_num")[0][0])

    def _run(self, program: str, *wish: str) -> None:
        done = subprocess.run(
            [str(self._bin / program), *wish], capture_output=True, text=True, cwd=self._folder, **self._who
        )
        assert done.returncode == 0, done.stderr

    def _start(self) -> "subprocess.Popen[bytes]":
        settings = ["listen_addresses=", f"unix_socket_directories={self._folder}", "max_connections=60"]
        settings += ["shared_buffers=16MB", "max_wal_senders=0", "wal_level=minimal"]
        # It is killed, but the machine keeps its power: nothing is lost. With fsync it would begin after a kill by
        # syncing every file of every database, which takes minutes where the disk is busy.
        settings += ["fsync=off"]
        with open(self._folder / "log", "ab") as log:
            process = subprocess.Popen(
                [self._bin / "postgres", "-D", self._folder / "data", *(f"--{each}" for each in settings)],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                preexec_fn=ends_with_us(signal.SIGQUIT),
                **self._who,
            )
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert process.poll() is None and time.monotonic() < end, (self._folder / "log").read_text()
            time.sleep(0.02)
        return process

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def address(self, name: str) -> str:
        return f"postgresql://sandtable@/{name}?host={self._folder}&connect_timeout=20"

    def new(self) -> str:
        """The address of an empty database."""
        name = f"test{next(self._numbers)}"
        how = "STRATEGY FILE_COPY" if self._version >= 150_000 else ""  # what it did before: nothing to recover later
        self.ask("postgres", f"CREATE DATABASE {name} {how}")
        return self.address(name)

    def ask(self, where: str, sql: str) -> list[Any]:
        """Ask the database, past Sandtable; `where` is a name or an address."""
        import psycopg

        address = where if "://" in where else self.address(where)
        with psycopg.connect(address, autocommit=True) as line:
            found = line.execute(sql.encode())
            return found.fetchall() if found.description else []

    def kill(self) -> None:
        """Kill -9: the postmaster, and all that it started, so that nobody cleans up."""
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        self._process.kill()
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        self._process.wait(PATIENCE)

    def restart(self) -> None:
        """After a kill. It recovers by itself."""
        end = time.monotonic() + PATIENCE
        while True:  # those it started see that it is gone, each at its time
            try:
                self._process = self._start()
                return
            except AssertionError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE)
        shutil.rmtree(self._folder, ignore_errors=True)
