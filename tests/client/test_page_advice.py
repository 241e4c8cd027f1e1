"""Hints while one plays, and after the battle why computer players did what they did; how fair a scenario is.

What they choose and say is scripted (players.py).
"""

import re

import pytest
from hands import now as asked_now
from hands import rest, settle, until, wait

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LEVELS = ("greedy", "random")
MOMENT = 1000  # milliseconds: longer than one must stay at a moment to be told why


@pytest.fixture
def seated(table, house):
    """The page of a person who is asked, and the token of his seat."""
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    token = made["seats"]["german"]
    page = table.open(token)
    assert wait(page)
    return page, token


def act(page, count):
    """Answer so many questions by the first button."""
    for _ in range(count):
        before = asked_now(page)
        page.locator(".ask .option").first.click()
        settle(page, before)
        assert wait(page)


def test_a_hint_is_shown_and_nothing_is_played(seated, house):
    page, token = seated
    act(page, 4)
    state = house.ask(f"/seat/{token}")["state"]
    page.get_by_role("button", name="Hint").click()
    card = page.get_by_role("region", name="Hint")
    card.wait_for()
    assert "The Tactician suggests" in card.inner_text()
    assert card.locator(".why").inner_text().endswith(".")
    assert page.locator(".option.advised").count() == 1
    assert page.locator(".over .advised-flag").count() >= 1
    assert house.ask(f"/seat/{token}")["state"] == state  # nothing has been played
    page.keyboard.press("!")
    card.wait_for(state="detached")
    assert page.locator(".advised-flag, .option.advised").count() == 0
    page.keyboard.press("!")
    card.wait_for()
    words = card.locator("header b").inner_text()
    before = asked_now(page)
    card.get_by_role("button", name="Do that").click()
    settle(page, before)
    if page.locator(".commit-button").count():  # an attack shows its odds first
        page.locator(".commit-button").click()
        settle(page, before)
    page.wait_for_function("(state) => Number(document.querySelector('.battle').dataset.state) > state", arg=state)
    assert card.count() == 0, words  # it was about another question
    assert page.locator(".advised-flag").count() == 0


def test_escape_puts_the_hint_away_and_leaves_the_question_as_it_is(seated):
    page, _ = seated
    act(page, 4)
    asked = asked_now(page)
    page.keyboard.press("!")
    card = page.get_by_role("region", name="Hint")
    card.wait_for()
    acts, box = card.locator(".advice-acts").bounding_box(), card.bounding_box()
    assert acts["y"] + acts["height"] <= box["y"] + box["height"] + 1, "“Do that” is in sight"
    page.keyboard.press("Escape")
    card.wait_for(state="detached")
    assert asked_now(page) == asked


def test_plans_are_listed_with_value_and_tries_the_chosen_one_first(seated):
    page, _ = seated
    act(page, 1)
    page.keyboard.press("!")
    page.locator(".advice .compared > summary").click()
    page.wait_for_selector(".advice .plans")
    rows = page.locator(".plans li")
    assert rows.count() >= 2 and "best" in rows.first.get_attribute("class")
    for row in rows.all():
        if row.is_visible():
            assert re.fullmatch(r"[+−]\d+\.\d|0\.0|\d+ % \w+|win|loss", row.locator("b").inner_text())
            assert re.fullmatch(r"1 try|\d+ tries", row.locator("small").inner_text())
    wide = rows.locator(".plan-value i").evaluate_all("(bars) => bars.map((bar) => parseFloat(bar.style.width))")
    assert wide[0] == 100 and wide == sorted(wide, reverse=True)
    assert page.get_by_text("1 is worth about a platoon").count() == 1


def test_another_player_may_be_asked(seated):
    page, _ = seated
    act(page, 1)
    page.keyboard.press("!")
    card = page.get_by_role("region", name="Hint")
    card.wait_for()
    card.get_by_label("Ask the").select_option("greedy")
    page.wait_for_function("() => document.querySelector('.advice header small')?.textContent.includes('Sergeant')")
    assert "random" not in card.locator("select").inner_text()


