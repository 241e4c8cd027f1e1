"""A phone of 360 pixels: everything with fingers."""

import random

import pytest
from hands import click_once, now, rest, settle, spots, wait

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

FOUR = dict.fromkeys(("axis", "allies", "axis-2", "allies-2"), "person")


class Fingers:
    """Two fingers on the glass."""

    def __init__(self, page):
        self.line = page.context.new_cdp_session(page)
        self.page = page

    def draw(self, *ways):
        """Move fingers from point to point, all at once: each way is a list of as many points."""
        for n, points in enumerate(zip(*ways, strict=True)):
            kind = "touchMove" if n else "touchStart"
            touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
            self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        self.line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        rest(self.page)


def line(start, end, steps=8):
    return [tuple(a + (b - a) * n / steps for a, b in zip(start, end, strict=True)) for n in range(steps + 1)]


def sheet(page):
    return page.locator(".sheet").bounding_box()


def narrow(page):
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 360, f"the page is {wide} pixels wide"


def test_a_battle_with_one_finger(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=12)
    page = table.open(made["seats"]["german"], **PHONE)
    luck = random.Random(3)
    for _ in range(7):
        assert wait(page)
        click_once(page, luck, touch=True)
    narrow(page)
    for tab in ("Story", "Forces", "Details", "Orders"):
        page.get_by_role("tab", name=tab).tap()
        rest(page)
        narrow(page)
    box = page.locator(".ask").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    narrow(page)
    page.locator(".scenario").first.get_by_role("button", name="Play").tap()
    select, frame = (
        page.get_by_label("Computer level").bounding_box(),
        page.get_by_role("dialog").bounding_box(),
    )
    assert select["x"] + select["width"] <= frame["x"] + frame["width"]


def test_pinch_and_drag(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=12)
    page = table.open(made["seats"]["german"], **PHONE)
    assert wait(page)
    page.keyboard.press("d")
    page.wait_for_selector(".pieces .counter")
    fingers = Fingers(page)
    asked = page.locator("#prompt").inner_text()
    before = sheet(page)
    fingers.draw(line((160, 200), (90, 140)), line((200, 240), (290, 330)))
    near = sheet(page)
    assert near["width"] > before["width"] * 1.5
    fingers.draw(line((180, 250), (120, 180)))
    there = sheet(page)
    assert abs(there["width"] - near["width"]) < 1
    assert near["x"] - there["x"] > 30 and near["y"] - there["y"] > 30
    fingers.draw(line((90, 140), (160, 200)), line((290, 330), (200, 240)))
    assert sheet(page)["width"] < there["width"] / 1.4
    assert page.locator("#prompt").inner_text() == asked, "a gesture is no choice"
    assert spots(page, ".pieces .counter .c-body"), "no counter can be tapped any more"
    narrow(page)


def volley(house):
    """War Storm where a company has thirty things to do."""
    made = house.battle({"american": "person", "german": "random"}, "war_storm/hedgerow-lane", seed=3)
    return made["seats"]["american"]


def call_company(page):
    assert wait(page)
    before = now(page)
    page.locator(".ask-body .option").filter(has_text="with Company").tap()
    settle(page, before)
    assert wait(page)


KINDS = """() => {
  const body = document.querySelector('.ask-body').getBoundingClientRect();
  return [...document.querySelectorAll('.ask-body .mode, .ask-body .option')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.height > 0 && box.top >= body.top - 1 && box.bottom <= body.bottom + 1;
  }).map((each) => each.querySelector('.count') ? each.querySelector('span').textContent : 'one');
}"""
BEHIND = """() => {
  const sheet = document.querySelector('.rail').getBoundingClientRect().top;
  return [...document.querySelectorAll('path.r-attack')]
    .filter((ring) => ring.getBoundingClientRect().bottom > sheet).length;
}"""


def test_a_long_list_shows_what_kinds_of_acts_there_are(table, house):
    page = table.open(volley(house), **PHONE)
    call_company(page)
    kinds = page.evaluate(KINDS)
    assert kinds[:3] == ["one", "one", "Move"], "the volleys, and what else there is"
    assert page.locator(".ask-body .folds").count() == 3
    fold = page.locator(".ask-body .folds .mode").filter(has_text="Prepare for reaction")
    options = page.locator(".ask-body .folds.on .option")
    assert options.count() == 0
    fold.tap()
    assert fold.get_attribute("aria-expanded") == "true"
    assert options.count() == int(fold.locator(".count").inner_text())
    fold.tap()
    assert options.count() == 0


def test_what_may_be_chosen_is_not_behind_the_sheet_when_a_lesson_goes(table, house):
    page = table.open(volley(house), settings={"guide": True}, **PHONE)
    call_company(page)
    page.wait_for_selector("path.r-attack", state="attached")
    page.wait_for_selector(".guide .lesson")
    page.get_by_role("button", name="No more explanations").tap()
    page.wait_for_selector(".guide", state="hidden")
    page.wait_for_function(f"() => ({BEHIND})() === 0")


