"""At a table: what players agree on, who is here, and what is said, on SQLite and on PostgreSQL."""

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from house import SHORT, TOY, until
from inside import Socket, battles
from test_people_tables import play_out, sit_down
from town import Town, open_town

from sandtable.bots.giving_up import Seen
from sandtable.bots.player import Seat
from sandtable.server.computers import thinking
from sandtable.server.people import talk
from sandtable.server.people.agreements import say_draw
from sandtable.server.people.company import Company, Told
from sandtable.server.people.talk import clean
from sandtable.server.socket import Page
from sandtable.table.decision import Choice

PERSONS = {"red": "person", "blue": "person"}


def new_battle(town: Town, **kinds: Any) -> dict[str, Any]:
    body = {"scenario": TOY, "seats": {**PERSONS, **kinds}}
    made: dict[str, Any] = town.stranger.post("battles", body, 201)
    return made


def choose_once(town: Town, link: str) -> None:
    view, state = town.stranger.get(f"seat/{link}/view"), town.stranger.get(f"seat/{link}")["state"]
    choice = view["decision"]["options"][0]["choice"]
    town.stranger.post(f"seat/{link}/choices", {"state": state, "choice": choice})


def company(town: Town, link: str) -> dict[str, dict[str, Any]]:
    return {each["seat"]: each for each in town.stranger.get(f"seat/{link}/company")["players"]}


def said(town: Town, link: str) -> list[str]:
    return [line["text"] for line in town.stranger.get(f"seat/{link}/company")["talk"]]


# Agreements ------------------------------------------------------------------------------------------


def test_who_resigns_loses_and_the_journal_proves_it(town: Town) -> None:
    made = new_battle(town)
    red, blue = made["seats"]["red"], made["seats"]["blue"]
    choose_once(town, red)
    town.stranger.post(f"seat/{blue}/resign")
    info = town.stranger.get(f"seat/{red}")
    assert info["over"] and info["result"] == {"winner": "red", "reason": "blue resigned", "rule": ""}
    assert info["moments"][-1]["label"] == "Blue resigned."
    assert town.stranger.get(f"seat/{red}/view")["result"]["winner"] == "red"
    journal = town.http.get(f"/api/seat/{red}/journal").text.splitlines()
    assert json.loads(journal[-2])["choice"] == {"do": "settle", "piece": "resign"}
    for what in ("resign", "abort", "leave"):
        assert "over" in town.stranger.post(f"seat/{red}/{what}", status=422)["error"]
    town.stranger.post(f"seat/{red}/draw", {"yes": True}, 422)


def test_a_battle_that_was_settled_opens_again_as_it_ended(place: Path | str, tmp_path: Path) -> None:
    with open_town(place, tmp_path) as town:
        made = new_battle(town)
        red = made["seats"]["red"]
        choose_once(town, red)
        town.stranger.post(f"seat/{red}/resign")
        before = town.stranger.get(f"seat/{red}")
    with open_town(place, tmp_path) as town:
        again = town.stranger.get(f"seat/{red}")
        assert again == before and again["notice"] == ""
        assert town.stranger.get(f"seat/{red}/verify")["sentence"]


def test_nobody_settles_a_battle_by_an_ordinary_choice(town: Town) -> None:
    red = new_battle(town)["seats"]["red"]
    for why in ("resign", "time", "draw", "abort"):
        body = {"state": 0, "choice": {"do": "settle", "piece": why}}
        town.stranger.post(f"seat/{red}/choices", body, 422)
    assert not town.stranger.get(f"seat/{red}")["over"]


def test_a_draw_needs_both(town: Town) -> None:
    made = new_battle(town)
    red, blue = made["seats"]["red"], made["seats"]["blue"]
    assert town.stranger.post(f"seat/{red}/draw", {"yes": True}) == {"drawn": False}
    assert company(town, blue)["red"]["draw"] and not company(town, blue)["blue"]["draw"]
    assert town.stranger.post(f"seat/{blue}/draw", {"yes": False}) == {"drawn": False}
    assert not company(town, red)["red"]["draw"]  # declined
    assert town.stranger.post(f"seat/{blue}/draw", {"yes": True}) == {"drawn": False}
    assert town.stranger.post(f"seat/{red}/draw", {"yes": True}) == {"drawn": True}
    result = town.stranger.get(f"seat/{red}")["result"]
    assert result == {"winner": None, "reason": "both sides agreed to a draw", "rule": ""}


