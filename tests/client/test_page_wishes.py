"""Wishes in the page: opened, set while another is asked, kept, and shown to nobody else."""

import random

from hands import wait


def test_a_player_sets_when_he_is_asked(table, house):
    made = house.ask("/battles", {"scenario": "toy/ridge", "seats": {"red": "person", "blue": "person"}})["seats"]
    page = table.page()
    page.goto(f"{house.address}/b/{made['blue']}")
    page.locator(".ask .option", has_text="Hold").click()
    page.wait_for_selector(".ask-idle")  # red is asked, blue is not
    seen = house.ask(f"/seat/{made['red']}/view")
    page.locator(".wishes-button").click()
    dialog = page.locator("dialog.dialog")
    assert dialog.locator("h2").inner_text() == "When am I asked?"
    assert "When I am under fire" in dialog.locator(".wish legend").inner_text()
    labels = dialog.locator(".wish .segments label")
    assert labels.all_inner_texts() == ["Ask me", "Never lay smoke"]
    labels.filter(has_text="Never").click()
    house.wait_for(made["blue"], lambda view: view["wishes"][0]["options"][1].get("now"))
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.dialog", state="detached")
    page.locator(".wishes-button").click()
    assert dialog.locator("input:checked").get_attribute("value") == "never"
    assert house.ask(f"/seat/{made['red']}/view") == seen


def test_what_makes_others_wait_is_told_to_them_and_that_is_said(table, house):
    """In miniatures "Ask me" about one's hits makes the others wait; about Reaction Fire it is what all have."""
    scenario = house.shortest("miniatures")
    one, other = scenario["sides"]
    made = house.battle({one: "person", other: "person"}, scenario["id"])["seats"]
    page, looking = table.open(made[one]), table.open(made[other])
    looking.get_by_role("tab", name="Players").click()
    page.locator(".wishes-button").click()
    dialog = page.locator("dialog.dialog")
    assert "Nobody else sees it, except where it says" in dialog.locator("p.quiet").inner_text()
    hits = dialog.locator(".wish", has_text="When my Teams are hit")
    assert hits.locator(".wish-told").inner_text() == "With “Ask me” the others wait for you, so they are told."
    reaction = dialog.locator(".wish", has_text="Reaction Fire")
    assert reaction.count() and reaction.locator(".wish-told").count() == 0
    hits.locator("label", has_text="Ask me").click()
    looking.locator(".players .wishes-told", has_text="When my Teams are hit or suppressed: ask me").wait_for()
    alone = table.open(house.battle({one: "person", other: "random"}, scenario["id"])["seats"][one])
    assert wait(alone)
    alone.locator(".wishes-button").click()
    alone.locator(".wish").first.wait_for()
    assert alone.locator(".wish-told").count() == 0


def test_whoever_only_watches_has_no_wishes(table, house):
    made = house.ask("/battles", {"scenario": "toy/ridge", "seats": {"red": "person", "blue": "person"}})
    page = table.page()
    page.goto(f"{house.address}/b/{made['spectator']}")
    page.wait_for_selector(".ask-idle")
    assert page.locator(".wishes-button").count() == 0


def test_what_is_seldom_done_need_not_be_asked(table, house):
    """Companies could be shifted in every round, and hardly anybody does."""
    made = house.battle({"blue": "person", "red": "person"}, "regimental/the-village-of-lauen")["seats"]
    luck, shuffle = random.Random(2), "support shuffle"
    assert house.choose_until(made["blue"], luck, lambda each: each["kind"] == shuffle, others=(made["red"],))
    page = table.open(made["blue"])
    assert wait(page)
    assert "shift support companies" in page.locator(".ask .prompt").inner_text()
    page.get_by_label("Never ask about shifting support companies").click()
    gone = "() => !/shift support companies/.test(document.querySelector('.ask .prompt')?.textContent ?? '')"
    page.wait_for_function(gone)
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('sandtable.settings'))")
    assert kept["pass"] == {"support shuffle": True}
