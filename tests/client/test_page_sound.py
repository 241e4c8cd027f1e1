"""Sounds, and how the page says that it is one's turn. What is heard is told as an event: a test has no ears."""

import random

from hands import click_once, pass_once, wait

EARS = """
  window.heard = [];
  addEventListener('sandtable:sound', (event) => window.heard.push(event.detail));
"""
AWAY = """
  window.notes = [];
  window.Notification = class {
    static permission = 'granted';
    static requestPermission() { return Promise.resolve('granted'); }
    constructor(title, how) { window.notes.push(`${title} / ${how.body}`); }
    close() {}
  };
  window.away = false;
  Object.defineProperty(document, 'hidden', { get: () => window.away });
"""


def seated(table, house, **settings):
    page = table.page({"sound": True, **settings}, script=EARS + AWAY)
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    page.goto(f"{house.address}/b/{made['seats']['german']}")
    page.wait_for_selector(".ground.painted", state="attached")
    return page


def heard(page):
    return page.evaluate("() => window.heard.splice(0)")


def until_the_enemy_acts(page, luck):
    """Choose until it was somebody else's turn between two questions."""
    everything = []
    for _ in range(60):
        assert wait(page)
        heard(page)
        pass_once(page, luck)
        assert wait(page)
        everything = heard(page)
        if "turn" in everything:
            return everything
    raise AssertionError("one was always asked")


def test_what_happens_is_heard_and_one_key_turns_it_off(table, house):
    page = seated(table, house)
    assert wait(page)
    assert "turn" in heard(page)
    assert page.title().startswith("Your turn · ")
    luck = random.Random(4)
    assert set(until_the_enemy_acts(page, luck)) & {"move", "fire", "dice", "lost", "burst"}
    page.keyboard.press("v")
    page.wait_for_selector("text=Sound off.")
    for _ in range(4):
        assert wait(page)
        click_once(page, luck)
    assert heard(page) == []
    page.keyboard.press("v")
    assert heard(page) == ["dice"]


def test_a_notification_when_one_looks_elsewhere(table, house):
    page = seated(table, house, notify=True)
    assert wait(page)
    assert page.evaluate("() => window.notes") == []  # one is looking
    page.evaluate("() => { window.away = true; }")
    until_the_enemy_acts(page, random.Random(4))
    notes = page.evaluate("() => window.notes")
    assert notes and all(note.startswith("Your turn / ") for note in notes)


def test_notices_that_the_browser_refuses_are_not_shown_as_wanted(table, house):
    page = table.page({"notify": False}, script=AWAY.replace("'granted'", "'denied'"))
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    page.goto(f"{house.address}/b/{made['seats']['german']}")
    assert wait(page)
    page.keyboard.press(",")
    wish = page.get_by_role("switch", name="Notify me when it is my turn")
    wish.click()
    page.get_by_text("The browser does not allow it").wait_for()
    assert not wish.is_checked()
