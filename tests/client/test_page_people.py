"""People in the page: a name and a badge, another device, an account that goes."""

import json

from hands import now, settle, wait

CROWD = iter(range(1, 1000))


def named(square, name=""):
    """The lobby of somebody who has just chosen a name."""
    name = name or f"Guest {next(CROWD)}"
    page = square.page()
    page.goto(square.door())
    page.get_by_role("button", name="Choose a name").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take this name").click()
    page.get_by_role("button", name=f"{name}: your account").wait_for()
    return page


def home(page):
    """The address of the server at which somebody came in."""
    return "/".join(page.url.split("/")[:3])


def test_on_ones_own_machine_nobody_is_asked_who_he_is(table, house):
    page = table.page()
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    assert page.locator(".me-button").count() == 0


def test_a_name_is_chosen_changed_and_refused_by_keyboard(square):
    page = named(square, "Rosa")
    badge = page.locator(".me-button .badge").evaluate("badge => badge.outerHTML.replace(/badge-\\d+/g, '')")
    other = square.page()
    other.goto(square.house.address)
    other.get_by_role("button", name="Choose a name").focus()
    other.keyboard.press("Enter")
    other.get_by_label("Your name").wait_for()
    other.keyboard.type("r0sa")
    other.keyboard.press("Enter")
    other.get_by_text("or one that looks like it").wait_for()
    other.get_by_label("Your name").fill("Karl")
    other.keyboard.press("Enter")
    other.get_by_role("button", name="Karl: your account").wait_for()
    drawn = other.locator(".me-button .badge").evaluate("badge => badge.outerHTML.replace(/badge-\\d+/g, '')")
    assert drawn != badge
    square.faults.clear()  # the browser notes the refusal as an error of its own
    page.reload()
    page.get_by_role("button", name="Rosa: your account").click()
    page.get_by_label("Name", exact=True).fill("Rosalind")
    page.get_by_role("button", name="Change it").click()
    page.locator(".who b", has_text="Rosalind").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rosalind: your account").wait_for()


def test_an_account_goes_to_a_phone_and_comes_back_by_a_printed_code(square):
    page = named(square, "Otto")
    page.get_by_role("button", name="Otto: your account").click()
    page.get_by_role("button", name="Code for another device").click()
    page.wait_for_selector(".qr")
    code = page.locator(".big-code").inner_text()
    phone = square.page(viewport={"width": 390, "height": 844}, has_touch=True)
    phone.goto(f"{square.house.address}/#enter={code}")  # what the camera reads
    phone.get_by_role("button", name="Bring it here").click()
    phone.get_by_role("button", name="Otto: your account").wait_for()
    page.get_by_role("button", name="Recovery code").click()
    page.get_by_text("The recovery code of Otto").wait_for()
    printed = page.locator(".big-code").inner_text()
    page.emulate_media(media="print")
    on_paper = page.locator("body").inner_text().split("\n")[0]
    assert on_paper == printed and not page.locator(".scenario, .who, .ways").first.is_visible()
    page.emulate_media(media="screen")
    assert len(printed) > len(code)
    phone.get_by_role("button", name="Otto: your account").click()
    phone.get_by_role("button", name="Sign out on this device").click()
    phone.get_by_role("button", name="Choose a name").click()
    phone.get_by_label("its code").fill(printed.lower())
    phone.get_by_role("button", name="Bring it here").click()
    phone.get_by_role("button", name="Otto: your account").wait_for()


def test_data_is_taken_along_and_an_account_deleted(square):
    page = named(square, "Emil")
    page.get_by_role("button", name="Emil: your account").click()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Take my data with me").click()
    with open(taken.value.path()) as file:
        assert json.load(file)["account"]["name"] == "Emil"
    page.get_by_text("Delete my account").click()
    page.get_by_label("Type Emil to delete it").fill("Emil")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Choose a name").wait_for()
    assert page.evaluate("localStorage.getItem('sandtable.me')") is None


