"""Wishes over the wire: taken from whoever is not asked, told to nobody, kept through undo and a restart."""

from pathlib import Path
from typing import Any

import pytest
from house import CATS, House

from sandtable.server.battle import BY_ORDER

UNHEARD = {"order_pause": [1e9, 1e9]}  # seconds: no order answers before the test is over
NEVER = {"do": "wish", "piece": "smoke", "to": "never"}


def begun(house: House) -> tuple[dict[str, Any], str, str]:
    """A battle in which both have their orders: the seat that acts, and the other."""
    made = house.new(red="person", blue="person")["seats"]
    for token in made.values():
        house.choose(token, {"do": "hold"})
    (acts,) = house.view(made["red"])["waiting"]
    return made, acts, "blue" if acts == "red" else "red"


def set_to(house: House, token: str) -> str:
    (smoke,) = house.view(token)["wishes"]
    return next(option["choice"]["to"] for option in smoke["options"] if option.get("now"))


def test_a_wish_is_taken_at_any_time_and_seen_by_its_owner_alone(house: House) -> None:
    made, acts, waits = begun(house)
    before = house.view(made[acts])
    moments = house.get(f"seat/{made[acts]}")["moments"]
    house.choose(made[waits], NEVER, state=0)
    assert set_to(house, made[waits]) == "never" and set_to(house, made[acts]) == "ask"
    assert house.view(made[acts]) == before
    assert house.get(f"seat/{made[acts]}")["moments"] == moments
    assert house.get(f"seat/{made[waits]}")["moments"][-1]["label"] == "When I am under fire: never lay smoke"
    refused = house.choose(made[waits], {**NEVER, "to": "often"}, status=422)
    assert "not one of the wishes" in refused["error"]


def test_the_other_acts_on_what_he_saw_before_the_wish_and_takes_it_back(tmp_path: Path) -> None:
    house = House(tmp_path / "data", settings=UNHEARD)
    made, acts, waits = begun(house)
    seen = house.state(made[acts])
    house.choose(made[acts], {"do": "fire", "piece": acts, "to": waits})
    house.choose(made[waits], NEVER)
    house.post(f"seat/{made[acts]}/undo", {"state": seen + 1})
    assert house.view(made[acts])["waiting"] == [acts]
    assert set_to(house, made[waits]) == "never"
    house.choose(made[acts], {"do": "fire", "piece": acts, "to": waits})
    assert BY_ORDER in house.view(made[waits])["decision"]["prompt"]
    assert house.stop() == 0


def test_wishes_outlive_the_server(tmp_path: Path) -> None:
    house = House(tmp_path / "data", settings=UNHEARD)
    made, acts, waits = begun(house)
    house.choose(made[acts], {"do": "fire", "piece": acts, "to": waits})
    house.choose(made[waits], NEVER)
    house.post(f"seat/{made[acts]}/undo", {"state": house.state(made[acts])})
    house.kill()
    house = House(tmp_path / "data")
    assert set_to(house, made[waits]) == "never"
    assert house.view(made[acts])["waiting"] == [acts]
    assert house.stop() == 0


def test_a_battle_of_two_is_not_forked_while_it_goes_on_for_its_wishes_would_show(house: House) -> None:
    made = house.new(CATS)
    order = {"do": "wish", "piece": "opportunity", "to": "40"}
    house.choose(made["seats"]["soviet"], order)
    body = {"state": 0, "seats": {"german": "person", "soviet": "person"}}
    for token in (made["seats"]["german"], made["spectator"]):
        assert "wishes of their own" in house.post(f"seat/{token}/fork", body, 403)["error"]
    alone = house.new(CATS, soviet="random")
    house.post(f"seat/{alone['seats']['german']}/fork", body, 201)
    house.post(f"seat/{made['seats']['german']}/resign")
    house.post(f"seat/{made['seats']['german']}/fork", body, 201)


def test_an_order_of_a_battle_that_was_played_alone_is_kept_for_later_when_others_come(tmp_path: Path) -> None:
    """Before, the seat would not be asked at all, and the other would see it."""
    house = House(tmp_path / "data", settings=UNHEARD)
    alone = house.new(blue="random")
    state = house.choose(alone["seats"]["red"], NEVER)["state"]
    house.post(f"seat/{alone['seats']['red']}/resign")  # one with secrets is forked only when it is over
    body = {"state": state, "seats": {"red": "person", "blue": "person"}}
    made = house.post(f"seat/{alone['seats']['red']}/fork", body, 201)["seats"]
    assert set_to(house, made["red"]) == "never"
    fire = {"do": "fire", "piece": "blue", "to": "red"}

    def may_fire() -> bool:
        question = house.view(made["blue"]).get("decision", {"options": []})
        return fire in [option["choice"] for option in question["options"]]

    while not may_fire():
        assert house.act({"seats": made})
    house.choose(made["blue"], fire)
    assert house.view(made["blue"])["waiting"] == ["red"]
    assert BY_ORDER in house.view(made["red"])["decision"]["prompt"]
    assert house.stop() == 0


CHATEAU = "of_war_and_men/murder-at-the-moonless-chateau-lieutenant"


TIGERS = "miniatures/tigers-on-hill-63"


