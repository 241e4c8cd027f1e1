"""What an operator does about people, while the server runs, on SQLite and on PostgreSQL."""

from pathlib import Path
from typing import Any

import pytest
from house import until
from test_people_company import company
from test_people_tables import sit_down
from town import Town
from typer.testing import CliRunner

from sandtable.cli.commands import app


def admin(town: Town, *words: str, code: int = 0) -> str:
    """What `sandtable admin` says to somebody who runs this server."""
    settings = town.settings
    where = ["--database", settings.database] if settings.database else ["--data", str(settings.data)]
    done = CliRunner().invoke(app, ["admin", *words, *where])
    assert done.exit_code == code, (done.output, done.exception)
    return done.output or str(done.exception)


def test_an_account_is_renamed(town: Town) -> None:
    rosa, karl = town.join("Rosa"), town.join("Karl")
    assert admin(town, "rename", "r0sa", "Rosalind") == "Rosa is now called Rosalind.\n"
    assert (rosa.me["name"], karl.me["name"]) == ("Rosalind", "Karl")
    assert "looks like it" in admin(town, "rename", "Karl", "Rosal1nd", code=1)
    assert "2 to 24" in admin(town, "rename", "Karl", "K", code=1)
    assert "Nobody here is called Otto" in admin(town, "rename", "Otto", "Emil", code=1)
    assert karl.me["name"] == "Karl"


def test_who_is_muted_plays_but_does_not_talk(town: Town) -> None:
    _, karl, _, red, blue = sit_down(town)
    assert admin(town, "mute", "Karl") == "Karl is muted.\n"
    assert "muted" in karl.post(f"seat/{blue}/say", {"text": "Hello"}, 403)["error"]
    assert "muted" in town.stranger.post(f"seat/{blue}/say", {"text": "Hello"}, 403)["error"]  # the seat is Karl's
    gallery = town.stranger.post(
        "battles", {"scenario": "toy/ridge", "seats": dict.fromkeys(("red", "blue"), "person")}, 201
    )
    karl.post(f"seat/{gallery['spectator']}/say", {"text": "Hello"}, 403)
    town.stranger.post(f"seat/{red}/say", {"text": "Hello"})
    town.stranger.post(f"seat/{blue}/resign")
    assert karl.me["muted"] and admin(town, "mute", "Karl", "--off") == "Karl can talk again.\n"
    karl.post(f"seat/{blue}/say", {"text": "Hello"})


def opens_nothing(town: Town, link: str) -> None:
    """On PostgreSQL the server is told; in a file it finds out by itself, every few seconds."""
    look: Any = town.http.app.state.battles.look_anew  # type: ignore[attr-defined]
    assert town.http.portal is not None
    if not town.settings.database:
        town.http.portal.call(look)
    until(lambda: town.http.get(f"/api/seat/{link}").status_code == 404)


def test_who_is_banned_takes_his_data_and_goes(town: Town) -> None:
    _, karl, battle, red, blue = sit_down(town)
    before = town.run(lambda base: base.version())
    with town.page(blue) as page:
        page.receive_json()
        assert admin(town, "ban", "Karl") == "Karl is banned.\n"
        opens_nothing(town, blue)
    assert (town.run(lambda base: base.version()) == before) == bool(town.settings.database)
    assert company(town, red)["blue"]["given_up"], "the others say who has it then"
    for path in ("tables", f"battles/{battle}/open"):
        assert (
            "banned"
            in karl.post(f"people/{path}", {"scenario": "toy/ridge"} if path == "tables" else {}, 403)["error"]
        )
    assert karl.me["banned"] and karl.get("people/me/export")["account"]["name"] == "Karl"
    assert admin(town, "ban", "Karl", "--off") == "Karl is no longer banned.\n"
    assert karl.post(f"people/battles/{battle}/open")["token"] == blue and karl.get(f"seat/{blue}")["seat"] == "blue"
    admin(town, "ban", "Karl")
    town.stranger.post(f"seat/{red}/handover", {"seat": "blue", "player": "random"})
    karl.post("people/me/close", {"name": "Karl"})


def test_an_account_is_closed(town: Town) -> None:
    rosa, karl, _, _, blue = sit_down(town)
    karl.post("people/tables", {"scenario": "toy/ridge"}, 201)
    assert admin(town, "close", "Karl") == "The account Karl is closed.\n"
    karl.get("people/me", 401)
    opens_nothing(town, blue)
    assert rosa.get("people/tables")["tables"] == []


def test_where_there_is_no_server_that_is_said(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["admin", "mute", "Karl", "--data", str(tmp_path)])
    assert done.exit_code == 1 and "Say with --data" in (done.output + str(done.exception))


@pytest.mark.parametrize("command", ["rename", "mute", "ban", "close"])
def test_every_command_has_a_help(command: str) -> None:
    assert CliRunner().invoke(app, ["admin", command, "--help"]).exit_code == 0