def test_a_computer_player_agrees_to_nothing(town: Town) -> None:
    red = new_battle(town, blue="greedy")["seats"]["red"]
    assert "plays on" in town.stranger.post(f"seat/{red}/draw", {"yes": True}, 422)["error"]
    town.stranger.get(f"seat/{red}/company", 404)


@contextmanager
def where_blue_has_no_hope(place: Path | str, folder: Path) -> Iterator[Town]:
    """A server whose computer players think at once and in its own process; Blue has lost from the start."""

    async def at_once(lane: thinking.Lane, work: Any, *given: Any) -> Any:
        return work(*given)

    def look(seat: Seat) -> Seen:
        return Seen(seat.system.rules.turn(seat.fork(0).battle), 0.0 if seat.name == "blue" else 1.0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinking.Lane, "run", at_once)
        patch.setattr(thinking, "_in_time", lambda limit, work: work())
        patch.setattr(thinking, "look", look)
        with open_town(place, folder, pace=0.0, secret_pace=0.0) as town:
            yield town


def against_blue(town: Town, **more: Any) -> str:
    body = {"scenario": TOY, "seats": {"red": "person", "blue": "random"}, **more}
    return str(town.stranger.post("battles", body, 201)["seats"]["red"])


def play_until_it_is_over(town: Town, link: str) -> dict[str, Any]:
    """Choose the first option whenever asked. Blue may give up at any moment, also between two of our requests."""
    while True:
        until(lambda: is_due(town, link))
        info: dict[str, Any] = town.stranger.get(f"seat/{link}")
        if info["over"]:
            return info
        try_to_choose(town, link, info["state"])


def try_to_choose(town: Town, link: str, state: int) -> None:
    """The first option, if the battle is still in this state."""
    options = offered(town, link)
    if options:
        body = {"state": state, "choice": options[0]["choice"]}
        answer = town.http.post(f"/api/seat/{link}/choices", json=body)
        assert answer.status_code in (200, 409), answer.text


def offered(town: Town, link: str) -> list[dict[str, Any]]:
    view = town.stranger.get(f"seat/{link}/view")
    found: list[dict[str, Any]] = (view.get("decision") or {}).get("options", [])
    return found


def is_due(town: Town, link: str) -> bool:
    """Whether this seat is asked, or nobody is any more."""
    return bool(offered(town, link)) or bool(town.stranger.get(f"seat/{link}/view").get("result"))


def test_a_computer_player_gives_up_when_it_has_had_no_hope_for_a_turn(place: Path | str, tmp_path: Path) -> None:
    with where_blue_has_no_hope(place, tmp_path) as town:
        red = against_blue(town, gives_up=True)
        info = play_until_it_is_over(town, red)
        assert info["gives_up"] and info["result"] == {"winner": "red", "reason": "blue resigned", "rule": ""}
        assert town.stranger.get(f"seat/{red}/view")["turn"] == 2  # the first was played to its end


def test_a_computer_player_without_hope_takes_a_draw_that_is_offered(place: Path | str, tmp_path: Path) -> None:
    with where_blue_has_no_hope(place, tmp_path) as town:
        red = against_blue(town, gives_up=True)
        assert town.stranger.post(f"seat/{red}/draw", {"yes": True}) == {"drawn": False}  # not in the first turn
        result = play_until_it_is_over(town, red)["result"]
        assert result["winner"] is None and result["reason"] == "both sides agreed to a draw"


def test_a_computer_player_plays_on_unless_it_may_give_up(place: Path | str, tmp_path: Path) -> None:
    with where_blue_has_no_hope(place, tmp_path) as town:
        info = play_until_it_is_over(town, against_blue(town))
        assert not info["gives_up"] and "resigned" not in info["result"]["reason"]


