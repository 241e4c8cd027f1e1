"""From blank to a battle that is measured, printed, shared and played in the page; in `make soak` for three games."""

import json
import random
from pathlib import Path

import pytest
from hands import PATIENCE, play_by_keys
from test_page_workshop import begun, kept, press_hex, text_of

from soak import sample

# Of each game: how long it lasts, and a change by the form or by the brush.
GAMES = {
    "nations_at_war": ('["turns"]', "1", "W", ("F6", "G6")),
    "regimental": ('["days"]', "1", "w", ("0404", "0604")),
    "war_storm": ('["turns"]', "2", "", ()),
}


def written(page, path, value):
    page.click("[data-tab=Form]")
    field = f"[data-path='{path}']"
    page.fill(field, value)
    page.press(field, "Tab")


def measured(page, before):
    """Play some battles of the draft as it is; how often it was measured so far is one more."""
    page.click("[data-tab='Fair?']")
    page.select_option("[aria-label='Computer player']", "random")
    page.fill("[aria-label='Battles at most']", str(sample(2, 50)))
    page.press("[aria-label='Battles at most']", "Tab")
    page.click(".ws-fair button.primary:enabled")
    page.wait_for_selector(".ws-fair >> text=Done:", timeout=1000 * PATIENCE * sample(1, 10))
    assert page.locator(".ws-fair table tr").count() == (before + 1 if before else 0)


@pytest.mark.soak
@pytest.mark.parametrize("game", list(GAMES)[: sample(1, 3)])
def test_a_battle_is_made_measured_printed_shared_and_played(table, house, tmp_path, game):
    path, value, sign, hexes = GAMES[game]
    page = begun(table, house, game)
    page.add_style_tag(content=".names-off .t-name { display: inline !important }")  # to find hexes by their names
    written(page, '["name"]', "The Proof")
    page.wait_for_selector(".ws-bar h1 >> text=The Proof")
    written(page, path, value)
    if sign:
        page.click("[data-tool=paint]")
        page.click(f"[data-sign='{sign}'][data-at='0']")
        press_hex(page, hexes[0])
        page.wait_for_function("() => !document.querySelector('button[title=Undo]').disabled")
    measured(page, 0)
    # Changed, and measured again: the earlier version is listed beside it.
    if sign:
        press_hex(page, hexes[1])
    else:
        written(page, '["name"]', "The Proof Again")
        page.wait_for_selector(".ws-bar h1 >> text=The Proof Again")
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
    assert play_by_keys(page, random.Random(1), most=1500) >= 0
    page.wait_for_selector("dialog.end")
