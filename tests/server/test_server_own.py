"""Scenarios of whoever runs the server: marked as such, and broken files named instead of breaking the lobby."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from house import CATS, House

import sandtable.systems  # noqa: F401  registers the games
from sandtable.content.folders import VARIABLE
from sandtable.server import games as games_module
from sandtable.server.games import FRESH, Found, Games
from sandtable.table.view import View

DOCS = (Path(__file__).parents[2] / "docs/scenarios.md").read_text().split("```toml\n")
DAWN = next(each.partition("```")[0] for each in DOCS if each.startswith('name = "Crossroads at Dawn"'))
STORM = next(each.partition("```")[0] for each in DOCS if each.startswith('name = "At the Crossroads"'))


def test_the_lobby_with_own_and_broken_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "secret-folder"
    own.mkdir()
    (own / "dawn.toml").write_text(DAWN)
    (own / "broken.toml").write_text(DAWN.replace("turns = 4", "turns = 40"))
    (own / "mistaken.toml").write_text(STORM.replace('layout = ["A B~", "C D"]', "layout = []"))
    monkeypatch.setenv(VARIABLE, str(own))
    house = House(tmp_path / "data")
    offer = house.get("games")
    scenarios = {each["id"]: each for shelf in offer["systems"] for each in shelf["scenarios"]}
    assert scenarios["nations_at_war/crossroads-at-dawn"]["own"] and not scenarios[CATS]["own"]
    assert {each["file"]: each["reason"].partition(" (and")[0] for each in offer["left_out"]} == {
        "broken.toml": "turns: must be from 1 to 16, but is 40",
        "mistaken.toml": "layout: no map is laid",
    }
    assert "secret-folder" not in house.http.get("/api/games").text
    assert house.stop() == 0


def test_scenarios_are_read_anew_when_a_file_has_changed_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    now = [1000.0]
    monkeypatch.setattr(games_module, "read_all", read := Counted(games_module.read_all))
    monkeypatch.setattr(games_module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(games_module, "opened", counted := Counted(games_module.opened))

    async def story() -> None:
        games = Games()
        first = await games.catalogue()
        begun = counted.times
        assert begun == sum(len(shelf["scenarios"]) for shelf in first["systems"])
        now[0] += FRESH
        assert await games.catalogue() is first and read.times == 1 and counted.times == begun
        (tmp_path / "dawn.toml").write_text(DAWN)
        assert await games.catalogue() is first  # nobody has looked yet
        now[0] += FRESH
        offer = await games.catalogue()
        scenarios = {each["id"]: each for shelf in offer["systems"] for each in shelf["scenarios"]}
        assert scenarios["nations_at_war/crossroads-at-dawn"]["turns"] == 4 and read.times == 2
        (tmp_path / "dawn.toml").write_text(DAWN.replace("turns = 4", "turns = 5"))
        now[0] += FRESH
        found = await games.find("nations_at_war/crossroads-at-dawn")
        assert found.info.turns == 5 and (await games.opening(found)).view.turns == 5
        (tmp_path / "dawn.toml").unlink()
        now[0] += FRESH
        assert "nations_at_war/crossroads-at-dawn" not in await games.listed()

    asyncio.run(story())


class Counted:
    """A function, and how often it was called."""

    def __init__(self, work: Any) -> None:
        self.work = work
        self.times = 0

    def __call__(self, *args: Any) -> Any:
        self.times += 1
        return self.work(*args)


def test_a_scenario_that_cannot_begin_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Games.opening

    async def fails(games: Games, found: Found) -> View:
        if found.info.id == CATS:
            raise ValueError("negative shift count")
        return await real(games, found)

    monkeypatch.setattr(Games, "opening", fails)
    offer = asyncio.run(Games().catalogue())
    scenarios = [each["id"] for shelf in offer["systems"] for each in shelf["scenarios"]]
    assert "nations_at_war/first-light" in scenarios and CATS not in scenarios
    reason = "it cannot begin (ValueError: negative shift count)"
    assert offer["left_out"] == [{"file": "cats-in-the-mist.toml", "reason": reason}]