def test_a_battle_is_called_off_before_the_first_choice_and_not_after(town: Town) -> None:
    red = new_battle(town)["seats"]["red"]
    town.stranger.post(f"seat/{red}/abort")
    result = town.stranger.get(f"seat/{red}")["result"]
    assert result["winner"] is None and result["reason"] == "the battle was called off before it began"
    red = new_battle(town)["seats"]["red"]
    choose_once(town, red)
    assert "has begun" in town.stranger.post(f"seat/{red}/abort", status=422)["error"]


def test_a_spectator_agrees_to_nothing_and_leaves_no_seat(town: Town) -> None:
    made = new_battle(town)
    for what, body in (
        ("resign", {}),
        ("abort", {}),
        ("leave", {}),
        ("draw", {"yes": True}),
        ("handover", {"seat": "red", "player": "random"}),
    ):
        town.stranger.post(f"seat/{made['spectator']}/{what}", body, 403)


# Seats that are given up -----------------------------------------------------------------------------


def test_a_seat_that_is_given_up_goes_to_a_computer_player(town: Town) -> None:
    rosa, karl, battle, red, blue = sit_down(town)
    body = {"seat": "blue", "player": "random"}
    assert "Somebody is playing" in town.stranger.post(f"seat/{red}/handover", body, 403)["error"]
    town.stranger.post(f"seat/{blue}/leave")
    town.stranger.get(f"seat/{blue}", 404)
    karl.post(f"people/battles/{battle}/open", status=404)
    assert karl.get("people/battles")["battles"] == []
    assert company(town, red)["blue"]["given_up"]
    assert "no player" in town.stranger.post(f"seat/{red}/handover", {**body, "player": "genius"}, 422)["error"]
    choose_once(town, red)
    town.stranger.post(f"seat/{red}/handover", body)
    until(lambda: town.stranger.get(f"seat/{red}")["state"] > 1)  # the computer has chosen
    assert town.stranger.get(f"seat/{red}")["seats"] == {"red": "person", "blue": "random"}
    assert rosa.get("people/battles")["battles"][0]["players"]["blue"]["kind"] == "random"


def test_a_table_stays_one_when_the_other_seat_has_gone_to_a_computer_player(town: Town) -> None:
    """Whoever is left sees who plays now, and what was said stays."""
    made = new_battle(town)
    red, blue = made["seats"]["red"], made["seats"]["blue"]
    town.stranger.post(f"seat/{blue}/say", {"text": "I must go"})
    town.stranger.post(f"seat/{blue}/leave")
    with town.page(red) as page:
        while not any(each["given_up"] for each in hear(page)["players"]):
            pass
        town.stranger.post(f"seat/{red}/handover", {"seat": "blue", "player": "random"})
        assert not company(town, red)["blue"]["given_up"]
        while [each["kind"] for each in hear(page)["players"]] != ["person", "random"]:
            pass
    assert said(town, red) == ["I must go"] and said(town, made["spectator"]) == []


def test_with_a_partner_on_ones_side_one_gives_up_the_seat_instead(town: Town) -> None:
    scenario = "of_war_and_men/capture-the-flag-four-players"
    seats = dict.fromkeys(("axis", "allies", "axis-2", "allies-2"), "person")
    made = town.stranger.post("battles", {"scenario": scenario, "seats": seats}, 201)["seats"]
    assert "on your side" in town.stranger.post(f"seat/{made['axis']}/resign", status=422)["error"]
    town.stranger.post(f"seat/{made['axis-2']}/leave")
    town.stranger.post(f"seat/{made['axis']}/resign")
    assert town.stranger.get(f"seat/{made['allies']}")["result"]["winner"] == "allies"


# Presence --------------------------------------------------------------------------------------------


def hear(page: Any) -> dict[str, Any]:
    """The next news of the company."""
    while True:
        message: dict[str, Any] = page.receive_json()
        if message["type"] == "company":
            return message


def seen(message: dict[str, Any], seat: str) -> tuple[bool, bool]:
    player = next(each for each in message["players"] if each["seat"] == seat)
    return player["here"], player["joined"]


