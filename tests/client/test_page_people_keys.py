"""People by keyboard alone: two strangers meet, talk, agree and part. Tab reaches, Enter and the arrow keys act."""

from hands import rest, wait
from test_page_days import DAY, arrived
from test_page_people import home

from sinks import Browser

# The push service of this browser is a sink.
SUBSCRIBED = """({ endpoint, ...keys }) => {
  PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint, keys }) });
}"""
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


def come(square, name, **settings):
    page = square.page(settings)
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


def test_an_account_is_brought_along_by_keys(square):
    """By a code for once and by the one that was printed."""
    page, phone = come(square, "Ottilie"), square.page()
    page.keyboard.press("Enter")
    codes = []
    for what in ("Code for another device", "Recovery code"):
        press(page, what)
        page.locator(".code-card", has_text="camera" if what.startswith("Code") else "Print it").wait_for()
        codes.append(page.locator(".big-code").inner_text())
        somewhere(page)
    phone.goto(square.door())
    for code in codes:
        press(phone, "Choose a name")
        reach(phone, phone.get_by_label("its code"))
        phone.keyboard.type(code)
        phone.keyboard.press("Enter")
        me = button(phone, "Ottilie: your account")
        me.wait_for()
        assert me.evaluate("(element) => element === document.activeElement")
        phone.keyboard.press("Enter")
        press(phone, "Sign out on this device")
        button(phone, "Choose a name").wait_for()
        somewhere(phone)
    page.keyboard.press("Escape")
    page.reload()
    page.keyboard.press("Tab")
    press(page, "Ottilie: your account")
    reach(page, page.get_by_label("Name", exact=True))  # the phone has gone, this browser has not


def test_a_table_by_link_is_made_and_taken_by_keys(square):
    anna, bert = come(square, "Alma"), square.page()
    open_table(anna, "Red", by_link=True)
    box = anna.locator("dialog", has_text="Your table is open")
    reach(anna, box.get_by_role("textbox"))
    lost = box.get_by_role("textbox").input_value()
    anna.keyboard.press("Escape")
    box.wait_for(state="detached")
    somewhere(anna)
    press(anna, anna.locator(".tables li", has_text="by link").get_by_role("button", name="New link"))
    box = anna.locator("dialog", has_text="A new link")
    reach(anna, box.get_by_role("textbox"))
    link = box.get_by_role("textbox").input_value()
    assert link != lost
    anna.keyboard.press("Escape")
    box.wait_for(state="detached")
    somewhere(anna)
    bert.goto(link)
    press(bert, bert.locator("dialog", has_text="You are asked to play").get_by_role("button", name="Play"))
    reach(bert, bert.get_by_label("Your name"))
    bert.keyboard.type("Bruno")
    bert.keyboard.press("Enter")
    bert.wait_for_selector(".ask-idle")  # red begins
    press(anna, anna.locator(".mine-all li", has_text="Bruno").get_by_role("button", name="Continue"))
    assert wait(anna)
    anna.keyboard.press("p")
    assert wait(bert)


def test_ways_to_be_told_by_keys(post):
    square, mail, web = post
    page, browser = come(square, "Karla"), Browser(web)
    page.context.grant_permissions(["notifications"], origin=home(page))
    page.evaluate(SUBSCRIBED, browser.subscription)
    page.keyboard.press("Enter")
    press(page, "Tell me in this browser")
    page.locator(".ways li", has_text=" on ").wait_for()
    somewhere(page)
    press(page, page.locator("summary", has_text="By mail"))
    reach(page, page.get_by_label("Mail address"))
    page.keyboard.type("karla@example.org")
    page.keyboard.press("Enter")
    code = arrived(page, lambda: mail.to("karla@example.org"))[0][0].split()[0]
    typed = page.get_by_label("The code that was sent there")
    assert typed.evaluate("(element) => element === document.activeElement")
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    button(page, "Try out karla@example.org").wait_for()
    somewhere(page)
    press(page, page.locator("summary", has_text="By Discord"))
    reach(page, page.get_by_label("Address", exact=True))
    page.keyboard.type(f"json://127.0.0.1:{web.port}/karla/")
    page.keyboard.press("Enter")
    hook = "JSON (127.0.0.1)"
    button(page, f"Try out {hook}").wait_for()
    somewhere(page)
    # Each is tried, told to speak always, and removed.
    came = {
        hook: lambda: web.at("/karla/"),
        "karla@example.org": lambda: mail.to("karla@example.org")[1:],
        " on ": browser.shown,
    }
    for name, found in came.items():
        row = page.locator(".ways li", has_text=name)
        press(page, row.get_by_role("button", name="Try out"))
        arrived(page, found)
        somewhere(page)
        press(page, row.get_by_role("checkbox"), "Space")
        rest(page)
        assert row.get_by_role("checkbox").is_checked()
        somewhere(page)
        press(page, row.get_by_role("button", name="Remove"))
        row.wait_for(state="detached")
        somewhere(page)
    square.close()
    assert not square.faults, "\n".join(square.faults)


