"""The workshop in the browser: board, form and text show the same, and a draft is played."""

import json

import pytest
from hands import rest

from sandtable.systems import systems
from soak import LONG

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


def middle(page, name):
    """Where the middle of a hex is, below its name. Another tool leaves more or less room: the board is laid out anew
    in the next frame, and what was measured before is elsewhere then."""
    rest(page)
    spot = page.locator(f".ws-board text:text-is('{name}')").first.bounding_box()
    return spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2 + 13


def press_hex(page, name):
    page.mouse.click(*middle(page, name))


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


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES if LONG else ["war_storm", "miniatures"])  # sheets; a table
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
    page.add_style_tag(content=".names-off .t-name { display: inline !important }")
    press_hex(page, "0306")
    page.wait_for_selector(".ws-note >> text=I/1")
    page.keyboard.press("Control+c")
    press_hex(page, "0305")
    page.keyboard.press("Control+v")
    waits_for(page, "I/1 2")
    assert 'name = "I/1 2"' in text_of(page) and 'at = "0305"' in text_of(page)
    # A counter is taken from the palette, where it is drawn as on the board, and put down.
    page.click("[data-tool=pieces]")
    page.wait_for_selector(".ws-tray >> text=Armour")
    assert page.locator("[data-word=heavy-armour] svg .c-body").count() == 1
    page.click("[data-word=heavy-armour]")
    press_hex(page, "0405")
    waits_for(page, "heavy-armour")
    assert '{ name = "III/1", type = "heavy-armour", at = "0405" }' in text_of(page)
    page.click("[data-tool=select]")
    press_hex(page, "0405")
    page.click("[aria-label='Remove III/1']")
    page.wait_for_function("() => !localStorage.getItem('sandtable.workshop').includes('heavy-armour')")
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


def inches(page, x, y):
    """Where a point of the table is on the screen, by the two commanders of the blank battle."""
    rest(page)
    one, other = (page.locator(f".ws-board [data-piece={id}]").bounding_box() for id in ("us-cc", "german-cc"))
    left, low, high = one["x"] + one["width"] / 2, one["y"] + one["height"] / 2, other["y"] + other["height"] / 2
    inch = (low - high) / 24  # from 3 to 27
    return left + (x - 18) * inch, low - (y - 3) * inch


def test_ground_is_drawn_on_a_table(table, house):
    page = begun(table, house, "miniatures")
    page.click("[data-tool=ground]")
    page.click("[data-ground=building]")
    before = page.locator(".ws-board").bounding_box()
    for corner in ((24, 8), (29, 8), (29, 12)):
        page.mouse.click(*inches(page, *corner))
    page.wait_for_selector(".ws-note >> text=3 corners")
    assert page.locator(".ws-board").bounding_box() == before  # the board stays where it is
    page.mouse.click(*inches(page, 24, 8))  # a click on the first corner closes it
    waits_for(page, "points = [[24, 8], [29, 8], [29, 12]]")
    assert 'key = "building-1"' in text_of(page)
    page.click("[data-ground=hedge]")
    for end in ((3, 9), (9, 9)):
        page.mouse.click(*inches(page, *end))
    page.click(".ws-note >> text=Done")
    waits_for(page, "points = [[3, 9], [9, 9]]")
    # A corner of it is dragged, and so is the objective.
    page.mouse.move(*inches(page, 29, 12))
    page.mouse.down()
    page.mouse.move(*inches(page, 30, 13), steps=4)
    with page.expect_response("**/api/workshop/draft") as answer:
        page.mouse.up()
    answer.value.finished()
    waits_for(page, "[30, 13]]")
    rest(page)  # the board is drawn anew when it is answered
    page.click("[data-tool=select]")
    page.mouse.move(*inches(page, 18, 18))
    page.mouse.down()
    page.mouse.move(*inches(page, 24, 18), steps=4)
    page.mouse.up()
    waits_for(page, "at = [24, 18]")
    assert page.locator("[data-tab=Problems] b.bad").count() == 0


def test_what_is_pressed_while_an_answer_comes_is_not_lost(table, house):
    """The board and the tools are drawn anew when the server has answered: after a press, not under it."""
    page = begun(table, house, "war_storm")
    page.add_style_tag(content=".names-off .t-name { display: inline !important }")  # to find hexes by their names
    page.click("[data-tool=lines]")
    page.click("[data-line=roads]")
    held = []
    page.route("**/api/workshop/draft", lambda route: held.append(route))

    def answered(words):
        while words not in page.evaluate("() => localStorage.getItem('sandtable.workshop')"):
            page.wait_for_timeout(20)  # in which routes are heard
            while held:
                held.pop(0).continue_()
        rest(page)

    drag(page, "E404", "E504")
    page.mouse.move(*middle(page, "E604"))
    page.mouse.down()
    page.mouse.move(*middle(page, "E605"), steps=4)
    answered("404 504")
    page.mouse.up()
    # The tools may just be drawn anew.
    at = "() => { const box = document.querySelector('[data-line=erase]')?.getBoundingClientRect(); "
    at += "return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null; }"
    page.mouse.move(*page.wait_for_function(at).json_value())
    page.mouse.down()
    answered("604 605")
    page.mouse.up()
    page.wait_for_selector("[data-line=erase][aria-pressed=true]")


def test_the_board_is_worked_by_keys(table, house):
    page = begun(table, house, "regimental")
    page.click("[data-tool=paint]")
    page.click("[data-sign=w]")
    page.focus(".ws-board")
    page.keyboard.press("ArrowDown")  # the first hex, then the one below it
    page.keyboard.press("ArrowDown")
    with page.expect_response("**/api/workshop/draft") as answer:
        page.keyboard.press("Enter")
    answer.value.finished()
    page.wait_for_function("() => /02 +w/.test(localStorage.getItem('sandtable.workshop'))")
    rest(page)  # the board is drawn anew when it is answered
    # A stand is taken up and put down one hex further.
    page.click("[data-tool=select]")
    press_hex(page, "0306")
    page.focus(".ws-board")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ws-note >> text=Carry I/1")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    waits_for(page, "0305")
    # What was typed is kept at once, whether or not the server answers.
    page.route("**/api/workshop/draft", lambda route: route.abort())
    page.click("[data-tab=Text]")
    page.locator("textarea.ws-text").fill("name = 1")
    assert text_of(page) == "name = 1"
    page.unroute("**/api/workshop/draft")


def test_names_and_letters_of_a_draft(table, house):
    """What a switch needs is offered by name; a sheet gets another letter, and its hexes with it."""
    page = begun(table, house, "of_war_and_men")
    page.click("details[data-box='[\"mission\"]'] > summary")
    field = """[data-path='["mission","switches"]']"""
    page.fill(field, "hold at the end; flags")
    page.press(field, "Tab")
    waits_for(page, "flags")
    page.click("[data-add='mission.values']")
    waits_for(page, "flag = 1")
    for name in ("axis_flag", "allied_flag"):
        page.click("[data-add='mission.places']")
        page.wait_for_selector(f"""[data-path='["mission","places","{name}"]']""", state="attached")
    assert "axis_flag = []" in text_of(page) and "allied_flag = []" in text_of(page) and "flag = 1" in text_of(page)
    page = begun(table, house, "war_storm")
    page.click("details[data-box='e.map.toml[]'] summary")
    page.fill("[data-path='e.map.toml:name']", "k")
    page.press("[data-path='e.map.toml:name']", "Tab")
    waits_for(page, "K1005")
    assert "k.map.toml" in kept(page)["texts"] and "E1005" not in text_of(page)
    assert page.locator("[data-tab=Problems] b.bad").count() == 0
