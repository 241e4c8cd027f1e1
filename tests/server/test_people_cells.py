"""The table "Who can see and do what" in docs/people.md, row by row."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from house import TOY
from test_people_tables import sit_down
from town import Somebody, Town, open_town

DOCS = Path(__file__).parents[2] / "docs" / "people.md"
ROWS = [
    line for line in DOCS.read_text().split("## Who can see and do what")[1].splitlines() if line.startswith("| ")
]


class Scene:
    """A public battle between Rosa and Karl, and somebody with a name who has nothing to do with it."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.rosa, self.karl, self.battle, self.red, self.blue = sit_down(town, visibility="public")
        self.otto = town.join("Otto")
        self.gallery = town.stranger.post(f"battles/{self.battle}/watch")["spectator"]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with open_town(tmp_path / "data", tmp_path) as town:
        yield Scene(town)


def test_the_table_has_the_rows_that_are_tested_here() -> None:
    assert len(ROWS) == 15, "a row has no test: add one below"


def test_open_tables(scene: Scene) -> None:
    table = scene.rosa.post("people/tables", {"scenario": TOY}, 201)["id"]
    for person in (scene.town.stranger, scene.otto, scene.karl):
        [seen] = person.get("people/tables")["tables"]
        assert seen["id"] == table and [who["name"] for who in seen["takers"]] == ["Rosa"]


def test_tables_for_a_link_or_for_those_who_played(scene: Scene) -> None:
    link = scene.rosa.post("people/tables", {"scenario": TOY, "by_link": True}, 201)
    scene.town.stranger.post(f"seat/{scene.red}/resign")
    again = scene.rosa.post(f"people/battles/{scene.battle}/again", {}, 201)
    for person in (scene.town.stranger, scene.otto):
        assert person.get("people/tables")["tables"] == []
        for table in (link, again):
            person.get(f"people/tables/{table['id']}", 404)
    assert [each["id"] for each in scene.karl.get("people/tables")["tables"]] == [again["id"]]


def test_taking_a_seat(scene: Scene) -> None:
    table = scene.rosa.post("people/tables", {"scenario": TOY}, 201)["id"]
    scene.town.stranger.post(f"people/tables/{table}/accept", status=401)
    assert scene.otto.post(f"people/tables/{table}/accept")["battle"]


def test_my_battles(scene: Scene) -> None:
    scene.town.stranger.get("people/battles", 401)
    assert scene.otto.get("people/battles")["battles"] == []
    for person, seat in ((scene.rosa, "red"), (scene.karl, "blue")):
        assert [each["own"] for each in person.get("people/battles")["battles"]] == [[seat]]


def test_the_link_to_a_seat_and_keys_are_nobody_elses(scene: Scene) -> None:
    town = scene.town
    town.stranger.post(f"people/battles/{scene.battle}/open", status=401)
    scene.otto.post(f"people/battles/{scene.battle}/open", status=404)
    scene.karl.post(f"people/battles/{scene.battle}/open", {"seat": "red"}, 404)
    seen: list[Any] = [town.stranger.get("battles"), town.stranger.get("people/tables")]
    seen += [person.get("people/battles") for person in (scene.otto, scene.karl)]
    seen += [
        town.stranger.get(f"seat/{link}{path}") for link in (scene.blue, scene.gallery) for path in ("", "/company")
    ]
    for secret in (scene.rosa.key, scene.red):
        assert secret not in str(seen)


def test_names_and_presence(scene: Scene) -> None:
    town = scene.town
    for link in (scene.blue, scene.gallery):
        players = {each["seat"]: each["name"] for each in town.stranger.get(f"seat/{link}/company")["players"]}
        assert players == {"red": "Rosa", "blue": "Karl"}
    for words in (town.stranger.get("battles"), town.stranger.get("people/tables"), scene.otto.get("people/tables")):
        assert "Rosa" not in str(words)
    town.stranger.get(f"seat/{'A' * 32}/company", 404)


