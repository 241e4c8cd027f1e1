"""The container file and the wheel. There is no container engine here: the steps are run in a clean folder.

Building and installing takes a minute, so this is done where it must hold: in CI, with SANDTABLE_PACKAGE=1.
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
WANTED = bool(os.environ.get("SANDTABLE_PACKAGE"))
PATIENCE = 600.0
BATTLE = {"scenario": "nations_at_war/first-light", "seats": {"german": "person", "soviet": "random"}}


def steps() -> list[tuple[str, str]]:
    """The instructions of the container file with their words."""
    text = (ROOT / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    found = [line.partition(" ") for line in lines]
    return [(name, words) for name, _, words in found]


def test_the_container_runs_as_an_ordinary_user_and_keeps_its_battles_in_a_volume() -> None:
    found = steps()
    names = [name for name, _ in found]
    words = dict(found)
    assert names.index("USER") < names.index("ENTRYPOINT") and words["USER"] not in ("root", "0")
    assert words["VOLUME"] == "/data" and words["EXPOSE"] == "8000"
    entry = json.loads(words["ENTRYPOINT"])
    assert entry[-2:] == ["--data", "/data"] and "--no-open" in entry
    for name, told in found:
        if name == "COPY" and not told.startswith("--from"):
            assert all((ROOT / source).exists() for source in told.split()[:-1]), told
    assert not any(name == "ADD" for name in names)  # nothing is fetched but what pip fetches


class Folder:
    """A clean folder in the place of a container's root."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.where = root
        for name in ("data", "opt", "wheels"):
            (root / name).mkdir(parents=True)

    def inside(self, text: str) -> str:
        """The same words with the paths of the container in this folder."""
        return re.sub(r"(?<![\w.])/(src|wheels|opt|data)\b", rf"{self.root}/\1", text)

    def do(self, name: str, words: str) -> None:
        if name == "WORKDIR":
            self.where = Path(self.inside(words))
            self.where.mkdir(parents=True, exist_ok=True)
        elif name == "COPY" and not words.startswith("--from"):  # one root is both stages
            *sources, target = words.split()
            for source in sources:
                into = self.where / target
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, into, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
                else:
                    shutil.copy(ROOT / source, into)
        elif name == "RUN" and "useradd" not in words:  # who we are does not change here
            self.run(self.inside(words))

    def run(self, command: str) -> None:
        python = self.root / "bin"
        python.mkdir(exist_ok=True)
        if not (python / "python").exists():
            (python / "python").symlink_to(sys.executable)
        clean = {"PATH": f"{python}:/usr/bin:/bin", "HOME": str(self.root)}
        clean |= {key: value for key, value in os.environ.items() if key.startswith(("PIP_", "SSL_"))}
        done = subprocess.run(command, shell=True, cwd=self.where, env=clean, capture_output=True, timeout=PATIENCE)
        assert done.returncode == 0, (command, done.stderr.decode()[-3000:])


@pytest.mark.timeout(1500)
@pytest.mark.skipif(not WANTED, reason="set SANDTABLE_PACKAGE=1: it builds and installs the wheel")
def test_its_steps_build_and_install_a_wheel_that_opens_the_page_and_plays(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "root")
    found = steps()
    for name, words in found:
        folder.do(name, words)
    entry = json.loads(folder.inside(dict(found)["ENTRYPOINT"]))
    plays([*entry, "--port", "{port}"], folder)
    assert (folder.root / "data" / "sandtable.db").exists()
    # And plain `sandtable`, as after pip install.
    plays([entry[0], "serve", "--no-open", "--port", "{port}"], folder)


def plays(command: list[str], folder: Folder) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [word.format(port=port) for word in command]
    # Nothing of this repository is in reach: only what was installed.
    home = {"PATH": "/usr/bin:/bin", "HOME": str(folder.root), "XDG_DATA_HOME": str(folder.root / "data")}
    server = subprocess.Popen(words, cwd=folder.root, env=home, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        told = server.stdout.readline()
        assert "Sandtable is on http" in told, (shlex.join(words), told)
        base = f"http://127.0.0.1:{port}"
        page = urllib.request.urlopen(f"{base}/", timeout=PATIENCE).read().decode()
        for script in re.findall(r'(?:src|href)="(/[^"]+)"', page):
            assert urllib.request.urlopen(base + script, timeout=PATIENCE).status == 200, script
        made = ask(f"{base}/api/battles", BATTLE)
        seat = f"{base}/api/seat/{made['seats']['german']}"
        end = time.monotonic() + PATIENCE
        chosen = 0
        while chosen < 3:
            assert time.monotonic() < end
            view = ask(f"{seat}/view")
            if "decision" not in view:
                time.sleep(0.1)
                continue
            choice = view["decision"]["options"][0]["choice"]
            state = ask(seat)["state"]
            chosen = ask(f"{seat}/choices", {"state": state, "choice": choice})["state"]
    finally:
        server.terminate()
        server.wait(PATIENCE)


def ask(address: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request, timeout=PATIENCE))
