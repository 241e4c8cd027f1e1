"""Where to? Moves and marches are shaded apart, and a stray click moves nobody."""

from typing import Any

from hands import rest, spots, story, wait

VARNE = "regimental/the-varne-bridgehead"


def where_to(house: Any, seats: dict[str, str]) -> str:
    """The seat that is asked where its first stand goes: all regiments move, and nobody shifts a company."""
    while True:
        for seat, token in seats.items():
            view = house.ask(f"/seat/{token}/view")
            decision = view.get("decision")
            if decision is None:
                continue
            if decision["kind"] == "move" and any(option.get("role") == "march" for option in decision["options"]):
                return seat
            wanted = ("order", "ready", "activate", "select", "stay", "done", "pass")
            choices = [option["choice"] for option in decision["options"] if option["choice"]["do"] in wanted]
            choice = next((each for each in choices if each["do"] == "select"), choices[0])
            house.choose(token, view, choice)


def test_moves_and_marches(table, house):
    seats = house.battle({"blue": "person", "red": "person"}, VARNE)["seats"]
    seat = where_to(house, seats)
    page = table.open(seats[seat])
    assert wait(page)
    assert spots(page, "path.r-move") and spots(page, "path.r-march")  # both at once
    before = page.locator(".battle").get_attribute("data-state")
    for kind in ("r-march", "r-move"):
        page.mouse.click(*spots(page, f"path.{kind}")[0])
        page.wait_for_selector(".tip:has-text('Click again to go')")
        rest(page)
        assert page.locator(".battle").get_attribute("data-state") == before
        assert page.locator(".path-line").count() >= 1
    page.mouse.click(*spots(page, "path.r-move")[0])
    page.wait_for_function(f"() => document.querySelector('.battle').dataset.state !== '{before}'")
    assert any("moves to" in line for line in story(page))
