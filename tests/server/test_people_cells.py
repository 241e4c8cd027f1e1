"""The table "Who can see and do what" in docs/people.md, cell by cell, on SQLite and on PostgreSQL.

Each row is a scene. It tries what is said of each column and then yields the column with its words. What was yielded
must be the row of the table, word for word: a cell that was not tried, or that says something else, fails.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from house import TOY
from test_people_admin import admin
from test_people_tables import sit_down
from town import DAY, Somebody, Town

from sandtable.cli.commands import app

DOCS = Path(__file__).parents[2] / "docs" / "people.md"
TIGERS = "miniatures/tigers-on-hill-63"
NOWHERE = "A" * 32  # a link that opens nothing
KEPT = (
    "accounts", "keys", "chairs", "turns", "challenges", "here", "offers", "talk", "undos", "ways", "calls",
    "letters", "battles", "lines", "links", "thoughts",
)  # fmt: skip
IN_THE_DATABASE, ONLY_HASHES = "sees, in the database", "no: only hashes are kept"
STRANGER, SOMEBODY, OPPONENT, SPECTATOR, OPERATOR = "stranger", "somebody", "opponent", "spectator", "operator"

Cells = Iterator[tuple[str, str]]


class Scene:
    """A public battle between Rosa, whose cells these are, and Karl; and Otto, who has a name and nothing else."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.stranger = town.stranger
        self.rosa, self.karl, self.battle, self.red, self.blue = sit_down(town, visibility="public")
        self.otto = town.join("Otto")
        self.gallery = self.watch(self.battle)

    def watch(self, battle: str) -> str:
        link: str = self.stranger.post(f"battles/{battle}/watch")["spectator"]
        return link

    def again(self, **wish: Any) -> tuple[str, str, str]:
        """Another battle of the two: its links of red and of blue, and that of its gallery."""
        wanted = {"scenario": TOY, "seat": "red", "visibility": "public", **wish}
        table = self.rosa.post("people/tables", wanted, 201)["id"]
        begun = self.karl.post(f"people/tables/{table}/accept")
        red = self.rosa.post(f"people/battles/{begun['battle']}/open")["token"]
        return red, begun["token"], self.watch(begun["battle"])

    def company(self, link: str) -> dict[str, Any]:
        found: dict[str, Any] = self.stranger.get(f"seat/{link}/company")
        return found

    def choose(self, link: str, choice: dict[str, Any]) -> None:
        state = self.stranger.get(f"seat/{link}")["state"]
        self.stranger.post(f"seat/{link}/choices", {"state": state, "choice": choice})

    def kept(self, *tables: str) -> str:
        """All that the database holds, which is what an operator can read."""
        return self.town.run(lambda base: str([base.rows(f"SELECT * FROM {table}") for table in tables or KEPT]))


Row = Callable[[Scene], Cells]
ROWS: dict[str, Row] = {}


def row(title: str) -> Callable[[Row], Row]:
    """This is how the row with this title is tried."""

    def listed(found: Row) -> Row:
        ROWS[title] = found
        return found

    return listed


def the_table() -> dict[str, dict[str, str]]:
    """The cells in docs/people.md, by row and column."""
    text = DOCS.read_text(encoding="utf-8").split("## Who can see and do what")[1].split("\n## ")[0]
    lines = [re.split(r"\s*\|\s*", line.strip("| ")) for line in text.splitlines() if line.startswith("| ")]
    columns = [STRANGER, SOMEBODY, OPPONENT, SPECTATOR, OPERATOR]
    assert lines[0] == columns
    return {title: dict(zip(columns, cells, strict=True)) for title, *cells in lines[1:]}


def test_every_row_of_the_table_is_tried_here() -> None:
    assert set(the_table()) == set(ROWS)


@pytest.mark.parametrize("title", ROWS)
def test_every_cell_of_a_row_is_as_the_table_says(title: str, town: Town) -> None:
    assert dict(ROWS[title](Scene(town))) == the_table()[title]


