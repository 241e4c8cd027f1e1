"""People by keyboard alone: two strangers meet, talk, agree and part. Tab reaches, Enter and the arrow keys act."""

from hands import rest, wait
from test_page_people import home

LONG_WAY = 250  # steps by Tab through the lobby


def reach(page, what):
    """By Tab to there: nothing on the way holds whoever comes by, and he sees where he is."""
    what.wait_for()
    for _ in range(LONG_WAY):
        if what.evaluate("(element) => element === document.activeElement"):
            assert what.evaluate("(element) => element.matches(':focus-visible')")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{what} is not reached by Tab")


def button(page, name, exact=True):
    return page.get_by_role("button", name=name, exact=exact).first


def press(page, what, key="Enter"):
    reach(page, button(page, what) if isinstance(what, str) else what)
    page.keyboard.press(key)


def somewhere(page):
    """Whoever has pressed something is not thrown to the top of the page."""
    rest(page)
    page.wait_for_function("() => document.activeElement !== document.body")


def come(square, name):
    page = square.page()
    page.goto(square.door())
    press(page, "Choose a name")
    reach(page, page.get_by_label("Your name"))
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    button(page, f"{name}: your account").wait_for()
    assert button(page, f"{name}: your account").evaluate("(element) => element === document.activeElement")
    return page


def open_table(page, side, by_link=False):
    heading = page.get_by_role("heading", name="On cards", exact=True)
    press(page, page.locator(".scenario").filter(has=heading).get_by_role("button", name="Play", exact=True))
    reach(page, page.locator(".modes input:checked"))
    while page.locator(".mode-card.on", has_text="With whoever comes").count() == 0:
        page.keyboard.press("ArrowDown")
    reach(page, page.locator(".side-cards input:checked"))
    while page.locator(".side-card", has_text=side).locator("input:checked").count() == 0:
        page.keyboard.press("ArrowDown")
    reach(page, page.get_by_label("Time"))
    page.keyboard.press("3")  # 3 days a move
    if by_link:
        press(page, page.get_by_label("Only for those I send a link"), "Space")
    press(page, "Open a table")


def begin(anna, bert, name):
    """Bert takes the other seat of Anna's table, and both look at the tab with the players."""
    bert.reload()
    press(bert, f"Play On cards with {name}")
    press(anna, anna.locator(".mine-all li", has_text="On cards").get_by_role("button", name="Continue").first)
    for page in (anna, bert):
        press(page, page.get_by_role("tab", name="Players"))
        page.locator(".players li.here").nth(1).wait_for()


def test_an_account_by_keys(square):
    page = come(square, "Hanna")
    page.keyboard.press("Enter")
    reach(page, page.get_by_label("Name", exact=True))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("Johanna")
    page.keyboard.press("Enter")
    page.locator(".who b", has_text="Johanna").wait_for()
    somewhere(page)
    press(page, "Code for another device")
    page.wait_for_selector(".qr")
    press(page, "Recovery code")
    page.get_by_text("The recovery code of Johanna").wait_for()
    with page.expect_download():
        press(page, "Take my data with me")
    press(page, page.locator("summary", has_text="Delete my account"))
    reach(page, page.get_by_label("Type Johanna to delete it"))
    page.keyboard.type("Johanna")
    page.keyboard.press("Enter")
    button(page, "Choose a name").wait_for()


