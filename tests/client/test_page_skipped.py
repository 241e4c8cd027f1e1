"""On a machine without Chromium the tests of the page are skipped, and it is said how to get them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hands import PATIENCE

HERE = Path(__file__).parent
WORDS = "the tests of the page need Chromium: apt-get install chromium-headless-shell, or set CHROMIUM to its path"


@pytest.mark.parametrize("many", [[], ["-n", "1"]], ids=["one process", "a worker"])
def test_without_chromium(tmp_path, many):
    env = {**os.environ, "CHROMIUM": str(tmp_path / "nowhere"), "PYTEST_ADDOPTS": ""}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *many, str(HERE / "test_page_phone.py")]
    done = subprocess.run(command, env=env, cwd=HERE.parents[1], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(rf"\d+ tests were skipped: {re.escape(WORDS)}", done.stdout)
