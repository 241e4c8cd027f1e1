"""Open tables and one's own battles, on SQLite and on PostgreSQL."""

import random
from typing import Any

import pytest
from house import SHORT, TOY, until
from town import HOUR, MINUTE, Somebody, Town

from sandtable.server.people import challenges
from sandtable.server.people.challenges import Facts, seated
from sandtable.server.tokens import new_token

MISSION = "of_war_and_men/capture-the-flag-four-players"
FOUR = ("north", "east", "south", "west")


def sit_down(town: Town, scenario: str = TOY, **wish: Any) -> tuple[Somebody, Somebody, str, str, str]:
    """Two persons with a battle: red, blue, its id, and the links of red and of blue."""
    rosa, karl = town.join("Rosa"), town.join("Karl")
    table = rosa.post("people/tables", {"scenario": scenario, "seat": "red", **wish}, 201)
    begun = karl.post(f"people/tables/{table['id']}/accept")
    link = rosa.post(f"people/battles/{begun['battle']}/open")["token"]
    return rosa, karl, begun["battle"], link, begun["token"]


def play_out(town: Town, links: list[str], pick: random.Random) -> None:
    """To the end, by whoever is asked."""
    for _ in range(400):
        state = town.stranger.get(f"seat/{links[0]}")
        if state["over"]:
            return
        for link in links:
            view = town.stranger.get(f"seat/{link}/view")
            if "decision" in view:
                choice = pick.choice(view["decision"]["options"])["choice"]
                town.stranger.post(f"seat/{link}/choices", {"state": state["state"], "choice": choice})
                break
    raise AssertionError("the battle does not end")


def test_two_strangers_meet_at_an_open_table(town: Town) -> None:
    rosa, karl = town.join("Rosa"), town.join("Karl")
    table = rosa.post("people/tables", {"scenario": TOY, "seat": "red"}, 201)
    assert (table["title"], table["open"], table["missing"], table["mine"]) == ("The Ridge", ["blue"], 1, True)
    [seen] = town.stranger.get("people/tables")["tables"]
    assert [(who["name"], who["seat"]) for who in seen["takers"]] == [("Rosa", "red")] and not seen["mine"]
    begun = karl.post(f"people/tables/{table['id']}/accept")
    assert town.stranger.get(f"seat/{begun['token']}")["seat"] == "blue"
    assert town.stranger.get("people/tables")["tables"] == []
    [hers] = rosa.get("people/battles")["battles"]
    assert (hers["id"], hers["own"], hers["over"]) == (begun["battle"], ["red"], False)
    assert hers["players"]["blue"] == {"kind": "person", "name": "Karl", "badge": karl.me["badge"]}
    link = rosa.post(f"people/battles/{begun['battle']}/open")["token"]
    assert town.stranger.get(f"seat/{link}")["seat"] == "red"


def test_a_table_is_accepted_once_and_not_by_its_maker(town: Town) -> None:
    rosa, karl, otto = (town.join(name) for name in ("Rosa", "Karl", "Otto"))
    table = rosa.post("people/tables", {"scenario": TOY}, 201)["id"]
    assert "already" in rosa.post(f"people/tables/{table}/accept", status=409)["error"]
    town.stranger.post(f"people/tables/{table}/accept", status=401)
    karl.post(f"people/tables/{table}/accept")
    assert "gone" in otto.post(f"people/tables/{table}/accept", status=404)["error"]
    assert otto.get("people/battles")["battles"] == []


def test_a_table_for_a_link_is_seen_by_nobody_else(town: Town) -> None:
    rosa, karl = town.join("Rosa"), town.join("Karl")
    table = rosa.post("people/tables", {"scenario": TOY, "by_link": True}, 201)
    assert karl.get("people/tables")["tables"] == [] and len(rosa.get("people/tables")["tables"]) == 1
    karl.get(f"people/tables/{table['id']}", 404)
    karl.post(f"people/tables/{table['id']}/accept", status=404)
    assert town.stranger.get(f"people/tables/{table['link']}")["title"] == "The Ridge"
    assert karl.post(f"people/tables/{table['link']}/accept")["token"]