def test_who_is_here_and_who_has_not_come(town: Town) -> None:
    made = new_battle(town)
    with town.page(made["seats"]["red"]) as red:
        assert seen(hear(red), "blue") == (False, False)
        with town.page(made["seats"]["blue"]) as blue:
            while not seen(hear(red), "blue")[0]:
                pass
            assert seen(hear(blue), "red") == (True, True)
        while (found := seen(hear(red), "blue"))[0]:
            pass
        assert found == (False, True)


def test_whose_page_lies_open_unseen_is_away_until_somebody_looks_at_it(town: Town) -> None:
    made = new_battle(town)
    with town.page(made["seats"]["red"]) as red, town.page(made["seats"]["blue"]) as blue:
        while not seen(hear(red), "blue")[0]:
            pass
        for away in (True, False):
            blue.send_json({"type": "ping", "away": away})
            while seen(hear(red), "blue")[0] is away:
                pass


def test_pages_are_told_that_somebody_leaves_who_was_here_by_order(town: Town) -> None:
    """As they are of a person: at once, and not only when they ask."""
    made = new_battle(town)
    red, blue = made["seats"]["red"], made["seats"]["blue"]
    app: Any = town.http.app
    with town.page(red) as page:
        hear(page)

        async def answers() -> None:
            (battle,) = [each for each in app.state.battles._open.values() if each.listeners]
            app.state.battles.company.answers(battle, "blue", 0.1)

        assert town.http.portal is not None
        town.http.portal.call(answers)
        assert seen(hear(page), "blue") == (True, False)
        town.later(0.2)
        assert seen(hear(page), "blue") == (False, False)
    assert not company(town, blue)["blue"]["here"]


def test_a_page_is_told_of_the_company_only_when_something_has_changed(tmp_path: Path) -> None:
    """Else a message without news would show that the order of somebody who is here answers in a moment."""

    async def story() -> None:
        async with battles(tmp_path) as here:
            company = here.company = Company(here)
            made = await here.create(TOY, PERSONS, None, False)
            async with here.seat(made.seats["red"]) as (battle, _):
                socket: Any = Socket()
                page, other = (Page(here, socket, battle, made.seats[seat], seat) for seat in PERSONS)
                battle.listeners |= {page, other}
                await page._tell_company()
                assert len(socket.heard) == 1
                company.answers(battle, "blue", 60.0)
                await page._tell_company()
                assert len(socket.heard) == 1
                await here.store.run(say_draw(battle.id, "blue", True))
                here.stir(battle.id)
                await page._tell_company()
                assert '"draw":true' in socket.heard[1]
                battle.listeners.clear()

    asyncio.run(story())


def asked_in(found: tuple[Told, int] | None) -> list[str]:
    return [each.seat for each in found[0].players if each.asked] if found else []


def test_the_database_is_asked_once_for_all_pages_and_not_with_every_choice(tmp_path: Path) -> None:
    async def story() -> None:
        async with battles(tmp_path) as here:
            company = here.company = Company(here)
            made = await here.create(TOY, PERSONS, None, False)
            async with here.seat(made.seats["red"]) as (battle, _):
                submit, asked = here.store.submit, []
                here.store.submit = lambda work: (asked.append(work), submit(work))[1]  # type: ignore[method-assign,assignment]
                both = await asyncio.gather(*(company.told(battle, seat, 0) for seat in PERSONS))
                assert len(asked) == 1
                assert [asked_in(found) for found in both] == [["red", "blue"]] * 2
                await here.choose(made.seats["red"], 0, Choice("hold"))
                asked.clear()
                assert asked_in(await company.told(battle, "red", 0)) == battle.persons_asked() != ["red", "blue"]
                assert not asked
                await here.store.run(say_draw(battle.id, "blue", True))
                here.stir(battle.id)
                found = await company.told(battle, "red", 0)
                assert found is not None and [each.draw for each in found[0].players] == [False, True]

    asyncio.run(story())


# Talk ------------------------------------------------------------------------------------------------


def test_what_is_said_is_one_line_of_what_can_be_seen() -> None:
    assert clean("  Well\nplayed\u0000 \u202etoo  ") == "Well played too"


