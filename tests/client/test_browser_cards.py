"""A game of cards through the page: the hand, the stack, the growing map, flips, soldiers in their teams."""

import random

from hands import play_by_mouse, until, wait

SEATS = {"rangers": "person", "grenadiers": "person"}


def begin(table, house, seats=None, settings=None, **how):
    made = house.ask("/battles", {"scenario": "platoon/farm", "seats": seats or SEATS})
    page = table.page(settings, **how)
    page.goto(f"{house.address}/b/{made['seats']['rangers']}")
    page.wait_for_selector(".ask.asked")
    return page, made["seats"]


def test_the_hand_is_read_and_played(table, house):
    page, seats = begin(table, house)
    own = page.locator(".hand.own .card")
    assert own.count() == 7 and page.locator(".hand:not(.own) .card-back").count() == 7
    assert page.locator(".hand.own .cf-die").count() >= 21  # three on each
    fubar = own.filter(has_text="F.U.B.A.R.").first
    whole = fubar.bounding_box()
    assert whole["y"] + whole["height"] <= page.viewport_size["height"], "at rest a card is short and not cut off"
    assert "ATTACK" in fubar.inner_text().upper()
    fubar.hover()
    assert "Cancel the card" in fubar.inner_text(), "under the pointer it grows to be read"
    own.filter(has_text="ROAD").click()
    page.locator(".menu-popover .option").first.click()
    page.wait_for_selector(".stack .card")
    assert page.locator(".stack .next .stack-what").inner_text().startswith("next")
    band = page.locator(".stack .cf-head").evaluate("(head) => getComputedStyle(head).backgroundColor")
    assert band != "rgba(0, 0, 0, 0)", "its name stands on the colour of the side"
    other = table.page()
    other.goto(f"{house.address}/b/{seats['grenadiers']}")
    other.locator(".ask .quiet-option").click()
    page.wait_for_selector(".stack", state="hidden")
    page.wait_for_function("() => document.querySelectorAll('.k-open').length === 1")  # the map has grown
    assert page.locator(".hand.own .card").count() == 6


def test_a_card_lights_up_what_it_is_for_and_nothing_else(table, house):
    page, _ = begin(table, house)
    targets, places = page.locator(".ring.target"), page.locator("path.reach")
    before = (targets.count(), places.count())
    own = page.locator(".hand.own .card")
    own.filter(has_text="ROAD").hover()
    page.wait_for_function("() => !document.querySelector('.ring.target')")
    assert places.count() > 0
    own.filter(has_text="F.U.B.A.R.").first.hover()  # an Attack order
    page.wait_for_function("() => !document.querySelector('path.reach')")
    assert targets.count() == 2
    page.mouse.move(2, 2)
    page.wait_for_function("(n) => document.querySelectorAll('.ring.target').length === n", arg=before[0])
    own.filter(has_text="ROAD").click()  # picked: it stays so, and a click on the board means this card
    page.keyboard.press("Escape")
    page.mouse.move(2, 2)
    assert targets.count() == 0 and places.count() > 0


def test_odds_that_take_long_to_count_come_by_themselves(table, house):
    made = house.ask("/battles", {"scenario": "platoon/farm", "seats": SEATS})
    page = table.page()
    held = []
    page.route("**/odds?*", lambda route: held.append(route))
    page.goto(f"{house.address}/b/{made['seats']['rangers']}")
    page.wait_for_selector(".ask.asked")
    shots = page.locator(".ask .option", has_text="Attack Grenadier team 2")
    assert shots.first.locator(".short-odds").inner_text() == "Counting the odds…"
    assert page.locator(".ask .option", has_text="Attack Grenadier team 1").first.locator(
        ".short-odds"
    ).inner_text() == ("54% suppressed")
    words = page.locator(".over text, .ring-word")
    before = words.all_inner_texts()
    shots.first.click()
    page.wait_for_selector(".menu-popover .counting")
    assert page.locator(".menu-popover .commit-button").is_enabled(), "whoever does not want to wait need not"
    for _ in range(shots.count()):  # each card may be played at it, and one is asked for after the other
        until(page, lambda: held)
        held.pop().continue_()
    page.wait_for_function("() => !document.querySelector('.counting')")
    assert page.locator(".menu-popover .odds b").all_inner_texts() == ["31%", "69%"]
    assert shots.first.locator(".short-odds").inner_text() == "31% suppressed"
    assert words.all_inner_texts() != before, "the chance stands beside the target"


