"""What a lesson says is read: what to do is always in sight, and what scrolls shows that it does."""

from typing import Any

import pytest
from hands import commit, now, rest, wait
from learner import BOARD, SHOW, SHOWN, WHOLE, after_steps, settle_sent
from test_page_six import OPTIONS
from test_page_touch import middle

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SCROLLS = "() => document.querySelector('.said').classList.contains('more')"


@pytest.mark.parametrize(("system", "steps"), [("war_storm", 1), ("of_war_and_men", 3), ("regimental", 8)])
def test_on_a_desk_the_lesson_is_read_whole_beside_its_options(lesson: Any, system: str, steps: int) -> None:
    page = after_steps(lesson, system, steps, DESK)
    assert page.evaluate(WHOLE, ".guide .to-do")
    assert page.evaluate(WHOLE, ".guide .said p:last-child")
    there, seen = page.evaluate(OPTIONS)
    assert there > 4 and seen >= min(6, there)


@pytest.mark.parametrize(("system", "steps"), [("nations_at_war", 4), ("war_storm", 3)])
def test_on_a_desk_the_story_a_lesson_speaks_of_is_read_beside_it(lesson: Any, system: str, steps: int) -> None:
    page = after_steps(lesson, system, steps, DESK)
    story = page.locator(".story-scroll.spotlight").bounding_box()
    assert story["height"] >= 120
    there, seen = page.evaluate(OPTIONS)
    assert seen >= min(6, there)


def test_on_a_desk_a_short_question_keeps_no_room_of_the_long_one_before_it(lesson: Any) -> None:
    page = after_steps(lesson, "of_war_and_men", 2, DESK)
    last, ask = (page.locator(what).bounding_box() for what in (".ask-foot", ".ask"))
    assert ask["y"] + ask["height"] - last["y"] - last["height"] < 30


def test_on_a_phone_what_is_explained_scrolls_and_what_to_do_does_not(lesson: Any) -> None:
    page = after_steps(lesson, "war_storm", 0, PHONE)
    assert page.evaluate(WHOLE, ".guide .to-do")
    page.wait_for_function(SCROLLS)
    more = page.locator(".guide .read-on")
    while more.is_visible():
        more.tap()
        rest(page)
    assert not page.evaluate(SCROLLS), "it has been read to its end"
    assert page.evaluate(WHOLE, ".guide .to-do")


def test_a_phone_that_is_turned_on_its_side_shows_lesson_and_battle(lesson: Any) -> None:
    page = after_steps(lesson, "nations_at_war", 3, PHONE)
    page.set_viewport_size({"width": 844, "height": 390})
    rest(page)
    for what in (".guide h3", ".guide .to-do"):
        box = page.locator(what).bounding_box()
        assert box["y"] >= 54 and box["y"] + box["height"] <= 390
        assert page.evaluate(WHOLE, what)
    for counter in page.locator(".pieces [data-piece] .c-body").all():
        box = counter.bounding_box()
        assert box["y"] >= 54 and box["y"] + box["height"] <= 390
    page.locator(SHOW).tap()
    rest(page)
    assert page.evaluate(WHOLE, SHOWN)
    page.set_viewport_size(PHONE["viewport"])  # as the next test expects it


def test_on_a_phone_odds_are_as_wide_as_the_window_and_read_whole(lesson: Any) -> None:
    page = after_steps(lesson, "nations_at_war", 3, PHONE)
    page.locator(SHOW).tap()
    rest(page)
    page.locator(SHOWN).tap()
    page.wait_for_selector(".menu-popover .commit")
    rest(page)
    assert page.locator(".menu-popover").bounding_box()["width"] >= 370
    assert page.evaluate(WHOLE, ".menu-popover .odds li:last-child")
    assert page.evaluate(WHOLE, ".menu-popover .odds-part:last-of-type")


# Whether these are in sight in the middle of their height, from the first on.
ROWS = """() => [...document.querySelectorAll('.ask-body :is(.option, .mode)')].map((row) => {
  const { left, top, height } = row.getBoundingClientRect();
  return row.contains(document.elementFromPoint(left + 40, top + height / 2));
})"""


ABOVE = """(piece) => {
  const counter = document.querySelector(`.pieces [data-piece='${piece}'] .c-body`).getBoundingClientRect();
  return counter.bottom <= document.querySelector('.rail').getBoundingClientRect().top;
}"""


