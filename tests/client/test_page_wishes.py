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


def test_whether_all_are_asked_about_everything_is_settled_in_the_lobby(table, house):
    """Whoever plays with others reads it, and is offered no wish that would change it."""
    scenario = house.shortest("miniatures")
    one, other = scenario["sides"]
    page = table.page()
    page.goto(house.address)
    heading = page.get_by_role("heading", name=scenario["name"], exact=True)
    page.locator(".scenario").filter(has=heading).get_by_role("button", name="Play", exact=True).click()
    page.get_by_text("Who may watch, giving up").click()
    everything = page.get_by_label("Ask everybody about everything")
    assert not everything.is_visible(), "against a computer there is nothing to settle"
    page.locator(".mode-card", has_text="With someone far away").click()
    everything.check()
    page.get_by_role("button", name="Begin the battle").click()
    page.wait_for_selector("dialog .copy input")
    page.keyboard.press("Escape")
    made = house.battle({one: "person", other: "person"}, scenario["id"])["seats"]
    usual = table.open(made[one])
    for each, said in ((page, 1), (usual, 0)):
        each.get_by_role("tab", name="Players").click()
        each.locator(".players li").nth(1).wait_for()
        assert each.get_by_text("All are asked about everything.").count() == said
        each.locator(".wishes-button").click()
        each.locator(".wish", has_text="Reaction Fire").wait_for()
        assert "as if it were you" in each.locator("dialog.dialog").inner_text()
        assert each.locator(".wish", has_text="When my Teams are hit").count() == 0
    alone = table.open(house.battle({one: "person", other: "random"}, scenario["id"])["seats"][one])
    assert wait(alone)
    alone.locator(".wishes-button").click()
    alone.locator(".wish", has_text="When my Teams are hit").wait_for()


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
