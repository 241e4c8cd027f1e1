"""The way back: scrubbing, a link to a moment, and another battle from there."""

import random
import re

import pytest
from hands import click_once, story, wait

MOMENT = 220  # milliseconds for which a replay that plays shows each


@pytest.fixture(scope="module")
def fought(house):
    """A battle that is over."""
    made = house.battle({"german": "random", "soviet": "random"}, seed=21)
    house.wait_for(made["spectator"], lambda view: view.get("result"))
    return made


def looked_back(table, made, **how):
    """The page of a spectator, with the replay open."""
    page = table.open(made["spectator"], **how)
    page.wait_for_selector("dialog.end")
    page.get_by_role("button", name="Watch the replay").click()
    page.wait_for_selector(".replay:not([hidden])")
    return page


def at(page, moment):
    """Wait until this moment is on the screen."""
    page.wait_for_selector(f'.replay[data-shown="{moment}"]')
    assert page.locator(".moment small").inner_text().startswith(f"{moment} of ")


def scene(page):
    """What is on the table, and what the page says about the moment."""
    counters = page.evaluate(
        "() => [...document.querySelectorAll('.pieces .counter')]"
        ".map((e) => `${e.dataset.piece} ${e.getAttribute('transform')}`).sort()"
    )
    return counters, page.locator(".moment").inner_text(), page.locator(".story .here").inner_text()


def test_scrub_by_choice_impulse_and_turn(table, fought):
    page = looked_back(table, fought, clock=True)
    moment = page.locator(".moment small")
    at(page, 0)
    page.get_by_role("button", name="Next choice").click()
    at(page, 1)
    page.get_by_role("button", name="Next impulse").click()
    page.wait_for_function("() => !/^1 of/.test(document.querySelector('.moment small').textContent)")
    impulse = int(moment.inner_text().split(" of ")[0])
    page.get_by_role("button", name="Next turn").click()
    page.wait_for_function("(n) => parseInt(document.querySelector('.moment small').textContent) > n", arg=impulse)
    page.keyboard.press("ArrowLeft")
    last = int(moment.inner_text().split(" of ")[1])
    page.locator(".scrub").fill(str(last // 2))
    at(page, last // 2)
    assert page.locator(".counter").count() > 5
    page.locator(".replay select").select_option("soviet")
    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))  # it goes on when this test says so
    page.get_by_role("button", name="Play", exact=True).click()
    for step in (1, 2, 3):
        at(page, last // 2 + step)
        page.clock.run_for(MOMENT)
    page.get_by_role("button", name="Pause", exact=True).click()
    at(page, last // 2 + 4)
    page.clock.run_for(4 * MOMENT)
    at(page, last // 2 + 4)
    page.get_by_role("button", name="Back to now").click()
    page.wait_for_selector(".replay", state="hidden")


def test_a_line_of_the_story_leads_to_its_moment_without_a_search(table, fought):
    page = looked_back(table, fought)
    page.locator(".scrub").fill("60")
    at(page, 60)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/view?" in request.url else None)
    past = page.locator(".story li[data-state]:not(.future)")
    line = past.nth(past.count() // 2)  # not the beginning, which has been seen
    state = line.get_attribute("data-state")
    line.locator(".story-line").click()
    page.wait_for_selector(f'.story li.here[data-state="{state}"]')
    # One question at the most: what has been seen already is not asked for again.
    assert [re.search(r"state=(\d+)", url)[1] for url in asked] in ([state], [])
    assert page.locator(".story .future").count() > 0
    assert all(int(each.get_attribute("data-state")) > int(state) for each in page.locator(".story .future").all())


def test_a_link_to_a_moment_shows_a_stranger_the_same(table, fought):
    page = looked_back(table, fought)
    page.locator(".scrub").fill("47")
    at(page, 47)
    page.get_by_role("button", name="Link to this moment").click()
    link = page.locator("dialog .copy input").input_value()
    assert re.search(r"/b/[\w-]+#at=\d+$", link)
    page.keyboard.press("Escape")
    stranger = table.page()
    stranger.goto(link)
    stranger.wait_for_selector(".replay:not([hidden])")
    at(stranger, 47)
    assert stranger.locator("dialog.end").count() == 0  # how it ended is not told before it is seen
    stranger.wait_for_selector(".story .here")
    assert scene(stranger) == scene(page)


def test_go_on_from_a_moment_against_a_computer(table, fought):
    page = looked_back(table, fought)
    page.locator(".scrub").fill("40")
    at(page, 40)
    counters, _, here = scene(page)
    page.get_by_role("button", name="Continue from here as a new battle").click()
    page.get_by_label("Computer level").select_option("random")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_function("(t) => !location.pathname.includes(t)", arg=fought["spectator"])
    page.wait_for_selector(".ask.asked")
    told = story(page)
    page.keyboard.press("r")  # the moment it began with is in its own past
    page.locator(".scrub").fill("40")
    at(page, 40)
    assert scene(page)[0] == counters and scene(page)[2] == here
    page.keyboard.press("Escape")
    luck = random.Random(9)
    for _ in range(3):
        assert wait(page)
        click_once(page, luck)
    assert len(story(page)) > len(told)
