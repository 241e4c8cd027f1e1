"""What a lesson says is read: what to do is always in sight, and what scrolls shows that it does."""

from typing import Any

import pytest
from hands import now, rest, wait
from learner import SHOW, SHOWN, WHOLE, settle_sent
from test_page_six import OPTIONS

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SCROLLS = "() => document.querySelector('.said').classList.contains('more')"


def learn(lesson: Any, system: str, steps: int, how: dict[str, Any]) -> Any:
    """The guided battle of a game after so many steps."""
    made = lesson.house.ask(f"/guides/{system}", {})
    page = lesson.open(next(iter(made["seats"].values())), {"guide": True}, **how)
    for _ in range(steps):
        assert wait(page)
        before = now(page)
        page.locator(SHOW).click()
        rest(page)
        page.locator(SHOWN).click()
        settle_sent(page, before)
    assert wait(page)
    rest(page)
    return page


@pytest.mark.parametrize(("system", "steps"), [("war_storm", 1), ("of_war_and_men", 3)])
def test_on_a_desk_the_lesson_is_read_whole_beside_six_options(lesson: Any, system: str, steps: int) -> None:
    page = learn(lesson, system, steps, DESK)
    assert page.evaluate(WHOLE, ".guide .to-do")
    assert page.evaluate(WHOLE, ".guide .said p:last-child")
    there, seen = page.evaluate(OPTIONS)
    assert there > 6 and seen >= 6


def test_on_a_phone_what_is_explained_scrolls_and_what_to_do_does_not(lesson: Any) -> None:
    page = learn(lesson, "war_storm", 0, PHONE)
    assert page.evaluate(WHOLE, ".guide .to-do")
    page.wait_for_function(SCROLLS)
    more = page.locator(".guide .read-on")
    while more.is_visible():
        more.tap()
        rest(page)
    assert not page.evaluate(SCROLLS), "it has been read to its end"
    assert page.evaluate(WHOLE, ".guide .to-do")


BOX = """(what) => {
  const { left, top, right, bottom } = document.querySelector(what).getBoundingClientRect();
  return [left, top, right, bottom];
}"""


def apart(one: list[float], other: list[float]) -> float:
    """How many pixels lie between two boxes; below zero: they overlap."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def test_a_card_lies_beside_its_piece_and_not_over_the_targets(lesson: Any) -> None:
    """Nine options of a platoon between its targets and the panel; then the odds of one of them."""
    page = learn(lesson, "war_storm", 1, DESK)
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
    page.locator(".menu-popover .option", has_text="and A4 fire at D910").click()
    page.wait_for_selector(".menu-popover .commit")
    grown = page.evaluate(BOX, ".menu-popover")
    assert 0 <= apart(grown, piece) < 80 and apart(grown, targets[0]) >= 0
    assert abs(grown[0] - card[0]) < 40, "it does not jump"
