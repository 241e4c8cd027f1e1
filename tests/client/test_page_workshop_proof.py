"""From blank to a battle that is measured, printed, shared and played in the page, for each game.

`make soak` takes all five walks and measures 50 battles each time; `make test` takes the shortest and measures two.
"""

import json
import random
from pathlib import Path

import pytest
from hands import PATIENCE, play_by_keys, play_by_mouse, rest
from test_page_workshop import begun, drag, kept, press_hex, text_of, waits_for

from soak import sample


def painted(sign, *hexes):
    """What a brush does to the map, first and later."""

    def change(page, time):
        page.click("[data-tool=paint]")
        page.click(f"[data-sign='{sign}'][data-at='0']")
        press_hex(page, hexes[time])

    return change


def drawn(page, time):
    """A road across a sheet of War Storm, then a hedge."""
    page.click("[data-tool=lines]")
    page.click(f"[data-line={('roads', 'bocage')[time]}]")
    drag(page, "E404", "E504", "E604")


def put_down(page, time):
    """One more Team on the table, first for one side, later for the other."""
    page.click("[data-tool=pieces]")
    page.select_option("[aria-label='Who gets it']", index=time)
    if not time:
        page.click("[data-word=rifle]")
    page.locator(".ws-note >> text=Click where").wait_for()
    rest(page)
    unit = ("u1", "g1")[time]
    two = [page.locator(f".ws-board [data-piece={unit}-{team}]").bounding_box() for team in ("rifle", "lmg")]
    middle = [sum(box[axis] + box[size] / 2 for box in two) / 2 for axis, size in (("x", "width"), ("y", "height"))]
    page.mouse.click(*middle)


# Of each game: the key that says how long it lasts, with a short value; how its map or forces are changed; who plays.
GAMES = {
    "nations_at_war": ('["turns"]', "1", painted("W", "F6", "G6"), play_by_keys),
    "regimental": ('["days"]', "1", painted("w", "0404", "0604"), play_by_keys),
    "war_storm": ('["turns"]', "2", drawn, play_by_keys),
    "miniatures": ('["rounds"]', "1", put_down, play_by_mouse),
    "of_war_and_men": ('["mission","decks"]', "1", painted("F", "A1", "D4"), play_by_mouse),
}


def written(page, path, value):
    page.click("[data-tab=Form]")
    box = page.locator("details[data-box='[\"mission\"]']")
    if "mission" in path and not box.get_attribute("open"):
        box.locator("summary").first.click()
    field = f"[data-path='{path}']"
    page.fill(field, value)
    page.press(field, "Tab")
    key = json.loads(path)[-1]
    waits_for(page, json.dumps(f"{key} = {value if value.isdigit() else json.dumps(value)}")[1:-1])


def changed(page, change, time):
    """Until the text is another."""
    before = kept(page)["texts"]
    change(page, time)
    page.wait_for_function(
        "(before) => JSON.stringify(JSON.parse(localStorage.getItem('sandtable.workshop'))[0].texts) !== before",
        arg=json.dumps(before, separators=(",", ":"), ensure_ascii=False),
    )
    page.wait_for_function("() => !document.querySelector('button[title=Print]').disabled")


def measured(page, before):
    """Play some battles of the draft as it is; how often it was measured so far is one more."""
    page.click("[data-tab='Fair?']")
    page.select_option("[aria-label='Computer player']", "random")
    page.fill("[aria-label='Battles at most']", str(sample(2, 50)))
    page.press("[aria-label='Battles at most']", "Tab")
    page.click(".ws-fair button.primary:enabled")
    page.wait_for_selector(".ws-fair >> text=Done:", timeout=1000 * PATIENCE * sample(1, 10))
    assert page.locator(".ws-versions tr").count() == (before + 1 if before else 0)


@pytest.mark.soak
@pytest.mark.parametrize("game", list(GAMES)[: sample(1, 5)])
def test_a_battle_is_made_measured_printed_shared_and_played(table, house, tmp_path, game):
    path, value, change, play = GAMES[game]
    page = begun(table, house, game)
    page.add_style_tag(content=".names-off .t-name { display: inline !important }")  # to find hexes by their names
    written(page, '["name"]', "The Proof")
    page.wait_for_selector(".ws-bar h1 >> text=The Proof")
    written(page, path, value)
    changed(page, change, 0)
    measured(page, 0)
    # Changed, and measured again: the earlier version is listed beside it.
    changed(page, change, 1)
    measured(page, 1)
    # Its bundle is opened in another browser.
    texts = kept(page)["texts"]
    with page.expect_download() as found:
        page.click("button[title=Download]")
        if len(texts) == 1:
            page.click("dialog >> text=.sandtable.json")
    bundle = tmp_path / "bundle.json"
    found.value.save_as(bundle)
    page.keyboard.press("Escape")
    other = table.page()
    other.goto(f"{house.address}/workshop")
    other.set_input_files("input[type=file]", bundle)
    other.wait_for_selector(".ws-board .sheet")
    assert kept(other)["texts"] == json.loads(bundle.read_text())["texts"] == texts
    assert text_of(other) == text_of(page)
    # Printed there.
    other.click("button[title=Print]:enabled")
    other.wait_for_selector("[data-ready] .pp-sheet")
    other.pdf(path=tmp_path / "sheets.pdf", prefer_css_page_size=True)
    assert Path(tmp_path / "sheets.pdf").stat().st_size > 10_000
    # Played to the end against a computer player.
    page.click("button[title='Play it']")
    page.locator("dialog select").last.select_option("random")
    page.click("dialog >> text=Begin")
    page.wait_for_url("**/b/**")
    assert play(page, random.Random(1), most=1500) >= 0
    page.wait_for_selector("dialog.end")