def offer(page, scenario, side=""):
    """Open a table in the lobby."""
    heading = page.get_by_role("heading", name=scenario, exact=True)
    page.locator(".scenario").filter(has=heading).get_by_role("button", name="Play", exact=True).click()
    page.locator(".mode-card", has_text="With whoever comes").click()
    if side:
        page.locator(".side-card", has_text=side).click()
    page.get_by_role("button", name="Open a table").click()
    page.locator(".tables li", has_text=scenario).wait_for()


def take_turns(pages):
    """By key, one after the other, to the end."""
    while True:
        for page in pages:
            if not wait(page):
                return
            before = now(page)
            page.keyboard.press("p")
            settle(page, before)


def test_two_strangers_meet_at_an_open_table_and_finish_a_battle(square):
    rosa, karl = named(square, "Anna"), named(square, "Bert")
    offer(rosa, "On cards", "Red")
    karl.reload()
    karl.get_by_role("button", name="Play On cards with Anna").click()
    karl.wait_for_selector(".ask-idle")
    called = rosa.locator(".toast", has_text="On cards begins, with Bert")  # she has waited in the lobby
    called.wait_for()
    row = rosa.locator(".mine-all li", has_text="On cards")
    assert "Your turn" in row.inner_text() and "Bert" in row.inner_text() and rosa.title() == "(1) Sandtable"
    called.get_by_role("button", name="Go there").click()
    take_turns((rosa, karl))
    for page in (rosa, karl):
        page.wait_for_selector("dialog.end")
    # Again, with sides changed: Bert is asked, and nobody else sees it.
    rosa.get_by_role("button", name="Swap sides").click()
    rosa.locator(".tables li", has_text="On cards").wait_for()
    rosa.locator(".finished summary").click()
    rosa.get_by_label("Search finished battles").fill("bert")
    assert rosa.locator(".finished li").count() == 1 and "Drawn" in rosa.locator(".finished li").inner_text()
    rosa.get_by_label("How they ended").select_option("won")
    rosa.get_by_text("No battle matches that.").wait_for()
    karl.goto(home(karl))
    asked = karl.locator(".tables li.asked")
    asked.wait_for()
    assert "You are asked to play again" in asked.inner_text()
    karl.go_back()
    karl.wait_for_selector("dialog.end")
    karl.get_by_role("button", name="Swap sides").click()  # and he asks her
    karl.wait_for_selector(".ask.asked")  # red moves first
    assert karl.locator("dialog.end").count() == 0


def test_players_see_each_other_talk_and_agree_to_a_draw(square):
    rosa, karl = named(square, "Clara"), named(square, "Dora")
    offer(rosa, "On cards", "Red")
    karl.reload()
    karl.get_by_role("button", name="Play On cards with Clara").click()
    rosa.reload()
    rosa.get_by_role("button", name="Continue").click()
    for page, other in ((rosa, "Dora"), (karl, "Clara")):
        page.get_by_role("tab", name="Players").click()
        page.locator(".players li.here", has_text=other).wait_for()
    karl.get_by_label("Say something").fill("Good luck <b>!</b>")
    karl.keyboard.press("Enter")
    rosa.locator(".talk li", has_text="Good luck <b>!</b>").wait_for()
    rosa.locator(".players li", has_text="Dora").get_by_role("button", name="Mute").click()
    assert rosa.locator(".talk li").count() == 0
    rosa.get_by_role("button", name="Unmute").click()
    rosa.locator(".talk li").wait_for()
    # A choice is taken back, as both agree.
    assert wait(rosa)
    rosa.keyboard.press("p")
    assert wait(karl)
    rosa.get_by_role("button", name="Ask to take back my last choice").click()
    karl.get_by_text("asks to take back the last choice").first.wait_for()
    karl.get_by_role("button", name="Let Red take it back").click()
    assert wait(rosa)
    karl.wait_for_selector(".ask-idle")
    rosa.get_by_role("button", name="Offer a draw").click()
    karl.get_by_role("button", name="Decline").wait_for()
    karl.get_by_role("button", name="Agree to a draw").click()
    for page in (rosa, karl):
        page.wait_for_selector("dialog.end")
        assert "agreed to a draw" in page.locator(".end-head").inner_text()