def test_an_operator_has_no_other_commands() -> None:
    """What the table does not give him he cannot do by `sandtable admin`."""
    names = set(typer.main.get_command(app).commands["admin"].commands)  # type: ignore[attr-defined]
    assert names == {"rename", "mute", "ban", "close"}


# Tables and battles ----------------------------------------------------------------------------------


@row("open tables, and who waits there")
def open_tables(scene: Scene) -> Cells:
    table = scene.rosa.post("people/tables", {"scenario": TOY}, 201)["id"]

    def sees(person: Somebody) -> bool:
        [seen] = person.get("people/tables")["tables"]
        return seen["id"] == table and [who["name"] for who in seen["takers"]] == ["Rosa"]

    assert sees(scene.stranger)
    yield STRANGER, "sees"
    assert sees(scene.otto)
    yield SOMEBODY, "sees"
    assert sees(scene.karl)
    yield OPPONENT, "sees"
    scene.stranger.get(f"seat/{scene.gallery}")
    assert sees(scene.stranger), "whether he watches a battle or not"
    yield SPECTATOR, "sees"
    assert table in scene.kept("challenges") and scene.rosa.me["id"] in scene.kept("challenges")
    yield OPERATOR, IN_THE_DATABASE


@row("tables for a link, or for those who played")
def tables_not_for_anybody(scene: Scene) -> Cells:
    by_link = scene.rosa.post("people/tables", {"scenario": TOY, "by_link": True}, 201)
    scene.stranger.post(f"seat/{scene.red}/resign")
    again = scene.rosa.post(f"people/battles/{scene.battle}/again", {}, 201)

    def listed(person: Somebody) -> list[str]:
        return [each["id"] for each in person.get("people/tables")["tables"]]

    for table in (by_link, again):
        scene.stranger.get(f"people/tables/{table['id']}", 404)
        scene.otto.get(f"people/tables/{table['id']}", 404)
    assert listed(scene.stranger) == []
    yield STRANGER, "no"
    assert listed(scene.otto) == []
    assert scene.otto.get(f"people/tables/{by_link['link']}")["id"] == by_link["id"]
    scene.otto.post(f"people/tables/{again['id']}/accept", status=404)
    yield SOMEBODY, "with its link"
    assert listed(scene.karl) == [again["id"]]
    scene.karl.get(f"people/tables/{by_link['id']}", 404)
    yield OPPONENT, "those of a rematch"
    for table in (by_link, again):
        assert table["id"] not in str(scene.stranger.get(f"seat/{scene.gallery}")) + str(scene.company(scene.gallery))
    yield SPECTATOR, "no"
    admin(scene.town, "close", "Rosa")
    assert listed(scene.karl) == []
    scene.otto.get(f"people/tables/{by_link['link']}", 404)
    yield OPERATOR, "closes them with the account"


@row("take a seat at a table")
def taking_a_seat(scene: Scene) -> Cells:
    def table() -> str:
        found: str = scene.rosa.post("people/tables", {"scenario": TOY}, 201)["id"]
        return found

    here = table()
    scene.stranger.post(f"people/tables/{here}/accept", status=401)
    yield STRANGER, "no"
    assert scene.otto.post(f"people/tables/{here}/accept")["battle"]
    yield SOMEBODY, "yes"
    assert scene.karl.post(f"people/tables/{table()}/accept")["battle"]
    yield OPPONENT, "yes"
    here = table()
    watcher = Somebody(scene.town, scene.gallery)  # the link of a gallery is no name
    watcher.post(f"people/tables/{here}/accept", status=401)
    assert scene.town.join("Greta").post(f"people/tables/{here}/accept")["battle"]
    yield SPECTATOR, "with a name"
    yield OPERATOR, "no"  # test_an_operator_has_no_other_commands


