"""Whole battles through the page, from the lobby to the end screen.

A system that is registered is played here by itself: the test asks the server for its shortest scenario and knows no
rule. What it needs of a system is what a newcomer needs: pieces that may act are ringed, targets are ringed red,
places are shaded, everything is also a button, and the battle ends. If that scenario is too long for a test, name
another in SHORT (client_house.py). In `make test` a board of each kind is tried (hexes, a table, cards), a person
leaves after a few choices, and the end is that of a battle between computer players; what one can do with a battle
that is over is tried in one game.
"""

import random
import re

import pytest
from hands import begin, play_by_keys, play_by_mouse

import sandtable.systems  # noqa: F401  registers the games
from sandtable.table.system import systems
from soak import LONG, sample


@pytest.mark.soak
@pytest.mark.parametrize("system", sorted(systems()) if LONG else ["nations_at_war", "miniatures", "of_war_and_men"])
def test_a_whole_battle_by_mouse(table, house, system):
    page = table.page()
    scenario = house.shortest(system)
    begin(page, house.address, scenario["name"])
    choices = play_by_mouse(page, random.Random(system), most=1500, brisk=25, leave=sample(4, 0))
    assert choices >= 4
    if not page.locator("dialog.end").count():
        battle = house.battle(dict.fromkeys(scenario["sides"], "random"), scenario["id"])
        house.wait_for(battle["spectator"], lambda view: view.get("result"))
        page.goto(f"{house.address}/b/{battle['spectator']}")
        page.wait_for_selector("dialog.end")
    end = page.locator("dialog.end")
    assert re.search("Victory|Defeat|won|draw", end.locator(".end-head").inner_text())
    assert end.locator(".end-head .rule").count() == 1, "the result cites no rule"
    assert end.locator(".losses .loss").count() == 2
    page.wait_for_selector("dialog.end .luck .loss")
    if not LONG and system != "nations_at_war":
        return
    end.get_by_role("button", name=re.compile("Verify")).click()
    page.wait_for_selector("dialog.end .verdict.good")
    assert "Every draw follows from the seed" in end.locator(".verdict").inner_text()
    with page.expect_download() as download:
        end.get_by_role("link", name="Download the journal").click()
    assert download.value.suggested_filename.endswith(".jsonl")
    end.get_by_role("link", name="All battles").click()
    page.get_by_role("button", name=re.compile("Look back|Continue")).first.click()
    page.wait_for_selector("dialog.end, .ask.asked, .ask-idle .primary")


@pytest.mark.soak
def test_a_whole_battle_by_keyboard_alone(table, house):
    page = table.page()
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    tab_to(page, "Play")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    tab_to(page, "Begin the battle", {"Computer level": "Home"})
    page.keyboard.press("Enter")
    page.wait_for_selector(".ask.asked")
    choices = play_by_keys(page, random.Random(2), brisk=25, leave=sample(8, 0))
    assert choices == 8 or page.locator("dialog.end .end-head").is_visible()


def tab_to(page, name, on_the_way=None):
    """Press Tab until the focus is on this; press a key where something must be set on the way."""
    for _ in range(60):
        page.keyboard.press("Tab")
        here = page.evaluate(
            "() => { const e = document.activeElement; const l = e.closest('label');"
            " return (e.tagName === 'SELECT' && l ? l.firstChild.textContent : e.textContent).trim() }"
        )
        for label, key in (on_the_way or {}).items():
            if here == label:
                page.keyboard.press(key)
        if here == name:
            return
    raise AssertionError(f"Tab never came to {name}")
