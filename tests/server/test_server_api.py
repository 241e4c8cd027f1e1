"""The requests of docs/server.md, one by one."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from house import CATS, SHORT, TOY, House, until

import sandtable.systems  # noqa: F401  registers the games
from sandtable.server.tokens import new_token
from sandtable.table import journal
from sandtable.table.chance import seed_digest
from sandtable.table.journal.record import link
from sandtable.table.system import systems
from sandtable.table.view import decode
from sandtable.testing.toy import TOY as GAME

# What can be played --------------------------------------------------------------------------------


def test_games_are_listed_without_the_places_of_their_files(house: House) -> None:
    offer = house.get("games")
    assert offer["bots"][:4] == ["random", "recruit", "corporal", "greedy"] and offer["version"]
    assert [level["name"] for level in offer["levels"]] == offer["bots"]
    assert offer["levels"][1]["title"] == "Recruit" and "forgets to react" in offer["levels"][1]["about"]
    shelves = {shelf["key"]: shelf for shelf in offer["systems"]}
    assert not shelves["nations_at_war"]["secrets"] and shelves["toy"]["secrets"]
    cats = next(each for each in shelves["nations_at_war"]["scenarios"] if each["id"] == CATS)
    assert cats["sides"] == ["german", "soviet"] and cats["turns"] == 8 and "1943" in cats["date"]
    assert cats["minutes"] >= 5 and 1 <= cats["complexity"] <= 5
    assert cats["seats"][0]["name"] == "German"
    assert ".toml" not in house.http.get("/api/games").text


def test_a_board_and_the_rules(house: House) -> None:
    assert house.get("boards/nations_at_war/cats-in-the-mist")["kind"] == "hexes"
    rules = house.get("rules/nations_at_war")["rules"]
    assert any(rule["id"] == "5.1.4.a" and rule["text"] for rule in rules)
    house.get("boards/toy/ridge", 404)
    house.get("boards/nations_at_war/no-such", 404)
    house.get("rules/chess", 404)


# A battle ------------------------------------------------------------------------------------------


def test_a_battle_is_made_and_looked_at(house: House) -> None:
    made = house.new(CATS)
    assert all(len(token) == 32 for token in [*made["seats"].values(), made["spectator"]])
    assert len({*made["seats"].values(), made["spectator"]}) == 3
    info = house.get(f"seat/{made['seats']['german']}")
    assert info["battle"] == made["battle"] and info["seat"] == "german" and info["state"] == 0
    assert info["seats"] == {"german": "person", "soviet": "person"}
    assert info["seed_digest"] == made["seed_digest"] and info["seed"] is None and not info["over"]
    assert info["moments"] == [{"state": 0, "turn": 1, "label": "The battle begins.", "kind": "turn"}]
    text = house.http.get(f"/api/seat/{made['seats']['german']}/view").content
    view = decode(text)
    assert view.board is None and view.seat == "german" and view.seed_digest == made["seed_digest"]
    assert house.get(f"seat/{made['spectator']}/board")["kind"] == "hexes"
    watching = house.view(made["spectator"])
    assert watching["seat"] == "" and "decision" not in watching


def test_a_choice_is_made_and_makes_a_new_state(house: House) -> None:
    made = house.new(CATS)
    seat = next(seat for seat, token in made["seats"].items() if "decision" in house.view(token))
    token = made["seats"][seat]
    option = house.view(token)["decision"]["options"][0]
    assert house.choose(token, option["choice"], 0) == {"state": 1}
    assert house.state(token) == house.state(made["spectator"]) == 1
    moments = house.get(f"seat/{made['spectator']}")["moments"]
    assert [moment["state"] for moment in moments] == [0, 1]


def test_a_choice_with_places_goes_over_http(house: House) -> None:
    """A move on the plane says where each base stands in the end."""
    seats = {"us": "person", "german": "person"}
    made = house.post("battles", {"scenario": "miniatures/tigers-on-hill-63", "seats": seats, "seed": 1}, 201)
    placed = 0
    for _ in range(12):
        token = next(token for token in made["seats"].values() if "decision" in house.view(token))
        options = [option["choice"] for option in house.view(token)["decision"]["options"]]
        choice = next((each for each in options if each.get("at")), options[0])
        placed += bool(choice.get("at"))
        house.choose(token, choice)
    assert placed


def test_a_stale_or_doubled_choice_is_refused(house: House) -> None:
    made = house.new()
    token = made["seats"]["red"]
    house.choose(token, {"do": "storm"}, 0)
    again = house.choose(token, {"do": "storm"}, 0, 409)
    assert "state 1" in again["error"]
    house.choose(token, {"do": "storm"}, 7, 409)
    assert house.state(token) == 1


def test_two_who_choose_in_secret_do_not_get_in_each_others_way(house: House) -> None:
    made = house.new()
    red, blue = made["seats"]["red"], made["seats"]["blue"]
    house.choose(red, {"do": "storm"}, 0)
    house.post(f"seat/{red}/undo", {"state": 1})
    house.choose(blue, {"do": "hold"}, 0, 409)  # something was taken back: look again
    assert house.choose(blue, {"do": "hold"}, 2) == {"state": 3}
    assert house.choose(red, {"do": "hold"}, 2) == {"state": 4}  # what blue did is no news to red
    for token in (red, blue):
        house.choose(token, {"do": "pass"}, 2, 409)
        house.choose(token, {"do": "pass"}, 3, 409)
    assert house.state(made["spectator"]) == 4


def test_what_the_rules_forbid_is_refused_with_the_reason(house: House) -> None:
    made = house.new()
    refused = house.choose(made["seats"]["red"], {"do": "surrender"}, 0, 422)
    assert refused["rule"] == "2.0" and "one of the choices: hold, storm" in refused["error"]
    assert house.state(made["spectator"]) == 0


def test_the_wrong_seat_is_refused(house: House) -> None:
    made = house.new()
    house.choose(made["spectator"], {"do": "storm"}, 0, 403)
    house.post(f"seat/{made['spectator']}/undo", {"state": 0}, 403)
    house.choose(made["seats"]["red"], {"do": "storm"}, 0)
    assert house.choose(made["seats"]["red"], {"do": "hold"}, 1, 422)["error"] == "It is not your turn to choose."
    assert house.state(made["spectator"]) == 1


def test_a_choice_is_taken_back_by_its_owner_alone(house: House) -> None:
    made = house.new()
    red, blue = made["seats"]["red"], made["seats"]["blue"]
    house.choose(red, {"do": "storm"}, 0)
    assert house.view(red)["may_undo"] and "may_undo" not in house.view(blue)
    house.post(f"seat/{blue}/undo", {"state": 1}, 422)
    house.post(f"seat/{red}/undo", {"state": 0}, 409)
    assert house.post(f"seat/{red}/undo", {"state": 1}) == {"state": 2}
    assert house.view(red)["waiting"] == ["red", "blue"]
    house.choose(red, {"do": "hold"}, 2)
    house.choose(blue, {"do": "hold"}, 3)  # the orders are revealed, a chit is drawn
    house.post(f"seat/{red}/undo", {"state": 4}, 422)
    house.post(f"seat/{blue}/undo", {"state": 4}, 422)
    states = [moment["state"] for moment in house.get(f"seat/{red}")["moments"]]
    assert states == [0, 3, 4]  # the choice that was taken back is no moment


def test_battles_are_listed_and_watched_without_tokens(house: House) -> None:
    made = house.new(CATS, soviet="random")
    listed = {each["id"]: each for each in house.get("battles")["battles"]}
    entry = listed[made["battle"]]
    assert entry["seats"] == {"german": "person", "soviet": "random"}
    assert entry["scenario"] == CATS and entry["phase"] and entry["turn"] >= 1 and not entry["over"]
    text = house.http.get("/api/battles").text
    assert not any(token in text for token in [*made["seats"].values(), made["spectator"]])
    assert house.post(f"battles/{made['battle']}/watch") == {"spectator": made["spectator"]}
    house.post("battles/nothing/watch", status=404)


def test_a_computer_player_has_no_link(house: House) -> None:
    made = house.new(TOY, blue="greedy")
    assert list(made["seats"]) == ["red"]


def test_a_seat_is_taken_and_the_old_link_is_dead(house: House) -> None:
    made = house.new()
    old = made["seats"]["blue"]
    with house.socket(old) as page:
        page.wait_for("hello")
        new = new_token()
        assert house.post(f"seat/{old}/take", {"token": new}) == {"token": new}
        assert page.closed() == 4404
    assert house.get(f"seat/{new}")["seat"] == "blue"
    house.get(f"seat/{old}", 404)
    house.post(f"seat/{old}/take", {"token": new_token()}, 404)  # somebody else comes too late
    house.choose(new, {"do": "hold"}, 0)
    house.post(f"seat/{made['spectator']}/take", {"token": new_token()}, 403)


def test_who_did_not_hear_that_he_has_the_seat_asks_again(house: House) -> None:
    made = house.new()
    old, new = made["seats"]["blue"], new_token()
    for _ in range(3):
        assert house.post(f"seat/{old}/take", {"token": new}) == {"token": new}
    assert house.get(f"seat/{new}")["seat"] == "blue"


def test_a_new_link_must_be_new_and_hard_to_guess(house: House) -> None:
    made = house.new()
    red, blue = made["seats"]["red"], made["seats"]["blue"]
    for held in (red, made["spectator"]):
        house.post(f"seat/{blue}/take", {"token": held}, 409)
    for bad in ("short", "x" * 33, "!" * 32, "x" * 31 + "\n", ""):
        house.post(f"seat/{blue}/take", {"token": bad}, 400)
    house.post(f"seat/{blue}/take", status=400)
    assert house.get(f"seat/{blue}")["seat"] == "blue" and house.get(f"seat/{red}")["seat"] == "red"


def test_a_hot_seat_has_all_its_links_and_a_curtain_where_there_are_secrets(house: House) -> None:
    made = house.post(
        "battles", {"scenario": TOY, "seats": {"red": "person", "blue": "person"}, "hot_seat": True}, 201
    )
    info = house.get(f"seat/{made['seats']['red']}")
    assert info["hot_seat"] and info["curtain"] and info["links"] == made["seats"]
    watching = house.get(f"seat/{made['spectator']}")
    assert watching["hot_seat"] and watching["links"] == {}
    open_game = house.post(
        "battles", {"scenario": CATS, "seats": {"german": "person", "soviet": "person"}, "hot_seat": True}, 201
    )
    assert not house.get(f"seat/{open_game['seats']['german']}")["curtain"]
    lonely = {"scenario": TOY, "seats": {"red": "person", "blue": "greedy"}, "hot_seat": True}
    house.post("battles", lonely, 422)
    assert house.get(f"seat/{house.new()['seats']['red']}")["links"] == {}


# Looking -------------------------------------------------------------------------------------------


def test_every_old_state_looks_as_it_did_then(house: House) -> None:
    made = house.new(CATS)
    pick = random.Random(5)
    seen: dict[str, list[Any]] = {token: [house.view(token)] for token in made["seats"].values()}
    undone = 0
    while len(seen[made["seats"]["german"]]) < 75:
        seat = house.act(made, pick)
        state = house.state(made["spectator"])
        for token, views in seen.items():
            views.append(house.view(token))
        token = made["seats"][seat]
        if undone < 8 and seen[token][-1].get("may_undo"):
            undone += 1
            house.post(f"seat/{token}/undo", {"state": state})
            for each, views in seen.items():
                views.append(house.view(each))
    assert undone
    states = list(range(len(seen[made["seats"]["german"]]) - 1))
    pick.shuffle(states)
    for state in states:
        for token, views in seen.items():
            then = {**views[state]}
            then.pop("may_undo", None)
            assert house.view(token, state=state) == then, state
    house.get(f"seat/{made['spectator']}/view", 404, state=10_000)


def test_another_seat_is_shown_when_the_battle_is_over(house: House) -> None:
    made = house.new(SHORT)
    red = made["seats"]["red"]
    house.get(f"seat/{red}/view", 403, **{"as": "blue"})
    house.get(f"seat/{red}/view", 404, **{"as": "green"})
    house.play_out(made, random.Random(1))
    shown = house.view(red, state=0, **{"as": "blue"})
    assert shown["seat"] == "blue" and next(h for h in shown["hands"] if h["seat"] == "blue")["cards"]


def test_sight_and_dangers(house: House) -> None:
    made = house.new(CATS)
    watcher = made["spectator"]
    assert "A1" in house.get(f"seat/{watcher}/sight", **{"from": "A1"})["hexes"]
    line = house.get(f"seat/{watcher}/sight", **{"from": "A1", "to": "A2"})
    assert line["open"] and line["rule"] == "6.0.d" and "adjacent" in line["reason"]
    house.get(f"seat/{watcher}/sight", 422, **{"from": "Z99"})
    house.get(f"seat/{watcher}/dangers", 422, state=0, to="A1")
    pick = random.Random(3)
    for _ in range(300):
        for token in made["seats"].values():
            view = house.view(token)
            options = view.get("decision", {}).get("options", [])
            moves = [option for option in options if option["choice"]["do"] == "move"]
            for option in pick.sample(moves, min(2, len(moves))):
                state = house.state(token)
                found = house.get(f"seat/{token}/dangers", state=state, to=option["place"])
                assert found["to"] == option["place"] and found["possible"]
                for danger in found["dangers"]:
                    assert danger["place"] in option.get("path", [option["place"]])
                    assert 0 < danger["odds"][0]["chance"] <= 1000 and danger["label"]
                if found["dangers"]:
                    house.get(f"seat/{token}/dangers", 409, state=state - 1, to=option["place"])
                    return
        house.act(made, pick)
    raise AssertionError("nobody was ever in danger")


def test_a_game_without_fire_along_the_way_says_so(house: House) -> None:
    made = house.new()
    assert house.get(f"seat/{made['seats']['red']}/dangers", state=0, to="A1") == {
        "to": "A1",
        "possible": False,
        "dangers": [],
    }


def test_odds_that_a_view_leaves_for_later(house: House) -> None:
    made = house.new()
    red = made["seats"]["red"]
    options = house.view(red)["decision"]["options"]
    for place, option in enumerate(options):
        found = house.get(f"seat/{red}/odds", state=0, option=place)
        odds = [{"text": option["label"], "chance": 250}, {"text": "nothing", "chance": 750, "harm": "none"}]
        assert found == {"option": place, "odds": odds[:1], "attack": {"attack": "two dice", "odds": odds}}
    house.get(f"seat/{red}/odds", 422, state=0, option=len(options))
    house.get(f"seat/{red}/odds", 400, state=0)
    house.get(f"seat/{made['spectator']}/odds", 403, state=0, option=0)
    house.act(made)
    house.get(f"seat/{red}/odds", 409, state=0, option=0)
    house.get(f"seat/{red}/odds", 404, state=7, option=0)


def test_a_game_without_lines_of_sight_says_so(house: House) -> None:
    made = house.new()
    house.get(f"seat/{made['seats']['red']}/sight", 404, **{"from": "A1"})
    house.get(f"seat/{made['spectator']}/sight", 403, **{"from": "A1"})
    house.get(f"seat/{made['seats']['red']}/board", 404)


# The end -------------------------------------------------------------------------------------------


def test_a_battle_of_computers_is_played_verified_and_given_out(house: House, tmp_path: Path) -> None:
    made = house.new(CATS, german="random", soviet="random")
    watcher = made["spectator"]
    house.get(f"seat/{watcher}/journal", 403)
    house.get(f"seat/{watcher}/verify", 403)
    until(lambda: house.get(f"seat/{watcher}")["over"])
    info = house.get(f"seat/{watcher}")
    assert info["result"]["reason"] and len(info["seed"]) == 64
    report = house.get(f"seat/{watcher}/verify")
    assert report["ok"] and "Every draw follows from the seed" in report["sentence"]
    answer = house.http.get(f"/api/seat/{watcher}/journal")
    assert answer.headers["content-disposition"].startswith('attachment; filename="cats-in-the-mist-')
    file = tmp_path / "battle.jsonl"
    file.write_bytes(answer.content)
    assert journal.verify(file, systems()).ok
    loaded = journal.load(file)
    assert loaded.header.seed_digest == made["seed_digest"] and loaded.seed == bytes.fromhex(info["seed"])
    kinds = [moment["kind"] for moment in info["moments"]]
    assert kinds.count("turn") >= 3 and "impulse" in kinds and "choice" in kinds
    listed = next(each for each in house.get("battles")["battles"] if each["id"] == made["battle"])
    assert listed["over"] and listed["result"] == info["result"]


def test_with_undos_the_journal_is_that_of_the_command_line(house: House, tmp_path: Path) -> None:
    made = house.new(TOY)
    pick = random.Random(2)
    for _ in range(200):
        seat = house.act(made, pick)
        if not seat:
            break
        token = made["seats"][seat]
        if house.view(token).get("may_undo") and pick.random() < 0.5:
            house.post(f"seat/{token}/undo", {"state": house.state(token)})
    file = tmp_path / "server.jsonl"
    file.write_bytes(house.http.get(f"/api/seat/{made['spectator']}/journal").content)
    assert journal.verify(file, {"toy": GAME}).ok
    # The same game written by table.journal: the same bytes.
    loaded = journal.load(file)
    assert any(entry.undo for entry in loaded.entries)
    again = tmp_path / "again.jsonl"
    book = journal.Journal.create(again, loaded.header, fsync=False)
    from sandtable.table.chance import SeededChance
    from sandtable.table.play import Play

    toy = GAME
    assert loaded.seed is not None
    play = Play(toy, toy.rules.new(toy.shelf.find(TOY)), SeededChance(loaded.seed))
    book.record(play)
    for entry in loaded.entries:
        if entry.undo:
            play.undo()
        else:
            play.choose(entry.choice, entry.seat)
        if play.result is None:
            book.record(play)
    book.finish(play, loaded.seed)
    assert again.read_bytes() == file.read_bytes()


def test_nothing_is_chosen_after_the_end(house: House) -> None:
    made = house.new(SHORT)
    house.play_out(made, random.Random(4))
    refused = house.choose(made["seats"]["red"], {"do": "pass"}, status=422)
    assert refused["error"] == "The battle is over."
    house.post(f"seat/{made['seats']['red']}/undo", {"state": house.state(made["spectator"])}, 422)


# Forks ---------------------------------------------------------------------------------------------


def test_a_fork_goes_on_from_a_moment_with_other_dice(house: House) -> None:
    made = house.new(CATS)
    pick = random.Random(8)
    for _ in range(40):
        house.act(made, pick)
    german = made["seats"]["german"]
    then = house.view(german, state=30)
    house.post(f"seat/{german}/resign")  # between two persons it must be over
    fork = house.post(f"seat/{german}/fork", {"state": 30, "seats": {"german": "person", "soviet": "random"}}, 201)
    assert fork["seed_digest"] and list(fork["seats"]) == ["german"]
    info = house.get(f"seat/{fork['spectator']}")
    assert info["fork_of"] == made["battle"]
    now = house.view(fork["seats"]["german"], state=30)
    assert now.pop("seed_digest") == fork["seed_digest"] != then.pop("seed_digest")
    now.pop("may_undo", None)  # nothing can be taken back in the past, and that is the present here
    assert now == then
    body = {"state": 10_000, "seats": {"german": "person", "soviet": "person"}}
    house.post(f"seat/{german}/fork", body, 404)
    house.post(f"seat/{german}/fork", {**body, "state": 3, "seats": {}}, 422)


def test_a_battle_with_secrets_is_forked_only_when_it_is_over(house: House) -> None:
    made = house.new(SHORT)
    body = {"state": 0, "seats": {"red": "person", "blue": "person"}}
    for token in [*made["seats"].values(), made["spectator"]]:
        house.post(f"seat/{token}/fork", body, 403)
    house.play_out(made, random.Random(3))
    last = house.state(made["spectator"])
    house.post(f"seat/{made['spectator']}/fork", {**body, "state": last}, 422)
    fork = house.post(f"seat/{made['spectator']}/fork", {**body, "state": 1}, 201)
    house.play_out(fork, random.Random(3))
    assert house.get(f"seat/{fork['spectator']}/verify")["ok"]


def test_a_fork_begins_with_the_same_cards_and_proves_the_dice_that_are_its_own(house: House, tmp_path: Path) -> None:
    made = house.new(TOY)
    house.play_out(made, random.Random(6))
    body = {"state": 3, "seats": {"red": "person", "blue": "person"}}
    fork = house.post(f"seat/{made['spectator']}/fork", body, 201)
    for seat in ("red", "blue"):
        then, now = (house.view(tokens["seats"][seat], state=3) for tokens in (made, fork))
        assert now["hands"] == then["hands"] and now["log"] == then["log"]
    house.play_out(fork, random.Random(7))
    file = tmp_path / "fork.jsonl"
    file.write_bytes(house.http.get(f"/api/seat/{fork['spectator']}/journal").content)
    loaded = journal.load(file)
    given = loaded.header.given or 0
    assert given == len(loaded.opening or ()) + sum(len(entry.draws) for entry in loaded.entries[:3]) >= 4
    words = f"The first {given} draws were taken over from another battle and not checked; every later one follows"
    report = house.get(f"seat/{fork['spectator']}/verify")
    assert report["ok"] and words in report["sentence"]
    assert report["proved"] == report["draws"] - given > 0 and report["choices"] > 3
    info = house.get(f"seat/{fork['spectator']}")
    assert seed_digest(bytes.fromhex(info["seed"])) == info["seed_digest"] == fork["seed_digest"]
    text = file.read_bytes()
    later = next(entry.line for entry in loaded.entries[3:] if entry.draws)
    for line, ok in ((later, False), (1, False)):
        file.write_bytes(forged(text, line, len(loaded.draws)))
        assert journal.verify(file, {"toy": GAME}).ok is ok
    # Who claims that all draws are another battle's could forge any: then nothing is proved, and it says so.
    file.write_bytes(forged(text, 1, len(loaded.draws) - 1))
    found = journal.verify(file, {"toy": GAME})
    assert not found.ok and found.proved == 0 < found.draws and "none of the" in found.sentence


def forged(text: bytes, line: int, draws: int) -> bytes:
    """The same journal with another die in a line, or another number of dice taken over, and a chain that fits."""
    chain, found = "", []
    for number, old in enumerate(text.splitlines(), 1):
        body = json.loads(old)
        del body["chain"]
        if number == line == 1:
            body["given"] = draws + 1
        elif number == line:
            body["draws"][0] = 2 if body["draws"][0] == 1 else 1
        new = json.dumps(body, separators=(",", ":")).encode()
        chain = link(chain, new)
        found.append(new[:-1] + b',"chain":"' + chain.encode() + b'"}\n')
    return b"".join(found)


# Seeds ---------------------------------------------------------------------------------------------


def test_a_chosen_seed_is_told_and_is_not_for_games_with_secrets(house: House) -> None:
    seats = {"german": "person", "soviet": "person"}
    one, two = (house.post("battles", {"scenario": CATS, "seats": seats, "seed": 7}, 201) for _ in "12")
    assert one["seed_digest"] == two["seed_digest"]
    assert house.get(f"seat/{one['spectator']}")["seed_chosen"]
    refused = house.post("battles", {"scenario": TOY, "seats": {"red": "person", "blue": "person"}, "seed": 7}, 422)
    assert "secrets" in refused["error"]


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_person_plays_a_computer(house: House, level: str) -> None:
    made = house.new(SHORT, blue=level)
    red = made["seats"]["red"]
    pick = random.Random(6)
    for _ in range(100):
        until(lambda: "red" in house.view(red).get("waiting", []) or "result" in house.view(red))
        if "result" in house.view(red):
            break
        house.act(made, pick)
    assert house.get(f"seat/{red}/verify")["ok"]


def test_battles_lie_in_one_file(house: House) -> None:
    """Beside it are its own log, the lock, which keeps a second server out and lets a backup in."""
    names = {path.name for path in house.data.iterdir()}
    known = {"sandtable.db", "sandtable.lock"}
    assert "sandtable.db" in names and {name.split("-")[0] for name in names} <= known
