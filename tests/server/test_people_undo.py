"""Undo by consent: all agree that a choice is taken back though a die has fallen. On SQLite and on PostgreSQL."""

import random
from pathlib import Path
from typing import Any

from house import SHORT
from test_people_company import choose_once, company
from test_people_tables import play_out, sit_down
from town import Somebody, Town, open_town

from sandtable.cli.replay import replay_battle
from sandtable.table.journal import verify
from sandtable.testing.toy import TOY

NEXT = "What came next was taken back, as all had agreed."


def taken(town: Town, link: str, whose: str, yes: bool = True, status: int = 200) -> Any:
    return town.stranger.post(f"seat/{link}/takeback", {"seat": whose, "yes": yes}, status)


def until_a_die(town: Town, red: str, blue: str) -> tuple[str, str, int]:
    """Play until a choice is followed by a die, and no further: who made it, the other's link, choices before it."""
    links = {"red": red, "blue": blue}
    while True:
        view = town.stranger.get(f"seat/{red}/view")
        seat = view["waiting"][0]
        before = len(town.stranger.get(f"seat/{red}")["moments"])
        told = len(view["log"])
        choose_once(town, links[seat])
        log = town.stranger.get(f"seat/{red}/view")["log"][told:]
        info = town.stranger.get(f"seat/{red}")
        assert not info["over"]
        if any(line.get("dice") for line in log):
            return seat, links["blue" if seat == "red" else "red"], before


def test_all_must_agree_and_it_is_marked(place: Path | str, tmp_path: Path, capsys: Any) -> None:
    with open_town(place, tmp_path) as town:
        _, _, _, red, blue = sit_down(town)
        links = {"red": red, "blue": blue}
        seat, other, before = until_a_die(town, red, blue)
        rival = "blue" if seat == "red" else "red"
        assert taken(town, links[seat], seat) == {"taken_back": False}
        assert company(town, other)[seat]["asks_undo"] and not company(town, other)[rival]["undo"]
        taken(town, other, rival, status=409)  # what he agrees to is another's
        taken(town, other, seat, yes=False)
        assert not company(town, other)[seat]["asks_undo"]
        taken(town, links[seat], seat)
        state = town.stranger.get(f"seat/{red}")["state"]
        assert taken(town, other, seat) == {"taken_back": True}
        info = town.stranger.get(f"seat/{red}")
        assert info["state"] > state and [each["label"] for each in info["moments"]][before:] == [NEXT]
        assert not company(town, other)[seat]["undo"]
        assert town.stranger.get(f"seat/{red}/view")["waiting"] == [seat]
    with open_town(place, tmp_path) as town:  # from its journal it opens as it was
        assert town.stranger.get(f"seat/{red}")["moments"] == info["moments"]
        play_out(town, [red, blue], random.Random(4))
        file = tmp_path / "battle.jsonl"
        file.write_bytes(town.http.get(f"/api/seat/{red}/journal").content)
        assert b'"agreed":true' in file.read_bytes()
        report = verify(file, {"toy": TOY})
        assert report.ok and "Every draw follows from the seed" in report.sentence, report
        replay_battle(file, False, None, False)
        assert NEXT in capsys.readouterr().out


def test_what_cannot_be_taken_back(town: Town) -> None:
    _, _, _, red, _ = sit_down(town, SHORT, visibility="public")
    assert "secret" in taken(town, red, "red", status=422)["error"]  # both are choosing their orders
    taken(town, red, "blue", status=409)
    battle = town.stranger.get(f"seat/{red}")["battle"]
    gallery = town.stranger.post(f"battles/{battle}/watch")["spectator"]
    assert "watch" in taken(town, gallery, "red", status=403)["error"]
    alone = Somebody(town).post("battles", {"scenario": SHORT, "seats": {"red": "person", "blue": "random"}}, 201)
    assert "computer" in taken(town, alone["seats"]["red"], "red", status=422)["error"]