def test_a_win_is_claimed_and_what_happened_is_played_again_by_keys(post):
    square, _, _ = post
    anna, bert = come(square, "Adele", motion="fast"), come(square, "Benno")
    open_table(anna, "Red")
    anna.locator(".tables li", has_text="3 days a move").wait_for()
    begin(anna, bert, "Adele")
    assert wait(anna)
    anna.keyboard.press("p")
    assert wait(bert)
    away = anna.url
    anna.goto(home(anna))
    bert.keyboard.press("p")
    bert.wait_for_selector(".ask-idle")
    anna.goto(away)
    # What Benno did is played again; she skips it, and sees it once more.
    anna.get_by_text("since your last move").wait_for()
    anna.locator(".battle.replaying").wait_for()  # before that there is nothing to skip
    anna.keyboard.press("Escape")
    assert wait(anna) and anna.locator(".battle.replaying").count() == 0
    anna.keyboard.press(";")
    anna.locator(".battle.replaying").wait_for()
    anna.keyboard.press("Escape")
    assert wait(anna) and anna.locator(".battle.replaying").count() == 0
    # Where nothing moves it is only offered.
    away = bert.url
    bert.goto(home(bert))
    anna.keyboard.press("p")
    anna.wait_for_selector(".ask-idle")
    bert.goto(away)
    assert wait(bert) and bert.locator(".battle.replaying").count() == 0
    bert.keyboard.press(";")
    bert.locator(".battle.replaying").wait_for()
    bert.keyboard.press("Escape")
    assert wait(bert)
    bert.keyboard.press("p")
    bert.wait_for_selector(".ask-idle")
    # Her time runs out while he looks.
    bert.clock.install()
    bert.reload()
    press(bert, bert.get_by_role("tab", name="Players"))
    bert.locator(".players li", has_text="left").wait_for()
    square.house.later(4 * DAY)
    bert.clock.fast_forward(4 * DAY * 1000)
    press(bert, "Claim the win")
    press(bert, bert.locator("dialog").get_by_role("button", name="Not now"))
    assert button(bert, "Claim the win").evaluate("(element) => element === document.activeElement")
    bert.keyboard.press("Enter")
    press(bert, "Claim it")
    bert.wait_for_selector("dialog.end")
    assert "Red ran out of time" in bert.locator(".end-head").inner_text()
    square.close()
    assert not square.faults, "\n".join(square.faults)


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
    press(anna, "Swap sides")
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


def test_standing_orders_by_keys(table, house):
    """Whoever is asked goes to them, chooses a chance with the arrows, and is where he was."""
    scenario = house.shortest("miniatures")
    made = house.battle(dict.fromkeys(scenario["sides"], "person"), scenario["id"])["seats"]
    token = made[scenario["sides"][0]]
    page = table.open(token)
    press(page, page.locator(".wishes-button"))
    wish = page.get_by_role("group", name="Reaction Fire and Overwatch")
    reach(page, wish.get_by_label("Ask me"))
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert wish.get_by_label("Fire from 40%").is_checked()
    house.wait_for(
        token,
        lambda view: [each["label"] for each in view["wishes"][0]["options"] if each.get("now")] == ["Fire from 40%"],
    )
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.dialog", state="detached")
    rest(page)
    assert page.evaluate("() => document.activeElement.className") == "wishes-button"
    page.keyboard.press("Enter")
    reach(page, wish.get_by_label("Fire from 40%"))


FOUR = "Capture the Flag, four players"


def test_a_table_for_four_is_made_and_joined_by_keys(square):
    """It waits until all have come; two choose a seat, leave it and come again."""
    pages = [come(square, name) for name in ("Irma", "Jost", "Karin", "Ludwig")]
    first = pages[0]
    card = first.locator(".scenario").filter(has=first.get_by_role("heading", name="Capture the Flag", exact=True))
    press(first, card.get_by_role("button", name="four players"))
    reach(first, first.locator(".modes input:checked"))
    while first.locator(".mode-card.on", has_text="With whoever comes").count() == 0:
        first.keyboard.press("ArrowDown")
    press(first, "Open a table")
    first.locator(".tables li", has_text=FOUR).wait_for()
    somewhere(first)
    for missing, page, seat in ((3, pages[1], "Allies"), (2, pages[2], "Axis, second player")):
        page.reload()
        before, after = (page.locator(".tables li", has_text=f"Waiting for {n} more") for n in (missing, missing - 1))
        for stays in (False, True):
            press(page, before.get_by_role("button", name=f"Play {seat} in {FOUR}"))
            after.get_by_text(seat).wait_for()
            somewhere(page)
            if not stays:
                press(page, after.get_by_role("button", name="Leave"))
    last = pages[3]
    last.reload()
    press(last, last.locator(".tables li", has_text=FOUR).get_by_role("button").first)
    last.wait_for_selector(".ground.painted", state="attached")
    press(first, first.locator(".mine-all li", has_text=FOUR).get_by_role("button", name="Continue"))
    press(first, first.get_by_role("tab", name="Players"))
    first.locator(".players li").nth(3).wait_for()
    names = first.locator(".players li b").all_inner_texts()
    assert sorted(name.split()[0] for name in names) == ["Irma", "Jost", "Karin", "Ludwig"]
