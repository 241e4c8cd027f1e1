"""What the page offers while one plays: a real server, a real browser."""

import contextlib
import random
import re

import pytest
from hands import click_once, judged, play_by_mouse, rest, spots, wait, whole_map
from learner import begin_guided, heading
from playwright.sync_api import TimeoutError

# Whether the heading of a shelf is in the window.
IN_SIGHT = """() => {
  const headings = [...document.querySelectorAll(".shelf h2")];
  const heading = headings.find((h2) => h2.textContent.startsWith("Of War and Men"));
  const { top, bottom } = heading.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}"""


def test_a_newcomer_finds_a_battle_and_begins_it(table, house):
    page = table.page()
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    assert page.locator(".scenario").count() >= 2
    page.locator(".scenario", has_text="Cats in the Mist").get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Begin the battle").click()
    page.wait_for_selector(".ask.asked")
    assert "Set up" in page.locator("#prompt").inner_text()
    page.goto(house.address)
    page.wait_for_selector(".mine .battles li")
    assert "Cats in the Mist" in page.locator(".mine").inner_text()
    page.get_by_role("button", name="Continue").click()
    page.wait_for_selector(".ask.asked")


def test_the_way_down_to_a_game_and_its_easiest_level(table, house):
    page = table.page()
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    assert not page.evaluate(IN_SIGHT)
    page.locator(".games").get_by_role("button", name="Of War and Men").click()
    page.wait_for_function(IN_SIGHT)
    card = page.locator(".scenario").filter(has=page.get_by_role("heading", name="Capture the Flag", exact=True))
    words = card.locator(".buttons button").all_inner_texts()
    assert words == ["Private", "Lieutenant", "Colonel", "Four players"]
    card.get_by_role("button", name="Colonel").click()
    told = page.get_by_role("dialog").inner_text()
    assert "traits" in told and "A flag on a roof" in told, "what the level means, and what it is about"


def test_undo_and_another_unit_instead(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=15)
    page = table.open(made["seats"]["german"])
    page.wait_for_selector(".ask.asked")
    page.keyboard.press("d")
    page.get_by_role("button", name=re.compile("goes first")).click()
    page.wait_for_function("() => /Which unit/.test(document.querySelector('#prompt')?.textContent ?? '')")
    units = page.locator(".ask .option")
    units.nth(1).click()
    page.wait_for_function("() => /What does/.test(document.querySelector('#prompt')?.textContent ?? '')")
    first = page.locator("#prompt").inner_text()
    page.get_by_role("button", name=re.compile("Undo")).click()
    page.wait_for_function("() => /Which unit/.test(document.querySelector('#prompt')?.textContent ?? '')")
    page.locator(".ask .option").nth(2).click()
    page.wait_for_function("(t) => document.querySelector('#prompt')?.textContent !== t", arg=first)


def test_a_refusal_says_why_and_by_which_rule(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=15)
    page = table.open(made["seats"]["german"], clock=True)
    page.wait_for_selector(".ask.asked")
    page.keyboard.press("d")
    page.get_by_role("button", name=re.compile("goes first")).click()
    page.wait_for_function("() => /Which unit/.test(document.querySelector('#prompt')?.textContent ?? '')")
    page.locator(".ask .option").nth(1).click()
    page.wait_for_function("() => /What does/.test(document.querySelector('#prompt')?.textContent ?? '')")
    whole_map(page)
    rest(page)
    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))  # the refusal stays until it has been read
    for _ in range(12):  # a click while the page still moves hits nothing: a person clicks again
        corner = page.evaluate(
            "() => { const b = document.querySelector('.sheet').getBoundingClientRect();"
            " return [b.right - b.width * .03, b.bottom - b.height * .12] }"
        )
        page.mouse.click(*corner)
        with contextlib.suppress(TimeoutError):
            page.wait_for_selector(".toast.bad .rule", timeout=10_000)
            break
    assert "reach" in page.locator(".toast.bad").inner_text()
    page.locator(".toast.bad .rule").click()
    page.wait_for_selector(".rule-popover h3")
    page.keyboard.press("Escape")
    page.clock.resume()
    page.keyboard.press("u")  # another question: the refusal is of no more use
    page.wait_for_function("() => /Which unit/.test(document.querySelector('#prompt')?.textContent ?? '')")
    assert page.locator(".toast.bad").count() == 0


