"""How a person plays: by mouse, by finger, by keyboard. Nothing here knows a rule; all is read from the page."""

import random
import time
from collections.abc import Callable
from typing import Any

# What can be clicked on the map, as points of the page that are not under a panel.
SPOTS = """(what) => {
  const host = document.querySelector('.board-host');
  const found = [];
  for (const element of document.querySelectorAll(what)) {
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const top = document.elementFromPoint(x, y);
    if (top && host.contains(top)) found.push([x, y]);
  }
  return found;
}"""

PATIENCE = 120  # seconds for anything: a machine may have much else to do

READY = ".ring.ready > rect:not(.edge)"
TARGET = ".ring.target > rect:not(.edge)"
REACH = "path.reach"
OVER = """() => {
  const ask = document.querySelector('.ask');
  if (document.querySelector('dialog.end')) return 'over';
  if (document.querySelector('.battle.sending')) return '';
  return ask?.classList.contains('asked') ? 'asked' : '';
}"""


def rest(page: Any) -> None:
    """Until the page has drawn all that it knows: what it puts off, it puts off to the next frame."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def wait(page: Any) -> bool:
    """Until something is asked (True) or the battle is over (False), and nothing moves any more."""
    while True:
        answer = page.wait_for_function(OVER).json_value()
        rest(page)
        if page.evaluate(OVER) == answer:
            return bool(answer == "asked")


def until(page: Any, true: Callable[[], object]) -> None:
    """Until something outside of the page is true; meanwhile what the page sends and gets is heard."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not come true"
        page.wait_for_timeout(20)


def judged(page: Any) -> None:
    """Until the rules have judged the plan as it is drawn now, if there is one."""
    page.wait_for_function("() => document.querySelector('.plan-bar').getAttribute('aria-busy') !== 'true'")


def settle(page: Any, before: str, hint: str = "nothing", fan: bool = False) -> None:
    """Until the page has taken in what was done: another question, nothing asked, a card, a refusal, a fan."""
    page.wait_for_function(
        """([before, hint, fan]) => {
          const tip = document.querySelector('.tip');
          if (!tip.hidden && tip.textContent.includes(hint)) return true;
          if (document.querySelector('.menu-popover, .toast.bad, dialog.end')) return true;
          if (document.querySelector('.plan-bar:not([hidden])[aria-busy="false"] .verdict.good')) return true;
          if (document.querySelector('.battle.sending')) return false;
          const ask = document.querySelector('.ask');
          const { state } = document.querySelector('.battle').dataset;
          if (!ask.classList.contains('asked') || state + ask.textContent !== before) return true;
          return fan && document.querySelector('.fan .tray') !== null;
        }""",
        arg=[before, hint, fan],
    )
    rest(page)


def now(page: Any) -> str:
    """What is asked, and in which state of the battle."""
    text: str = page.evaluate(
        "() => document.querySelector('.battle').dataset.state + document.querySelector('.ask').textContent"
    )
    return text


def spots(page: Any, what: str) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = page.evaluate(SPOTS, what)
    return found


def click_once(page: Any, luck: random.Random, touch: bool = False) -> None:
    """One choice by mouse or finger: a target, a place, a counter, or a button."""
    if page.locator(".ask[data-free]").count():
        drag_once(page, luck)
        return
    before = now(page)
    tap = page.touchscreen.tap if touch else page.mouse.click
    ways = [(TARGET, 0.8), (READY, 0.9), (REACH, 0.75)]
    for what, chance in ways:
        found = spots(page, what)
        if found and luck.random() < chance:
            point = luck.choice(found)
            tap(*point)
            settle(page, before, "again to", fan=True)
            if page.locator(".tip", has_text="again to").is_visible():
                tap(*point)
            elif now(page) == before and page.locator(".fan .tray").count():  # the mouse was slow, or it is a finger
                from_fan(page, luck, tap)
            break
    else:
        press_button(page, luck)
    settle(page, before)
    commit(page)


def press_button(page: Any, luck: random.Random) -> None:
    """Any button; one that stands for a place on the map only if there is no other."""
    buttons = page.locator(".ask .option:not(.chip)")
    if buttons.count() == 0:
        buttons = page.locator(".ask .option")
    buttons.nth(luck.randrange(buttons.count())).click()


def from_fan(page: Any, luck: random.Random, tap: Callable[[float, float], None]) -> None:
    """A counter of the stack that is fanned out; a button if none of them may do anything."""
    counters = spots(page, ".fan .counter:has(.ring) .c-body")
    if not page.locator(".menu-popover, .battle.sending").count():
        tap(*luck.choice(counters)) if counters else press_button(page, luck)


def commit(page: Any) -> None:
    """Where a card asks what is meant, or shows the odds first: the button that does it."""
    card = page.locator(".menu-popover")
    if card.count():
        before = now(page)
        button = card.locator(".commit-button")
        (button if button.count() else card.locator(".option").first).click()
        settle(page, before)


