"""Wishes over the wire: taken from whoever is not asked, told to nobody, kept through undo and a restart."""

from pathlib import Path
from typing import Any

from house import CATS, House

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


def test_the_other_acts_on_what_he_saw_before_the_wish_and_takes_it_back(house: House) -> None:
    made, acts, waits = begun(house)
    seen = house.state(made[acts])
    house.choose(made[acts], {"do": "fire", "piece": acts, "to": waits})
    house.choose(made[waits], NEVER)
    house.post(f"seat/{made[acts]}/undo", {"state": seen + 1})
    assert house.view(made[acts])["waiting"] == [acts]
    assert set_to(house, made[waits]) == "never"
    house.choose(made[acts], {"do": "fire", "piece": acts, "to": waits})
    assert not any(line["kind"] == "smoke" for line in house.view(made[acts])["log"])
    assert any(line["kind"] == "shot" for line in house.view(made[acts])["log"])  # and nobody was asked


def test_wishes_outlive_the_server(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
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
