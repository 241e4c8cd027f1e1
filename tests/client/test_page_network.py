"""Two and more pages of one battle: far apart, watched, reloaded, and with a server that dies."""

import json
import random
import time

from hands import PATIENCE, begin, click_once, rest, story, until, wait

from sandtable.server.edge.changes import changed

VARNE = "regimental/the-varne-bridgehead"


def test_far_apart_and_watched(table, house):
    first = table.page()
    begin(first, house.address, "Cats in the Mist", "With someone far away")
    first.wait_for_selector("dialog .copy input")
    invitation, watching = (first.locator("dialog .copy input").nth(n).input_value() for n in (0, 1))
    first.keyboard.press("Escape")
    first.wait_for_selector(".ask.asked")
    second = table.page()
    second.goto(invitation)
    second.wait_for_selector(".ask-idle")
    assert second.locator(".ask-idle .prompt").inner_text() == "The German player chooses"
    own = second.url
    assert not own.endswith("#invite")
    third = table.page()
    third.goto(watching)
    third.wait_for_selector(".ask-idle")
    assert "watching" in third.locator(".ask").inner_text()
    first.keyboard.press("d")
    for page in (second, third):
        page.wait_for_function("() => document.querySelectorAll('.counter').length >= 3")
    # The invitation is used up for everybody else; who holds the seat may open it again.
    fourth = table.page()
    fourth.goto(invitation)
    fourth.wait_for_selector(".nothing")
    table.faults.clear()  # the browser tells of the 404 itself
    second.goto(invitation)
    second.wait_for_selector(".ask")
    second.wait_for_url(own)


def test_a_seat_is_taken_though_the_answer_was_lost(table, house):
    made = house.battle({"german": "person", "soviet": "person"})
    page = table.page()
    lost = []

    def lose(route):
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)  # the server has done it, and the page never hears of it
            route.abort()

    page.route("**/take", lose)
    page.goto(f"{house.address}/b/{made['seats']['soviet']}#invite")
    page.wait_for_selector(".ask-idle")
    assert lost == [200] and made["seats"]["soviet"] not in page.url
    table.faults.clear()  # of the answer that was lost


def agree(pages):
    """Wait until all pages tell the same story."""
    end = time.monotonic() + PATIENCE
    while True:
        stories = [story(page) for page in pages]
        if all(each == stories[0] for each in stories):
            return stories[0]
        assert time.monotonic() < end, stories
        pages[0].wait_for_timeout(50)


def listen(line, frames):
    """Keep what comes, each view whole."""
    view = None

    def hear(frame):
        nonlocal view
        message = json.loads(frame)
        if "changes" in message:
            message["view"] = changed(view, message["changes"])
        view = message.get("view", view)
        frames.append(message)

    line.on("framereceived", hear)


def give_orders(page, luck):
    """One commander in front of his page: an order for each regiment, a change of mind, ready."""
    given = minds = 0
    while True:
        page.wait_for_function("() => !document.querySelector('.battle.sending')")
        orders = page.locator(".ask .option[data-do=order]")
        change = page.locator(".ask .option[data-do=change]")
        ready = page.locator(".ask .option[data-do=ready]")
        before = page.locator("#prompt").inner_text()
        if orders.count():
            orders.nth(luck.randrange(orders.count())).click()
            given += 1
        elif change.count() and minds < 2:
            change.first.click()
            minds += 1
        elif ready.count():
            ready.click()
            page.wait_for_function(
                "() => document.querySelector('.curtain') || !document.querySelector('.ask .option[data-do=ready]')"
            )
            return given
        page.wait_for_function("(t) => document.querySelector('#prompt')?.textContent.trim() !== t", arg=before)


def waiting(frames):
    """Whom the battle waited for, view by view."""
    return [frame["view"]["waiting"] for frame in frames if "view" in frame]


def shown(page):
    """All that a page says, but for whom it waits."""
    page.get_by_role("tab", name="Forces").click()
    page.get_by_role("tab", name="Story").click()
    words = page.locator("body").text_content()
    for said in (".ask-idle", ".players", ".company-acts"):
        for part in page.locator(said).all():
            words = words.replace(part.text_content(), "")
    return words


def test_orders_are_secret_until_both_have_given_them(table, house):
    """While one commander orders, nothing changes in the page of the other, nor in anything it is sent."""
    made = house.battle({"blue": "person", "red": "person"}, VARNE)
    pages, frames = {}, {"blue": [], "red": [], "": []}
    for seat, token in [*made["seats"].items(), ("", made["spectator"])]:
        page = pages[seat] = table.page()
        page.on("websocket", lambda line, seat=seat: listen(line, frames[seat]))
        page.goto(f"{house.address}/b/{token}")
        page.wait_for_selector(".ground.painted", state="attached")
    luck = random.Random(5)
    assert wait(pages["red"])
    before = {seat: shown(pages[seat]) for seat in ("red", "")}
    assert give_orders(pages["blue"], luck) > 2
    for seat, text in before.items():
        until(pages[seat], lambda seat=seat: waiting(frames[seat])[-1] == ["red"])  # that blue is ready is seen
        rest(pages[seat])
        assert shown(pages[seat]) == text
        assert waiting(frames[seat])[0] == ["blue", "red"]
        views = [frame["view"] for frame in frames[seat] if "view" in frame]
        assert len({json.dumps({**view, "waiting": []}, sort_keys=True) for view in views}) == 1
        assert not any(frame.get("events") for frame in frames[seat])
    assert give_orders(pages["red"], luck) > 1
    told = agree(list(pages.values()))
    for seat in pages:  # now everybody knows, and all from the same events
        orders = [event for frame in frames[seat] for event in frame.get("events", []) if event["kind"] == "order"]
        assert {event["side"] for event in orders} == {"blue", "red"}
    for _ in range(8):  # and on, with the mouse, whoever is asked, until something happens
        page = next(page for page in pages.values() if page.locator(".ask.asked").count())
        assert wait(page)
        click_once(page, luck)
        if len(agree(list(pages.values()))) > len(told):
            return
    raise AssertionError("nothing happened")


