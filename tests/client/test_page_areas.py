"""What belongs to a piece is drawn when it is pointed at, and stays while it is chosen: the view names the places."""

import pytest
from hands import rest

SHOWN = ".board-host .o-border"


def middle_of(page, piece: str) -> tuple[float, float]:
    box = page.locator(f'[data-piece="{piece}"]').first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


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
    assert page.locator(".areas .p-word").text_content() == zone["name"]
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