LONG_NAMES = ("Emilia Wwwwwwwwwwwwwwwww", "Xxxxxxxxxxxxxxxxxxxxxxxx")


def seen_whole(page, what):
    """It lies on the screen and nothing covers it."""
    box = what.bounding_box()
    size = page.viewport_size
    assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"], box
    point = [box["x"] + box["width"] / 2, box["y"] + box["height"] - 4]
    assert what.evaluate("(element, [x, y]) => element.contains(document.elementFromPoint(x, y))", point), box


def test_long_names_have_room_in_the_lobby(square):
    """On a phone and on a screen, where a table, an account and an address are shown beside other things."""
    sizes = ({"width": 1440, "height": 900}, {"width": 390, "height": 844})
    pages = [square.page(viewport=size) for size in sizes]
    for page, name in zip(pages, LONG_NAMES, strict=True):
        page.goto(square.door())
        page.get_by_role("button", name="Choose a name").click()
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take this name").click()
        page.get_by_role("button", name=f"{name}: your account").wait_for()
        heading = page.get_by_role("heading", name="On cards", exact=True)
        page.locator(".scenario").filter(has=heading).get_by_role("button", name="Play", exact=True).click()
        page.locator(".mode-card", has_text="With whoever comes").click()
        page.locator(".side-card", has_text="Red").click()
        page.get_by_label("Only for those I send a link").check()
        page.get_by_role("button", name="Open a table").click()
        page.locator("dialog", has_text="Your table is open").wait_for()
        page.keyboard.press("Escape")
        page.locator(".tables li", has_text=name).wait_for()
    for page in pages:
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= page.viewport_size["width"], f"the lobby is {wide} pixels wide"
        for button in page.locator(".tables .row-buttons button").all():
            button.scroll_into_view_if_needed()
            seen_whole(page, button)


def test_on_a_phone_the_line_to_talk_is_seen_whoever_else_is_there(table, house):
    seats = house.ask("/battles", {"scenario": "of_war_and_men/capture-the-flag-four-players", "seats": FOUR})[
        "seats"
    ]
    page = table.open(seats["axis"], **PHONE)
    page.get_by_role("tab", name="Players").tap()
    for seat in ("allies", "allies-2"):
        house.ask(f"/seat/{seats[seat]}/draw", {"yes": True})
        house.ask(f"/seat/{seats[seat]}/say", {"text": "What do you think of a draw? " * 5})
    page.locator(".players li", has_text="wants a draw").nth(1).wait_for()
    field = page.get_by_label("Say something")
    seen_whole(page, field)
    field.fill("No")
    page.get_by_role("button", name="Say", exact=True).tap()
    page.locator(".talk li.own").scroll_into_view_if_needed()
    seen_whole(page, field)
    for button in ("Agree to a draw", "Decline", "Give up my seat"):
        found = page.get_by_role("button", name=button)
        found.scroll_into_view_if_needed()
        seen_whole(page, found)
    acts = page.locator(".company-acts")
    assert acts.evaluate("(acts) => acts.scrollWidth <= acts.clientWidth"), "none of them is behind the edge"
    narrow(page)


# What of a dialog lies beside it, or can only be seen by scrolling to the side.
OUTSIDE = """() => {
  const frame = document.querySelector("dialog[open]").getBoundingClientRect();
  const fits = frame.left >= 0 && frame.right <= innerWidth && frame.top >= 0 && frame.bottom <= innerHeight;
  const parts = [...document.querySelectorAll("dialog[open] :is(.dialog-body, h2, p, legend, label, button)")];
  const lost = parts.filter((part) => {
    const box = part.getBoundingClientRect();
    const wide = box.left < frame.left || box.right > frame.right || part.scrollWidth > part.clientWidth + 1;
    return wide && !part.hidden;
  });
  return [...(fits ? [] : ["the dialog"]), ...lost.map((part) => `${part.localName} ${part.textContent}`)];
}"""


@pytest.mark.parametrize("size", [(360, 740), (390, 844)])
def test_wishes_fit_on_a_phone_and_are_set_with_a_finger(table, house, size):
    made = house.ask("/battles", {"scenario": "of_war_and_men/capture-the-flag-four-players", "seats": FOUR})
    token = made["seats"]["axis"]
    page = table.open(token, **{**PHONE, "viewport": dict(zip(("width", "height"), size, strict=True))})
    page.locator(".wishes-button").tap()
    options = page.locator("dialog[open] .wish .segments label")
    assert options.count() == 12
    assert page.evaluate(OUTSIDE) == []
    for option in options.all():
        option.scroll_into_view_if_needed()
        seen_whole(page, option)
        assert option.bounding_box()["height"] >= 36
    options.last.tap()
    house.wait_for(token, lambda view: view["wishes"][-1]["options"][-1].get("now"))
    page.locator("dialog[open] header button").tap()
    page.wait_for_selector("dialog.dialog", state="detached")
