"""axe-core looks at every screen and finds nothing serious or critical."""

import random

import pytest
from hands import click_once, rest, wait

import sandtable.systems  # noqa: F401  registers the games
from sandtable.table.system import systems
from soak import LONG

LEVELS = ("serious", "critical")
# axe reads `color` and backgrounds, a drawing has `fill` and shapes: names on the map have a halo there, those of
# units lie on a band. test_names_of_units measures these itself.
DRAWN = [".sheet .t-label", ".counter text"]
DRESS = """(weak) => document.querySelectorAll(".counter :is(.c-name, .c-code, .c-band)").forEach(
  (part) => part.classList.toggle("weak", weak))"""
# Until no colour is on its way to another.
SETTLED = """() => Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)
).then(() => null)"""
MEASURE = """() => {
  const light = (paint) => {
    const parts = paint.match(/[0-9.]+/g).slice(0, 3).map((part) => Number(part) / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  return [...document.querySelectorAll(".counter")].flatMap((counter) => {
    const band = counter.querySelector(".c-band");
    return [...counter.querySelectorAll(".c-name, .c-code")].filter(() => band).map((name) => {
      const [one, other] = [light(getComputedStyle(name).fill), light(getComputedStyle(band).fill)];
      return [name.textContent, name.classList.contains("weak"), Math.max(one, other) / Math.min(one, other)];
    });
  });
}"""


@pytest.fixture(scope="module")
def axe():
    return pytest.importorskip("axe_playwright_python.sync_playwright").Axe()


def look(axe, page, what, part="", night=LONG):
    """What axe finds there, in short: everything by day, and colours by night, which is all that changes.

    Of a screen that was looked at before, `make test` looks only at the part that is new, and by night only at lobby
    and battle. `make soak` looks at all of every screen by day and by night.
    """
    where = {"exclude": DRAWN} | ({"include": [part]} if part and not LONG else {})
    assert page.evaluate("() => document.documentElement.dataset.theme") == "light"
    assert page.evaluate("() => getComputedStyle(document.documentElement).opacity") == "1"  # or axe sees no colours
    bad = found(axe, page, what, where)
    if night:
        page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
        bad += found(axe, page, f"{what} by night", where, {"runOnly": ["color-contrast"]})
        page.evaluate("() => { document.documentElement.dataset.theme = 'light'; }")
    assert not bad, "\n".join(bad)


def found(axe, page, what, where, options=None):
    """What is wrong and stays wrong: a list that has just come and a colour that is changing are looked at again."""
    options = {"resultTypes": ["violations"], **(options or {})}  # what is good need not be told
    bad = []
    for _ in range(3):
        rest(page)
        page.evaluate(SETTLED)
        for part in where.get("include", ()):
            page.wait_for_selector(part)  # it may be drawn once more
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(axe.axe_script)  # half a megabyte: once for each page
        bad = wrong(page.evaluate("(how) => axe.run(...how)", [where, options])["violations"], what)
        if not bad:
            break
    return bad


def wrong(violations, what):
    return [
        f"{what}: {each['id']} ({each['impact']}): {each['help']}: "
        + "; ".join(f"{node['target']} {node['html'][:160]}" for node in each["nodes"][:4])
        for each in violations
        if each["impact"] in LEVELS
    ]


def show_only(page, battles):
    """The list in the lobby is short, and other tests have battles here too."""

    def answer(route):
        listed = route.fetch().json()
        route.fulfill(json={**listed, "battles": [each for each in listed["battles"] if each["id"] in battles]})

    page.route("**/api/battles", answer)


@pytest.mark.soak
def test_lobby(table, house, axe):
    over = house.battle({"german": "random", "soviet": "random"}, seed=21)
    house.wait_for(over["spectator"], lambda view: view.get("result"))
    running = house.battle({"german": "person", "soviet": "random"}, seed=5)
    page = table.page(seen=True)  # pictures come one by one and move what axe looks at
    show_only(page, {over["battle"], running["battle"]})
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    page.wait_for_selector(".running li.ended")
    page.wait_for_selector(".running li:not(.ended)")
    look(axe, page, "lobby", night=True)
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_selector("dialog[open]")
    look(axe, page, "new battle", "dialog[open]")
    page.keyboard.press("Escape")
    page.get_by_label("Length").select_option("short")
    look(axe, page, "filtered lobby", ".filters")
    page.get_by_role("button", name="Rules of").first.click()
    page.wait_for_selector(".rulebook .chapter")
    look(axe, page, "rulebook in the lobby", ".rulebook")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")
    look(axe, page, "settings", "dialog[open]")


@pytest.mark.soak
def test_battle(table, house, axe):
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    page = table.open(made["seats"]["german"], seen=True)
    luck = random.Random(1)
    for _ in range(4):
        assert wait(page)
        click_once(page, luck)
    assert wait(page)
    look(axe, page, "battle", night=True)
    page.keyboard.press("!")
    page.wait_for_selector(".advice")
    look(axe, page, "hint", ".advice")
    for tab in ("Forces", "Details"):
        page.get_by_role("tab", name=tab).click()
        look(axe, page, tab, ".rail")
    page.locator(".ask .rule").first.click()
    page.wait_for_selector(".rule-popover h3")
    look(axe, page, "a rule", ".rule-popover")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.wait_for_selector(".rulebook .chapter")
    look(axe, page, "rulebook", ".rulebook")
    page.locator(".chapter", has_text="Line of sight").click()
    page.wait_for_selector(".rule-entry .diagram")
    look(axe, page, "a chapter", ".rulebook")
    page.get_by_role("button", name="On one page").click()
    page.wait_for_selector(".aid table")
    look(axe, page, "the aid", ".aid")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    look(axe, page, "keys", "dialog[open]")