def test_odds_that_do_not_come_are_not_waited_for(table, house):
    made = house.ask("/battles", {"scenario": "platoon/farm", "seats": SEATS})
    page = table.page()
    page.route("**/odds?*", lambda route: route.fulfill(status=503, json={"error": "The server is full."}))
    page.goto(f"{house.address}/b/{made['seats']['rangers']}")
    page.wait_for_selector(".ask.asked")
    shot = page.locator(".ask .option", has_text="Attack Grenadier team 2").first
    page.wait_for_function("() => !document.querySelector('.counting')")
    shot.click()
    assert page.locator(".menu-popover .odds-how").inner_text() == "The odds could not be had."
    table.faults.clear()  # the browser tells of each 503 itself


def test_teams_show_their_soldiers(table, house):
    page, _ = begin(table, house)
    assert page.locator(".pieces .counter").count() == 4  # plates; the soldiers are on them
    assert page.locator(".pieces .near .k-man").count() == 17
    assert page.locator(".pieces .near .k-man.hurt").count() == 1
    box = page.locator('[data-piece="r1"] .c-body').bounding_box()
    page.mouse.click(box["x"] + 10, box["y"] + box["height"] / 2)
    page.get_by_role("tab", name="Details").click()
    shown = page.locator(".inspect-panel").inner_text()
    assert "Cpt. Alvarez" in shown and "Suppressed" in shown and "Resolve" in shown


# Keeps what the row of flips looked like whenever it changed: it is gone soon.
WATCH = """() => {
  window.rows = [];
  new MutationObserver(() => {
    const dice = [...document.querySelectorAll('.flips .flip')];
    const look = dice.map((flip) => [flip.innerHTML.match(/d-(red|green|blue)/)?.[1], flip.textContent.trim()]);
    if (look.length && JSON.stringify(look) !== JSON.stringify(rows.at(-1))) rows.push(look);
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_flips_are_shown_one_by_one(table, house):
    page, seats = begin(table, house, settings={"motion": "fast"}, clock=True)
    page.evaluate(WATCH)
    page.locator(".ask .attack-option").first.click()
    page.locator(".menu-popover .commit-button").click()
    page.wait_for_selector(".stack .card")
    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    house.ask(f"/seat/{seats['grenadiers']}/choices", {"state": 1, "choice": {"do": "pass"}})
    page.wait_for_selector(".flips .flip")
    assert page.locator(".flip-line .die.d8").count() == 0  # the story is not ahead of the cards
    page.clock.run_for(3000)
    page.wait_for_selector(".flip-line .die.d8")
    rows = page.evaluate("() => rows")
    assert [[colour for colour, _ in row] for row in rows[:3]] == [
        ["red"], ["red", "green"], ["red", "green", "blue"],
    ]  # fmt: skip
    assert all(len(words) > 1 for _, words in rows[2]), "they lie side by side, each with what it is for"
    assert "hill" in page.locator(".story").inner_text()


def test_the_hand_on_a_phone(table, house):
    page, _ = begin(table, house, viewport={"width": 360, "height": 740}, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.wait_for_function(
        """() => [...document.querySelectorAll(".tabs button")].every(
          (tab) => tab.getBoundingClientRect().bottom <= 741)"""
    )
    card = page.locator(".hand.own button.card").first
    card.scroll_into_view_if_needed()
    card.tap()
    card.tap()
    page.wait_for_function("() => document.querySelector('.menu-popover') || document.querySelector('.stack .card')")


def test_a_whole_battle_of_cards_by_mouse(table, house):
    page, _ = begin(table, house, {"rangers": "person", "grenadiers": "random"})
    assert wait(page)
    play_by_mouse(page, random.Random(3))
    assert "draw" in page.locator("dialog.end .end-head").inner_text()
