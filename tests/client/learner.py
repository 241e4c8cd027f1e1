"""A learner who follows only what the guide says: he reads it, lets himself be shown what to do, and does that."""

from typing import Any

from hands import REACH, READY, TARGET, commit, judged, now, rest, settle, spots, wait

STEP = ".guide .step"
SHOW = ".guide button:has-text('Show me')"
SHOWN = ".ask .option.spotlight"
READ = ".guide .lesson:not(.step) .primary"  # "Next" or "Got it"
ACTING = ".ring.acting > rect:not(.edge)"
PLAN = ".plan-bar.spotlight"  # a move on a table in inches, laid out and not yet sent
# Whether something may be seen and pressed: nothing lies on it.
FREE = """(what) => {
  const box = document.querySelector(what).getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return top?.closest(what) !== null;
}"""
# Whether all of a text may be read: neither cut nor covered, from its first line to its last.
WHOLE = """(what) => {
  const { left, top, bottom } = document.querySelector(what).getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) => document.elementFromPoint(left + 12, y)?.closest(what));
}"""
# Whether the end of the story is in sight, where the story is.
FOLLOWS = """() => {
  const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.story-scroll');
  return !clientHeight || scrollHeight - scrollTop - clientHeight < 40;
}"""
# How much of the window the board has for itself, in thousandths.
BOARD = """() => {
  const high = (what) => {
    const box = document.querySelector(what)?.getBoundingClientRect();
    return box ? box.height : 0;
  };
  const guide = document.querySelector('.guide').getBoundingClientRect();
  const rail = document.querySelector('.rail').getBoundingClientRect();
  const phone = guide.top < rail.top;
  return Math.round(phone ? (1000 * (rail.top - guide.bottom)) / innerHeight
    : (1000 * (innerWidth - rail.width)) / innerWidth);
}"""


def begin_guided(page: Any, address: str, title: str, offer: str) -> None:
    """From the lobby into the guided battle of a game, by its button."""
    page.goto(address)
    shelf = page.locator(".shelf").filter(has=page.get_by_role("heading", name=title))
    shelf.get_by_role("button", name=offer).click()
    page.wait_for_selector(STEP)


def after_steps(lesson: Any, system: str, steps: int, how: dict[str, Any], motion: str = "off") -> Any:
    """The guided battle of a game after so many steps, as it lies when nothing moves any more."""
    made = lesson.house.ask(f"/guides/{system}", {})
    page = lesson.open(next(iter(made["seats"].values())), {"guide": True, "motion": motion}, **how)
    for _ in range(steps):
        assert wait(page)
        before = now(page)
        page.locator(SHOW).click()
        rest(page)
        page.locator(SHOWN).click()
        settle_sent(page, before)
        commit(page)
    assert wait(page)
    rest(page)
    return page


def heading(page: Any) -> str:
    """What the guide speaks of."""
    text: str = page.locator(".guide h3").evaluate("(h3) => h3.querySelector('.icon').nextSibling.textContent")
    return text


def take_steps(page: Any, most: int = 80) -> list[str]:
    """Step by step to the end of what is taught, with the mouse; the headings."""
    found: list[str] = []
    while wait(page) and page.locator(STEP).count():
        assert len(found) < most
        found.append(heading(page))
        assert page.evaluate(BOARD) >= 300, f"{found[-1]}: the lesson hides the board"
        marked = f"{READY}, {TARGET}, {REACH}, {ACTING}"
        assert not page.locator(marked).count() or spots(page, marked), f"{found[-1]}: all of it is behind the lesson"
        assert page.evaluate(WHOLE, ".guide .to-do"), f"{found[-1]}: what to do is cut off"
        assert page.evaluate(FREE, ".guide .step .primary"), f"{found[-1]}: one must scroll to be shown anything"
        assert page.evaluate(FOLLOWS), f"{found[-1]}: the story is behind the battle"
        chips = page.locator(".ask .option.chip").all_inner_texts()
        assert len(set(chips)) == len(chips), f"{found[-1]}: two places read alike"
        before = now(page)
        page.locator(SHOW).click()
        rest(page)
        shown = SHOWN
        if page.locator(PLAN).count():
            judged(page)
            shown = ".plan-send"
            phone = page.locator(".guide.brief .fold").is_visible()
            assert phone or page.locator(".guide .step p").last.is_visible(), (
                f"{found[-1]}: the plan hides the lesson"
            )
        assert page.evaluate(FREE, shown), f"{found[-1]}: what is shown cannot be pressed"
        page.locator(shown).click()
        settle_sent(page, before)
        commit(page)
    return found


def press_steps(page: Any, most: int = 80) -> list[str]:
    """The same with keys alone: to "Show me" by Tab, then Enter; what is shown has the focus, and Enter takes it."""
    found: list[str] = []
    while wait(page) and page.locator(STEP).count():
        assert len(found) < most
        found.append(heading(page))
        before = now(page)
        page.locator(SHOW).focus()
        page.keyboard.press("Enter")
        if page.locator(PLAN).count():
            judged(page)
        else:
            assert page.evaluate("(what) => document.activeElement.matches(what)", SHOWN), found[-1]
        page.keyboard.press("Enter")
        settle_sent(page, before)
        press_on(page, before)
    return found


def finish(page: Any, by_keys: bool = False, most: int = 120, leave: int = 0) -> int:
    """After the steps, to the end of the battle: what is explained is read, and what "Show me" shows is done.

    Who must leave earlier does so after that many choices.
    """
    for count in range(most):
        if not wait(page) or (leave and count == leave):
            return count
        while page.locator(READ).count():
            press(page, READ, by_keys)
            rest(page)
        assert page.locator(SHOW).is_visible(), f"nothing to click at: {page.locator('.ask .prompt').inner_text()}"
        before = now(page)
        press(page, SHOW, by_keys)
        page.wait_for_selector(f"{SHOWN}, {PLAN}")
        rest(page)
        shown = SHOWN
        if page.locator(PLAN).count():
            judged(page)
            shown = ".plan-send"
        if by_keys:
            page.keyboard.press("Enter")
        else:
            assert page.evaluate(FREE, shown), "what is shown cannot be pressed"
            page.locator(shown).click()
        settle_sent(page, before)
        press_on(page, before) if by_keys else commit(page)
    raise AssertionError(f"the battle is not over after {most} choices")


def press(page: Any, what: str, by_keys: bool) -> None:
    """A button, with the mouse or with the keys alone."""
    if by_keys:
        page.locator(what).focus()
        page.keyboard.press("Enter")
    else:
        page.locator(what).click()


def press_on(page: Any, before: str) -> None:
    """A card asks what is meant, or shows the odds: the button that does it has the focus."""
    while page.locator(".menu-popover").count():
        page.keyboard.press("Enter")
        settle_sent(page, before)


def settle_sent(page: Any, before: str) -> None:
    """Until what was chosen has been taken in; a plan that is still laid out has been sent."""
    page.wait_for_function("() => !document.querySelector('.plan-bar.spotlight:not([hidden])')")
    settle(page, before)
