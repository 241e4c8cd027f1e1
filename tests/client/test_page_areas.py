"""What belongs to a piece is drawn when it is pointed at, and stays while it is chosen: the view names the places."""

import random

import pytest
from hands import rest

SHOWN = ".board-host .o-border"


def middle_of(page, piece: str) -> tuple[float, float]:
    box = page.locator(f'[data-piece="{piece}"]').first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def ranging(table, house):
    """A page that asks whom a battery ranges in on."""
    seats = ("us", "german")
    made = house.battle(dict.fromkeys(seats, "person"), "miniatures/saint-aubry-crossroads", seed=5)
    luck = random.Random(5)
    for _ in range(200):
        for seat in seats:
            token = made["seats"][seat]
            state, view = house.ask(f"/seat/{token}")["state"], house.ask(f"/seat/{token}/view")
            options = view.get("decision", {}).get("options", [])
            if not options:
                continue
            if view["decision"]["kind"] == "range in":
                return table.open(token), options
            chosen = [each for each in options if each["choice"]["do"] == "barrage"] or options
            house.ask(f"/seat/{token}/choices", {"state": state, "choice": luck.choice(chosen)["choice"]})
            break
    raise AssertionError("no battery fires")


def test_the_square_of_a_barrage_is_drawn_while_its_target_is_looked_at(ranging):
    """While its button is pointed at, and as long as the card with the odds lies open."""
    page, options = ranging
    square = page.locator(".board-host .areas .o-template")
    page.wait_for_selector('.ask .option[data-do="target"]')
    button = page.locator('.ask .option[data-do="target"]').first
    button.hover()
    page.wait_for_selector(".board-host .areas .o-template", state="attached")
    assert page.locator(".ring.held").count() == len(options[0]["zones"][0]["holds"])
    button.click()
    page.wait_for_selector(".menu-popover .commit-button")
    page.mouse.move(5, 300)
    rest(page)
    assert square.count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector(".board-host .areas .o-template", state="detached")


@pytest.fixture
def commanded(table, house):
    """A page, and the zone of a commander with the pieces in it."""
    made = house.battle({"american": "person", "german": "person"}, "war_storm/hedgerow-lane", seed=3)
    token = made["seats"]["american"]
    page = table.open(token)
    zones = house.ask(f"/seat/{token}/view")["zones"]
    return page, next(zone for zone in zones if len(zone.get("holds", [])) > 1)


def test_the_command_of_an_officer_is_drawn_with_his_platoons(commanded):
    page, zone = commanded
    assert page.locator(SHOWN).count() == 0
    page.mouse.move(*middle_of(page, zone["holds"][0]))
    page.wait_for_selector(SHOWN, state="attached")
    assert page.locator(".ring.held").count() == len(zone["holds"])
    assert page.locator(".over .p-word").text_content() == zone["name"]
    page.mouse.move(5, 300)
    page.wait_for_selector(SHOWN, state="detached")


def test_it_stays_while_the_piece_is_chosen_and_no_longer(commanded):
    page, zone = commanded
    page.evaluate("() => document.querySelector('.battle').focus()")
    page.mouse.click(*middle_of(page, zone["of"][0]))
    page.mouse.move(5, 300)
    rest(page)
    assert page.locator(SHOWN).count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector(SHOWN, state="detached")
