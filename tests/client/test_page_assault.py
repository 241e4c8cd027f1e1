"""The odds of an assault come a moment after the question, and are read before the click that commits to it."""

import random
from typing import Any

import pytest

SEATS = ("us", "german")


def weight(option: dict[str, Any]) -> int:
    """Toward the enemy."""
    return {"assault": 2, "run": 1, "move": 1}.get(option["choice"]["do"], 0)


@pytest.fixture
def charging(house) -> str:
    """The seat of somebody who is about to charge."""
    made = house.battle(dict.fromkeys(SEATS, "person"), "miniatures/saint-aubry-crossroads", seed=3)
    luck = random.Random(3)
    for _ in range(500):
        for seat in SEATS:
            token = made["seats"][seat]
            state, view = house.ask(f"/seat/{token}")["state"], house.ask(f"/seat/{token}/view")
            if "decision" not in view:
                continue
            options = view["decision"]["options"]
            if view["decision"]["kind"] == "stayers":
                return token
            best = max(weight(option) for option in options)
            option = luck.choice([each for each in options if weight(each) == best])
            house.ask(f"/seat/{token}/choices", {"state": state, "choice": option["choice"]})
            break
    raise AssertionError("nobody ever charges")


def test_the_odds_of_a_charge_are_read_before_it_is_sent(table, charging):
    page = table.open(charging)
    page.wait_for_selector(".ask .option")
    before = page.locator(".battle").get_attribute("data-state")
    page.locator('.ask .option[data-do="charge"]').click()
    page.wait_for_selector(".menu-popover ul.odds")
    told = page.locator(".menu-popover .attack")
    assert "%" in told.locator("ul.odds").first.inner_text()
    assert "strikes on" in told.inner_text() and "charge" in told.locator(".odds-how").inner_text()
    assert page.locator(".battle").get_attribute("data-state") == before
    page.locator(".commit-button").click()
    page.wait_for_function("(before) => document.querySelector('.battle').dataset.state !== before", arg=before)