def test_the_link_of_a_table_is_made_anew_by_its_maker(town: Town) -> None:
    """Whoever sits there stays, and the lost link opens nothing any more."""
    anna, bert, carl = town.join("Anna"), town.join("Bert"), town.join("Carl")
    table = anna.post("people/tables", {"scenario": MISSION, "seat": "axis", "by_link": True}, 201)
    lost = table["link"]
    bert.post(f"people/tables/{lost}/accept", {"seat": "allies"})
    for person, status in ((town.stranger, 401), (carl, 404), (bert, 403)):
        person.post(f"people/tables/{table['id']}/link", status=status)
    fresh = anna.post(f"people/tables/{table['id']}/link")["link"]
    assert fresh != lost
    carl.get(f"people/tables/{lost}", 404)
    assert [each["name"] for each in carl.get(f"people/tables/{fresh}")["takers"]] == ["Anna", "Bert"]
    public = anna.post("people/tables", {"scenario": TOY}, 201)
    assert "for anybody" in anna.post(f"people/tables/{public['id']}/link", status=422)["error"]


def test_a_table_is_closed_by_its_maker(town: Town) -> None:
    rosa, karl = town.join("Rosa"), town.join("Karl")
    table = rosa.post("people/tables", {"scenario": TOY}, 201)["id"]
    assert "do not sit" in karl.post(f"people/tables/{table}/withdraw", status=403)["error"]
    rosa.post(f"people/tables/{table}/withdraw")
    karl.post(f"people/tables/{table}/accept", status=404)


def test_nobody_opens_tables_without_end(town: Town) -> None:
    rosa = town.join("Rosa")
    for _ in range(8):
        rosa.post("people/tables", {"scenario": TOY}, 201)
    assert "8 open tables" in rosa.post("people/tables", {"scenario": TOY}, 429)["error"]


def test_a_table_that_makes_no_sense_is_refused(town: Town) -> None:
    rosa = town.join("Rosa")
    rosa.post("people/tables", {"scenario": "toy/nowhere"}, 422)
    rosa.post("people/tables", {"scenario": TOY, "seat": "green"}, 422)
    rosa.post("people/tables", {"scenario": TOY, "computers": {"blue": "greedy"}}, 422)
    rosa.post("people/tables", {"scenario": TOY, "computers": {"blue": "genius"}}, 422)
    town.stranger.post("people/tables", {"scenario": TOY}, 401)


def test_a_mission_for_four_waits_for_all_seats(town: Town) -> None:
    names = ("Rosa", "Karl", "Otto", "Emil")
    rosa, *others = (town.join(name) for name in names)
    offered = rosa.ask("POST", "people/tables", {"scenario": MISSION}, 201)
    seats = offered["open"]
    assert len(seats) == 4 and offered["missing"] == 3
    table = f"people/tables/{offered['id']}"
    assert others[0].post(f"{table}/accept", {"seat": seats[2]}) == {"battle": "", "token": ""}
    assert "taken" in others[1].post(f"{table}/accept", {"seat": seats[2]}, 409)["error"]
    others[1].post(f"{table}/accept")
    others[1].post(f"{table}/withdraw")  # he leaves, and the table waits on
    assert rosa.get(table)["missing"] == 2
    others[1].post(f"{table}/accept")
    begun = others[2].post(f"{table}/accept")
    assert begun["battle"] and others[2].get("people/battles")["battles"][0]["own"] != [seats[2]]
    assert others[0].get("people/battles")["battles"][0]["own"] == [seats[2]]
    taken = [person.get("people/battles")["battles"][0]["own"] for person in (rosa, *others)]
    assert sorted(seat for own in taken for seat in own) == sorted(seats)


