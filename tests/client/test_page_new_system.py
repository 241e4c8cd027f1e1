"""A new system needs no code in the page: the toy, which the page has never heard of and which has no board."""

import random
from pathlib import Path

from hands import begin, now, play_by_mouse, settle, wait
from learner import begin_guided, heading, take_steps

import sandtable


def test_the_page_has_no_word_about_it() -> None:
    """Its verbs, its kinds of events and questions, its pieces are known to the view alone."""
    scripts = " ".join(page.read_text() for page in (Path(sandtable.__file__).parent / "client").rglob("*.js"))
    for word in ('"toy"', '"dig in"', '"scout"', '"storm"', '"ordered"', '"fires"', "patrol"):
        assert word not in scripts


def test_a_system_without_a_board_is_played_from_the_lobby_to_the_end(table, house):
    page = table.page()
    begin(page, house.address, "The Ridge")
    assert wait(page)
    assert page.locator(".battle").get_attribute("data-board") == "none"
    assert page.locator(".bare-piece > b").all_inner_texts() == ["Red patrol", "Blue patrol"]
    assert page.locator(".bare-piece > small").all_inner_texts() == ["3", "3"]
    for tool in (".zoomer", "[data-tool=eye]", "[data-tool=layers]"):
        assert not page.locator(tool).is_visible()  # there is nothing to zoom or to look along
    assert play_by_mouse(page, random.Random(1), most=200) > 4
    page.wait_for_selector("dialog.end h2")
    assert "dice were added up" in page.locator("dialog.end .luck").inner_text()
    page.keyboard.press("Escape")
    assert page.locator(".story .impulse-line").count() > 3


def test_what_stands_on_a_table_without_a_board_is_clicked(table, house):
    """Red acts: a click on blue fires; a click on red asks what it should do; pass is the quiet one."""
    page = table.page()
    begin(page, house.address, "The Ridge")
    for _ in range(40):
        assert wait(page), "red was never asked to act"
        if page.locator("#prompt").inner_text().startswith("What does red do?"):
            break
        before = now(page)
        page.locator(".ask .option").first.click()
        settle(page, before)
    assert page.locator(".ask .quiet-option .option-text").all_inner_texts() == ["Pass"]
    shots = page.locator(".story-text", has_text="red fires at blue").count()
    before = now(page)
    page.locator(".bare-piece[data-piece=red]").click()
    page.wait_for_selector(".menu-popover")
    page.keyboard.press("Escape")
    page.locator(".bare-piece[data-piece=blue]").click()
    settle(page, before)
    if page.locator(".menu-popover").count():  # with or without a barrage
        page.locator(".menu-popover button", has_text="Fire at blue").click()
        settle(page, before)
    page.wait_for_function(
        "(n) => [...document.querySelectorAll('.story-text')]"
        ".filter((line) => line.textContent.includes('red fires at blue')).length > n",
        arg=shots,
    )


def test_its_guide_needs_no_code_either(table, house):
    page = table.page()
    begin_guided(page, house.address, "Two Patrols", "Guided patrol")
    assert take_steps(page) == ["Storm or hold", "Dig in", "Fire"]
    page.wait_for_selector(".guide .lesson")
    assert heading(page) == "Now it is your battle"
