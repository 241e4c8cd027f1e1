"""The workshop in the browser: board, form and text show the same, and a draft is played."""

import json

import pytest

from sandtable.systems import systems

GAMES = ["nations_at_war", "regimental", "war_storm", "miniatures", "of_war_and_men"]


def begun(table, house, game):
    page = table.page()
    page.goto(f"{house.address}/workshop")
    page.click(f"[data-blank={game}]")
    page.wait_for_selector(".ws-board .sheet")
    return page


def kept(page):
    """The draft as this browser keeps it."""
    return json.loads(page.evaluate("() => localStorage.getItem('sandtable.workshop')"))[0]


def text_of(page):
    return next(text for name, text in kept(page)["texts"].items() if not name.endswith(".map.toml"))


def press_hex(page, name):
    """Click in the middle of a hex."""
    spot = page.locator(f".ws-board text:text-is('{name}')").first.bounding_box()
    page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2 + 14)


def test_board_form_and_text_are_one(table, house):
    page = begun(table, house, "regimental")
    # Painted on the board, seen in the text.
    page.click("[data-tool=paint]")
    page.click("[data-sign=w]")
    press_hex(page, "0604")
    page.wait_for_function("() => localStorage.getItem('sandtable.workshop').includes('04  .  .  .  .  .  w')")
    # Set in the form, seen in the text; all else is as it was.
    before = text_of(page)
    page.fill("""[data-path='["days"]']""", "3")
    page.press("""[data-path='["days"]']""", "Tab")
    page.wait_for_function("() => localStorage.getItem('sandtable.workshop').includes('days = 3')")
    assert text_of(page) == before.replace("days = 1", "days = 3")
    # Typed in the text, seen in the title; a mistake is told with its repair, and the board stays.
    page.click("[data-tab=Text]")
    area = page.locator("textarea.ws-text")
    area.fill(text_of(page).replace("A New Battle", "The Mill").replace('"infantry"', '"infntry"', 1))
    page.wait_for_selector("[data-tab=Problems] b.bad")
    assert page.locator(".ws-bar h1").inner_text().startswith("The Mill")
    assert page.locator(".ws-board .counter").count() == 5
    page.click("[data-tab=Problems]")
    page.click(".ws-problem")
    assert page.evaluate("() => getSelection().toString() || document.activeElement.className").strip()
    page.click("[data-tab=Problems]")
    page.click(".ws-repair")
    page.wait_for_selector(".ws-good")
    # Undo and redo.
    for _ in range(4):
        page.click("button[title=Undo]")
    page.wait_for_function("() => localStorage.getItem('sandtable.workshop').includes('A New Battle')")
    page.wait_for_function("() => document.querySelector('button[title=Undo]').disabled")
    assert text_of(page) == systems()["regimental"].shelf.fields().blank.lstrip("\n")  # byte for byte
    for _ in range(4):
        page.click("button[title=Redo]")
    page.wait_for_function("() => localStorage.getItem('sandtable.workshop').includes('The Mill')")


@pytest.mark.parametrize("game", GAMES)
def test_a_new_battle_of_each_game_is_played_from_the_draft(table, house, game):
    page = begun(table, house, game)
    page.click("button[title='Play it']")
    page.click("dialog >> text=Begin")
    page.wait_for_url("**/b/**")
    page.wait_for_selector(".sheet")
    token = page.url.rpartition("/")[2]
    assert (
        page.evaluate("(token) => fetch(`/api/seat/${token}`).then((it) => it.json())", token)["title"]
        == "A New Battle"
    )


def test_the_keys_of_a_map_file_are_in_the_form(table, house):
    page = begun(table, house, "war_storm")
    page.click("details[data-box='e.map.toml[]'] summary")
    field = """[data-path='e.map.toml["roads"]']"""
    page.fill(field, "500 501 502")
    page.press(field, "Tab")
    page.wait_for_function("() => localStorage.getItem('sandtable.workshop').includes('500 501 502')")
    draft = kept(page)
    assert 'roads = ["500 501 502"]' in draft["texts"]["e.map.toml"] and "[map]" not in text_of(page)
    assert page.locator("[data-tab=Problems] b.bad").count() == 0


def test_a_bundle_is_opened_in_another_browser(table, house, tmp_path):
    page = begun(table, house, "war_storm")
    with page.expect_download() as found:
        page.click("button[title=Download]")
    path = tmp_path / "bundle.json"
    found.value.save_as(path)
    other = table.page()
    other.goto(f"{house.address}/workshop")
    other.set_input_files("input[type=file]", path)
    other.wait_for_selector(".ws-board .sheet")
    assert kept(other)["texts"] == json.loads(path.read_text())["texts"] == kept(page)["texts"]


def middle(page, name):
    spot = page.locator(f".ws-board text:text-is('{name}')").first.bounding_box()
    return spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2 + 12


def drag(page, *names):
    """Over the middles of these hexes with the button held."""
    page.mouse.move(*middle(page, names[0]))
    page.mouse.down()
    for name in names[1:]:
        page.mouse.move(*middle(page, name), steps=4)
    page.mouse.up()


def waits_for(page, words):
    page.wait_for_function("(words) => localStorage.getItem('sandtable.workshop').includes(words)", arg=words)


def test_lines_are_drawn_and_pieces_copied(table, house):
    page = begun(table, house, "war_storm")
    page.add_style_tag(content=".names-off .t-name { display: inline !important }")  # to find hexes by their names
    page.click("[data-tool=lines]")
    page.click("[data-line=roads]")
    drag(page, "E404", "E504", "E604")
    waits_for(page, "404 504 604")
    page.click("[data-line=bocage]")
    drag(page, "E404", "E504")
    waits_for(page, "404/504")
    page.click("[data-line=erase]")
    drag(page, "E504", "E604")
    page.wait_for_function("() => !localStorage.getItem('sandtable.workshop').includes('404 504 604')")
    sheet = kept(page)["texts"]["e.map.toml"]
    assert 'roads = ["404 504"]' in sheet and 'bocage = ["404/504"]' in sheet
    assert page.locator("[data-tab=Problems] b.bad").count() == 0
    # A stand is copied to another hex, with a name of its own.
    page = begun(table, house, "regimental")
    press_hex(page, "0306")
    page.wait_for_selector(".ws-note >> text=I/1")
    page.keyboard.press("Control+c")
    press_hex(page, "0305")
    page.keyboard.press("Control+v")
    waits_for(page, "I/1 2")
    assert 'name = "I/1 2"' in text_of(page) and 'at = "0305"' in text_of(page)
    # The present moment of a battle is opened here.
    page.click("button[title='Play it']")
    page.click("dialog >> text=Begin")
    page.wait_for_url("**/b/**")
    page.wait_for_selector(".sheet")
    page.click("[aria-label='This battle']")
    page.click("text=Save this position as a scenario")
    page.click("text=Open the workshop")
    page.wait_for_selector(".ws-bar h1 >> text=A New Battle, under way")
    assert "under_way = true" in text_of(page)
    assert page.locator("[data-tab=Problems] b.bad").count() == 0