def test_who_does_not_mind_gets_what_is_left() -> None:
    facts = Facts("toy", "toy/x", "X", FOUR, (("a", ""), ("b", "south"), ("c", ""), ("d", "north")))
    for seed in range(20):
        found = seated(facts, random.Random(seed))
        assert sorted(found) == sorted(FOUR) and (found["south"], found["north"]) == ("b", "d")
        assert {found["east"], found["west"]} == {"a", "c"}


def test_my_battles_show_my_turn_first_and_since_when(town: Town) -> None:
    rosa, karl, first, red, blue = sit_down(town)
    town.later(HOUR)
    table = rosa.post("people/tables", {"scenario": TOY, "seat": "red"}, 201)["id"]
    second = karl.post(f"people/tables/{table}/accept")["battle"]
    for person in (rosa, karl):  # both choose in secret
        mine = person.get("people/battles")["battles"]
        assert [battle["id"] for battle in mine] == [first, second]  # the one that has waited longer is first
        assert mine[1]["my_turn"] - mine[0]["my_turn"] == HOUR
    since = mine[0]["my_turn"]
    town.later(MINUTE)
    for _ in range(50):
        view = town.stranger.get(f"seat/{red}/view")
        if "decision" not in view:
            break
        state = town.stranger.get(f"seat/{red}")["state"]
        choice = view["decision"]["options"][0]["choice"]
        town.stranger.post(f"seat/{red}/choices", {"state": state, "choice": choice})
    mine = rosa.get("people/battles")["battles"]
    assert [(battle["id"], battle["my_turn"]) for battle in mine] == [(second, since + HOUR), (first, None)]
    assert [battle["my_turn"] for battle in karl.get("people/battles")["battles"]] == [since, since + HOUR]
    play_out(town, [red, blue], random.Random(1))
    for person in (rosa, karl):
        mine = person.get("people/battles")["battles"]
        assert [(battle["id"], battle["over"]) for battle in mine] == [(second, False), (first, True)]


def test_a_battle_made_by_links_is_mine_when_i_say_so(town: Town) -> None:
    made = town.stranger.post("battles", {"scenario": TOY, "seats": {"red": "person", "blue": "person"}}, 201)
    rosa, karl = town.join("Rosa"), town.join("Karl")
    rosa.post("people/sit", {"token": made["seats"]["red"], "made": True})
    karl.post("people/sit", {"token": made["seats"]["blue"]})
    assert rosa.get("people/battles")["battles"][0]["players"]["blue"]["name"] == "Karl"
    assert "Only a seat" in karl.post("people/sit", {"token": made["spectator"]}, 422)["error"]
    town.stranger.post("people/sit", {"token": made["seats"]["blue"]}, 401)
    karl.post("people/sit", {"token": "A" * 32}, 404)


def test_a_seat_opens_on_every_device_of_its_owner_and_for_nobody_else(town: Town) -> None:
    rosa, karl, battle, red, _ = sit_down(town)
    assert rosa.post(f"people/battles/{battle}/open")["token"] == red
    phone = Somebody(town, new_token())
    phone.post("people/enter", {"code": rosa.post("people/me/code")["code"], "key": phone.key})
    link = phone.post(f"people/battles/{battle}/open")["token"]
    assert link != red and town.stranger.get(f"seat/{link}")["seat"] == "red"
    otto = town.join("Otto")
    otto.post(f"people/battles/{battle}/open", status=404)
    karl.post(f"people/battles/{battle}/open", {"seat": "red"}, 404)
    town.stranger.post(f"people/battles/{battle}/open", status=401)


def test_a_device_that_is_forgotten_loses_its_links_too(town: Town) -> None:
    rosa, _, battle, red, blue = sit_down(town)
    phone = Somebody(town, new_token())
    phone.post("people/enter", {"code": rosa.post("people/me/code")["code"], "key": phone.key})
    stolen = phone.post(f"people/battles/{battle}/open")["token"]
    assert phone.get(f"seat/{stolen}")["seat"] == "red"
    rosa.post("people/me/leave", {"others": True})
    phone.get("people/me", 401)
    town.stranger.get(f"seat/{stolen}", 404)
    assert rosa.get(f"seat/{red}")["seat"] == "red" and town.stranger.get(f"seat/{blue}")["seat"] == "blue"
    rosa.post("people/me/leave")
    town.stranger.get(f"seat/{red}", 404)


