"""Six options are in sight at 1440x900 whatever else is open: a lesson, things to try, a planned move."""

from typing import Any

import pytest
from hands import commit, judged, now, rest, wait
from learner import PLAN, READ, SHOW, SHOWN, begin_guided, settle_sent

import sandtable.systems  # noqa: F401  registers the games
from sandtable.table.system import systems
from soak import LONG

DESK = {"width": 1440, "height": 900}
# How many options there are, folded lists aside, and of how many the first line is in sight and not covered.
OPTIONS = """() => {
  const found = [...document.querySelectorAll('.ask-body .option')].filter((option) => option.offsetHeight);
  const seen = found.filter((option) => {
    const { left, top, width } = option.getBoundingClientRect();
    return option.contains(document.elementFromPoint(left + Math.min(width / 2, 40), top + 14));
  });
  return [found.length, seen.length];
}"""
UNFOLD = "() => { for (const tasks of document.querySelectorAll('.tasks')) tasks.open = true; }"
# So many questions of each guided battle; among them are long ones, in the miniatures a planned move beside a lesson.
QUESTIONS = {"nations_at_war": 20, "war_storm": 20, "of_war_and_men": 20, "regimental": 20, "miniatures": 6}
SAMPLE = ["miniatures"]


def look(page: Any) -> tuple[int, int]:
    """How many options there are, and how many are in sight, with things to try unfolded."""
    page.evaluate(UNFOLD)
    rest(page)
    there, seen = page.evaluate(OPTIONS)
    return there, seen


@pytest.mark.soak
@pytest.mark.parametrize("key", QUESTIONS if LONG else SAMPLE)
def test_six_options_are_in_sight_beside_lesson_tasks_and_plan(lesson: Any, key: str) -> None:
    system = systems()[key]
    guide = system.shelf.guide()
    assert guide is not None
    page = lesson.page({"guide": True}, viewport=DESK)
    begin_guided(page, lesson.house.address, system.title, guide.offer)
    found: list[tuple[str, int, int]] = []
    for count in range(QUESTIONS[key]):
        if not wait(page):
            break
        found.append((f"question {count}", *look(page)))
        while page.locator(READ).count():
            page.locator(READ).click()
            rest(page)
            found.append((f"question {count}, read", *look(page)))
        before = now(page)
        page.locator(SHOW).click()
        page.wait_for_selector(f"{SHOWN}, {PLAN}")
        rest(page)
        shown = SHOWN
        if page.locator(PLAN).count():
            judged(page)
            shown = ".plan-send"
        found.append((f"question {count}, {shown}", *look(page)))
        page.locator(shown).click()
        settle_sent(page, before)
        commit(page)
    assert [each for each in found if each[1] >= 6], "six are never offered"
    assert not [each for each in found if each[1] >= 6 > each[2]]