def test_two_strangers_meet_and_agree_by_keys(square):
    anna, bert = come(square, "Annika"), come(square, "Berthold")
    open_table(anna, "Red", by_link=True)
    anna.locator("dialog", has_text="Your table is open").wait_for()
    anna.keyboard.press("Escape")
    own = anna.locator(".tables li", has_text="by link")
    press(anna, own.get_by_role("button", name="Close"))
    own.wait_for(state="detached")
    somewhere(anna)
    open_table(anna, "Red")
    anna.locator(".tables li", has_text="3 days a move").wait_for()
    begin(anna, bert, "Annika")
    # Before anything was chosen the battle may be called off; it is not.
    press(anna, "Call it off")
    press(anna, anna.locator("dialog").get_by_role("button", name="Not now"))
    assert button(anna, "Call it off").evaluate("(element) => element === document.activeElement")
    # They talk, and one does not listen.
    reach(bert, bert.get_by_label("Say something"))
    bert.keyboard.type("Good luck")
    bert.keyboard.press("Enter")
    anna.locator(".talk li", has_text="Good luck").wait_for()
    press(anna, "Mute")
    anna.locator(".talk li").wait_for(state="detached")
    press(anna, "Unmute")
    anna.locator(".talk li").wait_for()
    # A choice by its key, and back by consent.
    assert wait(anna)
    anna.keyboard.press("p")
    assert wait(bert)
    press(anna, "Ask to take back my last choice")
    press(bert, "Let Red take it back")
    bert.wait_for_selector(".ask-idle")
    assert wait(anna)
    for page in (anna, bert):
        somewhere(page)
    # A draw: offered, withdrawn, offered, declined, offered, agreed to.
    press(anna, "Offer a draw")
    press(anna, "Withdraw the offer")
    press(anna, "Offer a draw")
    press(bert, "Decline")
    button(anna, "Offer a draw").wait_for()
    somewhere(anna)
    somewhere(bert)
    press(anna, "Offer a draw")
    press(bert, "Agree to a draw")
    for page in (anna, bert):
        page.wait_for_selector("dialog.end")
    # Again, with sides changed: he is asked and declines.
    press(anna, "Swap sides and play again")
    anna.locator(".tables li", has_text="On cards").wait_for()
    bert.goto(home(bert))
    asked = bert.locator(".tables li.asked")
    press(bert, asked.get_by_role("button", name="Decline"))
    asked.wait_for(state="detached")
    somewhere(bert)
    # What is over is found again.
    press(bert, bert.locator(".finished summary"))
    reach(bert, bert.get_by_label("Search finished battles"))
    bert.keyboard.type("anni")
    bert.locator(".finished li").wait_for()
    reach(bert, bert.get_by_label("How they ended"))
    bert.keyboard.type("Won")
    bert.get_by_text("No battle matches that.").wait_for()


def test_a_seat_is_given_up_handed_over_and_resigned_by_keys(square):
    anna, bert = come(square, "Agathe"), come(square, "Balduin")
    open_table(anna, "Red")
    anna.locator(".tables li", has_text="On cards").wait_for()
    begin(anna, bert, "Agathe")
    assert wait(anna)
    anna.keyboard.press("p")
    assert wait(bert)
    press(bert, "Give up my seat")
    press(bert, "Give it up")
    bert.wait_for_selector(".scenario")
    press(anna, "New link")
    anna.locator("dialog", has_text="A new link").wait_for()
    anna.keyboard.press("Escape")
    press(anna, "Let a computer play")
    press(anna, "Let it play")
    assert wait(anna)  # the computer has answered
    somewhere(anna)
    press(anna, "Resign")
    press(anna, anna.locator("dialog").get_by_role("button", name="Resign"))
    anna.wait_for_selector("dialog.end")


def test_wishes_by_keys(table, house):
    made = house.ask("/battles", {"scenario": "toy/ridge", "seats": {"red": "person", "blue": "person"}})["seats"]
    page = table.page()
    page.goto(f"{house.address}/b/{made['blue']}")
    press(page, page.locator(".ask .option", has_text="Hold"))
    page.wait_for_selector(".ask-idle")
    press(page, page.locator(".wishes-button"))
    reach(page, page.locator(".wish input:checked").first)
    page.keyboard.press("ArrowRight")
    house.wait_for(made["blue"], lambda view: view["wishes"][0]["options"][1].get("now"))
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.dialog", state="detached")
    somewhere(page)
    press(page, page.locator(".wishes-button"))
    assert page.locator(".wish input:checked").first.get_attribute("value") == "never"
