"""Variations and notes on the server: only of battles that are over, kept with them, shared and sent as one file."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from house import SHORT, House
from test_server_store import a_row, where  # noqa: F401  a fixture

from sandtable.analysis.variations import Study
from sandtable.server.store import Store, add_battle, forget
from sandtable.server.store.studies import find_report, find_study, keep_report, keep_study

Made = dict[str, Any]


@pytest.fixture(scope="module")
def over(house: House) -> Made:
    """A battle of the toy between two persons that is over."""
    made = house.new(SHORT)
    house.play_out(made, random.Random(4))
    return made


def token_of(made: Made) -> str:
    return str(next(iter(made["seats"].values())))


def option(house: House, token: str, **at: int) -> tuple[str, Made]:
    """Who is asked there, and the first thing he may do."""
    seen = house.get(f"seat/{token}/study/view", **at)
    return seen["seat"], seen["view"]["decision"]["options"][0]["choice"]


def test_a_running_battle_tells_nothing(house: House) -> None:
    token = token_of(house.new(SHORT))
    assert "when it is over" in house.get(f"seat/{token}/study", 403)["error"]
    house.get(f"seat/{token}/study/view", 403)
    house.get(f"seat/{token}/study/file", 403)
    house.post(f"seat/{token}/study/onward", {"level": "random"}, 403)
    house.post(f"seat/{token}/study/attempt", {"state": 0, "choice": {"do": "pass"}}, 403)


def test_a_variation_grows_is_named_and_stays_and_the_battle_is_untouched(house: House, over: Made) -> None:
    token = token_of(over)
    before = house.get(f"seat/{token}"), house.http.get(f"/api/seat/{token}/journal").content
    seat, choice = option(house, token, state=0)
    grown = house.post(f"seat/{token}/study/choices", {"state": 0, "choice": choice, "seat": seat})
    twig = grown["twig"]
    further = house.post(f"seat/{token}/study/onward", {"twig": twig, "level": "random", "far": "end"})
    while not further["done"]:
        further = house.post(f"seat/{token}/study/onward", {"twig": further["twig"], "level": "random", "far": "end"})
    assert further["study"]["twigs"][-1]["end"]
    house.post(f"seat/{token}/study/notes", {"twig": twig, "name": "Bolder", "note": "Why not?"})
    house.post(f"seat/{token}/study/notes", {"state": 1, "note": "Here."})
    kept = house.get(f"seat/{token}/study")
    assert kept["writes"] and kept["study"]["notes"] == {"1": "Here."}
    assert [each["name"] for each in kept["study"]["twigs"] if "name" in each] == ["Bolder"]
    seen = house.get(f"seat/{token}/study/view", twig=further["twig"])
    assert seen["view"]["result"] and seen["asked"] == [] and 0 <= seen["chance"] <= 1
    assert (house.get(f"seat/{token}"), house.http.get(f"/api/seat/{token}/journal").content) == before


def test_who_only_watches_reads_and_does_not_write(house: House, over: Made) -> None:
    watcher = over["spectator"]
    assert house.get(f"seat/{watcher}/study")["writes"] is False
    refused = house.post(f"seat/{watcher}/study/notes", {"state": 0, "note": "Mine."}, 403)
    assert "copy of your own" in refused["error"]
    house.get(f"seat/{watcher}/study/view", state=0)


def test_what_cannot_be_done_is_refused_in_words_and_changes_nothing(house: House, over: Made) -> None:
    token = token_of(over)
    before = house.get(f"seat/{token}/study")
    seat, choice = option(house, token, state=0)
    path = f"seat/{token}/study"
    assert house.post(f"{path}/choices", {"state": 0, "choice": {"do": "conjure"}, "seat": seat}, 422)["error"]
    assert house.post(f"{path}/choices", {"twig": 999, "choice": choice}, 404)["error"]
    assert house.post(f"{path}/choices", {"state": 9999, "choice": choice}, 422)["error"]
    assert house.post(f"{path}/choices", {"state": 0, "choice": choice, "dice": "loaded"}, 400)["error"]
    assert house.post(f"{path}/choices", {"state": 0, "choice": choice, "knew": "nobody"}, 422)["error"]
    assert house.post(f"{path}/onward", {"state": 0, "level": "oracle"}, 422)["error"]
    assert house.post(f"{path}/notes", {"twig": 999, "note": "x"}, 422)["error"]
    assert house.post(f"{path}/notes", {"state": 9999, "note": "x"}, 404)["error"]
    assert house.post(f"{path}/notes", {"state": 0, "note": "x" * 5000}, 422)["error"]
    assert house.post(f"{path}/removed", {"twig": 999}, 422)["error"]
    assert house.post(f"{path}/probe", {"state": 0, "choice": {"do": "conjure"}, "seat": seat})["allowed"] is False
    assert house.post(f"{path}/probe", {"state": 0, "choice": choice, "seat": seat})["allowed"] is True
    assert house.get(f"seat/{token}/study") == before


def test_a_choice_is_tried_against_the_one_that_was_made(house: House, over: Made) -> None:
    token = token_of(over)
    options = house.get(f"seat/{token}/study/view", state=0)["view"]["decision"]["options"]
    tried = [house.post(f"seat/{token}/study/attempt", {"state": 0, "choice": each["choice"]}) for each in options]
    assert sum(each["same"] for each in tried) == 1
    assert all(each["low"] <= each["mean"] <= each["high"] for each in tried)


def test_a_battle_goes_out_as_one_file_and_comes_in_as_one_of_ones_own(house: House, over: Made) -> None:
    token = token_of(over)
    house.post(f"seat/{token}/study/notes", {"state": 0, "note": "The first."})
    data = house.http.get(f"/api/seat/{token}/study/file").content
    answer = house.http.post("/api/studies", content=data, headers={"Content-Type": "application/json"})
    assert answer.status_code == 201, answer.text
    copy = answer.json()
    assert copy["battle"] != over["battle"]
    own = token_of(copy)
    assert house.get(f"seat/{own}/study")["study"] == house.get(f"seat/{token}/study")["study"]
    assert house.get(f"seat/{own}")["over"] and house.get(f"seat/{own}/verify")["ok"]
    house.post(f"seat/{own}/study/notes", {"state": 0, "note": "Changed."})
    assert house.get(f"seat/{token}/study")["study"]["notes"]["0"] == "The first."
    broken = json.loads(data)
    broken["journal"][3] = broken["journal"][2]
    assert "damaged" in house.post("studies", broken, 422)["error"]
    assert "not the file" in house.post("studies", {"format": 1}, 422)["error"]


def test_an_example_is_opened_as_a_copy_of_ones_own(house: House) -> None:
    titles = {each["system"]: each["title"] for each in house.get("examples")["examples"]}
    assert "annotated" in titles["nations_at_war"]
    made = house.post("examples/nations_at_war", {}, 201)
    found = house.get(f"seat/{made['spectator']}/study")
    assert found["writes"] and len(found["study"]["notes"]) >= 5
    house.post("examples/chess", {}, 404)


def test_a_study_is_changed_by_one_at_a_time_and_forgotten_with_its_battle(where: Path | str) -> None:  # noqa: F811
    store = Store(where)
    store.submit(add_battle(a_row("one"), [b"a"], [])).result()
    assert store.submit(find_study("one")).result() == Study()
    first = Study().noted(0, "First.")
    assert store.submit(keep_study("one", 0, first)).result()
    assert not store.submit(keep_study("one", 0, Study().noted(0, "At the same time."))).result()
    second = first.noted(1, "Second.")
    assert store.submit(keep_study("one", 1, second)).result()
    assert not store.submit(keep_study("one", 1, first)).result()
    store.submit(keep_report("one", "a", b"{}")).result()
    store.submit(keep_report("one", "b", b"[]")).result()
    assert store.submit(find_report("one", "a")).result() is None
    store.close()
    again = Store(where)
    assert again.submit(find_study("one")).result() == second
    assert again.submit(find_report("one", "b")).result() == b"[]"
    again.submit(forget(1e12, 1e12)).result()
    assert again.submit(find_study("one")).result() == Study()
    assert again.submit(find_report("one", "b")).result() is None
    assert again.submit(keep_study("one", 0, first)).result()  # nothing is left behind
    assert again.submit(find_study("one")).result() == Study()
    again.close()
