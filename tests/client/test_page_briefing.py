"""The briefing: the map with its objectives, both forces, the goals, and how each side might go about it."""

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.table.chance import SampledChance
from sandtable.table.play import Play
from sandtable.table.system import systems
from soak import LONG

SCENARIOS = [
    "nations_at_war/the-bridge-at-berezovyy-logg",
    "war_storm/the-mill-bridge",
    "of_war_and_men/king-of-the-hill-private",
    "regimental/the-graben-line",
    "miniatures/tigers-on-hill-63",
]


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS if LONG else SCENARIOS[1:3])
def test_the_briefing_can_be_opened_at_any_time(table, house, scenario):
    key = scenario.partition("/")[0]
    system = systems()[key]
    view = system.shown.view(Play(system, system.rules.new(system.shelf.find(scenario)), SampledChance(1)), "")
    seats = {seat.id: "person" for seat in view.seats}
    page = table.open(house.battle(seats, scenario)["seats"][view.seats[0].id], {"map": "plain"}, pictures=True)
    page.keyboard.press("k")
    page.wait_for_selector("dialog .briefing-sides")
    objectives = [zone for zone in view.board.zones if zone.kind == "objective"]
    marked = sum(len(zone.places) or 1 for zone in objectives)
    assert objectives and page.locator(".briefing-map .b-pin").count() == marked
    numbers = [zone.points for zone in objectives for _ in zone.places or (0,) if zone.points]
    assert page.locator(".briefing-map .b-number").all_text_contents() == [str(number) for number in numbers]
    assert page.locator(".briefing-objectives li").count() == len(objectives)
    assert page.locator(".briefing-goals li").all_text_contents() == list(view.goals)
    plans = system.shelf.plans(scenario)
    assert page.locator(".briefing-plan").all_text_contents() == [plans[seat.side] for seat in view.seats]
    forces = [piece for piece in view.pieces if not piece.inside]
    assert page.locator(".briefing-counter svg").count() == len(forces)
    page.keyboard.press("Escape")
    page.wait_for_selector(".briefing", state="detached")


def test_the_briefing_stands_beside_the_seats_before_a_battle(table, house):
    """A game without a board and without plans has one as well."""
    page = table.page()
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    card = page.locator(".scenario").filter(has=page.get_by_role("heading", name="The Ridge", exact=True))
    card.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("dialog .before .briefing")
    assert page.get_by_role("button", name="Begin the battle").is_visible()