def test_two_commanders_at_one_screen_do_not_see_each_others_orders(table, house):
    page = table.page()
    begin(page, house.address, "The Varne Bridgehead", "Two players at this screen")
    luck = random.Random(3)
    page.get_by_role("button", name="I am the Blue player").click()
    assert wait(page)
    assert give_orders(page, luck) > 2
    page.wait_for_selector(".curtain")
    assert "Face down: " in forces(page)  # what blue saw lies behind the curtain
    box = page.locator(".curtain").bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 800)
    page.keyboard.press("u")  # and no key reaches through it
    page.get_by_role("button", name="I am the Red player").click()
    assert wait(page)
    assert "Face down: " not in forces(page) and "An order, face down" in forces(page)
    assert give_orders(page, luck) > 1
    told = "/Move\\.|Hold\\.|Dig in\\.|Retreat\\./.test(document.querySelector('.story').textContent)"
    page.wait_for_function(f"() => document.querySelector('.curtain') || {told}")
    if page.locator(".curtain").count():  # whoever is asked next sits down first
        page.locator(".curtain button").click()
    page.wait_for_function(f"() => {told}")


def forces(page):
    """What the list of forces says, shown or not, and all that lies on the board."""
    page.evaluate("() => document.querySelector('.tab-forces').click()")
    rest(page)
    words = page.evaluate(
        "() => document.body.textContent + [...document.querySelectorAll('[title], [aria-label]')]"
        ".map((e) => (e.title || '') + (e.getAttribute('aria-label') || '')).join(' ')"
    )
    page.evaluate("() => document.querySelector('.tab-story').click()")
    return words


def test_reload_in_the_middle_of_a_battle(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=13)
    page = table.open(made["seats"]["german"])
    luck = random.Random(4)
    for _ in range(4):
        assert wait(page)
        click_once(page, luck)
    assert wait(page)
    before = page.locator("#prompt").inner_text(), story(page)
    page.reload()
    page.wait_for_selector(".ask.asked")
    assert (page.locator("#prompt").inner_text(), story(page)) == before
    click_once(page, luck)


def test_the_page_comes_back_after_the_server_was_killed(table, frail):
    """Three times, with the computer at work: the page is not reloaded, and what it has shown stays true."""
    table.house = frail
    made = frail.battle({"german": "person", "soviet": "random"}, seed=14)
    page = table.open(made["seats"]["german"])
    page.evaluate("() => { window.neverReloaded = true }")
    luck = random.Random(5)
    for _ in range(3):
        for _ in range(2):
            assert wait(page)
            click_once(page, luck)
        told = story(page)[:-1]  # the last line may go on: steps of one march are one line
        frail.kill()
        page.wait_for_selector(".battle.offline")
        frail.start()
        page.wait_for_selector(".battle:not(.offline)")
        assert wait(page)
        assert story(page)[: len(told)] == told
    assert page.evaluate("() => window.neverReloaded")
    click_once(page, luck)


def test_both_sides_are_told_that_a_chosen_seed_is_practice(table, house):
    made = house.battle({"german": "person", "soviet": "person"}, seed=7)
    for token in made["seats"].values():
        page = table.open(token)
        page.wait_for_selector(".practice")
        assert "every die can be known in advance" in page.locator(".practice").inner_text()
    fair = house.battle({"german": "person", "soviet": "person"})
    page = table.open(fair["seats"]["german"])
    page.wait_for_selector(".prompt")
    assert not page.locator(".practice").count()


def test_who_may_watch_is_chosen_in_the_lobby(table, house):
    page = table.page()
    page.goto(house.address)
    page.get_by_role("button", name="Play").first.click()
    page.locator("details.advanced summary").click()
    page.locator("details.advanced select").select_option("private")
    with page.expect_response("**/api/battles") as answer:
        page.get_by_role("button", name="Begin the battle").click()
    made = answer.value.json()
    assert made["spectator"] == "" and made["battle"] not in str(house.ask("/battles"))
    page.wait_for_selector(".ask")
    page.goto(house.address)  # whoever made it finds it in his list, with how it stands
    page.wait_for_selector(".mine .battles li")
    assert "you" in page.locator(".mine .battles li small").first.inner_text()
