"""Scenarios of whoever runs the server: marked as such, and broken files named instead of breaking the lobby."""

import asyncio
from pathlib import Path

import pytest
from house import CATS, House

import sandtable.systems  # noqa: F401  registers the games
from sandtable.content.folders import VARIABLE
from sandtable.server.games import Found, Games
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