def test_a_rematch_is_for_those_who_played(town: Town) -> None:
    rosa, karl, battle, red, blue = sit_down(town, SHORT)
    assert "goes on" in rosa.post(f"people/battles/{battle}/again", status=422)["error"]
    play_out(town, [red, blue], random.Random(3))
    otto = town.join("Otto")
    otto.post(f"people/battles/{battle}/again", status=404)
    table = rosa.post(f"people/battles/{battle}/again", {"swap": True}, 201)
    assert table["takers"][0]["seat"] == "blue"
    assert otto.get("people/tables")["tables"] == [] and town.stranger.get("people/tables")["tables"] == []
    [asked] = karl.get("people/tables")["tables"]
    assert asked["asked"] and not asked["inside"]
    again = karl.post(f"people/tables/{asked['id']}/accept")
    assert town.stranger.get(f"seat/{again['token']}")["seat"] == "red"
    mine = karl.get("people/battles")["battles"]
    assert {each["id"]: each["over"] for each in mine} == {battle: True, again["battle"]: False}
    assert mine[-1]["over"]  # the finished ones last
    table = karl.post(f"people/battles/{battle}/again", {"swap": False}, 201)
    assert table["takers"][0]["seat"] == "blue"
    rosa.post(f"people/tables/{table['id']}/withdraw")  # declined
    assert karl.get("people/tables")["tables"] == []


def test_both_ask_to_play_again_and_play(town: Town) -> None:
    """Whoever asks second comes to the table of the first, if the seat he wants is free there."""
    rosa, karl, battle, red, _ = sit_down(town, SHORT)
    town.stranger.post(f"seat/{red}/resign")
    first = rosa.post(f"people/battles/{battle}/again", {"swap": True}, 201)
    assert (first["battle"], first["token"]) == ("", "")
    rosa.post(f"people/battles/{battle}/again", {"swap": True}, 409)  # once is enough
    other = karl.post(f"people/battles/{battle}/again", {"swap": False}, 201)  # he wants the seat that Rosa has taken
    assert not other["battle"] and other["takers"][0]["name"] == "Karl"
    karl.post(f"people/tables/{other['id']}/withdraw")
    begun = karl.post(f"people/battles/{battle}/again", {"swap": True}, 201)
    assert begun["battle"] and town.stranger.get(f"seat/{begun['token']}")["seat"] == "red"
    assert karl.get("people/tables")["tables"] == rosa.get("people/tables")["tables"] == []


def test_tables_that_others_cannot_see_crowd_out_none(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "SHOWN", 2)
    rosa, karl = town.join("Rosa"), town.join("Karl")
    own = [rosa.post("people/tables", {"scenario": TOY}, 201)["id"] for _ in range(2)]
    for _ in range(3):
        karl.post("people/tables", {"scenario": TOY, "by_link": True}, 201)
    public = [karl.post("people/tables", {"scenario": TOY}, 201)["id"] for _ in range(3)]

    def listed(person: Somebody) -> set[str]:
        return {each["id"] for each in person.get("people/tables")["tables"]}

    assert len(listed(town.stranger)) == 2 and listed(town.stranger) < {*own, *public}
    assert listed(rosa) > set(own) and len(listed(rosa)) == 4, "mine, and the newest of the others"
    assert len(listed(karl)) == 8


def test_a_deleted_account_leaves_its_seats_and_tables(town: Town) -> None:
    rosa, karl, battle, _, blue = sit_down(town)
    karl.post("people/tables", {"scenario": TOY}, 201)
    taken = karl.get("people/me/export")
    assert [each["id"] for each in taken["battles"]] == [battle] and len(taken["tables"]) == 1
    karl.post("people/me/close", {"name": "Karl"})
    town.stranger.get(f"seat/{blue}", 404)
    assert rosa.get("people/tables")["tables"] == []
    assert rosa.get("people/battles")["battles"][0]["players"]["blue"]["name"] == ""