def test_a_seat_is_given_up_and_a_computer_goes_on(square):
    rosa, karl = named(square, "Edda"), named(square, "Fred")
    offer(rosa, "On cards", "Red")
    karl.reload()
    karl.get_by_role("button", name="Play On cards with Edda").click()
    karl.get_by_role("tab", name="Players").click()
    rosa.reload()
    rosa.get_by_role("button", name="Continue").click()
    assert wait(rosa)
    rosa.keyboard.press("p")
    karl.get_by_role("button", name="Give up my seat").click()
    karl.get_by_role("button", name="Give it up").click()
    karl.wait_for_selector(".scenario")
    rosa.get_by_role("tab", name="Players").click()
    rosa.get_by_role("button", name="Let a computer play").click()
    rosa.get_by_role("button", name="Let it play").click()
    rosa.locator(".players li.computer").wait_for()
    assert rosa.get_by_role("button", name="Give up my seat").count() == 0  # there is nobody who would play on
    assert wait(rosa)  # the computer has answered, and it is red's turn again
    rosa.get_by_role("button", name="Resign").click()
    rosa.locator("dialog").get_by_role("button", name="Resign").click()
    rosa.wait_for_selector("dialog.end")
    assert "Red resigned" in rosa.locator(".end-head").inner_text()


def test_a_new_link_is_offered_only_until_somebody_has_come(square):
    """Who has come keeps his seat, also while he is away and before he has chosen anything."""
    rosa, guest = named(square, "Gesa"), square.page()
    made = square.house.battle({"red": "person", "blue": "person"}, "gallery/cards")["seats"]
    rosa.goto(f"{home(rosa)}/b/{made['red']}")
    rosa.get_by_role("tab", name="Players").click()
    rosa.locator(".players li.here", has_text="Gesa").wait_for()
    blue = rosa.locator(".players li", has_text="Blue")
    blue.get_by_role("button", name="New link").click()
    link = rosa.locator("dialog", has_text="A new link").get_by_role("textbox").input_value()
    rosa.keyboard.press("Escape")
    guest.goto(link)
    blue.get_by_text("here").wait_for()
    assert blue.get_by_role("button").all_inner_texts() == ["Mute"]
    guest.goto(home(guest))
    blue.get_by_text("away").wait_for()
    assert blue.get_by_role("button").all_inner_texts() == ["Mute"]
    guest.goto(link)  # his browser has kept the seat
    guest.get_by_role("tab", name="Players").click()
    guest.get_by_role("button", name="Give up my seat").click()
    guest.get_by_role("button", name="Give it up").click()
    blue.get_by_role("button", name="New link").wait_for()


def test_against_the_computer_one_can_resign_too(table, house):
    made = house.battle({"red": "person", "blue": "random"}, "gallery/cards")
    page = table.open(made["seats"]["red"])
    assert wait(page) and page.get_by_role("tab", name="Players").count() == 0
    page.keyboard.press("p")
    assert wait(page)
    page.get_by_role("button", name="This battle").click()
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog", has_text="now and for good").get_by_role("button", name="Resign").click()
    page.wait_for_selector("dialog.end")


def test_what_happened_meanwhile_is_shown_when_somebody_comes_back(table, house):
    """Red moves and goes away, Blue moves, and Red's page plays that again by itself and returns to the present."""
    made = house.battle({"red": "person", "blue": "person"}, "gallery/cards")
    red, blue = made["seats"]["red"], made["seats"]["blue"]
    page = table.page({"motion": "fast"})
    page.goto(f"{house.address}/b/{red}")
    assert wait(page)
    page.keyboard.press("p")
    page.wait_for_selector(".ask-idle")
    page.goto(house.address)
    state = house.ask(f"/seat/{blue}")["state"]
    choice = house.ask(f"/seat/{blue}/view")["decision"]["options"][0]["choice"]
    house.ask(f"/seat/{blue}/choices", {"state": state, "choice": choice})
    page.goto(f"{house.address}/b/{red}")
    page.get_by_text("since your last move").wait_for()
    assert wait(page) and page.locator(".battle.replaying").count() == 0