def test_a_unit_chosen_by_mistake_is_let_go(table, house):
    """By its button, and by Escape; nothing was done, so the unit may be chosen again."""
    made = house.battle({"german": "person", "soviet": "random"}, seed=15)
    page = table.open(made["seats"]["german"])
    page.wait_for_selector(".ask.asked")
    page.keyboard.press("d")
    page.get_by_role("button", name=re.compile("goes first")).click()
    asks = "() => /%s/.test(document.querySelector('#prompt')?.textContent ?? '')"
    page.wait_for_function(asks % "Which unit")
    units = page.locator(".ask .option").all_inner_texts()
    for let_go in (
        lambda: page.get_by_role("button", name="Choose another unit").click(),
        lambda: page.keyboard.press("Escape"),
    ):
        page.locator(".ask .option").nth(1).click()
        page.wait_for_function(asks % "What does")
        assert page.locator(".ask .option.quiet-option", has_text="Choose another unit").count() == 1
        let_go()
        page.wait_for_function(asks % "Which unit")
        assert page.locator(".ask .option").all_inner_texts() == units


def test_odds_before_an_attack(table, house):
    token = until_shooting(house)
    page = table.open(token)
    assert wait(page)
    targets = spots(page, ".ring.target > rect:not(.edge)")
    assert targets
    page.mouse.click(*targets[0])
    page.wait_for_selector(".menu-popover .odds li")
    shares = page.locator(".menu-popover .odds b").all_inner_texts()
    total = sum(float(share.strip("%<>")) for share in shares)
    assert total == pytest.approx(100, abs=1.5)
    assert "dice on" in page.locator(".menu-popover .odds-parts").inner_text()
    assert page.locator(".menu-popover .odds-how").inner_text().endswith(".")
    card, panel = (page.locator(each).bounding_box() for each in (".menu-popover", ".rail"))
    (x, y), right = targets[0], card["x"] + card["width"]
    assert not (card["x"] < x < right and card["y"] < y < card["y"] + card["height"])  # the target stays in sight
    assert right <= panel["x"]  # and so do lesson and options
    # The button says what it does, and a key means the same in the card as beside it.
    labels = page.locator(".ask .option").evaluate_all("(all) => all.map((each) => each.getAttribute('aria-label'))")
    assert page.locator(".menu-popover .commit-button").inner_text() in labels
    keys = """(all) => all.map((each) => [
      each.querySelector('kbd').textContent, each.querySelector('.option-text').firstChild.textContent,
    ])"""
    beside = dict(page.locator(".ask .option:has(kbd)").evaluate_all(keys))
    for key, words in page.locator(".menu-popover .option").evaluate_all(keys):
        assert beside.get(key, words) == words
    page.locator(".menu-popover .commit-button").click()
    page.wait_for_function("() => [...document.querySelectorAll('.story .dice')].length > 0")


def until_shooting(house):
    """A battle in which the German player may fire at somebody now."""
    made = house.battle({"german": "person", "soviet": "greedy"}, seed=5)
    token = made["seats"]["german"]
    for _ in range(200):
        view = house.wait_for(token, lambda view: view.get("decision") or view.get("result"))
        options = view["decision"]["options"]
        if view["decision"]["kind"] == "action" and any(each["choice"]["do"] == "fire" for each in options):
            return token
        wanted = [each for each in options if each["choice"]["do"] in ("default", "go first", "act")]
        wanted = wanted or [each for each in options if each["choice"]["do"] == "move"][-6:] or options
        house.choose(token, view, wanted[-1]["choice"])
    raise AssertionError("nobody ever came into range")


def test_line_of_sight_tool(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=15)
    page = table.open(made["seats"]["german"])
    page.wait_for_selector(".ask.asked")
    whole_map(page)
    page.keyboard.press("l")
    box = page.locator(".sheet").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.45)
    page.wait_for_selector(".unseen", state="attached")
    page.mouse.click(box["x"] + box["width"] * 0.62, box["y"] + box["height"] * 0.7)
    page.wait_for_selector(".sight-line", state="attached")
    assert re.search("open|blocked", page.locator(".sight-bar").inner_text())
    page.keyboard.press("Escape")
    page.wait_for_selector(".sight-bar", state="hidden")


def test_two_at_one_screen(table, house):
    page = table.page()
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    page.locator(".scenario", has_text="Cats in the Mist").get_by_role("button", name="Play").click()
    page.get_by_text("Two players at this screen").click()
    page.get_by_role("button", name="Begin the battle").click()
    page.wait_for_selector(".ask.asked")
    luck = random.Random(6)
    seats = set()
    for _ in range(60):
        assert wait(page)
        seats.add(page.locator(".phase").get_attribute("class"))
        click_once(page, luck)
        if len(seats) > 2:
            break
    assert len(seats) > 2, "only one side ever acted"


