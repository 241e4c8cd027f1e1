"""A mission of four: it waits for all seats, one of them is given up to a computer player, and the battle goes on."""

import random

import pytest
from hands import until
from test_page_people import home, named

from soak import LONG

FOUR = "Capture the Flag, four players"
OFFER = """(body) => {
  const { key } = JSON.parse(localStorage.getItem('sandtable.me'));
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  const how = { method: 'POST', headers, body: JSON.stringify(body) };
  return fetch('/api/people/tables', how).then((said) => said.status);
}"""


@pytest.mark.soak
@pytest.mark.skipif(not LONG, reason="a mission of four in the page is for `make soak`")
def test_a_mission_of_four_goes_on_with_a_computer_in_a_seat_that_was_given_up(square):
    house = square.house
    pages = [named(square, name) for name in ("Ines", "Jan", "Kurt", "Lena")]
    first = pages[0]
    first.evaluate(OFFER, {"scenario": "of_war_and_men/capture-the-flag-four-players"})
    first.reload()
    first.locator(".tables li", has_text=FOUR).wait_for()
    for count, page in enumerate(pages[1:], 1):
        page.reload()
        row = page.locator(".tables li", has_text=FOUR)
        row.wait_for()
        assert f"Waiting for {4 - count} more" in row.inner_text()
        row.get_by_role("button").first.click()
        if count < 3:
            row.get_by_role("button", name="Leave").wait_for()
    pages[3].wait_for_selector(".ground.painted", state="attached")
    for page in pages[:3]:
        page.goto(home(page))
        page.locator(".mine-all li", has_text=FOUR).get_by_role("button").first.click()
        page.wait_for_selector(".ground.painted", state="attached")
    links = [page.url.rsplit("/", 1)[1].partition("#")[0] for page in pages]
    lena = house.ask(f"/seat/{links[3]}")["seat"]
    pages[3].get_by_role("tab", name="Players").click()
    pages[3].get_by_role("button", name="Give up my seat").click()
    pages[3].get_by_role("button", name="Give it up").click()
    pages[3].wait_for_selector(".scenario")
    first.get_by_role("tab", name="Players").click()
    first.get_by_role("button", name="Let a computer play").click()
    first.get_by_role("button", name="Let it play").click()
    first.locator(".players li.computer").wait_for()
    # The three go on, and the computer takes its part.
    pick = random.Random(6)

    def computer_has_chosen():
        for link in links[:3]:
            view = house.ask(f"/seat/{link}/view")
            if view.get("decision"):
                choices = [option["choice"] for option in view["decision"]["options"]]
                house.choose(link, view, pick.choice(choices))
                break
        info = house.ask(f"/seat/{links[0]}")
        return any(moment["label"].lower().startswith(f"{lena} has chosen") for moment in info["moments"])

    until(first, computer_has_chosen)
    for page in pages[:3]:
        page.get_by_role("tab", name="Players").click()
        page.get_by_role("button", name="draw").first.click()
    for page in pages[:3]:
        page.wait_for_selector("dialog.end")
        assert "agreed to a draw" in page.locator(".end-head").inner_text()
