"""Orders that are given in secret, in a real game: until they are revealed no byte tells anybody else of them.

Two servers with the same links, seeds and clocks; in the one a commander orders this, in the other that. Whatever the
enemy and a spectator can get, by any request and over their sockets, must be the same bytes.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from house import House
from prying import meddle, probe, same

from soak import sample

SCENARIOS = ["regimental/the-graben-line", "regimental/the-varne-bridgehead"]
# Either side in either scenario; a small sample has each of them once.
CASES = [(SCENARIOS[0], 0), (SCENARIOS[1], 1), (SCENARIOS[0], 1), (SCENARIOS[1], 0)][: sample(2, 4)]
EVERY = sample(8, 1)  # before which orders somebody pries
SETTINGS = {"secret_pace": 0.02, "workers": 1}


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[House]]:
    with ThreadPoolExecutor(2) as both:
        houses = list(both.map(lambda name: House(tmp_path / name, links=True, settings=SETTINGS), ("one", "two")))
    yield houses
    for house in houses:
        house.stop()
        assert "Traceback" not in house.complaints()


SECRET = ("order", "orders", "change order")  # questions that are answered in secret


def asked(house: House, token: str) -> dict[str, Any]:
    """What this seat is asked in secret now; nothing if it is asked something else."""
    decision: dict[str, Any] = house.view(token).get("decision", {})
    return decision if decision.get("kind") in SECRET else {}


def settled(decision: dict[str, Any]) -> bool:
    """Whether nobody waits for this answer: all orders are given, and can still be changed."""
    return [option["choice"]["do"] for option in decision["options"]] == ["change"]


class Round:
    """The first round of orders: one commander's secrets are his own, the other orders the same in both worlds."""

    def __init__(self, house: House, scenario: str, secretive: int) -> None:
        games = [each for shelf in house.get("games")["systems"] for each in shelf["scenarios"]]
        sides = next(each["sides"] for each in games if each["id"] == scenario)
        self.house = house
        self.seats = (sides[0], sides[1])
        self.made = house.post("battles", {"scenario": scenario, "seats": dict.fromkeys(sides, "person")}, 201)
        self.mine = self.made["seats"][sides[secretive]]
        self.enemy = self.made["seats"][sides[1 - secretive]]
        places = [each["name"] for each in house.get(f"seat/{self.enemy}/board")["hexes"][:2]]
        self.places = (places[0], places[1])

    def pry(self) -> list[Any]:
        """All that the enemy and the gallery can get now."""
        got: list[Any] = []
        state = self.house.state(self.enemy)
        for token in (self.enemy, self.made["spectator"]):
            got += probe(self.house, token, state, self.seats, self.places)
            if not asked(self.house, token):
                got += meddle(self.house, token, state)
        return got

    def play(self, which: int) -> tuple[list[Any], list[Any]]:
        """One order after another until they come out: what could be got before, and what can be got after.

        The secretive one changes his mind once. The other is ready last.
        """
        got: list[Any] = []
        changed = False
        given = 0
        with self.house.socket(self.enemy) as near, self.house.socket(self.made["spectator"]) as far:
            pages = (near, far)
            for page in pages:
                page.wait_for("hello")
            for token in (self.mine, self.enemy):
                for _ in range(40):
                    question = asked(self.house, token)
                    if not question or settled(question):
                        break
                    choices = [option["choice"] for option in question["options"]]
                    if question["kind"] == "order":
                        wish = choices[which % len(choices)] if token is self.mine else choices[0]
                    elif question["kind"] == "orders" and (changed or token is self.enemy):
                        wish = {"do": "ready"}
                    else:
                        changed, wish = True, choices[0]
                    if given % EVERY == 0:
                        got += self.pry()
                    given += 1
                    heard = [list(page.came) for page in pages]
                    state = int(self.house.choose(token, wish)["state"])
                    for page in pages:
                        page.wait_for_state(state)
            assert changed and not asked(self.house, self.enemy)
            got.append(heard)  # all that came before the last one was ready
        return got, self.pry()


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "secretive"), CASES)
def test_a_secret_order_changes_no_byte_for_others_until_it_is_revealed(
    pair: list[House], scenario: str, secretive: int
) -> None:
    with ThreadPoolExecutor(2) as both:
        worlds = list(both.map(lambda house: Round(house, scenario, secretive), pair))
        played = list(both.map(lambda world, which: world.play(which), worlds, (0, 1)))
    assert worlds[0].made == worlds[1].made
    (before, after), (before_too, after_too) = played
    assert same(before, before_too) > 300 / EVERY
    assert after != after_too  # then everybody sees that they were not the same


def test_an_order_that_is_sent_twice_counts_once(house: House) -> None:
    """Each commander gives several at his own pace; the second of two clicks is not meant for the next regiment."""
    made = house.post("battles", {"scenario": SCENARIOS[1], "seats": {"blue": "person", "red": "person"}}, 201)
    blue, red = made["seats"]["blue"], made["seats"]["red"]
    first = house.view(blue)["decision"]
    order = first["options"][0]["choice"]
    state = int(house.choose(blue, order, 0)["state"])
    second = house.view(blue)["decision"]
    assert second["prompt"] != first["prompt"]
    house.choose(blue, order, 0, 409)
    assert house.view(blue)["decision"] == second and house.state(blue) == state
    house.choose(red, house.view(red)["decision"]["options"][0]["choice"], 0)  # who has not chosen has missed nothing
    house.choose(blue, second["options"][0]["choice"], state)
