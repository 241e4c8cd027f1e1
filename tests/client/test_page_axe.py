"""axe-core looks at every screen and finds nothing serious or critical."""

import random

import pytest
from hands import click_once, rest, wait

import sandtable.systems  # noqa: F401  registers the games
from sandtable.table.system import systems

LEVELS = ("serious", "critical")
# axe reads `color` and backgrounds, a drawing has `fill` and shapes: names on the map have a halo there, those of
# units lie on a band. test_names_of_units measures these itself.
DRAWN = [".sheet .t-label", ".counter text"]
DRESS = """(weak) => document.querySelectorAll(".counter :is(.c-name, .c-code, .c-band)").forEach(
  (part) => part.classList.toggle("weak", weak))"""
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


def look(axe, page, what):
    """What axe finds there, in short."""
    rest(page)
    found = axe.run(page, context={"exclude": DRAWN}).response["violations"]
    bad = [
        f"{what}: {each['id']} ({each['impact']}): {each['help']}: "
        + "; ".join(f"{node['target']} {node['html'][:160]}" for node in each["nodes"][:4])
        for each in found
        if each["impact"] in LEVELS
    ]
    assert not bad, "\n".join(bad)


def show_only(page, battles):
    """The list in the lobby is short, and other tests have battles here too."""

    def answer(route):
        listed = route.fetch().json()
        route.fulfill(json={**listed, "battles": [each for each in listed["battles"] if each["id"] in battles]})

    page.route("**/api/battles", answer)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lobby(table, house, axe, theme):
    over = house.battle({"german": "random", "soviet": "random"}, seed=21)
    house.wait_for(over["spectator"], lambda view: view.get("result"))
    running = house.battle({"german": "person", "soviet": "random"}, seed=5)
    page = table.page({"theme": theme})  # pictures come one by one and move what axe looks at
    show_only(page, {over["battle"], running["battle"]})
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    page.wait_for_selector(".running li.ended")
    page.wait_for_selector(".running li:not(.ended)")
    look(axe, page, "lobby")
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_selector("dialog[open]")
    look(axe, page, "new battle")
    page.keyboard.press("Escape")
    page.get_by_label("Length").select_option("short")
    look(axe, page, "filtered lobby")
    page.get_by_role("button", name="Rules of").first.click()
    page.wait_for_selector(".rulebook .chapter")
    look(axe, page, "rulebook in the lobby")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")
    look(axe, page, "settings")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_battle(table, house, axe, theme):
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    page = table.open(made["seats"]["german"], {"theme": theme})
    luck = random.Random(1)
    for _ in range(9):
        assert wait(page)
        click_once(page, luck)
    assert wait(page)
    look(axe, page, "battle")
    page.keyboard.press("!")
    page.wait_for_selector(".advice")
    look(axe, page, "hint")
    for tab in ("Forces", "Details"):
        page.get_by_role("tab", name=tab).click()
        look(axe, page, tab)
    page.locator(".ask .rule").first.click()
    page.wait_for_selector(".rule-popover h3")
    look(axe, page, "a rule")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.wait_for_selector(".rulebook .chapter")
    look(axe, page, "rulebook")
    page.locator(".chapter", has_text="Line of sight").click()
    page.wait_for_selector(".rule-entry .diagram")
    look(axe, page, "a chapter")
    page.get_by_role("button", name="On one page").click()
    page.wait_for_selector(".aid table")
    look(axe, page, "the aid")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    look(axe, page, "keys")


@pytest.mark.parametrize("system", sorted(systems()))
def test_every_game(table, house, axe, system):
    scenario = house.shortest(system)
    kinds = {seat: "random" if n else "person" for n, seat in enumerate(scenario["sides"])}
    made = house.battle(kinds, scenario["id"])
    page = table.open(made["seats"][scenario["sides"][0]])
    luck = random.Random(2)
    for _ in range(5):
        assert wait(page)
        click_once(page, luck)
    assert wait(page)
    look(axe, page, scenario["name"])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_guided_battle(table, house, axe, theme):
    """The lesson, what "Show me" shows, the briefing, and when one wants to be asked."""
    page = table.page({"theme": theme}, pictures=True)
    page.goto(house.address)
    page.get_by_role("button", name="Learn Initiative Miniatures").click()
    page.wait_for_selector(".guide .step")
    look(axe, page, "a step of the guide")
    page.locator(".guide button:has-text('Show me')").click()
    page.wait_for_selector(".ask .option.spotlight")
    look(axe, page, "what is shown")
    page.keyboard.press("k")
    page.wait_for_selector("dialog[open] .briefing-sides")
    look(axe, page, "briefing")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="When am I asked?").click()
    page.wait_for_selector("dialog[open] .wish")
    look(axe, page, "wishes")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_end_and_replay(table, house, axe, theme):
    made = house.battle({"german": "greedy", "soviet": "random"}, seed=21)
    house.wait_for(made["spectator"], lambda view: view.get("result"))
    page = table.open(made["spectator"], {"theme": theme})
    page.wait_for_selector("dialog.end .luck .loss")
    look(axe, page, "end")
    page.get_by_role("button", name="Watch the replay").click()
    page.wait_for_selector(".replay:not([hidden])")
    page.locator(".scrub").fill("60")
    page.wait_for_selector(".story .here")
    look(axe, page, "replay")
    info = house.ask(f"/seat/{made['spectator']}")
    states = [moment["state"] for moment in info["moments"]]
    weighed = next(state for state in info["explained"] if len(thought(house, made, state)["plans"]) > 1)
    page.locator(".scrub").fill(str(states.index(weighed)))
    page.wait_for_selector(".advice .plans")
    look(axe, page, "why")


def thought(house, made, state):
    return house.ask(f"/seat/{made['spectator']}/thought?state={state}")["thought"]


@pytest.mark.parametrize("system", ["nations_at_war", "war_storm"])
def test_names_of_units(table, house, system):
    scenario = house.shortest(system)
    made = house.battle(dict.fromkeys(scenario["sides"], "random"), scenario["id"], seed=21)
    house.wait_for(made["spectator"], lambda view: view.get("result"))
    page = table.open(made["spectator"])
    page.wait_for_selector(".counter .c-band", state="attached")
    for weak in (False, True):
        page.evaluate(DRESS, weak)
        found = page.evaluate(MEASURE)
        assert len(found) > 6 and all(each[1] is weak for each in found)
        assert [each for each in found if each[2] < 4.5] == []


def test_phone(table, house, axe):
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    how = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = table.open(made["seats"]["german"], **how)
    assert wait(page)
    look(axe, page, "phone")
    page.locator(".hint-button").tap()
    page.wait_for_selector(".advice")
    look(axe, page, "a hint on a phone")
