"""After a battle: choose otherwise, go on, name it, share it, and learn from mistakes."""

import json

from hands import PATIENCE

FOUND = {
    "sides": ["german", "soviet"],
    "names": ["German", "Soviet"],
    "turn_word": "Turn",
    "fitted": "Scripted.",
    "points": [
        {"state": state, "turn": 1, "label": f"Choice {state}", "chance": 0.5, "low": 0.3, "high": 0.7, "mark": mark}
        for state, mark in enumerate(["turn", "", "activation", ""])
    ],
    "accounts": [],
    "sentences": [],
    "done": 3,
    "of": 3,
    "complete": True,
}


def test_one_chooses_otherwise_and_the_variation_is_kept_and_shared(table, house):
    made = house.battle({"german": "random", "soviet": "random"}, seed=21)
    house.wait_for(made["spectator"], lambda view: view.get("result"))
    page = table.page(analysis=True)
    page.route(
        "**/analysis",
        lambda route: route.fulfill(json={"state": "done", "error": "", "analysis": found(house, made)}),
    )
    page.goto(f"{house.address}/b/{made['spectator']}#study")
    page.wait_for_selector(".battle.replaying")
    page.locator(".replay input.scrub").fill("12")
    page.wait_for_selector(".replay[data-shown='12']")
    page.keyboard.press("w")
    page.wait_for_selector(".battle.what-if[data-twig='0']")
    page.locator(".ask .ask-body button").last.click()  # to let it pass
    page.wait_for_selector(".battle.what-if[data-twig='1']")
    page.get_by_label("Name of this variation").fill("Another road")
    page.get_by_label("Note", exact=True).fill("It might have been quicker.")
    page.get_by_label("Name of this variation").focus()
    page.locator(".twig b", has_text="Another road").wait_for()
    page.get_by_role("button", name="One choice").click()
    page.wait_for_selector(".battle.what-if[data-twig='2']")
    page.locator("body").press("[")
    page.wait_for_selector(".battle.what-if[data-twig='1']")
    page.locator("body").press("Escape")
    page.wait_for_selector(".battle.replaying:not(.what-if)")
    kept = house.ask(f"/seat/{made['spectator']}/study")["study"]
    assert [twig.get("note", "") for twig in kept["twigs"]] == ["It might have been quicker.", ""]

    # A link leads there, for everybody and on any device.
    page.goto(f"{house.address}/#")
    page.goto(f"{house.address}/b/{made['spectator']}#line=1")
    page.wait_for_selector(".battle.what-if[data-twig='1']")
    page.locator(".twig[aria-current='true']").wait_for()

    # What the mistake was is shown by arrows, and one may try again.
    page.locator("body").press("Escape")
    page.wait_for_selector(".battle.replaying:not(.what-if)")
    page.locator(".turnings li", has_text="A slip.").get_by_role("button", name="Go there").click()
    page.locator(".arrow-better").first.wait_for(state="attached")
    page.get_by_role("button", name="Learn from").click()
    page.locator(".learning", has_text="What would have been better?").wait_for()
    assert page.locator(".arrow-better").count() == 0  # the answer is not given away
    page.locator(".ask .ask-body button").last.click()  # to let it pass
    page.locator(".learning", has_text="what was played").or_(
        page.locator(".learning", has_text="Yes:")
    ).first.wait_for(timeout=PATIENCE * 1000)
    page.get_by_role("button", name="Finish").click()
    page.wait_for_selector(".battle.replaying:not(.what-if)")

    # The end of the battle leads there, too.
    page.goto(f"{house.address}/#")
    page.goto(f"{house.address}/b/{made['spectator']}")
    page.locator("dialog.end").get_by_role("button", name="Learn from German’s mistakes (1)").click()
    page.locator(".learning", has_text="Mistake 1 of 1").wait_for()
    page.wait_for_selector(".battle.what-if[data-twig='0']")


def found(house, made):
    """An analysis with one mistake, at a moment where there was something to choose."""
    view = house.ask(f"/seat/{made['spectator']}/study/view?state=12")
    options = view["view"]["decision"]["options"]
    first, last = options[0]["choice"], options[-1]["choice"]
    piece = view["view"]["pieces"][0]["id"]
    slip = {"state": 12, "turn": 1, "kind": "choice", "side": "german", "seat": view["seat"], "points": -12}
    arrows = [{"choice": first, "piece": piece, "place": "A1"}, {"choice": last, "piece": piece, "place": "B2"}]
    return json.loads(json.dumps({**FOUND, "turnings": [{**slip, "text": "A slip.", "arrows": arrows}]}))