def test_what_players_and_the_gallery_hear(scene: Scene) -> None:
    town = scene.town
    town.stranger.post(f"seat/{scene.red}/say", {"text": "players"})
    scene.otto.post(f"seat/{scene.gallery}/say", {"text": "gallery"})

    def heard(link: str) -> list[str]:
        return [line["text"] for line in town.stranger.get(f"seat/{link}/company")["talk"]]

    assert heard(scene.blue) == ["players"] and heard(scene.gallery) == ["gallery"]
    town.stranger.post(f"seat/{scene.blue}/resign")
    assert heard(scene.blue) == heard(scene.gallery) == ["players", "gallery"]


def test_the_ways_by_which_somebody_is_told(scene: Scene) -> None:
    """More in test_notices.py."""
    scene.town.stranger.get("people/me/ways", 401)
    keys = {"p256dh": "B" * 87, "auth": "A" * 22}
    browser = {"kind": "push", "browser": {"endpoint": "https://1.1.1.1/rosas", **keys}, "name": "Rosa's phone"}
    [way] = scene.rosa.post("people/me/ways", browser, 201)["ways"]
    assert (way["name"], way["confirmed"]) == ("Rosa's phone", True)
    for person in (scene.otto, scene.karl):
        assert person.get("people/me/ways")["ways"] == []
        person.post(f"people/me/ways/{way['id']}", {"always": True}, 404)
    for link in (scene.blue, scene.gallery):
        assert "phone" not in str(scene.town.stranger.get(f"seat/{link}/company"))


def test_standing_orders_and_wishes(scene: Scene) -> None:
    """More in test_server_wishes.py."""
    town = scene.town
    wish = {"do": "wish", "piece": "smoke", "to": "never"}
    looks = [f"seat/{link}{path}" for link in (scene.blue, scene.gallery) for path in ("/view", "/company")]
    before = [town.stranger.get(path) for path in looks]
    moments = town.stranger.get(f"seat/{scene.blue}")["moments"]
    town.stranger.post(f"seat/{scene.red}/choices", {"state": 0, "choice": wish})
    assert [town.stranger.get(path) for path in looks] == before
    assert town.stranger.get(f"seat/{scene.blue}")["moments"] == moments
    for link in (scene.blue, scene.gallery):
        assert town.http.get(f"/api/seat/{link}/journal").status_code == 403
    town.stranger.post(f"seat/{scene.red}/resign")
    assert '"wish"' in town.http.get(f"/api/seat/{scene.blue}/journal").text


AGREEMENTS: list[tuple[str, dict[str, Any]]] = [
    ("resign", {}),
    ("draw", {"yes": True}),
    ("takeback", {"seat": "blue", "yes": False}),  # more in test_people_undo.py
    ("abort", {}),
    ("leave", {}),
]


@pytest.mark.parametrize(("what", "body"), AGREEMENTS)
def test_agreements(scene: Scene, what: str, body: dict[str, Any]) -> None:
    town = scene.town
    town.stranger.post(f"seat/{'A' * 32}/{what}", body, 404)
    scene.otto.post(f"seat/{scene.gallery}/{what}", body, 403)
    assert not town.stranger.get(f"seat/{scene.red}")["over"]
    scene.karl.post(f"seat/{scene.blue}/{what}", body)


def test_handing_over(scene: Scene) -> None:
    town = scene.town
    town.stranger.post(f"seat/{scene.red}/leave")
    body = {"seat": "red", "player": "random"}
    town.stranger.post(f"seat/{'A' * 32}/handover", body, 404)
    town.stranger.post(f"seat/{scene.gallery}/handover", body, 403)
    town.stranger.post(f"seat/{scene.blue}/handover", body)


def test_only_ones_own_account_is_changed(scene: Scene) -> None:
    nobody: Somebody = scene.town.stranger
    for path in ("name", "close"):
        nobody.post(f"people/me/{path}", {"name": "Rosa"}, 401)
        if path == "close":
            scene.karl.post("people/me/close", {"name": "Rosa"}, 422)
    scene.karl.post("people/me/name", {"name": "Rosa"}, 409)
    assert scene.rosa.me["name"] == "Rosa"