# Hexes are looked at in test_battle.
@pytest.mark.soak
@pytest.mark.parametrize("system", sorted(systems()) if LONG else ["miniatures", "of_war_and_men"])
def test_every_game(table, house, axe, system):
    scenario = house.shortest(system)
    kinds = {seat: "random" if n else "person" for n, seat in enumerate(scenario["sides"])}
    made = house.battle(kinds, scenario["id"])
    page = table.open(made["seats"][scenario["sides"][0]], seen=True)
    luck = random.Random(2)
    for _ in range(3):
        assert wait(page)
        click_once(page, luck)
    assert wait(page)
    look(axe, page, scenario["name"])


@pytest.mark.soak
def test_a_guided_battle(table, house, axe):
    """The lesson, what "Show me" shows, the briefing, and when one wants to be asked."""
    page = table.page({"map": "plain"}, pictures=True, seen=True)
    page.goto(house.address)
    page.get_by_role("button", name="Learn Initiative Miniatures").click()
    page.wait_for_selector(".guide .step")
    look(axe, page, "a step of the guide")
    page.locator(".guide button:has-text('Show me')").click()
    page.wait_for_selector(".ask .option.spotlight")
    look(axe, page, "what is shown", ".guide")
    page.keyboard.press("k")
    page.wait_for_selector("dialog[open] .briefing-sides")
    look(axe, page, "briefing", "dialog[open]")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="When am I asked?").click()
    page.wait_for_selector("dialog[open] .wish")
    look(axe, page, "wishes", "dialog[open]")


@pytest.mark.soak
def test_end_and_replay(table, house, axe):
    made = house.battle({"german": "greedy", "soviet": "random"}, seed=21)
    house.wait_for(made["spectator"], lambda view: view.get("result"))
    page = table.open(made["spectator"], seen=True)
    page.wait_for_selector("dialog.end .luck .loss")
    look(axe, page, "end")
    page.get_by_role("button", name="Watch the replay").click()
    page.wait_for_selector(".replay:not([hidden])")
    page.locator(".scrub").fill("60")
    page.wait_for_selector(".story .here")
    look(axe, page, "replay", ".replay")
    info = house.ask(f"/seat/{made['spectator']}")
    states = [moment["state"] for moment in info["moments"]]
    weighed = next(state for state in info["explained"] if len(thought(house, made, state)["plans"]) > 1)
    page.locator(".scrub").fill(str(states.index(weighed)))
    page.wait_for_selector(".advice .plans")
    look(axe, page, "why", ".advice")


def thought(house, made, state):
    return house.ask(f"/seat/{made['spectator']}/thought?state={state}")["thought"]


@pytest.mark.parametrize("system", ["nations_at_war", "war_storm"])
def test_names_of_units(table, house, system):
    scenario = house.shortest(system)
    made = house.battle(dict.fromkeys(scenario["sides"], "random"), scenario["id"], seed=21)
    house.wait_for(made["spectator"], lambda view: view.get("result"))
    page = table.open(made["spectator"], seen=True)
    page.wait_for_selector(".counter .c-band", state="attached")
    for weak in (False, True):
        page.evaluate(DRESS, weak)
        found = page.evaluate(MEASURE)
        assert len(found) > 6 and all(each[1] is weak for each in found)
        assert [each for each in found if each[2] < 4.5] == []


@pytest.mark.soak
def test_phone(table, house, axe):
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    how = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = table.open(made["seats"]["german"], seen=True, **how)
    assert wait(page)
    look(axe, page, "phone")
    page.locator(".hint-button").tap()
    page.wait_for_selector(".advice")
    look(axe, page, "a hint on a phone", ".advice")


def test_wishes_on_a_phone(table, house, axe):
    scenario = "of_war_and_men/capture-the-flag-four-players"
    seats = dict.fromkeys(("axis", "allies", "axis-2", "allies-2"), "person")
    for size in ({"width": 360, "height": 740}, {"width": 390, "height": 844}):
        made = house.battle(seats, scenario)
        page = table.open(made["seats"]["axis"], seen=True, viewport=size, has_touch=True, is_mobile=True)
        page.locator(".wishes-button").tap()
        page.wait_for_selector("dialog[open] .wish")
        look(axe, page, f"wishes on a phone of {size['width']}", "dialog[open]", night=True)


def test_workshop(table, house, axe):
    page = table.page(seen=True)
    page.goto(f"{house.address}/workshop")
    page.wait_for_selector("[data-blank=war_storm]")
    look(axe, page, "workshop")
    page.click("[data-blank=war_storm]")
    page.wait_for_selector(".ws-board .sheet")
    look(axe, page, "a draft")
    for tab in ("Text", "Problems"):
        page.click(f"[data-tab={tab}]")
        look(axe, page, f"a draft, {tab}")


def test_people(square, axe):
    page = square.page(seen=True)
    page.goto(square.house.address)
    page.get_by_role("button", name="Choose a name").click()
    page.get_by_label("Your name").fill("Ada")
    look(axe, page, "a name is chosen")
    page.get_by_role("button", name="Take this name").click()
    page.get_by_role("button", name="Ada: your account").click()
    page.wait_for_selector("dialog[open] .who")
    look(axe, page, "an account")
    made = square.house.battle({"red": "person", "blue": "person"}, "gallery/cards")["seats"]
    page.goto(f"{square.house.address}/b/{made['red']}")
    page.get_by_role("tab", name="Players").click()
    for text in ("Good luck", "To you too"):
        square.house.ask(f"/seat/{made['blue']}/say", {"text": text})
    page.locator(".talk li").nth(1).wait_for()
    look(axe, page, "those at a table", ".company")
