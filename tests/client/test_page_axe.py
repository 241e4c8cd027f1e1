"""axe-core looks at every screen and finds nothing serious or critical."""

import random

import pytest
from hands import click_once, wait

LEVELS = ("serious", "critical")


@pytest.fixture(scope="module")
def axe():
    return pytest.importorskip("axe_playwright_python.sync_playwright").Axe()


def look(axe, page, what):
    """What axe finds there, in short."""
    page.wait_for_timeout(300)  # until nothing fades in any more
    found = axe.run(page).response["violations"]
    bad = [
        f"{what}: {each['id']} ({each['impact']}): {each['help']}: "
        + "; ".join(f"{node['target']} {node['html'][:160]}" for node in each["nodes"][:4])
        for each in found
        if each["impact"] in LEVELS
    ]
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lobby(table, house, axe, theme):
    house.battle({"german": "person", "soviet": "random"}, seed=5)
    page = table.page({"theme": theme})
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    page.wait_for_selector(".running li")
    look(axe, page, "lobby")
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_selector("dialog[open]")
    look(axe, page, "new battle")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")
    look(axe, page, "settings")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_battle(table, house, axe, theme):
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    page = table.open(made["seats"]["german"], {"theme": theme})
    luck = random.Random(1)
    for _ in range(9):
        assert wait(page)
        click_once(page, luck)
    assert wait(page)
    look(axe, page, "battle")
    for tab in ("Forces", "Details"):
        page.get_by_role("tab", name=tab).click()
        look(axe, page, tab)
    page.locator(".ask .rule").first.click()
    page.wait_for_selector(".rule-popover h3")
    look(axe, page, "a rule")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.wait_for_selector("dialog[open]")
    look(axe, page, "rulebook")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    look(axe, page, "keys")


def test_orders_in_secret(table, house, axe):
    made = house.battle({"blue": "person", "red": "random"}, "regimental/the-varne-bridgehead")
    page = table.open(made["seats"]["blue"])
    luck = random.Random(2)
    for _ in range(7):
        assert wait(page)
        click_once(page, luck)
    look(axe, page, "regimental battle")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_end_and_replay(table, house, axe, theme):
    made = house.battle({"german": "random", "soviet": "random"}, seed=21)
    house.wait_for(made["spectator"], lambda view: view.get("result"), 60)
    page = table.open(made["spectator"], {"theme": theme})
    page.wait_for_selector("dialog.end .luck .loss")
    look(axe, page, "end")
    page.get_by_role("button", name="Watch the replay").click()
    page.wait_for_selector(".replay:not([hidden])")
    page.locator(".scrub").fill("60")
    page.wait_for_selector(".story .here")
    look(axe, page, "replay")


def test_phone(table, house, axe):
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    how = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = table.open(made["seats"]["german"], **how)
    assert wait(page)
    look(axe, page, "phone")
