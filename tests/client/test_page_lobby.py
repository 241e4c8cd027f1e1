"""The lobby: filters, maps that are painted when they come into sight; and a tablet held upright."""

import pytest
from hands import rest, wait


def test_battles_are_filtered_and_the_choice_is_kept(table, house):
    page = table.page()
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    everything = page.locator(".scenario").count()
    assert page.locator(".masthead .tool").all_inner_texts() == ["Workshop", "Annotated battles", "Settings"]
    page.get_by_role("group", name="Game", exact=True).get_by_role("button", name="War Storm").click()
    assert page.get_by_role("button", name="War Storm", pressed=True).count() == 1, "one row of games and no other"
    titles = page.locator(".shelf h2").all_inner_texts()
    assert len(titles) == 1 and titles[0].startswith("War Storm")
    battles = page.locator(".scenario").count()
    assert page.locator(".filter-count").inner_text() == f"{battles} battles"
    page.get_by_label("Players").select_option(label="Three or four")
    assert page.locator(".scenario").count() == 0 and page.locator(".none").is_visible()
    page.reload()
    page.wait_for_selector(".none")
    page.get_by_role("button", name="Show all").click()
    assert page.locator(".scenario").count() == everything
    page.get_by_label("Length").select_option("short")
    assert 0 < page.locator(".scenario").count() < everything
    page.get_by_label("Length").select_option("")
    page.get_by_label("Complexity", exact=True).select_option("high")
    filled = page.locator(".scenario .dots5").evaluate_all(
        "(rows) => rows.map((row) => row.querySelectorAll('.on').length)"
    )
    assert filled and min(filled) > 3


def test_only_maps_in_sight_are_painted(table, house):
    page = table.page(pictures=True)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/api/boards/" in request.url else None)
    page.goto(house.address)
    page.wait_for_selector(".map-picture canvas")
    assert 0 < len(asked) < page.locator(".scenario").count()


def test_a_tablet_held_upright_gives_the_map_its_width(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    page = table.open(made["seats"]["german"], viewport={"width": 820, "height": 1180})
    assert wait(page)
    rail, ask, story = (page.locator(what).bounding_box() for what in (".rail", ".ask", "#panel-story"))
    assert (rail["x"], rail["width"]) == (0, 820) and rail["y"] > 0.5 * 1180
    assert ask["x"] + ask["width"] <= story["x"] + 1 and abs(ask["y"] - rail["y"]) < 3
    sheet = page.locator(".sheet").bounding_box()
    assert sheet["width"] > 0.85 * 820 and sheet["y"] + sheet["height"] < rail["y"]


# How many pixels of the sheet are empty below the question, and whether the question has to be scrolled.
BELOW = """() => {
  const foot = document.querySelector('.ask-foot').getBoundingClientRect();
  const body = document.querySelector('.ask-body');
  return [innerHeight - foot.bottom, body.scrollHeight > body.clientHeight + 1];
}"""


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (768, 1024)])
def test_the_sheet_of_a_tablet_is_as_tall_as_its_question(table, house, width, height):
    made = house.battle({"german": "person", "american": "person"}, "war_storm/hedgerow-lane", seed=1)
    seat = house.wait_for(made["seats"]["american"], lambda view: True)["active"]
    page = table.open(made["seats"][seat], viewport={"width": width, "height": height})
    assert wait(page) and page.locator(".ask .option").count() == 2
    below, scrolls = page.evaluate(BELOW)
    high = page.locator(".rail").bounding_box()["height"]
    assert below <= 4 or abs(high - 0.24 * height) < 2, "no room is left over, unless it is the least there is"
    assert high < 0.36 * height and not scrolls
    # What lies above the sheet stands on it.
    zoomer = page.locator(".zoomer").bounding_box()
    assert abs(zoomer["y"] + zoomer["height"] + 12 - (height - high)) < 2
    # What is opened to be read has room; the map makes it.
    page.get_by_role("tab", name="Forces").click()
    rest(page)
    assert abs(page.locator(".rail").bounding_box()["height"] - 0.4 * height) < 2


def test_battles_that_are_watched_are_listed_apart(table, house):
    watched = house.battle({"german": "random", "soviet": "random"}, "nations_at_war/first-light", seed=2)
    played = house.battle({"german": "person", "soviet": "random"}, "nations_at_war/cats-in-the-mist", seed=2)
    page = table.open(watched["spectator"])
    page.goto(f"{house.address}/b/{played['seats']['german']}")
    page.wait_for_selector(".ground.painted", state="attached")
    page.goto(house.address)
    page.wait_for_selector(".mine li + li, .mine ul + h2")
    lists = page.evaluate(
        """() => [...document.querySelectorAll('.mine h2')].map((heading) => [heading.textContent,
            ...[...heading.nextElementSibling.querySelectorAll('b')].map((title) => title.textContent)])"""
    )
    assert lists == [["Your battles", "Cats in the Mist"], ["Battles you watch", "First Light"]]