def test_a_reaction_that_one_never_wants_is_passed_by_itself(table, house):
    """Wish "Never" at the first Opportunity Fire: it is passed from then on, until one wishes otherwise."""
    token = house.battle({"german": "person", "soviet": "greedy"}, seed=5)["seats"]["german"]
    luck = random.Random(3)
    asked = house.choose_until(token, luck, lambda decision: decision["kind"] == "opportunity fire")
    assert asked, "nobody ever asked about Opportunity Fire"
    page = table.open(token)
    page.locator(".wishes-button").click()
    page.locator("dialog .wish .segments label", has_text="Never").click()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("p")  # the question that is open stays open
    house.wait_for(token, lambda view: view.get("decision", {}).get("kind") not in (None, "opportunity fire"))
    for _ in range(12):
        assert not house.choose_until(token, luck, lambda decision: decision["kind"] == "opportunity fire", 1)


def test_whoever_leaves_the_path_of_the_guide_may_come_back(table, house):
    page = table.page()
    begin_guided(page, house.address, "Nations at War", "Guided first battle")
    first = heading(page)
    page.locator(".ask .chip").first.click()
    page.wait_for_selector(".guide .coach")
    assert heading(page) == "You went your own way"
    page.get_by_role("button", name="Take it back").click()
    page.wait_for_selector(".guide .step")
    assert heading(page) == first
    page.get_by_role("button", name="No more explanations").click()
    assert not page.locator(".guide").is_visible()
    page.reload()
    page.wait_for_selector(".ask.asked")
    assert not page.locator(".guide").is_visible(), "it stays away in this battle"


def test_the_lesson_waits_for_an_order_and_goes_on_in_the_battle_of_whoever_gives_another(table, house):
    page = table.page()
    begin_guided(page, house.address, "Regimental", "Guided first battle")

    def choose(words):
        page.locator(".ask .option", has_text=words).click()
        page.wait_for_function("() => !document.querySelector('.battle.sending')")
        assert wait(page)

    for words, said in (
        ("Move (M)", "Ready?"),
        ("Change an order", "A secret order"),
        ("Hold (H)", "You went your own way"),
    ):
        choose(words)
        assert heading(page) == said
    page.locator(".guide").get_by_role("button", name="Change an order").click()  # points it out
    page.keyboard.press("Enter")
    page.wait_for_selector(".guide .step")
    choose("Move (M)")
    assert heading(page) == "Ready?"
    choose("Change an order")
    choose("Hold (H)")
    choose("Ready")
    assert heading(page) == "On your own way"
    page.get_by_role("button", name="Next").click()
    assert heading(page) == "Who moves next?", "what is left of the lessons comes"
    first = page.locator(".ask .option").first.inner_text()
    assert first.startswith("Leave the companies as they are"), "what most answer comes first"


def test_what_comes_up_first_is_explained_in_any_battle(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, "nations_at_war/first-light", seed=5)
    page = table.open(made["seats"]["german"], {"guide": True})
    page.wait_for_selector(".guide .lesson")
    assert heading(page) == "Before the battle: your set-up"
    page.get_by_role("button", name="Got it").click()
    page.wait_for_function("() => /counter/.test(document.querySelector('.guide h3')?.textContent ?? '')")
    page.get_by_role("button", name="No more explanations").click()
    assert not page.locator(".guide").is_visible()


def test_palettes_themes_and_symbols(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=15)
    page = table.open(made["seats"]["german"])
    page.wait_for_selector(".ask.asked")
    page.keyboard.press("d")
    page.wait_for_selector(".counter")
    body = "() => getComputedStyle(document.querySelector('.counter .c-body')).fill"
    classic = page.evaluate(body)
    assert page.locator(".ground svg .t-hill1").count() == 1 and page.locator(".ground canvas").count() == 0
    page.keyboard.press(",")
    for name in ("Colour-safe", "Dark", "NATO symbols", "Drawn"):
        page.get_by_role("radio", name=name).check(force=True)
    page.keyboard.press("Escape")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    assert page.evaluate(body) != classic
    page.wait_for_selector(".counter .frame", state="attached")
    page.wait_for_selector(".ground canvas")


