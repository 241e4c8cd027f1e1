"""What somebody without a link can learn is in docs/server.md under "What a stranger can learn", and is no more.

And what a spectator hears, all of it, is the same whatever the seats hold.
"""

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from house import TOY, House
from inside import PERSONS, battles

import sandtable.systems  # noqa: F401  registers the games
from sandtable.server.battle import replayed
from sandtable.server.course import walk
from sandtable.server.lines import read
from sandtable.server.store import Facts, Row, Summary
from sandtable.table.system import systems
from sandtable.table.view import encode, without_board
from soak import sample

DOCS = Path(__file__).parents[2] / "docs" / "server.md"

LISTED = {
    *("id", "system", "scenario", "title", "seats", "hot_seat", "fork_of", "guided", "made"),
    *("state", "turn", "phase", "over", "result"),
}
OPEN = {
    "/api/games",
    "/api/boards/{system}/{slug}",
    "/api/rules/{system}",
    "/api/guides/{system}",
    "/api/briefings/{system}/{slug}",
    "/api/battles",
    "/api/battles/{id}/watch",
    "/api/workshop",
    "/api/workshop/scenarios/{system}/{slug}",
    "/api/workshop/scenarios",
    "/api/workshop/draft",
    "/api/workshop/print/{system}/{slug}",
    "/api/workshop/print",
    "/api/workshop/battles",
    "/api/workshop/fairness",
    "/api/workshop/fairness/{digest}/{level}",
    "/api/workshop/balance",
    "/api/examples",
    "/api/examples/{system}",
    "/api/studies",
}


def test_only_these_requests_need_no_link(house: House) -> None:
    paths = house.http.get("/api/openapi.json").json()["paths"]
    assert {path for path in paths if "{token}" not in path} == OPEN
    text = DOCS.read_text()
    told = text[text.index("## What a stranger can learn") :]
    for path in OPEN:
        assert path.split("{")[0].rstrip("/") in told, path
    for word in LISTED:
        assert word.replace("_", " ") in told, word


def test_a_stranger_sees_public_battles_and_of_others_not_even_that_they_are_there(house: House) -> None:
    secret = {kind: house.new(TOY, visibility=kind) for kind in ("private", "unlisted")}
    public = house.new(TOY, visibility="public")
    text = house.http.get("/api/battles").text
    listed = {each["id"]: each for each in json.loads(text)["battles"]}
    assert set(listed[public["battle"]]) == LISTED
    assert listed[public["battle"]]["seats"] == PERSONS  # who is a person, not who it is
    nothing = house.http.post("/api/battles/0123456789ab/watch")
    for made in secret.values():
        assert made["battle"] not in text
        answer = house.http.post(f"/api/battles/{made['battle']}/watch")
        assert (answer.status_code, answer.content) == (404, nothing.content)
    assert not any(token in text for made in (public, *secret.values()) for token in made["seats"].values())
    watching = house.post(f"battles/{public['battle']}/watch")["spectator"]
    assert watching == public["spectator"] and house.get(f"seat/{watching}")["seat"] == ""
    # Whoever is sent a link may watch an unlisted one; a private one has no gallery at all.
    assert house.get(f"seat/{secret['unlisted']['spectator']}")["visibility"] == "unlisted"
    assert secret["private"]["spectator"] == ""
    fork = {"state": 0, "seats": PERSONS}
    for made in secret.values():
        house.play_out(made, random.Random(8))
        forked = house.post(f"seat/{made['seats']['red']}/fork", fork, 201)
        assert forked["battle"] not in house.http.get("/api/battles").text  # nor are those that go on from it


def test_a_private_battle_has_somebody_who_sees_it(house: House) -> None:
    body = {"scenario": TOY, "seats": {"red": "random", "blue": "random"}, "visibility": "private"}
    assert "Nobody could see" in house.post("battles", body, 422)["error"]
    house.post("battles", {**body, "visibility": "secret"}, 400)


def test_a_server_says_who_may_watch_if_the_maker_does_not(folder: Path) -> None:
    async def story() -> None:
        async with battles(folder, visibility="unlisted") as here:
            made = await here.create(TOY, PERSONS, None, False)
            assert await here.listing() == [] and made.spectator

    asyncio.run(story())


# A spectator who listens to everything -----------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize(
    "scenario",
    ["of_war_and_men/capture-the-flag-private", "regimental/the-varne-bridgehead"],
)
def test_what_a_spectator_hears_is_the_same_whatever_is_hidden(house: House, scenario: str) -> None:
    """Every view that came is the one of a battle in which all that is hidden was dealt anew."""
    system = systems()[scenario.split("/")[0]]
    sides = {info.id: info.sides for info in system.shelf.infos()}[scenario]
    made = house.post("battles", {"scenario": scenario, "seats": dict.fromkeys(sides, "person")}, 201)
    pick = random.Random(1)
    with house.socket(made["spectator"]) as page:
        heard = [page.wait_for("hello")]
        for _ in range(sample(40, 600)):
            if not house.act(made, pick):
                break
        last = house.state(made["spectator"])
        while heard[-1]["state"] < last:
            heard.append(page.wait_for("view"))
    battle = seen_from_outside(house, made)
    assert len(heard) > 5
    for message in heard:
        position = walk(battle.course.way_to(message["state"]))[-1]
        dealt = position.play.fork(seat="")  # what a spectator does not know is drawn again
        dealt.log = position.play.log
        assert stripped(encode(without_board(system.shown.view(dealt, "")))) == stripped(message["view"])
        assert not any("seen_by" in event for event in message.get("events", []))


def seen_from_outside(house: House, made: dict[str, Any]) -> Any:
    """The battle, from its file."""
    base = sqlite3.connect(f"file:{house.data / 'sandtable.db'}?mode=ro", uri=True)
    where = "WHERE battle = ? ORDER BY number"
    lines = [text for (text,) in base.execute(f"SELECT text FROM lines {where}", (made["battle"],))]
    seed, facts = base.execute("SELECT seed, facts FROM battles WHERE id = ?", (made["battle"],)).fetchone()
    base.close()
    found = json.loads(facts)
    facts = Facts(found["system"], found["scenario"], "", found["kinds"])
    row = Row(made["battle"], facts, seed, 0.0, False, False, Summary(), 0)
    return replayed(row, systems()[found["system"]], read(lines))


def stripped(view: Any) -> dict[str, Any]:
    """A view without what the server adds to it."""
    found: dict[str, Any] = json.loads(view) if isinstance(view, bytes) else dict(view)
    found.pop("seed_digest", None)
    found.pop("may_undo", None)
    for key in ("luck", "decided"):  # when the battle is over, and nothing is hidden any more
        assert found.pop(key, None) is None or found["result"]
    found["log"] = [{key: value for key, value in line.items() if key != "state"} for line in found.get("log", [])]
    return found