def test_a_lost_link_is_made_anew_by_those_who_play_there(town: Town) -> None:
    made = town.stranger.post("battles", {"scenario": TOY, "seats": {"red": "person", "blue": "person"}}, 201)
    rosa, otto = town.join("Rosa"), town.join("Otto")
    rosa.post("people/sit", {"token": made["seats"]["red"], "made": True})
    path = f"people/battles/{made['battle']}/invite"
    otto.post(path, {"seat": "blue"}, 404)
    town.stranger.post(path, {"seat": "blue"}, 401)
    rosa.post(path, {"seat": "green"}, 422)
    assert "Somebody has come" in rosa.post(path, {"seat": "red"}, 403)["error"]
    link = rosa.post(path, {"seat": "blue"})["token"]
    town.stranger.get(f"seat/{made['seats']['blue']}", 404)
    assert town.stranger.get(f"seat/{link}")["seat"] == "blue"
    otto.post("people/sit", {"token": link})
    rosa.post(path, {"seat": "blue"}, 403)
    town.stranger.post(f"seat/{link}/leave")
    rosa.post(path, {"seat": "blue"})  # a seat that was given up is offered to somebody else,
    again = rosa.post(path, {"seat": "blue"})["token"]  # and once more, if that link is lost, too
    red = made["seats"]["red"]

    def given_up() -> bool:
        players = town.stranger.get(f"seat/{red}/company")["players"]
        return bool(next(each["given_up"] for each in players if each["seat"] == "blue"))

    assert given_up(), "until somebody comes, a computer player could have it, too"
    with town.page(again) as page:
        page.receive_json()
        until(lambda: not given_up())
    otto.post("people/sit", {"token": again})
    assert otto.get("people/battles")["battles"][0]["own"] == ["blue"]


def test_nobody_gets_the_seat_of_a_guest_who_has_come_by_a_new_link(town: Town) -> None:
    """Neither while he looks, nor when he has gone away, nor when he has chosen without a page."""

    def begun(maker: Somebody) -> tuple[str, str, str]:
        made = town.stranger.post("battles", {"scenario": TOY, "seats": {"red": "person", "blue": "person"}}, 201)
        red, blue = made["seats"]["red"], made["seats"]["blue"]
        maker.post("people/sit", {"token": red, "made": True})
        return f"people/battles/{made['battle']}/invite", red, blue

    def vacant(link: str) -> dict[str, bool]:
        players = town.stranger.get(f"seat/{link}/company")["players"]
        return {each["seat"]: each["vacant"] for each in players}

    rosa, karl = town.join("Rosa"), town.join("Karl")
    path, red, blue = begun(rosa)
    assert vacant(red) == {"red": False, "blue": True}
    with town.page(blue) as page:
        page.receive_json()
        assert not vacant(red)["blue"]
        assert "Somebody has come" in rosa.post(path, {"seat": "blue"}, 403)["error"]
    assert not vacant(red)["blue"]
    rosa.post(path, {"seat": "blue"}, 403)
    assert town.stranger.get(f"seat/{blue}")["seat"] == "blue", "his link opens his seat as before"
    town.stranger.post(f"seat/{blue}/leave")
    assert vacant(red)["blue"] and rosa.post(path, {"seat": "blue"})["token"]
    path, red, blue = begun(karl)
    choice = town.stranger.get(f"seat/{blue}/view")["decision"]["options"][0]["choice"]
    town.stranger.post(f"seat/{blue}/choices", {"state": 0, "choice": choice})
    assert not vacant(red)["blue"]
    karl.post(path, {"seat": "blue"}, 403)
    town.stranger.post(f"seat/{red}/resign")
    assert not any(vacant(red).values()), "a battle that is over needs nobody"