@row("my battles, whose turn it is since when")
def my_battles(scene: Scene) -> Cells:
    scene.stranger.get("people/battles", 401)
    yield STRANGER, "no"
    assert scene.otto.get("people/battles")["battles"] == []
    yield SOMEBODY, "his own"
    for person, seat in ((scene.rosa, "red"), (scene.karl, "blue")):
        [mine] = person.get("people/battles")["battles"]
        assert mine["own"] == [seat] and mine["my_turn"] == scene.town.now
    yield OPPONENT, "his own"
    Somebody(scene.town, scene.gallery).get("people/battles", 401)
    assert scene.town.join("Greta").get("people/battles")["battles"] == []
    yield SPECTATOR, "with a name his own"
    assert scene.battle in scene.kept("turns")
    yield OPERATOR, IN_THE_DATABASE


# Secrets of mine -------------------------------------------------------------------------------------


def seen_by_others(scene: Scene, link: str) -> str:
    """All that somebody with a link gets to read."""
    town = scene.town
    seen: list[Any] = [scene.stranger.get(f"seat/{link}{path}") for path in ("", "/view", "/company")]
    with town.page(link) as page:
        seen.append(page.receive_text())
    return str(seen)


@row("the link to my seat")
def the_link_to_a_seat(scene: Scene) -> Cells:
    where = f"people/battles/{scene.battle}/open"
    scene.stranger.post(where, status=401)
    assert scene.red not in str(scene.stranger.get("battles")) + str(scene.stranger.get("people/tables"))
    yield STRANGER, "no"
    scene.otto.post(where, status=404)
    assert scene.red not in str(scene.otto.get("people/battles"))
    yield SOMEBODY, "no"
    scene.karl.post(where, {"seat": "red"}, 404)
    scene.karl.post(f"people/battles/{scene.battle}/invite", {"seat": "red"}, 403)
    assert scene.red not in seen_by_others(scene, scene.blue) + str(scene.karl.get("people/battles"))
    yield OPPONENT, "no"
    assert scene.red not in seen_by_others(scene, scene.gallery)
    yield SPECTATOR, "no"
    assert scene.battle in scene.kept() and scene.red not in scene.kept()
    yield OPERATOR, ONLY_HASHES


@row("my key and my codes")
def keys_and_codes(scene: Scene) -> Cells:
    secrets = [
        scene.rosa.key,
        scene.rosa.post("people/me/code")["code"],
        scene.rosa.post("people/me/recovery")["code"],
    ]
    secrets += [secret.replace("-", "").replace(" ", "") for secret in secrets[1:]]

    def hidden(text: str) -> bool:
        return not any(secret in text for secret in secrets)

    for path in ("me/code", "me/recovery"):
        scene.stranger.post(f"people/{path}", status=401)
    assert hidden(str(scene.stranger.get("battles")) + str(scene.stranger.get("people/tables")))
    yield STRANGER, "no"
    assert hidden(str([scene.otto.get(path) for path in ("people/me", "people/me/export", "people/tables")]))
    yield SOMEBODY, "no"
    assert hidden(seen_by_others(scene, scene.blue) + str(scene.karl.get("people/me/export")))
    yield OPPONENT, "no"
    assert hidden(seen_by_others(scene, scene.gallery))
    yield SPECTATOR, "no"
    assert hidden(scene.kept())
    yield OPERATOR, ONLY_HASHES


@row("my name at the table, whether I am here")
def names_and_presence(scene: Scene) -> Cells:
    def seen(link: str) -> list[tuple[str, bool]]:
        return [(each["name"], each["here"]) for each in scene.company(link)["players"] if each["seat"] == "red"]

    with scene.town.page(scene.red) as page:
        page.receive_text()
        lists = (scene.stranger.get("battles"), scene.stranger.get("people/tables"))
        assert "Rosa" not in str(lists)
        scene.stranger.get(f"seat/{NOWHERE}/company", 404)
        yield STRANGER, "no"
        assert "Rosa" not in str([scene.otto.get(path) for path in ("people/tables", "people/battles", "battles")])
        yield SOMEBODY, "no"
        assert seen(scene.blue) == [("Rosa", True)]
        yield OPPONENT, "sees"
        assert seen(scene.gallery) == [("Rosa", True)]
        yield SPECTATOR, "sees"
        assert "Rosa" in scene.kept("accounts") and f"'{scene.battle}', 'red'" in scene.kept("here")
        yield OPERATOR, IN_THE_DATABASE