def begin(house: House, scenario: str, **more: Any) -> dict[str, str]:
    """A battle of two persons; their links."""
    sides = next(
        each["sides"]
        for game in house.get("games")["systems"]
        for each in game["scenarios"]
        if each["id"] == scenario
    )
    body = {"scenario": scenario, "seats": dict.fromkeys(sides, "person"), **more}
    made: dict[str, str] = house.post("battles", body, 201)["seats"]
    return made


def wish(kind: str, value: str) -> dict[str, str]:
    return {"do": "wish", "piece": kind, "to": value}


def offered(house: House, token: str) -> dict[str, list[str]]:
    """What a seat can wish."""
    found = house.view(token)["wishes"]
    return {each["kind"]: [option["choice"]["to"] for option in each["options"]] for each in found}


EVERYTHING = {  # a wish, and whether it may be set where all are asked as usual, and where they are about everything
    CHATEAU: {
        ("moments", "always"): (False, True),
        ("moments", "concerned"): (True, True),
        ("moments", "never"): (True, True),
        ("moments", "each never"): (True, True),
        ("numbers", "always"): (False, True),
        ("rest", "pass"): (True, True),
    },
    TIGERS: {
        ("hits", "ask"): (False, True),
        ("hits", "auto"): (True, False),  # nobody else can share them out
        ("fire", "ask"): (False, True),
        ("reaction", "40"): (True, True),
    },
}


@pytest.mark.parametrize("all_asked", [False, True])
@pytest.mark.parametrize("scenario", EVERYTHING)
def test_where_others_play_no_wish_changes_who_is_asked(house: House, scenario: str, all_asked: bool) -> None:
    """Whether all are asked about everything is settled for all when the battle is made, and all can read it."""
    made = begin(house, scenario, all_asked=all_asked)
    assert {house.get(f"seat/{token}")["all_asked"] for token in made.values()} == {all_asked}
    mine = next(iter(made.values()))
    can = offered(house, mine)
    for (kind, value), may in EVERYTHING[scenario].items():
        found = house.choose(mine, wish(kind, value), status=200 if may[all_asked] else 422)
        if may[all_asked]:
            assert value.removeprefix("each ") in can.get(kind, [value]), "what can be wished is offered"
        else:
            assert "all are asked alike" in found["error"] and value not in can.get(kind, [])


def test_who_plays_alone_may_wish_what_he_likes(house: House) -> None:
    for scenario, wishes in EVERYTHING.items():
        sides = list(begin(house, scenario))
        seats = {sides[0]: "person", sides[1]: "random"}
        token = house.post("battles", {"scenario": scenario, "seats": seats}, 201)["seats"][sides[0]]
        for kind, value in wishes:
            if not value.startswith("each"):
                assert value in offered(house, token)[kind]
                house.choose(token, wish(kind, value))


@pytest.mark.parametrize("all_asked", [False, True])
def test_what_was_wished_alone_calls_for_no_question_when_others_come(tmp_path: Path, all_asked: bool) -> None:
    house = House(tmp_path / "data", settings=UNHEARD)
    body = {"scenario": CHATEAU, "seats": {"axis": "person", "allies": "random"}, "all_asked": all_asked}
    alone = house.post("battles", body, 201)["seats"]["axis"]
    for kind, value in (("moments", "always"), ("enemy", "never"), ("numbers", "always")):
        house.choose(alone, wish(kind, value))
    state = house.state(alone)
    house.post(f"seat/{alone}/resign")
    body = {"state": state, "seats": dict.fromkeys(("axis", "allies"), "person")}
    made = house.post(f"seat/{alone}/fork", body, 201)["seats"]
    house.choose(made["axis"], wish("own", "never"))
    now = {
        each["kind"]: next(option["choice"]["to"] for option in each["options"] if option.get("now"))
        for each in house.view(made["axis"])["wishes"]
    }
    usual = "always" if all_asked else "concerned"
    assert (now["moments"], now["enemy"], now["own"]) == (usual, "never", "never")
    assert now.get("numbers") == ("always" if all_asked else None)
    assert house.stop() == 0


def test_to_wait_is_a_wish_that_looks_like_a_pass(tmp_path: Path) -> None:
    """In Of War and Men one may pass for the rest of a turn: the others go on seeing a seat that is asked."""
    house = House(tmp_path / "data", settings=UNHEARD)
    made = begin(house, CHATEAU, all_asked=True)
    for _ in range(80):
        (seat,) = house.view(made["axis"])["waiting"]
        options = [option["choice"] for option in house.view(made[seat])["decision"]["options"]]
        if {"do": "wait"} in options:
            break
        house.choose(made[seat], options[0])
    state = house.state(made[seat])
    assert house.choose(made[seat], {"do": "wait"})["state"] == state + 1, "as a pass makes one state"
    (rest,) = [wish for wish in house.view(made[seat])["wishes"] if wish["kind"] == "rest"]
    assert [option["choice"]["to"] for option in rest["options"] if option.get("now")] == ["pass"]
    other = made["allies" if seat == "axis" else "axis"]
    labels = [moment["label"] for moment in house.get(f"seat/{other}")["moments"] if moment["state"] > state]
    assert not any("wait" in label.lower() or "rest" in label.lower() for label in labels)
    assert house.choose(made[seat], {"do": "wait", "piece": "x"}, status=422)
    assert house.stop() == 0
