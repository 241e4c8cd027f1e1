"""The scenarios that were made in the workshop: one is made again there, and all are opened and saved as they are."""

import json
import tomllib
from pathlib import Path

import pytest
from hands import rest
from test_page_workshop import begun, text_of, waits_for

import sandtable.systems
from soak import LONG

OURS = {
    "regimental/the-road-to-ostrau": "days",
    "war_storm/the-cider-press": "turns",
    "miniatures/the-brickworks": "rounds",
}


SPOT = """(place) => {
  const name = [...document.querySelectorAll(".ws-board text")].find((each) => each.textContent === place);
  const box = name?.getBoundingClientRect();
  return box?.width ? [box.x + box.width / 2, box.y + box.height / 2 + 14] : null;
}"""

CHANGED = """(before) =>
  !Object.values(JSON.parse(localStorage.getItem("sandtable.workshop"))[0].texts).includes(before)"""


def file_of(id):
    system, _, slug = id.partition("/")
    return Path(sandtable.systems.__file__).parent / system / "data/scenarios" / f"{slug}.toml"


def said(text, path):
    """What a text says there."""
    at = tomllib.loads(text)
    for step in path:
        at = at[step] if isinstance(step, int) else at.get(step, "")
    return at


def write(page, value, *path):
    """Into a field of the form, unless it says so already; the boxes around it are opened first."""
    before = text_of(page)
    if str(said(before, path)) == value:
        return
    field = page.locator(f"[data-path='{json.dumps(path, separators=(',', ':'))}']")
    boxes = page.locator("details.ws-box:not([open])", has=field)
    while boxes.count():
        boxes.first.locator("> summary").click()
    if field.evaluate("(it) => it.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)
        field.press("Tab")
    page.wait_for_function(CHANGED, arg=before)


def press(page, place):
    """Click a hex of a board that is drawn; the text is another then."""
    before = text_of(page)
    page.wait_for_function(SPOT, arg=place)  # the board is drawn anew after every edit
    rest(page)
    spot = page.evaluate(SPOT, place)
    page.mouse.click(*spot)
    page.wait_for_function(CHANGED, arg=before)


def add(page, path, count):
    """One more table of a list; there are so many then."""
    page.click(f"[data-add='{path}']")
    page.wait_for_function(
        "([path, count]) => document.querySelectorAll(`[data-list='${path}'] > .ws-entry`).length === count",
        arg=[path, count],
    )


@pytest.mark.soak
@pytest.mark.skipif(not LONG, reason="a long walk; `make soak` takes it")
def test_the_road_to_ostrau_is_made_from_blank(table, house):
    """By brush, palette and form; what the file says is what ships, comments and balance apart."""
    ours = tomllib.loads(file_of("regimental/the-road-to-ostrau").read_text())
    del ours["balance"]
    page = begun(table, house, "regimental")
    page.add_style_tag(content=".names-off .t-name { display: inline !important }")  # to find hexes by their names
    # The map.
    page.click("[data-tool=paint]")
    for place, size in enumerate("99"):
        page.locator(".ws-size input").nth(place).fill(size)
    page.click(".ws-size button")
    waits_for(page, "01 02 03 04 05 06 07 08 09")
    rows = [line.split()[1:] for line in ours["map"]["grid"].strip().split("\n")[1:]]
    signs = {f"{column:02}{row:02}": sign for row, line in enumerate(rows, 1) for column, sign in enumerate(line, 1)}
    signs = {"0503": ".", **{place: sign for place, sign in signs.items() if sign != "."}}
    for sign in dict.fromkeys(signs.values()):
        page.click(f"[data-sign='{sign}']")
        for place in [place for place in signs if signs[place] == sign]:
            press(page, place)
    # The battle, and what it is about.
    for key in ("name", "background", "rule"):
        write(page, ours[key], key)
    write(page, ours["map"]["name"], "map", "name")
    write(page, "2", "victory", "win")
    write(page, "", "objectives", 0, "points")
    for number, objective in enumerate(ours["objectives"]):
        if number:
            add(page, "objectives[]", number + 1)
        for key in ("name", "at", "holder"):
            write(page, objective[key], "objectives", number, key)
    # Who fights: the stands of the blank battle are changed, the others are taken from the palette.
    for number, regiment in enumerate(ours["regiments"]):
        for key in ("key", "name"):
            write(page, regiment[key], "regiments", number, key)
        page.click("[data-tool=pieces]")
        page.select_option("[aria-label='Who gets it']", index=number)
        known = len(said(text_of(page), ("regiments", number, "stands")))
        for stand in regiment["stands"][known:]:
            page.click(f"[data-word={stand['type']}]")
            press(page, stand["at"])
        for place, stand in enumerate(regiment["stands"]):
            for key, value in stand.items():
                write(page, value, "regiments", number, "stands", place, key)
        write(page, regiment["hq"]["at"], "regiments", number, "hq", "at")
    for number, battery in enumerate(ours["batteries"]):
        add(page, "batteries[]", number + 1)
        for key in ("name", "side", "at", "shots"):
            write(page, str(battery[key]), "batteries", number, key)
    assert tomllib.loads(text_of(page)) == ours
    page.wait_for_selector("button[title=Print]:enabled")
    assert page.locator("[data-tab=Problems] b.bad").count() == 0


@pytest.mark.parametrize("id", list(OURS)[: 3 if LONG else 1])
def test_what_ships_is_opened_edited_and_taken_back_byte_for_byte(table, house, tmp_path, id):
    page = table.page()
    page.goto(f"{house.address}/workshop")
    page.locator("select", has=page.locator(f"option[value='{id}']")).select_option(id)
    page.wait_for_selector(".ws-board .sheet")
    whole = file_of(id).read_text()
    assert text_of(page) == whole
    write(page, "3", OURS[id])
    page.click("button[title=Undo]")
    page.wait_for_function("() => document.querySelector('button[title=Undo]').disabled")
    assert text_of(page) == whole