@row("the ways by which I am told")
def ways(scene: Scene) -> Cells:
    """More in test_notices.py."""
    keys = {"p256dh": "B" * 87, "auth": "A" * 22}
    browser = {"kind": "push", "browser": {"endpoint": "https://1.1.1.1/rosas", **keys}, "name": "Rosa's phone"}
    [way] = scene.rosa.post("people/me/ways", browser, 201)["ways"]
    assert (way["name"], way["confirmed"]) == ("Rosa's phone", True) and "1.1.1.1" not in str(way)
    scene.stranger.get("people/me/ways", 401)
    yield STRANGER, "no"
    assert scene.otto.get("people/me/ways")["ways"] == []
    for path in ("", "/try"):
        scene.otto.post(f"people/me/ways/{way['id']}{path}", {"always": True}, 404)
    scene.otto.post(f"people/me/ways/{way['id']}/remove")
    assert scene.rosa.get("people/me/ways")["ways"] == [way], "there was none of his to remove"
    yield SOMEBODY, "his own"
    assert scene.karl.get("people/me/ways")["ways"] == []
    scene.karl.post(f"people/me/ways/{way['id']}", {"always": True}, 404)
    assert "phone" not in seen_by_others(scene, scene.blue)
    yield OPPONENT, "no"
    assert "phone" not in seen_by_others(scene, scene.gallery)
    yield SPECTATOR, "no"
    assert "https://1.1.1.1/rosas" in scene.kept("ways")
    yield OPERATOR, "keeps them, to send there"


@row("my standing orders and other wishes")
def wishes(scene: Scene) -> Cells:
    """More in test_server_wishes.py and test_server_standing_orders.py."""
    links = {OPPONENT: scene.blue, SPECTATOR: scene.gallery}

    def looks() -> dict[str, list[Any]]:
        whole = {
            who: [scene.stranger.get(f"seat/{link}{path}") for path in ("/view", "/company")]
            for who, link in links.items()
        }
        return {who: [*seen, scene.stranger.get(f"seat/{links[who]}")["moments"]] for who, seen in whole.items()}

    before, lists = looks(), [scene.stranger.get("people/tables"), scene.otto.get("people/battles")]
    scene.choose(scene.red, {"do": "wish", "piece": "smoke", "to": "never"})
    assert "never" in str(scene.stranger.get(f"seat/{scene.red}/view")["wishes"])
    assert [scene.stranger.get("people/tables"), scene.otto.get("people/battles")] == lists
    scene.stranger.get(f"seat/{NOWHERE}/view", 404)
    yield STRANGER, "no"
    scene.otto.post(f"people/battles/{scene.battle}/open", status=404)
    yield SOMEBODY, "no"
    after = looks()
    http = scene.town.http
    for link in links.values():
        assert http.get(f"/api/seat/{link}/journal").status_code == 403
    lines = scene.kept("lines")
    scene.stranger.post(f"seat/{scene.red}/resign")
    for who, link in links.items():
        assert after[who] == before[who]
        assert '"wish"' in http.get(f"/api/seat/{link}/journal").text
        yield who, "at the end"
    assert '"wish"' in lines
    yield OPERATOR, "in the journal"


