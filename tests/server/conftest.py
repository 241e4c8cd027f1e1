"""One server for most tests; whoever needs another starts it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from house import House
from town import Town, open_town

QUICK = {
    "secret_pace": 0.02,
    "battles_an_hour": 100_000,
    "workers": 1,
    "messages_a_second": 1e6,
    "burst": 1e6,
}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with Nations at War and the toy. Nothing that is done to it may make it complain."""
    place = House(tmp_path_factory.mktemp("server") / "data", settings=QUICK)
    House.started.remove(place)
    yield place
    place.stop()
    assert "Traceback" not in place.complaints(), place.complaints()


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    """A test that fails leaves no server running."""
    yield
    while House.started:
        House.started.pop().kill()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def made(house: House) -> dict[str, Any]:
    """A new battle of the toy between two persons."""
    return house.new()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """An empty place for people and battles."""
    if request.param == "sqlite":
        return tmp_path / "data"
    where: str = request.getfixturevalue("cluster").new()
    return where


@pytest.fixture
def town(place: Path | str, tmp_path: Path) -> Iterator[Town]:
    """A server with people, on each database."""
    with open_town(place, tmp_path) as found:
        yield found
