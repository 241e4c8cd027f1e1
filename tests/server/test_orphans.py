"""Tests that are killed leave nothing behind."""

import subprocess
import sys
from pathlib import Path

import pytest
from house import PATIENCE, is_running, until

import cluster

SCRIPT = """
import sys, time
from pathlib import Path
from cluster import Cluster
from house import House
if __name__ == "__main__":
    found = Cluster()
    settings = {"database": found.new(), "workers": 0}
    house = House(Path(sys.argv[1]) / "data", settings=settings, processes=2)
    from test_server_sharing import servers
    print(found._process.pid, house.process.pid, *servers(house), flush=True)
    time.sleep(3600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent is gone")
@pytest.mark.skipif(cluster.missing(), reason=cluster.MISSING)
def test_a_test_that_is_killed_leaves_neither_a_server_nor_a_database(tmp_path: Path) -> None:
    script = tmp_path / "test.py"
    script.write_text(SCRIPT)
    here = Path(__file__).parent
    places = {"PYTHONPATH": f"{here}:{here.parent}", "PATH": "/usr/bin:/bin"}
    tests = subprocess.Popen([sys.executable, script, tmp_path], stdout=subprocess.PIPE, text=True, env=places)
    try:
        assert tests.stdout is not None
        begun = [int(pid) for pid in tests.stdout.readline().split()]
        assert len(begun) == 4 and all(map(is_running, begun))
    finally:
        tests.kill()
        tests.wait(PATIENCE)
    until(lambda: not any(map(is_running, begun)))
