"""A mission of four: it waits for all seats, one of them is given up to a computer player, and the battle goes on."""

import json
import random

import pytest
from hands import OVER, click_once, pass_once, rest
from test_page_people import home, named

from soak import LONG

FOUR = "Capture the Flag, four players"
BRISK = 12  # choices of any kind by each, before he passes where he may
MOST = 2000


def play_together(pages, luck):
    """Until the battle is over: whoever is asked chooses, by mouse."""
    made = dict.fromkeys(pages, 0)
    for _ in range(MOST):
        answers = {page: page.evaluate(OVER) for page in pages}
        if set(answers.values()) == {"over"}:
            return
        asked = [page for page in pages if answers[page] == "asked"]
        for page in asked[:1]:
            rest(page)
            if page.evaluate(OVER) == "asked":
                (click_once if made[page] < BRISK else pass_once)(page, luck)
                made[page] += 1
        if not asked:
            pages[0].wait_for_timeout(20)
    raise AssertionError(f"the battle is not over after {made.values()} choices")


@pytest.mark.soak
@pytest.mark.skipif(not LONG, reason="a mission of four in the page is for `make soak`")
def test_a_mission_of_four_goes_on_with_a_computer_in_a_seat_that_was_given_up(square):
    house = square.house
    pages = [named(square, name) for name in ("Ines", "Jan", "Kurt", "Lena")]
    first = pages[0]
    card = first.locator(".scenario").filter(has=first.get_by_role("heading", name="Capture the Flag", exact=True))
    card.get_by_role("button", name="four players").click()
    first.locator(".mode-card", has_text="With whoever comes").click()
    first.get_by_role("button", name="Open a table").click()
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
    pages[3].get_by_role("tab", name="Players").click()
    pages[3].get_by_role("button", name="Give up my seat").click()
    pages[3].get_by_role("button", name="Give it up").click()
    pages[3].wait_for_selector(".scenario")
    first.get_by_role("tab", name="Players").click()
    first.get_by_role("button", name="Let a computer play").click()
    first.get_by_role("button", name="Let it play").click()
    first.locator(".players li.computer").wait_for()
    # The three play on to the end, each in his own page, and the computer takes its part.
    play_together(pages[:3], random.Random(6))
    for page in pages[:3]:
        page.wait_for_selector("dialog.end")
    info = house.ask(f"/seat/{links[0]}")
    journal = first.request.get(f"{house.address}/api/seat/{links[0]}/journal").text().splitlines()
    chosen = [line for line in map(json.loads, journal) if "choice" in line]
    assert {line["seat"] for line in chosen} == set(info["seats"]), "all four have chosen, the computer too"
    assert "settle" not in {line["choice"]["do"] for line in chosen}, "it ended by the rules of the mission"