def test_names_and_roles_for_those_who_do_not_see(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=15)
    page = table.open(made["seats"]["german"])
    page.wait_for_selector(".ask.asked")
    page.keyboard.press("d")
    page.wait_for_selector(".counter")
    assert page.locator("[role=log][aria-live=polite]").count() == 1
    nameless = page.evaluate(
        "() => [...document.querySelectorAll('button, a, input, select')].filter((e) => e.offsetParent"
        " && !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length || e.title))"
        ".map((e) => e.outerHTML)"
    )
    assert nameless == []
    page.locator(".board-host").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    said = page.locator(".sr[role=status]").inner_text()
    assert re.match(r"[A-U]\d+, \w+", said)


@pytest.mark.parametrize("kind", ["cards", "hexes", "plane"])
def test_boards_that_the_page_has_never_seen(table, house, kind):
    made = house.ask("/battles", {"scenario": f"gallery/{kind}", "seats": {"red": "person", "blue": "random"}})
    page = table.open(made["seats"]["red"])
    assert wait(page)
    assert page.locator(".counter").count() == 4
    assert page.locator(".ring.target").count() == 2
    drawn = page.evaluate(
        "() => [...document.querySelectorAll('.over > *')].map((each) => each.getAttribute('class'))"
    )
    assert drawn[-2:] == ["ring-word", "ring-word"]  # the odds lie over the rings of neighbours
    luck = random.Random(8)
    if kind == "plane":
        free_hand(page)
    else:
        assert page.locator("path.reach").count() == 3
        click_once(page, luck)
    play_by_mouse(page, luck)
    assert "draw" in page.locator("dialog.end .end-head").inner_text()


def free_hand(page):
    """On a plane a counter goes where one clicks; what the rules forbid is said before it is sent."""
    own = spots(page, ".pieces .counter.side-green .c-body")
    page.mouse.click(*own[0])
    page.wait_for_selector(".plan-bar")
    page.mouse.click(own[0][0] + 60, own[0][1] + 90)
    page.wait_for_selector(".plan-bar .verdict.bad")
    assert page.locator(".plan-send").is_disabled()
    page.keyboard.press("Escape")
    page.locator(".ask .option").filter(has_text="move").first.click()
    judged(page)
    page.wait_for_selector(".plan-bar .verdict.good")
    page.locator(".plan-send").click()
    wait(page)


def test_a_curtain_where_the_game_has_secrets(table, house):
    body = {"scenario": "toy/ridge", "seats": {"red": "person", "blue": "person"}, "hot_seat": True}
    made = house.ask("/battles", body)
    page = table.page()
    page.goto(f"{house.address}/b/{made['seats']['red']}")
    page.get_by_role("button", name="I am the Red player").click()
    page.wait_for_selector(".ask.asked")
    hands = page.locator(".hand")
    assert hands.nth(0).locator(".card").count() == 2 and hands.nth(1).locator(".card").count() == 0
    assert "red takes a card" in page.locator(".story").inner_text()
    page.keyboard.press("1")
    page.get_by_role("button", name="I am the Blue player").click()
    page.wait_for_selector(".ask.asked")
    assert hands.nth(0).locator(".card").count() == 0 and hands.nth(1).locator(".card").count() == 2
    assert "red takes a card" not in page.locator(".story").inner_text()


def test_who_could_fire_on_the_way(table, house):
    token = until_shooting(house)
    page = table.open(token)
    assert wait(page)
    ways = spots(page, "path.r-move")
    assert ways
    for point in ways[:6]:
        page.mouse.move(0, 0)
        page.wait_for_selector(".tip", state="hidden")
        page.mouse.move(*point)
        page.wait_for_selector(".tip .danger-words, .tip .safe-words")


def test_a_stack_fans_out(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=15)
    page = table.open(made["seats"]["german"])
    page.wait_for_selector(".ask.asked")
    page.keyboard.press("d")
    page.get_by_role("button", name=re.compile("goes first")).click()
    page.wait_for_selector(".ring.ready")
    rest(page)
    stacks = {}
    for piece in house.ask(f"/seat/{made['seats']['german']}/view")["pieces"]:
        stacks.setdefault(piece.get("place"), []).append(piece["id"])
    stack = next(pieces for place, pieces in stacks.items() if place and len(pieces) > 1)
    (point, *_) = [each for piece in stack for each in spots(page, f'.pieces [data-piece="{piece}"] .c-body')]
    page.mouse.move(*point)
    page.wait_for_function("(n) => document.querySelectorAll('.fan .counter').length === n", arg=len(stack))