@row("whether all are asked about everything")
def all_asked(scene: Scene) -> Cells:
    """What each may wish then: test_server_wishes.py."""
    for settled in (False, True):
        wanted = {"scenario": TIGERS, "seat": "us", "visibility": "public", "all_asked": settled}
        table = scene.rosa.post("people/tables", wanted, 201)["id"]
        for person in (scene.stranger, scene.otto):
            [seen] = person.get("people/tables")["tables"]
            assert (seen["id"], seen["all_asked"]) == (table, settled)
        begun = scene.karl.post(f"people/tables/{table}/accept")
        links = {OPPONENT: begun["token"], SPECTATOR: scene.watch(begun["battle"])}
        for link in links.values():
            assert scene.stranger.get(f"seat/{link}")["all_asked"] is settled
        assert f'"all_asked":{str(settled).lower()}' in scene.kept("battles")
    for who in (STRANGER, SOMEBODY):
        yield who, "at the open table"
    for who in links:
        yield who, "sees"
    yield OPERATOR, IN_THE_DATABASE


# Talk ------------------------------------------------------------------------------------------------


def what_is_heard(scene: Scene, wanted: str) -> tuple[dict[str, bool], dict[str, bool]]:
    """Whether a line of the players, or of the gallery, comes to those with a link: now, and at the end."""
    scene.stranger.post(f"seat/{scene.red}/say", {"text": "players"})
    scene.otto.post(f"seat/{scene.gallery}/say", {"text": "gallery"})

    def heard() -> dict[str, bool]:
        links = {OPPONENT: scene.blue, SPECTATOR: scene.gallery}
        return {who: wanted in [line["text"] for line in scene.company(link)["talk"]] for who, link in links.items()}

    now = heard()
    for person in (scene.stranger, scene.otto):
        person.get(f"seat/{NOWHERE}/company", 404)
        person.post(f"seat/{NOWHERE}/say", {"text": "players"}, 404)
        assert wanted not in str([person.get("battles"), person.get("people/tables")])
    assert wanted not in str(scene.otto.get("people/battles"))
    scene.stranger.post(f"seat/{scene.blue}/resign")
    return now, heard()


@row("what players say")
def players_talk(scene: Scene) -> Cells:
    now, then = what_is_heard(scene, "players")
    yield STRANGER, "no"
    yield SOMEBODY, "no"
    assert now == {OPPONENT: True, SPECTATOR: False} and then == {OPPONENT: True, SPECTATOR: True}
    yield OPPONENT, "hears"
    yield SPECTATOR, "at the end"
    assert "'players'" in scene.kept("talk") and "players" not in scene.kept("lines")
    yield OPERATOR, IN_THE_DATABASE


@row("what the gallery says")
def gallery_talk(scene: Scene) -> Cells:
    now, then = what_is_heard(scene, "gallery")
    yield STRANGER, "no"
    yield SOMEBODY, "no"
    assert now == {OPPONENT: False, SPECTATOR: True} and then == {OPPONENT: True, SPECTATOR: True}
    yield OPPONENT, "at the end"
    yield SPECTATOR, "hears"
    assert "'gallery'" in scene.kept("talk") and "gallery" not in scene.kept("lines")
    yield OPERATOR, IN_THE_DATABASE


# Agreements ------------------------------------------------------------------------------------------

AGREEMENTS: dict[str, dict[str, Any]] = {
    "resign": {},
    "draw": {"yes": True},
    "takeback": {"seat": "blue", "yes": False},  # more in test_people_undo.py
    "abort": {},
    "leave": {},
}


