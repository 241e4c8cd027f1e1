"""The rulebook beside the board: chapters, search, drawings, and the game on one page."""

import pytest

from sandtable.systems import systems

LETTERS = "() => 0.75 * parseFloat(getComputedStyle(document.querySelector('.print-sheet')).fontSize)"  # in points
# The headings of tables that are wider than their column.
CUT_OFF = """() => [...document.querySelectorAll('.print-sheet table')]
  .filter((table) => table.offsetWidth > table.parentElement.offsetWidth)
  .map((table) => table.closest('.aid-part').querySelector('h4').textContent)"""


def opened(table, house, **how):
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    return table.open(made["seats"]["german"], **how)


def test_a_chapter_is_read_beside_the_board(table, house):
    page = opened(table, house)
    page.keyboard.press("/")
    page.wait_for_selector(".rulebook .chapter")
    assert page.evaluate("() => document.activeElement.type") == "search"
    assert page.locator(".rulebook .flow .loop .again").count() == 1
    assert page.locator(".ask .option").first.is_visible()  # one still plays
    page.locator(".chapter", has_text="Line of sight").click()
    page.wait_for_selector(".rule-entry")
    assert page.locator(".rule-entry .diagram").count() == 2
    assert page.locator(".rule-entry[data-id='6.0.b'] .ruling").is_visible()
    page.locator(".rule-entry[data-id='6.0.b'] button.rule", has_text="6.1.2.f").click()
    page.wait_for_selector(".rule-entry.at[data-id='6.1.2.f']")
    page.get_by_role("button", name="Next:").click()
    assert page.locator(".chapter-title").inner_text() == "Mines, wire and trenches"
    page.keyboard.press("Escape")
    assert page.locator(".rulebook").is_hidden()


def test_a_search_shows_chapters_and_a_citation_opens_its_rule(table, house):
    page = opened(table, house)
    page.locator(".ask .rule").first.click()
    cited = page.locator(".rule-popover .rule-id").inner_text()
    page.get_by_role("button", name="Open the rulebook at this rule").click()
    page.wait_for_selector(f".rule-entry.at[data-id='{cited}']")
    page.locator(".rulebook input").fill("decay removal")
    page.wait_for_selector(".hits")
    assert page.locator(".hit .rule-id").all_inner_texts() == ["SM.f"]
    page.locator(".rulebook input").fill("line sight")  # as newcomers say it; the rules have LOS
    page.locator(".chapters .chapter", has_text="Line of sight").click()
    page.wait_for_selector(".rule-entry")
    page.locator(".rulebook input").fill("xyzzy")
    page.wait_for_selector("text=No rule contains all of these words.")


@pytest.mark.parametrize("system", sorted(systems()))
def test_the_aid_prints_on_one_page(table, house, system):
    page = table.page()
    page.goto(house.address)
    title = systems()[system].title
    page.get_by_role("button", name=f"Rules of {title}").click()
    page.get_by_role("button", name="On one page").click()
    page.wait_for_selector(".aid table")
    page.evaluate("() => { window.print = () => {}; }")
    for format in ("A4", "Letter"):
        page.get_by_role("button", name="Print this page").click()
        assert page.evaluate(LETTERS) >= 8, "letters are too small to read"
        assert page.evaluate(CUT_OFF) == []
        paper = page.pdf(format=format, prefer_css_page_size=True)
        assert paper.count(b"/Type /Page") - paper.count(b"/Type /Pages") == 1, format
        page.evaluate("() => dispatchEvent(new Event('afterprint'))")
        assert page.locator(".print-sheet").count() == 0


def test_on_a_phone_the_book_covers_the_page(table, house):
    page = opened(table, house, viewport={"width": 390, "height": 844})
    page.keyboard.press("/")
    page.wait_for_selector(".rulebook .chapter")
    box = page.locator(".rulebook").bounding_box()
    assert (box["x"], box["width"], box["height"]) == (0, 390, 844)
    page.get_by_role("button", name="Close the rulebook").click()
    assert page.locator(".rulebook").is_hidden()
