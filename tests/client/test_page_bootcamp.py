"""Boot Camp of Of War and Men: the guided battle leads a newcomer through his first attack."""

from typing import Any

from hands import commit, settle

HAND = ["Your hand", "Two actions in a turn", "Your soldiers"]
SHOT = ["First: whom does he hit?", "Second: the weapon", "Third: his nerves", "Last: the ground, and the total"]


# Whether the end of the story is in its window, not cut off, and nothing lies upon it.
READABLE = """() => {
  const lines = document.querySelectorAll('.story .story-line');
  const last = lines[lines.length - 1].getBoundingClientRect();
  const window = document.querySelector('.story-scroll').getBoundingClientRect();
  const top = document.elementFromPoint(last.left + last.width / 2, last.top + last.height / 2);
  return last.top >= window.top && last.bottom <= window.bottom && top?.closest('.story-line') !== null;
}"""


def heading(page: Any) -> str:
    """What the guide speaks of."""
    text: str = page.locator(".guide h3").evaluate("(h3) => h3.querySelector('.icon').nextSibling.textContent")
    return text


def read_all(page: Any) -> list[str]:
    """Read every explanation that waits; their headings."""
    found = []
    while page.locator(".guide .lesson").count():
        found.append(heading(page))
        page.locator(".guide .lesson .primary").click()
    return found


def follow(page: Any) -> None:
    """Let the guide show what to do, and do that; where it has nothing to show, pass."""
    before = page.locator(".battle").get_attribute("data-state") + page.locator(".ask").text_content()
    show = page.locator(".guide .coach").get_by_role("button", name="Show me")
    if show.count():
        show.click()
        page.locator(".ask .option.spotlight").click()
    else:
        page.locator(".ask .quiet-option").last.click()
    settle(page, before)
    commit(page)
    page.wait_for_selector(".ask.asked")


def test_boot_camp_leads_through_the_first_attack(table, house):
    page = table.page({"guide": True})
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    page.get_by_role("button", name="Guided Boot Camp").click()
    page.wait_for_selector(".guide .lesson")
    assert read_all(page) == ["Who will you lead?"]

    # Each step leads to its rule.
    assert heading(page) == "Choose a division and its squad"
    page.locator(".guide .coach .rule").click()
    page.wait_for_selector(".rule-popover h3:has-text('division')")
    page.keyboard.press("Escape")
    for _ in ("division", "ready squad", "as proposed"):
        assert heading(page) == "Choose a division and its squad"
        follow(page)

    # Everybody holds an Attack order. The enemy may hide, and a weapon may jam.
    told = read_all(page)
    assert [each for each in told if each in HAND] == HAND
    # Keys count up as one reads, and doing nothing comes last.
    keys = page.locator(".ask .option kbd").all_text_contents()
    digits = [int(key) for key in keys if key.isdigit()]
    assert digits == sorted(digits) and keys[-1] == "p"
    for _ in range(30):
        if SHOT[-1] in told:
            break
        follow(page)
        told += read_all(page)
    assert told.index("Who fires?") < told.index(SHOT[0])
    assert [each for each in told if each in SHOT] == SHOT
    # The line that the guide spoke of last can be read beside it.
    assert page.evaluate(READABLE)
    done = page.locator(".tasks li.done").all_text_contents()
    assert {"Attack an enemy Fireteam", "Let a soldier fire"} <= set(done)
    assert page.locator(".guide .coach h3 .rule").count() == 1
