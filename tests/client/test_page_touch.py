"""A finger never carries out what it has not seen: what opens under it is not pressed by the same tap."""

from typing import Any

import pytest
from hands import now, rest, settle, wait
from learner import after_steps, settle_sent

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SHEET = ".menu-popover .option"


def middle(page: Any, piece: str) -> tuple[float, float]:
    box = page.locator(f".pieces [data-piece='{piece}'] .c-body, .pieces [data-piece='{piece}'] .plate").first
    found = box.bounding_box()
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


@pytest.mark.parametrize(
    ("system", "steps", "piece"), [("war_storm", 1, "american-a-2"), ("of_war_and_men", 3, "allies-1")]
)
def test_one_tap_on_a_counter_only_shows_what_can_be_done(lesson: Any, system: str, steps: int, piece: str) -> None:
    page = after_steps(lesson, system, steps, PHONE)
    before = now(page)
    page.touchscreen.tap(*middle(page, piece))
    settle(page, before)
    page.evaluate("() => new Promise((done) => setTimeout(done))")  # what a tap brings, it has brought
    rest(page)
    assert now(page) == before, "something was ordered"
    assert page.locator(SHEET).count() > 1
    page.locator(SHEET).first.tap()
    settle_sent(page, before)


def test_a_sole_answer_is_said_before_a_finger_gives_it(lesson: Any) -> None:
    """Who may be taken along is a counter of the same stack, and all that can be done with it is that."""
    page = after_steps(lesson, "war_storm", 2, PHONE)
    before = now(page)
    page.touchscreen.tap(*middle(page, "american-a-2"))
    page.wait_for_selector(".fan .tray")
    assert now(page) == before
    assert "Take US infantry A3 along" in page.locator(".tip").inner_text()
    box = page.locator(".fan [data-piece='american-a-3'] .c-body").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    settle(page, before)
    assert now(page) != before


def test_a_fan_shows_its_counters_however_far_away_the_map_is(lesson: Any) -> None:
    page = after_steps(lesson, "war_storm", 2, PHONE)
    page.keyboard.press("0")
    rest(page)
    page.touchscreen.tap(*middle(page, "american-a-2"))
    page.wait_for_selector(".fan .tray")
    wide = page.locator(".fan .c-name").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
    assert len(wide) == 2 and min(wide) > 20


SIZE = """(piece) =>
  document.querySelector(`.pieces [data-piece='${piece}'] .c-body`).getBoundingClientRect().width"""


def test_the_map_comes_near_again_after_an_undo(lesson: Any) -> None:
    """Where one may go is far and wide; who may act is not."""
    page = after_steps(lesson, "war_storm", 1, PHONE)
    near = page.evaluate(SIZE, "american-a-2")
    before = now(page)
    page.touchscreen.tap(*middle(page, "american-a-2"))
    settle(page, before)
    page.locator(SHEET).filter(has_text="double time").tap()
    settle_sent(page, before)
    assert wait(page)
    assert not page.locator(".fan .tray").count(), "the fan lies on places to go to"
    assert page.evaluate(SIZE, "american-a-2") < near / 1.3
    before = now(page)
    page.locator(".ask-foot .undo").tap()
    settle(page, before)
    assert wait(page)
    assert page.evaluate(SIZE, "american-a-2") > near / 1.1


def test_a_refusal_does_not_lie_on_the_lesson(lesson: Any) -> None:
    page = after_steps(lesson, "war_storm", 1, PHONE)
    x, y = middle(page, "american-a-2")
    page.touchscreen.tap(x + 66, y - 38)  # an empty hex: there is nobody to fire at
    page.wait_for_selector(".toast.bad")
    guide, toast = page.locator(".guide").bounding_box(), page.locator(".toast.bad").bounding_box()
    assert toast["y"] >= guide["y"] + guide["height"]


NUMBERS = """() => [...document.querySelectorAll('#panel-inspect .values > div')].map((number) =>
  [number.querySelector('dt').textContent, number.querySelector('.means')?.textContent])"""


def test_the_numbers_of_a_counter_are_told_in_words_after_a_tap(lesson: Any) -> None:
    """A platoon alone in its hex: a finger beside its counter means it too."""
    page = after_steps(lesson, "nations_at_war", 1, PHONE)
    x, y = middle(page, "t-34-76-2")
    page.touchscreen.tap(x, y)
    page.locator(".tab-inspect").tap()
    assert page.locator("#panel-inspect h3").inner_text() == "T-34/76 #2"
    assert page.evaluate(NUMBERS) == [
        ["AP", "3 dice against hard targets, up to 5 hexes; each that shows 5 or more hits."],
        ["HE", "2 dice against soft targets, up to 4 hexes; each that shows 5 or more hits."],
        ["Armor", "2 dice to save; each that shows 5 or more cancels a hit."],
        ["Assault", "2 dice in an assault; each that shows 5 or more hits."],
        ["MF", "5 Movement Points when it acts."],
    ]


FIRST = "([one, other]) => document.querySelector(one).compareDocumentPosition(document.querySelector(other)) & 4"


def test_names_of_places_on_hexes_lie_below_the_counters(lesson: Any) -> None:
    """A name at the foot of its hex would hide the states of the counters in the next."""
    page = after_steps(lesson, "regimental", 0, PHONE)
    assert page.locator(".labels [data-label]").count()
    assert page.evaluate(FIRST, [".labels", ".pieces"])


def test_a_finger_is_told_to_tap(lesson: Any) -> None:
    """The guide's words were written for a mouse; so were the words under the question."""
    page = after_steps(lesson, "war_storm", 1, PHONE)
    said = page.locator("body").inner_text()
    assert "click" not in said.lower() and "tap" in said.lower()
    words = page.evaluate("async () => (await import('/dom.js')).handy('Click it, then click again: it clicked.')")
    assert words == "Tap it, then tap again: it clicked."