def test_players_and_the_gallery_hear_their_own_until_the_end(town: Town) -> None:
    rosa, _, _, red, blue = sit_down(town, SHORT, visibility="public")
    otto = town.join("Otto")
    gallery = town.stranger.post(f"battles/{town.stranger.get(f'seat/{red}')['battle']}/watch")["spectator"]
    town.stranger.post(f"seat/{red}/say", {"text": "Good luck"})
    otto.post(f"seat/{gallery}/say", {"text": "Blue will win"})
    assert said(town, red) == said(town, blue) == ["Good luck"] and said(town, gallery) == ["Blue will win"]
    lines = town.stranger.get(f"seat/{blue}/company")["talk"]
    assert (lines[0]["name"], lines[0]["seat"], lines[0]["room"]) == ("Rosa", "red", "players")
    play_out(town, [red, blue], random.Random(2))
    for link in (red, blue, gallery):
        assert said(town, link) == ["Good luck", "Blue will win"]
    assert "Good luck" not in town.http.get(f"/api/seat/{red}/journal").text
    assert [each["text"] for each in rosa.get("people/me/export")["words"]] == ["Good luck"]
    rosa.post("people/me/close", {"name": "Rosa"})
    assert said(town, blue) == ["Blue will win"]


def test_players_cannot_tell_whether_the_gallery_talks(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "KEPT", 3)
    _, _, _, red, blue = sit_down(town, SHORT, visibility="public")
    otto = town.join("Otto")
    gallery = town.stranger.post(f"battles/{town.stranger.get(f'seat/{red}')['battle']}/watch")["spectator"]
    town.stranger.post(f"seat/{red}/say", {"text": "Hello"})
    before = town.stranger.get(f"seat/{blue}/company")["talk"]
    for text in ("one", "two", "three", "four"):
        otto.post(f"seat/{gallery}/say", {"text": text})
    assert town.stranger.get(f"seat/{blue}/company")["talk"] == before
    assert said(town, gallery) == ["two", "three", "four"]
    town.stranger.post(f"seat/{red}/say", {"text": "Good luck"})
    lines = town.stranger.get(f"seat/{blue}/company")["talk"]
    assert [line["text"] for line in lines] == ["Hello", "Good luck"]
    [hello, luck] = [{name: value for name, value in line.items() if name != "text"} for line in lines]
    assert hello == luck == {"room": "players", "seat": "red", "name": "Rosa", "time": town.now}


def test_talk_comes_over_the_socket_and_at_the_end_all_of_it(town: Town) -> None:
    _, _, _, red, blue = sit_down(town, SHORT, visibility="public")
    otto = town.join("Otto")
    gallery = town.stranger.post(f"battles/{town.stranger.get(f'seat/{red}')['battle']}/watch")["spectator"]
    with town.page(blue) as page:
        hear(page)
        otto.post(f"seat/{gallery}/say", {"text": "Blue will win"})
        town.stranger.post(f"seat/{red}/say", {"text": "Hello"})
        while not (talk := hear(page)["talk"]):
            pass
        assert [line["text"] for line in talk] == ["Hello"]
        town.stranger.post(f"seat/{red}/resign")
        heard: set[str] = set()
        while len(heard) < 2:
            heard |= {line["text"] for line in hear(page)["talk"]}
        assert heard == {"Hello", "Blue will win"}


def test_talk_has_limits(tmp_path: Path) -> None:
    with open_town(tmp_path / "data", tmp_path, says_at_once=3, says_a_minute=1) as town:
        made = new_battle(town)
        red = made["seats"]["red"]
        assert "300" in town.stranger.post(f"seat/{red}/say", {"text": "x" * 301}, 422)["error"]
        assert "Say something" in town.stranger.post(f"seat/{red}/say", {"text": " \n "}, 422)["error"]
        assert "with a name" in town.stranger.post(f"seat/{made['spectator']}/say", {"text": "Hello"}, 401)["error"]
        for number in range(3):
            town.stranger.post(f"seat/{red}/say", {"text": "x" * (298 + number)})
        assert "too much" in town.stranger.post(f"seat/{red}/say", {"text": "More"}, 429)["error"]