@row("resign, draw, take back, call off, give up a seat")
def agreements(scene: Scene) -> Cells:
    tables = {what: scene.again() for what in AGREEMENTS}
    for what, body in AGREEMENTS.items():
        scene.stranger.post(f"seat/{NOWHERE}/{what}", body, 404)
    yield STRANGER, "no"
    for what, body in AGREEMENTS.items():
        scene.otto.post(f"seat/{NOWHERE}/{what}", body, 404)
    yield SOMEBODY, "no"
    for what, body in AGREEMENTS.items():
        scene.otto.post(f"seat/{tables[what][2]}/{what}", body, 403)
        assert not scene.stranger.get(f"seat/{tables[what][0]}")["over"]
    for what, body in AGREEMENTS.items():
        scene.karl.post(f"seat/{tables[what][1]}/{what}", body)
    assert scene.stranger.get(f"seat/{tables['resign'][0]}")["result"]["winner"] == "red", "it was blue who resigned"
    assert not scene.stranger.get(f"seat/{tables['draw'][0]}")["over"], "that needs both"
    assert [each["seat"] for each in scene.company(tables["leave"][0])["players"] if each["given_up"]] == ["blue"]
    yield OPPONENT, "for his own seat"
    yield SPECTATOR, "no"
    admin(scene.town, "close", "Rosa")
    assert [each["seat"] for each in scene.company(scene.blue)["players"] if each["given_up"]] == ["red"]
    yield OPERATOR, "gives up the seats of an account that he closes"


@row("hand over a seat that was given up or is late, claim on time")
def handing_over_and_claiming(scene: Scene) -> Cells:
    late, claimed = (scene.again(pace={"kind": "move", "seconds": DAY}) for _ in range(2))
    for _, blue, _ in (late, claimed):
        scene.choose(blue, {"do": "hold"})
    scene.town.later(DAY + 1)
    scene.stranger.post(f"seat/{scene.red}/leave")
    body = {"seat": "red", "player": "random"}
    for person, who in ((scene.stranger, STRANGER), (scene.otto, SOMEBODY)):
        person.post(f"seat/{NOWHERE}/handover", body, 404)
        person.post(f"seat/{NOWHERE}/claim", {"seat": "red"}, 404)
        yield who, "no"
    for gallery in (scene.gallery, late[2]):
        scene.otto.post(f"seat/{gallery}/handover", body, 403)
    scene.otto.post(f"seat/{claimed[2]}/claim", {"seat": "red"}, 403)
    for blue in (scene.blue, late[1]):
        scene.stranger.post(f"seat/{blue}/handover", body)
    scene.stranger.post(f"seat/{claimed[1]}/claim", {"seat": "red"})
    assert scene.stranger.get(f"seat/{claimed[1]}")["result"]["winner"] == "blue"
    yield OPPONENT, "yes"
    yield SPECTATOR, "no"
    yield OPERATOR, "no"  # test_an_operator_has_no_other_commands


@row("rename, mute, ban, close an account")
def accounts(scene: Scene) -> Cells:
    """More in test_people_admin.py."""
    for path in ("name", "close"):
        scene.stranger.post(f"people/me/{path}", {"name": "Rosa"}, 401)
    yield STRANGER, "no"
    scene.otto.post("people/me/name", {"name": "R0sa"}, 409)
    scene.otto.post("people/me/close", {"name": "Rosa"}, 422)
    scene.otto.post("people/me/name", {"name": "Ottilie"})
    scene.otto.post("people/me/close", {"name": "Ottilie"})
    scene.otto.get("people/me", 401)
    yield SOMEBODY, "his own name, his own account"
    scene.karl.post("people/me/name", {"name": "Rosa"}, 409)
    scene.karl.post("people/me/close", {"name": "Rosa"}, 422)
    assert scene.rosa.me["name"] == "Rosa"
    yield OPPONENT, "not mine"
    for path in ("name", "close"):
        Somebody(scene.town, scene.gallery).post(f"people/me/{path}", {"name": "Rosa"}, 401)
    yield SPECTATOR, "no"
    admin(scene.town, "rename", "Rosa", "Rosalind")
    admin(scene.town, "mute", "Rosalind")
    admin(scene.town, "ban", "Rosalind")
    assert (scene.rosa.me["name"], scene.rosa.me["muted"], scene.rosa.me["banned"]) == ("Rosalind", True, True)
    admin(scene.town, "close", "Rosalind")
    scene.rosa.get("people/me", 401)
    yield OPERATOR, "`sandtable admin`"