def test_the_page_says_that_somebody_thinks_and_a_late_hint_is_dropped(seated):
    page, _ = seated
    held = []
    page.route("**/hint", lambda route: held.append(route))
    page.keyboard.press("!")
    button = page.locator(".hint-button")
    button.get_by_text("Thinking").wait_for()
    assert button.get_attribute("aria-disabled") == "true"
    page.keyboard.press("!")  # once is enough
    act(page, 1)
    assert len(held) == 1
    assert page.locator(".hint-button").inner_text().startswith("Hint")
    answer = {"state": 0, "level": "tactician", "choice": {"do": "pass"}, "thought": None}
    with page.expect_response("**/hint"):
        held[0].fulfill(json=answer)
    page.keyboard.press("!")  # were the first one shown, this would put it away
    until(page, lambda: len(held) == 2)
    assert page.locator(".advice").count() == 0
    held[1].fulfill(json={**answer, "level": "greedy"})
    page.get_by_role("region", name="Hint").get_by_text("The Sergeant suggests").wait_for()
    assert page.locator(".advice").count() == 1


def test_a_refused_hint_is_told(seated, table):
    page, _ = seated
    answer = {"status": 429, "content_type": "application/json", "body": '{"error": "Too many hints just now."}'}
    page.route("**/hint", lambda route: route.fulfill(**answer))
    page.locator(".hint-button").click()
    page.get_by_text("Too many hints just now.").first.wait_for()
    assert page.locator(".hint-button").inner_text().startswith("Hint")
    table.faults[:] = [fault for fault in table.faults if "429" not in fault]  # the browser tells of it itself


@pytest.mark.parametrize("kind", ["hexes", "cards", "plane"])
def test_a_hint_is_marked_on_every_board(table, house, kind):
    made = house.battle({"red": "person", "blue": "random"}, f"gallery/{kind}")
    page = table.open(made["seats"]["red"])
    assert wait(page)
    page.route("**/hint", lambda route: route.fulfill(json=advised()))
    options = house.ask(f"/seat/{made['seats']['red']}/view")["decision"]["options"]
    move = next(option for option in options if option["choice"]["do"] == "move")
    fire = next(option for option in options if option["choice"]["do"] == "fire")

    def advised():
        return {"state": 0, "level": "tactician", "choice": wanted["choice"], "thought": None}

    for wanted in (move, fire):
        page.keyboard.press("!")
        page.wait_for_selector(".advice")
        assert "No other option is worth considering" in page.locator(".advice").inner_text()
        if wanted is move and kind == "plane":
            assert page.locator(".p-ghost").count() == 1
            page.locator(".option").last.hover()
            page.mouse.move(5, 400)
            assert page.locator(".p-ghost").count() == 1  # it stays while other buttons are looked at
        else:
            assert page.locator(".advised-flag").count() == 1
            assert page.locator(".advised-place" if wanted is move else ".ring.advised").count() == 1
        page.keyboard.press("!")
        page.wait_for_selector(".advice", state="detached")
        assert page.locator(".advised-flag, .p-ghost").count() == 0


