"""What a scenario's digest rests on: what is played by, and nothing that only computer players read."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable

PACKAGE = Path(sandtable.__file__).parent
TELL = """
import json
import sandtable.systems
from sandtable.table.system import systems
found = {}
for system in systems().values():
    found.update({info.id: system.shelf.find(info.id).digest for info in system.shelf.infos()})
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package without its page, to change files in."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(PACKAGE, folder / "sandtable", ignore=shutil.ignore_patterns("client", "__pycache__"))
    return folder


def digests(folder: Path) -> dict[str, str]:
    """Of all scenarios of the package in a folder."""
    away = {"PYTHONPATH": str(folder), "SANDTABLE_SCENARIOS": ""}
    ran = subprocess.run(
        [sys.executable, "-c", TELL], cwd=folder, env=os.environ | away, capture_output=True, text=True, check=True
    )
    found: dict[str, str] = json.loads(ran.stdout)
    return found


def test_what_computer_players_read_is_in_no_digest(copy: Path) -> None:
    before = digests(copy)
    systems = copy / "sandtable" / "systems"
    assert {id.partition("/")[0] for id in before} == {path.parent.name for path in systems.glob("*/data")}
    files = {
        *systems.glob("*/thinking/**/*.toml"),
        *systems.glob("*/thinking/**/*.py"),
        *systems.rglob("openings.toml"),
    }
    assert any(path.suffix == ".toml" for path in files)
    for path in files:
        path.write_text(path.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert digests(copy) == before
    for path in systems.glob("*/data/tables.toml"):
        path.write_text(path.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    after = digests(copy)
    assert after.keys() == before.keys() and all(after[id] != before[id] for id in before)