def drag_once(page: Any, luck: random.Random) -> None:
    """On a table without places: drag a team or a template somewhere; where that is not allowed, take an example."""
    before = now(page)
    found = spots(page, f"{READY}, .p-ghost.template .p-aim")
    if found and luck.random() < 0.85:
        x, y = luck.choice(found)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + luck.randint(-25, 25), y + luck.randint(-25, 25), steps=4)
        page.mouse.up()
        judged(page)
        if page.locator(".plan-bar .verdict.good").is_visible():
            page.locator(".plan-send").click()
            settle(page, before)
            return
        page.keyboard.press("Escape")
    buttons = page.locator(".ask .option")
    buttons.nth(luck.randrange(buttons.count())).click()
    settle(page, before)
    if page.locator(".plan-bar .plan-send").is_visible():
        page.locator(".plan-send").click()
        settle(page, before)


def play_by_mouse(page: Any, luck: random.Random, most: int = 400, brisk: int = 10, leave: int = 0) -> int:
    """Until the battle is over; how many choices that took. Towards the end whoever may do nothing does so.

    Who must leave earlier does so after that many choices, when he is asked.
    """
    for count in range(most):
        if not wait(page) or (leave and count == leave):
            return count
        if count >= brisk:
            pass_once(page, luck)
        else:
            click_once(page, luck)
    raise AssertionError(f"the battle is not over after {most} clicks: {page.locator('.ask').inner_text()}")


def pass_once(page: Any, luck: random.Random) -> None:
    """Do nothing, or be done, where that is offered; else one choice by mouse."""
    idle = page.locator(".ask .quiet-option")
    if not idle.count():
        click_once(page, luck)
        return
    before = now(page)
    idle.last.click()
    settle(page, before)
    commit(page)


def press_once(page: Any, luck: random.Random) -> None:
    """One choice by keys alone: a key that a button shows, or the cursor and Enter."""
    before = now(page)
    keys = page.evaluate("() => [...document.querySelectorAll('.ask .option kbd')].map((kbd) => kbd.textContent)")
    on_map = page.locator(f"{READY}, {TARGET}, {REACH}").count() > 0
    if on_map and luck.random() < 0.6:
        for _ in range(luck.randint(1, 4)):
            page.keyboard.press("n")
        page.keyboard.press("Enter")
    elif keys:
        page.keyboard.press(luck.choice(keys))
    else:
        chips = page.locator(".ask .chip b")
        name = chips.nth(luck.randrange(chips.count())).inner_text()
        page.keyboard.press("g")
        page.keyboard.type(name.lower())
        page.keyboard.press("Enter")
    settle(page, before)
    if page.locator(".menu-popover").count():
        before = now(page)
        page.keyboard.press("Enter")  # the button that commits has the focus
        settle(page, before)
        if page.locator(".menu-popover").count():
            page.keyboard.press("1")
            settle(page, before)


def play_by_keys(page: Any, luck: random.Random, most: int = 400, brisk: int = 10, leave: int = 0) -> int:
    """Until the battle is over, or until one leaves; how many choices that took."""
    for count in range(most):
        if not wait(page) or (leave and count == leave):
            return count
        idle = page.locator(".ask .quiet-option kbd")
        if count >= brisk and idle.count():
            before = now(page)
            page.keyboard.press(idle.last.inner_text())
            settle(page, before)
        else:
            press_once(page, luck)
    raise AssertionError(f"the battle is not over after {most} choices")


def begin(page: Any, address: str, name: str, mode: str = "", level: str = "random") -> None:
    """From the lobby into a battle: against the computer, or in the mode with these words."""
    page.goto(address)
    page.wait_for_selector(".scenario")
    button = "Play"
    heading = page.get_by_role("heading", name=name, exact=True)
    if not heading.count():  # one of several on a card that differ in a word after the comma
        name, _, button = name.partition(", ")
        heading = page.get_by_role("heading", name=name, exact=True)
    page.locator(".scenario").filter(has=heading).get_by_role("button", name=button, exact=True).click()
    if mode:
        page.get_by_text(mode).click()
    else:
        page.get_by_label("Computer level").select_option(level)
    page.get_by_role("button", name="Begin the battle").click()


def story(page: Any) -> list[str]:
    """What the page tells, line by line."""
    lines: list[str] = page.locator(".story .story-text").all_inner_texts()
    return lines


def whole_map(page: Any) -> None:
    """Show all of the map, so that places can be pointed at by their part of the sheet."""
    page.keyboard.press("0")
    page.wait_for_function(
        "() => { const b = document.querySelector('.sheet').getBoundingClientRect();"
        " return b.left >= 0 && b.right <= innerWidth && b.bottom <= innerHeight }"
    )