def test_a_spectator_gets_no_hints(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    page = table.open(made["spectator"])
    page.wait_for_selector(".ask-idle")
    page.keyboard.press("!")
    assert page.locator(".hint-button, .advice").count() == 0


def test_a_hint_on_a_phone(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    page = table.open(made["seats"]["german"], **PHONE)
    assert wait(page)
    page.locator(".hint-button").tap()
    page.wait_for_selector(".advice")
    rest(page)
    for part in (".advice", ".hint-button", ".advice .primary"):
        box = page.locator(part).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


# Why ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fought(house):
    """A battle that is over, and its state."""
    made = house.battle({"german": "greedy", "soviet": "random"}, seed=21)
    house.wait_for(made["spectator"], lambda view: view.get("result"))
    return made, house.ask(f"/seat/{made['spectator']}")


def test_after_the_battle_a_computer_player_says_why(table, house, fought):
    made, info = fought
    page = table.open(made["spectator"], clock=True)
    page.wait_for_selector("dialog.end .luck .loss")
    page.get_by_role("button", name="Watch the replay").click()
    page.wait_for_selector('.replay[data-shown="0"]')
    assert page.locator(".advice").count() == 0  # nobody has chosen yet
    places = {moment["state"]: place for place, moment in enumerate(info["moments"])}
    thoughts = [house.ask(f"/seat/{made['spectator']}/thought?state={state}") for state in info["explained"][:40]]
    greedy, random = (
        [each for each in thoughts if each["thought"]["level"] == level] for level in ("greedy", "random")
    )
    assert len(greedy) > 2 and len(random) > 1
    titles = {level["name"]: level["title"] for level in info["levels"]}
    for each in [*greedy[-3:], *random[-2:]]:
        state, thought = each["state"], each["thought"]
        stay(page, places[state])
        card = page.get_by_role("region", name="Why?")
        card.get_by_text(thought["why"], exact=True).wait_for()
        assert card.locator("header b").inner_text() == thought["choice"]
        assert card.locator("header small").inner_text().endswith(titles[thought["level"]])
        assert card.locator(".plans li").count() == len(thought["plans"])
    silent = next(place for state, place in places.items() if state and state not in info["explained"])
    asked = asked_why(page)
    stay(page, silent)
    assert asked == [] and page.locator(".advice").count() == 0


def stay(page, place):
    """Go to a moment of the replay, and look at it for a while."""
    page.locator(".scrub").fill(str(place))
    page.wait_for_selector(f'.replay[data-shown="{place}"]')
    page.clock.run_for(MOMENT)


def asked_why(page):
    """The requests for a reason, from now on."""
    found = []
    page.on("request", lambda request: found.append(request.url) if "/thought" in request.url else None)
    return found


def test_nobody_says_why_while_the_battle_goes_on(table, house):
    made = house.battle({"german": "person", "soviet": "greedy"}, seed=11)
    page = table.open(made["seats"]["german"], clock=True)
    assert wait(page)
    act(page, 6)
    page.keyboard.press("r")
    page.wait_for_selector(".replay:not([hidden])")
    last = len(house.ask(f"/seat/{made['seats']['german']}")["moments"]) - 1
    page.wait_for_selector(f'.replay[data-shown="{last}"]')
    asked = asked_why(page)
    for place in range(last - 1, 0, -1):  # among them choices of the computer player
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector(f'.replay[data-shown="{place}"]')
        page.clock.run_for(MOMENT)
    assert asked == [] and page.locator(".advice").count() == 0


def test_on_a_phone_the_reasons_lie_below_the_map(table, fought):
    made, info = fought
    page = table.open(made["spectator"], **PHONE)
    page.wait_for_selector("dialog.end .luck .loss")  # it grows until then, and its buttons move
    page.get_by_role("button", name="Watch the replay").tap()
    page.wait_for_selector(".replay:not([hidden])")
    place = next(place for place, moment in enumerate(info["moments"]) if moment["state"] in info["explained"][5:])
    page.locator(".scrub").fill(str(place))
    page.wait_for_selector(".advice.past")
    rest(page)
    bar, rail = page.locator(".replay").bounding_box(), page.locator(".rail").bounding_box()
    sheet = page.locator(".sheet").bounding_box()
    assert bar["y"] + bar["height"] <= sheet["y"] + 2 and sheet["y"] + sheet["height"] <= rail["y"] + 2


# Balance -----------------------------------------------------------------------------------------------


def test_the_lobby_shows_how_fair_a_scenario_is(table, house):
    page = table.page()
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    card = page.locator(".scenario", has_text="On cards")
    words = "Red won 54%, 3% draws (tactician against itself, 400 games)"
    assert card.locator(".balance").inner_text() == words
    parts = card.locator(".balance-bar i").evaluate_all("(parts) => parts.map((part) => part.style.flexGrow)")
    assert parts == ["216", "12", "172"]
    even = page.locator(".scenario", has_text="On plane").locator(".balance")
    assert even.inner_text().startswith("Red and Blue won 50% each")
    assert page.locator(".scenario", has_text="On hexes").locator(".balance").count() == 0
