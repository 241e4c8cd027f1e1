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

SCENARIOS = ["regimental/the-graben-line", "regimental/the-varne-bridgehead"]
SETTINGS = {"secret_pace": 0.02, "workers": 1}


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[House]]:
    with ThreadPoolExecutor(2) as both:
        houses = list(both.map(lambda name: House(tmp_path / name, links=True, settings=SETTINGS), ("one", "two")))
    yield houses
    for house in houses:
        house.stop()
        assert "Traceback" not in house.complaints()


def orders_of(house: House, token: str) -> list[dict[str, Any]]:
    """The orders this seat may give now, or that it is ready; none if it is asked something else or nothing."""
    decision = house.view(token).get("decision", {"kind": ""})
    choices = [option["choice"] for option in decision["options"]] if decision["kind"] in ("order", "orders") else []
    return [choice for choice in choices if choice["do"] in ("order", "ready")]


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
            if not orders_of(self.house, token):
                got += meddle(self.house, token, state)
        return got

    def play(self, which: int) -> tuple[list[Any], list[Any]]:
        """Order after order until they come out: what could be got before, and what can be got after."""
        got: list[Any] = []
        given = 0
        with self.house.socket(self.enemy) as near, self.house.socket(self.made["spectator"]) as far:
            pages = (near, far)
            for page in pages:
                page.wait_for("hello")
            while True:
                own, others = orders_of(self.house, self.mine), orders_of(self.house, self.enemy)
                if not own and not others:
                    break
                got += self.pry()
                for token, orders in ((self.mine, own), (self.enemy, others)):
                    if not orders:
                        continue
                    got += self.pry()
                    heard = [list(page.came) for page in pages]
                    wish = orders[which % len(orders)] if token is self.mine else orders[0]
                    state = int(self.house.choose(token, wish)["state"])
                    for page in pages:
                        page.wait_for_state(state)
                    given += 1
            got.append(heard)  # all that came before the last order
        assert given > 2
        return got, self.pry()


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("secretive", [0, 1])
def test_a_secret_order_changes_no_byte_for_others_until_it_is_revealed(
    pair: list[House], scenario: str, secretive: int
) -> None:
    with ThreadPoolExecutor(2) as both:
        worlds = list(both.map(lambda house: Round(house, scenario, secretive), pair))
        played = list(both.map(lambda world, which: world.play(which), worlds, (0, 1)))
    assert worlds[0].made == worlds[1].made
    (before, after), (before_too, after_too) = played
    assert same(before, before_too) > 300
    assert after != after_too  # then everybody sees that they were not the same