def test_on_a_phone_a_lesson_leaves_room_for_what_may_be_done(lesson: Any) -> None:
    """Two shots and, under them, the kinds of other acts; what else can be pressed stands beside the question."""
    page = after_steps(lesson, "war_storm", 1, PHONE)
    rows = page.evaluate(ROWS)
    assert len(rows) > 4 and all(rows[:3])
    for name in ("Undo", "Hint", "When am I asked?"):
        button = page.locator(".ask-foot").get_by_role("button", name=name)
        box, body = button.bounding_box(), page.locator(".ask-body").bounding_box()
        assert box["y"] + box["height"] <= body["y"] + 2 and box["width"] >= 36
    page.locator(".guide .fold").tap()
    page.wait_for_function(ABOVE, arg="german-d-1")  # the map makes room


BOX = """(what) => {
  const { left, top, right, bottom } = document.querySelector(what).getBoundingClientRect();
  return [left, top, right, bottom];
}"""


# Whether any of these texts is cut off.
CUT = """(all) => all.some((each) =>
  each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2)"""


def apart(one: list[float], other: list[float]) -> float:
    """How many pixels lie between two boxes; below zero: they overlap."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def test_a_card_lies_beside_its_piece_and_not_over_the_targets(lesson: Any) -> None:
    """Nine options of a platoon between its targets and the panel; then the odds of one of them."""
    page = after_steps(lesson, "war_storm", 1, DESK)
    piece, *targets = (
        page.evaluate(BOX, f".pieces [data-piece='{each}'] .c-body")
        for each in ("american-a-2", "german-d-1", "german-d-2")
    )
    page.mouse.click((piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2)
    page.wait_for_selector(".menu-popover")
    rest(page)
    card = page.evaluate(BOX, ".menu-popover")
    assert 0 <= apart(card, piece) < 80
    assert all(apart(card, each) >= 0 for each in targets)
    assert not page.locator(".menu-popover .brings").evaluate_all(CUT), "what an option brings is read whole"
    page.locator(".menu-popover .option", has_text="and A4 fire at D910").click()
    page.wait_for_selector(".menu-popover .commit")
    grown = page.evaluate(BOX, ".menu-popover")
    assert 0 <= apart(grown, piece) < 80 and apart(grown, targets[0]) >= 0
    assert abs(grown[0] - card[0]) < 40, "it does not jump"


def test_on_a_phone_the_hand_is_in_sight_while_the_lesson_speaks_of_it(lesson: Any) -> None:
    page = after_steps(lesson, "of_war_and_men", 3, PHONE)
    assert page.evaluate(WHOLE, ".guide .to-do")
    card, tabs = page.locator(".hand.own .card").first.bounding_box(), page.locator(".tabs").bounding_box()
    assert card["height"] >= 80 and card["y"] + card["height"] <= tabs["y"]
    assert page.evaluate(BOARD) >= 300


def test_what_is_told_of_a_fireteam_lies_over_the_cards_of_others_and_above_ones_own(lesson: Any) -> None:
    page = after_steps(lesson, "of_war_and_men", 3, DESK)
    left, top, right, bottom = page.evaluate(BOX, ".pieces [data-piece='axis-1']")
    page.mouse.move((left + right) / 2, (top + bottom) / 2)
    page.wait_for_selector(".battle > .inspector .soldier")
    told, own = page.evaluate(BOX, ".battle > .inspector"), page.evaluate(BOX, ".hand.own .cards")
    assert told[3] <= own[1] + 10
    assert page.evaluate("() => document.querySelector('.battle > .inspector').scrollTop === 0")
    layer = "(what) => Number(getComputedStyle(document.querySelector(what)).zIndex)"
    assert page.evaluate(layer, ".battle > .inspector") > page.evaluate(layer, ".hands")


FLIPS = """() => {
  window.behind = [];
  const look = () => {
    const [row, guide] = ['.flips', '.guide'].map((what) => document.querySelector(what)?.getBoundingClientRect());
    if (row?.width) behind.push(row.top < guide.bottom);
  };
  const drawn = () => requestAnimationFrame(() => requestAnimationFrame(look));
  new MutationObserver(drawn).observe(document.querySelector('.board-host'), { childList: true, subtree: true });
}"""


def test_on_a_phone_cards_are_turned_over_below_the_lesson(lesson: Any) -> None:
    page = after_steps(lesson, "of_war_and_men", 4, PHONE, motion="fast")
    page.evaluate(FLIPS)
    before = now(page)
    page.locator(SHOW).click()
    rest(page)
    page.locator(SHOWN).click()
    settle_sent(page, before)
    commit(page)
    assert wait(page)
    found = page.evaluate("() => behind")
    assert len(found) >= 2 and not any(found)


def test_a_card_that_cannot_be_played_says_why(lesson: Any) -> None:
    page = after_steps(lesson, "of_war_and_men", 3, DESK)
    card = page.locator(".hand.own .card.idle").last
    card.hover()
    why = card.locator(".cf-why")
    assert why.is_visible() and "suppressed" in why.inner_text()
    card.click()
    page.wait_for_selector(".toast.bad .rule")
    assert "suppressed" in page.locator(".toast.bad").inner_text()


def test_all_who_go_are_lit(lesson: Any) -> None:
    page = after_steps(lesson, "war_storm", 2, DESK)
    assert page.locator(".ring.acting").count() == 1
    before = now(page)
    page.locator(".ask .option", has_text="US infantry A3 along").click()
    settle_sent(page, before)
    assert wait(page)
    assert page.locator("#prompt").inner_text().startswith("Where do A2 and A3 go?")
    assert page.locator(".ring.acting").count() == 2


def test_on_a_phone_the_lesson_makes_room_for_a_hint_and_comes_back(lesson: Any) -> None:
    page = after_steps(lesson, "war_storm", 1, PHONE)
    hint, high = page.locator(".ask .hint-button"), "(what) => document.querySelector(what).clientHeight"
    before = page.evaluate(high, ".ask-body")
    hint.tap()
    page.wait_for_selector(".advice .why")
    rest(page)
    assert page.locator(".guide .fold[aria-expanded=false]").count()
    assert page.evaluate(high, ".ask-body") > before + 60
    hint.tap()
    page.wait_for_selector(".guide .fold[aria-expanded=true]")


def test_on_a_phone_odds_are_as_wide_as_the_page(lesson: Any) -> None:
    page = after_steps(lesson, "war_storm", 1, PHONE)
    page.touchscreen.tap(*middle(page, "american-a-2"))
    page.wait_for_selector(".menu-popover")
    page.evaluate("() => document.querySelector('.menu-popover').classList.add('narrow')")  # as beside a piece
    rest(page)
    left, _, right, _ = page.evaluate(BOX, ".menu-popover")
    assert (left, right) == (6, 384)


def test_the_ring_of_what_was_looked_at_goes_with_the_next_choice(lesson: Any) -> None:
    page = after_steps(lesson, "nations_at_war", 2, DESK)
    left, top, right, bottom = page.evaluate(BOX, ".pieces [data-piece='t-34-76-1'] .c-body")
    page.mouse.click((left + right) / 2, (top + bottom) / 2)
    page.wait_for_selector(".ring.selected")
    before = now(page)
    page.locator(SHOW).click()
    rest(page)
    page.locator(SHOWN).click()
    settle_sent(page, before)
    assert wait(page)
    assert not page.locator(".ring.selected").count()


# The lowest points of the edge of all fields, and of the parcels in them, on the map of The Orchard Gate.
FIELDS = """async () => {
  const asked = performance.getEntriesByType('resource').map((each) => each.name);
  const from = asked.find((name) => name.endsWith('/board/hexes.js')).replace('hexes.js', '');
  const { ground } = await import(`${from}ground/terrain.js`);
  const { HexLayout } = await import(`${from}hexes.js`);
  const board = await (await fetch('/api/boards/war_storm/the-orchard-gate')).json();
  const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawn.innerHTML = ground(new HexLayout(board), 'proof');
  document.body.append(drawn);
  const lowest = ['.t-fieldline', '.t-balk'].map((what) => {
    const box = drawn.querySelector(what).getBBox();
    return box.y + box.height;
  });
  drawn.remove();
  return lowest;
}"""


def test_fields_end_with_the_map(lesson: Any) -> None:
    edge, parcels = after_steps(lesson, "war_storm", 0, {**DESK, "pictures": True}).evaluate(FIELDS)
    assert edge <= parcels + 8  # the parcels are cut at the edge of their hexes
