"""A battle over days: mail and push when it is one's turn, a claim on time, a rematch. Nobody waits for a clock."""

import json
import time
from urllib.parse import urlsplit

from hands import PATIENCE, wait
from test_page_people import home, named

from sinks import Browser

DAY = 86_400
# The headless shell shows no notifications: the worker's are written down instead.
WRITTEN_DOWN = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, how) => self.shown.push([title, how.body, how.data.link]);
}"""


def arrived(page, found):
    """What came to a sink, as soon as something did. The page waits, so that it lives on meanwhile."""
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, "nothing came"
        page.wait_for_timeout(30)
    return found()


def box_is_empty(house):
    """Whether no server has a letter under way: if the clock leaps, another would think it lost and send it again.

    One server alone sends one letter after another.
    """
    if "database" not in house.settings:
        return True
    import psycopg

    with psycopg.connect(house.settings["database"]) as base:
        return base.execute("SELECT count(*) FROM letters").fetchone() == (0,)


def tell_me(page, mail, browser):
    """Fill in the form: this browser, and a mail address with its code."""
    found = json.dumps(browser.subscription)
    page.evaluate(
        f"""() => {{
          const {{ endpoint, ...keys }} = {found};
          PushManager.prototype.subscribe = async () => ({{ toJSON: () => ({{ endpoint, keys }}) }});
        }}"""
    )
    page.get_by_role("button", name=": your account").click()
    page.get_by_role("button", name="Tell me in this browser").click()
    page.locator(".ways li", has_text=" on ").wait_for()
    page.get_by_text("By mail").click()
    page.get_by_label("Mail address").fill("karl@example.org")
    page.get_by_role("button", name="Send a code there").click()
    code = arrived(page, lambda: mail.to("karl@example.org"))[0][0].split()[0]
    page.get_by_label("The code that was sent there").fill(code)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Try out karl@example.org").wait_for()
    page.keyboard.press("Escape")


def show_pushed(page, told):
    """What the push service hands to the browser, which shows it: no page need be open."""
    line = page.context.new_cdp_session(page)
    known = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    line.send("ServiceWorker.enable")
    where = arrived(page, lambda: known)[0]["registrationId"]
    worker = arrived(page, lambda: page.context.service_workers)[0]
    worker.evaluate(WRITTEN_DOWN)
    body = {"origin": home(page), "registrationId": where, "data": json.dumps(told)}
    line.send("ServiceWorker.deliverPushMessage", body)
    return arrived(page, lambda: worker.evaluate("() => self.shown"))


def test_a_battle_over_days_with_notices_a_claim_on_time_and_a_rematch(post):
    square, mail, web = post
    house, phone = square.house, Browser(web)
    rosa, karl = named(square, "Rosa"), named(square, "Karl")
    karl.context.grant_permissions(["notifications"], origin=home(karl))
    tell_me(karl, mail, phone)
    heading = rosa.get_by_role("heading", name="On cards", exact=True)
    rosa.locator(".scenario").filter(has=heading).get_by_role("button", name="Play", exact=True).click()
    rosa.locator(".mode-card", has_text="With whoever comes").click()
    rosa.locator(".side-card", has_text="Red").click()
    rosa.get_by_label("Time").select_option("1 day a move")
    rosa.get_by_role("button", name="Open a table").click()
    rosa.locator(".tables li", has_text="On cards").wait_for()
    karl.reload()
    karl.get_by_role("button", name="Play On cards with Rosa").click()
    karl.wait_for_selector(".ask-idle")
    karl.goto(home(karl))
    # The first day: Rosa moves, and Karl is told.
    rosa.reload()
    rosa.get_by_role("button", name="Continue").click()
    assert wait(rosa)
    rosa.keyboard.press("p")
    rosa.wait_for_selector(".ask-idle")
    house.later(0.5 * DAY)
    subject, text = arrived(karl, lambda: mail.to("karl@example.org")[1:])[0]
    assert subject == "Your turn: On cards" and "You have 12 hours." in text
    told = arrived(karl, phone.shown)[0]
    assert (told["title"], told["link"]) == (subject, text.split()[-1])
    # The second day: the link of the mail leads to the table, where he sees what happened and moves.
    karl.goto(f"{home(karl)}/{'#' + urlsplit(told['link']).fragment}")
    karl.wait_for_selector(".ground.painted", state="attached")
    assert show_pushed(karl, told) == [[told["title"], told["text"], told["link"]]]
    assert wait(karl)
    karl.keyboard.press("p")
    karl.wait_for_selector(".ask-idle")
    karl.goto(home(karl))
    assert wait(rosa)
    rosa.keyboard.press("p")
    rosa.wait_for_selector(".ask-idle")
    # The third day: he does not come, is reminded once, and his time runs out.
    house.later(0.5 * DAY + 0.8 * DAY)
    arrived(karl, lambda: [subject for subject, _ in mail.to("karl@example.org") if "is running out" in subject])
    arrived(karl, lambda: [told for told in phone.shown() if "is running out" in told["title"]])
    arrived(karl, lambda: box_is_empty(house))
    rosa.clock.install()
    rosa.reload()
    rosa.get_by_role("tab", name="Players").click()
    rosa.locator(".players li", has_text="Karl").wait_for()
    assert rosa.get_by_role("button", name="Claim the win").count() == 0
    house.later(3 * DAY)
    rosa.clock.fast_forward(3 * DAY * 1000)  # while she looks
    rosa.get_by_role("button", name="Claim the win").click()
    rosa.get_by_role("button", name="Claim it").click()
    rosa.wait_for_selector("dialog.end")
    assert "Blue ran out of time" in rosa.locator(".end-head").inner_text()
    rosa.get_by_role("button", name="Swap sides").click()
    rosa.locator(".tables li", has_text="On cards").wait_for()
    karl.goto(home(karl))
    asked = karl.locator(".tables li.asked")
    asked.get_by_role("button", name="Play On cards with Rosa").click()
    karl.wait_for_selector(".ask.asked")  # he is red now, and red moves first
    told = [subject for subject, _ in mail.to("karl@example.org")[1:]]
    assert (
        told
        == ["Your turn: On cards", "Your time is running out: On cards"]
        == [each["title"] for each in phone.shown()]
    )
    square.close()
    assert not square.faults, "\n".join(square.faults)
